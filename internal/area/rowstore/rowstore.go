// Package rowstore keeps the rows of all finished results by position, so that a variant or a gene is
// looked up in all of them at once: accepted submissions, the runs that meta-analyses combined, completed
// meta-analyses and checked files of the registry. It owns segments, the job that writes and merges
// them, and the answers. A result is known by the key of the file with its rows. There are no access
// rules here: callers ask for the keys of results that they may see, and get no others. It imports
// the packages of gwas, and no area.
package rowstore

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"cohortium/internal/gwas/rsindex"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/job"
)

// KindRows is the kind of the jobs of this package.
const KindRows = "rows"

// Segment is a stored file of rows of some results, which never changes. It counts from the moment
// its row is committed.
type Segment struct {
	ID        string
	Bytes     int64
	CreatedAt time.Time
}

// blobPrefix is the prefix of everything that this package stores.
const blobPrefix = "rows/"

// RowsKey returns the key of the rows of a segment.
func RowsKey(id string) string { return blobPrefix + id + "/rows.seg" }

// NumbersKey returns the key of the index of the rs numbers of a segment.
func NumbersKey(id string) string { return blobPrefix + id + "/rows.rsindex" }

// idOf returns the segment of a key; "" for a key that is not of this package.
func idOf(key string) string {
	id, _, _ := strings.Cut(strings.TrimPrefix(key, blobPrefix), "/")
	if key != RowsKey(id) && key != NumbersKey(id) {
		return ""
	}
	return id
}

// Store stores which segments there are, and reads which results are finished.
type Store interface {
	job.Store
	// InTx runs fn in one transaction. fn may run again after a serialization failure.
	InTx(ctx context.Context, fn func(tx Tx) error) error
	// Finished lists the keys of the rows of all results that belong here.
	Finished(ctx context.Context) ([]string, error)
	Segments(ctx context.Context) ([]*Segment, error) // by id
	// Results lists the keys of the results of a segment by their number; none for an absent one.
	Results(ctx context.Context, id string) ([]string, error)
}

// Tx is a Store's transaction.
type Tx interface {
	job.Tx
	// CreateSegment stores a segment with the keys of its results by number. No other segment has
	// any of them.
	CreateSegment(ctx context.Context, s *Segment, results []string) error
	DeleteSegment(ctx context.Context, id string) error
}

// Blobs stores segments, and has the rows of results. An absent key is errs.NotFound.
type Blobs interface {
	job.Blobs
	job.Sweeper
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// ReaderAt reads parts of one blob; each ReadAt is one range request at worst.
	ReaderAt(ctx context.Context, key string) (r io.ReaderAt, size int64, err error)
	// DeletePrefix removes every blob whose key starts with prefix.
	DeletePrefix(ctx context.Context, prefix string) error
}

// Config holds the working folder and what tests change.
type Config struct {
	TempDir string // for working files, on the disk of the data
	Log     *slog.Logger
	Crash   func(point string) // called at points where a crash must do no harm; nil in production
}

// The limits of memory: of directories that stay open, of indexes of rs numbers that do, and of
// segments that are read at a time, by all callers together.
const (
	keptBytes   = 64 << 20
	keptIndexes = 16
	readers     = 8
)

// Service holds the rules of segments, and answers.
type Service struct {
	*job.Executor[Tx, struct{}]

	store   Store
	blobs   Blobs
	now     func() time.Time
	newID   func() string
	cfg     Config
	opened  *cache.Cache[string, *opened]
	numbers *cache.Cache[string, *rsindex.Index]
	reading chan struct{} // holds a value for each segment that is being read
	orphans job.Daily

	mu         sync.Mutex
	unreadable map[string]time.Time // when the rows of a result could not be read
}

// NewService returns a service; now and newID are the sources of time and of unique ids that are
// safe in keys.
func NewService(store Store, blobs Blobs, now func() time.Time, newID func() string, cfg Config) *Service {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Crash == nil {
		cfg.Crash = func(string) {}
	}
	s := &Service{
		store: store, blobs: blobs, now: now, newID: newID, cfg: cfg,
		opened:  cache.NewWeighing(keptBytes, func(_ string, o *opened) int { return o.weight() }, 0, nil),
		numbers: cache.New[string, *rsindex.Index](keptIndexes, 0, nil),
		reading: make(chan struct{}, readers), unreadable: map[string]time.Time{},
	}
	s.Executor = s.executor()
	return s
}
