package dataset

import (
	"context"
	"fmt"
	"io"

	"cohortium/internal/audit"
	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/file"
)

// Fetch is a file that somebody may have, and how they came by it.
type Fetch struct {
	*file.Download
	File *File
	Link *Link // nil unless a signed link led to it
}

// File gives a version of a file of a data set that the caller may see.
func (s *Service) File(ctx context.Context, by *auth.Identity, id, fileID string) (_ *Fetch, err error) {
	defer errs.Wrap(&err, "dataset.File(%q, %q)", id, fileID)
	d, _, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	f, err := s.fileOf(ctx, d, fileID)
	if err != nil {
		return nil, err
	}
	return s.fetch(f, nil), nil
}

// fileOf gives a version of a file of a data set.
func (s *Service) fileOf(ctx context.Context, d *Dataset, fileID string) (*File, error) {
	f, err := s.store.DatasetFile(ctx, fileID)
	if errs.Is(err, errs.NotFound) || err == nil && f.DatasetID != d.ID {
		return nil, errs.Missing("file").Because(err)
	}
	return f, err
}

// ShortFile gives the file that a short link leads to: to anybody while its data
// set is public, to whoever comes with a signed link that works, and to those who
// may see the data set. by is nil for strangers. Whatever else it is, the answer
// is the same errs.NotFound, with the code link_gone for who came with a link.
func (s *Service) ShortFile(ctx context.Context, by *auth.Identity, kind FileKind, shortID string, sig Signature) (_ *Fetch, err error) {
	defer errs.Wrap(&err, "dataset.ShortFile(%q, %q)", kind, shortID)
	f, err := s.shortFile(ctx, by, kind, shortID, sig)
	if errs.Is(err, errs.NotFound) {
		if sig != (Signature{}) {
			return nil, errs.New(errs.NotFound, "link_gone", "This link no longer works. Ask who gave it to you for another.").Because(err)
		}
		return nil, errs.Missing("file").Because(err)
	}
	return f, err
}

func (s *Service) shortFile(ctx context.Context, by *auth.Identity, kind FileKind, shortID string, sig Signature) (*Fetch, error) {
	if !isShortID(shortID) {
		return nil, errs.Missing("file")
	}
	f, err := s.store.FileByShortID(ctx, kind, shortID)
	if err != nil {
		return nil, err
	}
	d, err := s.store.Dataset(ctx, f.DatasetID)
	if err != nil {
		return nil, err
	}
	inBin := d.DeletedAt != nil
	if sig != (Signature{}) && !inBin {
		link, err := s.verify(ctx, d, f, sig)
		if err == nil {
			return s.fetch(f, link), nil
		}
		if !errs.Is(err, errs.NotFound) {
			return nil, err
		}
	}
	if d.Sharing == Public && !inBin || by != nil && relationOf(by, d) != stranger {
		return s.fetch(f, nil), nil
	}
	return nil, errs.Missing("file")
}

func (s *Service) fetch(f *File, link *Link) *Fetch {
	return &Fetch{File: f, Link: link, Download: &file.Download{
		// What the bytes are is for who saves them to find out; here they are never shown.
		Name: f.Name, ContentType: "application/octet-stream", Size: f.Size, Tag: f.SHA256, ModTime: f.UploadedAt,
		OpenRange: func(ctx context.Context, offset, length int64) (io.ReadCloser, error) {
			return s.files.OpenFileRange(ctx, f.UploadID, offset, length)
		},
	}}
}

// Fetched counts a download and puts it on record, before a byte leaves; once
// for a caller who comes back for it within audit.DownloadSpan.
func (s *Service) Fetched(ctx context.Context, f *Fetch) (err error) {
	defer errs.Wrap(&err, "dataset.Fetched(%q)", f.File.ID)
	detail := fmt.Sprintf("%s, %s/%s", f.File.label(), f.File.Kind, f.File.ShortID)
	if f.Link != nil {
		detail += ", by link " + f.Link.ID
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		added, err := audit.AppendDownload(ctx, tx, s.now(), audit.Entry{
			Object: objectDataset, ObjectID: f.File.DatasetID, Detail: detail,
			After: map[string]string{"file_id": f.File.ID, "sha256": f.File.SHA256},
		})
		if err != nil || !added {
			return err
		}
		if f.Link != nil {
			if err := tx.CountLinkUse(ctx, f.Link.ID); err != nil {
				return err
			}
		}
		return tx.CountDownload(ctx, f.File.ID)
	})
}
