//go:build unix

package stdio

import (
	"os"
	"syscall"
)

// stdout returns the standard output under another number. A write to a broken
// pipe by numbers 1 and 2 ends a Go program; by others it is an error (BR-112).
func stdout() (*os.File, error) {
	fd, err := syscall.Dup(1)
	if err != nil {
		return nil, os.NewSyscallError("dup", err)
	}
	syscall.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), "stdout"), nil
}
