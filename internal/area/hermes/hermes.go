// Package hermes owns the submissions of a consortium: uploads of summary statistics, their QC runs
// and review, and meta-analyses over accepted ones. It contains the rules (permissions, the status
// machine, which inputs can be combined) and the interfaces it needs. It imports errs, audit, auth,
// job, gwas, table, spelling and spreadsheet, never an adapter.
package hermes

import (
	"encoding/json"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/record"
)

// UploadStatus is the status of a submission, in the consortium's words.
type UploadStatus string

// The nine statuses of a submission.
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

// RunStatus is the status of a QC run.
type RunStatus string

// The statuses of a QC run.
const (
	RunQueued    RunStatus = "QUEUED"
	RunRunning   RunStatus = "RUNNING"
	RunCompleted RunStatus = "COMPLETED"
	RunFailed    RunStatus = "FAILED"
	RunCancelled RunStatus = "CANCELLED"
)

// MetaStatus is the status of a meta-analysis.
type MetaStatus string

// The statuses of a meta-analysis.
const (
	MetaSubmitted MetaStatus = "SUBMITTED"
	MetaRunning   MetaStatus = "RUNNING"
	MetaCompleted MetaStatus = "COMPLETED"
	MetaFailed    MetaStatus = "FAILED"
	MetaCancelled MetaStatus = "CANCELLED"
)

// Submission is one file of summary statistics with its metadata. Phenotype, ancestry,
// sex, build and counts copy values of Metadata, so that lists can filter without parsing it.
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
	FileName    string // as uploaded; shown only, never part of a path
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
	Asked       bool          // a reviewer has requested changes, and the uploader has not returned the submission
	Reviewer    record.Person // assigned reviewer; the zero Person if any may review
	Review      Review
	UploadedBy  string // user name
	UploaderID  string
	UploadedAt  time.Time
	Version     int64 // incremented with every change; clients send it in If-Match
}

// QCSettings are the options of one QC run.
type QCSettings struct {
	FD    float64  `json:"fd"`    // largest allowed difference between EAF and panel, 0–1
	Adj   string   `json:"adj"`   // adjustment of the figures: none or lambda
	NoInd bool     `json:"noind"` // exclude indels
	IT    *float64 `json:"it"`    // minimum imputation quality, 0–1; nil for the default of the score
	Panel *string  `json:"panel"` // name of a panel or PanelNone; nil for the best one installed
	// Thresholds are the consortium's thresholds by key, as they were when the run started.
	Thresholds map[string]float64 `json:"thresholds,omitempty"`
	// Build is the consortium's target build when the run started: hg19 or grch38; "" for runs from
	// before it was stored, and for defaults.
	Build string `json:"build,omitempty"`
}

// PanelNone instead of a panel name requests QC without a panel.
const PanelNone = "none"

// RunFacts are the facts about the clean rows of a run that its report has.
type RunFacts struct {
	Build genome.Build         `json:"build"`
	Scale sumstats.EffectScale `json:"effect_scale"` // of the effects
}

// QCRun is one QC run of a submission. Its files are under hermes/uploads/{upload}/qc/{run}/ and
// never change.
type QCRun struct {
	ID         string
	UploadID   string
	Number     int
	Status     RunStatus
	Verdict    string   // pass, warn, fail; "" until completed
	Steps      int      // of the report; 0 until completed
	Unmeasured int      // steps that had nothing to judge
	Facts      RunFacts // of its report; zero until completed
	Settings   QCSettings
	Metadata   json.RawMessage // copied when the run started, as Mapping; nil for runs from before it was stored
	Mapping    json.RawMessage
	JobID      string
	CreatedBy  string
	CreatedAt  time.Time
	StartedAt  *time.Time
	FinishedAt *time.Time
	RowsIn     *int64
	RowsClean  *int64
	LambdaGC   *float64
	Report     json.RawMessage // report.json; loaded for single runs only
	Error      string
	Attempt    string // whose results are used, "" while there are none
}

// MetaInput is one submission as it was when a meta-analysis was created.
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

// MetaUse is a meta-analysis that uses a run of a submission.
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

// Meta is one meta-analysis. Its files are under hermes/ma/{id}/ and never change.
type Meta struct {
	ID         string
	Name       string
	Phenotype  string
	Status     MetaStatus
	Options    MetaOptions
	Inputs     []MetaInput
	Cautions   []Caution // confirmed when it was created
	JobID      string
	CreatedBy  string
	CreatorID  string
	CreatedAt  time.Time
	StartedAt  *time.Time
	FinishedAt *time.Time
	NVariants  *int64
	NLoci      *int64
	LambdaGC   *float64
	Summary    json.RawMessage // summary.json; loaded for single ones only
	Files      []MetaFile
	Error      string
	Attempt    string // whose results are used, "" while there are none
	FreezeID   string // the freeze that it belongs to, "" if none
}
