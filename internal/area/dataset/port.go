package dataset

import (
	"context"
	"io"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
)

// Files stores uploaded files by id. A missing id is errs.NotFound.
type Files interface {
	File(ctx context.Context, id string) (*file.Info, error)
	// OpenFileRange reads length bytes from offset; to the end when length < 0.
	OpenFileRange(ctx context.Context, id string, offset, length int64) (io.ReadCloser, error)
	// Keep stores a file of a given size as if its owner had uploaded it.
	Keep(ctx context.Context, ownerID, name string, size int64, r io.Reader) (*file.Info, error)
	// DeleteFile removes a file and its bytes; deleting a missing one succeeds.
	DeleteFile(ctx context.Context, id string) error
	// ForgetFile deletes a file, and leaves its bytes to the quarantine.
	ForgetFile(ctx context.Context, id string) error
}

// Blobs stores results of checks under keys made of ids. A missing key is errs.NotFound.
type Blobs interface {
	// Put stores all of r under key, replaces the result of an earlier attempt, and returns the
	// size in bytes and the hex SHA-256.
	Put(ctx context.Context, key string, r io.Reader) (size int64, sha256 string, err error)
	Size(ctx context.Context, key string) (int64, error)
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// ReaderAt reads parts of one blob; each ReadAt is at most one range request.
	ReaderAt(ctx context.Context, key string) (r io.ReaderAt, size int64, err error)
	// DeletePrefix removes every blob whose key starts with prefix.
	DeletePrefix(ctx context.Context, prefix string) error
	job.Sweeper
}

// Results returns finished results of other areas that can become data sets.
type Results interface {
	// Result returns a meta-analysis that the caller may read: errs.NotFound if it does not exist,
	// errs.Conflict if it has no results.
	Result(ctx context.Context, by *auth.Identity, metaID string) (*Result, error)
	// InputsChanged describes by meta-analysis how its inputs have changed since it was created, in a
	// public text. Unchanged ones are left out.
	InputsChanged(ctx context.Context, metaIDs []string) (map[string]string, error)
}

// Result is a finished result with the initial values of its data set.
type Result struct {
	Study     string         // name of the study of such results
	Metadata  Metadata       // without study and submitter
	Phenotype PhenotypeInput // without file
	File      *file.Download
}

// Publications looks up publications. An unknown id is errs.NotFound, a service without an answer
// errs.Unavailable.
type Publications interface {
	Publication(ctx context.Context, id PubID) (*Publication, error)
}

// PubID is the normalised identifier of a publication.
type PubID struct {
	Kind  string // pmid, pmcid or doi
	Value string
}

// Publication is a catalogue's record of an article.
type Publication struct {
	Title     string
	Journal   string
	Authors   string // "Smith J", "Smith J, Doe A" or "Smith J, Doe A et al."
	Year      string
	Month     string // three letters, a season or a range of them
	Volume    string
	Issue     string
	Pages     string
	Location  string // place in the electronic edition, such as "doi: 10.1000/182"
	DOI       string
	PMID      string
	PMCID     string
	Retracted bool
}
