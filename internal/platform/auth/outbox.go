package auth

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	outboxSize    = 1000
	closePatience = 5 * time.Second
)

// outbox runs background jobs one after the other: mails whose sending time would reveal whether an
// account exists, and notices. It is bounded, belongs to its Service and ends with it.
type outbox struct {
	mu     sync.Mutex
	jobs   chan func(context.Context)
	done   chan struct{} // closed when the last job has finished; nil before the first
	closed bool
	ctx    context.Context // of the jobs; ends when patience does
	cancel context.CancelFunc
}

func newOutbox() *outbox {
	o := &outbox{jobs: make(chan func(context.Context), outboxSize)}
	o.ctx, o.cancel = context.WithCancel(context.Background())
	return o
}

// add queues a job that keeps the values of ctx but not its end. It reports false when the outbox
// is full or closed.
func (o *outbox) add(ctx context.Context, job func(context.Context)) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return false
	}
	ctx = context.WithoutCancel(ctx)
	select {
	case o.jobs <- func(end context.Context) {
		ctx, cancel := context.WithCancel(ctx)
		defer context.AfterFunc(end, cancel)()
		defer cancel()
		job(ctx)
	}:
	default:
		return false
	}
	if o.done == nil {
		o.done = make(chan struct{})
		go o.work()
	}
	return true
}

func (o *outbox) work() {
	defer close(o.done)
	for job := range o.jobs {
		job(o.ctx)
	}
}

// close accepts no more jobs and waits for the rest; those that take longer are cancelled.
func (o *outbox) close(patience time.Duration) error {
	o.mu.Lock()
	closed, done := o.closed, o.done
	if !closed {
		o.closed = true
		close(o.jobs)
	}
	o.mu.Unlock()
	defer o.cancel()
	if closed || done == nil {
		return nil
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-done:
		return nil
	case <-timer.C:
		o.cancel()
		<-done
		return errors.New("auth: mail that was waiting could not be sent in time")
	}
}

// notify mails a notice in the background.
func (s *Service) notify(ctx context.Context, u *User, m Message) {
	if !s.canMail(u) || m.To == "" {
		return
	}
	ok := s.outbox.add(ctx, func(ctx context.Context) {
		if err := s.mailer.Send(ctx, m); err != nil {
			s.log.WarnContext(ctx, "a notice could not be mailed", "subject", m.Subject, "user_id", u.ID, "err", err)
		}
	})
	if !ok {
		s.log.WarnContext(ctx, "a notice was not mailed: too many wait", "subject", m.Subject, "user_id", u.ID)
	}
}
