package toolrun

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cohortium/internal/gwas/conversion"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/private"
)

// The stages of a job besides those of QC.
const (
	stageReading = "reading"
	stageWriting = "writing"
)

func meterOf(task Task, rep job.Reporter) *job.Meter {
	storing := job.Part{Name: job.Storing, Word: "Storing the results", Weight: 5}
	switch task {
	case Convert:
		return job.NewMeter(rep, job.Part{Name: stageReading, Word: "Reading and sorting", Weight: 50},
			job.Part{Name: stageWriting, Word: "Writing in order", Weight: 45}, storing)
	case Look:
		return job.NewMeter(rep, job.Part{Name: qc.StageReading, Word: "Reading and sorting", Weight: 50},
			job.Part{Name: qc.StageChecking, Word: "Checking", Weight: 40}, job.Part{Name: qc.StageFigures, Word: "Drawing figures", Weight: 5}, storing)
	}
	return job.NewMeter(rep, job.Part{Name: stageReading, Word: "Reading", Weight: 95}, storing)
}

// compute runs a task, leaves files in the working folder and returns the result as JSON.
func (s *Service) compute(ctx context.Context, r *Run, work string, meter *job.Meter) ([]byte, error) {
	open := s.open(ctx, r.UploadID, nil)
	if r.Task != Look { // QC reports its own progress
		open = s.open(ctx, r.UploadID, func(done int64) { meter.At(stageReading, done, r.FileBytes) })
	}
	var result any
	var err error
	switch r.Task {
	case Check:
		result, err = check(r, open, work)
	case Convert:
		result, err = s.convert(ctx, r, open, work, meter)
	case Look:
		result, err = s.look(ctx, r, open, work, meter)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}

// check finds all findings of a file.
func check(r *Run, open func() (io.ReadCloser, error), work string) (*recognise.CheckReport, error) {
	report, err := recognise.Check(open, r.Answers.checkOptions(r.FileName))
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return nil, err
	}
	return report, private.Write(filepath.Join(job.ResultDir(work), FileReport), text)
}

// convert writes the table and its metadata.
func (s *Service) convert(ctx context.Context, r *Run, open func() (io.ReadCloser, error), work string, meter *job.Meter) (_ *Converted, err error) {
	known := r.Answers.checkOptions(r.FileName)
	prepared, err := recognise.Prepare(open, known)
	if err != nil {
		return nil, err
	}
	if blocks := prepared.Blocks(); len(blocks) > 0 { // what the beginning did not show when the run was requested
		return nil, &textfile.FileError{Code: sumstats.CodeMapping, Line: blocks[0].Line, What: blocks[0].Message, Remedy: blocks[0].Remedy}
	}
	in, err := open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	out, err := job.Results(work).Create(FileTable)
	if err != nil {
		return nil, err
	}
	done, err := conversion.Run(ctx, in, out, conversion.Options{
		Read: prepared.Reading(known), Sort: true, Gzip: true, TempDir: work, Study: r.metadata(s.now()),
		Progress: func(done, total int64) { meter.At(stageWriting, done, total) },
	})
	if err := errors.Join(err, out.Close()); err != nil {
		return nil, err
	}
	if err := private.Write(filepath.Join(job.ResultDir(work), FileMetadata), done.Metadata.YAML()); err != nil {
		return nil, err
	}
	a := done.Account
	return &Converted{
		RowsIn: a.RowsIn, RowsWritten: done.Rows, Excluded: a.Excluded, Repaired: a.Repaired, GenomeBuild: done.Metadata.Build,
		Mapping: prepared.Mapping, MD5: done.Metadata.DataMD5, SampleSize: done.Metadata.SampleSize, Lacking: done.Metadata.Lacking(),
		Warnings: prepared.Warnings(),
	}, nil
}

// metadata returns the caller's statements about the study, with the name and the date.
func (r *Run) metadata(at time.Time) ssf.Metadata {
	m := metadataOf(&r.Answers, &r.Study)
	m.DataFileName, m.DateLastModified = stem(r.FileName)+"."+FileTable, at.UTC().Format(time.DateOnly)
	return m
}

func metadataOf(a *Answers, study *Study) ssf.Metadata {
	m := ssf.Metadata{
		TraitDescription: study.Trait, GenotypingTechnology: study.Technology, Sex: study.Sex, Software: study.Software,
		SampleSize: int64(a.N), Cases: int64(a.Cases), Controls: int64(a.Controls),
	}
	if study.Ancestry != "" {
		m.AncestryCategories = []string{study.Ancestry}
	}
	return m
}

// lookPanel explains why a look has no reference panel, whatever is installed here.
var lookPanel = qc.NoPanel{
	Why:    "A look at a file uses no reference panel",
	Remedy: "upload the file to HERMES, where quality control has one if it is installed, or run cohortium sumstats qc with --panel",
}

// look runs QC without a reference panel, and keeps the results that are shown.
func (s *Service) look(ctx context.Context, r *Run, open func() (io.ReadCloser, error), work string, meter *job.Meter) (*qc.Report, error) {
	opt := qc.NewOptions(r.Answers.Build)
	opt.Mapping, opt.Conventions = r.Answers.Mapping, r.Answers.Conventions
	opt.N, opt.Cases, opt.Controls = r.Answers.N, r.Answers.Cases, r.Answers.Controls
	opt.TempDir, opt.Workers = work, s.cfg.Workers
	opt.Versions = map[string]string{"cohortium": s.cfg.Version}
	in := qc.Input{Name: r.FileName, Size: r.FileBytes, Open: open, NoPanel: lookPanel}
	report, err := qc.Run(ctx, in, opt, job.Results(work), func(p qc.Progress) { meter.At(p.Stage, p.Done, p.Total) })
	if err != nil {
		return nil, err
	}
	return report, dropUnshown(job.ResultDir(work))
}

// dropUnshown removes results of QC that only meta-analyses and figures of a panel need.
func dropUnshown(folder string) error {
	for _, name := range []string{qc.FileColumnar, qc.FileSketch, qc.FileSample, qc.FilePeer, qc.FileRSIndex} {
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// downloadable reports whether a result is offered for download; others are drawn.
func downloadable(name string) bool {
	return slices.Contains([]string{FileReport, FileTable, FileMetadata, qc.FileClean, qc.FileCleanIndex, qc.FileExcluded}, name)
}

func contentType(name string) string {
	switch {
	case strings.HasSuffix(name, ".json"):
		return "application/json; charset=utf-8"
	case strings.HasSuffix(name, ".yaml"):
		return "application/yaml; charset=utf-8"
	case strings.HasSuffix(name, ".gz"):
		return "application/gzip"
	}
	return "application/octet-stream"
}

// stem returns the name of a file without its format extensions.
func stem(name string) string {
	for {
		ending := filepath.Ext(name)
		if !slices.Contains([]string{".gz", ".bgz", ".tsv", ".csv", ".txt", ".vcf", ".bed", ".zst", ".zip"}, strings.ToLower(ending)) || ending == name {
			return name
		}
		name = strings.TrimSuffix(name, ending)
	}
}

// factsOf reads the facts of a look out of its report.
func factsOf(result []byte) (f Facts, err error) {
	err = json.Unmarshal(result, &f)
	return f, err
}
