// Package toolargs turns the arguments that somebody types on a command line
// into the arguments object of a tool call, guided by the tool's schema:
//
//	city=Oslo            {"city": "Oslo"}
//	days=3               {"days": 3}         where the schema says integer
//	where.country=NO     {"where": {"country": "NO"}}
//	tags[]=a tags[]=b    {"tags": ["a", "b"]}
//	limit:=1e3           {"limit": 1e3}      whatever the schema says
//
// The package only reads the schema to learn which type a value is meant to
// have. Whether the arguments are right is for the server to say, so what the
// schema does not mention is sent as a string.
package toolargs
