package record

import "cohortium/internal/platform/errs"

const codeChanged = "changed"

// ConflictError says that somebody else has changed a thing meanwhile, and what
// the caller sees of it now.
type ConflictError[View any] struct {
	Current *View
	cause   error
}

// Conflict makes a ConflictError of what the caller sees now and a sentence.
func Conflict[View any](current *View, format string, args ...any) error {
	return &ConflictError[View]{Current: current, cause: Changed(format, args...)}
}

// Error gives the sentence.
func (e *ConflictError[View]) Error() string { return e.cause.Error() }

// Unwrap gives an errs.Error of kind Conflict, code "changed".
func (e *ConflictError[View]) Unwrap() error { return e.cause }

// Changed says that a version was not the current one.
func Changed(format string, args ...any) *errs.Error {
	return errs.New(errs.Conflict, codeChanged, format, args...)
}

// IsChanged reports that a version was not the current one.
func IsChanged(err error) bool { return errs.Is(err, errs.Conflict) && errs.CodeOf(err) == codeChanged }
