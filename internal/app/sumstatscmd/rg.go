package sumstatscmd

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ldscore"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// RGCmd is `sumstats rg`.
type RGCmd struct {
	Files    []string `arg:"" name:"file" type:"existingfile" help:"Summary statistics in any format. One file: its heritability. Several: also their genetic correlations."`
	LDScores string   `required:"" name:"ld-scores" type:"existingfile" help:"LD scores for the ancestry of the studies: the archive published with LDSC, or a table of ldsc.py --l2."`
	PopPrev  []string `name:"pop-prev" sep:"none" placeholder:"FILE=K" help:"Prevalence of the disease in the population, 0 to 1, for the liability scale."`
	SampPrev []string `name:"samp-prev" sep:"none" placeholder:"FILE=P" help:"Share of cases in the sample, if N counts cases and controls. For effective N it is 0.5."`
	JSON     bool     `name:"json" help:"Print JSON."`
	StudyFlags
}

// Help is shown above the flags.
func (c *RGCmd) Help() string {
	return `LD score regression (Bulik-Sullivan et al. 2015) of each file and of each pair of files. It uses single-base variants of the
autosomes that have an LD score, with MAF ≥ 0.01 and INFO ≥ 0.9 where known. LD scores are matched by position, lifted if the
genome builds differ, or by rs number if the build is not known. FILE in a flag is the path as given, or the name of the file.

Status: 0 done; 1 an estimate is missing; 2 usage, a question about the columns, or an unreadable file.`
}

// rgFile is one input with the facts about its trait.
type rgFile struct {
	*metaFile
	popPrev, sampPrev float64 // NaN if not given
	rows              *qc.ScoredRows
}

// Run prints the results of each file and each pair.
func (c *RGCmd) Run(env *console.Env) error {
	files, err := c.files(env)
	if err != nil {
		return console.Unusable(err)
	}
	scores, err := readLDScores(c.LDScores)
	if err != nil {
		return console.Unusable(err)
	}
	for _, f := range files {
		for _, warning := range f.warnings {
			fmt.Fprintf(env.Stderr, "%s: %s\n", f.path, warning)
		}
		if f.rows, err = f.score(env, scores); err != nil {
			return console.Unusable(fmt.Errorf("%s: %w", f.path, err))
		}
		if err := f.settleCases(); err != nil {
			return console.Unusable(err)
		}
	}
	out := rgOutputOf(files, scores)
	if c.JSON {
		e := json.NewEncoder(env.Stdout)
		e.SetIndent("", "  ")
		err = e.Encode(out)
	} else {
		err = out.print(env.Stdout)
	}
	if err == nil && out.lacking() {
		err = &console.ExitError{Status: console.ExitFindings, Err: errors.New("something could not be estimated; the reasons are above")}
	}
	return err
}

func readLDScores(path string) (*qc.Scores, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	table, err := ldscore.ReadTable(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	sum, err := console.SumOf(path)
	return &qc.Scores{Name: filepath.Base(path), SHA256: sum, Table: table}, err
}

// files decides how to read each file, as a meta-analysis does.
func (c *RGCmd) files(env *console.Env) ([]*rgFile, error) {
	inputs, err := c.read(c.Files)
	if err != nil {
		return nil, err
	}
	if err := c.declareBuild(inputs); err != nil {
		return nil, err
	}
	files := make([]*rgFile, len(inputs))
	for i, in := range inputs {
		files[i] = &rgFile{metaFile: in, popPrev: math.NaN(), sampPrev: math.NaN()}
	}
	if err := c.prevalences(inputs, files); err != nil {
		return nil, err
	}
	var problems []error
	for _, f := range files {
		problems = append(problems, f.decide(env, c.Yes))
	}
	return files, errors.Join(problems...)
}

// prevalences assigns --pop-prev and --samp-prev to files.
func (c *RGCmd) prevalences(inputs []*metaFile, files []*rgFile) error {
	for flag, values := range map[string][]string{"pop-prev": c.PopPrev, "samp-prev": c.SampPrev} {
		for _, text := range values {
			chosen, rest := choose(inputs, text, "=")
			x, err := strconv.ParseFloat(rest, 64)
			if len(chosen) != 1 || err != nil || !(x > 0 && x < 1) {
				return fmt.Errorf("--%s %s: write FILE=NUMBER, with a FILE among the inputs and a number between 0 and 1", flag, text)
			}
			for _, f := range files {
				if f.metaFile == chosen[0] {
					*map[string]*float64{"pop-prev": &f.popPrev, "samp-prev": &f.sampPrev}[flag] = x
				}
			}
		}
	}
	for _, f := range files {
		if math.IsNaN(f.popPrev) && !math.IsNaN(f.sampPrev) {
			return fmt.Errorf("%s: --samp-prev needs --pop-prev, the prevalence of the disease", f.path)
		}
	}
	return nil
}

// decide finds the mapping of the file and its build. A file with rs numbers and no positions is
// joined by them.
func (f *rgFile) decide(env *console.Env, yes bool) error {
	open := func() (io.ReadCloser, error) { return os.Open(f.path) }
	report, err := recognise.Prepare(open, f.checkOptions(meta.ByPosition))
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	key := meta.ByPosition
	if report.Mapping.OnlyRSID() {
		key = meta.ByRSID
	}
	if yes {
		if err := takeLikely(env, []*metaFile{f.metaFile}, key); err != nil {
			return err
		}
	}
	if err := f.inspect(key); err != nil {
		return err
	}
	f.build = cmp.Or(f.declared, f.build)
	return nil
}

// score reads the file and finds its LD scores.
func (f *rgFile) score(env *console.Env, scores *qc.Scores) (*qc.ScoredRows, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	key, build := meta.ByPosition, f.build
	if f.mapping.OnlyRSID() {
		key, build = meta.ByRSID, genome.UnknownBuild
	}
	opt := f.readOptions(meta.Options{Key: key, Scheme: meta.SampleSize, Build: build}, variant.NewDict())
	reader, err := sumstats.Open(file, opt)
	if err != nil {
		return nil, err
	}
	defer func() { _ = reader.Close() }()
	if key == meta.ByRSID {
		return qc.ScoreRows(reader, scores, build)
	}
	sorted, err := rowsort.Sort(reader, rowsort.Options{Context: env.Ctx, Dict: reader.Dict()})
	if err != nil {
		return nil, err
	}
	defer func() { _ = sorted.Close() }()
	return qc.ScoreRows(sorted, scores, build)
}

// balanced is the share of cases in effective N.
const balanced = 0.5

// settleCases finds the share of cases in N.
func (f *rgFile) settleCases() error {
	switch effective := f.rows.EffectiveN; {
	case math.IsNaN(f.popPrev):
	case effective && !math.IsNaN(f.sampPrev) && f.sampPrev != balanced:
		return fmt.Errorf("%s: N is the effective one, which has a share of cases of 0.5; leave out --samp-prev", f.path)
	case effective:
		f.sampPrev = balanced
	case math.IsNaN(f.sampPrev):
		return fmt.Errorf(
			"%s: --pop-prev also needs the share of cases; name it with --samp-prev %s=P, or cases and controls with --cases and --controls",
			f.path,
			f.flag,
		)
	}
	return nil
}
