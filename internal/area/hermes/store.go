package hermes

import (
	"context"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
	"cohortium/internal/platform/rule"
)

// Store stores submissions, runs and meta-analyses, and reads jobs. Every method returns
// errs.NotFound for a missing id. Reads outside a transaction see committed rows.
type Store interface {
	// InTx runs fn in one transaction; a row and its job are created together or not at all. fn may
	// run again after a serialization failure.
	InTx(ctx context.Context, fn func(tx Tx) error) error

	job.Store

	Upload(ctx context.Context, id string) (*Submission, error)
	UploadByFile(ctx context.Context, fileID string) (*Submission, error)
	Uploads(ctx context.Context, f UploadFilter) (page []*Submission, total int64, err error)
	// UploadsByID returns submissions without metadata, mapping and file.
	UploadsByID(ctx context.Context, ids []string) ([]*Submission, error)
	CountUploads(ctx context.Context, f UploadFilter) (int64, error)
	// CountByReviewer counts the submissions that wait for review, by their reviewer's user name, ""
	// for those without a reviewer.
	CountByReviewer(ctx context.Context) (map[string]int64, error)
	UploadSummary(ctx context.Context, uploaderID string) (*UploadSummary, error)
	// UploadFacets counts what the filter selects by status, verdict, waiting_on, phenotype, ancestry
	// and sex.
	UploadFacets(ctx context.Context, f UploadFilter) (listing.Facets, error)
	// UploadsWithSHA256 lists the submissions with these bytes, of one uploader, or of all with
	// uploaderID "".
	UploadsWithSHA256(ctx context.Context, sha256, uploaderID string) ([]*Submission, error)

	QCRun(ctx context.Context, id string) (*QCRun, error)           // with report
	QCRuns(ctx context.Context, uploadID string) ([]*QCRun, error)  // newest first, without reports
	QCRunsByID(ctx context.Context, ids []string) ([]*QCRun, error) // without reports; for a page of a list
	// QCRunsInShort returns runs with id, status, verdict, attempt and facts only.
	QCRunsInShort(ctx context.Context, ids []string) ([]*QCRun, error)

	Meta(ctx context.Context, id string) (*Meta, error) // with summary
	Metas(ctx context.Context, f MetaFilter) (page []*Meta, total int64, err error)
	MetaFacets(ctx context.Context, f MetaFilter) (listing.Facets, error) // by status
	MetasByID(ctx context.Context, ids []string) ([]*Meta, error)         // with inputs, without summary; absent ids are left out
	// MetasUsingRuns returns the meta-analyses that use runs of submissions, by run, oldest first.
	MetasUsingRuns(ctx context.Context, uploadIDs, runIDs []string) (map[string][]MetaUse, error)

	Phenotypes
	PreparedMetas

	History(ctx context.Context, object, id string) ([]record.Entry, error) // newest first

	Ties
	Uses
	Staff
	Consortium
	Notices
	Overviews
	FreezeReads
}

// Staff finds the accounts that work with submissions.
type Staff interface {
	// ActiveWithRole lists the accounts with a role that are neither disabled nor still
	// invited, in order of their user names.
	ActiveWithRole(ctx context.Context, role string) ([]Member, error)
}

// Member is an account in the view of other accounts.
type Member struct {
	record.Person
	Name string // first and last name; may be ""
}

// Consortium reads the consortium's settings.
type Consortium interface {
	rule.Reads
	// ConsortiumSettings returns the newest settings; version zero if they were never changed.
	ConsortiumSettings(ctx context.Context) (*StoredSettings, error)
}

// Notices stores the notices of accounts.
type Notices interface {
	// NoticesOf lists the notices of one account after a given one, newest first, up to a limit.
	NoticesOf(ctx context.Context, userID string, after listing.Place, most int) ([]Notice, error)
	CountUnseen(ctx context.Context, userID string) (int64, error)
	MailsOf(ctx context.Context, userID string) (MailChoice, error) // the zero choice when none was made
	// UnmailedUsers lists the accounts with notices that were not mailed.
	UnmailedUsers(ctx context.Context) ([]string, error)
}

// Uses finds the meta-analyses that use any run of a submission, oldest first.
type Uses interface {
	MetasUsing(ctx context.Context, uploadID string) ([]MetaUse, error)
}

// Phenotypes reads the consortium's list and the requests for it.
type Phenotypes interface {
	Phenotypes(ctx context.Context) ([]*Phenotype, error) // by code
	// CountByPhenotype counts the submissions of each used phenotype, of one uploader, or of all with
	// uploaderID "".
	CountByPhenotype(ctx context.Context, uploaderID string) (map[string]int64, error)
	Phenotype(ctx context.Context, code string) (*Phenotype, error)
	PhenotypeRequest(ctx context.Context, id string) (*PhenotypeRequest, error)
	// PhenotypeRequests lists requests of one account, or of all with askerID "": open ones first,
	// then newest first, up to a limit.
	PhenotypeRequests(ctx context.Context, askerID string, most int) ([]*PhenotypeRequest, error)
}

// PreparedMetas reads the prepared meta-analyses.
type PreparedMetas interface {
	PreparedMeta(ctx context.Context, id string) (*PreparedMeta, error)
	// PreparedMetas lists up to a limit: waiting ones first, then by the last change, newest first.
	PreparedMetas(ctx context.Context, most int) ([]*PreparedMeta, error)
}

// Ties finds which accounts created, invited, reset or promoted which.
type Ties interface {
	Ties(ctx context.Context) ([]auth.Tie, error)
}

// Tx is a Store's transaction.
type Tx interface {
	job.Tx
	record.Tx

	Upload(ctx context.Context, id string) (*Submission, error) // locked for update where the database supports it
	CreateUpload(ctx context.Context, u *Submission) error      // errs.Conflict if FileID or DatasetName is taken (Code "file_taken", "name_taken")
	// UpdateUpload writes every field of u if the stored version is u.Version, and increments it;
	// errs.Conflict otherwise.
	UpdateUpload(ctx context.Context, u *Submission) error
	DeleteUpload(ctx context.Context, id string) error // with its runs; errs.Conflict while a meta-analysis uses it

	CreateQCRun(ctx context.Context, r *QCRun) error // sets Number to the next of its submission
	QCRun(ctx context.Context, id string) (*QCRun, error)
	UpdateQCRun(ctx context.Context, r *QCRun) error

	FreezeTx

	CreateMeta(ctx context.Context, m *Meta) error // with its inputs
	Meta(ctx context.Context, id string) (*Meta, error)
	UpdateMeta(ctx context.Context, m *Meta) error
	DeleteMeta(ctx context.Context, id string) error // with its inputs; errs.Conflict while a data set of the registry was made from it

	Phenotypes
	CreatePhenotype(ctx context.Context, p *Phenotype) error // errs.Conflict when the code is taken (Code "name_taken")
	// UpdatePhenotype writes the description of p if the stored version is p.Version, and
	// increments it; errs.Conflict otherwise.
	UpdatePhenotype(ctx context.Context, p *Phenotype) error
	DeletePhenotype(ctx context.Context, code string) error

	CreatePhenotypeRequest(ctx context.Context, r *PhenotypeRequest) error
	// DecidePhenotypeRequest writes status, answer and code of an open request;
	// errs.Conflict when it is not open.
	DecidePhenotypeRequest(ctx context.Context, r *PhenotypeRequest) error

	PreparedMetas
	CreatePreparedMeta(ctx context.Context, p *PreparedMeta) error
	// UpdatePreparedMeta writes p if the stored version is p.Version, and increments it; errs.Conflict
	// otherwise. The maker never changes.
	UpdatePreparedMeta(ctx context.Context, p *PreparedMeta) error

	Ties
	Uses
	Staff
	Consortium
	// AddSettings stores the next version; errs.Conflict if this version exists.
	AddSettings(ctx context.Context, in *StoredSettings) error

	Notices
	AddNotice(ctx context.Context, n *Notice) error
	SeeNotices(ctx context.Context, userID string, until time.Time) error
	SetMails(ctx context.Context, userID string, choice MailChoice) error
	// Unmailed lists the notices of an account that were not mailed, oldest first.
	Unmailed(ctx context.Context, userID string) ([]Notice, error)
	// MarkMailed reports whether this call marked a notice as mailed.
	MarkMailed(ctx context.Context, noticeID string) (bool, error)
	DeleteNotices(ctx context.Context, before time.Time) error
}

// UploadFilter selects a page of submissions. Empty slices and strings select all.
type UploadFilter struct {
	UploaderID    string // only this uploader's
	Query         string // every word occurs in name, cohort, file name or uploader
	Statuses      []UploadStatus
	WaitingOn     []Waiting
	WaitingFor    *Caller // only those that this caller must act on next; the service fills it
	WaitingForYou bool    // asks the service to fill WaitingFor
	Reviewer      string  // user name of the assigned reviewer
	Unassigned    bool    // only those without a reviewer
	Verdicts      []string
	Phenotypes    []string
	Ancestries    []string
	Sexes         []string
	Uploader      string // user name
	Sort          string // uploaded_at, dataset_name, status, cohort, qc, variants, cases, controls, n_effective or lambda, "-" before it for descending
	Limit         int
	After         listing.Place // the last row before the page
	Facets        bool          // asks the service for the facets
}

// MetaFilter selects a page of meta-analyses.
type MetaFilter struct {
	Query    string
	Statuses []MetaStatus
	Freezes  bool   // also those of freezes
	Sort     string // created_at, name, datasets, variants, loci or lambda, "-" before it for descending
	Limit    int
	After    listing.Place // the last row before the page
	Facets   bool          // asks the service for the facets
}

// UploadSummary counts the submissions that the caller may see.
type UploadSummary struct {
	Files     int64
	Cohorts   int64
	ByStatus  map[UploadStatus]int64
	ByWaiting map[Waiting]int64
	ForCaller int64 // that the caller must act on next; the service fills it
}

// Caller is an account in the review queue.
type Caller struct {
	ID      string
	Reviews bool
	// NotOf are the accounts whose uploads and edits it may not review. NotAfter are those after
	// whose first acceptance it may not be the second reviewer. Both include the account itself.
	NotOf, NotAfter []string // for reviewers
}
