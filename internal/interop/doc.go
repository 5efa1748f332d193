// Package interop holds the tests against peers of another make: the client
// and the server that the specification's own TypeScript packages give, over
// both transports. The programs are in testdata; .ci/npm locks the packages.
package interop
