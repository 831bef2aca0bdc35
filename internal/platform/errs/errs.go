// Package errs holds the kinds of error that callers distinguish, the code and sentence shown to
// people, and the form fields they belong to. The cause stays inside for the log. It imports the
// standard library only.
package errs

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Kind is the class of an error: what the caller can do about it.
type Kind uint8

// The kinds. The zero Kind is Internal, so that an unclassified error is never shown as the user's
// fault.
const (
	Internal        Kind = iota // a fault of the server; retrying may help
	Invalid                     // the request cannot be understood
	Unauthenticated             // not signed in
	Forbidden                   // signed in, but not allowed
	NotFound                    // absent, or not visible to the caller
	Conflict                    // the state or version has changed, or a name is taken
	TooLarge                    // over a limit on size
	Unsupported                 // an unsupported type of content
	Rule                        // valid, but it breaks a rule; Fields name where
	RateLimited                 // too many; try later
	Unavailable                 // a dependency does not answer
	Slow                        // it took too long to arrive
)

// Status returns the HTTP status of a kind: the one table for every handler.
func (k Kind) Status() int {
	switch k {
	case Invalid:
		return http.StatusBadRequest
	case Unauthenticated:
		return http.StatusUnauthorized
	case Forbidden:
		return http.StatusForbidden
	case NotFound:
		return http.StatusNotFound
	case Conflict:
		return http.StatusConflict
	case TooLarge:
		return http.StatusRequestEntityTooLarge
	case Unsupported:
		return http.StatusUnsupportedMediaType
	case Rule:
		return http.StatusUnprocessableEntity
	case RateLimited:
		return http.StatusTooManyRequests
	case Unavailable:
		return http.StatusServiceUnavailable
	case Slow:
		return http.StatusRequestTimeout
	}
	return http.StatusInternalServerError
}

// Field is one field of a form and the sentence that belongs next to it.
type Field struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Error is an error that may be shown to people.
type Error struct {
	Kind   Kind
	Code   string  // one word for programs, stable
	Detail string  // one sentence for people: what, where, what to do
	Fields []Field // the fields at fault, if any
	Cause  error   // for the log only
}

// New returns an error of a kind with a code and a formatted sentence.
func New(kind Kind, code, format string, args ...any) *Error {
	return &Error{Kind: kind, Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Because attaches the cause for the log.
func (e *Error) Because(cause error) *Error {
	out := *e
	out.Cause = cause
	return &out
}

// WithFields attaches the fields at fault.
func (e *Error) WithFields(fields ...Field) *Error {
	out := *e
	out.Fields = append(out.Fields[:len(out.Fields):len(out.Fields)], fields...)
	return &out
}

// Error returns the sentence and, for the log, the cause.
func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Detail + ": " + e.Cause.Error()
	}
	return e.Detail
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// KindOf returns the kind of the outermost Error in err's chain, Internal if there is none.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return Internal
}

// CodeOf returns the code of the outermost Error in err's chain, "" if there is none.
func CodeOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Is reports whether err is of the kind.
func Is(err error, kind Kind) bool { return err != nil && KindOf(err) == kind }

// AtField reports that one field breaks a rule.
func AtField(field, sentence string) *Error {
	return New(Rule, "rule", "%s", sentence).WithFields(Field{Field: field, Message: sentence})
}

// Shortened returns a text for a sentence, of at most n characters, with a sign when some are
// missing.
func Shortened(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n]) + "…"
	}
	return text
}

// Missing reports that a thing of this name is absent or not visible to the caller.
func Missing(what string) *Error {
	return New(NotFound, "not_found", "This %s does not exist, or it is not yours to see.", what)
}

// Wrap adds the call and its arguments to *err, keeping its kind. Use it deferred:
//
//	defer errs.Wrap(&err, "store.Upload(%q)", id)
func Wrap(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), *err)
	}
}

// Sentence begins a text with a capital letter and ends it with a stop.
func Sentence(text string) string {
	if text == "" {
		return text
	}
	text = strings.ToUpper(text[:1]) + text[1:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
