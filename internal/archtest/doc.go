// Package archtest holds the tests of the module's shape: which package may
// import which, how long a file may get, what a package may be called, where
// protocol revisions may be compared. ARCHITECTURE.md says the same in words;
// this package is what keeps it true.
//
// Each rule is a table with a reason in every row, and each exception is a row
// with a reason too. An exception that nothing needs any more is an error.
package archtest
