package dataset

import (
	"context"
	"fmt"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// UndoBatch undoes an import: it deletes the data sets that the import registered, restores those
// that it changed, and deletes studies that it registered and that are not in use. Registered data
// sets have no files, because a file counts as a change. Only the account that imported and
// curators may do this. errs.Conflict (undone) the second time, and (changed) with the data sets
// that were changed since.
func (s *Service) UndoBatch(ctx context.Context, by *auth.Identity, id string) (_ *Batch, err error) {
	defer errs.Wrap(&err, "dataset.UndoBatch(%q)", id)
	if err := mustRegister(by); err != nil {
		return nil, err
	}
	var batch *Batch
	err = s.store.InTx(ctx, func(tx Tx) error {
		b, err := tx.Batch(ctx, id)
		if errs.Is(err, errs.NotFound) || err == nil && b.ByID != by.User.ID && !editsAll(by) {
			return errs.Missing("import").Because(err)
		}
		if err != nil {
			return err
		}
		if b.UndoneAt != nil {
			return errs.New(errs.Conflict, "undone", "This import was undone already.")
		}
		if err := s.undo(ctx, tx, by, b); err != nil {
			return err
		}
		batch = b
		return nil
	})
	return batch, err
}

func (s *Service) undo(ctx context.Context, tx Tx, by *auth.Identity, b *Batch) error {
	data, err := untouched(ctx, tx, by, b)
	if err != nil {
		return err
	}
	for _, item := range b.Created {
		if err := tx.DeleteDataset(ctx, item.ID); err != nil {
			return err
		}
		h := record.Event{Action: "removed for ever", Detail: data[item.ID].Name, Kind: audit.Deleted}
		if err := s.auditOnly(ctx, tx, by, ObjectDataset, item.ID, h); err != nil {
			return err
		}
	}
	for _, item := range b.Changed {
		if err := s.undoChange(ctx, tx, by, data[item.ID], item); err != nil {
			return err
		}
	}
	for _, study := range b.Studies {
		if err := s.dropStudy(ctx, tx, by, study); err != nil {
			return err
		}
	}
	now := s.now()
	b.UndoneAt = &now
	if err := tx.SaveBatch(ctx, b); err != nil {
		return err
	}
	return s.auditOnly(ctx, tx, by, objectBatch, b.ID, record.Event{Action: "import undone", Kind: audit.Deleted})
}

// untouched reads the data sets of a batch by id. It fails if the caller may not change one of them
// any more, or if one was changed since.
func untouched(ctx context.Context, tx Tx, by *auth.Identity, b *Batch) (map[string]*Dataset, error) {
	data := make(map[string]*Dataset)
	var changed []string
	for _, item := range append(append([]BatchItem{}, b.Created...), b.Changed...) {
		d, err := tx.Dataset(ctx, item.ID)
		switch {
		case err != nil && !errs.Is(err, errs.NotFound):
			return nil, err
		case err != nil || relationOf(by, d) == record.Stranger: // the caller must not learn which of the two
			changed = append(changed, "one that was deleted or that you cannot see")
			continue
		case d.Version != item.Version || !canOf(relationOf(by, d), d).Edit:
			changed = append(changed, "“"+errs.Shortened(d.Name, 100)+"”")
			continue
		}
		data[item.ID] = d
	}
	if len(changed) == 0 {
		return data, nil
	}
	const most = 10
	names := strings.Join(changed[:min(most, len(changed))], ", ")
	if len(changed) > most {
		names += fmt.Sprintf(" and %d more", len(changed)-most)
	}
	return nil, record.Changed("Data sets of this import were changed since, and nothing was undone: %s.", names)
}

// undoChange restores the metadata and phenotype of a data set.
func (s *Service) undoChange(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, item BatchItem) error {
	h, err := s.describe(ctx, tx, by, d, *item.Before)
	if errs.Is(err, errs.Rule) {
		return errs.New(
			errs.Conflict,
			"study_gone",
			"The study that “%s” had before the import is gone, and nothing was undone.",
			errs.Shortened(d.Name, 100),
		).Because(
			err,
		)
	}
	if err != nil {
		return err
	}
	if h == nil {
		h = &record.Event{Action: "edited", Kind: audit.Changed}
	}
	h.Detail = "An import was undone. " + h.Detail
	switch {
	case item.Added != "":
		err = tx.DeletePhenotype(ctx, item.Added)
	case item.Phenotype != nil:
		err = s.undoPhenotype(ctx, tx, by, d, item.Phenotype)
	}
	if err != nil {
		return err
	}
	return s.putBack(ctx, tx, by, d, *h)
}

func (s *Service) undoPhenotype(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, before *Phenotype) error {
	p, err := phenotypeIn(ctx, tx, d, before.ID)
	if err != nil {
		return err
	}
	if err := tx.UpdatePhenotype(ctx, before); err != nil {
		return err
	}
	return s.resized(ctx, tx, by, d, p, before)
}

func (s *Service) putBack(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, h record.Event) error {
	d.UpdatedAt, d.UpdatedBy = s.now(), by.User.UserName
	if err := tx.UpdateDataset(ctx, d); err != nil {
		return err
	}
	return s.note(ctx, tx, by, d.ID, h)
}

// dropStudy deletes a study that the import registered, unless it is in use.
func (s *Service) dropStudy(ctx context.Context, tx Tx, by *auth.Identity, id string) error {
	study, err := tx.Study(ctx, id)
	if errs.Is(err, errs.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	err = tx.DeleteStudy(ctx, id)
	if errs.CodeOf(err) == "study_used" {
		return nil
	}
	if err != nil {
		return err
	}
	var none Study
	return s.auditOnly(ctx, tx, by, objectStudy, id, record.Event{Action: "removed", Kind: audit.Deleted, Changes: record.Changes(study.sheet(), none.sheet())})
}
