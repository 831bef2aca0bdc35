// Package dataset owns the registry: studies, data sets, their phenotypes with files and credible
// sets, sharing, and links. It contains the rules and the interfaces it needs. It imports errs,
// audit, auth, file, gwas, job and spreadsheet, and never an adapter.
//
// A file never changes: a replacement adds a version, and a link to a version keeps that version
// while the data set is shared.
package dataset

import (
	"encoding/json"
	"time"

	"cohortium/internal/platform/record"
)

// Study is a research study with its institution. Data sets belong to a study.
type Study struct {
	ID          string
	Name        string // unique, ignoring case
	Institution string
	CreatedBy   string // user name
	CreatorID   string
	CreatedAt   time.Time
	Version     int64
}

// Person is an account that owns a data set or that it is shared with.
type Person = record.Person

// Sharing is who may see a data set besides its owners and the accounts that see all.
type Sharing string

// The ways of sharing.
const (
	Private Sharing = "private" // owners only
	Named   Sharing = "named"   // named accounts and groups
	Public  Sharing = "public"  // all accounts of the area, and files by short link without an account
)

// Sharings lists the values from the narrowest to the widest.
func Sharings() []Sharing { return []Sharing{Private, Named, Public} }

// Dataset is one registered set of genetic association results.
type Dataset struct {
	ID string
	Metadata
	Owner       Person
	CoOwners    []Person // may edit, by name
	Sharing     Sharing
	People      []Person // shared with, if Named; by name
	Groups      []string // likewise, sorted
	Despite     *Despite // the decision to publish files with a failed check; nil for none
	CreatedAt   time.Time
	UpdatedAt   time.Time
	UpdatedBy   string     // user name
	DeletedAt   *time.Time // when it was put in the bin; nil outside
	PublishedAt *time.Time // first publication; nil for never or unknown
	Version     int64      // incremented with every change; clients send it in If-Match
}

// Despite is the decision to publish versions of files although their check failed.
type Despite struct {
	Files  []string  `json:"files"` // ids of the versions
	Reason string    `json:"reason"`
	By     string    `json:"by"` // user name
	At     time.Time `json:"at"`
}

// Metadata is the curator's description of a data set. The codes are those of Codes.
type Metadata struct {
	Name             string         `json:"name"` // unique, ignoring case
	StudyID          string         `json:"study_id"`
	DataSourceType   string         `json:"data_source_type"`
	DataType         string         `json:"data_type"`
	GenomeBuild      string         `json:"genome_build"` // hg19, grch38 or n/a
	Ancestry         string         `json:"ancestry"`
	AncestryCounts   []AncestrySize `json:"ancestry_counts"`
	Sex              string         `json:"sex"`
	GlobalSampleSize int64          `json:"global_sample_size"` // participants
	Status           string         `json:"status"`
	Submitter        string         `json:"data_submitter"`
	SubmitterEmail   string         `json:"data_submitter_email"`
	Contributor      string         `json:"data_contributor"` // principal investigator; "" for none
	ContributorEmail string         `json:"data_contributor_email"`
	Description      string         `json:"description"`
	PubID            string         `json:"pub_id"`      // PMID, PMCID or DOI; "" for none
	Publication      string         `json:"publication"` // citation as text
	Terms            []Term         `json:"terms"`       // traits by ontology
	Technology       string         `json:"genotyping_technology"`
	Software         string         `json:"analysis_software"` // name and version; "" if not stated
	Licence          string         `json:"license"`           // of the data, as text or address; "" if not stated
}

// AncestrySize is the number of participants of one ancestry.
type AncestrySize struct {
	Ancestry string `json:"ancestry"`
	N        int64  `json:"n"`
	Detail   string `json:"detail"`
}

// Term is a trait in an ontology.
type Term struct {
	CURIE string `json:"curie"` // such as EFO:0000305, always with a colon
	Label string `json:"label"`
}

// Phenotype is one trait of a data set with its sizes and its file.
type Phenotype struct {
	ID          string
	DatasetID   string
	Code        string // from the list of phenotypes, or typed by the curator
	Description string
	Dichotomous bool
	SampleSize  int64
	Cases       *int64 // nil unless dichotomous
	Controls    *int64
	CreatedAt   time.Time
}

// CredibleSet is a named file that belongs to a phenotype.
type CredibleSet struct {
	ID          string
	DatasetID   string
	PhenotypeID string
	Name        string
	CreatedAt   time.Time
}

// FileKind is the kind of a file, and the first part of its short link.
type FileKind string

// The kinds of files.
const (
	DataFile    FileKind = "d"
	CredibleOne FileKind = "cs"
)

// File is one version of the file of a phenotype or of a credible set. Its bytes
// are those of an uploaded file.
type File struct {
	ID         string // GUID of 32 hex digits; its short link is derived from it
	DatasetID  string
	Kind       FileKind
	ParentID   string // of the phenotype or credible set
	Version    int    // of this parent: 1, 2, 3, …
	Current    bool
	UploadID   string // of the uploaded file
	Name       string // as uploaded; shown only, never part of a path
	Size       int64  // bytes
	SHA256     string // hex
	ShortID    string // 6 characters, unique per kind
	Downloads  int64
	Build      string // code of its own genome build; "" for that of the data set
	CheckID    string // newest check; "" for none
	UploadedBy string
	UploadedAt time.Time
}

// CheckStatus is the status of the check of a file.
type CheckStatus string

// The statuses of a check.
const (
	CheckQueued    CheckStatus = "queued"
	CheckRunning   CheckStatus = "running"
	CheckPassed    CheckStatus = "passed"
	CheckWarned    CheckStatus = "warned"
	CheckFailed    CheckStatus = "failed"
	CheckQuestions CheckStatus = "questions" // a user must confirm columns
	CheckForeign   CheckStatus = "foreign"   // not a table of summary statistics
	CheckCancelled CheckStatus = "cancelled"
	CheckBroken    CheckStatus = "broken" // could not be completed
)

// Check is one run of the summary-statistics check over a file. Its results are under
// datasets/files/{file}/checks/{check}/ and never change.
type Check struct {
	ID         string
	FileID     string
	DatasetID  string
	Status     CheckStatus
	Mapping    json.RawMessage // canonical field → header, confirmed by a user; nil to detect it
	Build      string          // hg19 or grch38
	JobID      string
	CreatedBy  string
	CreatedAt  time.Time
	FinishedAt *time.Time
	RowsIn     *int64
	RowsClean  *int64
	LambdaGC   *float64
	Report     json.RawMessage // loaded for single checks only
	Error      string
	Attempt    string     // whose results are used, "" while there are none
	Facts      CheckFacts // of its report; zero until there is one
}

// Link is a link to a version of a file that works without an account until it
// expires or is revoked.
type Link struct {
	ID        string
	DatasetID string
	FileID    string
	Note      string // recipient or purpose, as typed by the author
	CreatedBy string
	CreatedAt time.Time
	ExpiresAt time.Time
	RevokedAt *time.Time
	Uses      int64
}

// SavedView is a search that an account saved with a name.
type SavedView struct {
	Name   string `json:"name"`
	Search string `json:"search"` // query string of the page
}
