package pagetable

import (
	"context"
	"io"
	"log/slog"
	"os"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// Store keeps tables. An absent id is errs.NotFound.
type Store interface {
	job.Store
	// InTx runs fn in one transaction. fn may run again after a serialization failure.
	InTx(ctx context.Context, fn func(tx Tx) error) error

	Table(ctx context.Context, id string) (*Table, error)
	// Tables returns a page of an owner's tables, the last made first, and how many there are.
	Tables(ctx context.Context, f Filter) (page []*Table, total int64, err error)
	Usage(ctx context.Context, ownerID string) (Usage, error)
	// Older lists tables that were made before a time and are not being made, by id
	// behind after.
	Older(ctx context.Context, before time.Time, after string, limit int) ([]string, error)
}

// Tx is a Store's transaction.
type Tx interface {
	job.Tx

	Table(ctx context.Context, id string) (*Table, error) // locked for update where the engine can
	CreateTable(ctx context.Context, t *Table) error
	UpdateTable(ctx context.Context, t *Table) error
	DeleteTable(ctx context.Context, id string) error
	Usage(ctx context.Context, ownerID string) (Usage, error)
}

// Usage is how much an owner uses.
type Usage struct {
	Tables int64
	Bytes  int64 // of their files
}

// Filter selects a page of tables of an owner.
type Filter struct {
	OwnerID string
	Limit   int
	After   listing.Place // the row of the list behind which the page begins
}

// Sources opens the files of other areas.
type Sources interface {
	// Open returns a file that the caller may read now; by is nil for a stranger. errs.NotFound for
	// one that is absent or not theirs, errs.Conflict when there is no such file yet. It is not
	// called for addresses or texts.
	Open(ctx context.Context, by *auth.Identity, src Source) (*File, error)
	// Newest returns the newest version of a source. Its errors are those of Open.
	Newest(ctx context.Context, by *auth.Identity, src Source) (Source, error)
}

// File is a file that a table can be made from. Its bytes never change.
type File struct {
	Name  string
	Size  int64
	Tag   string       // identifies the bytes
	Area  auth.Area    // "" for none
	Build genome.Build // as stated by its area; UnknownBuild when it states none
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange func(ctx context.Context, offset, length int64) (io.ReadCloser, error)
}

// Fetched describes a downloaded file.
type Fetched struct {
	Name string
	Size int64
	Tag  string // SHA-256, hex
	Cut  bool   // the remote file is longer
}

// Fetcher downloads files from addresses that users enter. Its errors are errs.Rule with the field
// source.url, for people.
type Fetcher interface {
	// Check rejects an address by its text.
	Check(address string) error
	// Fetch writes at most `most` bytes to a file; with whole, a longer file is an error. report
	// receives the progress; total is 0 while unknown.
	Fetch(ctx context.Context, address string, to *os.File, most int64, whole bool, report func(done, total int64)) (Fetched, error)
}

// Pages finds the pages that show tables.
type Pages interface {
	// SeesTable reports whether a caller may see a page that shows a table; by is nil for a
	// stranger.
	SeesTable(ctx context.Context, by *auth.Identity, tableID string) (bool, error)
	// UsesTable reports whether any page shows a table or will.
	UsesTable(ctx context.Context, tableID string) (bool, error)
}

// Blobs stores the files of jobs, under keys built from ids. An absent key is errs.NotFound.
type Blobs interface {
	job.Blobs
	job.Sweeper
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// DeletePrefix removes every blob whose key starts with prefix.
	DeletePrefix(ctx context.Context, prefix string) error
}

// Config holds the consortium's decisions, and the working folder.
type Config struct {
	MaxTables int64 // of one owner; 500 when 0
	Quota     int64 // bytes of one owner; 100 GiB when 0, quota.None for no limit
	MaxFetch  int64 // bytes of a file at an address; 2 GiB when 0
	Accounts  record.Accounts
	TempDir   string // for the working files of jobs, on the disk of the data
	Log       *slog.Logger
	Crash     func(point string) // called at points where a crash must do no harm; nil in production
}

func (c Config) withDefaults() Config {
	for _, f := range []struct {
		field    *int64
		standard int64
	}{{&c.MaxTables, 500}, {&c.Quota, 100 << 30}, {&c.MaxFetch, 2 << 30}} {
		if *f.field == 0 {
			*f.field = f.standard
		}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Crash == nil {
		c.Crash = func(string) {}
	}
	return c
}
