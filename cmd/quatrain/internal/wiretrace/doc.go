// Package wiretrace shows the frames that a tap sees: [Text] to a person,
// message by message with the keys of _meta explained, and [Lines] to a
// program, a JSON object a line.
//
//	trace := wiretrace.NewText(os.Stderr, wiretrace.Style{Color: true})
//	client, err := streamable.NewClient(url, streamable.Tap(trace.Tap))
//
// Values of headers that carry secrets are not shown by either.
package wiretrace
