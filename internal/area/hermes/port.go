package hermes

import (
	"context"
	"io"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
)

// Files holds uploaded files by id. An absent id is errs.NotFound.
type Files interface {
	File(ctx context.Context, id string) (*file.Info, error)
	// OpenFile reads a complete file from its start.
	OpenFile(ctx context.Context, id string) (io.ReadCloser, error)
	// OpenFileRange reads length bytes from offset; to the end when length < 0.
	OpenFileRange(ctx context.Context, id string, offset, length int64) (io.ReadCloser, error)
	// PendingFiles lists the owner's files that no data set was registered for, newest first.
	PendingFiles(ctx context.Context, ownerID string) ([]*file.Info, error)
	// DeleteFile removes a file and its bytes; deleting an absent one is no error.
	DeleteFile(ctx context.Context, id string) error
}

// Blobs holds immutable results under keys made of ids. An absent key is errs.NotFound.
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

// Accounts finds who is to be written to.
type Accounts interface {
	UserByName(ctx context.Context, name string) (*auth.User, error)
	User(ctx context.Context, id string) (*auth.User, error)
}

// Panel is an installed reference panel of allele frequencies.
type Panel struct {
	Name     string // unique
	Build    string // hg19 or grch38
	Ancestry string // panel group: AFR, AMR, EAS, EUR, SAS, MID or ALL
	Rows     int64
	Version  string
	SHA256   string
	Path     string // local file
	Column   string // column or INFO key that holds the frequency of the ALT allele
}

// Panels lists the installed reference panels. Which are there may change while
// the server runs.
type Panels interface {
	Panels(ctx context.Context) ([]Panel, error)
}

// NoPanels is a server without reference panels.
type NoPanels struct{}

// Panels gives none.
func (NoPanels) Panels(context.Context) ([]Panel, error) { return nil, nil }

// Scores finds installed LD scores. Which are there may change while the server runs.
type Scores interface {
	// LDScores gives those of an assembly for the first of groups of people that there are any
	// of; nil when there are none.
	LDScores(ctx context.Context, b genome.Build, groups []string) (*qc.Scores, error)
}

// NoScores is a server without LD scores.
type NoScores struct{}

// LDScores gives none.
func (NoScores) LDScores(context.Context, genome.Build, []string) (*qc.Scores, error) {
	return nil, nil
}

// Numbers finds installed tables of rs numbers. Which are there may change while the server runs.
type Numbers interface {
	// Numbers gives that of an assembly; nil when there is none.
	Numbers(ctx context.Context, b genome.Build) (*qc.Numbers, error)
}

// NoNumbers is a server without tables of rs numbers.
type NoNumbers struct{}

// Numbers gives none.
func (NoNumbers) Numbers(context.Context, genome.Build) (*qc.Numbers, error) { return nil, nil }

// Chains finds the way from one assembly to another. Which chain files are there
// may change while the server runs.
type Chains interface {
	// Between returns the way with its chain file, and that of a second one where rows are
	// to be compared; none is a *liftover.ChainError.
	Between(ctx context.Context, from, to genome.Build) (*liftover.Way, error)
	// Reach lists the other assemblies from which there is a way to this one.
	Reach(ctx context.Context, to genome.Build) ([]genome.Build, error)
}

// Sequences finds the reference sequence of an assembly.
type Sequences interface {
	// Sequence is that of an assembly, nil when none is installed.
	Sequence(ctx context.Context, b genome.Build) (*liftover.Reference, error)
}

// NoSequences is a server without reference sequences.
type NoSequences struct{}

// Sequence implements Sequences.
func (NoSequences) Sequence(context.Context, genome.Build) (*liftover.Reference, error) {
	return nil, nil
}

// ChainInside is a server with no chain file but the one inside the program.
type ChainInside struct{}

// Between implements Chains.
func (ChainInside) Between(_ context.Context, from, to genome.Build) (*liftover.Way, error) {
	return liftover.Inside().Between(from, to)
}

// Reach implements Chains.
func (ChainInside) Reach(_ context.Context, to genome.Build) ([]genome.Build, error) {
	return liftover.Reach(to), nil
}
