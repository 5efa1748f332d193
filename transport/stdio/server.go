package stdio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// Serve serves h on the standard input and output of this process; nothing else
// may write to the latter (STDIO-006). When whoever reads the output is gone
// Serve fails; it does not let the broken pipe end the process (BR-112). For the
// rest see ServeStream.
func Serve(ctx context.Context, h mcp.Handler, opts ...ServeOption) error {
	out, err := stdout()
	if err != nil {
		return fmt.Errorf("stdio: standard output: %w", err)
	}
	defer out.Close()
	return ServeStream(ctx, h, os.Stdin, out, opts...)
}

// ServeStream serves h on a pair of byte streams (TRANSPORT-006). If h is an
// mcp.Notified it gets the notifications that belong to no request.
//
// It returns nil when r ends, after open requests had their Grace to finish,
// and when ctx ends, which cancels them at once. It fails when r or w does. It
// always waits for h. A peer that reads no answers does not keep it from
// returning at the end of ctx, though it does at the end of r: whoever reads
// slowly gets all.
//
// What it leaves behind of r and w is of no use: a Read that is under way at the
// end of ctx, or a Write a second later, is interrupted by a deadline if the
// stream has those, else by Close if it has that and is no file; else it is left
// alone, and what it still reads is dropped.
//
// A Handler that panics ends the process, as any goroutine does; that of package
// server does not.
func ServeStream(ctx context.Context, h mcp.Handler, r io.Reader, w io.Writer, opts ...ServeOption) error {
	config := serverConfig{
		settings:    settings{logger: slog.New(slog.DiscardHandler)},
		concurrency: 1000,
		grace:       time.Second,
	}
	for _, opt := range opts {
		opt.applyToServer(&config)
	}
	s := &server{
		next:   h,
		config: config,
		in:     newLineReader(r, sizeLimit(config.limits)),
		out:    newLineWriter(w),
		life:   ctx,
		turn:   make(chan struct{}, 1),
		open:   map[jsonrpc.ID]*exchange{},
		ended:  make(chan struct{}),
	}
	s.notified, _ = h.(mcp.Notified)
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	defer s.cancel(nil)
	return s.serve(r, w)
}

// A server is one connection of ServeStream.
//
// Goroutines take turns at reading. One that has read a request first lets
// another read on, then answers the request itself: no request waits for a
// goroutine to take it over, and there is always one that reads, so that
// cancellation and the end of the input are seen at once.
type server struct {
	next     mcp.Handler
	notified mcp.Notified
	config   serverConfig
	life     context.Context // of ServeStream
	ctx      context.Context // of all requests; its cause says why all ends
	cancel   context.CancelCauseFunc
	out      *lineWriter

	turn     chan struct{} // holds one while somebody reads; guards in and exchange
	in       *lineReader
	exchange uint64 // number of the last, for the tap

	workers   sync.WaitGroup
	answering sync.WaitGroup // of those, who is not reading or about to

	mu      sync.Mutex               // guards the rest
	open    map[jsonrpc.ID]*exchange // not answered or cancelled, by canonical id
	running int                      // those that are with the Handler
	idle    int                      // workers that read or wait to
	over    bool                     // reading has ended
	reason  error                    // why
	ended   chan struct{}            // closed when reading has ended
}

// serve runs until the input, the output or ctx ends.
func (s *server) serve(r io.Reader, w io.Writer) error {
	s.idle = 1
	s.workers.Go(s.work)
	go s.write() // ends with drain, which waits for it
	select {
	case <-s.ended:
		s.finish()
	case <-s.ctx.Done():
		s.stop(context.Cause(s.ctx))
		if interrupt(r, readDeadline) {
			s.workers.Wait()
		} else {
			s.answering.Wait()
		}
	}
	s.drain(w)
	if s.life.Err() != nil {
		return nil
	}
	if err := s.out.failed(); err != nil {
		return fmt.Errorf("stdio: write: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if errors.Is(s.reason, io.EOF) {
		return nil
	}
	return fmt.Errorf("stdio: read: %w", s.reason)
}

// write writes what is answered. If that fails the peer is gone: all ends.
func (s *server) write() {
	if err := s.out.run(); err != nil {
		s.cancel(fmt.Errorf("write: %w", err))
	}
}

// drain waits until everything is written. At the end of ctx there is a limit
// to that.
func (s *server) drain(w io.Writer) {
	s.out.end()
	select {
	case <-s.out.written:
	case <-s.life.Done():
		if !s.out.drain(drainTime) && interrupt(w, writeDeadline) {
			<-s.out.written
		}
	}
}

// finish gives open requests their time after the end of the input. Those that
// have no end of their own are ended at once.
func (s *server) finish() {
	s.mu.Lock()
	for _, x := range s.open {
		if x.call.Method == mcp.SubscriptionsListen.Name {
			x.cancel(io.EOF)
		}
	}
	s.mu.Unlock()
	timer := time.AfterFunc(s.config.grace, func() { s.cancel(io.EOF) })
	s.workers.Wait()
	timer.Stop()
}

// interrupt ends a Read or Write of a stream that may be under way, if it can.
func interrupt(stream any, deadline func(any) error) bool {
	if deadline(stream) == nil {
		return true
	}
	if _, file := stream.(*os.File); file {
		return false
	}
	if c, ok := stream.(io.Closer); ok {
		return c.Close() == nil
	}
	return false
}

// longAgo is a deadline that is over.
var longAgo = time.Unix(1, 0)

func readDeadline(stream any) error {
	if d, ok := stream.(interface{ SetReadDeadline(time.Time) error }); ok {
		return d.SetReadDeadline(longAgo)
	}
	return os.ErrNoDeadline
}

func writeDeadline(stream any) error {
	if d, ok := stream.(interface{ SetWriteDeadline(time.Time) error }); ok {
		return d.SetWriteDeadline(longAgo)
	}
	return os.ErrNoDeadline
}

// stop ends reading, for all.
func (s *server) stop(reason error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		s.over, s.reason = true, reason
		close(s.ended)
	}
}

// idleWorkers is how many workers may wait for their turn to read.
const idleWorkers = 4

// work reads and answers until the input ends, or until enough others wait.
func (s *server) work() {
	var line []byte // memory of this worker, for one message at a time
	for {
		var x *exchange
		if x, line = s.read(line); x == nil {
			return
		}
		x.answer()
		x.leave()
		s.answering.Done()
		if cap(line) > maxPending {
			line = nil
		}
		s.mu.Lock()
		enough := s.idle >= idleWorkers
		if !enough {
			s.idle++
		}
		s.mu.Unlock()
		if enough {
			return
		}
	}
}

// read waits for its turn and reads until there is something to answer, which
// must not hold up reading; nil means that there is no more. Then somebody else
// reads on. The line is what the exchange's memory is.
func (s *server) read(line []byte) (*exchange, []byte) {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	for {
		var err error
		s.mu.Lock()
		over := s.over
		s.mu.Unlock()
		if over {
			return nil, line
		}
		line, err = s.in.next(line)
		if err != nil && !errors.Is(err, errTooLong) {
			s.stop(err)
			return nil, line
		}
		if x := s.message(line, err); x != nil {
			return x, line
		}
	}
}

// message makes of a line what there is to answer, nil if nothing. What the
// reader itself writes, it writes before it reads on: a client that sends
// nonsense and reads no answers holds up itself.
func (s *server) message(line []byte, err error) *exchange {
	var m jsonrpc.Message
	if err == nil {
		m, err = jsonrpc.Decode(line, s.config.limits)
	}
	s.exchange++
	s.tap(mcp.In, s.exchange, line, err)
	switch {
	case errors.Is(err, errTooLong):
		s.respond(s.exchange, jsonrpc.AppendError(nil, jsonrpc.ID{},
			jsonrpc.Errorf(jsonrpc.InvalidRequest, "%v: more than %d bytes", err, s.in.limit)))
		return nil
	case err != nil:
		s.refuse(err)
		return nil
	}
	switch m.Shape {
	case jsonrpc.Request:
		return s.begin(&m)
	case jsonrpc.Notification:
		return s.notification(&m)
	default: // a client sends no responses, and gets none for them (STDIO-008)
		s.config.logger.WarnContext(s.ctx, "a response from a client is ignored", "shape", m.Shape.String(), "id", m.ID.String())
		return nil
	}
}

// refuse answers a line that is no message, with its id if it was a request's.
// A broken response is a broken line like others: it gets an error without id.
func (s *server) refuse(err error) {
	var broken *jsonrpc.DecodeError
	if !errors.As(err, &broken) {
		return
	}
	id := broken.ID
	if broken.Shape == jsonrpc.Result || broken.Shape == jsonrpc.ErrorShape {
		id = jsonrpc.ID{}
	}
	s.respond(s.exchange, jsonrpc.AppendError(nil, id, broken.Response()))
}

// notification takes a notification. One that cancels a request which is not
// open, or says nothing, is ignored (CANCEL-016).
func (s *server) notification(m *jsonrpc.Message) *exchange {
	if m.Method != mcp.EventCancelled.Name {
		if s.notified == nil {
			return nil
		}
		x := &exchange{s: s, number: s.exchange, notification: &mcp.Notification{Method: m.Method, Params: m.Params}}
		switch s.admit(x) {
		case nil:
			return x
		case errTooMany:
			s.config.logger.WarnContext(s.ctx, "a notification is dropped: too many requests at once", "method", m.Method)
		}
		return nil
	}
	params, err := mcp.EventCancelled.DecodeParams(m.Params)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	x := s.open[params.RequestID.Canonical()]
	s.mu.Unlock()
	if x != nil {
		s.config.logger.DebugContext(s.ctx, "request cancelled by the client", "id", params.RequestID.String(), "reason", params.Reason)
		x.abandon()
	}
	return nil
}

// respond writes a line that is no exchange's.
func (s *server) respond(number uint64, frame []byte) {
	s.queue(frame, func(line []byte) { s.tap(mcp.Out, number, line, nil) })
}

// queue queues a line, and waits while the peer reads too slowly. If there is
// nobody left to read, the line is dropped.
func (s *server) queue(frame []byte, note func([]byte)) {
	for {
		room, _ := s.out.write(frame, note) // why it fails is write's to say
		if room == nil {
			return
		}
		select {
		case <-room:
		case <-s.life.Done():
			return
		}
	}
}

func (s *server) tap(direction mcp.Direction, number uint64, line []byte, err error) {
	if s.config.tap != nil {
		s.config.tap(mcp.Frame{
			Time: time.Now(), Direction: direction, Data: line, Err: err,
			Connection: 1, Exchange: number, Peer: peer(),
		})
	}
}

func peer() mcp.Peer { return mcp.Peer{Transport: "stdio"} }

// sizeLimit returns what a limit of size means for lines.
func sizeLimit(limits jsonrpc.Limits) int {
	switch {
	case limits.Size < 0:
		return int(^uint(0)>>1) - 1
	case limits.Size == 0:
		return jsonrpc.DefaultSize
	}
	return limits.Size
}
