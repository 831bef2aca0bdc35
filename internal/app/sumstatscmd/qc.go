package sumstatscmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"text/tabwriter"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/guard"
	"cohortium/internal/platform/phrase"
)

// QCCmd is `sumstats qc`.
type QCCmd struct {
	File            string            `arg:"" help:"Summary statistics of one study." type:"existingfile"`
	Build           string            `required:"" help:"Genome build of the positions: GRCh37 or GRCh38 (hg19, hg38)."`
	Panel           string            `help:"Reference panel on the same genome build: VCF sites with frequencies, or a table." type:"existingfile"`
	PanelColumn     string            `help:"Column of the table, or key of INFO, with the frequency of ALT."`
	PanelAFOf       string            `name:"panel-af-of" default:"alt" enum:"alt,ref" help:"Allele of the panel's frequencies: alt or ref."`
	Fasta           string            `placeholder:"FILE" help:"Reference sequence of the same genome build with its index (.fai; packed by bgzip also .gzi): insertions written -/AT get the base before them." type:"existingfile"`
	LDScores        string            `name:"ld-scores" help:"LD scores for the ancestry of the study, on GRCh37 or GRCh38: the archive published with LDSC, or a table of ldsc.py --l2." type:"existingfile"`
	FD              float64           `name:"fd" default:"0.2" help:"Maximum difference from the panel's frequency."`
	Adj             string            `default:"none" help:"Correction shown in the figures: none, lambda or ldsc. The clean file stays unadjusted."`
	NoInd           bool              `name:"noind" help:"Leave out insertions and deletions."`
	IT              float64           `name:"it" help:"Minimum imputation quality. Default: 0.4 (INFO) or 0.3 (R²)."`
	Map             map[string]string `mapsep:"none" placeholder:"FIELD=COLUMN" help:"Column of a field, to correct detection; may be repeated."`
	Yes             bool              `short:"y" help:"Accept the answers marked as likely, and print them."`
	Cases           float64           `help:"Number of cases of the study."`
	Controls        float64           `help:"Number of controls of the study."`
	N               float64           `name:"n" help:"Sample size of the study."`
	ConventionFlags `embed:""`
	NumberFlags     `embed:""`
	ReportHTML      string `name:"report-html" placeholder:"FILE" help:"Also write the report as one HTML page, to print or send." type:"path"`
	Output          string `short:"o" required:"" help:"Folder for report, clean file, excluded rows and figures." type:"path"`
}

// Run checks the file and prints a summary. The status is 1 if the verdict is fail, 2 if the file
// or the settings cannot be used.
func (c *QCCmd) Run(env *console.Env) error {
	build, ok := genome.ParseBuild(c.Build)
	if !ok {
		return console.Unusable(fmt.Errorf("%q is not a known genome build: use GRCh37 or GRCh38", c.Build))
	}
	in, err := c.input(env.Ctx, build)
	if err != nil {
		return console.Unusable(err)
	}
	sequence, closeSequence, err := openSequence(env.Ctx, c.Fasta, c.Data, build)
	if err != nil {
		return console.Unusable(err)
	}
	defer closeSequence()
	if sequence != nil {
		in.Sequence = sequence.Sequence
	}
	for _, name := range []string{qc.FileClean, qc.FileColumnar, qc.FileExcluded} {
		if err := RefuseInPlace(filepath.Join(c.Output, name), c.File, c.Panel); err != nil {
			return console.Unusable(err)
		}
	}
	if c.ReportHTML != "" {
		if err := RefuseInPlace(c.ReportHTML, c.File, c.Panel); err != nil {
			return console.Unusable(err)
		}
	}
	out := &console.Files{Path: func(name string) string { return filepath.Join(c.Output, name) }}
	opt := c.options(build)
	if opt.Conventions, err = c.read(); err != nil {
		return console.Unusable(err)
	}
	if c.Yes {
		if opt.Mapping, err = LikelyAnswers(env.Stderr, c.File, recognise.CheckOptions{Map: opt.Mapping, Conventions: opt.Conventions,
			N: opt.N, Totals: recognise.StudyTotals{NCases: opt.Cases, NControls: opt.Controls}}); err != nil {
			return console.Unusable(err)
		}
	}
	report, err := qc.Run(env.Ctx, in, opt, out, qcProgress(env))
	if err != nil {
		return console.Unusable(errors.Join(qcSentence(err), out.Drop()))
	}
	if err := out.Keep(); err != nil {
		return console.Unusable(err)
	}
	if err := c.printPage(report); err != nil {
		return console.Unusable(err)
	}
	if err := printQC(env.Stdout, report, c.Output); err != nil {
		return err
	}
	if report.Verdict == qc.Fail {
		return console.ErrFindings
	}
	return nil
}

// printPage writes the report as a page with the figures of the run.
func (c *QCCmd) printPage(report *qc.Report) error {
	if c.ReportHTML == "" {
		return nil
	}
	p := &qc.Printed{Title: filepath.Base(c.File), Report: report, Figures: map[string][]byte{}}
	for _, name := range qc.PrintedFigures {
		svg, err := os.ReadFile(filepath.Join(c.Output, name+".svg"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		p.Figures[name] = svg
	}
	f, err := os.Create(c.ReportHTML)
	if err != nil {
		return err
	}
	return errors.Join(qc.Print(f, p), f.Close())
}

// qcSentence returns the part of an error for users.
func qcSentence(err error) error {
	var file *textfile.FileError
	var panel *qc.PanelError
	var setting *qc.SettingError
	switch {
	case errors.As(err, &panel) && panel.Column:
		return fmt.Errorf("%w The flag is --panel-column", panel)
	case errors.As(err, &panel): // before the file: a panel error contains a file error
		return panel
	case errors.As(err, &file):
		return file
	case errors.As(err, &setting):
		return setting
	}
	return err
}

func (c *QCCmd) input(ctx context.Context, build genome.Build) (qc.Input, error) {
	size, err := fileSize(c.File)
	if err != nil {
		return qc.Input{}, err
	}
	in := qc.Input{Name: filepath.Base(c.File), Size: size,
		Open: func() (io.ReadCloser, error) { return os.Open(c.File) }}
	g, _ := guard.WithContext(ctx)
	g.Go(func() error { gene.Inside(build); return nil }) // lead variants are named after them; both take a while to decompress
	g.Go(func() (err error) { in.Scores, err = c.scores(); return err })
	if err := g.Wait(); err != nil {
		return qc.Input{}, err
	}
	in.PlacedBy = rsWays
	if in.Numbers, err = c.table(ctx, build); err != nil {
		return qc.Input{}, err
	}
	if c.Panel == "" {
		in.NoPanel.Remedy = "name one with --panel"
		return in, nil
	}
	if size, err = fileSize(c.Panel); err != nil {
		return qc.Input{}, err
	}
	in.Panel = &qc.Panel{Name: filepath.Base(c.Panel), Column: c.PanelColumn, FrequencyOfRef: c.PanelAFOf == "ref", Size: size, Needed: true,
		Open: func() (io.ReadCloser, error) { return os.Open(c.Panel) }}
	return in, nil
}

func (c *QCCmd) scores() (*qc.Scores, error) {
	if c.LDScores == "" {
		return nil, nil
	}
	return readLDScores(c.LDScores)
}

func fileSize(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if info.IsDir() {
		return 0, fmt.Errorf("%s is a folder", path)
	}
	return info.Size(), nil
}

func (c *QCCmd) options(build genome.Build) qc.Options {
	opt := qc.NewOptions(build)
	opt.FrequencyDifference, opt.InfoThreshold, opt.RemoveIndels = c.FD, c.IT, c.NoInd
	opt.Adjustment = qc.Adjustment(c.Adj)
	opt.N, opt.Cases, opt.Controls = c.N, c.Cases, c.Controls
	opt.Mapping = ColumnMap(c.Map)
	opt.Versions = map[string]string{"cohortium": console.Version + " (" + console.Commit + ")", "go": runtime.Version()}
	return opt
}

// qcProgress redraws one line on a terminal and writes one line per stage elsewhere.
func qcProgress(env *console.Env) func(qc.Progress) {
	stage := ""
	return func(p qc.Progress) {
		switch {
		case env.Terminal && p.Total > 0:
			fmt.Fprintf(env.Stderr, "\r%-20s %3.0f %%", p.Stage, 100*float64(p.Done)/float64(p.Total))
			if p.Done == p.Total {
				fmt.Fprintln(env.Stderr)
			}
		case p.Stage != stage:
			fmt.Fprintln(env.Stderr, p.Stage)
		}
		stage = p.Stage
	}
}

// printQC prints the row counts, the steps and the verdict.
func printQC(w io.Writer, r *qc.Report, folder string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "rows read\t%s\n", phrase.Thousands(r.RowsIn))
	for _, s := range r.Waterfall {
		fmt.Fprintf(t, "− %s\t%s\t%s\n", s.Reason, phrase.Thousands(s.Count), s.Sentence)
	}
	fmt.Fprintf(t, "rows clean\t%s\n\n", phrase.Thousands(r.RowsClean))
	fmt.Fprintf(t, "lambda\t%s\n", qcNumber(r.LambdaGC))
	fmt.Fprintf(t, "frequency r\t%s\n", qcNumber(r.EAFCorrelation))
	fmt.Fprintf(t, "P–Z r\t%s\n", qcNumber(r.PZCorrelation))
	fmt.Fprintf(t, "lead variants\t%s\n\n", phrase.Thousands(r.Leads))
	if r.Panel != nil {
		fmt.Fprintf(t, "%s\n\n", r.Panel.Fit.Sentence)
	}
	for _, s := range r.Steps {
		fmt.Fprintf(t, "%-12s  %s\n", s.Verdict, s.Name)
		for _, m := range s.Messages {
			fmt.Fprintf(t, "              %s\n", m)
		}
	}
	if r.Cause != nil {
		fmt.Fprintf(t, "\n%s\n", r.Cause.Sentence)
	}
	fmt.Fprintf(t, "\nverdict: %s, report in %s\n", r.Verdict, filepath.Join(folder, qc.FileReport))
	return t.Flush() // it returns the first error of the writes
}

func qcNumber(n qc.Number) string {
	if n != n {
		return "not available"
	}
	return fmt.Sprintf("%.4f", float64(n))
}
