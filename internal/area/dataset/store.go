package dataset

import (
	"context"
	"time"

	"cohortium/internal/platform/job"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// Store keeps the registry. Every method gives errs.NotFound for an absent id.
// Reads see committed rows. A data set in the bin is read like any other.
type Store interface {
	job.Store
	// InTx runs fn in one transaction. fn may run again after a serialization failure.
	InTx(ctx context.Context, fn func(tx Tx) error) error

	Reads
	Lists
	FileVersions
	Links
	Checks
	ResultLinks
}

// Tx is a Store's transaction. It locks what it reads for update where the engine can.
type Tx interface {
	job.Tx
	record.Tx

	Reads
	StudyChanges
	Changes
	PhenotypeChanges
	FileChanges
	LinkChanges
	CheckChanges
	BatchChanges
}

// Reads are answered inside of a transaction and outside alike.
type Reads interface {
	Study(ctx context.Context, id string) (*Study, error)
	Dataset(ctx context.Context, id string) (*Dataset, error)
	// DatasetByName and StudyByName compare names without case.
	DatasetByName(ctx context.Context, name string) (*Dataset, error)
	StudyByName(ctx context.Context, name string) (*Study, error)
	Batch(ctx context.Context, id string) (*Batch, error)

	Phenotypes(ctx context.Context, datasetID string) ([]*Phenotype, error) // oldest first
	CredibleSets(ctx context.Context, datasetID string) ([]*CredibleSet, error)
	DatasetFiles(ctx context.Context, datasetID string) ([]*File, error) // every version, the newest of a parent first
	Check(ctx context.Context, id string) (*Check, error)
	// StoredBytes is the size of all files in the data sets of an owner, those in the bin too.
	StoredBytes(ctx context.Context, ownerID string) (int64, error)
}

// Lists reads what pages list.
type Lists interface {
	Studies(ctx context.Context, f StudyFilter) (page []*Study, total int64, err error)
	// Datasets gives a page, each with what a list shows, and how many data sets
	// the filter selects on all pages.
	Datasets(ctx context.Context, f Filter) (page []*Row, total int64, err error)
	History(ctx context.Context, object, id string) ([]record.Entry, error) // newest first
	Views(ctx context.Context, userID string) ([]SavedView, error)          // by name
	// Purgeable lists data sets that are in the bin since before a time.
	Purgeable(ctx context.Context, before time.Time) ([]string, error)
	// UsedPhenotypes lists what the data sets outside the bin that a reader sees have
	// as phenotypes, by how often.
	UsedPhenotypes(ctx context.Context, r *Reader) ([]PhenotypeUse, error)
	// PublicSummary counts the public data sets outside the bin and what they have.
	PublicSummary(ctx context.Context) (*PublicSummary, error)
}

// StudyChanges writes studies.
type StudyChanges interface {
	CreateStudy(ctx context.Context, s *Study) error // errs.Conflict (name_taken)
	// UpdateStudy writes every field of s where the stored version is s.Version,
	// and adds one to it; errs.Conflict (changed, name_taken) otherwise.
	UpdateStudy(ctx context.Context, s *Study) error
	DeleteStudy(ctx context.Context, id string) error // errs.Conflict (study_used) while a data set has it
}

// Changes writes data sets and saved searches.
type Changes interface {
	CreateDataset(ctx context.Context, d *Dataset) error // errs.Conflict (name_taken), errs.Rule for an unknown study
	UpdateDataset(ctx context.Context, d *Dataset) error // every field but the owners' and sharing's lists' order; as UpdateStudy
	DeleteDataset(ctx context.Context, id string) error  // with all that belongs to it but uploaded files, which become unregistered
	// LinkResult notes of which meta-analysis a data set was made; errs.Conflict
	// (result_registered) when another was.
	LinkResult(ctx context.Context, datasetID, metaID string) error
	SaveView(ctx context.Context, userID string, v SavedView) error // replaces one of the same name
	DeleteView(ctx context.Context, userID, name string) error
}

// PhenotypeChanges writes phenotypes and their credible sets.
type PhenotypeChanges interface {
	CreatePhenotype(ctx context.Context, p *Phenotype) error
	UpdatePhenotype(ctx context.Context, p *Phenotype) error
	DeletePhenotype(ctx context.Context, id string) error // with its credible sets; the files stay to be dropped
	CreateCredibleSet(ctx context.Context, c *CredibleSet) error
	UpdateCredibleSet(ctx context.Context, c *CredibleSet) error
	DeleteCredibleSet(ctx context.Context, id string) error
}

// StudyFilter selects a page of studies by name.
type StudyFilter struct {
	Q     string // every word occurs in name or institution
	Limit int
	After listing.Place // the row of the list behind which the page begins
}

// Filter selects a page of data sets. Empty slices and strings select all.
type Filter struct {
	Reader      *Reader // who asks; nil for everything
	Open        bool    // only what is public, and words that nothing but its owner's name holds do not find it
	Scope       string  // mine, shared, public or "" for all that the reader may see
	Bin         bool    // only what is in the bin, instead of only what is not
	Q           string  // every word occurs in name, study, description, phenotypes, people or publication
	StudyID     string
	Phenotype   string // code, without case
	Owner       string // user name, without case
	DataType    []string
	GenomeBuild []string
	Ancestry    []string
	Sex         []string
	Status      []string
	Sharing     []Sharing
	Sort        string // created_at, updated_at, name, study, global_sample_size or files, "-" before it for descending
	Limit       int
	After       listing.Place // the row of the list behind which the page begins
	Uncounted   bool          // leaves the total out, which takes reading all that is selected
}

// Reader is somebody who asks for data sets, and sees own ones, those shared with
// them by name or group, and public ones. In the bin, only the owner sees them.
type Reader struct {
	UserID string
	Groups []string
	All    bool // sees everything
}

// Row is a data set as a list shows it.
type Row struct {
	*Dataset
	StudyName   string
	Institution string
	Phenotypes  []string // descriptions
	Files       int64    // current ones
	Bytes       int64    // of those

	// What the service adds.
	Can            Can    // what the caller may do with it
	PublicationURL string // "" for none
}

// SigningKey signs links. The newest signs, older ones verify until they are dropped.
type SigningKey struct {
	ID        string
	Key       []byte // 32 random bytes
	CreatedAt time.Time
}

// PhenotypeUse is a phenotype that data sets have; codes that differ in case only
// are one.
type PhenotypeUse struct {
	Code        string
	Description string
	Dichotomous bool
	Datasets    int64
}

// Batch is one import of many data sets at once, which can be undone.
type Batch struct {
	ID       string
	By       string // user name
	ByID     string
	At       time.Time
	UndoneAt *time.Time
	Created  []BatchItem
	Changed  []BatchItem
	Studies  []string // ids of studies that it made
}

// BatchItem is one data set of a batch.
type BatchItem struct {
	ID      string    `json:"id"`
	Version int64     `json:"version"` // that the batch left
	Before  *Metadata `json:"before"`  // what was there before a change; nil for a new one
	// Added is the id of the phenotype that was added, Phenotype what one that was
	// changed was before.
	Added     string     `json:"added,omitempty"`
	Phenotype *Phenotype `json:"phenotype,omitempty"`
}
