package httpapi

import (
	"errors"
	"io"
	"maps"
	"net/http"
	"strconv"

	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/gate"
)

// enter waits at a gate and returns the function that frees the place. If the gate is full it
// answers the request and returns false.
func (s *server) enter(w http.ResponseWriter, r *http.Request, g *gate.Gate) (leave func(), ok bool) {
	leave, err := g.Enter(r.Context(), s.caller(r, request.InfoOf(r.Context()).Identity))
	if err == nil {
		return leave, true
	}
	if errors.Is(err, gate.ErrBusy) {
		w.Header().Set("Retry-After", "2")
		err = errs.New(
			errs.Unavailable,
			"busy",
			"The server is busy, or too many of your requests run at the same time. Wait 2 seconds and try again.",
		).Because(
			err,
		)
	}
	s.Fail(w, r, err)
	return nil, false
}

// maxAnswer limits a computed answer, in bytes.
const maxAnswer = 256 << 20

// computed holds a slot only while next runs. The body of the request is read before, and the
// answer is buffered and sent after, so that a slow client does not affect others.
func (s *server) computed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a := &keptWriter{header: w.Header().Clone(), status: http.StatusOK, content: spool{dir: s.Config.TempDir, limit: maxAnswer}}
		defer func() { _ = a.content.Close() }() // a file that only this request has
		if !s.compute(w, a, r, next) {
			return
		}
		if a.err != nil {
			if errors.Is(a.err, errSpoolFull) {
				a.err = errs.New(errs.Rule, "answer_too_large", "The answer is larger than %d MB. Ask for less at once.", maxAnswer>>20).Because(a.err)
			}
			s.Fail(w, r, a.err)
			return
		}
		maps.Copy(w.Header(), a.header)
		if size := a.content.size(); size > 0 {
			w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
		}
		w.WriteHeader(a.status)
		_, _ = io.Copy(w, a.content.reader()) // the client may have disconnected
	}
}

// compute runs next in a slot; false if there was none, which it has answered.
func (s *server) compute(w http.ResponseWriter, a *keptWriter, r *http.Request, next http.HandlerFunc) bool {
	leave, ok := s.enter(w, r, s.limits.slots)
	if !ok {
		return false
	}
	defer leave()
	next(a, r)
	return true
}

// keptWriter buffers an answer.
type keptWriter struct {
	header  http.Header
	status  int
	written bool // the status is final
	content spool
	err     error // why the answer is incomplete
}

// Header implements http.ResponseWriter.
func (a *keptWriter) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *keptWriter) WriteHeader(status int) {
	if !a.written {
		a.status, a.written = status, true
	}
}

// Write implements http.ResponseWriter.
func (a *keptWriter) Write(p []byte) (int, error) {
	a.written = true
	n, err := a.content.Write(p)
	a.err = errors.Join(a.err, err)
	return n, err
}
