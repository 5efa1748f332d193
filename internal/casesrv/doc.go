// Casesrv is the server that the cases in internal/spec are about: a fixture
// for tests of this module and of others, with tools that fail, panic, wait
// and report in known ways.
//
//	go run ./internal/casesrv                      on standard input and output
//	go run ./internal/casesrv --http 127.0.0.1:0   over HTTP, at /mcp
package main
