package page

import (
	"context"
	"errors"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Delete puts a page into the bin and closes its address; with forever it deletes one that is in
// the bin. errs.Conflict (in_bin, not_in_bin).
func (s *Service) Delete(ctx context.Context, by *auth.Identity, id string, forever bool) (err error) {
	defer errs.Wrap(&err, "page.Delete(%q, %t)", id, forever)
	if forever {
		return s.deleteForever(ctx, by, id)
	}
	_, err = s.change(ctx, by, id, record.Any(), func(_ Tx, p *Page) (*record.Event, error) {
		now := s.now()
		h := &record.Event{Action: "put into the bin", Kind: audit.Deleted}
		if p.Publication != nil {
			h.Detail = "and closed its address " + PublicPath + p.Publication.Slug
		}
		p.DeletedAt, p.Publication = &now, nil
		return h, nil
	})
	return err
}

// Restore takes a page out of the bin. errs.Conflict (not_in_bin).
func (s *Service) Restore(ctx context.Context, by *auth.Identity, id string) (_ *View, err error) {
	defer errs.Wrap(&err, "page.Restore(%q)", id)
	return s.alteration(by).Restore(ctx, id)
}

func (s *Service) deleteForever(ctx context.Context, by *auth.Identity, id string) error {
	p, err := s.ownPage(ctx, by, id)
	if err != nil {
		return err
	}
	if p.DeletedAt == nil {
		return record.NotInBin("page")
	}
	return s.purge(ctx, by, id)
}

// purge deletes a page that is still in the bin. A remaining picture is swept, and so is that of a
// page whose time in the bin is over (by is nil).
func (s *Service) purge(ctx context.Context, by *auth.Identity, id string) error {
	err := s.store.InTx(ctx, func(tx Tx) error {
		p, err := tx.Page(ctx, id)
		if err != nil {
			return err
		}
		if p.DeletedAt == nil { // another request was faster
			return record.NotInBin("page")
		}
		if err := tx.DeletePage(ctx, id); err != nil {
			return err
		}
		return record.Trail(ctx, tx, s.now(), record.Event{
			Object: ObjectPage, ObjectID: id, By: by.Actor(), Kind: audit.Deleted,
		}, "removed for ever "+p.Title)
	})
	if err != nil || by == nil {
		return err
	}
	if err := s.blobs.DeletePrefix(context.WithoutCancel(ctx), blobPrefix+id+"/"); err != nil {
		s.cfg.Log.WarnContext(ctx, "the picture of a deleted page stays behind", "page", id, "err", err)
	}
	return nil
}

// History returns the history of a page, newest first, for callers who may change it.
func (s *Service) History(ctx context.Context, by *auth.Identity, id string) (_ []record.Entry, err error) {
	defer errs.Wrap(&err, "page.History(%q)", id)
	if _, err := s.ownPage(ctx, by, id); err != nil {
		return nil, err
	}
	return s.store.History(ctx, ObjectPage, id)
}

// Sweep deletes pages that were in the bin for long enough and pictures without a page, and updates
// pages that follow their sources.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "page.Sweep")
	return errors.Join(s.purgeBin(ctx), s.follow(ctx),
		s.orphans.SweepOrphans(ctx, s.now(), s.blobs, s.cfg.Log, s.hasBlob, blobPrefix))
}

func (s *Service) purgeBin(ctx context.Context) error {
	return record.PurgeBin(ctx, s.now().Add(-s.cfg.BinFor), s.store.Purgeable, func(id string) error { return s.purge(ctx, nil, id) })
}
