package serversfile

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Server is how to reach one server: URL is set, or Command.
type Server struct {
	Name string
	File string // the file it was found in

	Command string
	Args    []string
	Env     map[string]string // to be added to the environment
	Dir     string            // the folder to run in, "" for the current one

	URL     string
	Headers map[string]string
}

// ErrNoFile is what Find returns when there is no servers file at all.
var ErrNoFile = errors.New("there is no servers file")

// An UnknownError says that no file knows a server of that name.
type UnknownError struct {
	Name  string
	Files []string // that were read
	Known []string // the names in them, sorted
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("no server is called %q in %s", e.Name, strings.Join(e.Files, ", "))
}

// Places returns where servers files are looked for, in order: in dir, the
// working directory, then in config, the user's configuration folder; config
// may be "".
func Places(dir, config string) []string {
	places := []string{
		filepath.Join(dir, "mcp.json"),
		filepath.Join(dir, ".mcp.json"),
		filepath.Join(dir, ".vscode", "mcp.json"),
	}
	if config != "" {
		places = append(places, filepath.Join(config, "quatrain", "mcp.json"))
	}
	return places
}

// Find returns the server called name from the first of files that has it.
// Files that do not exist are passed over. lookup gives environment variables,
// like os.LookupEnv; only those that the server itself mentions are looked up.
//
// It returns an *UnknownError when no file has the name, ErrNoFile when none
// of the files exists, and otherwise an error that names the file.
func Find(name string, files []string, lookup func(string) (string, bool)) (Server, error) {
	unknown := &UnknownError{Name: name}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return Server{}, fmt.Errorf("reading the servers file: %w", err)
		}
		entries, err := parse(text)
		if err != nil {
			return Server{}, fmt.Errorf("reading the servers file %s: %w", file, err)
		}
		entry, found := entries[name]
		if !found {
			unknown.Files = append(unknown.Files, file)
			unknown.Known = append(unknown.Known, slices.Collect(maps.Keys(entries))...)
			continue
		}
		server, err := entry.server(file, lookup)
		if err != nil {
			return Server{}, fmt.Errorf("server %q in %s: %w", name, file, err)
		}
		server.Name = name
		return server, nil
	}
	if unknown.Files == nil {
		return Server{}, ErrNoFile
	}
	slices.Sort(unknown.Known)
	unknown.Known = slices.Compact(unknown.Known)
	return Server{}, unknown
}

// Names returns the names of all servers in files, sorted. Files that cannot be
// read have none.
func Names(files []string) []string {
	var names []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		entries, err := parse(text)
		if err != nil {
			continue
		}
		names = append(names, slices.Collect(maps.Keys(entries))...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// An entry is one server as a file has it.
type entry struct {
	Type    string            `json:"type"`
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
	Dir     string            `json:"cwd"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
}

// parse returns the entries of a servers file by name. One entry that is of no
// known form must not spoil the others, so entries are decoded one by one and
// a bad one is kept as such.
func parse(text []byte) (map[string]decoded, error) {
	text = plain(text)
	var file struct {
		MCPServers map[string]jsontext.Value `json:"mcpServers"`
		Servers    map[string]jsontext.Value `json:"servers"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	if file.MCPServers == nil && file.Servers == nil {
		return nil, errors.New(`it has neither "mcpServers" nor "servers"`)
	}
	entries := map[string]decoded{}
	for _, group := range []map[string]jsontext.Value{file.Servers, file.MCPServers} {
		for name, raw := range group {
			var d decoded
			d.err = json.Unmarshal(raw, &d.entry)
			entries[name] = d
		}
	}
	return entries, nil
}

// A decoded is an entry, or why it is none.
type decoded struct {
	entry
	err error
}

// server returns the entry, which stands in file, with its variables replaced.
func (d decoded) server(file string, lookup func(string) (string, bool)) (Server, error) {
	if d.err != nil {
		return Server{}, d.err
	}
	e := expander{lookup: lookup, folder: folderOf(file)}
	s := Server{
		File:    file,
		Command: e.expand(d.Command),
		Env:     e.expandAll(d.Env),
		Dir:     e.expand(d.Dir),
		URL:     e.expand(d.URL),
		Headers: e.expandAll(d.Headers),
	}
	for _, arg := range d.Args {
		s.Args = append(s.Args, e.expand(arg))
	}
	switch {
	case e.err != nil:
		return Server{}, e.err
	case d.Type == "sse":
		return Server{}, errors.New(`type "sse" is the HTTP+SSE transport of revision 2024-11-05, which is not supported`)
	case (s.Command == "") == (s.URL == ""):
		return Server{}, errors.New(`it needs either "command" or "url"`)
	}
	if s.Dir != "" && !filepath.IsAbs(s.Dir) {
		s.Dir = filepath.Join(e.folder, s.Dir)
	}
	return s, nil
}

// folderOf returns the folder that a servers file is about.
func folderOf(file string) string {
	folder := filepath.Dir(file)
	if filepath.Base(folder) == ".vscode" {
		folder = filepath.Dir(folder)
	}
	return folder
}
