package sumstatscmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/gwasvcf"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

const (
	toVCF    = "gwas-vcf"
	vcfIndex = ".tbi"
)

// fits returns the faults of the combined flags.
func (c *ConvertCmd) fits() error {
	switch {
	case c.To != toVCF && c.Panel != "":
		return errors.New("--panel is for --to gwas-vcf; leave it out")
	case c.To != toVCF && c.Fasta != "":
		return errors.New("--fasta is for --to gwas-vcf; leave it out")
	case c.To != toVCF:
		return nil
	case c.Panel == "":
		return errors.New("a GWAS-VCF needs the reference allele, which results do not contain; add a panel of their genome build with --panel")
	case !strings.HasSuffix(c.Output, ".vcf.gz"):
		return fmt.Errorf("%s: a GWAS-VCF is compressed and indexed; use a name that ends with .vcf.gz", c.Output)
	case !c.Sort:
		return errors.New("a GWAS-VCF is sorted; leave out --no-sort")
	}
	return nil
}

// writeVCF writes the file and its index, and prints row counts.
func (c *ConvertCmd) writeVCF(env *console.Env, file io.Reader, opt sumstats.ReadOptions, place *placing, sequence *liftover.Reference) error {
	if err := c.checkPanel(env, opt.Build); err != nil {
		return console.Unusable(err)
	}
	reader, err := sumstats.Open(file, opt)
	if err != nil {
		return console.Unusable(fmt.Errorf("%s: %w", c.File, err))
	}
	defer func() { _ = reader.Close() }()
	rows, err := place.rows(env.Ctx, reader, reader.Dict())
	if err != nil {
		return console.Unusable(fmt.Errorf("%s: %w", c.File, err))
	}
	sorted, err := rowsort.Sort(rows, rowsort.Options{Context: env.Ctx, Dict: reader.Dict()})
	if err != nil {
		return console.Unusable(fmt.Errorf("%s: %w", c.File, err))
	}
	defer func() { _ = sorted.Close() }()
	name := c.Name
	if name == "" {
		name = meta.StudyName(filepath.Base(c.File))
	}
	var turned *qc.Turned
	var indels *liftover.Indels
	err = writeBeside(c.Output, func(out io.Writer) error {
		return writeBeside(c.Output+vcfIndex, func(index io.Writer) (err error) {
			turned, err = gwasvcf.Write(env.Ctx, out, index, sorted, reader.Dict(), gwasvcf.Options{
				Study: gwasvcf.Study{Name: name, Build: opt.Build, Cases: opt.NCases, Controls: opt.NControls, Software: "Cohortium " + console.Version},
				Panel: c.panel(), Sequence: sequence, Aligned: func(n liftover.Indels) { indels = &n },
			})
			return err
		})
	})
	if err != nil {
		return console.Unusable(qcSentence(err))
	}
	account := reader.Account()
	c.printRows(env, &account, turned.RowsOut, place)
	c.printTurned(env, turned)
	var text strings.Builder
	describeIndels(&text, indels)
	_, err = io.WriteString(env.Stdout, text.String())
	return err
}

func (c *ConvertCmd) panel() *qc.Panel {
	return &qc.Panel{Name: filepath.Base(c.Panel), Column: c.PanelColumn, Open: func() (io.ReadCloser, error) { return os.Open(c.Panel) }}
}

// checkPanel refuses a panel of another build, which would match almost no rows.
func (c *ConvertCmd) checkPanel(env *console.Env, build genome.Build) error {
	content, err := qc.ReadPanel(env.Ctx, c.panel())
	if err != nil {
		return qcSentence(err)
	}
	if content.Build != genome.UnknownBuild && content.Build != build || content.Contradicts(build) {
		return fmt.Errorf("%s: a panel on %s is needed, the genome build of the rows. %s", c.Panel, build, content.Evidence)
	}
	return nil
}

// printTurned prints which rows do not match the panel.
func (c *ConvertCmd) printTurned(env *console.Env, t *qc.Turned) {
	for _, left := range t.Reasons() {
		fmt.Fprintf(env.Stdout, "%s left out: %s\n", phrase.Thousands(left.N), left.Sentence)
	}
	if t.OtherStrand > 0 {
		fmt.Fprintf(env.Stdout, "%s read on the other strand\n", phrase.Counted(t.OtherStrand, "row", "rows"))
	}
	fmt.Fprintf(
		env.Stdout,
		"%s turned, so that the effect is that of ALT. Reference alleles: %s (SHA-256 %s)\n",
		phrase.Counted(t.Switched, "row", "rows"),
		t.Panel,
		t.SHA256,
	)
}
