package bioindex

import (
	"context"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// Service holds the rules of indexes.
type Service struct {
	*job.Executor[Tx, *Build]

	store   Store
	sources Sources
	files   Files
	blobs   Blobs
	keys    Keys
	now     func() time.Time
	newID   func() string
	cfg     Config
	open    *cache.Cache[string, *opened] // by build
	orphans job.Daily                     // last search for orphans
	times   times
}

// openAtOnce is how many indexes are kept open: one holds the first keys of its
// blocks in memory.
const openAtOnce = 32

// NewService returns a service; now and newID are the sources of time and of unique ids that are
// safe in keys and addresses.
func NewService(store Store, sources Sources, files Files, blobs Blobs, keys Keys, now func() time.Time, newID func() string, cfg Config) *Service {
	s := &Service{
		store: store, sources: sources, files: files, blobs: blobs, keys: keys, now: now, newID: newID, cfg: cfg.withDefaults(),
		open: cache.New[string, *opened](openAtOnce, 0, nil),
	}
	s.Executor = s.executor()
	return s
}

// accessOf returns the access of a caller to an index; by is nil for a stranger. In the bin only
// those who can restore it may read it. mayRead checks the right to read its file.
func accessOf(by *auth.Identity, x *Index) record.Access {
	switch {
	case by != nil && by.IsAdmin():
		return record.Keeper
	case by != nil && x.Owner.ID == by.User.ID && by.In(x.Area):
		return record.Owner
	case x.DeletedAt != nil:
		return record.Stranger
	case x.Sharing == Public,
		by != nil && by.In(x.Area) && (x.Sharing == Area || x.Sharing == Named && record.Has(x.People, by.User.ID)):
		return record.Reader
	}
	return record.Stranger
}

func canOf(r record.Access, x *Index, readable bool) Can {
	owns, bin := r >= record.Owner, x.DeletedAt != nil
	return Can{Edit: owns && !bin, Share: owns && !bin, Delete: owns, Restore: owns && bin, Rebuild: owns && !bin && readable}
}

// admitted returns an index that was read; it is absent for callers who may not query it.
func admitted(by *auth.Identity, x *Index, err error) (*Index, record.Access, error) {
	return record.Admitted(x, err, "index", func(x *Index) record.Access { return accessOf(by, x) })
}

// indexFor returns an index that the caller may query: it is theirs or shared with them, and so is
// its source.
func (s *Service) indexFor(ctx context.Context, by *auth.Identity, id string) (*Index, record.Access, error) {
	read, err := s.store.Index(ctx, id)
	x, r, err := admitted(by, read, err)
	if err != nil || r >= record.Owner {
		return x, r, err // a caller who may not read the file now still sees the index
	}
	readable, err := s.mayRead(ctx, by, x)
	if err != nil {
		return nil, record.Stranger, err
	}
	if !readable {
		return nil, record.Stranger, errs.Missing("index")
	}
	return x, r, nil
}

// mayRead reports whether a caller may read the file of an index. An upload belongs to its indexes:
// callers who may query one of them may read it.
func (s *Service) mayRead(ctx context.Context, by *auth.Identity, x *Index) (bool, error) {
	if x.Source.Kind == FromUpload {
		return true, nil
	}
	_, err := s.sources.Open(ctx, by, x.Source)
	if errs.Is(err, errs.NotFound) || errs.Is(err, errs.Conflict) {
		return false, nil
	}
	return err == nil, err
}

// mustEdit rejects callers who may only query, and all callers for an index in the bin.
func mustEdit(x *Index, r record.Access) error {
	if r < record.Owner {
		return errs.New(errs.Forbidden, "forbidden", "Only the owner of this index may change it.")
	}
	if x.DeletedAt != nil {
		return record.InBin("index")
	}
	return nil
}

// note records an event of an index, in its history and in the trail.
func (s *Service) note(ctx context.Context, tx Tx, by *auth.Identity, indexID string, h record.Event) error {
	h.Object, h.ObjectID, h.By = ObjectIndex, indexID, by.Actor()
	return record.Note(ctx, tx, s.now(), h, h.Sentence())
}
