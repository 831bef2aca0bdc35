package bioindex

import (
	"context"
	"io"
	"log/slog"
	"time"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// Store keeps indexes. An absent id is errs.NotFound.
type Store interface {
	job.Store
	// InTx runs fn in one transaction. fn may run again after a serialization failure.
	InTx(ctx context.Context, fn func(tx Tx) error) error

	Index(ctx context.Context, id string) (*Index, error)
	// Asked gives an index and the status of the build that answers, "" when none does,
	// in one statement: it is read for each query. Its people are there only while it is
	// shared by name.
	Asked(ctx context.Context, id string) (*Index, Status, error)
	// Indexes gives a page, the last changed first, without people, and how many the
	// filter selects on all pages.
	Indexes(ctx context.Context, f Filter) (page []*Index, total int64, err error)
	Build(ctx context.Context, id string) (*Build, error)
	// BuildsByID lists the builds that exist, in the order of the ids.
	BuildsByID(ctx context.Context, ids []string) ([]*Build, error)
	Usage(ctx context.Context, ownerID string) (Usage, error)
	History(ctx context.Context, object, id string) ([]record.Entry, error) // newest first
	// Purgeable lists indexes that are in the bin since before a time.
	Purgeable(ctx context.Context, before time.Time) ([]string, error)
}

// Tx is a Store's transaction.
type Tx interface {
	job.Tx
	record.Tx

	Index(ctx context.Context, id string) (*Index, error) // locked for update where the engine can
	CreateIndex(ctx context.Context, x *Index) error
	// UpdateIndex writes every field of x where the stored version is x.Version, and
	// adds one to it; errs.Conflict (changed) otherwise.
	UpdateIndex(ctx context.Context, x *Index) error
	// SwitchBuild makes a build the one that answers, without a new version of the index.
	SwitchBuild(ctx context.Context, indexID, buildID string) error
	// DeleteIndex removes an index with its builds, and gives the id of the uploaded
	// file that no index needs any more, "" for none, which becomes unregistered.
	DeleteIndex(ctx context.Context, id string) (uploadID string, err error)
	// ClaimUpload registers an uploaded file for an index of its owner, or finds that
	// an index of theirs has it already; errs.Conflict (file_used) otherwise.
	ClaimUpload(ctx context.Context, fileID, ownerID string) error
	CreateBuild(ctx context.Context, b *Build) error
	Build(ctx context.Context, id string) (*Build, error) // locked likewise
	UpdateBuild(ctx context.Context, b *Build) error
	Usage(ctx context.Context, ownerID string) (Usage, error)
}

// Usage is how much an owner has, what is in the bin too.
type Usage struct {
	Indexes int64
	Bytes   int64 // of the files of builds that answer and of uploads, each of these once
}

// Filter selects a page of indexes.
type Filter struct {
	UserID string      // who asks; "" for a stranger, who sees what is public
	Areas  []auth.Area // in which they have a role
	All    bool        // sees those of everybody
	Scope  string      // mine, shared, public or "" for all that the caller may see
	Bin    bool        // own ones in the bin, instead of those that are not
	Q      string      // every word occurs in the name, the owner's name or that of the file
	Limit  int
	Sort   string        // updated_at, name or owner, with - before it for descending; "" for -updated_at
	After  listing.Place // the row of the list behind which the page begins
}

// Sources gives the files of other areas.
type Sources interface {
	// Open gives a file that the caller may read now; by is nil for a stranger.
	// errs.NotFound for what is absent or not theirs, errs.Conflict for what has no
	// such file yet. An upload is its uploader's alone.
	Open(ctx context.Context, by *auth.Identity, src Source) (*SourceFile, error)
	// Upload gives an uploaded file of an index, whose reader was admitted to that.
	Upload(ctx context.Context, id string) (*SourceFile, error)
}

// SourceFile is a file that an index can be made of. Its bytes never change.
type SourceFile struct {
	Name   string
	Size   int64
	Tag    string // names the bytes
	FileID string // pins the version, for Source
	Area   auth.Area
	Build  genome.Build // as its area says; UnknownBuild when it does not
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange func(ctx context.Context, offset, length int64) (io.ReadCloser, error)
}

// Files removes uploaded files; deleting an absent one is no error.
type Files interface {
	DeleteFile(ctx context.Context, id string) error
	// ForgetFile removes a file, and leaves its bytes to the quarantine.
	ForgetFile(ctx context.Context, id string) error
}

// Blobs holds what builds make, under keys made of ids. An absent key is errs.NotFound.
type Blobs interface {
	job.Blobs
	job.Sweeper
	// ReaderAt reads parts of a blob in the lifetime of ctx, and gives its size.
	ReaderAt(ctx context.Context, key string) (r io.ReaderAt, size int64, err error)
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// DeletePrefix removes every blob whose key starts with prefix.
	DeletePrefix(ctx context.Context, prefix string) error
}

// Keys gives the secrets of this server that sign what is given out, the one to sign
// with first, and behind it those that still have to be believed.
type Keys interface {
	Secrets(ctx context.Context) ([][]byte, error)
}

// Config is what a consortium decides, and where files are worked on.
type Config struct {
	BinFor     time.Duration // how long an index stays in the bin; 30 days when 0
	MaxIndexes int64         // of one owner; 200 when 0
	Quota      int64         // bytes of one owner, see Usage; 1 TiB when 0
	PageBytes  int64         // of rows on a page of an answer unless asked otherwise; 1 MiB when 0
	MostBytes  int64         // that somebody may ask for; 16 MiB when 0
	Memory     int64         // bytes for the rows of one build; that of tableindex when 0
	Queries    int           // random queries after a build; 1000 when 0
	Genes      gene.Lists    // what genes in queries are looked up in; nil: the lists inside the program
	Accounts   record.Accounts
	TempDir    string // for the working files of builds, on the disk of the data
	Log        *slog.Logger
	Crash      func(point string) // called at points where a crash must do no harm; nil in production
}

func (c Config) withDefaults() Config {
	for _, f := range []struct {
		field    *int64
		standard int64
	}{{&c.MaxIndexes, 200}, {&c.Quota, 1 << 40}, {&c.PageBytes, 1 << 20}, {&c.MostBytes, 16 << 20}} {
		if *f.field == 0 {
			*f.field = f.standard
		}
	}
	c.PageBytes = min(c.PageBytes, c.MostBytes)
	if c.BinFor == 0 {
		c.BinFor = 30 * 24 * time.Hour
	}
	if c.Queries == 0 {
		c.Queries = 1000
	}
	if c.Genes == nil {
		c.Genes = gene.OfProgram
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Crash == nil {
		c.Crash = func(string) {}
	}
	return c
}
