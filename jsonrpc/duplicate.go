package jsonrpc

import "hash/maphash"

// fewNames is how many names of one object are compared one with another;
// beyond that a hash table is cheaper, and a hostile object of a hundred
// thousand names must not cost their square.
const fewNames = 16

// A name is the name of a member without quotes and escapes, and the offset of
// its opening quote. Half a surrogate pair reads as U+FFFD, so that names which
// some reader might take for the same are the same here.
type name struct {
	text []byte
	at   int
}

// A nameStack holds the names seen so far in each object that is open. They
// lie in one slice, object behind object; in front of the names of each lies an
// entry whose at says where those of the object around it begin.
type nameStack struct {
	names []name
	first int // where the names of the innermost object begin
}

// open begins an object.
func (s *nameStack) open() {
	s.names = append(s.names, name{at: s.first})
	s.first = len(s.names)
}

// add adds a name to the innermost object and reports whether it is already
// there. The answer for an object with many names comes from close.
func (s *nameStack) add(n name) (duplicate bool) {
	if len(s.names)-s.first < fewNames {
		for i := s.first; i < len(s.names); i++ {
			if string(s.names[i].text) == string(n.text) {
				duplicate = true
				break
			}
		}
	}
	s.names = append(s.names, n)
	return duplicate
}

// close ends the innermost object. For one with many names it returns the
// offset of the first that stood before; 0 if there is none.
func (s *nameStack) close() (duplicate int) {
	if names := s.names[s.first:]; len(names) > fewNames {
		duplicate = firstDuplicate(names)
	}
	outer := s.first - 1
	s.first = s.names[outer].at
	s.names = s.names[:outer]
	return duplicate
}

// firstDuplicate returns the offset of the first of names that stood before, 0
// if there is none. The table is half empty and probed in a row; its hash is
// seeded anew each time, so that nobody can prepare names which collide.
func firstDuplicate(names []name) int {
	size := 1
	for size < 2*len(names) {
		size *= 2
	}
	table := make([]int32, size) // index into names plus 1; 0 is free
	seed := maphash.MakeSeed()
	for i, n := range names {
		slot := int(maphash.Bytes(seed, n.text)) & (size - 1)
		for table[slot] != 0 {
			if string(names[table[slot]-1].text) == string(n.text) {
				return n.at
			}
			slot = (slot + 1) & (size - 1)
		}
		table[slot] = int32(i + 1)
	}
	return 0
}
