package meta

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/variant"
)

// The files of a result. Its figures are manhattan and qq, each as .json for a
// page and as .svg for print.
const (
	FileResults = "results.tsv.gz"
	FileIndex   = "results.tsv.gz.tbi"
	FileSummary = "summary.json"
	FileInputs  = "inputs.json"
	FileRSIndex = "results.rsindex" // rs numbers of the results, for package rsindex

	FileLeaveOneOut      = "results.leave-one-out.tsv.gz" // without each study, with Options.LeaveOneOut
	FileLeaveOneOutIndex = FileLeaveOneOut + ".tbi"
)

// Files makes the files of a result. One that is not wanted has a nil writer.
type Files interface {
	Create(name string) (io.WriteCloser, error)
}

// Analysis is everything that a result is written from.
type Analysis struct {
	Studies []Study
	Options Options
	Dict    *variant.Dict // of the alleles of all studies
	// Warnings are of the reading of the files, for the summary.
	Warnings []string
	// Inputs returns the content of inputs.json. It is called when all rows have been read. An
	// error makes the result invalid.
	Inputs  func(*Summary) (any, error)
	TempDir string // "" for the directory of the system
}

// WriteFiles runs an analysis and writes all its files: the one way from studies and options to a
// result, on the server and on the command line. After an error the output is invalid.
func (a *Analysis) WriteFiles(ctx context.Context, files Files, progress func(Progress)) (summary *Summary, err error) {
	o := &openFiles{files: files}
	defer func() { err = errors.Join(err, o.close()) }()
	out := Output{
		Manhattan: plot.NewManhattan(plot.ManhattanOptions{Build: a.Options.Build}), QQ: plot.NewQQ(Strata()),
		CompressionWorkers: a.Options.Workers, TempDir: a.TempDir,
	}
	if out.Results, err = o.create(FileResults); err != nil {
		return nil, err
	}
	if a.Options.Key == ByPosition {
		if out.Index, err = o.create(FileIndex); err != nil {
			return nil, err
		}
		if out.RSIndex, err = o.create(FileRSIndex); err != nil {
			return nil, err
		}
	}
	if err := o.ancestries(a, &out); err != nil {
		return nil, err
	}
	if err := o.leaveOneOut(a, &out); err != nil {
		return nil, err
	}
	studies, samples := a.sampled()
	if summary, err = Run(ctx, a.Dict, studies, a.Options, out, progress); err != nil {
		return nil, err
	}
	if err := a.judge(summary, samples); err != nil {
		return nil, err
	}
	inputs, err := a.Inputs(summary)
	if err != nil {
		return nil, err
	}
	return summary, errors.Join(o.json(FileSummary, summary), o.json(FileInputs, inputs), o.figures(a.Dict, &out, summary))
}

// AncestryFile returns the name of a file of results for one ancestry.
func AncestryFile(name, ancestry string) string {
	return strings.Replace(name, "results.", "results."+ancestry+".", 1)
}

// ancestries opens the files of the results of single ancestries.
func (o *openFiles) ancestries(a *Analysis, out *Output) error {
	for _, name := range Ancestries(a.Studies) {
		var part Output
		var err error
		if part.Results, err = o.create(AncestryFile(FileResults, name)); err != nil {
			return err
		}
		if a.Options.Key == ByPosition {
			if part.Index, err = o.create(AncestryFile(FileIndex, name)); err != nil {
				return err
			}
		}
		out.Ancestries = append(out.Ancestries, part)
	}
	return nil
}

// leaveOneOut opens the files of the results without each study.
func (o *openFiles) leaveOneOut(a *Analysis, out *Output) (err error) {
	if !a.Options.LeaveOneOut {
		return nil
	}
	if out.LeaveOneOut, err = o.create(FileLeaveOneOut); err == nil && a.Options.Key == ByPosition {
		out.LeaveOneOutIndex, err = o.create(FileLeaveOneOutIndex)
	}
	return err
}

// figures reduces a plot once, and only when one of its files is wanted: for QQ all
// P values are sorted. It has λ where the summary has one.
func (o *openFiles) figures(dict *variant.Dict, out *Output, summary *Summary) error {
	manhattan := sync.OnceValue(func() *plot.ManhattanData { return out.Manhattan.Data(dict) })
	qq := sync.OnceValue(func() *plot.QQData {
		d := out.QQ.Data()
		if math.IsNaN(float64(summary.LambdaGC)) {
			d.WithoutLambda()
		}
		return d
	})
	return errors.Join(
		o.write("manhattan.json", func(w io.Writer) error { return writeJSON(w, manhattan()) }),
		o.write("qq.json", func(w io.Writer) error { return writeJSON(w, qq()) }),
		o.write("manhattan.svg", func(w io.Writer) error { return manhattan().SVG(w) }),
		o.write("qq.svg", func(w io.Writer) error { return qq().SVG(w) }))
}

// openFiles are the files being written.
type openFiles struct {
	files   Files
	writers []io.Closer
}

func (o *openFiles) create(name string) (io.Writer, error) {
	w, err := o.files.Create(name)
	if err != nil {
		return nil, fmt.Errorf("making %s: %w", name, err)
	}
	if w == nil {
		return nil, nil
	}
	o.writers = append(o.writers, w)
	return w, nil
}

func (o *openFiles) close() error {
	var all error
	for _, w := range o.writers {
		all = errors.Join(all, w.Close())
	}
	return all
}

// write writes one file if it is wanted.
func (o *openFiles) write(name string, content func(io.Writer) error) error {
	w, err := o.create(name)
	if err != nil || w == nil {
		return err
	}
	if err := content(w); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

func (o *openFiles) json(name string, value any) error {
	return o.write(name, func(w io.Writer) error { return writeJSON(w, value) })
}

func writeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(value)
}

// CommandLine returns the arguments that repeat an analysis of files on the command line: every
// option that is not the default, and the declarations about each study.
func CommandLine(studies []Input, opt Options, out string) []string {
	words := []string{"sumstats", "meta"}
	for _, s := range studies {
		words = append(words, s.File)
	}
	add := func(when bool, flag ...string) {
		if when {
			words = append(words, flag...)
		}
	}
	number := func(x float64) string { return string(appendNumber(nil, x, 15)) }
	normal := DefaultOptions()
	add(true, "--scheme", string(opt.Scheme), "--min-studies", number(float64(opt.MinStudies)))
	add(opt.Tau2 != "", "--tau2", string(opt.Tau2))
	add(opt.Interval != "", "--ci", string(opt.Interval))
	add(opt.Axes > 0, "--axes", number(float64(opt.Axes)))
	add(opt.GenomicControl, "--gc")
	add(opt.GCThreshold != normal.GCThreshold, "--gc-threshold", number(opt.GCThreshold))
	add(opt.OutputGenomicControl, "--gc-output")
	add(opt.MAF > 0, "--maf", number(opt.MAF))
	add(opt.Info > 0, "--info", number(opt.Info))
	add(opt.Palindromic != normal.Palindromic, "--palindromic", string(opt.Palindromic))
	add(opt.KeepSymbolic, "--keep-id")
	add(opt.LeaveOneOut, "--leave-one-out")
	add(opt.Key != normal.Key, "--key", string(opt.Key))
	add(opt.OutputMAF > 0, "--output-maf", number(opt.OutputMAF))
	add(opt.OutputNProportion > 0, "--output-n-prop", number(opt.OutputNProportion))
	for _, code := range opt.Confirmed {
		add(true, "--confirm", string(code))
	}
	add(opt.Build != genome.UnknownBuild, "--build", string(opt.Build))
	for _, s := range studies {
		add(s.Name != StudyName(s.File), "--name", s.File+"="+s.Name)
		add(s.Ancestry != "", "--ancestry", s.File+"="+s.Ancestry)
		add(opt.XCoding[s.Name] != "", "--x-coding", s.File+"="+string(opt.XCoding[s.Name]))
		add(s.N > 0, "--n", s.File+"="+number(s.N))
		add(s.NCases > 0, "--cases", s.File+"="+number(s.NCases))
		add(s.NControls > 0, "--controls", s.File+"="+number(s.NControls))
	}
	return append(words, "-o", out)
}
