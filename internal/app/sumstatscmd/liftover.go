package sumstatscmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/klauspost/pgzip"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/conversion"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

// LiftoverCmd is `sumstats liftover`.
type LiftoverCmd struct {
	File            string            `arg:"" help:"Summary statistics in any format." type:"existingfile"`
	To              string            `placeholder:"BUILD" help:"Genome build to lift to: GRCh37 or GRCh38 (hg19, hg38). Default: the other build of the chain file."`
	From            string            `placeholder:"BUILD" help:"Genome build of the positions. Default: detected from the positions."`
	Chain           string            `placeholder:"NAME" help:"Chain file to lift by, in either direction: ensembl (inside the program), ucsc (if installed), the name of another installed one, or a file. Default: Ensembl's between GRCh37 and GRCh38."`
	Fasta           string            `placeholder:"FILE" help:"Reference sequence of the new genome build with its index, plain (.fai) or packed by bgzip (.fai, .gzi): insertions and deletions are left-aligned by it. Default: the installed one." type:"existingfile"`
	Mitochondrion   string            `enum:",rcrs,hg19" default:"" help:"Sequence of the mitochondrial positions of a file on GRCh37, if the file does not identify it: rcrs (NC_012920) or hg19 (chrM of UCSC hg19, NC_001807)."`
	Output          string            `short:"o" required:"" help:"GWAS-SSF to write, .tsv or .tsv.gz. Beside it: FILE-meta.yaml, FILE-liftover.json and FILE-unmapped.tsv.gz with the rows left out." type:"path"`
	Map             map[string]string `mapsep:"none" placeholder:"FIELD=COLUMN" help:"Column of a field, to answer a question or correct detection; may be repeated."`
	Yes             bool              `short:"y" help:"Accept the answers marked as likely, and print them."`
	Cases           int64             `help:"Number of cases of the study."`
	Controls        int64             `help:"Number of controls of the study."`
	N               int64             `name:"n" help:"Sample size of the study."`
	Panel           string            `help:"Reference panel on the new genome build, to compare reference alleles and frequencies with: VCF sites with frequencies, or a table." type:"existingfile"`
	PanelColumn     string            `help:"Column of the table, or key of INFO, with the frequency of ALT."`
	PanelAFOf       string            `name:"panel-af-of" default:"alt" enum:"alt,ref" help:"Allele of the panel's frequencies: alt or ref."`
	FD              float64           `name:"fd" default:"0.2" help:"Count rows whose frequency differs from the panel's by more than this."`
	JSON            bool              `name:"json" help:"Print the summary as JSON."`
	ConventionFlags `embed:""`
	NumberFlags     `embed:""`
}

// The suffixes of the files next to the lifted file.
const (
	liftedMeta     = "-meta.yaml"
	liftedSummary  = "-liftover.json"
	liftedUnmapped = "-unmapped.tsv.gz"
)

// liftReport is FILE-liftover.json.
type liftReport struct {
	liftover.Summary
	Chain liftover.Source `json:"chain"`
	// Beside compares the lifted rows with the panel, if one was given.
	Beside *qc.Beside `json:"panel,omitempty"`
	// Placed counts the rows without positions that a table of rs numbers located.
	Placed *qc.Placed `json:"placed,omitempty"`
	// Warnings are about the reading of the file.
	Warnings []sumstats.Finding `json:"warnings"`
	// Read counts the rows before liftover; the rows it excludes are not in Summary.
	Read struct {
		Rows     int64                  `json:"rows_in"`
		Excluded []sumstats.ReasonCount `json:"excluded"`
	} `json:"read"`
}

// Run writes the lifted table, the excluded rows and the summary, and prints the summary. It writes
// nothing if the file cannot be lifted.
func (c *LiftoverCmd) Run(env *console.Env) error {
	for _, beside := range []string{"", liftedMeta, liftedSummary, liftedUnmapped} {
		if err := RefuseInPlace(c.Output+beside, c.File, c.Chain, c.Panel, c.Fasta); err != nil {
			return console.Unusable(err)
		}
	}
	opt, warnings, numbers, err := c.readOptions(env)
	if err != nil {
		return console.Unusable(err)
	}
	place := &placing{numbers: numbers}
	defer place.close()
	way, err := c.route(env.Ctx, opt.Build)
	if err == nil {
		err = c.checkPanel(env, way.To)
	}
	if err != nil {
		return console.Unusable(err)
	}
	sequence, closeSequence, err := openSequence(env.Ctx, c.Fasta, c.Data, way.To)
	if err != nil {
		return console.Unusable(err)
	}
	defer closeSequence()
	out := &console.Files{Path: func(beside string) string { return c.Output + beside }}
	report, err := c.lift(env, out, opt, way, sequence, place)
	if err == nil {
		report.Chain, report.Warnings = way.Source, warnings
	}
	if err == nil && report.Lifted == 0 {
		return errors.Join(c.print(env.Stdout, report), console.ErrNoRows, out.Drop())
	}
	if err == nil {
		err = writeFile(out, liftedSummary, report.writeJSON)
	}
	if err != nil {
		return console.Unusable(errors.Join(fmt.Errorf("%s: %w", c.File, err), out.Drop()))
	}
	if err := out.Keep(); err != nil {
		return console.Unusable(err)
	}
	if c.JSON {
		return report.writeJSON(env.Stdout)
	}
	return c.print(env.Stdout, report)
}

func (r *liftReport) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// readOptions inspects the file; it fails without a source build. For a file without positions it
// also returns the table of rs numbers.
func (c *LiftoverCmd) readOptions(env *console.Env) (opt sumstats.ReadOptions, warnings []sumstats.Finding, numbers *qc.Numbers, err error) {
	from, err := DeclaredBuild(c.From)
	if err != nil {
		return opt, nil, nil, err
	}
	conventions, err := c.read()
	if err != nil {
		return opt, nil, nil, err
	}
	opt, report, err := decidedOptions(env, c.File, c.known(from, conventions), c.Yes)
	if report == nil {
		return opt, nil, nil, err
	}
	numbers, lacking := c.placeNamed(env.Ctx, c.File, report, &opt)
	if err := errors.Join(err, lacking); err != nil {
		return opt, nil, nil, err
	}
	if opt.Build == genome.UnknownBuild {
		return opt, nil, nil, fmt.Errorf(
			"%s: it is not certain which genome build the positions are on. %s Name it with --from",
			c.File,
			report.Inspection.Build.Reason,
		)
	}
	return opt, report.Warnings(), numbers, nil
}

// known returns the facts about the file from the flags.
func (c *LiftoverCmd) known(from genome.Build, conventions sumstats.Conventions) recognise.CheckOptions {
	return recognise.CheckOptions{Map: ColumnMap(c.Map), Build: from, N: float64(c.N), Conventions: conventions,
		Totals: recognise.StudyTotals{NCases: float64(c.Cases), NControls: float64(c.Controls)}}
}

// lift writes the table with its metadata and the excluded rows.
func (c *LiftoverCmd) lift(
	env *console.Env,
	out *console.Files,
	opt sumstats.ReadOptions,
	way *liftover.Way,
	sequence *liftover.Reference,
	place *placing,
) (*liftReport, error) {
	file, err := os.Open(c.File)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	reader, err := sumstats.Open(file, opt)
	if err != nil {
		return nil, err
	}
	defer func() { _ = reader.Close() }()
	placed, err := place.rows(env.Ctx, reader, reader.Dict())
	if err != nil {
		return nil, err
	}
	answer, _ := liftover.ParseMitochondrion(c.Mitochondrion)
	rows, err := liftover.NewRows(placed, way, reader.Dict(), liftover.RowOptions{
		Sequence: sequence, Mitochondrion: answer, Names: reader.MitochondrialNames})
	if err != nil {
		return nil, err
	}
	var sorted rowsort.Reader
	err = writeFile(out, liftedUnmapped, func(w io.Writer) error {
		z := pgzip.NewWriter(w)
		left := liftover.NewLeftTable(z, reader.Dict(), conversion.Columns|ssf.Scale(reader.Scale()))
		rows.Left = left.Add
		sorted, err = rowsort.Sort(rows, rowsort.Options{Context: env.Ctx, Dict: reader.Dict()})
		return errors.Join(err, left.Flush(), z.Close())
	})
	if sorted != nil {
		defer func() { _ = sorted.Close() }()
	}
	if err != nil {
		return nil, err
	}
	beside, meta, err := c.write(env, out, sorted, reader)
	if err != nil {
		return nil, err
	}
	meta.Build, meta.Cases, meta.Controls = way.To, int64(opt.NCases), int64(opt.NControls)
	if meta.SampleSize == 0 {
		meta.SampleSize = max(c.N, meta.Cases+meta.Controls)
	}
	report := &liftReport{Summary: rows.Summary(), Beside: beside, Placed: place.counts()}
	account := reader.Account()
	report.Read.Rows, report.Read.Excluded = account.RowsIn, account.Excluded
	return report, writeFile(out, liftedMeta, func(w io.Writer) error {
		_, err := w.Write(meta.YAML())
		return err
	})
}

// write writes the table, compares it with the panel if there is one, and returns the metadata that
// follow from its rows.
func (c *LiftoverCmd) write(
	env *console.Env,
	out *console.Files,
	sorted sumstats.RowReader,
	reader *sumstats.Reader,
) (beside *qc.Beside, meta ssf.Metadata, err error) {
	var compared *qc.PanelReader
	if c.Panel != "" {
		opt := rowsort.Options{Context: env.Ctx, Dict: reader.Dict(), MemoryBytes: panelMemory}
		if compared, err = qc.NewPanelReader(env.Ctx, sorted, c.panel(), opt, reader.Dict(), c.FD); err != nil {
			return nil, meta, qcSentence(err)
		}
		defer func() { err = errors.Join(err, compared.Close()) }()
		sorted = compared
	}
	var written ssf.Written
	err = writeFile(out, "", func(w io.Writer) (err error) {
		written, meta.DataMD5, err = conversion.Write(w, strings.HasSuffix(c.Output, ".gz"), sorted, reader)
		return err
	})
	if compared != nil {
		counts := compared.Counts()
		beside = &counts
	}
	meta.SampleSize, meta.PZero, meta.Sorted = int64(written.MaxN), written.PZero, written.Sorted
	meta.DataFileName, meta.DateLastModified = filepath.Base(c.Output), time.Now().UTC().Format(time.DateOnly)
	return beside, meta, err
}

// panelMemory is the memory for sorting the panel, in addition to the rows.
const panelMemory = 64 << 20

func (c *LiftoverCmd) panel() *qc.Panel {
	return &qc.Panel{Name: filepath.Base(c.Panel), Column: c.PanelColumn, FrequencyOfRef: c.PanelAFOf == "ref",
		Open: func() (io.ReadCloser, error) { return os.Open(c.Panel) }}
}

// checkPanel reads the whole panel before anything is lifted: with a panel of another build every
// row would be a mismatch.
func (c *LiftoverCmd) checkPanel(env *console.Env, to genome.Build) error {
	if c.Panel == "" {
		return nil
	}
	content, err := qc.ReadPanel(env.Ctx, c.panel())
	if err != nil {
		return qcSentence(err)
	}
	if content.Build != genome.UnknownBuild && content.Build != to || content.Contradicts(to) {
		return fmt.Errorf("%s: a panel on %s is needed, the new genome build of the rows. %s", c.Panel, to, content.Evidence)
	}
	return nil
}

// writeFile creates one file of a run, fills it with write and closes it.
func writeFile(out *console.Files, name string, write func(io.Writer) error) error {
	f, err := out.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// print prints what happened to the rows.
func (c *LiftoverCmd) print(w io.Writer, r *liftReport) error {
	var text strings.Builder
	fmt.Fprintf(
		&text,
		"%s read, %s lifted from %s to %s and written to %s\n",
		phrase.Counted(r.Read.Rows, "row", "rows"),
		phrase.Thousands(r.Lifted),
		r.From,
		r.To,
		c.Output,
	)
	for _, e := range r.Read.Excluded {
		fmt.Fprintf(&text, "%s left out: %s\n", phrase.Thousands(e.N), e.Sentence)
	}
	printPlaced(&text, r.Placed)
	for _, reason := range liftover.Reasons() {
		if n := r.Breakdown[reason]; n > 0 {
			fmt.Fprintf(&text, "%s not lifted: %s\n", phrase.Thousands(n), reason.Sentence())
		}
	}
	if r.StrandFlips > 0 {
		fmt.Fprintf(&text, "%s on the other strand on %s, where the alleles were read.\n", phrase.Counted(r.StrandFlips, "row lies", "rows lie"), r.To)
	}
	describeMitochondrion(&text, r.Mitochondrion)
	describeIndels(&text, r.Indels)
	describeBeside(&text, r.Beside)
	fmt.Fprintf(&text, "Rows that were not lifted: %s\n", c.Output+liftedUnmapped)
	describeChain(&text, r)
	text.WriteString("\n")
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "chromosome\trows\tlifted\tnot lifted\tother strand\t\n")
	for _, n := range r.Chromosomes {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t\n", n.Chromosome, n.Input, n.Lifted, n.Unmapped, n.StrandFlips)
	}
	err := t.Flush()
	_, written := io.WriteString(w, text.String())
	return errors.Join(err, written)
}

// describeBeside adds how the rows compare with the panel.
func describeBeside(text *strings.Builder, b *qc.Beside) {
	if b == nil {
		return
	}
	fmt.Fprintf(text, "Of %d rows whose reference allele is in %s, %d do not have it", b.Reference, b.Panel, b.Mismatch)
	if b.Other > 0 {
		fmt.Fprintf(text, "; %d of these would on the other strand", b.Other)
	}
	fmt.Fprintf(text, ".\nOf %d rows with a frequency on both sides, %d differ by more than %g.\n", b.Frequency, b.FrequencyOff, b.FrequencyLimit)
}
