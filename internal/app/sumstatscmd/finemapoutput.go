package sumstatscmd

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"text/tabwriter"

	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/stat"
)

// finemapOutput is the output of `sumstats finemap --json`.
type finemapOutput struct {
	LD       string              `json:"ld"` // file of the panel, "" without
	Loci     []locusreport.Locus `json:"loci"`
	Versions rgOutputMaker       `json:"versions"`
}

// printed is how many variants of a set the text output lists.
const printed = 10

// print writes each locus with its verdict and its sets.
func (o *finemapOutput) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(o.Loci) == 0 {
		fmt.Fprintln(t, "No variant has a P value below --threshold.")
	}
	for i := range o.Loci {
		l := &o.Loci[i]
		fmt.Fprintf(t, "%s: lead %s, P = %s. Verdict: %s.\n", l.Region, l.Lead, stat.FormatP(float64(l.NegLog10P)), locusreport.VerdictWords(l.Verdict))
		for _, s := range append(slices.Clone(l.Sentences), l.Why) {
			if s != "" {
				fmt.Fprintf(t, "  %s\n", s)
			}
		}
		fmt.Fprintf(t, "  %d variants, %d with LD, λ %s, sets left out as impure: %d\n", l.Variants, l.InPanel, qcNumber(l.Mismatch), l.Impure)
		for k := range l.Sets {
			s := &l.Sets[k]
			fmt.Fprintf(t, "  set %d: %d variants, coverage %.3f, purity %s, ln BF %.1f\n",
				k+1, len(s.Variants), float64(s.Coverage), qcNumber(s.Purity), float64(s.LogBF))
			for _, v := range s.Variants[:min(printed, len(s.Variants))] {
				fmt.Fprintf(t, "    %s\t%d\tPIP %.4f\tP %s\n", v.Variant, v.Position, float64(v.PIP), stat.FormatP(float64(v.NegLog10P)))
			}
			if more := len(s.Variants) - printed; more > 0 {
				fmt.Fprintf(t, "    and %d more\n", more)
			}
		}
		fmt.Fprintln(t)
	}
	return t.Flush() // it returns the first error of the writes
}

func printJSON(w io.Writer, out any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

// writeMapped writes one row per variant of each locus.
func writeMapped(path string, loci []*locusreport.Mapped) error {
	return writeBeside(path, func(w io.Writer) error {
		b := bufio.NewWriter(w)
		fmt.Fprintln(b, locusreport.Header)
		var line []byte
		for _, m := range loci {
			for i := range m.Variants {
				line = append(m.AppendRow(line[:0], i), '\n')
				if _, err := b.Write(line); err != nil {
					return err
				}
			}
		}
		return b.Flush()
	})
}

// tableNumber writes a number of a table, NA if it is unknown.
func tableNumber(x float64) string {
	if math.IsNaN(x) {
		return "NA"
	}
	return strconv.FormatFloat(x, 'g', 10, 64)
}
