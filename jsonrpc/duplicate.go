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

// A nameStack holds the names seen so far in each object that is open, object
// behind object. In front of the names of each lies an entry whose at says where
// those of the object around it begin.
type nameStack struct {
	stack[name]
	first int // where the names of the innermost object begin
}

// open begins an object.
func (s *nameStack) open() {
	s.push(name{at: s.first})
	s.first = s.len
}

// add adds a name to the innermost object and reports whether it is already
// there. The answer for an object with many names comes from close.
func (s *nameStack) add(n name) (duplicate bool) {
	if s.len-s.first < fewNames {
		for i := s.first; i < s.len && !duplicate; i++ {
			duplicate = string(s.at(i).text) == string(n.text)
		}
	}
	s.push(n)
	return duplicate
}

// close ends the innermost object. For one with many names it returns the
// offset of the first that stood before; 0 if there is none.
func (s *nameStack) close() (duplicate int) {
	if s.len-s.first > fewNames {
		duplicate = s.firstDuplicate()
	}
	outer := s.first - 1
	s.first = s.at(outer).at
	s.cut(outer)
	return duplicate
}

// firstDuplicate returns the offset of the first name of the innermost object
// that stood before, 0 if there is none. The table is at most half full and
// probed in a row; its hash is seeded anew each time, so that nobody can
// prepare names which collide.
func (s *nameStack) firstDuplicate() int {
	size := 1
	for size < 2*(s.len-s.first) {
		size *= 2
	}
	// An entry is half of a hash, which saves most looks at names elsewhere in
	// memory, and the index of its name. No name has index 0: 0 is free.
	type entry struct{ hash, index uint32 }
	table := make([]entry, size)
	seed := maphash.MakeSeed()
	for i := s.first; i < s.len; i++ {
		n := s.at(i)
		h := maphash.Bytes(seed, n.text)
		hash, slot := uint32(h>>32), int(h)&(size-1)
		for ; table[slot].index != 0; slot = (slot + 1) & (size - 1) {
			if e := table[slot]; e.hash == hash && string(s.at(int(e.index)).text) == string(n.text) {
				return n.at
			}
		}
		table[slot] = entry{hash, uint32(i)}
	}
	return 0
}
