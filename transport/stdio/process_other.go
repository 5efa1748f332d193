//go:build !unix

package stdio

import (
	"os/exec"
	"strconv"
)

// ownGroup does nothing: taskkill follows the tree of processes.
func ownGroup(*exec.Cmd) {}

// terminate asks a child and what it started to end.
func terminate(cmd *exec.Cmd) { taskkill(cmd) }

// kill ends a child and what it started.
func kill(cmd *exec.Cmd) { taskkill(cmd, "/F") }

// sweep does nothing: the tree of a child that exited cannot be followed.
func sweep(*exec.Cmd) {}

func taskkill(cmd *exec.Cmd, flags ...string) {
	args := append([]string{"/T", "/PID", strconv.Itoa(cmd.Process.Pid)}, flags...)
	if exec.Command("taskkill", args...).Run() != nil && len(flags) > 0 {
		_ = cmd.Process.Kill()
	}
}
