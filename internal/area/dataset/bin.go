package dataset

import (
	"context"
	"errors"
	"fmt"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// DeleteDataset moves a data set to the bin, which ends its links and keeps its name reserved. With
// forever it deletes one that is in the bin, with its files. Only the owner and accounts that edit
// all may do this. errs.Conflict (in_bin, not_in_bin).
func (s *Service) DeleteDataset(ctx context.Context, by *auth.Identity, id string, forever bool) (err error) {
	defer errs.Wrap(&err, "dataset.DeleteDataset(%q, %t)", id, forever)
	if forever {
		return s.deleteForever(ctx, by, id)
	}
	_, err = s.change(ctx, by, id, record.Any(), func(tx Tx, d *Dataset, r record.Access) (*record.Event, error) {
		if err := mustDelete(d, r); err != nil {
			return nil, err
		}
		if d.DeletedAt != nil {
			return nil, errs.New(errs.Conflict, "in_bin", "This data set is in the bin already.")
		}
		now := s.now()
		links, err := tx.RevokeLinks(ctx, d.ID, now)
		if err != nil {
			return nil, err
		}
		d.DeletedAt = &now
		h := &record.Event{Action: "put into the bin", Kind: audit.Deleted}
		if links > 0 {
			h.Detail = fmt.Sprintf("Links that ended: %d.", links)
		}
		return h, nil
	})
	return err
}

// RestoreDataset restores a data set from the bin. Its links stay revoked. errs.Conflict
// (not_in_bin).
func (s *Service) RestoreDataset(ctx context.Context, by *auth.Identity, id string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.RestoreDataset(%q)", id)
	return s.change(ctx, by, id, record.Any(), func(_ Tx, d *Dataset, r record.Access) (*record.Event, error) {
		if err := mustDelete(d, r); err != nil {
			return nil, err
		}
		if d.DeletedAt == nil {
			return nil, record.NotInBin("data set")
		}
		d.DeletedAt = nil
		return &record.Event{Action: "restored from the bin", Kind: audit.Restored}, nil
	})
}

func mustDelete(d *Dataset, r record.Access) error {
	if canOf(r, d).Delete {
		return nil
	}
	return errs.New(errs.Forbidden, "forbidden", "Only the owner may delete this data set.")
}

func (s *Service) deleteForever(ctx context.Context, by *auth.Identity, id string) error {
	d, r, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return err
	}
	if err := mustDelete(d, r); err != nil {
		return err
	}
	if d.DeletedAt == nil {
		return record.NotInBin("data set")
	}
	return s.purge(ctx, by, id)
}

// purge deletes a data set that is still in the bin, with its rows, uploaded files and check
// results. The sweep removes files that remain. by is nil if its time in the bin has ended.
func (s *Service) purge(ctx context.Context, by *auth.Identity, id string) error {
	var files []*File
	err := s.store.InTx(ctx, func(tx Tx) error {
		d, err := tx.Dataset(ctx, id)
		if err != nil {
			return err
		}
		if d.DeletedAt == nil { // another request was first
			return record.NotInBin("data set")
		}
		if files, err = s.store.DatasetFiles(ctx, id); err != nil { // no files can be added in the bin
			return err
		}
		if err := tx.DeleteDataset(ctx, id); err != nil {
			return err
		}
		return s.auditOnly(ctx, tx, by, ObjectDataset, id, record.Event{Action: "removed for ever", Detail: d.Name, Kind: audit.Deleted})
	})
	if err != nil {
		return err
	}
	s.cfg.Crash("dataset: rows of deleted data sets removed")
	ctx = context.WithoutCancel(ctx) // complete what was started
	for _, f := range files {
		if by == nil {
			err = errors.Join(err, s.files.ForgetFile(ctx, f.UploadID))
		} else {
			s.removeFile(ctx, f)
		}
	}
	return err
}

// removeFile deletes the bytes and check results of a file whose rows are deleted.
func (s *Service) removeFile(ctx context.Context, f *File) {
	err := s.files.DeleteFile(ctx, f.UploadID)
	if err == nil {
		err = s.blobs.DeletePrefix(ctx, filePrefix(f.ID))
	}
	if err != nil {
		s.cfg.Log.WarnContext(ctx, "a file of a deleted data set stays behind", "file", f.ID, "err", err)
	}
}

// filePrefix returns the key prefix of everything that belongs to a file except its bytes.
func filePrefix(fileID string) string { return "datasets/files/" + fileID + "/" }

// purgeBin deletes data sets whose time in the bin has ended.
func (s *Service) purgeBin(ctx context.Context) error {
	return record.PurgeBin(ctx, s.now().Add(-s.cfg.BinFor), s.store.Purgeable, func(id string) error { return s.purge(ctx, nil, id) })
}
