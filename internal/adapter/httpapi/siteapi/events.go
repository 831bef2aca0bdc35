package siteapi

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
)

// Events notifies open pages when jobs change. The job table is read once per interval for all
// listeners, and not at all without listeners.
type Events struct {
	jobs     *job.Service
	now      func() time.Time
	interval time.Duration
	log      *slog.Logger

	mu        sync.Mutex
	listeners map[chan []*job.View]bool
	stop      context.CancelFunc
}

// NewEvents creates the events of jobs; interval 0 is one second.
func NewEvents(jobs *job.Service, now func() time.Time, interval time.Duration, log *slog.Logger) *Events {
	if interval <= 0 {
		interval = time.Second
	}
	return &Events{jobs: jobs, now: now, interval: interval, log: log, listeners: make(map[chan []*job.View]bool)}
}

// eventBacklog is how many changes a slow listener may be behind before it is disconnected; it
// reconnects and reads the state again.
const eventBacklog = 32

func (e *Events) listen() chan []*job.View {
	e.mu.Lock()
	defer e.mu.Unlock()
	ch := make(chan []*job.View, eventBacklog)
	e.listeners[ch] = true
	if len(e.listeners) == 1 {
		ctx, stop := context.WithCancel(context.Background())
		e.stop = stop
		go e.poll(ctx)
	}
	return ch
}

func (e *Events) leave(ch chan []*job.View) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drop(ch)
}

// drop removes a listener; the caller holds the lock.
func (e *Events) drop(ch chan []*job.View) {
	if !e.listeners[ch] {
		return
	}
	delete(e.listeners, ch)
	close(ch)
	if len(e.listeners) == 0 {
		e.stop()
	}
}

// changesAtOnce limits one read of the job table; the next read continues.
const changesAtOnce = 500

// overlap is the time that each read repeats: another server's clock may be behind, and a
// transaction may become visible after a later one.
const overlap = 3 * time.Second

func (e *Events) poll(ctx context.Context) {
	tick := time.NewTicker(e.interval)
	defer tick.Stop()
	since := e.now().Add(-overlap)
	sent := make(map[string]time.Time)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		jobs, err := e.jobs.ChangedSince(ctx, since.Add(-overlap), changesAtOnce)
		if err != nil {
			if ctx.Err() == nil {
				e.log.WarnContext(ctx, "job changes cannot be read", "err", err)
			}
			continue
		}
		var changed []*job.View
		for _, j := range jobs {
			if !sent[j.ID].Equal(j.UpdatedAt) {
				changed = append(changed, j)
				sent[j.ID] = j.UpdatedAt
			}
			if j.UpdatedAt.After(since) {
				since = j.UpdatedAt
			}
		}
		for id, at := range sent {
			if at.Before(since.Add(-2 * overlap)) {
				delete(sent, id)
			}
		}
		if len(changed) > 0 {
			e.tell(changed)
		}
	}
}

func (e *Events) tell(changed []*job.View) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for ch := range e.listeners {
		select {
		case ch <- changed:
		default:
			e.drop(ch)
		}
	}
}

// heartbeat is how often a silent stream sends a comment, and how often it checks that its session
// is still valid.
const heartbeat = 15 * time.Second

// StreamEvents serves GET /api/events.
func (s *Server) StreamEvents(w http.ResponseWriter, r *http.Request) {
	id := request.Identity(r.Context())
	changes := s.Events.listen()
	defer s.Events.leave(changes)
	control := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	if _, err := fmt.Fprint(w, "retry: 2000\n\n: open\n\n"); err != nil || control.Flush() != nil {
		return
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		var err error
		select {
		case <-r.Context().Done():
			return
		case <-s.Stopping:
			return
		case jobs, open := <-changes:
			if !open {
				return
			}
			err = writeEvents(w, id, jobs)
		case <-beat.C:
			if id, err = s.Recheck(r.Context()); err != nil {
				return
			}
			_, err = fmt.Fprint(w, ": still here\n\n")
		}
		if err != nil || control.Flush() != nil {
			return
		}
	}
}

func writeEvents(w http.ResponseWriter, id *auth.Identity, jobs []*job.View) error {
	for _, j := range jobs {
		if !job.Sees(id, j.Job) {
			continue
		}
		text, err := json.Marshal(view.JobOf(j))
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "event: job\ndata: %s\n\n", text); err != nil {
			return err
		}
	}
	return nil
}
