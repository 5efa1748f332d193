// Quatrain speaks the Model Context Protocol from the command line:
//
//	quatrain demo
//	quatrain list https://mcp.example.com/mcp
//	quatrain call demo get_weather location=Seattle
//	quatrain call add a=1 b=2 -- my-server --stdio
//
// Results go to standard output, everything else to standard error. --json
// makes of a result one JSON document, --trace shows what goes over the wire.
// Exit codes are listed in exit.go and in the help of the program.
package main
