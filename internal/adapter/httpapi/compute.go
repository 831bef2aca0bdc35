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

// enter waits at a gate and returns what makes room for the next request. Where there is
// none it answers and reports false.
func (s *server) enter(w http.ResponseWriter, r *http.Request, g *gate.Gate) (leave func(), ok bool) {
	leave, err := g.Enter(r.Context(), s.caller(r, request.InfoOf(r.Context()).Identity))
	if err == nil {
		return leave, true
	}
	if errors.Is(err, gate.ErrBusy) {
		w.Header().Set("Retry-After", "2")
		err = errs.New(errs.Unavailable, "busy", "The server is busy, or too many of your requests run at the same time. Wait 2 seconds and try again.").Because(err)
	}
	s.Fail(w, r, err)
	return nil, false
}

// maxAnswer bounds a computed answer, in bytes.
const maxAnswer = 256 << 20

// computed holds a slot while next runs, and no longer: the body of the request has been
// read before, and the answer is kept until it is complete and sent after. How quickly a
// client sends or reads does not affect others.
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
		_, _ = io.Copy(w, a.content.reader()) // the client may have gone
	}
}

// compute runs next in a slot; false when there was none, which is answered.
func (s *server) compute(w http.ResponseWriter, a *keptWriter, r *http.Request, next http.HandlerFunc) bool {
	leave, ok := s.enter(w, r, s.limits.slots)
	if !ok {
		return false
	}
	defer leave()
	next(a, r)
	return true
}

// keptWriter keeps an answer.
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
