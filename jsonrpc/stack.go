package jsonrpc

// A stack needs the heap only when it grows high. It holds its first entries
// itself and not in a slice of some array: a slice that is stored behind a
// pointer would move its array to the heap for each frame.
type stack[T any] struct {
	low  [32]T
	high []T // entries from len(low) on
	len  int
}

func (s *stack[T]) push(v T) {
	if s.len < len(s.low) {
		s.low[s.len] = v
	} else {
		s.high = append(s.high, v)
	}
	s.len++
}

// cut removes all entries from n on.
func (s *stack[T]) cut(n int) {
	s.len = n
	if len(s.high) > 0 {
		s.high = s.high[:max(0, n-len(s.low))]
	}
}

func (s *stack[T]) at(i int) T {
	if i < len(s.low) {
		return s.low[i]
	}
	return s.high[i-len(s.low)]
}
