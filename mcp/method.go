package mcp

// A Method is a method of the protocol as a typed value: its name with the
// types of its params and its result. A call, a registration at a server and
// an extension are each one generic function over it; the core's own methods
// are declared with nothing a third party could not use.
type Method[Params, Result any] struct {
	Name string
}

// An Event is a notification method with the type of its params.
type Event[Params any] struct {
	Name string
}
