// Package toolrun owns runs on files that are not registered: a job checks a file, converts it to
// GWAS-SSF or looks at it. The result is visible to the caller only, and is deleted a day later,
// with the file if nothing else uses it. The work is the same as on the command line: packages
// recognise, conversion and qc. It knows no HTTP and no SQL.
package toolrun

import (
	"encoding/json"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// ObjectRun is the name of a run in the audit trail.
const ObjectRun = "tool run"

// KindRun is the kind of job of this package.
const KindRun = "tool-run"

// runMemory is the memory of a run, in bytes: 320 MiB for a liftover of 10 M rows, 389 MiB to place as many by rs number.
const runMemory = 400 * job.MiB

// Task is the task of a run.
type Task string

// The tasks, the same as on the command line.
const (
	Check   Task = "check"   // sumstats check
	Convert Task = "convert" // sumstats convert --to gwas-ssf
	Look    Task = "look"    // sumstats qc, without a panel
)

// Status is the state of a run.
type Status string

// The states of a run.
const (
	Queued    Status = "queued"
	Running   Status = "running"
	Done      Status = "done"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// Answers are a user's statements about a file, in addition to its own.
type Answers struct {
	// Mapping overrides the proposed columns and answers their questions; a field with
	// an empty column is left unmapped.
	Mapping  sumstats.Mapping `json:"mapping,omitempty"`
	Build    genome.Build     `json:"genome_build,omitempty"` // "" for the build that the file appears to have
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

// answerFlag words the answer to a question in the terms of the page and the call.
func answerFlag(field sumstats.Field, column string) string {
	if column == "" {
		return "no column for " + string(field)
	}
	return "the column " + column + " for " + string(field)
}

// Study is the study metadata of a converted table.
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
	Attempt    string          // lease under which its files are stored
	Result     json.RawMessage // nil before it is done
	Files      []File          // that can be downloaded
	Error      string          // the reason why it failed, for people
	CreatedAt  time.Time
	FinishedAt *time.Time
	ExpiresAt  time.Time // it is deleted after this
}

func (r *Run) ended() bool { return r.Status != Queued && r.Status != Running }

// File is a result that can be downloaded.
type File struct {
	Name string `json:"name"` // determined by the task
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
	Lacking     []string               `json:"lacking"`               // metadata that a deposit also needs
	Warnings    []sumstats.Finding     `json:"warnings"`              // about the reading of the file
}
