package dataset

import (
	"context"
	"fmt"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/record"
)

// Fetch is a file that a caller may download, and how they reached it.
type Fetch struct {
	*file.Download
	File *File
	Link *Link // nil without a signed link
}

// File returns a version of a file of a data set that the caller may see.
func (s *Service) File(ctx context.Context, by *auth.Identity, id, fileID string) (_ *Fetch, err error) {
	defer errs.Wrap(&err, "dataset.File(%q, %q)", id, fileID)
	d, _, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	f, err := s.fileFor(ctx, by, d, fileID)
	if err != nil {
		return nil, err
	}
	return s.fetch(f, nil), nil
}

// FileWithBuild also returns the genome build of the positions.
func (s *Service) FileWithBuild(ctx context.Context, by *auth.Identity, id, fileID string) (_ genome.Build, _ *Fetch, err error) {
	defer errs.Wrap(&err, "dataset.FileWithBuild(%q, %q)", id, fileID)
	d, _, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return genome.UnknownBuild, nil, err
	}
	f, err := s.fileFor(ctx, by, d, fileID)
	if err != nil {
		return genome.UnknownBuild, nil, err
	}
	build, _ := buildOf(d.buildFor(f))
	c, err := s.judgedCheck(ctx, d, f)
	if err != nil {
		return genome.UnknownBuild, nil, err
	}
	if c != nil {
		build = c.buildOfRows()
	}
	return build, s.fetch(f, nil), nil
}

// CurrentFile returns the id of the current version of a file, of which fileID is any version.
// errs.NotFound if the file was deleted.
func (s *Service) CurrentFile(ctx context.Context, by *auth.Identity, id, fileID string) (_ string, err error) {
	defer errs.Wrap(&err, "dataset.CurrentFile(%q, %q)", id, fileID)
	d, _, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return "", err
	}
	f, err := s.fileFor(ctx, by, d, fileID)
	if err != nil || f.Current {
		return fileID, err
	}
	files, err := s.store.DatasetFiles(ctx, d.ID)
	if err != nil {
		return "", err
	}
	for _, other := range files {
		if other.Current && other.Kind == f.Kind && other.ParentID == f.ParentID {
			return other.ID, nil
		}
	}
	return "", errs.Missing("file")
}

// fileOf returns a version of a file of a data set.
func (s *Service) fileOf(ctx context.Context, d *Dataset, fileID string) (*File, error) {
	f, err := s.store.DatasetFile(ctx, fileID)
	if errs.Is(err, errs.NotFound) || err == nil && f.DatasetID != d.ID {
		return nil, errs.Missing("file").Because(err)
	}
	return f, err
}

// fileFor is fileOf for a caller who may see the data set. Callers without their own access do not
// see withheld files.
func (s *Service) fileFor(ctx context.Context, by *auth.Identity, d *Dataset, fileID string) (*File, error) {
	f, err := s.fileOf(ctx, d, fileID)
	if err != nil {
		return nil, err
	}
	withheld, err := s.withheld(ctx, by, d, f)
	if err == nil && withheld {
		err = errs.Missing("file")
	}
	return f, err
}

// ShortFile returns the file of a short link: to any caller while its data set is public, to
// callers with a valid signed link, and to those who may see the data set. by is nil without an
// account. In every other case the answer is the same errs.NotFound, with the code link_gone for a
// signed link.
func (s *Service) ShortFile(ctx context.Context, by *auth.Identity, kind FileKind, shortID string, sig Signature) (_ *Fetch, err error) {
	defer errs.Wrap(&err, "dataset.ShortFile(%q, %q)", kind, shortID)
	f, err := s.shortFile(ctx, by, kind, shortID, sig)
	if errs.Is(err, errs.NotFound) {
		if sig != (Signature{}) {
			return nil, errs.New(errs.NotFound, "link_gone", "This link has expired or was withdrawn. Ask the person who sent it for a new one.").Because(err)
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
	if sig != (Signature{}) && d.DeletedAt == nil {
		link, err := s.verify(ctx, d, f, sig)
		if err == nil {
			return s.fetch(f, link), nil
		}
		if !errs.Is(err, errs.NotFound) {
			return nil, err
		}
	}
	withheld, err := s.withheld(ctx, nil, d, f)
	if err != nil {
		return nil, err
	}
	if d.Open() && !withheld {
		fetch := s.fetch(f, nil)
		fetch.Open = true
		return fetch, nil
	}
	if by != nil && relationOf(by, d) != record.Stranger {
		return s.fetch(f, nil), nil
	}
	return nil, errs.Missing("file")
}

// ShortTable returns the table of the newest check of a data file, sorted and in BGZF, or its tabix
// index (qc.FileClean, qc.FileCleanIndex), to the same callers as ShortFile. errs.NotFound
// otherwise, with the code not_checked without a verdict.
func (s *Service) ShortTable(ctx context.Context, by *auth.Identity, shortID, name string, sig Signature) (_ *Fetch, err error) {
	defer errs.Wrap(&err, "dataset.ShortTable(%q, %q)", shortID, name)
	fetch, err := s.ShortFile(ctx, by, DataFile, shortID, sig)
	if err != nil {
		return nil, err
	}
	d, err := s.store.Dataset(ctx, fetch.File.DatasetID)
	if err != nil {
		return nil, err
	}
	c, err := s.judgedCheck(ctx, d, fetch.File)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, errs.New(
			errs.NotFound,
			"not_checked",
			"This file has no sorted table, as no check of its rows has ended. The file itself is at the address without /%s.",
			name,
		)
	}
	if name != qc.FileClean && name != qc.FileCleanIndex {
		return nil, errs.Missing("file")
	}
	table, err := s.tableOf(ctx, fetch.File, c, name)
	if err != nil {
		return nil, err
	}
	table.Open, fetch.Download = fetch.Open, table
	return fetch, nil
}

// FileByID returns a version of a file of a data set that the caller may see. by is nil without an
// account; such callers see current files of public data sets.
func (s *Service) FileByID(ctx context.Context, by *auth.Identity, fileID string) (_ *Fetch, err error) {
	defer errs.Wrap(&err, "dataset.FileByID(%q)", fileID)
	f, err := s.store.DatasetFile(ctx, fileID)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("file").Because(err)
	}
	if err != nil {
		return nil, err
	}
	d, _, f, err := s.fileOfDataset(ctx, by, f.DatasetID, fileID)
	if err != nil { // the caller must not learn of a data set that they may not see
		return nil, errs.Missing("file").Because(err)
	}
	fetch := s.fetch(f, nil)
	fetch.Open = d.Open() && f.Current
	return fetch, nil
}

// TableByID returns a check result of a file that FileByID returns.
func (s *Service) TableByID(ctx context.Context, by *auth.Identity, fileID, checkID, name string) (_ *Fetch, err error) {
	defer errs.Wrap(&err, "dataset.TableByID(%q, %q, %q)", fileID, checkID, name)
	fetch, err := s.FileByID(ctx, by, fileID)
	if err != nil {
		return nil, err
	}
	c, err := s.store.Check(ctx, checkID)
	if err != nil {
		return nil, err
	}
	if c.FileID != fileID || !c.Judged() || name != qc.FileClean && name != qc.FileCleanIndex {
		return nil, errs.Missing("file")
	}
	table, err := s.tableOf(ctx, fetch.File, c, name)
	if err != nil {
		return nil, err
	}
	table.Open, fetch.Download = fetch.Open, table
	return fetch, nil
}

// tableOf returns a check result by name.
func (s *Service) tableOf(ctx context.Context, f *File, c *Check, name string) (*file.Download, error) {
	key := CheckPrefix(f.ID, c.ID, c.Attempt) + name
	size, err := s.blobs.Size(ctx, key)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("file").Because(err)
	}
	if err != nil {
		return nil, err
	}
	return &file.Download{
		Name: f.Name + "." + name, ContentType: "application/octet-stream", Size: size, Tag: c.ID + "-" + name, ModTime: *c.FinishedAt,
		OpenRange: file.Keyed(s.blobs.OpenRange, key),
	}, nil
}

func (s *Service) fetch(f *File, link *Link) *Fetch {
	return &Fetch{File: f, Link: link, Download: &file.Download{
		// The bytes are never shown in the browser, so their type does not matter.
		Name: f.Name, ContentType: "application/octet-stream", Size: f.Size, Tag: f.SHA256, ModTime: f.UploadedAt,
		OpenRange: file.Keyed(s.files.OpenFileRange, f.UploadID),
	}}
}

// Fetched counts and records a download before the first byte is sent; only once for a caller who
// repeats it within audit.DownloadSpan.
func (s *Service) Fetched(ctx context.Context, f *Fetch) (err error) {
	defer errs.Wrap(&err, "dataset.Fetched(%q)", f.File.ID)
	detail := fmt.Sprintf("%s, %s/%s", f.File.label(), f.File.Kind, f.File.ShortID)
	if f.Link != nil {
		detail += ", by the link "
		if f.Link.Note != "" {
			detail += "“" + f.Link.Note + "” "
		}
		detail += "(" + f.Link.ID + ")"
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		added, err := audit.AppendDownload(ctx, tx, s.now(), audit.Entry{
			Object: ObjectDataset, ObjectID: f.File.DatasetID, Detail: detail,
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
