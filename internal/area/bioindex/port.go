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
	// Asked returns an index and the status of its live build, "" when there is none, in one
	// statement: it runs for each query. The people are set only while it is shared by name.
	Asked(ctx context.Context, id string) (*Index, Status, error)
	// Indexes returns a page, the last changed first, without people, and how many the filter
	// selects on all pages.
	Indexes(ctx context.Context, f Filter) (page []*Index, total int64, err error)
	// IndexFacets counts what the filter selects by scope; an index can be in several.
	IndexFacets(ctx context.Context, f Filter) (listing.Facets, error)
	Build(ctx context.Context, id string) (*Build, error)
	// BuildsByID lists the builds that exist, in the order of the ids.
	BuildsByID(ctx context.Context, ids []string) ([]*Build, error)
	Usage(ctx context.Context, ownerID string) (Usage, error)
	History(ctx context.Context, object, id string) ([]record.Entry, error) // newest first
	// Purgeable lists indexes that were put in the bin before a time.
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
	// SwitchBuild makes a build the live one, without a new version of the index.
	SwitchBuild(ctx context.Context, indexID, buildID string) error
	// DeleteIndex deletes an index with its builds, and returns the id of its uploaded file if no
	// other index uses it, "" otherwise. That file becomes unregistered.
	DeleteIndex(ctx context.Context, id string) (uploadID string, err error)
	// ClaimUpload registers an uploaded file for an index of its owner, or finds that
	// an index of theirs has it already; errs.Conflict (file_used) otherwise.
	ClaimUpload(ctx context.Context, fileID, ownerID string) error
	CreateBuild(ctx context.Context, b *Build) error
	Build(ctx context.Context, id string) (*Build, error) // locked likewise
	UpdateBuild(ctx context.Context, b *Build) error
	Usage(ctx context.Context, ownerID string) (Usage, error)
}

// Usage is how much an owner uses, including the bin.
type Usage struct {
	Indexes int64
	Bytes   int64 // of the files of live builds and of uploads, each of these once
}

// Filter selects a page of indexes.
type Filter struct {
	UserID string      // account of the caller; "" for a stranger, who sees what is public
	Areas  []auth.Area // in which they have a role
	All    bool        // sees those of all owners
	Scope  string      // mine, shared, public or "" for all that the caller may see
	Bin    bool        // the caller's in the bin, instead of those that are not
	Q      string      // every word occurs in the name, the owner's name or that of the file
	Limit  int
	Sort   string        // updated_at, name, owner, rows or bytes, with - before it for descending; "" for -updated_at
	After  listing.Place // the row of the list behind which the page begins
	Facets bool          // asks the service for the facets
}

// Sources opens the files of other areas.
type Sources interface {
	// Open returns a file that the caller may read now; by is nil for a stranger. errs.NotFound for
	// one that is absent or not theirs, errs.Conflict when there is no such file yet. Only the
	// uploader can open an upload.
	Open(ctx context.Context, by *auth.Identity, src Source) (*SourceFile, error)
	// Upload returns an uploaded file of an index, whose reader was admitted to the index.
	Upload(ctx context.Context, id string) (*SourceFile, error)
}

// SourceFile is a file that an index can be made from. Its bytes never change.
type SourceFile struct {
	Name   string
	Size   int64
	Tag    string // identifies the bytes
	FileID string // pins the version, for Source
	Area   auth.Area
	Build  genome.Build // as stated by its area; UnknownBuild when it states none
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange func(ctx context.Context, offset, length int64) (io.ReadCloser, error)
}

// Files removes uploaded files; deleting an absent one is not an error.
type Files interface {
	DeleteFile(ctx context.Context, id string) error
	// ForgetFile removes a file, and leaves its bytes to the quarantine.
	ForgetFile(ctx context.Context, id string) error
}

// Blobs stores the files of builds, under keys built from ids. An absent key is errs.NotFound.
type Blobs interface {
	job.Blobs
	job.Sweeper
	// ReaderAt reads parts of a blob in the lifetime of ctx, and returns its size.
	ReaderAt(ctx context.Context, key string) (r io.ReaderAt, size int64, err error)
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// DeletePrefix removes every blob whose key starts with prefix.
	DeletePrefix(ctx context.Context, prefix string) error
}

// Keys holds the signing secrets of this server, the current one first, followed by older ones that
// are still valid.
type Keys interface {
	Secrets(ctx context.Context) ([][]byte, error)
}

// Config holds the consortium's decisions, and the working folder.
type Config struct {
	BinFor     time.Duration // how long an index stays in the bin; 30 days when 0
	MaxIndexes int64         // of one owner; 200 when 0
	Quota      int64         // bytes of one owner, see Usage; 1 TiB when 0, quota.None for no limit
	PageBytes  int64         // of rows on a page of an answer by default; 1 MiB when 0
	MostBytes  int64         // largest page that may be requested; 16 MiB when 0
	Memory     int64         // bytes for the rows of one build; that of tableindex when 0
	Queries    int           // random queries after a build; 1000 when 0
	Genes      gene.Lists    // gene lists for queries; nil: the lists inside the program
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
