package main

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A build is what the program knows about its own making.
type build struct {
	Version  string `json:"version"`          // of the module, "devel" for a working copy
	Commit   string `json:"commit,omitzero"`  // with "+dirty" if it was changed
	Go       string `json:"go"`               // the Go release it was built with
	Revision string `json:"protocolRevision"` // the protocol revision it speaks
}

func readBuild() build {
	b := build{Version: "devel", Revision: mcp.Revision}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Go = info.GoVersion
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	dirty := ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			b.Commit = setting.Value[:min(12, len(setting.Value))]
		case setting.Key == "vcs.modified" && setting.Value == "true":
			dirty = "+dirty"
		}
	}
	if b.Commit != "" {
		b.Commit += dirty
	}
	return b
}

func newVersion(e *env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			b := readBuild()
			if asJSON {
				return e.printJSON(b)
			}
			_, err := fmt.Fprintf(e.stdout, "quatrain %s (commit %s, %s), Model Context Protocol %s\n",
				b.Version, cmp.Or(b.Commit, "unknown"), b.Go, b.Revision)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}
