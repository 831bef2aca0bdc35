package dataset

import (
	"context"
	"errors"
	"strings"

	"cohortium/internal/audit"
	"cohortium/internal/auth"
	"cohortium/internal/errs"
)

// The kinds of things that the audit trail knows.
const (
	objectDataset = "dataset"
	objectStudy   = "study"
)

// happening is what somebody did to a data set: for those who see it, and for
// the audit trail.
type happening struct {
	action  string // in words
	detail  string
	kind    audit.Action
	changes []fieldChange
}

// fieldChange is a field before and after, by both of its names.
type fieldChange struct {
	key string
	Change
}

// note is the one place where what happened to a data set is written down: in
// its history, and in the audit trail.
func (s *Service) note(ctx context.Context, tx Tx, by *auth.Identity, datasetID string, h happening) error {
	entry := HistoryEntry{At: s.now(), By: nameOf(by), Action: h.action, Detail: h.detail}
	for _, c := range h.changes {
		entry.Changes = append(entry.Changes, c.Change)
	}
	if err := tx.AddHistory(ctx, datasetID, entry); err != nil {
		return err
	}
	return s.auditOnly(ctx, tx, by, objectDataset, datasetID, h)
}

func (s *Service) auditOnly(ctx context.Context, tx Tx, by *auth.Identity, object, id string, h happening) error {
	e := audit.Entry{Action: h.kind, Object: object, ObjectID: id, Detail: strings.TrimSpace(h.action + " " + h.detail), Actor: nameOf(by)}
	if len(h.changes) > 0 {
		e.Before, e.After = make(map[string]string), make(map[string]string)
		for _, c := range h.changes {
			e.Before[c.key], e.After[c.key] = c.Before, c.After
		}
	}
	return audit.Append(ctx, tx, s.now(), e)
}

// nameOf is who acts; nobody stands for the program itself.
func nameOf(by *auth.Identity) string {
	if by == nil {
		return audit.System
	}
	return by.User.UserName
}

// differences lists the entries that differ between two sheets of the same fields.
func differences(before, after []entry) (out []fieldChange) {
	for i, was := range before {
		if is := after[i]; is.value != was.value {
			out = append(out, fieldChange{was.key, Change{Field: was.label, Before: was.value, After: is.value}})
		}
	}
	return out
}

// labelsOf names the fields that changed, as people read them.
func labelsOf(changes []fieldChange) string {
	names := make([]string, len(changes))
	for i, c := range changes {
		names[i] = c.Field
	}
	return strings.Join(names, ", ")
}

// History lists what happened to a data set, newest first.
func (s *Service) History(ctx context.Context, by *auth.Identity, id string) (_ []HistoryEntry, err error) {
	defer errs.Wrap(&err, "dataset.History(%q)", id)
	if _, _, err := s.datasetFor(ctx, by, id); err != nil {
		return nil, err
	}
	return s.store.History(ctx, id)
}

// sentenceOf is what people may read of an error.
func sentenceOf(err error) string {
	var known *errs.Error
	if errors.As(err, &known) {
		return known.Detail
	}
	return "This cannot be used."
}

func codeOf(err error) string {
	var known *errs.Error
	if errors.As(err, &known) {
		return known.Code
	}
	return ""
}
