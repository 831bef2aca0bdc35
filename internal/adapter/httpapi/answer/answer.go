// Package answer writes what every handler answers with: errors, files, tables and JSON. What
// leaves the server goes on record before its first byte.
package answer

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Answers writes what every handler answers with, and puts on record what leaves the server.
type Answers struct {
	log      *slog.Logger
	audit    *audit.Log
	refusals []refusal
}

// refusal is the body of an error answer that has more than every error; nil for an error
// that is not its own.
type refusal func(r *http.Request, status int, body openapi.Error, err error) any

// New makes what all handlers answer with; the refusals are asked in their order.
func New(log *slog.Logger, trail *audit.Log, refusals ...refusal) *Answers {
	return &Answers{log: log, audit: trail, refusals: refusals}
}

// statusClientGone is logged, never read: the client has hung up.
const statusClientGone = 499

// Fail answers with an error: its code, sentence and fields go to the client,
// its cause to the log.
func (a *Answers) Fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		w.WriteHeader(statusClientGone)
		return
	}
	var slow *auth.RateLimited
	if errors.As(err, &slow) {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(slow.RetryAfter.Seconds()))))
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) && !errs.Is(err, errs.Unavailable) { // which is about the answer of another service
		err = errs.New(errs.TooLarge, "too_large", "This request is larger than %d bytes.", tooLarge.Limit).Because(err)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = errs.New(errs.Unavailable, "timeout", "This took too long. Try again.").Because(err)
	}
	a.FailWith(w, r, errs.KindOf(err).Status(), err)
}

// FailWith answers with an error and a status of its own.
func (a *Answers) FailWith(w http.ResponseWriter, r *http.Request, status int, err error) {
	body := openapi.Error{
		Fields: []openapi.FieldError{},
		Detail: "Something went wrong on the server. Try again; if it happens again, tell the operator the request id.",
		Code:   "internal", RequestId: request.ID(r.Context()),
	}
	var known *errs.Error
	if errors.As(err, &known) {
		body.Detail, body.Code = known.Detail, known.Code
		for _, f := range known.Fields {
			body.Fields = append(body.Fields, openapi.FieldError{Field: f.Field, Message: f.Message})
		}
	}
	if status >= http.StatusInternalServerError {
		a.log.ErrorContext(r.Context(), "request failed", "request_id", body.RequestId, "err", err)
	} else {
		a.log.DebugContext(r.Context(), "request refused", "request_id", body.RequestId, "err", err)
	}
	switch status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", `Bearer realm="cohortium"`)
	case http.StatusForbidden:
		a.recordDenied(r.Context(), err)
	}
	if w.Header().Get("Retry-After") == "" {
		switch status {
		case http.StatusServiceUnavailable:
			w.Header().Set("Retry-After", "5")
		case http.StatusTooManyRequests:
			w.Header().Set("Retry-After", "60")
		}
	}
	for _, more := range a.refusals {
		if own := more(r, status, body, err); own != nil {
			a.WriteJSON(w, r, status, own)
			return
		}
	}
	a.WriteJSON(w, r, status, body)
}

// WriteJSON answers with a value; one that cannot be written is an error of ours.
func (a *Answers) WriteJSON(w http.ResponseWriter, r *http.Request, status int, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		a.log.ErrorContext(r.Context(), "answer cannot be written", "request_id", request.ID(r.Context()), "err", err)
		status, text = http.StatusInternalServerError, []byte(`{"detail":"Something went wrong on the server.","code":"internal","fields":[],"request_id":""}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // the client may have gone
}
