// Package sgc owns the cohorts that submit counts to a consortium: their sizes and questionnaire,
// five files each, the accepted numbers, and the totals over all cohorts. It contains the rules
// (permissions, validation, hiding of small numbers) and the interfaces it needs. It imports errs,
// auth, audit, job, spreadsheet and its own subpackages, and never an adapter.
//
// Numbers below the smallest cell are hidden when a file is accepted, and the hidden numbers are
// not stored. Every view is computed from the stored numbers.
package sgc

import (
	"time"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/record"
)

// Person is an account that owns a cohort.
type Person = record.Person

// Cohort is one study that submits counts.
type Cohort struct {
	ID             string
	Name           string // unique per owner, ignoring case
	Owner          Person
	CoOwners       []Person // may edit, by name
	Total          int64    // people
	Males          int64
	Females        int64
	Questionnaire  Questionnaire
	Status         Status
	ValidatedAt    *time.Time // nil unless validated
	Version        int64      // incremented with every change; clients send it in If-Match
	CreatedAt      time.Time
	UpdatedAt      time.Time
	LastActivityAt time.Time
}

// size returns the sizes of the cohort for the rules.
func (c *Cohort) size() check.Cohort {
	return check.Cohort{Total: c.Total, Males: c.Males, Females: c.Females}
}

// Status is the progress of a cohort.
type Status string

// The statuses of a cohort.
const (
	Incomplete Status = "incomplete" // an answer or a file is missing
	Complete   Status = "complete"   // nothing is missing
	Validated  Status = "validated"  // and consistent
)

// Questionnaire is a cohort's description of its data. Availability is yes, no, maybe, or "" before
// it is answered.
type Questionnaire struct {
	PhenotypeCodingSystem   string `json:"phenotype_coding_system"`
	PhenotypeMappingIssues  string `json:"phenotype_mapping_issues"`
	ApprovalRequirements    string `json:"cohort_approval_requirements"`
	Restrictions            string `json:"summary_stats_restrictions"`
	PublicationAvailability string `json:"summary_stats_publication_availability"`
	ConsortiumAvailability  string `json:"summary_stats_consortium_availability"`
	OtherNotes              string `json:"other_notes"`
}

// File is one version of a file of a cohort. Its bytes are in the blob sgc/cohorts/{cohort}/{blob}.
type File struct {
	ID           string        `json:"-"`
	CohortID     string        `json:"-"`
	Kind         check.Kind    `json:"kind"`
	Version      int           `json:"version"` // of this kind: 1, 2, 3, …
	Current      bool          `json:"current"`
	FileName     string        `json:"file_name"` // as uploaded; shown only, never part of a path
	ContentType  string        `json:"content_type"`
	Size         int64         `json:"size"`          // of the stored file, in bytes
	SHA256       string        `json:"sha256"`        // of the uploaded file; "" if something in it is hidden
	StoredSHA256 string        `json:"stored_sha256"` // of the stored file
	BlobID       string        `json:"-"`
	Mapping      check.Mapping `json:"mapping"`
	Rows         int           `json:"rows"`
	Warnings     int           `json:"warnings"`
	MinCell      int64         `json:"min_cell"` // smallest number that was not hidden
	UploadedBy   string        `json:"uploaded_by"`
	UploadedAt   time.Time     `json:"uploaded_at"`
}

// blobKey returns the key of the file's bytes.
func (f *File) blobKey() string { return FileKey(f.CohortID, f.BlobID) }

// FileKey returns the key of the bytes of a cohort's file.
func FileKey(cohortID, blobID string) string { return cohortPrefix(cohortID) + blobID }

func cohortPrefix(cohortID string) string { return blobPrefix + cohortID + "/" }

const blobPrefix = "sgc/cohorts/"

// Rows are the stored rows of files, by file id.
type Rows struct {
	Cases map[string][]check.CasesRow
	Pairs map[string][]check.PairRow
}

// Record is all stored data of a cohort. Every view is computed from records.
type Record struct {
	*Cohort
	Files []*File // every version
	Rows
}

// current returns the current file of a kind, nil if there is none.
func (r *Record) current(k check.Kind) *File {
	for _, f := range r.Files {
		if f.Kind == k && f.Current {
			return f
		}
	}
	return nil
}

// cases returns the current rows of a sex, nil without a file.
func (r *Record) cases(sex check.Sex) []check.CasesRow {
	if f := r.current(check.CasesOf(sex)); f != nil {
		return r.Cases[f.ID]
	}
	return nil
}

// pairs returns the current pairs of a sex, nil without a file.
func (r *Record) pairs(sex check.Sex) []check.PairRow {
	if f := r.current(check.PairsOf(sex)); f != nil {
		return r.Pairs[f.ID]
	}
	return nil
}

// isCases and isPairs report which rows a file has.
func isCases(k check.Kind) bool { return k == check.CasesMale || k == check.CasesFemale }
func isPairs(k check.Kind) bool { return k == check.PairsMale || k == check.PairsFemale }

func sexes() []check.Sex { return []check.Sex{check.Male, check.Female} }

// Phenotype is a disease that the consortium counts.
type Phenotype struct {
	Code        string // A–Z, 0–9 and _, 2 to 20 characters; never changes
	Description string
	Aliases     []string // other names in files
	Retired     bool     // the consortium does not ask for it any more
	UsedBy      int64    // number of cohorts whose current files use it; lists count only cases and controls
	Version     int64
	CreatedAt   time.Time
	UpdatedAt   time.Time
}
