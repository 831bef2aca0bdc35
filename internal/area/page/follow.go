package page

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/record"
)

// follow updates every published page that follows its source to the source's newest version: it
// makes a table of it, and a later sweep shows that when the page fits. Where it does not, the page
// stays unchanged and states why.
func (s *Service) follow(ctx context.Context) error {
	ids, err := s.store.Following(ctx)
	for _, id := range ids {
		err = errors.Join(err, s.followOne(ctx, id))
	}
	return err
}

func (s *Service) followOne(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "page.followOne(%q)", id)
	p, err := s.store.Page(ctx, id)
	if errs.Is(err, errs.NotFound) {
		return nil
	}
	if err != nil || p.Publication == nil {
		return err
	}
	if p.Publication.NextID != "" && p.Publication.Behind == "" {
		return s.showNext(ctx, p)
	}
	next, err := s.tables.Renew(ctx, cmp.Or(p.Publication.NextID, p.Publication.TableID))
	switch {
	case errs.Is(err, errs.NotFound), errs.Is(err, errs.Forbidden), errs.Is(err, errs.Conflict), errs.Is(err, errs.Rule):
		return s.stay(ctx, p, p.Publication.NextID, "The source of this page cannot be read any more by its owner.")
	case err != nil || next == "":
		return err
	}
	return s.switchTable(ctx, p, func(now *Page) *record.Event {
		now.Publication.NextID, now.Publication.Behind = next, ""
		return nil
	})
}

// showNext shows the table that was made from a newer version, once it is ready.
func (s *Service) showNext(ctx context.Context, p *Page) error {
	nextID := p.Publication.NextID
	next, err := s.tables.Table(ctx, nextID)
	switch {
	case errs.Is(err, errs.NotFound):
		return s.stay(ctx, p, nextID, "The table of the newest version of the source is gone.")
	case err != nil:
		return err
	case next.Failed != "":
		return s.stay(ctx, p, nextID, "The newest version of the source could not be read: "+next.Failed)
	case !next.Ready:
		return nil
	}
	faults, err := s.newErrors(ctx, p, next)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		sentence := "The newest version of the source does not fit this page. " + faults[0].Text
		if more := len(faults) - 1; more > 0 {
			sentence += fmt.Sprintf(" There is %s besides.", phrase.Counted(int64(more), "fault", "faults"))
		}
		return s.stay(ctx, p, nextID, sentence)
	}
	return s.switchTable(ctx, p, func(now *Page) *record.Event {
		if now.TableID == now.Publication.TableID {
			now.TableID = nextID
		}
		now.Publication.TableID, now.Publication.NextID, now.Publication.Behind = nextID, "", ""
		return &record.Event{Action: "shows the newest version of its source", Kind: audit.Changed}
	})
}

// newErrors returns the errors that a page has with another table and not with its own.
func (s *Service) newErrors(ctx context.Context, p *Page, next *Table) ([]Problem, error) {
	version, err := s.store.Version(ctx, p.ID, p.Publication.Number)
	if err != nil {
		return nil, err
	}
	before, err := s.problemsOf(ctx, version.Document, p.Publication.TableID)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(s.checker.Check(version.Document, next), func(is Problem) bool {
		return is.Severity != Error || slices.ContainsFunc(before, func(was Problem) bool { return was.Code == is.Code && was.Path == is.Path })
	}), nil
}

// stay keeps a page on its table and reports why, once: in its history, and to its owner.
func (s *Service) stay(ctx context.Context, p *Page, nextID, why string) error {
	if p.Publication.Behind == why && p.Publication.NextID == nextID {
		return nil
	}
	stays := false
	err := s.switchTable(ctx, p, func(now *Page) *record.Event {
		now.Publication.NextID, now.Publication.Behind, stays = nextID, why, true
		return &record.Event{Action: "stays on its table", Detail: why, Kind: audit.Changed}
	})
	if err == nil && stays {
		s.tellOwner(ctx, p, why)
	}
	return err
}

// switchTable lets fn change the tables of a page whose publication has not changed since it was
// read, without a new version, so that editors are not disturbed.
func (s *Service) switchTable(ctx context.Context, seen *Page, fn func(now *Page) *record.Event) error {
	return s.store.InTx(ctx, func(tx Tx) error {
		now, err := tx.Page(ctx, seen.ID)
		if errs.Is(err, errs.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if now.Publication == nil || *now.Publication != *seen.Publication { // published again meanwhile
			return nil
		}
		h := fn(now)
		if err := tx.SwitchTable(ctx, now); err != nil || h == nil {
			return err
		}
		return s.note(ctx, tx, nil, now.ID, *h)
	})
}
