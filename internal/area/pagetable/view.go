package pagetable

import (
	"context"
	"slices"

	"cohortium/internal/gwas/pagedata"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// View is a table as one caller sees it.
type View struct {
	*Table
	Own   bool      // the caller owns it
	There bool      // the caller may still read its source, so it can be made again
	Newer bool      // the source has changed since
	Job   *job.View // that makes it
}

// View returns a table that the caller owns or whose data they may read.
func (s *Service) View(ctx context.Context, by *auth.Identity, id string) (_ *View, err error) {
	defer errs.Wrap(&err, "pagetable.View(%q)", id)
	t, err := s.owned(ctx, by, id)
	if errs.Is(err, errs.NotFound) {
		t, err = s.Open(ctx, by, id)
	}
	if err != nil {
		return nil, err
	}
	views, err := s.views(ctx, by, []*Table{t})
	if err != nil {
		return nil, err
	}
	return views[0], nil
}

// views adds to tables the data from other tables.
func (s *Service) views(ctx context.Context, by *auth.Identity, list []*Table) ([]*View, error) {
	var jobIDs []string
	for _, t := range list {
		jobIDs = append(jobIDs, t.JobID)
	}
	jobs, err := job.Views(ctx, s.store, jobIDs)
	if err != nil {
		return nil, err
	}
	out := make([]*View, len(list))
	for i, t := range list {
		v := &View{Table: t, Own: owns(by, t), Job: jobs[t.JobID]}
		_, f, readable, err := s.current(ctx, by, t)
		if err != nil {
			return nil, err
		}
		if !readable {
			v.Table = t.withoutValues()
		}
		v.There = readable && t.Source.Kind != FromText && t.Source.Kind != FromUpload
		v.Newer = f != nil && f.Tag != t.SourceTag
		out[i] = v
	}
	return out, nil
}

// withoutValues returns a table whose source the caller may not read now: its shape without values.
func (t *Table) withoutValues() *Table {
	out := *t
	out.Error = ""
	if t.Made == nil {
		return &out
	}
	made := *t.Made
	made.Findings, made.Columns = nil, slices.Clone(made.Columns)
	for i, c := range made.Columns {
		made.Columns[i] = pagedata.Column{
			ID:         c.ID,
			Source:     c.Source,
			Type:       c.Type,
			Role:       c.Role,
			Missing:    c.Missing,
			Unreadable: c.Unreadable,
			NegLog10:   c.NegLog10,
		}
	}
	out.Made = &made
	return &out
}

// Page is a page of tables.
type Page struct {
	Items []*View
	Total int64         // on all pages
	Next  listing.Place // where the list continues; zero on the last page
}

// Tables lists the tables of the caller, the last made first.
func (s *Service) Tables(ctx context.Context, by *auth.Identity, f Filter) (_ *Page, err error) {
	defer errs.Wrap(&err, "pagetable.Tables")
	f.OwnerID = by.User.ID
	limit := f.Limit
	f.Limit++ // one more shows whether there is a next page
	list, total, err := s.store.Tables(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &Page{Total: total}
	list, page.Next = listing.PageOf(list, limit, func(t *Table) listing.Place { return listing.At(t.CreatedAt, t.ID) })
	page.Items, err = s.views(ctx, by, list)
	return page, err
}

// Delete removes a table of the caller with its files, and cancels the job that makes
// it. errs.Conflict (in_use) while a page shows it.
func (s *Service) Delete(ctx context.Context, by *auth.Identity, id string) (err error) {
	defer errs.Wrap(&err, "pagetable.Delete(%q)", id)
	if _, err := s.owned(ctx, by, id); err != nil {
		return err
	}
	used, err := s.used(ctx, id)
	if err != nil {
		return err
	}
	if used {
		return errs.New(errs.Conflict, "in_use", "A page shows this table. Delete the page first, or choose another table for it.")
	}
	return s.remove(ctx, by, id)
}

func (s *Service) used(ctx context.Context, id string) (bool, error) {
	if s.pages == nil {
		return false, nil
	}
	return s.pages.UsesTable(ctx, id)
}

// remove deletes a table and its files. Remaining files are swept.
func (s *Service) remove(ctx context.Context, by *auth.Identity, id string) error {
	if err := s.removeRow(ctx, by, id); err != nil {
		return err
	}
	s.cfg.Crash("pagetable: row of a deleted table removed")
	ctx = context.WithoutCancel(ctx) // finish the deletion
	if err := s.blobs.DeletePrefix(ctx, tablePrefix(id)); err != nil {
		s.cfg.Log.WarnContext(ctx, "files of a deleted table stay behind", "table", id, "err", err)
	}
	return nil
}

// removeRow deletes a table and leaves its files.
func (s *Service) removeRow(ctx context.Context, by *auth.Identity, id string) error {
	return s.store.InTx(ctx, func(tx Tx) error {
		t, err := tx.Table(ctx, id)
		if err != nil {
			return err
		}
		if !t.ended() {
			if err := s.CancelIn(ctx, tx, by.Actor(), KindMake, t.JobID); err != nil {
				return err
			}
		}
		if err := tx.DeleteTable(ctx, id); err != nil {
			return err
		}
		return s.note(ctx, tx, by, t, record.Event{Action: "deleted", Detail: t.Name, Kind: audit.Deleted})
	})
}
