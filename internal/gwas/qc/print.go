package qc

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/platform/phrase"
)

// Printed is a report as one page to print or to send on.
type Printed struct {
	Title  string // the data set
	Facts  []Fact // further facts next to the report
	Report *Report
	// Figures are SVG drawings of this package by name; those that are missing are left out.
	Figures map[string][]byte
	Beside  []PrintedPeer // the accepted files that it was compared with
	Others  []plot.Placed // the other files of the phenotype that have a report
}

// Fact is a name and its value.
type Fact struct{ Name, Value string }

// PrintedPeer is another file and its comparison with this one.
type PrintedPeer struct {
	Name string
	Together
}

// PrintedFigures are the drawings of a run that a printed report has.
var PrintedFigures = []string{"manhattan", "qq", "eaf", "pz", "histograms"}

//go:embed print.html
var printText string

var printPage = template.Must(template.New("print.html").Funcs(template.FuncMap{
	"rows":   phrase.Thousands[int64],
	"number": printedNumber,
	"drawing": func(svg []byte) template.HTML {
		return template.HTML(svg) // #nosec G203 -- a figure of package plot, which escapes what it writes
	},
	"outcome":    printedOutcome,
	"found":      func(v Verdict) string { return verdictWords[v] },
	"adjustment": func(a Adjustment) string { return adjustmentWords[a] },
	"known":      func(n Number) bool { return !math.IsNaN(float64(n)) },
	"title":      StepTitle,
	"threshold":  printedThreshold,
	"withError":  printedWithError,
	"place":      printedPlace,
	"p":          func(n Number) string { return stat.FormatP(float64(n)) },
	"maybe":      printedMaybe,
	"accepted":   func(accepted bool) string { return map[bool]string{true: "accepted", false: "not accepted"}[accepted] },
	"frequency":  func(n Number) string { return stat.FormatFrequency(float64(n)) },
	"allele":     func(s string) string { return short(s, 12) },
	"join":       strings.Join,
}).Parse(printText))

// Print writes a report as one HTML page that needs nothing else: no script, no other
// file, and a policy that allows none. All texts of the file are escaped.
func Print(w io.Writer, p *Printed) error {
	if err := printPage.Execute(w, p); err != nil {
		return fmt.Errorf("qc.Print(%s): %w", p.Title, err)
	}
	return nil
}

// Drawing is a figure on the page.
type Drawing struct {
	SVG  []byte
	Wide bool // it takes a row alone
}

// Drawn returns the figures that the report has, in their order: those of the run, and those that
// compare the file with the others.
func (p *Printed) Drawn() []Drawing {
	among := plot.Among{Own: placedBy(p.Report), Others: p.Others}
	var drawn []Drawing
	for _, d := range []Drawing{{p.Figures["manhattan"], true}, {p.Figures["qq"], false}, {p.Figures["eaf"], false}, {p.Figures["pz"], false},
		{among.SEN(), false}, {among.Lambda(), false}, {p.Figures["histograms"], true}} {
		if len(d.SVG) > 0 {
			drawn = append(drawn, d)
		}
	}
	return drawn
}

func placedBy(r *Report) plot.Placed {
	placed := plot.Placed{SEN: r.SEN}
	if lambda := float64(r.LambdaGC); !math.IsNaN(lambda) {
		placed.Lambda = &lambda
	}
	return placed
}

// verdictWords are the words of the pages for the verdict of a step.
var verdictWords = map[Verdict]string{Pass: "passed", Warned: "warning", Fail: "failed", NotMeasured: "not measured"}

var adjustmentWords = map[Adjustment]string{AdjustNone: "none", AdjustLambda: "genomic control (λ)", AdjustLDSC: "LDSC intercept"}

// printedOutcome returns the outcome of QC, in the words of the list.
func printedOutcome(r *Report) string {
	if n := len(Unmeasured(r.Steps)); n > 0 && r.Verdict != Fail {
		return fmt.Sprintf("%s, %d of %d not measured", printedVerdict(r), n, len(r.Steps))
	}
	return printedVerdict(r)
}

func printedVerdict(r *Report) string {
	warned := 0
	for _, step := range r.Steps {
		if step.Verdict == Warned {
			warned++
		}
	}
	switch {
	case r.Verdict == Fail:
		return "Failed QC"
	case r.Verdict == Pass:
		return "Passed QC"
	case warned == 0:
		return "Passed QC, incomplete"
	}
	return "Passed QC with " + phrase.Counted(int64(warned), "warning", "warnings")
}

func printedNumber(digits int, n Number) string {
	if math.IsNaN(float64(n)) {
		return "–"
	}
	return fmt.Sprintf("%.*f", digits, float64(n))
}

// printedMaybe returns a number of a figure, which may be unknown.
func printedMaybe(digits int, n *float64) string {
	if n == nil {
		return "–"
	}
	if digits == 0 {
		return phrase.Thousands(int64(math.Round(*n)))
	}
	return printedNumber(digits, Number(*n))
}

func printedWithError(value, se Number) string {
	if math.IsNaN(float64(value)) {
		return "–"
	}
	return printedNumber(2, value) + " (" + printedNumber(2, se) + ")"
}

func printedThreshold(a Applied) string {
	switch a.Unit {
	case UnitShare:
		return percent(a.Value)
	case UnitPeople, UnitAlleles:
		return number(a.Value) + " " + string(a.Unit)
	case UnitNegLog10P:
		return "P " + stat.FormatP(a.Value)
	}
	return number(a.Value)
}

func printedPlace(l Lead) string {
	return genome.Chromosome(l.Chromosome).String() + ":" + phrase.Thousands(int64(l.Position))
}

func short(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
