// Package source opens the files of other areas for tables of pages, through the sources of
// indexes: there is one way to open each. Each area checks who may read its files.
package source

import (
	"context"
	"os"

	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/fetch"
)

// Areas opens the files of indexes, and finds their newest version.
type Areas interface {
	bioindex.Sources
	Newest(ctx context.Context, by *auth.Identity, src bioindex.Source) (bioindex.Source, error)
}

// Files opens files for callers who may read them.
type Files struct {
	Sources Areas
	Indexes *bioindex.Service
}

var _ pagetable.Sources = Files{}

// Open implements pagetable.Sources.
func (f Files) Open(ctx context.Context, by *auth.Identity, src pagetable.Source) (*pagetable.File, error) {
	opened, err := f.open(ctx, by, src)
	if err != nil {
		return nil, err
	}
	return &pagetable.File{
		Name: opened.Name, Size: opened.Size, Tag: opened.Tag, Area: opened.Area, Build: opened.Build, OpenRange: opened.OpenRange,
	}, nil
}

func (f Files) open(ctx context.Context, by *auth.Identity, src pagetable.Source) (*bioindex.SourceFile, error) {
	if src.Kind == pagetable.FromIndex {
		return f.Indexes.Table(ctx, by, src.ID)
	}
	of, known := ofArea(src)
	if !known {
		return nil, errs.Missing("file")
	}
	return f.Sources.Open(ctx, by, of)
}

// Newest implements pagetable.Sources.
func (f Files) Newest(ctx context.Context, by *auth.Identity, src pagetable.Source) (pagetable.Source, error) {
	of, known := ofArea(src)
	if !known {
		return src, nil
	}
	newest, err := f.Sources.Newest(ctx, by, of)
	src.FileID = newest.FileID
	return src, err
}

// ofArea returns a source as indexes name it; false for one that indexes do not have.
func ofArea(src pagetable.Source) (bioindex.Source, bool) {
	kind, known := map[pagetable.Kind]bioindex.SourceKind{
		pagetable.FromUpload: bioindex.FromUpload, pagetable.FromDataset: bioindex.FromDataset,
		pagetable.FromHermes: bioindex.FromHermes, pagetable.FromMeta: bioindex.FromMeta,
	}[src.Kind]
	return bioindex.Source{Kind: kind, ID: src.ID, FileID: src.FileID}, known
}

// Web downloads files from addresses.
type Web struct{ Client *fetch.Client }

var _ pagetable.Fetcher = Web{}

// Check implements pagetable.Fetcher.
func (w Web) Check(address string) error { return w.Client.Check(address) }

// Fetch implements pagetable.Fetcher.
func (w Web) Fetch(ctx context.Context, address string, to *os.File, most int64, whole bool, report func(done, total int64)) (pagetable.Fetched, error) {
	got, err := w.Client.Get(ctx, address, to, most, whole, report)
	return pagetable.Fetched{Name: got.Name, Size: got.Size, Tag: got.Tag, Cut: got.Cut}, err
}
