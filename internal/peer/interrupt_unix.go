//go:build unix

package peer

import (
	"os"
	"os/exec"
)

// interrupt asks cmd to end.
func interrupt(cmd *exec.Cmd) { _ = cmd.Process.Signal(os.Interrupt) }
