// Package demo is the demonstration server: a few tools, resources and prompts
// that a person understands at once, and that between them use every feature a
// server has.
//
//	s, err := demo.New()
//	err = stdio.Serve(ctx, s)
//
// Nothing in it is real. Its weather never changes, so that what a call prints
// today can be compared with what it printed yesterday. [AddFixtures] adds what
// the official conformance suite asks of a server.
package demo
