//go:build !unix

package peer

import "os/exec"

// interrupt ends cmd: there is no signal to ask it with.
func interrupt(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
