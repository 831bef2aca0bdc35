package sumstatscmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/metalscript"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// metaFile is one input of a meta-analysis on local files.
type metaFile struct {
	path     string
	name     string // of the study
	flag     string // name of the file in flags
	size     int64
	sha256   string // expected, for a repeated run
	format   string
	mapping  sumstats.Mapping
	given    sumstats.Mapping // from --map
	build    genome.Build     // of the positions, "" if they do not show it
	declared genome.Build     // by --build
	// unsorted marks files known to be unsorted; others may turn out to be.
	unsorted bool
	// warnings are shown before the numbers.
	warnings []string

	n, cases, controls float64
	conventions        sumstats.Conventions
	scale              sumstats.EffectScale // of the effects as read

	reading sumstats.Reading            // how P is read, from the checks of the file
	confirm func(sumstats.Sample) error // checks the whole file

	// Additional facts from a METAL script or an earlier run.
	script   *metalscript.Study
	rules    sumstats.RowRules
	ancestry string
	lambda   float64 // correction factor; 0 to measure it
	// stated are the columns of --map that override a script, marker is the marker column, and
	// notes are commands of the script that cannot be followed.
	stated sumstats.Mapping
	marker string
	notes  []string
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// metaFiles returns the files of the run with the facts from the flags.
func (c *MetaCmd) metaFiles() ([]*metaFile, error) {
	files, err := c.read(c.Files)
	if err != nil {
		return nil, err
	}
	for _, text := range c.Ancestry {
		chosen, rest := choose(files, text, "=")
		if len(chosen) == 0 || rest == "" {
			return nil, fmt.Errorf("--ancestry %s: write FILE=NAME, with a FILE among the inputs", text)
		}
		for _, f := range chosen {
			f.ancestry = rest
		}
	}
	return files, nil
}

// overlaps parses which files share participants.
func (c *MetaCmd) overlaps(files []*metaFile) ([]meta.Overlap, error) {
	var out []meta.Overlap
	for _, text := range c.Overlap {
		first, rest := choose(files, text, "+")
		second, number := choose(files, rest, "=")
		r, err := strconv.ParseFloat(number, 64)
		if len(first) != 1 || len(second) != 1 || err != nil {
			return nil, fmt.Errorf("--overlap %s: write FILE+FILE=NUMBER, with two FILEs among the inputs", text)
		}
		out = append(out, meta.Overlap{A: first[0].name, B: second[0].name, Correlation: r})
	}
	return out, nil
}

// fromManifest returns the files and options of an earlier run.
func (c *MetaCmd) fromManifest() ([]*metaFile, meta.Options, error) {
	fail := func(err error) ([]*metaFile, meta.Options, error) { return nil, meta.Options{}, err }
	if len(c.Files) > 0 {
		return fail(errors.New("--inputs already names the files; remove the others"))
	}
	text, err := os.ReadFile(c.Inputs)
	if err != nil {
		return fail(err)
	}
	var in meta.Inputs
	if err := json.Unmarshal(text, &in); err != nil {
		return fail(fmt.Errorf("%s is not a manifest of a meta-analysis: %w", c.Inputs, err))
	}
	var files []*metaFile
	for _, s := range in.Studies {
		path := s.File
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(c.Inputs), path)
		}
		size, err := fileSize(path)
		if err != nil {
			return fail(err)
		}
		files = append(files, &metaFile{
			path:        path,
			name:        s.Name,
			flag:        filepath.Base(path),
			size:        size,
			sha256:      s.SHA256,
			format:      s.Format,
			mapping:     s.Mapping,
			conventions: s.Conventions,
			scale:       s.Scale,
			ancestry:    s.Ancestry,
			n:           s.N,
			cases:       s.NCases,
			controls:    s.NControls,
			rules:       s.RowRules,
			lambda:      s.LambdaGC,
			reading:     s.Reading,
			warnings:    s.Warnings,
		})
	}
	in.Options.Workers = c.Workers
	return files, in.Options, nil
}

// inspectMeta finds the mapping of each file. Questions of all files are collected into one error
// with the flags that answer them.
func inspectMeta(files []*metaFile, key meta.Key) error {
	problems := make([]error, len(files))
	var group sync.WaitGroup
	for i, f := range files {
		group.Go(func() { problems[i] = f.inspect(key) })
	}
	group.Wait()
	return errors.Join(problems...)
}

// checkOptions returns the known facts about the file before it is read.
func (f *metaFile) checkOptions(key meta.Key) recognise.CheckOptions {
	flag := func(field sumstats.Field, column string) string {
		return fmt.Sprintf("--map '%s:%s=%s'", f.flag, field, column)
	}
	return recognise.CheckOptions{Conventions: f.conventions, Name: f.flag, Map: f.given, ByRSID: key == meta.ByRSID, Build: f.declared, N: f.n,
		Totals: recognise.StudyTotals{NCases: f.cases, NControls: f.controls}, Flag: flag}
}

// takeLikely applies the likely answer of each question, for each file.
func takeLikely(env *console.Env, files []*metaFile, key meta.Key) (err error) {
	for _, f := range files {
		if f.given, err = LikelyAnswers(env.Stderr, f.path, f.checkOptions(key)); err != nil {
			return err
		}
	}
	return nil
}

func (f *metaFile) inspect(key meta.Key) error {
	open := func() (io.ReadCloser, error) { return os.Open(f.path) }
	prepare := func() (*recognise.CheckReport, error) {
		return recognise.Prepare(open, f.checkOptions(key))
	}
	report, err := prepare()
	if err == nil && f.script != nil {
		if err = f.scripted(report.Inspection); err == nil {
			report, err = prepare()
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	f.warnings = slices.Clone(f.notes)
	in := report.Inspection
	f.format, f.mapping, f.build = in.Format, report.Mapping, in.Build.Guess
	f.confirm = report.Decision.Confirm
	if f.script == nil { // METAL uses P unchanged
		f.reading = report.Decision.Reading()
	}
	if t, ok := in.Totals.Stated(); ok && f.script == nil && f.cases == 0 && f.controls == 0 {
		f.cases, f.controls = t.NCases, t.NControls
	}
	f.conventions = in.Settle(f.conventions, sumstats.Totals{N: f.n, NCases: f.cases, NControls: f.controls})
	var problems []error
	for _, finding := range f.asScripted(report.Findings) {
		if finding.Level != sumstats.Block {
			if finding.Level == sumstats.Warn {
				f.warnings = append(f.warnings, finding.String())
			}
			continue
		}
		problems = append(problems, fmt.Errorf("%s: %s", f.path, finding))
	}
	if len(problems) == 0 {
		problems = append(problems, f.try(key))
	}
	return errors.Join(problems...)
}

// try opens the file with its mapping, to detect missing fields and whether its first rows are
// sorted.
func (f *metaFile) try(key meta.Key) error {
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	r, err := sumstats.Open(file, f.readOptions(meta.Options{Key: key}, nil))
	if err == nil {
		defer func() { _ = r.Close() }()
		f.scale = r.Scale()
		rows := make([]sumstats.Row, 4096)
		n, err := r.ReadRows(rows)
		f.unsorted = !slices.IsSortedFunc(rows[:n], func(a, b sumstats.Row) int { return key.Compare(&a, &b) })
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	var fault *textfile.FileError
	if errors.As(err, &fault) && fault.Code == sumstats.CodeMapping {
		if f.mapping.OnlyRSID() && key == meta.ByPosition {
			return fmt.Errorf("%s: %w", f.path, withoutPositions())
		}
		err = fmt.Errorf("%w Map a column with --map '%s:FIELD=COLUMN'", err, f.flag)
	}
	return fmt.Errorf("%s: %w", f.path, err)
}

// readOptions returns how a run with opt reads the file.
func (f *metaFile) readOptions(opt meta.Options, dict *variant.Dict) sumstats.ReadOptions {
	return sumstats.ReadOptions{
		RowRules:     f.rules,
		Reading:      f.reading,
		Confirm:      f.confirm,
		Conventions:  f.conventions,
		Name:         f.flag,
		PLINKCodes:   recognise.PLINKCodes(f.format),
		Mapping:      f.mapping,
		Build:        opt.Build,
		Dict:         dict,
		N:            f.n,
		NCases:       f.cases,
		NControls:    f.controls,
		ByRSID:       opt.Key == meta.ByRSID,
		KeepSymbolic: opt.KeepSymbolic,
		ZAsEffect:    opt.Scheme == meta.SampleSize,
		Workers:      opt.Workers,
	}
}

// agreedBuild returns the build of all files: the declared one, or the one that the positions of
// files show.
func agreedBuild(files []*metaFile, declared string) (genome.Build, error) {
	build, err := DeclaredBuild(declared)
	if err != nil {
		return build, err
	}
	if build != genome.UnknownBuild {
		return build, nil // each file was checked with it
	}
	var first *metaFile
	for _, f := range files {
		switch {
		case f.build == genome.UnknownBuild:
		case first == nil:
			first = f
		case f.build != first.build:
			return build, fmt.Errorf("%s looks like %s and %s like %s: lift one of them over, or state --build if this is wrong",
				first.path, first.build, f.path, f.build)
		}
	}
	if first == nil {
		return genome.UnknownBuild, nil
	}
	return first.build, nil
}
