package main

import (
	"errors"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/serversfile"
)

// A target is where a server is. Exactly one of URL, Command and Demo is set.
type target struct {
	Name    string // as the user wrote it, for messages
	URL     string
	Headers map[string]string // to be added to each request
	Command []string
	Env     map[string]string // to be added to the environment of the command
	Dir     string            // the folder the command runs in, "" for this one
	Demo    bool
}

// splitTarget finds the target among the arguments of a command, and returns
// it with the arguments that are not part of it.
func splitTarget(e *env, flags *talkFlags, cmd *cobra.Command, args []string) (target, []string, error) {
	if n := cmd.ArgsLenAtDash(); n >= 0 {
		if n == len(args) {
			return target{}, nil, usagef("nothing follows --; name the program to start: quatrain %s", cmd.Use)
		}
		command := args[n:]
		return target{Name: strings.Join(command, " "), Command: command}, args[:n], nil
	}
	if len(args) == 0 {
		return target{}, nil, usagef("name a target: a URL, a name from a servers file, demo, or -- and a program; as in quatrain %s demo", cmd.Name())
	}
	t, err := parseTarget(e, flags, args[0])
	return t, args[1:], err
}

// parseTarget finds out what the word TARGET means.
func parseTarget(e *env, flags *talkFlags, word string) (target, error) {
	if strings.Contains(word, "://") {
		u, err := url.Parse(word)
		switch {
		case err != nil:
			return target{}, usagef("the target %q is no URL: %v", word, errors.Unwrap(err))
		case u.Scheme != "http" && u.Scheme != "https":
			return target{}, usagef("the target %q has the scheme %s; MCP endpoints are http or https", word, u.Scheme)
		case u.Host == "":
			return target{}, usagef("the target %q names no host", word)
		}
		return target{Name: word, URL: word}, nil
	}
	if word == "demo" && flags.config == "" {
		return target{Name: word, Demo: true}, nil
	}
	return namedTarget(e, flags, word)
}

// namedTarget finds a name in the servers files.
func namedTarget(e *env, flags *talkFlags, name string) (target, error) {
	places := serversfile.Places(e.dir, e.configDir)
	if flags.config != "" {
		places = []string{flags.config}
	}
	server, err := serversfile.Find(name, places, e.lookup)
	var unknown *serversfile.UnknownError
	switch {
	case errors.Is(err, serversfile.ErrNoFile):
		return target{}, usagef("%q is no URL, and there is no servers file to find it in (%s); demo is built in", name, strings.Join(places, ", "))
	case errors.As(err, &unknown):
		return target{}, usagef("%v%s", err, knownNames(name, unknown.Known))
	case err != nil:
		return target{}, usagef("%v", err)
	}
	t := target{Name: name, URL: server.URL, Headers: server.Headers, Env: server.Env, Dir: server.Dir}
	if server.Command != "" {
		t.Command = append([]string{server.Command}, server.Args...)
	}
	return t, nil
}

// knownNames says which names there are instead.
func knownNames(name string, known []string) string {
	if meant := suggest(name, known); meant != "" {
		return "; did you mean " + meant + "?"
	}
	if len(known) == 0 {
		return ""
	}
	return "; there are " + strings.Join(known, ", ")
}
