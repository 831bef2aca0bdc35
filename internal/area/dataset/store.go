package dataset

import (
	"context"
	"time"

	"cohortium/internal/platform/job"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// Store stores the registry. Every method returns errs.NotFound for a missing id. Reads see
// committed rows. A data set in the bin is read like any other.
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

// Tx is a Store's transaction. It locks what it reads for update where the database supports it.
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

// Reads are available inside and outside of a transaction.
type Reads interface {
	Study(ctx context.Context, id string) (*Study, error)
	Dataset(ctx context.Context, id string) (*Dataset, error)
	// DatasetByName and StudyByName compare names without case.
	DatasetByName(ctx context.Context, name string) (*Dataset, error)
	StudyByName(ctx context.Context, name string) (*Study, error)
	Batch(ctx context.Context, id string) (*Batch, error)

	Phenotypes(ctx context.Context, datasetID string) ([]*Phenotype, error) // oldest first
	CredibleSets(ctx context.Context, datasetID string) ([]*CredibleSet, error)
	DatasetFiles(ctx context.Context, datasetID string) ([]*File, error) // every version, newest of a parent first
	Check(ctx context.Context, id string) (*Check, error)
	// StoredBytes returns the size of all files in the data sets of an owner, including those in
	// the bin.
	StoredBytes(ctx context.Context, ownerID string) (int64, error)
}

// Lists reads what pages list.
type Lists interface {
	Studies(ctx context.Context, f StudyFilter) (page []*Study, total int64, err error)
	// Datasets returns a page of rows, and the number of data sets that the filter selects on all
	// pages.
	Datasets(ctx context.Context, f Filter) (page []*Row, total int64, err error)
	// DatasetFacets counts what the filter selects by data_type, genome_build, ancestry, sex, status
	// and sharing.
	DatasetFacets(ctx context.Context, f Filter) (listing.Facets, error)
	History(ctx context.Context, object, id string) ([]record.Entry, error) // newest first
	Views(ctx context.Context, userID string) ([]SavedView, error)          // by name
	// Purgeable lists data sets that were put in the bin before a time.
	Purgeable(ctx context.Context, before time.Time) ([]string, error)
	// UsedPhenotypes lists the phenotypes of data sets outside the bin that a reader sees, most
	// used first.
	UsedPhenotypes(ctx context.Context, r *Reader) ([]PhenotypeUse, error)
	// PublicSummary counts the public data sets outside the bin and their contents.
	PublicSummary(ctx context.Context) (*PublicSummary, error)
}

// StudyChanges stores studies.
type StudyChanges interface {
	CreateStudy(ctx context.Context, s *Study) error // errs.Conflict (name_taken)
	// UpdateStudy writes every field of s if the stored version is s.Version, and increments it;
	// errs.Conflict (changed, name_taken) otherwise.
	UpdateStudy(ctx context.Context, s *Study) error
	DeleteStudy(ctx context.Context, id string) error // errs.Conflict (study_used) while a data set uses it
}

// Changes stores data sets and saved searches.
type Changes interface {
	CreateDataset(ctx context.Context, d *Dataset) error // errs.Conflict (name_taken), errs.Rule for an unknown study
	UpdateDataset(ctx context.Context, d *Dataset) error // every field except the order of the lists of owners and sharing; as UpdateStudy
	DeleteDataset(ctx context.Context, id string) error  // with everything that belongs to it except uploaded files, which become unregistered
	// LinkResult records the meta-analysis of a data set; errs.Conflict (result_registered) if it
	// has another data set.
	LinkResult(ctx context.Context, datasetID, metaID string) error
	SaveView(ctx context.Context, userID string, v SavedView) error // replaces one with the same name
	DeleteView(ctx context.Context, userID, name string) error
}

// PhenotypeChanges stores phenotypes and their credible sets.
type PhenotypeChanges interface {
	CreatePhenotype(ctx context.Context, p *Phenotype) error
	UpdatePhenotype(ctx context.Context, p *Phenotype) error
	DeletePhenotype(ctx context.Context, id string) error // with its credible sets; its files must be dropped first
	CreateCredibleSet(ctx context.Context, c *CredibleSet) error
	UpdateCredibleSet(ctx context.Context, c *CredibleSet) error
	DeleteCredibleSet(ctx context.Context, id string) error
}

// StudyFilter selects a page of studies by name.
type StudyFilter struct {
	Q     string // every word occurs in name or institution
	Limit int
	After listing.Place // the last row before the page
}

// Filter selects a page of data sets. Empty slices and strings select all.
type Filter struct {
	Reader      *Reader // the caller; nil for everything
	Open        bool    // public data sets only; words in the owner's name alone do not match
	Scope       string  // mine, shared, public or "" for all that the reader may see
	Bin         bool    // only data sets in the bin, instead of only those outside
	Q           string  // every word occurs in name, study, description, phenotypes, people or publication
	StudyID     string
	Phenotype   string // code, ignoring case
	Owner       string // user name, ignoring case
	DataType    []string
	GenomeBuild []string
	Ancestry    []string
	Sex         []string
	Status      []string
	Sharing     []Sharing
	Sort        string // created_at, updated_at, name, study, global_sample_size, files or bytes, "-" before it for descending
	Limit       int
	After       listing.Place // the last row before the page
	Uncounted   bool          // omits the total, which needs to read all selected rows
	Facets      bool          // asks the service for the facets
}

// Reader is an account that reads data sets. It sees its own, those shared with it by name or
// group, and public ones. In the bin, only the owner sees them.
type Reader struct {
	UserID string
	Groups []string
	All    bool // sees everything
}

// Row is a data set in a list.
type Row struct {
	*Dataset
	StudyName   string
	Institution string
	Phenotypes  []string // descriptions
	Files       int64    // number of current ones
	Bytes       int64    // of the current files

	// Added by the service.
	Can            Can    // rights of the caller
	PublicationURL string // "" for none
}

// SigningKey signs links. The newest signs; older ones verify until they are dropped.
type SigningKey struct {
	ID        string
	Key       []byte // 32 random bytes
	CreatedAt time.Time
}

// PhenotypeUse is a phenotype that data sets use; codes that differ only in case are one.
type PhenotypeUse struct {
	Code        string
	Description string
	Dichotomous bool
	Datasets    int64
}

// Batch is one import of many data sets, which can be undone.
type Batch struct {
	ID       string
	By       string // user name
	ByID     string
	At       time.Time
	UndoneAt *time.Time
	Created  []BatchItem
	Changed  []BatchItem
	Studies  []string // ids of studies that it registered
}

// BatchItem is one data set of a batch.
type BatchItem struct {
	ID      string    `json:"id"`
	Version int64     `json:"version"` // after the import
	Before  *Metadata `json:"before"`  // metadata before the change; nil for a new one
	// Added is the id of the added phenotype, Phenotype the previous state of a changed one.
	Added     string     `json:"added,omitempty"`
	Phenotype *Phenotype `json:"phenotype,omitempty"`
}
