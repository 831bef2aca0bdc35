package hermes

import (
	"time"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/listing"
)

// FreezeState is how far a freeze is, from its plan to its public page.
type FreezeState string

// The states of a freeze.
const (
	FreezeDraft     FreezeState = "draft"     // was never started
	FreezeRunning   FreezeState = "running"   // has queued or running results
	FreezeFinished  FreezeState = "finished"  // has none
	FreezePublished FreezeState = "published" // has a public page
)

// FreezeDocument describes a freeze: a freeze.Document without studies, which are all accepted
// submissions that it selects.
type FreezeDocument struct {
	Deadline      string             `json:"deadline,omitempty"` // last day of acceptance in UTC, as yyyy-mm-dd
	Phenotypes    []string           `json:"phenotypes"`         // empty for all, as the next two
	Ancestries    []string           `json:"ancestries"`
	Sexes         []string           `json:"sexes"`
	Schemes       []meta.Scheme      `json:"schemes"` // the first is the main one
	SexDifference bool               `json:"sex_difference"`
	Options       MetaOptions        `json:"options"` // of all results; without scheme and names of submissions
	Rules         []freeze.Rule      `json:"rules"`
	Exclude       []freeze.Exclusion `json:"exclude"`
	Skip          []freeze.Scope     `json:"skip"`
}

// Freeze is a release of the consortium. Its results are meta-analyses.
type Freeze struct {
	ID             string
	Name           string
	ReleaseVersion string
	State          FreezeState
	Document       FreezeDocument
	PreviousID     string // the freeze that it follows, "" without
	CreatedBy      string
	CreatorID      string
	CreatedAt      time.Time
	UpdatedAt      time.Time
	StartedAt      *time.Time
	Publication    *FreezePublication // nil unless published
	Version        int64              // incremented with every change; clients send it in If-Match
	// Started, Done and Failed count its current results, in lists only.
	Started, Done, Failed int64
}

// FreezePublication is the public page of a freeze.
type FreezePublication struct {
	Name  string    `json:"name"` // in the address, unique
	Terms string    `json:"terms"`
	At    time.Time `json:"at"`
	By    string    `json:"by"`
	// EmbargoUntil is the day (UTC) from which results and files are public, as yyyy-mm-dd; "" without an embargo.
	EmbargoUntil     string            `json:"embargo_until,omitempty"`
	WithdrawnCohorts []FreezeWithdrawn `json:"withdrawn_cohorts,omitempty"`
}

// FreezeWithdrawn is a cohort that withdrew after a publication.
type FreezeWithdrawn struct {
	Cohort string `json:"cohort"`
	Reason string `json:"reason"`
	Day    string `json:"day"` // UTC, as yyyy-mm-dd
}

// FreezeFilter selects a page of freezes.
type FreezeFilter struct {
	Query  string
	States []FreezeState
	Sort   string // created_at or name, "-" before it for descending
	Limit  int
	After  listing.Place // the last row before the page
	Facets bool          // asks the service for the facets
}

// FreezeLink names a freeze.
type FreezeLink struct {
	ID             string `json:"id"`
	Name           string `json:"name"`
	ReleaseVersion string `json:"release_version"`
}

// FreezePlan is the matrix of a freeze.
type FreezePlan struct {
	Phenotypes []FreezePhenotype `json:"phenotypes"`
	Ancestries []string          `json:"ancestries"`
	Sexes      []string          `json:"sexes"`
	Studies    []FreezeStudy     `json:"studies"`
	Cells      []*FreezeCell     `json:"cells"`
	Left       int               `json:"left"` // cells whose studies are not compared yet
	Cost       FreezeCost        `json:"cost"`
	Flow       FreezeFlow        `json:"flow"`
	Counts     map[string]int    `json:"counts"` // of the cells, by verdict
}

// FreezePhenotype is a phenotype of a matrix.
type FreezePhenotype struct {
	Code        string `json:"code"`
	Description string `json:"description"`
}

// FreezeStudy is an accepted submission that a document selects.
type FreezeStudy struct {
	UploadID     string    `json:"upload_id"`
	RunID        string    `json:"run_id"`
	DatasetName  string    `json:"dataset_name"`
	Cohort       string    `json:"cohort"`
	Phenotype    string    `json:"phenotype"`
	Ancestry     string    `json:"ancestry"`
	Sex          string    `json:"sex"` // both, female or male
	Participants int64     `json:"participants"`
	Cases        *int64    `json:"cases,omitempty"`
	AcceptedAt   time.Time `json:"accepted_at"`
}

// FreezeCell is one phenotype, ancestry and sex. Studies are indices of those of the plan.
type FreezeCell struct {
	Phenotype    string          `json:"phenotype"`
	Ancestry     string          `json:"ancestry"`
	Sex          string          `json:"sex"`
	Status       freeze.Status   `json:"status"`
	Verdict      string          `json:"verdict"`
	Compared     bool            `json:"compared"`
	Studies      []int           `json:"studies"`
	Participants int64           `json:"participants"`
	LeftOut      []FreezeLeftOut `json:"left_out"`
	Lacks        []FreezeLack    `json:"lacks"`
	Results      []*FreezeResult `json:"results"`
	Seconds      float64         `json:"seconds,omitempty"`
	Bytes        float64         `json:"bytes,omitempty"`
}

// The verdicts on a cell.
const (
	VerdictNotMade  = "not_made"
	VerdictBlocked  = "blocked"
	VerdictPlanned  = "planned"
	VerdictRunning  = "running"
	VerdictPassed   = "passed"
	VerdictWarning  = "warning"
	VerdictFailed   = "failed"
	VerdictOutdated = "outdated"
)

// FreezeLeftOut is a study that takes no part in a cell.
type FreezeLeftOut struct {
	Study  int    `json:"study"`
	Reason string `json:"reason"`
}

// FreezeLack is a finding about a cell.
type FreezeLack struct {
	Code     string `json:"code"`
	Blocks   bool   `json:"blocks"`
	Title    string `json:"title"`
	Sentence string `json:"sentence"`
	Option   string `json:"option,omitempty"` // confirms it
	Studies  []int  `json:"studies,omitempty"`
}

// FreezeResult is a meta-analysis of a cell.
type FreezeResult struct {
	Name         string          `json:"name"` // scheme, or freeze.SexDifference
	State        string          `json:"state"`
	Outdated     []string        `json:"outdated"`
	MetaID       string          `json:"meta_id,omitempty"`
	Progress     *FreezeProgress `json:"progress,omitempty"`
	NVariants    *int64          `json:"n_variants,omitempty"`
	NLoci        *int64          `json:"n_loci,omitempty"`
	LambdaGC     *float64        `json:"lambda_gc,omitempty"`
	NStudies     int             `json:"n_studies,omitempty"`
	Participants int64           `json:"participants,omitempty"`
	Notes        []string        `json:"notes"`
}

// The states of a result.
const (
	ResultPlanned   = "planned"
	ResultQueued    = "queued"
	ResultRunning   = "running"
	ResultDone      = "done"
	ResultFailed    = "failed"
	ResultCancelled = "cancelled"
)

// FreezeProgress is the progress of a result.
type FreezeProgress struct {
	JobID string `json:"job_id"`
	Stage string `json:"stage"`
	Done  int64  `json:"done"`
	Total int64  `json:"total"`
	ETA   *int64 `json:"eta_seconds,omitempty"` // seconds
}

// FreezeCost is the cost of what the next start computes.
type FreezeCost struct {
	Cells   int     `json:"cells"`
	Results int     `json:"results"`
	Files   int     `json:"files"`
	Rows    int64   `json:"rows"`
	Seconds float64 `json:"seconds"` // on one worker
	Bytes   float64 `json:"bytes"`
}

// FreezeFlow is the way of cohorts and participants from the submissions to the release.
type FreezeFlow struct {
	Steps      []FreezeFlowStep `json:"steps"`
	Ancestries []FreezeAncestry `json:"ancestries"` // of the last step
}

// FreezeFlowStep counts what remains after a step of the plan, and what the step leaves out.
type FreezeFlowStep struct {
	Code         string       `json:"code"`
	Files        int          `json:"files"`
	Cohorts      int          `json:"cohorts"`
	Participants int64        `json:"participants"`
	Lost         []FreezeLoss `json:"lost"`
}

// FreezeLoss is the loss of a step for one reason.
type FreezeLoss struct {
	Reason       string `json:"reason"`
	Files        int    `json:"files"`
	Cohorts      int    `json:"cohorts"`
	Participants int64  `json:"participants"`
}

// FreezeAncestry holds the sums of a release over one ancestry.
type FreezeAncestry struct {
	Ancestry     string `json:"ancestry"`
	Cohorts      int    `json:"cohorts"`
	Participants int64  `json:"participants"`
}

// FreezeChanges are the changes since an earlier freeze.
type FreezeChanges struct {
	Since   *FreezeLink          `json:"since,omitempty"` // nil without an earlier freeze
	Gained  int                  `json:"gained"`
	Lost    int                  `json:"lost"`
	Kept    int                  `json:"kept"`
	Loci    []FreezeLocusChange  `json:"loci"`
	Cells   []FreezeCellChange   `json:"cells"`
	Cohorts []FreezeCohortChange `json:"cohorts"`
}

// FreezeLocusChange is a locus that came, went or was kept.
type FreezeLocusChange struct {
	Change       string   `json:"change"` // gained, lost or kept
	Phenotype    string   `json:"phenotype"`
	Ancestry     string   `json:"ancestry"`
	Sex          string   `json:"sex"`
	Chromosome   string   `json:"chromosome"`
	Position     int      `json:"position"` // 1-based
	RSID         string   `json:"rsid,omitempty"`
	EffectAllele string   `json:"effect_allele"`
	OtherAllele  string   `json:"other_allele"`
	Gene         string   `json:"gene,omitempty"`
	NegLog10P    *float64 `json:"neg_log10_p,omitempty"`
	Before       *float64 `json:"neg_log10_p_before,omitempty"`
	MetaID       string   `json:"meta_id,omitempty"`
	MetaIDBefore string   `json:"meta_id_before,omitempty"`
}

// FreezeCohort is a cohort of a release.
type FreezeCohort struct {
	Cohort       string   `json:"cohort"`
	Ancestries   []string `json:"ancestries"`
	Phenotypes   []string `json:"phenotypes"`
	Files        int      `json:"files"`
	Participants int64    `json:"participants"`
}

// FreezeTexts are the texts of a release, as Markdown.
type FreezeTexts struct {
	ReleaseNotes string         `json:"release_notes"`
	Methods      string         `json:"methods"`
	Citation     string         `json:"citation"`
	Cohorts      []FreezeCohort `json:"cohorts"`
}

// PublicFreezeLink names a published freeze.
type PublicFreezeLink struct {
	Name           string `json:"name"`
	Title          string `json:"title"`
	ReleaseVersion string `json:"release_version"`
}

// PublicFreeze is a published freeze in the view of everyone.
type PublicFreeze struct {
	Name           string               `json:"name"`
	Title          string               `json:"title"`
	ReleaseVersion string               `json:"release_version"`
	PublishedAt    time.Time            `json:"published_at"`
	Deadline       string               `json:"deadline,omitempty"`
	Terms          string               `json:"terms"`
	Citation       string               `json:"citation"`
	Methods        string               `json:"methods"`
	GenomeBuild    string               `json:"genome_build"`
	Phenotypes     []FreezePhenotype    `json:"phenotypes"`
	Ancestries     []string             `json:"ancestries"`
	Results        []PublicFreezeResult `json:"results"`
	Cohorts        []FreezeCohort       `json:"cohorts"`
	ReleaseNotes   string               `json:"release_notes"`
	// EmbargoUntil is "" unless results and files are withheld now.
	EmbargoUntil     string            `json:"embargo_until,omitempty"`
	WithdrawnCohorts []FreezeWithdrawn `json:"withdrawn_cohorts"`
	Newer            *PublicFreezeLink `json:"newer,omitempty"`
}

// PublicFreezeResult is a result of a published freeze.
type PublicFreezeResult struct {
	Phenotype    string             `json:"phenotype"`
	Ancestry     string             `json:"ancestry"`
	Sex          string             `json:"sex"`
	Name         string             `json:"name"`
	NStudies     int                `json:"n_studies"`
	Participants int64              `json:"participants"`
	NVariants    int64              `json:"n_variants"`
	NLoci        int64              `json:"n_loci"`
	LambdaGC     *float64           `json:"lambda_gc"`
	Files        []PublicFreezeFile `json:"files"`
}

// PublicFreezeFile is a file of a published result.
type PublicFreezeFile struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// NewFreeze is a freeze to create, or a change of one.
type NewFreeze struct {
	Name           string
	ReleaseVersion string
	Document       *FreezeDocument // nil to copy that of the previous freeze, or to keep it
	PreviousID     string
}

// FreezeView is a freeze as one caller sees it.
type FreezeView struct {
	*Freeze
	Previous *FreezeLink
	Plan     *FreezePlan
	Verdict  string // whether it can be published, in a sentence
	Actions  map[string]Action
}

// FreezeEntries is a page of freezes.
type FreezeEntries struct {
	Items  []*Freeze
	Total  int64
	Next   listing.Place  // start of the next page; zero on the last page
	Facets listing.Facets // nil unless the filter asks for them
}

// FreezeEverything is the name of the archive with the results of all cells.
const FreezeEverything = "everything.zip"
