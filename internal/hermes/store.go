package hermes

import (
	"context"

	"cohortium/internal/job"
	"cohortium/internal/record"
)

// Store keeps data sets, runs and meta-analyses, and reads jobs. Every method gives
// errs.NotFound for an absent id. Reads outside a transaction see committed rows.
type Store interface {
	// InTx runs fn in one transaction; a row and the job that serves it are
	// made together or not at all. fn may run again after a serialization failure.
	InTx(ctx context.Context, fn func(tx Tx) error) error

	job.Store

	Upload(ctx context.Context, id string) (*Upload, error)
	UploadByFile(ctx context.Context, fileID string) (*Upload, error)
	Uploads(ctx context.Context, f UploadFilter) (page []*Upload, total int64, err error)
	UploadSummary(ctx context.Context, uploaderID string) (*UploadSummary, error)
	// UploadsWithSHA256 lists the data sets with these bytes, of one uploader or,
	// when uploaderID is "", of everybody.
	UploadsWithSHA256(ctx context.Context, sha256, uploaderID string) ([]*Upload, error)

	QCRun(ctx context.Context, id string) (*QCRun, error)           // with report
	QCRuns(ctx context.Context, uploadID string) ([]*QCRun, error)  // newest first, without reports
	QCRunsByID(ctx context.Context, ids []string) ([]*QCRun, error) // without reports; for a page of a list

	Meta(ctx context.Context, id string) (*Meta, error) // with summary
	Metas(ctx context.Context, f MetaFilter) (page []*Meta, total int64, err error)

	Phenotypes

	History(ctx context.Context, object, id string) ([]record.Entry, error) // newest first

	Makers
	Uses
	Overviews
}

// Uses tells which meta-analyses were made with any run of a data set, oldest first.
type Uses interface {
	MetasUsing(ctx context.Context, uploadID string) ([]MetaUse, error)
}

// Phenotypes reads the list of the consortium and what is asked for.
type Phenotypes interface {
	Phenotypes(ctx context.Context) ([]*Phenotype, error) // in order of their codes
	// CountByPhenotype counts the data sets of each phenotype that has any, of one
	// uploader or, when uploaderID is "", of everybody.
	CountByPhenotype(ctx context.Context, uploaderID string) (map[string]int64, error)
	Phenotype(ctx context.Context, code string) (*Phenotype, error)
	PhenotypeRequest(ctx context.Context, id string) (*PhenotypeRequest, error)
	// PhenotypeRequests lists requests of one account, or of everybody when
	// askerID is "": the open ones first, then the newest, at most so many.
	PhenotypeRequests(ctx context.Context, askerID string, most int) ([]*PhenotypeRequest, error)
}

// Makers tells the ids of the accounts that made, invited or reset one.
type Makers interface {
	MakersOf(ctx context.Context, userID string) ([]string, error)
}

// Tx is a Store's transaction.
type Tx interface {
	job.Tx
	record.Tx

	Upload(ctx context.Context, id string) (*Upload, error) // locked for update where the engine can
	CreateUpload(ctx context.Context, u *Upload) error      // errs.Conflict when FileID or DatasetName is taken (Code "file_taken", "name_taken")
	// UpdateUpload writes every field of u where the stored version is u.Version,
	// and adds one to it; errs.Conflict otherwise.
	UpdateUpload(ctx context.Context, u *Upload) error
	DeleteUpload(ctx context.Context, id string) error // with its runs; errs.Conflict while a meta-analysis uses it

	CreateQCRun(ctx context.Context, r *QCRun) error // sets Number to the next of its data set
	QCRun(ctx context.Context, id string) (*QCRun, error)
	UpdateQCRun(ctx context.Context, r *QCRun) error

	CreateMeta(ctx context.Context, m *Meta) error // with its inputs
	Meta(ctx context.Context, id string) (*Meta, error)
	UpdateMeta(ctx context.Context, m *Meta) error

	Phenotypes
	CreatePhenotype(ctx context.Context, p *Phenotype) error // errs.Conflict when the code is taken (Code "name_taken")
	// UpdatePhenotype writes what is said about p where the stored version is
	// p.Version, and adds one to it; errs.Conflict otherwise.
	UpdatePhenotype(ctx context.Context, p *Phenotype) error
	DeletePhenotype(ctx context.Context, code string) error

	CreatePhenotypeRequest(ctx context.Context, r *PhenotypeRequest) error
	// DecidePhenotypeRequest writes status, answer and code of an open request;
	// errs.Conflict when it is not open.
	DecidePhenotypeRequest(ctx context.Context, r *PhenotypeRequest) error

	Makers
	Uses
}

// UploadFilter selects a page of data sets. Empty slices and strings select all.
type UploadFilter struct {
	UploaderID string // only this uploader's
	Query      string // every word occurs in name, cohort, file name or uploader
	Statuses   []UploadStatus
	WaitingOn  []Waiting // narrows Statuses; the service does that
	Phenotypes []string
	Ancestries []string
	Sexes      []string
	Uploader   string // user name
	Sort       string // uploaded_at, dataset_name, status or cohort, "-" before it for descending
	Limit      int
	AfterKey   string // value of the sort column of the last row seen
	AfterID    string // its id; "" for the first page
}

// MetaFilter selects a page of meta-analyses.
type MetaFilter struct {
	Query    string
	Statuses []MetaStatus
	Sort     string // created_at or name, "-" before it for descending
	Limit    int
	AfterKey string
	AfterID  string
}

// UploadSummary counts data sets over everything the caller may see.
type UploadSummary struct {
	Files    int64
	Cohorts  int64
	ByStatus map[UploadStatus]int64
}
