package toolrun

import (
	"context"
	"io"
	"log/slog"
	"time"

	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
)

// Store keeps runs. An absent id is errs.NotFound.
type Store interface {
	job.Store
	// InTx runs fn in one transaction. fn may run again after a serialization failure.
	InTx(ctx context.Context, fn func(tx Tx) error) error

	Run(ctx context.Context, id string) (*Run, error)
	// RunsOf lists the runs of an owner without results, newest first.
	RunsOf(ctx context.Context, ownerID string) ([]*Run, error)
	// ExpiredRuns lists some runs that expired before a time.
	ExpiredRuns(ctx context.Context, before time.Time) ([]string, error)
}

// Tx is a Store's transaction.
type Tx interface {
	job.Tx

	CreateRun(ctx context.Context, r *Run) error
	Run(ctx context.Context, id string) (*Run, error) // locked for update where the engine can
	UpdateRun(ctx context.Context, r *Run) error
	DeleteRun(ctx context.Context, id string) error
	CountRuns(ctx context.Context, ownerID string) (Count, error)
	// KeepUpload keeps an unregistered upload at least until a time.
	KeepUpload(ctx context.Context, uploadID string, until time.Time) error
	// DropUpload lets an upload without runs and registered objects expire, so that it is swept.
	DropUpload(ctx context.Context, uploadID string, at time.Time) error
}

// Count is how many runs an owner has.
type Count struct {
	Kept     int64 // of every status
	UnderWay int64 // that wait or run
}

// Files holds uploaded files by id. An absent id is errs.NotFound.
type Files interface {
	File(ctx context.Context, id string) (*file.Info, error)
	OpenFile(ctx context.Context, id string) (io.ReadCloser, error)
}

// Blobs stores the files of runs, under keys built from ids. An absent key is errs.NotFound.
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

// Config holds the consortium's decisions, and the working folder.
type Config struct {
	Keep    time.Duration // how long the results of a run are kept; a day when 0
	AtOnce  int64         // runs of one owner that wait or run; 3 when 0
	MaxRuns int64         // that one owner may have; 50 when 0
	TempDir string        // for working files, on the disk of the data
	Workers int           // of one run; as many as there are processors when 0
	Version string
	Log     *slog.Logger
	Crash   func(point string) // called at points where a crash must do no harm; nil in production
}

func (c Config) withDefaults() Config {
	if c.Keep == 0 {
		c.Keep = 24 * time.Hour
	}
	if c.AtOnce == 0 {
		c.AtOnce = 3
	}
	if c.MaxRuns == 0 {
		c.MaxRuns = 50
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Crash == nil {
		c.Crash = func(string) {}
	}
	return c
}
