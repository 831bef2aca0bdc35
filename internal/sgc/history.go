package sgc

import (
	"context"
	"maps"
	"slices"
	"strings"

	"cohortium/internal/audit"
)

// The kinds of things that the audit trail knows.
const (
	objectCohort    = "cohort"
	objectPhenotype = "phenotype"
)

// happening is what somebody did to a cohort, for those who see it and for the
// audit trail. It never holds numbers of a file, nor a hash of one.
type happening struct {
	by     string // user name
	action string // in words
	detail string
	kind   audit.Action
	before map[string]string // changed values; for the audit trail only
	after  map[string]string
}

// note is the one place where what happened to a cohort is written down: in its
// history, and in the audit trail.
func (s *Service) note(ctx context.Context, tx Tx, cohortID string, h happening) error {
	err := tx.AddHistory(ctx, cohortID, HistoryEntry{At: s.now(), By: h.by, Action: h.action, Detail: h.detail})
	if err != nil {
		return err
	}
	return s.auditOnly(ctx, tx, cohortID, h)
}

func (s *Service) auditOnly(ctx context.Context, tx Tx, cohortID string, h happening) error {
	return audit.Append(ctx, tx, s.now(), audit.Entry{
		Action: h.kind, Object: objectCohort, ObjectID: cohortID, Detail: strings.TrimSpace(h.action + " " + h.detail),
		Before: h.before, After: h.after, Actor: h.by,
	})
}

// differences keeps of two sets of values those that differ.
func differences(before, after map[string]string) (was, is map[string]string) {
	was, is = make(map[string]string), make(map[string]string)
	for name, value := range before {
		if after[name] != value {
			was[name], is[name] = value, after[name]
		}
	}
	return was, is
}

// labels names the values that changed, as people read them.
func labels(was map[string]string) []string {
	keys := slices.Sorted(maps.Keys(was))
	for i, key := range keys {
		keys[i] = strings.ReplaceAll(key, "_", " ")
	}
	return keys
}
