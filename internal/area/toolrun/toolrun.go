// Package toolrun owns what somebody has done with a file without registering it: it
// is checked, converted to GWAS-SSF or looked at by a job, and what comes of it is the
// caller's alone and goes a day later, with the file if nothing else is made of it.
// The work is that of the command line: packages recognise, conversion and qc. It
// knows no HTTP and no SQL.
package toolrun

import (
	"encoding/json"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/record"
)

// ObjectRun is what the audit trail calls a run.
const ObjectRun = "tool run"

// KindRun is the kind of job of this package.
const KindRun = "tool-run"

// Task is what is done with a file.
type Task string

// The tasks, as the command line does them.
const (
	Check   Task = "check"   // sumstats check
	Convert Task = "convert" // sumstats convert --to gwas-ssf
	Look    Task = "look"    // sumstats qc, without a panel
)

// Status is where a run stands.
type Status string

// The states of a run.
const (
	Queued    Status = "queued"
	Running   Status = "running"
	Done      Status = "done"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// Answers are what somebody says of a file, beside what it tells itself.
type Answers struct {
	// Mapping overrides the proposed columns and answers their questions; a field with
	// an empty column is left unmapped.
	Mapping  sumstats.Mapping `json:"mapping,omitempty"`
	Build    genome.Build     `json:"genome_build,omitempty"` // "" for the one that the file looks like
	N        float64          `json:"n,omitempty"`
	Cases    float64          `json:"cases,omitempty"`
	Controls float64          `json:"controls,omitempty"`
	sumstats.Conventions
}

func (a *Answers) checkOptions(name string) recognise.CheckOptions {
	return recognise.CheckOptions{
		Name: name, Map: a.Mapping, Build: a.Build, N: a.N, Conventions: a.Conventions, Flag: answerFlag,
		Totals: recognise.StudyTotals{NCases: a.Cases, NControls: a.Controls},
	}
}

// answerFlag words the answer to a question as the page and the call take it.
func answerFlag(field sumstats.Field, column string) string {
	if column == "" {
		return "no column for " + string(field)
	}
	return "the column " + column + " for " + string(field)
}

// Study is what the metadata of a converted table say of its study.
type Study struct {
	Trait      string `json:"trait,omitempty"`
	Ancestry   string `json:"ancestry,omitempty"`
	Technology string `json:"genotyping_technology,omitempty"`
	Sex        string `json:"sex,omitempty"` // M, F, combined or NR
	Software   string `json:"software,omitempty"`
}

// Run is one task on one uploaded file.
type Run struct {
	ID         string
	Task       Task
	Status     Status
	Owner      record.Person
	UploadID   string
	FileName   string // data, never part of a path
	FileBytes  int64
	Answers    Answers
	Study      Study
	JobID      string
	Attempt    string          // under whose lease its files lie
	Result     json.RawMessage // what it came to; nil before it is done
	Files      []File          // that can be downloaded
	Error      string          // why it failed, for people
	CreatedAt  time.Time
	FinishedAt *time.Time
	ExpiresAt  time.Time // it is removed after this
}

func (r *Run) ended() bool { return r.Status != Queued && r.Status != Running }

// File is a result that can be downloaded.
type File struct {
	Name string `json:"name"` // fixed by the task
	Size int64  `json:"size"`
}

// The names of files besides those of QC.
const (
	FileReport   = "report.json"
	FileTable    = "gwas-ssf.tsv.gz"
	FileMetadata = "gwas-ssf.tsv.gz-meta.yaml"
)

// Converted is the result of a conversion.
type Converted struct {
	RowsIn      int64                  `json:"rows_in"`
	RowsWritten int64                  `json:"rows_written"`
	Excluded    []sumstats.ReasonCount `json:"excluded"`
	Repaired    []sumstats.ReasonCount `json:"repaired"`
	GenomeBuild genome.Build           `json:"genome_build,omitempty"`
	Mapping     sumstats.Mapping       `json:"mapping"`
	MD5         string                 `json:"md5"`                   // of the table, in hex
	SampleSize  int64                  `json:"sample_size,omitempty"` // as stated, else the largest of the rows, else cases and controls
	Lacking     []string               `json:"lacking"`               // what a deposit also needs in the metadata
	Warnings    []sumstats.Finding     `json:"warnings"`              // about the reading of the file
}
