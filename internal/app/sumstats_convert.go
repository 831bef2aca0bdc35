package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/pgzip"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"
)

// ConvertCmd is `sumstats convert`.
type ConvertCmd struct {
	File            string            `arg:"" help:"Summary statistics in any format." type:"existingfile"`
	To              string            `required:"" enum:"gwas-ssf" help:"Format to write: gwas-ssf."`
	Output          string            `short:"o" required:"" help:"File to write, .tsv or .tsv.gz; the metadata goes to FILE-meta.yaml." type:"path"`
	Map             map[string]string `mapsep:"none" placeholder:"FIELD=COLUMN" help:"Column of a field, where detection asks or is wrong; may be repeated."`
	Yes             bool              `short:"y" help:"Take the answers that are marked likely, and print them."`
	Build           string            `help:"Assembly of the positions; the one the file looks like unless given."`
	Sort            bool              `default:"true" negatable:"" help:"Sort by chromosome and position."`
	Trait           string            `help:"Description of the trait."`
	Ancestry        string            `help:"Broad ancestry category."`
	Technology      string            `help:"Genotyping technology."`
	Sex             string            `enum:",M,F,combined,NR" default:"" help:"M, F, combined or NR."`
	Software        string            `help:"Analysis software and version."`
	Cases           int64             `help:"Number of cases of the study."`
	Controls        int64             `help:"Number of controls of the study."`
	N               int64             `name:"n" help:"Sample size of the study."`
	ConventionFlags `embed:""`
}

// Run writes the table and its metadata and says what became of the rows. It does
// nothing while a question about the columns is open.
func (c *ConvertCmd) Run(env *Env) error {
	if err := refuseInPlace(c.Output, c.File); err != nil {
		return unusable(err)
	}
	opt, err := c.readOptions(env)
	if err != nil {
		return unusable(err)
	}
	file, err := os.Open(c.File)
	if err != nil {
		return unusable(err)
	}
	defer func() { _ = file.Close() }()
	reader, err := sumstats.Open(file, opt)
	if err != nil {
		return unusable(fmt.Errorf("%s: %w", c.File, err))
	}
	defer func() { _ = reader.Close() }()
	var written ssf.Written
	var sum string
	err = writeBeside(c.Output, func(out io.Writer) (err error) {
		written, sum, err = c.writeTable(out, reader)
		return err
	})
	if err != nil {
		return unusable(fmt.Errorf("%s: %w", c.File, err))
	}
	meta := c.metadata(written, sum, opt)
	if err := os.WriteFile(c.Output+"-meta.yaml", meta.YAML(), 0o644); err != nil {
		return unusable(err)
	}
	account := reader.Account()
	fmt.Fprintf(env.Stdout, "%d rows read, %d written to %s\n", account.RowsIn, written.Rows, c.Output)
	for _, e := range account.Excluded {
		fmt.Fprintf(env.Stdout, "%d left out: %s\n", e.N, e.Sentence)
	}
	if lacking := meta.Lacking(); len(lacking) > 0 {
		fmt.Fprintf(env.Stdout, "A deposit also needs in %s-meta.yaml: %s\n", c.Output, strings.Join(lacking, ", "))
	}
	return nil
}

// readOptions inspects the file and refuses while a question is open.
func (c *ConvertCmd) readOptions(env *Env) (sumstats.ReadOptions, error) {
	build, err := declaredBuild(c.Build)
	if err != nil {
		return sumstats.ReadOptions{}, err
	}
	known := recognise.CheckOptions{Name: filepath.Base(c.File), Map: columnMap(c.Map), Build: build, N: float64(c.N)}
	if c.Yes {
		if known.Map, err = likelyAnswers(env.Stderr, c.File, known); err != nil {
			return sumstats.ReadOptions{}, err
		}
	}
	conventions, err := c.read()
	if err != nil {
		return sumstats.ReadOptions{}, err
	}
	report, err := recognise.Prepare(func() (io.ReadCloser, error) { return os.Open(c.File) }, known)
	if err != nil {
		return sumstats.ReadOptions{}, fmt.Errorf("%s: %w", c.File, err)
	}
	var problems []error
	for _, f := range report.Findings {
		if f.Level == sumstats.Block {
			problems = append(problems, fmt.Errorf("%s: %s", c.File, f))
		}
	}
	if err := errors.Join(problems...); err != nil {
		return sumstats.ReadOptions{}, err
	}
	if build == genome.UnknownBuild {
		build = report.Inspection.Build.Guess
	}
	if t := report.Inspection.Totals; t != nil && c.Cases == 0 && c.Controls == 0 {
		c.Cases, c.Controls = int64(t.NCases), int64(t.NControls)
	}
	return sumstats.ReadOptions{Name: filepath.Base(c.File), PLINKCodes: recognise.PLINKCodes(report.Inspection.Format), Mapping: report.Mapping, Build: build,
		N: float64(c.N), NCases: float64(c.Cases), NControls: float64(c.Controls),
		Conventions: report.Inspection.Settle(conventions, sumstats.Totals{N: float64(c.N), NCases: float64(c.Cases), NControls: float64(c.Controls)})}, nil
}

// ssfColumns are written behind the eight that the standard demands.
const ssfColumns = ssf.RSID | ssf.VariantID | ssf.N | ssf.Info

// writeTable writes the rows, sorted if asked, and returns the MD5 sum of the file.
func (c *ConvertCmd) writeTable(out io.Writer, reader *sumstats.Reader) (_ ssf.Written, sum string, err error) {
	var rows sumstats.RowReader = reader
	if c.Sort {
		sorted, err := rowsort.Sort(reader, rowsort.Options{Dict: reader.Dict()})
		if err != nil {
			return ssf.Written{}, "", err
		}
		defer func() { _ = sorted.Close() }()
		rows = sorted
	}
	md5 := ssf.NewMD5Writer(out)
	if !strings.HasSuffix(c.Output, ".gz") {
		written, err := ssf.Write(md5, rows, reader.Dict(), ssfColumns|ssf.Scale(reader.Scale()))
		return written, md5.Sum(), err
	}
	z := pgzip.NewWriter(md5)
	written, err := ssf.Write(z, rows, reader.Dict(), ssfColumns|ssf.Scale(reader.Scale()))
	if err := errors.Join(err, z.Close()); err != nil {
		return written, "", err
	}
	return written, md5.Sum(), nil
}

func (c *ConvertCmd) metadata(w ssf.Written, sum string, opt sumstats.ReadOptions) ssf.Metadata {
	m := ssf.Metadata{Build: opt.Build, TraitDescription: c.Trait, SampleSize: c.N, Cases: c.Cases, Controls: c.Controls,
		GenotypingTechnology: c.Technology, Sex: c.Sex, Software: c.Software, PZero: w.PZero,
		DataFileName: filepath.Base(c.Output), DataMD5: sum, Sorted: w.Sorted, DateLastModified: time.Now().UTC().Format(time.DateOnly)}
	if c.Ancestry != "" {
		m.AncestryCategories = []string{c.Ancestry}
	}
	if m.SampleSize == 0 {
		m.SampleSize = int64(w.MaxN)
	}
	if m.SampleSize == 0 {
		m.SampleSize = c.Cases + c.Controls
	}
	return m
}
