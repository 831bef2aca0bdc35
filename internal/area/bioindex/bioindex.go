// Package bioindex owns the indexes that give a table an address: whose they are,
// what they are made of, who may query them, how much room they take, the jobs that
// build and verify them, and the pages of an answer with the tokens that continue
// it. How a table is sorted, indexed and searched is package tableindex. It knows no
// HTTP and no SQL, and reads files of other areas through the interface Sources.
package bioindex

import (
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/record"
)

// ObjectIndex is what the audit trail and the history call an index.
const ObjectIndex = "index"

// The kinds of jobs of this package.
const (
	KindBuild  = "index-build"
	KindVerify = "index-verify"
)

// Sharing is who may query an index besides its owner.
type Sharing string

// The ways of sharing, each with more people than the one before.
const (
	Private Sharing = "private"
	Named   Sharing = "named"
	Area    Sharing = "area" // everybody with a role in the area of the index
	Public  Sharing = "public"
)

// Sharings lists the ways of sharing, the narrowest first.
func Sharings() []Sharing { return []Sharing{Private, Named, Area, Public} }

// SourceKind is where the file of an index comes from.
type SourceKind string

// The kinds of sources.
const (
	FromUpload  SourceKind = "upload"        // an uploaded file, which belongs to the indexes that are made of it
	FromDataset SourceKind = "dataset_file"  // a file of the registry
	FromHermes  SourceKind = "hermes_upload" // the clean file of a data set of HERMES
	FromMeta    SourceKind = "meta_analysis" // the results of a meta-analysis
)

// Source names a file. Of a data set of HERMES, FileID is the QC run, and "" is the
// newest one.
type Source struct {
	Kind   SourceKind
	ID     string
	FileID string
}

// Definition is what an index is to be like.
type Definition struct {
	Schema      string                     `json:"schema"`
	Types       map[string]tableindex.Type `json:"types,omitempty"` // of columns that are not as the sample says
	GenomeBuild genome.Build               `json:"genome_build,omitempty"`
	Coordinates tableindex.Coordinates     `json:"coordinates,omitempty"` // "" for those that the table shows
}

// Index is a table with an address.
type Index struct {
	ID          string
	Name        string
	Area        auth.Area
	Owner       record.Person
	Sharing     Sharing
	People      []record.Person // kept for when it is shared by name again
	Source      Source
	SourceName  string // of the file; data, never part of a path
	SourceBytes int64
	BuildID     string // the build that answers; "" before the first
	NewestID    string // the build that was asked for last
	CreatedAt   time.Time
	UpdatedAt   time.Time
	UpdatedBy   string
	DeletedAt   *time.Time // since when it is in the bin
	Version     int64
}

// Status is where a build stands.
type Status string

// The states of a build.
const (
	Queued    Status = "queued"
	Building  Status = "building"
	Ready     Status = "ready"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// Build is one attempt of somebody to have an index built. It never changes once it
// is ready, but for its proof.
type Build struct {
	ID         string
	IndexID    string
	Status     Status
	Definition Definition
	FileID     string // which version of the source it was made of, see Source
	SourceTag  string // names the bytes of the source
	JobID      string
	Again      *Again // how it was verified again last; nil for never
	Attempt    string // under whose lease its files lie
	Made       *Made  // nil before it is ready
	Proof      *Proof // nil before it was verified
	Bytes      int64  // of its files
	Error      string // why it failed, for people
	CreatedBy  string
	CreatedAt  time.Time
	FinishedAt *time.Time
}

func (b *Build) ended() bool { return b.Status != Queued && b.Status != Building }

// Made is what a build came to.
type Made struct {
	tableindex.Summary
	Columns  []tableindex.Column `json:"columns"`
	Seconds  float64             `json:"seconds"`
	Examples [][]string          `json:"examples,omitempty"` // values of queries that give rows
}

// Again is somebody's wish that a build be verified once more.
type Again struct {
	JobID   string `json:"job_id"`
	Queries int    `json:"queries"`
	Seed    uint64 `json:"seed"`
}

// Proof is how random queries compared with a reading of the whole file.
type Proof struct {
	tableindex.Report
	At time.Time `json:"at"`
}

// Can is what a caller may do with an index.
type Can struct {
	Edit    bool // rename, verify
	Share   bool
	Delete  bool // put it into the bin, or out of it for ever
	Restore bool
	Rebuild bool // Edit, and its file is still the caller's to read
}
