// Package hermes owns the data sets of a consortium: uploads of summary
// statistics, their QC runs and review, and meta-analyses over accepted ones.
// It holds the rules (who may do what to what, the status machine, what makes
// inputs combinable) and the interfaces it needs; it imports errs, audit, auth,
// job, gwas, table, spelling and spreadsheet and never an adapter.
package hermes

import (
	"encoding/json"
	"time"

	"cohortium/internal/platform/record"
)

// UploadStatus is where a data set stands; the words are the consortium's.
type UploadStatus string

// The nine statuses of a data set.
const (
	SubmittedToQC       UploadStatus = "SUBMITTED TO QC"
	FailedToSubmitToQC  UploadStatus = "FAILED TO SUBMIT TO QC"
	FailedQC            UploadStatus = "FAILED QC"
	ReadyForReview      UploadStatus = "READY FOR REVIEW"
	ReviewApproved      UploadStatus = "REVIEW APPROVED"
	ReviewRejected      UploadStatus = "REVIEW REJECTED"
	SubmittedToLiftover UploadStatus = "SUBMITTED TO LIFTOVER"
	LiftoverComplete    UploadStatus = "LIFTOVER COMPLETE"
	LiftoverFailed      UploadStatus = "LIFTOVER FAILED"
)

// RunStatus is where a QC run stands.
type RunStatus string

// The statuses of a QC run.
const (
	RunQueued    RunStatus = "QUEUED"
	RunRunning   RunStatus = "RUNNING"
	RunCompleted RunStatus = "COMPLETED"
	RunFailed    RunStatus = "FAILED"
	RunCancelled RunStatus = "CANCELLED"
)

// MetaStatus is where a meta-analysis stands.
type MetaStatus string

// The statuses of a meta-analysis.
const (
	MetaSubmitted MetaStatus = "SUBMITTED"
	MetaRunning   MetaStatus = "RUNNING"
	MetaCompleted MetaStatus = "COMPLETED"
	MetaFailed    MetaStatus = "FAILED"
	MetaCancelled MetaStatus = "CANCELLED"
)

// Submission is a data set: one file of summary statistics with what its analyst
// says about it. Phenotype, ancestry, sex, build and counts repeat what
// Metadata says, so that lists can filter without opening it.
type Submission struct {
	ID          string
	FileID      string // the stored file (table upload_files)
	DatasetName string
	Cohort      string
	Phenotype   string
	Ancestry    string
	Sex         string
	GenomeBuild string // hg19 or grch38
	NTotal      int64
	Cases       *int64 // nil for a quantitative trait
	FileName    string // as the user typed it; data, never part of a path
	FileSize    int64
	SHA256      string
	Metadata    json.RawMessage // the whole metadata sheet
	Mapping     json.RawMessage // canonical field → header
	Status      UploadStatus
	StatusSince time.Time
	RunID       string // the current QC run; "" before the first
	QCRank      QCRank // of that run
	ReviewedBy  string
	ReviewedAt  *time.Time
	Comment     string        // of the decision
	Asked       bool          // a reviewer asked for changes, and the uploader has not sent it back yet
	Reviewer    record.Person // to whom it is assigned; the zero Person when it is anybody's
	Review      Review
	UploadedBy  string // user name
	UploaderID  string
	UploadedAt  time.Time
	Version     int64 // grows with every change; clients send it in If-Match
}

// QCSettings are the options of one QC run.
type QCSettings struct {
	FD    float64  `json:"fd"`    // largest difference of the EAF from the panel, 0–1
	Adj   string   `json:"adj"`   // of the figures: none or lambda
	NoInd bool     `json:"noind"` // leave indels out
	IT    *float64 `json:"it"`    // smallest imputation quality, 0–1; nil for the default of the score
	Panel *string  `json:"panel"` // name of a panel or PanelNone; nil for the best one installed
	// Thresholds are those that the consortium has chosen, by key, as they were when the run was made.
	Thresholds map[string]float64 `json:"thresholds,omitempty"`
}

// PanelNone in place of a panel's name asks for QC without one.
const PanelNone = "none"

// QCRun is one QC run over a data set. Its files lie under
// hermes/uploads/{upload}/qc/{run}/ and never change.
type QCRun struct {
	ID         string
	UploadID   string
	Number     int
	Status     RunStatus
	Verdict    string // pass, warn, fail; "" until completed
	Settings   QCSettings
	Metadata   json.RawMessage // frozen when the run was made, as Mapping; nil of runs from before it was kept
	Mapping    json.RawMessage
	JobID      string
	CreatedBy  string
	CreatedAt  time.Time
	StartedAt  *time.Time
	FinishedAt *time.Time
	RowsIn     *int64
	RowsClean  *int64
	LambdaGC   *float64
	Report     json.RawMessage // report.json; only read with the single run
	Error      string
	Attempt    string // whose results count, "" while there are none
}

// MetaInput is one data set as it was when a meta-analysis was made.
type MetaInput struct {
	UploadID    string `json:"upload_id"`
	RunID       string `json:"run_id"`
	DatasetName string `json:"dataset_name"`
	Cohort      string `json:"cohort"`
	Ancestry    string `json:"ancestry"`
	NTotal      int64  `json:"n_total"`
	Cases       *int64 `json:"cases"`
	Controls    *int64 `json:"controls"`
}

// MetaUse is a meta-analysis that was made with a run of a data set.
type MetaUse struct {
	ID        string
	Name      string
	Status    MetaStatus
	CreatorID string
	RunID     string
}

// MetaFile is one result file.
type MetaFile struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Meta is one meta-analysis. Its files lie under hermes/ma/{id}/ and never change.
type Meta struct {
	ID         string
	Name       string
	Phenotype  string
	Status     MetaStatus
	Options    MetaOptions
	Inputs     []MetaInput
	Cautions   []Caution // that were known of the choice when it was made, and confirmed
	JobID      string
	CreatedBy  string
	CreatorID  string
	CreatedAt  time.Time
	StartedAt  *time.Time
	FinishedAt *time.Time
	NVariants  *int64
	NLoci      *int64
	LambdaGC   *float64
	Summary    json.RawMessage // summary.json; only read with the single one
	Files      []MetaFile
	Error      string
	Attempt    string // whose results count, "" while there are none
}
