// Package docs holds the tests of the documents: every Go snippet compiles,
// every command runs, every transcript is what the command prints, and every
// link between documents leads somewhere.
//
// In README.md and docs/ a block of kind
//
//   - go is a whole file, which must compile within the module;
//   - sh is a list of commands, a line each, which must end with 0;
//   - console is a transcript: after "$ " a command, below it what it prints to
//     stdout and stderr. Ports, times and addresses may differ.
package docs
