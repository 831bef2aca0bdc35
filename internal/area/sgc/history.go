package sgc

import (
	"context"
	"maps"
	"slices"
	"strings"

	"cohortium/internal/platform/record"
)

// The object kinds of history and audit trail.
const (
	objectCohort    = "cohort"
	objectPhenotype = "phenotype"
)

// note is the only place that records events of a cohort: in its history and in the audit trail.
// Events never contain numbers of a file, nor its hash.
func (s *Service) note(ctx context.Context, tx Tx, cohortID string, h record.Event) error {
	h.Object, h.ObjectID = objectCohort, cohortID
	return record.Note(ctx, tx, s.now(), h, h.Sentence())
}

func (s *Service) auditOnly(ctx context.Context, tx Tx, cohortID string, h record.Event) error {
	h.Object, h.ObjectID = objectCohort, cohortID
	return record.Trail(ctx, tx, s.now(), h, h.Sentence())
}

// labels returns the labels of the changed values.
func labels(was map[string]string) []string {
	keys := slices.Sorted(maps.Keys(was))
	for i, key := range keys {
		keys[i] = strings.ReplaceAll(key, "_", " ")
	}
	return keys
}
