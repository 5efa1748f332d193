package server

import "github.com/quatrain-mcp/quatrain/mcp"

// supportedVersions returns the revisions a Server answers itself. Earlier ones
// are turned into this one before they get here.
func supportedVersions() []string { return []string{mcp.Revision} }

// checkVersion refuses a request of a revision the server does not speak
// (VERSION-001, VERSION-006). That the key is there, and a string, is known.
func checkVersion(meta mcp.Meta) error {
	version, _, _ := meta.ProtocolVersion()
	if version == mcp.Revision {
		return nil
	}
	return mcp.UnsupportedVersion(version, supportedVersions()...)
}
