package httpserver

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"cohortium/internal/platform/errs"
)

// paced sets a separate deadline for each piece of an answer, so that a long download continues
// while its client reads, and a stalled client is disconnected.
func (l Limits) paced(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &writer{ResponseWriter: w, control: http.NewResponseController(w), limit: l.Write}
		defer out.renew() // buffered data is sent after the handler
		if r.Body != http.NoBody {
			r.Body = &body{r.Body, l.Body}
		}
		next.ServeHTTP(out, r)
	})
}

// body is the body of a request, all of it within the limit, which the server sets and enforces.
type body struct {
	io.ReadCloser
	limit time.Duration
}

// Read reads on, and distinguishes a client that is too slow from one that disconnected.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = errs.New(errs.Slow, "too_slow", "This request took longer than %s to arrive. Send it again over a better connection.", b.limit).Because(err)
	}
	return n, err
}

// piece is how much must be sent within one limit.
const piece = 64 << 10

// writer renews the deadline with each piece.
type writer struct {
	http.ResponseWriter
	control *http.ResponseController
	limit   time.Duration
}

func (w *writer) renew() { _ = w.control.SetWriteDeadline(time.Now().Add(w.limit)) } // not every ResponseWriter has one

// WriteHeader implements http.ResponseWriter.
func (w *writer) WriteHeader(status int) {
	w.renew()
	w.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (w *writer) Write(p []byte) (written int, err error) {
	for {
		w.renew()
		n, err := w.ResponseWriter.Write(p[:min(len(p), piece)])
		written += n
		if p = p[n:]; err != nil || len(p) == 0 {
			return written, err
		}
	}
}

// FlushError is called by http.ResponseController.
func (w *writer) FlushError() error {
	w.renew()
	return w.control.Flush()
}

// Unwrap lets http.ResponseController reach the connection.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }
