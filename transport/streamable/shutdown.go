package streamable

import (
	"context"
	"sync"
)

// openRequests counts the requests being served, so that a shutdown can wait
// for them. The zero value is ready.
type openRequests struct {
	mu      sync.Mutex // guards what follows
	count   int
	listens map[*context.CancelCauseFunc]struct{}
	closing bool
	idle    chan struct{} // closed once nothing is open; nil while not closing
}

// enter counts a request in. It reports false when there are to be no more.
func (o *openRequests) enter() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closing {
		return false
	}
	o.count++
	return true
}

// leave counts a request out.
func (o *openRequests) leave() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.count--
	if o.closing && o.count == 0 {
		close(o.idle)
	}
}

// listen lets a shutdown cancel a request that would not end by itself. The
// function it returns takes that back.
func (o *openRequests) listen(cancel context.CancelCauseFunc) (done func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closing {
		cancel(ErrShutdown)
	}
	if o.listens == nil {
		o.listens = map[*context.CancelCauseFunc]struct{}{}
	}
	o.listens[&cancel] = struct{}{}
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		delete(o.listens, &cancel)
	}
}

// shut lets nobody enter any more, ends the listens, and returns a channel that
// is closed when all have left.
func (o *openRequests) shut() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closing {
		o.closing = true
		o.idle = make(chan struct{})
		if o.count == 0 {
			close(o.idle)
		}
		for cancel := range o.listens {
			(*cancel)(ErrShutdown)
		}
	}
	return o.idle
}

// Shutdown ends the service gracefully: new requests are answered 503, the
// contexts of open subscriptions/listen requests end with the cause
// ErrShutdown, so that what their handlers return then, the closing result,
// is still written, and the others are waited for. It returns when no request
// is open, or with the context's error when ctx ends first. It may be called
// more than once.
func (h *Handler) Shutdown(ctx context.Context) error {
	select {
	case <-h.open.shut():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
