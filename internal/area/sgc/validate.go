package sgc

import (
	"context"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Validate checks a cohort by every rule and marks it as validated. *FindingsError with all
// obstacles; *ConflictError if the version is not current.
func (s *Service) Validate(ctx context.Context, by *auth.Identity, id string, version int64) (_ *CohortView, err error) {
	defer errs.Wrap(&err, "sgc.Validate(%q, %d)", id, version)
	r, err := s.open(ctx, by, id, version)
	if err != nil {
		return nil, err
	}
	dictionary, _, err := s.dictionary(ctx)
	if err != nil {
		return nil, err
	}
	if open := r.open(dictionary); len(open) > 0 {
		return nil, &FindingsError{Findings: open, cause: findings("The cohort cannot be validated yet: %s to settle.", counted(len(open), "point"))}
	}
	if r.Status == Validated {
		return s.view(ctx, by, r.Cohort)
	}
	now, before := s.now(), r.Status
	r.Status, r.ValidatedAt = Validated, &now
	return s.save(ctx, by, &change{Record: r, keepValidation: true, Event: record.Event{
		Action: "validated", Kind: audit.StatusChanged,
		Before: map[string]string{"status": string(before)}, After: map[string]string{"status": string(Validated)},
	}})
}

// open lists the obstacles to a validation.
func (r *Record) open(dictionary *check.Phenotypes) (out []check.Finding) {
	for _, t := range r.tasks() {
		if !t.Done {
			out = append(out, check.Finding{Severity: check.Block, Code: "task_open", Kind: t.kind(), Message: t.Missing})
		}
	}
	for _, f := range r.findings(dictionary).Findings {
		if f.Severity == check.Block {
			out = append(out, f)
		}
	}
	return out
}
