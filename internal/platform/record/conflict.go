package record

import "cohortium/internal/platform/errs"

const codeChanged = "changed"

// ConflictError reports that another user has changed a thing meanwhile, and its current state as
// the caller sees it.
type ConflictError[View any] struct {
	Current *View
	cause   error
}

// Conflict returns a ConflictError with the caller's current view and a sentence.
func Conflict[View any](current *View, format string, args ...any) error {
	return &ConflictError[View]{Current: current, cause: Changed(format, args...)}
}

// Error returns the sentence.
func (e *ConflictError[View]) Error() string { return e.cause.Error() }

// Unwrap returns an errs.Error of kind Conflict, code "changed".
func (e *ConflictError[View]) Unwrap() error { return e.cause }

// Changed reports that a version was not the current one.
func Changed(format string, args ...any) *errs.Error {
	return errs.New(errs.Conflict, codeChanged, format, args...)
}

// IsChanged reports whether err means that a version was not the current one.
func IsChanged(err error) bool { return errs.Is(err, errs.Conflict) && errs.CodeOf(err) == codeChanged }
