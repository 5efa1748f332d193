package streamable

import (
	"io"
	"sync"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// keep is the largest buffer that goes back to a pool, so that one huge
// message does not hold its memory for ever.
const keep = 256 << 10

// A bufferPool lends byte slices. The zero value is ready.
type bufferPool struct{ pool sync.Pool }

// get returns a pointer to an empty slice: to a slice, because a pool of
// slices would allocate their headers.
func (p *bufferPool) get() *[]byte {
	if b, ok := p.pool.Get().(*[]byte); ok {
		*b = (*b)[:0]
		return b
	}
	b := make([]byte, 0, 1<<10)
	return &b
}

func (p *bufferPool) put(b *[]byte) {
	if cap(*b) <= keep {
		p.pool.Put(b)
	}
}

// sizeLimit returns the bytes a message may have, 0 for no bound.
func sizeLimit(limits jsonrpc.Limits) int {
	switch {
	case limits.Size < 0:
		return 0
	case limits.Size == 0:
		return jsonrpc.DefaultSize
	default:
		return limits.Size
	}
}

// readAll appends what r has to dst. size is how much is announced, or -1: no
// more than trusted of it is believed, since announcing costs a peer nothing.
// If there is more than limit, it is ErrTooLarge.
func readAll(dst []byte, r io.Reader, size int64, limit int) ([]byte, error) {
	const trusted = 64 << 10
	if limit > 0 && size > int64(limit) {
		return dst, ErrTooLarge
	}
	if room := int(min(size, trusted)) + 1; room > cap(dst)-len(dst) {
		dst = append(make([]byte, 0, len(dst)+room), dst...)
	}
	for {
		if len(dst) == cap(dst) {
			dst = append(dst, 0)[:len(dst)]
		}
		n, err := r.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		switch {
		case limit > 0 && len(dst) > limit:
			return dst, ErrTooLarge
		case err == io.EOF:
			return dst, nil
		case err != nil:
			return dst, err
		}
	}
}
