// Package pagetable owns the tables that pages show: their owners, sources, readers and storage,
// and the jobs that make them. Package gwas/pagedata reads and writes a table. It knows no HTTP and
// no SQL, reads files of other areas through the interface Sources, and checks who sees a table's
// pages through the interface Pages.
package pagetable

import (
	"time"

	"cohortium/internal/gwas/pagedata"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// ObjectTable is the name of a table in the audit trail.
const ObjectTable = "table"

// KindMake is the kind of the jobs of this package.
const KindMake = "table"

// makeMemory is the memory of the job for 10 M rows, in bytes. A separate process decodes a Parquet file.
const makeMemory = 220 * job.MiB

// Kind is where the data of a table come from.
type Kind string

// The kinds of sources.
const (
	FromUpload  Kind = "upload"        // a file that the owner uploaded
	FromDataset Kind = "dataset_file"  // a file of the registry
	FromHermes  Kind = "hermes_upload" // the clean file of a data set of HERMES
	FromMeta    Kind = "meta_analysis" // the results of a meta-analysis
	FromIndex   Kind = "index"         // the table of an index
	FromURL     Kind = "url"           // fetched once
	FromText    Kind = "text"          // that the owner pasted
)

// Brought reports whether the owner of a table supplied its data, so that everyone who may see a
// page of it may read them.
func (k Kind) Brought() bool { return k == FromUpload || k == FromURL || k == FromText }

// Source identifies the source of a table.
type Source struct {
	Kind   Kind   `json:"kind"`
	ID     string `json:"id,omitempty"`
	FileID string `json:"file_id,omitempty"` // of a data set
	URL    string `json:"url,omitempty"`
	Name   string `json:"name,omitempty"` // of a text, given by the owner
}

// State is the state of a table.
type State string

// The states of a table. It never changes once it is ready.
const (
	Building  State = "building"
	Ready     State = "ready"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Table is a table that pages can show.
type Table struct {
	ID          string
	Name        string // of the file; data, never part of a path
	Area        auth.Area
	Owner       record.Person
	Source      Source
	SourceTag   string // identifies the bytes of the source; "" before they are fetched
	SourceBytes int64
	Layout      pagedata.Layout
	State       State
	Error       string // the reason why it failed, for people
	JobID       string
	Attempt     string            // lease under which its files are stored
	Made        *pagedata.Summary // nil before it is ready
	Bytes       int64             // of its files
	DataTag     string            // SHA-256 of the Parquet, hex
	DataBytes   int64             // of the Parquet
	CreatedAt   time.Time
	FinishedAt  *time.Time
}

func (t *Table) ended() bool { return t.State != Building }
