package sumstatscmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/conversion"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

// ConvertCmd is `sumstats convert`.
type ConvertCmd struct {
	File            string            `arg:"" help:"Summary statistics in any format." type:"existingfile"`
	To              string            `required:"" enum:"gwas-ssf,gwas-vcf" help:"Format to write: gwas-ssf or gwas-vcf."`
	Output          string            `short:"o" required:"" help:"File to write: .tsv or .tsv.gz, its metadata goes to FILE-meta.yaml; or .vcf.gz, its index goes to FILE.tbi." type:"path"`
	Map             map[string]string `mapsep:"none" placeholder:"FIELD=COLUMN" help:"Column of a field, to answer a question or correct detection; may be repeated."`
	Yes             bool              `short:"y" help:"Accept the answers marked as likely, and print them."`
	Build           string            `help:"Genome build of the positions. Default: detected from the positions."`
	Sort            bool              `default:"true" negatable:"" help:"Sort by chromosome and position."`
	Panel           string            `help:"GWAS-VCF: reference panel on the genome build of the rows, whose REF is written: VCF sites, or a table." type:"existingfile"`
	PanelColumn     string            `help:"Column of the table, or key of INFO, with the frequency of ALT."`
	Fasta           string            `placeholder:"FILE" help:"Reference sequence on the genome build of the rows with its index (.fai; packed by bgzip also .gzi): insertions written -/AT get the base before them, and in a GWAS-VCF insertions and deletions are left-aligned. Default: the installed one." type:"existingfile"`
	Name            string            `help:"GWAS-VCF: name of the study. Default: the name of the file."`
	Trait           string            `help:"Description of the trait."`
	Ancestry        string            `help:"Broad ancestry category."`
	Technology      string            `help:"Genotyping technology."`
	Sex             string            `enum:",M,F,combined,NR" default:"" help:"M, F, combined or NR."`
	Software        string            `help:"Analysis software and version."`
	Cases           int64             `help:"Number of cases of the study."`
	Controls        int64             `help:"Number of controls of the study."`
	N               int64             `name:"n" help:"Sample size of the study."`
	ConventionFlags `embed:""`
	NumberFlags     `embed:""`
}

// Run writes the table and its metadata and prints row counts. It does nothing while a question
// about the columns is open.
func (c *ConvertCmd) Run(env *console.Env) error {
	if err := errors.Join(RefuseInPlace(c.Output, c.File, c.Panel, c.Fasta), RefuseInPlace(c.Output+vcfIndex, c.File, c.Panel, c.Fasta), c.fits()); err != nil {
		return console.Unusable(err)
	}
	study := c.study()
	if faults := study.Faults(); len(faults) > 0 {
		return console.Unusable(fmt.Errorf("--%s: %s", studyFlags[faults[0].Key], faults[0].Message))
	}
	opt, numbers, err := c.readOptions(env)
	if err != nil {
		return console.Unusable(err)
	}
	place := &placing{numbers: numbers}
	defer place.close()
	sequence, closeSequence, err := openSequence(env.Ctx, c.Fasta, c.Data, opt.Build)
	if err != nil {
		return console.Unusable(err)
	}
	defer closeSequence()
	if sequence != nil {
		place.sequence = sequence.Sequence
	}
	opt.KeepGaps = opt.KeepGaps || place.sequence != nil
	file, err := os.Open(c.File)
	if err != nil {
		return console.Unusable(err)
	}
	defer func() { _ = file.Close() }()
	if c.To == toVCF {
		return c.writeVCF(env, file, opt, place, sequence)
	}
	var done *conversion.Result
	err = writeBeside(c.Output, func(out io.Writer) (err error) {
		done, err = conversion.Run(env.Ctx, file, out, conversion.Options{
			Read: opt, Sort: c.Sort, Gzip: strings.HasSuffix(c.Output, ".gz"), Study: study, Place: place.rows,
		})
		if err == nil && done.Rows == 0 {
			err = console.ErrNoRows
		}
		return err
	})
	if errors.Is(err, console.ErrNoRows) {
		c.printRows(env, &done.Account, 0, place)
		return console.ErrNoRows
	}
	if err != nil {
		return console.Unusable(fmt.Errorf("%s: %w", c.File, err))
	}
	meta, account := done.Metadata, done.Account
	if err := os.WriteFile(c.Output+"-meta.yaml", meta.YAML(), 0o644); err != nil {
		return console.Unusable(err)
	}
	c.printRows(env, &account, done.Rows, place)
	if lacking := meta.Lacking(); len(lacking) > 0 {
		fmt.Fprintf(env.Stdout, "A deposit also needs in %s-meta.yaml: %s\n", c.Output, strings.Join(lacking, ", "))
	}
	return nil
}

// printRows prints what happened to the rows that were read.
func (c *ConvertCmd) printRows(env *console.Env, account *sumstats.Account, written int64, place *placing) {
	fmt.Fprintf(env.Stdout, "%s read, %s written to %s\n", phrase.Counted(account.RowsIn, "row", "rows"), phrase.Thousands(written), c.Output)
	for _, e := range account.Excluded {
		fmt.Fprintf(env.Stdout, "%s left out: %s\n", phrase.Thousands(e.N), e.Sentence)
	}
	for _, e := range account.Repaired {
		fmt.Fprintf(env.Stdout, "%s kept: %s\n", phrase.Thousands(e.N), e.Sentence)
	}
	place.printGaps(env.Stdout)
	printPlaced(env.Stdout, place.counts())
}

// studyFlags are the flags for metadata keys.
var studyFlags = map[string]string{
	"trait_description": "trait", "sample_ancestry_category": "ancestry", "genotyping_technology": "technology", "sex": "sex",
	"analysis_software": "software", "sample_size": "n", "case_count": "cases", "control_count": "controls",
}

// readOptions inspects the file and fails while a question is open. For a file without positions it
// also returns the table of rs numbers.
func (c *ConvertCmd) readOptions(env *console.Env) (opt sumstats.ReadOptions, numbers *qc.Numbers, err error) {
	build, err := DeclaredBuild(c.Build)
	if err != nil {
		return opt, nil, err
	}
	conventions, err := c.read()
	if err != nil {
		return opt, nil, err
	}
	known := recognise.CheckOptions{Map: ColumnMap(c.Map), Build: build, N: float64(c.N), Conventions: conventions,
		Totals: recognise.StudyTotals{NCases: float64(c.Cases), NControls: float64(c.Controls)}}
	opt, report, err := decidedOptions(env, c.File, known, c.Yes)
	if report == nil {
		return opt, nil, err
	}
	numbers, lacking := c.placeNamed(env.Ctx, c.File, report, &opt)
	return opt, numbers, errors.Join(err, lacking)
}

// decidedOptions returns how to read a file whose questions about columns are all answered; yes
// applies the likely answers. The build is the detected one unless it is given.
func decidedOptions(
	env *console.Env,
	path string,
	known recognise.CheckOptions,
	yes bool,
) (opt sumstats.ReadOptions, report *recognise.CheckReport, err error) {
	known.Name = filepath.Base(path)
	if yes {
		if known.Map, err = LikelyAnswers(env.Stderr, path, known); err != nil {
			return opt, nil, err
		}
	}
	report, err = recognise.Prepare(func() (io.ReadCloser, error) { return os.Open(path) }, known)
	if err != nil {
		return opt, nil, fmt.Errorf("%s: %w", path, err)
	}
	var problems []error
	for _, f := range report.Blocks() {
		problems = append(problems, fmt.Errorf("%s: %s", path, f))
	}
	if len(problems) == 0 {
		PrintWarnings(env, path, report)
	}
	return report.Reading(known), report, errors.Join(problems...)
}

// study returns the metadata from the flags.
func (c *ConvertCmd) study() ssf.Metadata {
	m := ssf.Metadata{
		TraitDescription: c.Trait, SampleSize: c.N, GenotypingTechnology: c.Technology, Sex: c.Sex, Software: c.Software,
		Cases: c.Cases, Controls: c.Controls, DataFileName: filepath.Base(c.Output), DateLastModified: time.Now().UTC().Format(time.DateOnly),
	}
	if c.Ancestry != "" {
		m.AncestryCategories = []string{c.Ancestry}
	}
	return m
}
