// Package dataset owns the registry: studies, data sets, their phenotypes with
// files and credible sets, who may see them, and the links that are given out.
// It holds the rules and the interfaces it needs; it imports errs, audit, auth,
// file, gwas, job and spreadsheet, and never an adapter.
//
// A file never changes: replacing it adds a version, and a link to a version
// stays a link to it for as long as the data set is shared.
package dataset

import (
	"encoding/json"
	"time"

	"cohortium/internal/platform/record"
)

// Study is a research study with its institution, the parent of data sets.
type Study struct {
	ID          string
	Name        string // unique, without case
	Institution string
	CreatedBy   string // user name
	CreatorID   string
	CreatedAt   time.Time
	Version     int64
}

// Person is somebody whom a data set belongs to or is shared with.
type Person = record.Person

// Sharing says who may see a data set besides its owners and those who see all.
type Sharing string

// The ways of sharing.
const (
	Private Sharing = "private" // nobody else
	Named   Sharing = "named"   // the people and groups that are named
	Public  Sharing = "public"  // everybody in the area; its files by short link without signing in
)

// Sharings lists them from the narrowest to the widest.
func Sharings() []Sharing { return []Sharing{Private, Named, Public} }

// Dataset is one registered set of genetic association results.
type Dataset struct {
	ID string
	Metadata
	Owner       Person
	CoOwners    []Person // may edit, by name
	Sharing     Sharing
	People      []Person // whom it is shared with when Named, by name
	Groups      []string // likewise, sorted
	Despite     *Despite // the decision to publish files whose check failed; nil for none
	CreatedAt   time.Time
	UpdatedAt   time.Time
	UpdatedBy   string     // user name
	DeletedAt   *time.Time // in the bin since; nil outside
	PublishedAt *time.Time // first made public; nil for never, or when it is not known
	Version     int64      // grows with every change; clients send it in If-Match
}

// Despite is the decision to publish versions of files although their check failed.
type Despite struct {
	Files  []string  `json:"files"` // ids of the versions
	Reason string    `json:"reason"`
	By     string    `json:"by"` // user name
	At     time.Time `json:"at"`
}

// Metadata is what the curator says about a data set. Codes are those of Codes.
type Metadata struct {
	Name             string         `json:"name"` // unique, without case
	StudyID          string         `json:"study_id"`
	DataSourceType   string         `json:"data_source_type"`
	DataType         string         `json:"data_type"`
	GenomeBuild      string         `json:"genome_build"` // hg19, grch38 or n/a
	Ancestry         string         `json:"ancestry"`
	AncestryCounts   []AncestrySize `json:"ancestry_counts"`
	Sex              string         `json:"sex"`
	GlobalSampleSize int64          `json:"global_sample_size"` // people
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
	Software         string         `json:"analysis_software"` // name and version; "" when not stated
	Licence          string         `json:"license"`           // of the data, as text or address; "" when not stated
}

// AncestrySize is how many people of one ancestry are in a data set.
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
	Code        string // of the list of phenotypes, or what the curator typed
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

// FileKind says what a file is, and is the first part of its short link.
type FileKind string

// The kinds of files.
const (
	DataFile    FileKind = "d"
	CredibleOne FileKind = "cs"
)

// File is one version of the file of a phenotype or of a credible set. Its bytes
// are those of an uploaded file.
type File struct {
	ID         string // a guid of 32 hex digits: its short link is made from it
	DatasetID  string
	Kind       FileKind
	ParentID   string // of the phenotype or credible set
	Version    int    // of this parent: 1, 2, 3, …
	Current    bool
	UploadID   string // of the uploaded file
	Name       string // as the user typed it; data, never part of a path
	Size       int64  // bytes
	SHA256     string // hex
	ShortID    string // 6 characters, unique per kind
	Downloads  int64
	Build      string // code of the genome build that is stated for it; "" for that of the data set
	CheckID    string // newest check; "" for none
	UploadedBy string
	UploadedAt time.Time
}

// CheckStatus is where the check of a file stands.
type CheckStatus string

// The statuses of a check.
const (
	CheckQueued    CheckStatus = "queued"
	CheckRunning   CheckStatus = "running"
	CheckPassed    CheckStatus = "passed"
	CheckWarned    CheckStatus = "warned"
	CheckFailed    CheckStatus = "failed"
	CheckQuestions CheckStatus = "questions" // columns have to be confirmed by somebody
	CheckForeign   CheckStatus = "foreign"   // not a table of summary statistics
	CheckCancelled CheckStatus = "cancelled"
	CheckBroken    CheckStatus = "broken" // could not be run to its end
)

// Check is one run of the summary-statistics check over a file. What it makes
// lies under datasets/files/{file}/checks/{check}/ and never changes.
type Check struct {
	ID         string
	FileID     string
	DatasetID  string
	Status     CheckStatus
	Mapping    json.RawMessage // canonical field → header that somebody confirmed; nil to decide by itself
	Build      string          // hg19 or grch38
	JobID      string
	CreatedBy  string
	CreatedAt  time.Time
	FinishedAt *time.Time
	RowsIn     *int64
	RowsClean  *int64
	LambdaGC   *float64
	Report     json.RawMessage // what was found; only read with the single check
	Error      string
	Attempt    string // whose results count, "" while there are none
}

// Link is a link to a version of a file that works without an account until it
// expires or is revoked.
type Link struct {
	ID        string
	DatasetID string
	FileID    string
	Note      string // for whom or what, as its maker typed it
	CreatedBy string
	CreatedAt time.Time
	ExpiresAt time.Time
	RevokedAt *time.Time
	Uses      int64
}

// SavedView is a search that an account saved under a name.
type SavedView struct {
	Name   string `json:"name"`
	Search string `json:"search"` // query string of the page
}
