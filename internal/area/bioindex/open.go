package bioindex

import (
	"context"
	"errors"
	"io"

	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/record"
)

// opened is a build that is open for queries.
type opened struct {
	*tableindex.Index
	build *Build
}

func errNotReady() error {
	return errs.New(errs.Conflict, "not_ready", "This index is not built yet. Its page shows the progress.")
}

// errSource returns the error for a changed file of an index in place.
func errSource() *errs.Error {
	return errs.New(errs.Conflict, "source_gone", "The file that this index was made of is gone or has changed. Build the index again.")
}

// ask opens the build of an index that answers a caller now. It checks each time that the caller
// may query the index and read its file.
func (s *Service) ask(ctx context.Context, by *auth.Identity, id string) (*Index, *opened, error) {
	read, status, err := s.store.Asked(ctx, id)
	x, r, err := admitted(by, read, err)
	if errs.Is(err, errs.NotFound) {
		return nil, nil, errs.New(errs.NotFound, "unknown_index", "This index does not exist, or it is not yours to query.").Because(err)
	}
	if err != nil {
		return nil, nil, err
	}
	if x.DeletedAt != nil {
		return nil, nil, errs.New(errs.Conflict, "in_bin", "This index is in the bin. Restore it to query it.")
	}
	if err := s.mustRead(ctx, by, x, r); err != nil {
		return nil, nil, err
	}
	switch {
	case x.BuildID == "":
		return nil, nil, errNotReady()
	case status != Ready: // a repeated verification failed
		return nil, nil, errs.New(errs.Conflict, "not_proven", "This index does not match its file and cannot be queried until it is rebuilt.")
	}
	o, err := s.open.Get(ctx, x.BuildID, func(ctx context.Context) (*opened, error) { return s.openLive(ctx, by, x) })
	if err != nil {
		return nil, nil, s.unreadable(err)
	}
	return x, o, nil
}

// mustRead rejects callers who may query an index but not read its file. An upload is not checked:
// it belongs to its indexes and stays as long as they do.
func (s *Service) mustRead(ctx context.Context, by *auth.Identity, x *Index, r record.Access) error {
	if x.Source.Kind == FromUpload {
		return nil
	}
	_, err := s.sources.Open(ctx, by, x.Source)
	switch gone := errs.Is(err, errs.NotFound) || errs.Is(err, errs.Conflict); {
	case gone && r >= record.Owner:
		return errSource().Because(err)
	case gone:
		return errs.New(errs.NotFound, "unknown_index", "This index does not exist, or the file that it is made of is not yours to read.").Because(err)
	}
	return err
}

// openLive opens the live build.
func (s *Service) openLive(ctx context.Context, by *auth.Identity, x *Index) (*opened, error) {
	b, err := s.store.Build(ctx, x.BuildID)
	if err != nil {
		return nil, err
	}
	var source *SourceFile
	if b.Made.InPlace {
		if source, err = s.pinned(ctx, by, x, b); err != nil {
			return nil, err
		}
	}
	return s.openBuild(ctx, b, source)
}

// readSource opens the file of an index for a caller. An upload belongs to its indexes: callers who
// may query one of them may read it.
func (s *Service) readSource(ctx context.Context, by *auth.Identity, x *Index) (*SourceFile, error) {
	if x.Source.Kind == FromUpload {
		return s.sources.Upload(ctx, x.Source.ID)
	}
	return s.sources.Open(ctx, by, x.Source)
}

// Table returns the table of an index, as it is now, to a caller who may query the index.
// errs.NotFound and errs.Conflict (in_bin, source_gone).
func (s *Service) Table(ctx context.Context, by *auth.Identity, id string) (_ *SourceFile, err error) {
	defer errs.Wrap(&err, "bioindex.Table(%q)", id)
	x, _, err := s.indexFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if x.DeletedAt != nil {
		return nil, errs.New(errs.Conflict, "in_bin", "This index is in the bin. Restore it to use its table.")
	}
	f, err := s.readSource(ctx, by, x)
	if errs.Is(err, errs.NotFound) || errs.Is(err, errs.Conflict) {
		return nil, errSource().Because(err)
	}
	if err == nil {
		f.Area = x.Area
	}
	return f, err
}

// pinned opens the version of a file from which a build in place was made.
func (s *Service) pinned(ctx context.Context, by *auth.Identity, x *Index, b *Build) (*SourceFile, error) {
	at := *x
	at.Source.FileID = b.FileID
	f, err := s.readSource(ctx, by, &at)
	if err == nil && f.Tag != b.SourceTag {
		return nil, errSource()
	}
	return f, err
}

// openBuild opens a build. The index outlives ctx, which only ends reading it.
func (s *Service) openBuild(ctx context.Context, b *Build, source *SourceFile) (*opened, error) {
	prefix := buildPrefix(b.IndexID, b.ID, b.Attempt)
	index, err := s.blobs.OpenRange(ctx, prefix+fileIndex, 0, -1)
	if err != nil {
		return nil, err
	}
	defer index.Close()
	data, size, err := s.dataOf(ctx, b, prefix, source)
	if err != nil {
		return nil, err
	}
	x, err := tableindex.Open(ctx, data, size, index)
	if err != nil {
		return nil, err
	}
	return &opened{Index: x, build: b}, nil
}

// dataOf returns the rows of a build; those of a build in place are in its source.
func (s *Service) dataOf(ctx context.Context, b *Build, prefix string, source *SourceFile) (io.ReaderAt, int64, error) {
	ctx = context.WithoutCancel(ctx)
	if b.Made.InPlace {
		return &file.Window{Ctx: ctx, OpenRange: source.OpenRange, Size: source.Size}, source.Size, nil
	}
	return s.blobs.ReaderAt(ctx, prefix+fileData)
}

// unreadable words the error of a build that cannot be opened or read.
func (s *Service) unreadable(err error) error {
	switch {
	case errors.Is(err, tableindex.ErrIndex), errors.Is(err, tableindex.ErrOtherData):
		return errSource().Because(err)
	case errs.Is(err, errs.NotFound) && errs.CodeOf(err) == "not_found":
		return errSource().Because(err)
	}
	return err
}
