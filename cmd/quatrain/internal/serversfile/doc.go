// Package serversfile finds a server by its name in the files in which MCP
// hosts write theirs down:
//
//	{
//	  "mcpServers": {
//	    "files": {"command": "file-server", "args": ["."], "env": {"ROOT": "${HOME}"}},
//	    "web": {"url": "https://mcp.example.com/mcp", "headers": {"X-Key": "${env:KEY}"}}
//	  }
//	}
//
// "servers" in place of "mcpServers" is the same. Comments and a comma behind
// the last element are allowed. ${NAME}, ${env:NAME} and ${NAME:-default}
// stand for environment variables; ${workspaceFolder} is the folder the file
// is about. Members nobody here knows are ignored, for every host adds its own.
//
// The package reads files and starts nothing.
package serversfile
