package sgc

import (
	"cohortium/internal/platform/phrase"
	"context"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// ConflictError says that somebody else has changed a cohort meanwhile, and
// what it is now.
type ConflictError = record.ConflictError[CohortView]

// FindingsError says that rules are broken: those of a file, or of a cohort.
type FindingsError struct {
	Check    *FileCheck      // of a file; nil otherwise
	Findings []check.Finding // of a cohort that is to be validated
	cause    error
}

// Error gives the sentence.
func (e *FindingsError) Error() string { return e.cause.Error() }

// Unwrap gives an errs.Error of kind Rule, code "findings".
func (e *FindingsError) Unwrap() error { return e.cause }

func findings(format, counted string) error {
	return errs.New(errs.Rule, "findings", format, counted)
}

// counted writes 1 row, and 1,204 rows.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return phrase.Thousands(n) + " " + noun + "s"
}

// changedMeanwhile gives a caller whose version is not the current one what the
// cohort is now.
func (s *Service) changedMeanwhile(ctx context.Context, by *auth.Identity, id string) error {
	view, err := s.Cohort(ctx, by, id)
	if err != nil {
		return err
	}
	return record.Conflict(view, "Another user has changed this cohort. Compare both versions and save again.")
}
