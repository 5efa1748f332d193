package streamable

// A nameTable tells for a method which member of params Mcp-Name mirrors.
type nameTable map[string]string

func (t nameTable) with(method, member string) nameTable { panic("TODO") }
