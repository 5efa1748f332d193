// Package schema is the policy this module has for JSON Schema: which dialects
// there are, what a schema may cost, that nothing is ever fetched, and how a
// schema is inferred from a Go type.
//
// A [Schema] is compiled once and then safe for concurrent use:
//
//	s, err := schema.Compile(raw, schema.Bounds{})
//	if err != nil {
//		return err // says which part of the schema is wrong, and why
//	}
//	if err := s.Validate(arguments); err != nil {
//		return err // a *ValidationError: every place that does not fit
//	}
//
// A schema without $schema is JSON Schema 2020-12 (SCHEMA-001). A reference to
// something outside of the schema is never resolved, neither from the network
// nor from a file, and a schema that has one is refused (SCHEMA-008,
// SCHEMA-012). So is one that could make validation run without end or for
// ever (SCHEMA-013). The text of a schema is never changed: what a peer gets
// is what was registered, byte for byte.
package schema
