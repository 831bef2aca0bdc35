package sgc

import (
	"context"
	"time"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
	"cohortium/internal/platform/rule"
)

// Store stores cohorts, their files and rows, and phenotypes. Every method returns errs.NotFound
// for a missing id. Reads see committed rows.
type Store interface {
	rule.Reads

	// Job returns a job of any kind.
	Job(ctx context.Context, id string) (*job.Job, error)

	// InTx runs fn in one transaction. fn may run again after a serialization failure.
	InTx(ctx context.Context, fn func(tx Tx) error) error

	Cohort(ctx context.Context, id string) (*Cohort, error)
	// Cohorts returns a page of rows with the kinds of their current files, and the number of
	// cohorts that the filter selects on all pages.
	Cohorts(ctx context.Context, f CohortFilter) (page []*CohortRow, total int64, err error)
	// Summary counts the cohorts of an owner or co-owner, or of all for "".
	Summary(ctx context.Context, memberID string) (*Summary, error)
	// CohortsHiddenBelow lists cohorts with files that show smaller numbers than minCell, or with a
	// size from 1 to below it.
	CohortsHiddenBelow(ctx context.Context, minCell int64) ([]string, error)
	Files(ctx context.Context, cohortID string) ([]*File, error) // every version, newest of a kind first
	Rows(ctx context.Context, cohortID string, onlyCurrent bool) (Rows, error)
	History(ctx context.Context, object, id string) ([]record.Entry, error) // newest first
	// BlobIDs lists the blobs of every version of every file, and that of the archive.
	BlobIDs(ctx context.Context) ([]string, error)
	// Mapping returns an account's last choice for a kind of file; nil if there is none.
	Mapping(ctx context.Context, userID string, k check.Kind) (check.Mapping, error)

	Phenotypes(ctx context.Context) ([]*Phenotype, error) // by code, without UsedBy
	Phenotype(ctx context.Context, code string) (*Phenotype, error)
	// PhenotypeUsers lists the cohorts whose files use a code, by name; only those of an owner or
	// co-owner, or all for "".
	PhenotypeUsers(ctx context.Context, code, memberID string) ([]PhenotypeUser, error)

	CountSums(ctx context.Context, onlyValidated bool) ([]CountSum, error)
	// PairSums adds pairs of a sex, or of both over the cohorts that have them in both files.
	PairSums(ctx context.Context, sex check.Sex, onlyValidated bool) ([]PairSum, error)
	Archive(ctx context.Context) (*Archive, error)
	// CountsOf lists the rows of a code over all cohorts, by name of the cohort, male first.
	CountsOf(ctx context.Context, code string, onlyValidated bool) ([]CohortCount, error)
}

// Tx is a Store's transaction.
type Tx interface {
	job.Tx
	record.Tx

	CreateCohort(ctx context.Context, c *Cohort) error // errs.Conflict (name_taken) if the owner has a cohort with this name
	// UpdateCohort writes every field of c if the stored version is c.Version, and increments it;
	// errs.Conflict (changed, name_taken) otherwise.
	UpdateCohort(ctx context.Context, c *Cohort) error
	DeleteCohort(ctx context.Context, id string) error // with its files and rows

	// AddFile adds a version and makes it the current one of its kind.
	AddFile(ctx context.Context, f *File, rows Rows) error
	// RewriteFile replaces the rows of a version and what depends on them.
	RewriteFile(ctx context.Context, f *File, rows Rows) error
	// RetireFile removes the current version of a kind.
	RetireFile(ctx context.Context, cohortID string, k check.Kind) error
	RememberMapping(ctx context.Context, userID string, k check.Kind, m check.Mapping, at time.Time) error

	CountPhenotypes(ctx context.Context) (int64, error)
	CreatePhenotype(ctx context.Context, p *Phenotype) error // errs.Conflict (phenotype_exists)
	// UpdatePhenotype writes p if the stored version is p.Version, and increments it; errs.Conflict
	// (changed) otherwise.
	UpdatePhenotype(ctx context.Context, p *Phenotype) error
	DeletePhenotype(ctx context.Context, code string) error // errs.Conflict (phenotype_used) while a row uses it

	Archive(ctx context.Context) (*Archive, error) // locked for update where the database supports it
	SaveArchive(ctx context.Context, a *Archive) error
}

// CohortFilter selects a page of cohorts. Empty slices and strings select all.
type CohortFilter struct {
	MemberID string // owner or co-owner
	Q        string // every word occurs in name, owner or a co-owner
	Owner    string // exactly this user name, ignoring case
	Status   []Status
	Missing  []check.Kind // at least one of these files is missing
	Sort     string       // created_at, name, total, males, females, owner or last_activity, "-" before it for descending
	Limit    int
	After    listing.Place // the last row before the page
}

// Summary counts cohorts.
type Summary struct {
	Cohorts    int64 `json:"cohorts"`
	Validated  int64 `json:"validated"`
	Complete   int64 `json:"complete"` // and not validated
	Incomplete int64 `json:"incomplete"`
	People     int64 `json:"people"`
}

// CountSum is the sum of a phenotype over the current files of one sex, or over the cohorts with
// the phenotype in the current files of both.
type CountSum struct {
	Code string
	Sex  check.Sex
	SexTotal
}

// PairSum is the sum of a pair over the current files.
type PairSum struct {
	A, B    string
	N       count.Count
	Cohorts int64
	Hidden  int64 // number of cohorts with a hidden number
}

// CohortCount is one cohort's number in a total.
type CohortCount struct {
	CohortID  string      `json:"cohort_id"`
	Name      string      `json:"name"`
	Owner     string      `json:"owner"`
	Validated bool        `json:"validated"`
	Sex       check.Sex   `json:"sex"`
	Cases     count.Count `json:"cases"`
	Controls  count.Count `json:"controls"`
	// EffectiveN is rounded; the store does not set it.
	EffectiveN count.Count `json:"effective_n"`
}

// PhenotypeUser is a cohort whose files use a phenotype.
type PhenotypeUser struct {
	CohortID string
	Name     string
	Current  bool // a current file uses it, not only a replaced one
}
