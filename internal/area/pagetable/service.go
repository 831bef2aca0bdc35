package pagetable

import (
	"context"
	"io"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// Service holds the rules of tables.
type Service struct {
	*job.Executor[Tx, *Table]

	store   Store
	sources Sources
	fetcher Fetcher
	pages   Pages // nil until ShownBy
	blobs   Blobs
	now     func() time.Time
	newID   func() string
	cfg     Config
	orphans job.Daily // last search for orphans
	unused  job.Daily // last search for unused tables
}

// NewService returns a service; now and newID are the sources of time and of unique ids that are
// safe in keys and addresses.
func NewService(store Store, sources Sources, fetcher Fetcher, blobs Blobs, now func() time.Time, newID func() string, cfg Config) *Service {
	s := &Service{store: store, sources: sources, fetcher: fetcher, blobs: blobs, now: now, newID: newID, cfg: cfg.withDefaults()}
	s.Executor = s.executor()
	return s
}

// ShownBy sets the pages that show tables. It is called once, before any other call; the pages are
// created with the service of their tables.
func (s *Service) ShownBy(pages Pages) { s.pages = pages }

// owned returns a table of the caller; it is absent for others.
func (s *Service) owned(ctx context.Context, by *auth.Identity, id string) (*Table, error) {
	t, err := s.store.Table(ctx, id)
	if errs.Is(err, errs.NotFound) || err == nil && !owns(by, t) {
		return nil, errs.Missing("table").Because(err)
	}
	return t, err
}

func owns(by *auth.Identity, t *Table) bool {
	return by != nil && by.User.ID == t.Owner.ID && by.In(t.Area)
}

// Open returns a table whose data a caller may read now: their own, or one of a page that they may
// see. They must still be allowed to read its source, unless its owner supplied the data. by is nil
// for a stranger.
func (s *Service) Open(ctx context.Context, by *auth.Identity, id string) (_ *Table, err error) {
	defer errs.Wrap(&err, "pagetable.Open(%q)", id)
	t, err := s.store.Table(ctx, id)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("table").Because(err)
	}
	if err != nil {
		return nil, err
	}
	own := owns(by, t)
	if !own {
		sees := false
		if s.pages != nil {
			if sees, err = s.pages.SeesTable(ctx, by, id); err != nil {
				return nil, err
			}
		}
		if !sees {
			return nil, errs.Missing("table")
		}
	}
	readable, err := s.mayRead(ctx, by, t)
	if err != nil {
		return nil, err
	}
	if !readable && own {
		return nil, errs.New(errs.Conflict, "source_gone", "The source of this table was deleted, or you no longer have access to it.")
	}
	if !readable {
		return nil, errs.Missing("table")
	}
	return t, nil
}

// Table returns a table for any caller, for code that has checked access.
func (s *Service) Table(ctx context.Context, id string) (*Table, error) {
	return s.store.Table(ctx, id)
}

// MayRead reports whether a caller may read the source of a table now; by is nil for a stranger.
// Data that the owner supplied is for everyone who may see the page.
func (s *Service) MayRead(ctx context.Context, by *auth.Identity, id string) (_ bool, err error) {
	defer errs.Wrap(&err, "pagetable.MayRead(%q)", id)
	t, err := s.store.Table(ctx, id)
	if err != nil {
		return false, err
	}
	return s.mayRead(ctx, by, t)
}

func (s *Service) mayRead(ctx context.Context, by *auth.Identity, t *Table) (bool, error) {
	_, _, readable, err := s.current(ctx, by, t)
	return readable, err
}

// current opens the current source of a table, and reports whether the caller may read it. Supplied
// data has no file after the table was made.
func (s *Service) current(ctx context.Context, by *auth.Identity, t *Table) (src Source, f *File, readable bool, err error) {
	if t.Source.Kind.Brought() {
		return t.Source, nil, true, nil
	}
	if src, err = s.sources.Newest(ctx, by, t.Source); err == nil {
		f, err = s.sources.Open(ctx, by, src)
	}
	if errs.Is(err, errs.NotFound) || errs.Is(err, errs.Conflict) || errs.Is(err, errs.Forbidden) {
		return src, nil, false, nil
	}
	return src, f, err == nil, err
}

// Data returns the Parquet of a table that the caller may read. errs.Conflict (not_ready).
func (s *Service) Data(ctx context.Context, by *auth.Identity, id string) (_ *file.Download, err error) {
	defer errs.Wrap(&err, "pagetable.Data(%q)", id)
	t, err := s.Open(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if t.State != Ready {
		return nil, errNotReady(t)
	}
	key := DataKey(t.ID, t.Attempt)
	return &file.Download{
		Name: t.Name + ".parquet", ContentType: "application/vnd.apache.parquet", Size: t.DataBytes, Tag: t.DataTag, ModTime: *t.FinishedAt,
		OpenRange: file.Keyed(s.blobs.OpenRange, key),
	}, nil
}

func errNotReady(t *Table) error {
	if t.State == Building {
		return errs.New(errs.Conflict, "not_ready", "This table is still being made.")
	}
	return errs.New(errs.Conflict, "not_ready", "This table could not be made. Make it again.")
}

// Overview returns the reduced plots of a table that the caller may read, as JSON. errs.NotFound
// when it has none, errs.Conflict (not_ready).
func (s *Service) Overview(ctx context.Context, by *auth.Identity, id string) (_ []byte, err error) {
	defer errs.Wrap(&err, "pagetable.Overview(%q)", id)
	t, err := s.Open(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if t.State != Ready {
		return nil, errNotReady(t)
	}
	if !t.Made.Overview {
		return nil, errs.New(errs.NotFound, "no_overview", "This table has no chromosome, position and P, and no plots of them.")
	}
	r, err := s.blobs.OpenRange(ctx, OverviewKey(t.ID, t.Attempt), 0, -1)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// note records an event of a table in the trail.
func (s *Service) note(ctx context.Context, tx Tx, by *auth.Identity, t *Table, h record.Event) error {
	h.Object, h.ObjectID, h.By = ObjectTable, t.ID, by.Actor()
	return record.Trail(ctx, tx, s.now(), h, h.Sentence())
}
