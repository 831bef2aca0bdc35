// Package source opens the files of other areas for indexes: uploads, files of the registry, and
// results of HERMES. Each area checks who may read its files.
package source

import (
	"context"
	"io"

	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// Uploads holds uploaded files by id. An absent id is errs.NotFound.
type Uploads interface {
	File(ctx context.Context, id string) (*file.Info, error)
	// OpenFileRange reads length bytes from offset; to the end when length < 0.
	OpenFileRange(ctx context.Context, id string, offset, length int64) (io.ReadCloser, error)
}

// Files opens the files of the areas, for callers who may read them there.
type Files struct {
	Uploads  Uploads
	Datasets *dataset.Service
	Hermes   *hermes.Service
}

var _ bioindex.Sources = Files{}

// Open implements bioindex.Sources.
func (f Files) Open(ctx context.Context, by *auth.Identity, src bioindex.Source) (*bioindex.SourceFile, error) {
	switch src.Kind {
	case bioindex.FromUpload:
		return f.ownUpload(ctx, by, src.ID)
	case bioindex.FromDataset:
		return f.dataset(ctx, by, src)
	case bioindex.FromHermes:
		return f.hermes(ctx, by, src)
	case bioindex.FromMeta:
		return f.meta(ctx, by, src)
	}
	return nil, errs.Missing("file")
}

// Newest returns a source at its current version.
func (f Files) Newest(ctx context.Context, by *auth.Identity, src bioindex.Source) (_ bioindex.Source, err error) {
	if src.Kind == bioindex.FromDataset {
		src.FileID, err = f.Datasets.CurrentFile(ctx, by, src.ID, src.FileID)
	}
	return src, err
}

// Upload implements bioindex.Sources.
func (f Files) Upload(ctx context.Context, id string) (*bioindex.SourceFile, error) {
	sent, err := f.Uploads.File(ctx, id)
	if err != nil {
		return nil, err
	}
	return f.uploaded(sent), nil
}

func (f Files) uploaded(sent *file.Info) *bioindex.SourceFile {
	return &bioindex.SourceFile{
		Name: sent.Name, Size: sent.Size, Tag: sent.SHA256,
		OpenRange: file.Keyed(f.Uploads.OpenFileRange, sent.ID),
	}
}

// ownUpload returns a complete upload of the caller.
func (f Files) ownUpload(ctx context.Context, by *auth.Identity, id string) (*bioindex.SourceFile, error) {
	sent, err := f.Uploads.File(ctx, id)
	if err == nil && (by == nil || sent.OwnerID != by.User.ID) {
		err = errs.Missing("file")
	}
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("file").Because(err)
	}
	if err != nil {
		return nil, err
	}
	if !sent.Complete {
		return nil, errs.New(errs.Conflict, "incomplete", "This file is not complete yet. Send the rest of it first.")
	}
	return f.uploaded(sent), nil
}

func (f Files) dataset(ctx context.Context, by *auth.Identity, src bioindex.Source) (*bioindex.SourceFile, error) {
	build, fetch, err := f.Datasets.FileWithBuild(ctx, by, src.ID, src.FileID)
	if err != nil {
		return nil, err
	}
	return &bioindex.SourceFile{
		Name: fetch.Name, Size: fetch.Size, Tag: fetch.Tag, FileID: src.FileID, Area: auth.AreaDatasets, Build: build, OpenRange: fetch.OpenRange,
	}, nil
}

// hermes returns the clean file of a QC run; for "" that of the newest run with one.
func (f Files) hermes(ctx context.Context, by *auth.Identity, src bioindex.Source) (*bioindex.SourceFile, error) {
	if by == nil || !by.In(auth.AreaHermes) {
		return nil, errs.Missing("data set")
	}
	d, run, err := f.Hermes.CleanFile(ctx, by, src.ID, src.FileID)
	if err != nil {
		return nil, err
	}
	return result(d, run.ID, run.Facts.Build), nil
}

func (f Files) meta(ctx context.Context, by *auth.Identity, src bioindex.Source) (*bioindex.SourceFile, error) {
	if by == nil || !by.Can(auth.AreaHermes, auth.ViewAllUploads) {
		return nil, errs.Missing("meta-analysis")
	}
	d, err := f.Hermes.MetaFile(ctx, by, src.ID, meta.FileResults)
	if err != nil {
		return nil, err
	}
	facts, err := f.Hermes.MetaFacts(ctx, src.ID)
	return result(d, "", facts.Build), err
}

func result(d *file.Download, fileID string, build genome.Build) *bioindex.SourceFile {
	return &bioindex.SourceFile{
		Name: d.Name, Size: d.Size, Tag: d.Tag, FileID: fileID, Area: auth.AreaHermes, Build: build, OpenRange: d.OpenRange,
	}
}
