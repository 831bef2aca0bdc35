package dataset

import (
	"context"
	"io"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
)

// Files holds uploaded files by id. An absent id is errs.NotFound.
type Files interface {
	File(ctx context.Context, id string) (*file.Info, error)
	// OpenFileRange reads length bytes from offset; to the end when length < 0.
	OpenFileRange(ctx context.Context, id string, offset, length int64) (io.ReadCloser, error)
	// Keep takes in a file of so many bytes as if its owner had sent it.
	Keep(ctx context.Context, ownerID, name string, size int64, r io.Reader) (*file.Info, error)
	// DeleteFile removes a file and its bytes; deleting an absent one is no error.
	DeleteFile(ctx context.Context, id string) error
	// ForgetFile removes a file, and leaves its bytes to the quarantine.
	ForgetFile(ctx context.Context, id string) error
}

// Blobs holds what checks make, under keys made of ids. An absent key is errs.NotFound.
type Blobs interface {
	// Put stores all of r under key, replacing what an earlier attempt left, and
	// gives its size in bytes and the hex SHA-256.
	Put(ctx context.Context, key string, r io.Reader) (size int64, sha256 string, err error)
	Size(ctx context.Context, key string) (int64, error)
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// ReaderAt reads parts of one blob; each ReadAt is one range request at worst.
	ReaderAt(ctx context.Context, key string) (r io.ReaderAt, size int64, err error)
	// DeletePrefix removes every blob whose key starts with prefix.
	DeletePrefix(ctx context.Context, prefix string) error
	job.Sweeper
}

// Results gives finished results of elsewhere that may become data sets.
type Results interface {
	// Result gives a meta-analysis that the caller may read: errs.NotFound when
	// there is none, errs.Conflict when it has no results.
	Result(ctx context.Context, by *auth.Identity, metaID string) (*Result, error)
	// InputChanged says what has changed of the input of a meta-analysis since it was made, in
	// words that everybody may read; "" when nothing has.
	InputChanged(ctx context.Context, metaID string) (string, error)
}

// Result is a finished result as a data set of it begins.
type Result struct {
	Study     string         // under whose name such results stand
	Metadata  Metadata       // without study and submitter
	Phenotype PhenotypeInput // without file
	File      *file.Download
}

// Publications looks publications up. An id that nobody knows is errs.NotFound,
// a service that does not answer errs.Unavailable.
type Publications interface {
	Publication(ctx context.Context, id PubID) (*Publication, error)
}

// PubID is the identifier of a publication in the form that its kind has.
type PubID struct {
	Kind  string // pmid, pmcid or doi
	Value string
}

// Publication is what catalogues know of an article.
type Publication struct {
	Title     string
	Journal   string
	Authors   string // "Smith J", "Smith J, Doe A" or "Smith J, Doe A et al."
	Year      string
	Month     string // three letters, a season or a range of them
	Volume    string
	Issue     string
	Pages     string
	Location  string // where it is in the electronic edition, such as "doi: 10.1000/182"
	DOI       string
	PMID      string
	PMCID     string
	Retracted bool
}
