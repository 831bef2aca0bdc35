// Package sumstatscmd contains the commands of "cohortium sumstats" for files of summary
// statistics, without a server: check, convert, inspect, liftover, meta, qc and rg.
package sumstatscmd

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/platform/phrase"
)

// CheckCmd is `sumstats check`.
type CheckCmd struct {
	File            string            `arg:"" help:"Summary statistics in any format." type:"existingfile"`
	Map             map[string]string `mapsep:"none" placeholder:"FIELD=COLUMN" help:"Column of a field, to answer a question or correct detection; may be repeated."`
	Yes             bool              `short:"y" help:"Accept the answers marked as likely, and print them."`
	Build           string            `help:"Genome build of the positions: GRCh37 or GRCh38 (hg19, hg38)."`
	RSID            bool              `name:"rsid" help:"Identify variants by rs number; chromosome and position are optional."`
	Cases           float64           `help:"Number of cases of the study."`
	Controls        float64           `help:"Number of controls of the study."`
	N               float64           `name:"n" help:"Sample size of the study."`
	ConventionFlags `embed:""`
	JSON            bool `name:"json" help:"Print the whole report as JSON."`
}

// Run prints all findings in one pass. The status is 1 if one of them blocks.
func (c *CheckCmd) Run(env *console.Env) error {
	build, err := DeclaredBuild(c.Build)
	if err != nil {
		return console.Unusable(err)
	}
	conventions, err := c.read()
	if err != nil {
		return console.Unusable(err)
	}
	opt := recognise.CheckOptions{Conventions: conventions, Name: filepath.Base(c.File), Map: ColumnMap(c.Map), Build: build, ByRSID: c.RSID, N: c.N,
		Totals: recognise.StudyTotals{NCases: c.Cases, NControls: c.Controls}}
	if c.Yes {
		if opt.Map, err = LikelyAnswers(env.Stderr, c.File, opt); err != nil {
			return console.Unusable(err)
		}
	}
	report, err := recognise.Check(func() (io.ReadCloser, error) { return os.Open(c.File) }, opt)
	if err != nil {
		return console.Unusable(fmt.Errorf("%s: %w", c.File, err))
	}
	if err := c.print(env.Stdout, report); err != nil {
		return err
	}
	if report.Blocked() {
		return console.ErrFindings
	}
	return nil
}

// DeclaredBuild parses an optional build.
func DeclaredBuild(name string) (genome.Build, error) {
	if name == "" {
		return genome.UnknownBuild, nil
	}
	build, ok := genome.ParseBuild(name)
	if !ok {
		return genome.UnknownBuild, fmt.Errorf("%q is not a known genome build: use GRCh37 or GRCh38", name)
	}
	return build, nil
}

func (c *CheckCmd) print(w io.Writer, report *recognise.CheckReport) error {
	if c.JSON {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		out.SetEscapeHTML(false)
		return out.Encode(report)
	}
	in := report.Inspection
	fmt.Fprintf(w, "%s: %s, %s, separated by %s", in.Name, in.FormatLabel, in.Compression, in.Delimiter)
	if in.Build.Guess != "" {
		fmt.Fprintf(w, ", looks like %s", in.Build.Guess)
	}
	fmt.Fprintln(w)
	if a := report.Account; a != nil {
		fmt.Fprintf(w, "%s, %s usable, %s left out\n", phrase.Counted(a.RowsIn, "row", "rows"), phrase.Thousands(a.RowsOut), phrase.Thousands(a.ExcludedN()))
	}
	for _, f := range report.Findings {
		fmt.Fprintf(w, "%-5s %s\n", f.Level, f)
	}
	if len(report.Findings) == 0 {
		fmt.Fprintln(w, "No findings.")
	}
	return nil
}
