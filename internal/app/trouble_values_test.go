package app

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// values are the expected content of a written file.
type values struct {
	file  string   // the written file
	truth []string // tables of testdata/trouble, one after the other
	at38  bool     // positions are those of GRCh38
	rows  int      // of the file; the truth may have more
	orOne bool     // one row less is accepted
	first int      // only this many rows of the truth count; 0 for all

	eaf, n cells
	people float64 // n of every row, if it differs from the truth
	sign   bool    // only the sign of the effect counts, and there is no error
	// rounded is the |z| above which an error derived from rounded numbers, such as an odds ratio
	// and its P, is within the tolerance.
	rounded float64

	// notValues skips effect, error, P, frequency and size.
	notValues bool

	gone  func(i int) bool // rows of the truth, 0-based, that must not be written
	blank func(i int) bool // rows of the truth without frequency and sample size
}

// cells is how an optional column is compared.
type cells int

const (
	compared cells = iota // every row has the true value
	absent                // no row has a value
	ifThere               // rows with a value have the true one
	anything
)

// The tolerances of testdata/trouble/README.md.
const (
	effectWithin    = 0.005 // relative to the larger of the effect and half of its error
	errorWithin     = 0.025
	logPWithin      = 0.01
	logPFloor       = 0.0005 // P values near 1 are rounded in the files
	frequencyWithin = 0.002
)

// fault returns the first difference; "" if there is none.
func (v *values) fault(t *testing.T, dir string) string {
	t.Helper()
	place := "base_pair_location"
	if v.at38 {
		place = "position_grch38"
	}
	want := map[string]wantedRow{}
	i := 0
	for _, name := range v.truth {
		for _, row := range readTrouble(t, filepath.Join(filepath.Dir(dir), filepath.FromSlash(name))) {
			if at := row[place]; v.first == 0 || i < v.first {
				want[variantKey(chromosomeName(row["chromosome"]), at, row["effect_allele"], row["other_allele"])] = wantedRow{row, i}
			}
			i++
		}
	}
	written := readTrouble(t, filepath.Join(dir, v.file))
	if n := len(written); n != v.rows && (!v.orOne || n != v.rows-1) {
		return fmt.Sprintf("%s has %d rows, not %d", v.file, n, v.rows)
	}
	faults, first := 0, ""
	for _, row := range written {
		key := variantKey(chromosomeName(row["chromosome"]), row["base_pair_location"], row["effect_allele"], row["other_allele"])
		w, known := want[key]
		fault := "is no variant of the truth"
		if known {
			fault = v.rowFault(row, w)
		}
		if fault != "" {
			if faults++; first == "" {
				first = key + " " + fault
			}
		}
	}
	if faults > 0 {
		return fmt.Sprintf("%d of %d rows of %s are wrong, the first: %s", faults, len(written), v.file, first)
	}
	return ""
}

// chromosomeName writes X as GWAS-SSF does.
func chromosomeName(name string) string {
	if name == "X" {
		return "23"
	}
	return name
}

type wantedRow struct {
	cleanRow
	i int
}

func (v *values) rowFault(got cleanRow, want wantedRow) string {
	if v.gone != nil && v.gone(want.i) {
		return "should not be there"
	}
	if v.notValues {
		return ""
	}
	turned := got["effect_allele"] != want.cleanRow["effect_allele"]
	beta, eaf, n := want.number("beta"), want.number("effect_allele_frequency"), want.number("n")
	if turned {
		beta, eaf = -beta, 1-eaf
	}
	if v.people > 0 {
		n = v.people
	}
	if fault := v.effectFault(got, beta, want.number("standard_error")); fault != "" {
		return fault
	}
	logP := want.number("neg_log_10_p_value")
	if p := negLog10P(got); !within(p, logP, math.Max(logPWithin*logP, logPFloor)) {
		return fmt.Sprintf("has −log10 P %v, not %v", p, logP)
	}
	blank := v.blank != nil && v.blank(want.i)
	if fault := v.eaf.fault(got["effect_allele_frequency"], eaf, frequencyWithin, blank); fault != "" {
		return "effect_allele_frequency " + fault
	}
	if fault := v.n.fault(got["n"], n, 0.5, blank); fault != "" {
		return "n " + fault
	}
	return ""
}

func (v *values) effectFault(got cleanRow, beta, se float64) string {
	b, s := got.number("beta"), got.number("standard_error")
	switch {
	case math.IsNaN(beta): // the truth has none
	case v.sign:
		if z := got.number("z_score"); math.IsNaN(b) && !math.IsNaN(z) {
			b = z
		}
		if b*beta <= 0 && b != 0 || math.IsNaN(b) {
			return fmt.Sprintf("has the effect %v, not one of the sign of %v", b, beta)
		}
	case !within(b, beta, effectWithin*math.Max(math.Abs(beta), se/2)):
		return fmt.Sprintf("has the effect %v, not %v", b, beta)
	case math.Abs(beta) < v.rounded*se && s > 0:
	case !within(s, se, errorWithin*se):
		return fmt.Sprintf("has the error %v, not %v", s, se)
	}
	return ""
}

func (c cells) fault(text string, want, tolerance float64, blank bool) string {
	got, err := strconv.ParseFloat(text, 64)
	missing := err != nil || math.IsNaN(got)
	switch {
	case c == anything || c == ifThere && missing || math.IsNaN(want) && c != absent:
		return ""
	case blank || c == absent:
		if !missing {
			return fmt.Sprintf("is %v where none is known", got)
		}
		return ""
	case missing || !within(got, want, tolerance):
		return fmt.Sprintf("is %s, not %v", text, want)
	}
	return ""
}

// within returns false for values that are not numbers.
func within(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// negLog10P parses P by its decimal exponent, because it may be below the range of float64.
func negLog10P(row cleanRow) float64 {
	if p := row.number("neg_log_10_p_value"); !math.IsNaN(p) {
		return p
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(row["p_value"]), "e")
	m, err := strconv.ParseFloat(mantissa, 64)
	if err != nil {
		return math.NaN()
	}
	e, err := strconv.Atoi(exponent)
	if exponent != "" && err != nil {
		return math.NaN()
	}
	return -math.Log10(m) - float64(e)
}

// readTrouble reads a tab-separated table, compressed or not; nil if it does not exist.
func readTrouble(t *testing.T, path string) (rows []cleanRow) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	if bytes.HasPrefix(content, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		if content, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	names := strings.Split(strings.TrimPrefix(lines[0], "#"), "\t")
	for _, line := range lines[1:] {
		row := cleanRow{}
		for i, cell := range strings.Split(line, "\t") {
			row[names[i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}
