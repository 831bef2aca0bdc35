package dataset

import (
	"context"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
)

// ConflictError says that somebody else has changed a data set meanwhile, and
// what it is now.
type ConflictError struct {
	Current *View
	cause   error
}

// Error gives the sentence.
func (e *ConflictError) Error() string { return e.cause.Error() }

// Unwrap gives an errs.Error of kind Conflict, code "changed".
func (e *ConflictError) Unwrap() error { return e.cause }

// isChanged reports that a version was not the current one.
func isChanged(err error) bool {
	return errs.Is(err, errs.Conflict) && codeOf(err) == "changed"
}

// changedMeanwhile gives a caller whose version is not the current one what the
// data set is now.
func (s *Service) changedMeanwhile(ctx context.Context, by *auth.Identity, id string) error {
	view, err := s.Dataset(ctx, by, id)
	if err != nil {
		return err
	}
	return &ConflictError{Current: view, cause: errs.New(errs.Conflict, "changed",
		"%s has changed this data set meanwhile. Compare both versions and save again.", view.UpdatedBy)}
}
