//go:build unix

package stdio

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a child the leader of a process group.
func ownGroup(cmd *exec.Cmd) {
	attr := syscall.SysProcAttr{}
	if cmd.SysProcAttr != nil {
		attr = *cmd.SysProcAttr
	}
	attr.Setpgid = true
	cmd.SysProcAttr = &attr
}

// terminate asks the group of a child to end.
func terminate(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

// kill ends the group of a child.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// sweep ends what a child left behind in its group. It must follow the exit of
// the child at once: its number may soon be that of another.
func sweep(cmd *exec.Cmd) { kill(cmd) }
