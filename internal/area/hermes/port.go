package hermes

import (
	"context"
	"io"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
)

// Files stores uploaded files by id. A missing id is errs.NotFound.
type Files interface {
	File(ctx context.Context, id string) (*file.Info, error)
	// OpenFile reads a complete file from its start.
	OpenFile(ctx context.Context, id string) (io.ReadCloser, error)
	// OpenFileRange reads length bytes from offset; to the end when length < 0.
	OpenFileRange(ctx context.Context, id string, offset, length int64) (io.ReadCloser, error)
	// PendingFiles lists the owner's files that no submission was registered for, newest first.
	PendingFiles(ctx context.Context, ownerID string) ([]*file.Info, error)
	// DeleteFile removes a file and its bytes; deleting a missing one succeeds.
	DeleteFile(ctx context.Context, id string) error
}

// Blobs stores immutable results under keys made of ids. A missing key is errs.NotFound.
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

// Accounts finds the mail addresses of accounts.
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
	Column   string // column or INFO key that holds the frequency of the ALT allele
	// Open opens the file, which may have to be fetched first.
	Open func(ctx context.Context) (io.ReadCloser, error)
	// Size returns the size of the file in bytes, for progress; nil when it is not known.
	Size func(ctx context.Context) (int64, error)
}

// Panels lists the installed reference panels. They may change while the server runs.
type Panels interface {
	Panels(ctx context.Context) ([]Panel, error)
}

// NoPanels is a server without reference panels.
type NoPanels struct{}

// Panels returns none.
func (NoPanels) Panels(context.Context) ([]Panel, error) { return nil, nil }

// Scores finds installed LD scores. They may change while the server runs.
type Scores interface {
	// LDScores returns the scores of a build for the first group that has any; nil if none has.
	LDScores(ctx context.Context, b genome.Build, groups []string) (*qc.Scores, error)
}

// NoScores is a server without LD scores.
type NoScores struct{}

// LDScores returns none.
func (NoScores) LDScores(context.Context, genome.Build, []string) (*qc.Scores, error) {
	return nil, nil
}

// LDPanel is an installed panel of phased genotypes.
type LDPanel struct {
	locusreport.Panel
	Source *ld.Source
}

// Linkages finds installed phased genotypes. They may change while the server runs.
type Linkages interface {
	// Haplotypes returns the panel of a build for the first group that has any; nil if none has.
	Haplotypes(ctx context.Context, b genome.Build, groups []string) (*LDPanel, error)
}

// NoLinkages is a server without LD.
type NoLinkages struct{}

// Haplotypes returns none.
func (NoLinkages) Haplotypes(context.Context, genome.Build, []string) (*LDPanel, error) {
	return nil, nil
}

// Numbers finds installed tables of rs numbers. They may change while the server runs.
type Numbers interface {
	// Numbers returns the table of a build; nil if there is none.
	Numbers(ctx context.Context, b genome.Build) (*qc.Numbers, error)
}

// NoNumbers is a server without tables of rs numbers.
type NoNumbers struct{}

// Numbers returns none.
func (NoNumbers) Numbers(context.Context, genome.Build) (*qc.Numbers, error) { return nil, nil }

// Chains finds the liftover between two builds. The installed chain files may change while the
// server runs.
type Chains interface {
	// Between returns the liftover and, if rows are to be compared, that of a second chain file.
	// Without any it fails with *liftover.ChainError.
	Between(ctx context.Context, from, to genome.Build) (*liftover.Way, error)
	// Reach lists the other builds that can be lifted to this one.
	Reach(ctx context.Context, to genome.Build) ([]genome.Build, error)
}

// Sequences finds the reference sequence of a build.
type Sequences interface {
	// Sequence returns the sequence of a build, nil if none is installed.
	Sequence(ctx context.Context, b genome.Build) (*liftover.Reference, error)
}

// NoSequences is a server without reference sequences.
type NoSequences struct{}

// Sequence implements Sequences.
func (NoSequences) Sequence(context.Context, genome.Build) (*liftover.Reference, error) {
	return nil, nil
}

// ChainInside is a server with only the built-in chain file.
type ChainInside struct{}

// Between implements Chains.
func (ChainInside) Between(_ context.Context, from, to genome.Build) (*liftover.Way, error) {
	return liftover.Inside().Between(from, to)
}

// Reach implements Chains.
func (ChainInside) Reach(_ context.Context, to genome.Build) ([]genome.Build, error) {
	return liftover.Reach(to), nil
}
