// Package bioindex owns the indexes that make a table searchable at an address: their owners,
// sources, sharing and storage, the jobs that build and verify them, and the pages of an answer
// with the tokens that continue it. Package tableindex sorts, indexes and searches a table. It
// knows no HTTP and no SQL, and reads files of other areas through the interface Sources.
package bioindex

import (
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// ObjectIndex is the name of an index in the audit trail and the history.
const ObjectIndex = "index"

// The kinds of jobs of this package.
const (
	KindBuild  = "index-build"
	KindVerify = "index-verify"
)

// buildMemory is the memory of a build or a check of 10 M unsorted rows, in bytes.
const buildMemory = 290 * job.MiB

// Sharing is who may query an index besides its owner.
type Sharing string

// The levels of sharing, each with more people than the one before.
const (
	Private Sharing = "private"
	Named   Sharing = "named"
	Area    Sharing = "area" // every account with a role in the area of the index
	Public  Sharing = "public"
)

// Sharings lists the ways of sharing, the narrowest first.
func Sharings() []Sharing { return []Sharing{Private, Named, Area, Public} }

// SourceKind is where the file of an index comes from.
type SourceKind string

// The kinds of sources.
const (
	FromUpload  SourceKind = "upload"        // an upload, which belongs to its indexes
	FromDataset SourceKind = "dataset_file"  // a file of the registry
	FromHermes  SourceKind = "hermes_upload" // the clean file of a data set of HERMES
	FromMeta    SourceKind = "meta_analysis" // the results of a meta-analysis
)

// Source names a file. For a data set of HERMES, FileID is the QC run, "" for the newest one.
type Source struct {
	Kind   SourceKind
	ID     string
	FileID string
}

// Definition describes how an index is built.
type Definition struct {
	Schema      string                     `json:"schema"`
	Types       map[string]tableindex.Type `json:"types,omitempty"` // of columns whose type differs from the sample
	GenomeBuild genome.Build               `json:"genome_build,omitempty"`
	Coordinates tableindex.Coordinates     `json:"coordinates,omitempty"` // "" to detect them from the table
}

// Index is a table with a searchable address.
type Index struct {
	ID          string
	Name        string
	Area        auth.Area
	Owner       record.Person
	Sharing     Sharing
	People      []record.Person // kept for when it is shared with named people again
	Source      Source
	SourceName  string // of the file; data, never part of a path
	SourceBytes int64
	BuildID     string // the build that answers queries; "" before the first
	NewestID    string // the newest requested build
	CreatedAt   time.Time
	UpdatedAt   time.Time
	UpdatedBy   string
	DeletedAt   *time.Time // when it was put in the bin
	Version     int64
}

// Status is the state of a build.
type Status string

// The states of a build.
const (
	Queued    Status = "queued"
	Building  Status = "building"
	Ready     Status = "ready"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// Build is one attempt to build an index. It never changes once it is ready, except for its proof.
type Build struct {
	ID         string
	IndexID    string
	Status     Status
	Definition Definition
	FileID     string // version of the source that it was made from, see Source
	SourceTag  string // identifies the bytes of the source
	JobID      string
	Again      *Again // its last repeated verification; nil for never
	Attempt    string // lease under which its files are stored
	Made       *Made  // nil before it is ready
	Proof      *Proof // nil before it was verified
	Bytes      int64  // of its files
	Error      string // the reason why it failed, for people
	CreatedBy  string
	CreatedAt  time.Time
	FinishedAt *time.Time
}

func (b *Build) ended() bool { return b.Status != Queued && b.Status != Building }

// Made describes a finished build.
type Made struct {
	tableindex.Summary
	Columns  []tableindex.Column `json:"columns"`
	Seconds  float64             `json:"seconds"`
	Examples [][]string          `json:"examples,omitempty"` // values of queries that return rows
}

// Again is a request to verify a build once more.
type Again struct {
	JobID   string `json:"job_id"`
	Queries int    `json:"queries"`
	Seed    uint64 `json:"seed"`
}

// Proof is the comparison of random queries with a scan of the whole file.
type Proof struct {
	tableindex.Report
	At time.Time `json:"at"`
}

// Can holds the rights of a caller to an index.
type Can struct {
	Edit    bool // rename, verify
	Share   bool
	Delete  bool // put it into the bin, or delete it for ever
	Restore bool
	Rebuild bool // Edit, and the caller may still read its file
}
