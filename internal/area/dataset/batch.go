package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/record"
)

// BatchChanges stores imports.
type BatchChanges interface {
	// SaveBatch stores a new batch, or its undoing.
	SaveBatch(ctx context.Context, b *Batch) error
}

// objectBatch is the name of an import in the audit trail.
const objectBatch = "dataset-batch"

// SheetInput is a pasted table: a header, and a line per data set.
type SheetInput struct {
	Text          string // delimited by tabs, commas or semicolons
	CreateStudies bool   // register missing studies
	Seen          string // digest of the confirmed preview; "" to skip the check
}

// SheetPreview describes what an import would do.
type SheetPreview struct {
	Columns    []string // recognised fields
	Unknown    []string // headers that were not recognised
	Rows       []SheetRow
	Creates    int
	Changes    int
	Unchanged  int
	Problems   int      // number of invalid cells
	NewStudies []string // that would be registered
	Seen       string   // changes if the import would do something else
}

// PreviewBatch returns cell by cell what an import would do, and stores nothing. errs.Rule (field
// text) for text that is not a table.
func (s *Service) PreviewBatch(ctx context.Context, by *auth.Identity, in SheetInput) (_ *SheetPreview, err error) {
	defer errs.Wrap(&err, "dataset.PreviewBatch")
	sheet, err := s.sheetOf(ctx, by, in)
	if err != nil {
		return nil, err
	}
	plans, studies, err := s.plans(ctx, by, s.store, sheet, in)
	if err != nil {
		return nil, err
	}
	out := preview(plans, studies)
	for i, c := range sheet.columns {
		if c == nil {
			out.Unknown = append(out.Unknown, sheet.headers[i])
		} else {
			out.Columns = append(out.Columns, c.key)
		}
	}
	return out, nil
}

func preview(plans []*plan, studies []*Study) *SheetPreview {
	out := &SheetPreview{Seen: digest(plans)}
	for _, p := range plans {
		out.Rows = append(out.Rows, p.row)
		out.Problems += len(p.faults)
		switch p.row.Action {
		case SheetCreate:
			out.Creates++
		case SheetChange:
			out.Changes++
		case SheetUnchanged:
			out.Unchanged++
		}
	}
	for _, study := range studies {
		out.NewStudies = append(out.NewStudies, study.Name)
	}
	return out
}

// digest returns a hash of the planned changes: equal hashes mean the same changes to the same
// versions of data sets.
func digest(plans []*plan) string {
	h := sha256.New()
	for _, p := range plans {
		version := int64(0)
		if p.current != nil {
			version = p.current.Version
		}
		fmt.Fprintf(h, "%d %s %s %d\n", p.row.Line, p.row.Action, p.row.DatasetID, version)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// CreateBatch registers and changes the data sets of a sheet, all or none. errs.Rule with the cells
// at fault (fields such as rows.3.name); errs.Conflict (changed) if the import would differ from
// its preview.
func (s *Service) CreateBatch(ctx context.Context, by *auth.Identity, in SheetInput) (_ *Batch, err error) {
	defer errs.Wrap(&err, "dataset.CreateBatch")
	sheet, err := s.sheetOf(ctx, by, in)
	if err != nil {
		return nil, err
	}
	var batch *Batch
	err = s.store.InTx(ctx, func(tx Tx) error {
		plans, studies, err := s.plans(ctx, by, tx, sheet, in)
		if err != nil {
			return err
		}
		if in.Seen != "" && in.Seen != digest(plans) {
			return record.Changed("Data sets of this sheet have changed since you looked. Look again before you import it.")
		}
		if err := refusal(plans); err != nil {
			return err
		}
		batch, err = s.apply(ctx, tx, by, plans, studies)
		return err
	})
	return batch, err
}

// maxShownFaults limits the invalid cells that an error lists.
const maxShownFaults = 100

// refusal returns why the plans cannot be applied, nil if they can.
func refusal(plans []*plan) error {
	p := preview(plans, nil)
	if p.Problems == 0 {
		if p.Creates+p.Changes == 0 {
			return errSheet("nothing_to_do", "Everything in this sheet is there already.")
		}
		return nil
	}
	var fields []errs.Field
	for _, row := range p.Rows {
		for _, c := range row.Cells {
			if c.Problem != "" && len(fields) < maxShownFaults {
				fields = append(fields, errs.Field{Field: fmt.Sprintf("rows.%d.%s", row.Line, c.Column), Message: c.Problem})
			}
		}
	}
	return errs.New(errs.Rule, "sheet_problems", "%s of this sheet cannot be imported. Nothing was changed. Line %d: %s",
		phrase.Counted(int64(p.Problems), "cell", "cells"), firstFault(p.Rows), fields[0].Message).WithFields(fields...)
}

func firstFault(rows []SheetRow) int {
	i := slices.IndexFunc(rows, func(r SheetRow) bool { return r.Action == SheetRefused })
	return rows[i].Line
}

// apply applies plans without faults.
func (s *Service) apply(ctx context.Context, tx Tx, by *auth.Identity, plans []*plan, studies []*Study) (*Batch, error) {
	batch := &Batch{ID: s.newID(), By: by.User.UserName, ByID: by.User.ID, At: s.now()}
	for _, study := range studies {
		if err := s.insertStudy(ctx, tx, by, study); err != nil {
			return nil, err
		}
		batch.Studies = append(batch.Studies, study.ID)
	}
	for _, p := range plans {
		var err error
		switch p.row.Action {
		case SheetCreate:
			err = s.applyNew(ctx, tx, by, p, batch)
		case SheetChange:
			err = s.applyChange(ctx, tx, by, p, batch)
		}
		if err != nil {
			return nil, inLine(p.row.Line, err)
		}
	}
	if err := tx.SaveBatch(ctx, batch); err != nil {
		return nil, err
	}
	return batch, s.auditOnly(ctx, tx, by, objectBatch, batch.ID, record.Event{
		Action: "imported", Kind: audit.Created, Detail: fmt.Sprintf("%d new, %d changed", len(batch.Created), len(batch.Changed)),
	})
}

// inLine adds the line number of a sheet to an error.
func inLine(line int, err error) error {
	code, kind := errs.CodeOf(err), errs.KindOf(err)
	if kind == errs.Internal {
		return err
	}
	return errs.New(kind, code, "Line %d: %s", line, sentenceOf(err)).Because(err)
}

const byImport = "By an import."

func (s *Service) applyNew(ctx context.Context, tx Tx, by *auth.Identity, p *plan, batch *Batch) error {
	d := s.newDataset(by, p.draft.Metadata)
	if err := s.insert(ctx, tx, by, d, byImport); err != nil {
		return err
	}
	item := BatchItem{ID: d.ID, Version: d.Version}
	if err := s.applyPhenotype(ctx, tx, by, d, p, &item); err != nil {
		return err
	}
	batch.Created = append(batch.Created, item)
	return nil
}

func (s *Service) applyChange(ctx context.Context, tx Tx, by *auth.Identity, p *plan, batch *Batch) error {
	d := p.current
	before := d.Metadata
	item := BatchItem{ID: d.ID, Before: &before}
	h, err := s.describe(ctx, tx, by, d, p.draft.Metadata)
	if err != nil {
		return err
	}
	d.UpdatedAt, d.UpdatedBy = s.now(), by.User.UserName
	if err := tx.UpdateDataset(ctx, d); err != nil {
		return err
	}
	if h != nil {
		h.Detail = byImport + " " + h.Detail
		if err := s.note(ctx, tx, by, d.ID, *h); err != nil {
			return err
		}
	}
	if err := s.applyPhenotype(ctx, tx, by, d, p, &item); err != nil {
		return err
	}
	item.Version = d.Version
	batch.Changed = append(batch.Changed, item)
	return nil
}

func (s *Service) applyPhenotype(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, p *plan, item *BatchItem) error {
	switch {
	case p.phenotype == nil:
		return nil
	case p.was == nil:
		added := p.phenotype
		added.ID, added.DatasetID, added.CreatedAt = s.newID(), d.ID, s.now()
		item.Added = added.ID
		if err := tx.CreatePhenotype(ctx, added); err != nil {
			return err
		}
		return s.note(ctx, tx, by, d.ID, phenotypeAdded(added))
	}
	changes := record.Changes(p.was.sheet(), p.phenotype.sheet())
	if len(changes) == 0 {
		return nil
	}
	item.Phenotype = p.was
	if err := tx.UpdatePhenotype(ctx, p.phenotype); err != nil {
		return err
	}
	if err := s.resized(ctx, tx, by, d, p.was, p.phenotype); err != nil {
		return err
	}
	return s.note(ctx, tx, by, d.ID, record.Event{Action: "changed a phenotype", Detail: p.phenotype.label(), Kind: audit.Changed, Changes: changes})
}
