package sgc

import (
	"cohortium/internal/platform/phrase"
	"context"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// ConflictError reports that another user has changed a cohort meanwhile, and its current state.
type ConflictError = record.ConflictError[CohortView]

// FindingsError reports broken rules of a file or of a cohort.
type FindingsError struct {
	Check    *FileCheck      // of a file; nil otherwise
	Findings []check.Finding // of a cohort that should be validated
	cause    error
}

// Error returns the message.
func (e *FindingsError) Error() string { return e.cause.Error() }

// Unwrap returns an errs.Error of kind Rule, code "findings".
func (e *FindingsError) Unwrap() error { return e.cause }

func findings(format, counted string) error {
	return errs.New(errs.Rule, "findings", format, counted)
}

// counted formats 1 row, and 1,204 rows.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return phrase.Thousands(n) + " " + noun + "s"
}

// changedMeanwhile returns the current state of a cohort to a caller whose version is out of date.
func (s *Service) changedMeanwhile(ctx context.Context, by *auth.Identity, id string) error {
	view, err := s.Cohort(ctx, by, id)
	if err != nil {
		return err
	}
	return record.Conflict(view, "Another user has changed this cohort. Compare both versions and save again.")
}
