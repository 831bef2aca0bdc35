package sgc

import (
	"context"
	"maps"
	"slices"
	"strings"

	"cohortium/internal/platform/record"
)

// The kinds of things that history and audit trail know.
const (
	objectCohort    = "cohort"
	objectPhenotype = "phenotype"
)

// note is the one place where what happened to a cohort is written down: in its
// history, and in the audit trail. It never holds numbers of a file, nor a hash of one.
func (s *Service) note(ctx context.Context, tx Tx, cohortID string, h record.Event) error {
	h.Object, h.ObjectID = objectCohort, cohortID
	return record.Note(ctx, tx, s.now(), h, h.Sentence())
}

func (s *Service) auditOnly(ctx context.Context, tx Tx, cohortID string, h record.Event) error {
	h.Object, h.ObjectID = objectCohort, cohortID
	return record.Trail(ctx, tx, s.now(), h, h.Sentence())
}

// labels names the values that changed, as people read them.
func labels(was map[string]string) []string {
	keys := slices.Sorted(maps.Keys(was))
	for i, key := range keys {
		keys[i] = strings.ReplaceAll(key, "_", " ")
	}
	return keys
}
