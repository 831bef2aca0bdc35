package hermes

import (
	"context"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/listing"
)

// FreezeReads reads freezes. A missing id is errs.NotFound.
type FreezeReads interface {
	Freeze(ctx context.Context, id string) (*Freeze, error)
	Freezes(ctx context.Context, f FreezeFilter) (page []*Freeze, total int64, err error)
	FreezeFacets(ctx context.Context, f FreezeFilter) (listing.Facets, error) // by state
	FreezeByPublicName(ctx context.Context, name string) (*Freeze, error)
	PublishedFreezes(ctx context.Context) ([]*Freeze, error)
	FreezeRows(ctx context.Context, freezeID string) ([]*FreezeRow, error) // in the order of their start
	// FreezeUploads returns what a plan uses of all submissions, by cohort and name.
	FreezeUploads(ctx context.Context) ([]*FreezeUpload, error)
}

// FreezeTx changes freezes.
type FreezeTx interface {
	Freeze(ctx context.Context, id string) (*Freeze, error) // locked for update where the database supports it
	CreateFreeze(ctx context.Context, f *Freeze) error
	// UpdateFreeze writes name, document, state and publication of f if the stored version is f.Version,
	// and increments it; errs.Conflict otherwise, or if the public name is taken (Code "name_taken").
	UpdateFreeze(ctx context.Context, f *Freeze) error
	DeleteFreeze(ctx context.Context, id string) error // with its rows
	FreezeRows(ctx context.Context, freezeID string) ([]*FreezeRow, error)
	CreateFreezeRow(ctx context.Context, freezeID string, r *FreezeRow) error
	UpdateFreezeRow(ctx context.Context, freezeID string, r *FreezeRow) error // its state, meta-analysis and error
	DeleteFreezeRow(ctx context.Context, freezeID string, r *FreezeRow) error
	MetasOfFreeze(ctx context.Context, freezeID string) (ids []string, err error)
	// ReleaseMeta makes a meta-analysis of a freeze one of its own.
	ReleaseMeta(ctx context.Context, metaID string) error
	// ResultRegistered reports whether a data set of the registry was made from a meta-analysis.
	ResultRegistered(ctx context.Context, metaID string) (bool, error)
}

// The states of a row of a freeze.
const (
	rowWaiting   = "waiting"
	rowMade      = "made"
	rowCancelled = "cancelled"
	rowFailed    = "failed"
)

// FreezeRow is a result that a freeze has started.
type FreezeRow struct {
	Phenotype, Ancestry, Sex, Name string

	Position int64
	State    string
	Key      string // hash of everything that its files depend on
	Spec     FreezeSpec
	MetaID   string // "" while it waits
	Error    string
	Meta     *FreezeMeta // nil while it waits; only read
}

// FreezeSpec holds the inputs of a result.
type FreezeSpec struct {
	Inputs   []MetaInput `json:"inputs"`
	Options  MetaOptions `json:"options"`
	Cautions []Caution   `json:"cautions"` // confirmed at the start
	Compares bool        `json:"compares,omitempty"`
}

// FreezeMeta is the meta-analysis of a row, without options, inputs and summary.
type FreezeMeta struct {
	Status     MetaStatus
	JobID      string
	FinishedAt *time.Time
	NVariants  *int64
	NLoci      *int64
	LambdaGC   *float64
	Files      []MetaFile
	Attempt    string
	Error      string
}

// FreezeUpload is the part of a submission that a plan uses.
type FreezeUpload struct {
	ID, DatasetName, Cohort, Phenotype, Ancestry, Sex string

	NTotal     int64
	Cases      *int64
	Status     UploadStatus
	RunID      string
	ReviewedAt *time.Time
	UploadedAt time.Time
	FileSize   int64
	SHA256     string
	Rows       *int64 // of its clean file
	LambdaGC   *float64
	Build      genome.Build
	Scale      sumstats.EffectScale
}
