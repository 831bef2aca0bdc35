package dataset

import (
	"context"
	"errors"
	"slices"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// The object kinds of history and audit trail.
const (
	ObjectDataset = "dataset"
	objectStudy   = "study"
)

// note is the only place that records events of a data set: in its history and in the audit trail.
func (s *Service) note(ctx context.Context, tx Tx, by *auth.Identity, datasetID string, h record.Event) error {
	h.Object, h.ObjectID, h.By = ObjectDataset, datasetID, by.Actor()
	return record.Note(ctx, tx, s.now(), h, h.Sentence())
}

func (s *Service) auditOnly(ctx context.Context, tx Tx, by *auth.Identity, object, id string, h record.Event) error {
	h.Object, h.ObjectID, h.By = object, id, by.Actor()
	return record.Trail(ctx, tx, s.now(), h, h.Sentence())
}

// History lists the events of a data set, newest first. Only accounts that may share it see whom it
// is shared with.
func (s *Service) History(ctx context.Context, by *auth.Identity, id string) (_ []record.Entry, err error) {
	defer errs.Wrap(&err, "dataset.History(%q)", id)
	_, r, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	entries, err := s.store.History(ctx, ObjectDataset, id)
	if r < record.CoOwner {
		for i, e := range entries {
			entries[i].Changes = slices.DeleteFunc(e.Changes, func(c record.Change) bool { return c.Field == sharedPeople || c.Field == sharedGroups })
		}
	}
	return entries, err
}

// sentenceOf returns the public text of an error.
func sentenceOf(err error) string {
	var known *errs.Error
	if errors.As(err, &known) {
		return known.Detail
	}
	return "This cannot be used."
}
