// Package answer writes the answers of all handlers: errors, files, tables and JSON. Downloads are
// recorded before their first byte.
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

// Answers writes the answers of all handlers, and records downloads.
type Answers struct {
	log      *slog.Logger
	audit    *audit.Log
	refusals []refusal
}

// refusal returns the body of an error with additional fields; nil for errors that it does not
// know.
type refusal func(r *http.Request, status int, body openapi.Error, err error) any

// New returns the answers for all handlers; the refusals are tried in order.
func New(log *slog.Logger, trail *audit.Log, refusals ...refusal) *Answers {
	return &Answers{log: log, audit: trail, refusals: refusals}
}

// statusClientGone is only logged: the client has disconnected.
const statusClientGone = 499

// Fail answers with an error: its code, message and fields go to the client, its cause goes to the
// log.
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

// FailWith answers with an error and a given status.
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

// WriteJSON answers with a value; one that cannot be encoded is an internal error.
func (a *Answers) WriteJSON(w http.ResponseWriter, r *http.Request, status int, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		a.log.ErrorContext(r.Context(), "answer cannot be written", "request_id", request.ID(r.Context()), "err", err)
		status, text = http.StatusInternalServerError, []byte(`{"detail":"Something went wrong on the server.","code":"internal","fields":[],"request_id":""}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // the client may have disconnected
}
