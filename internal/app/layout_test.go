package app

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"cohortium/internal/app/console"
	"cohortium/internal/app/sumstatscmd"
)

// layoutStudies is the number of random studies that are written in every layout. The long form is
// go test ./internal/app -run TestLayouts -layouts 1000 -timeout 2h.
var layoutStudies = flag.Int("layouts", 50, "random studies that are written in every layout")

// TestLayoutsSayTheSame writes random studies in more than twenty layouts and reads each at the
// command line: without answers, and with answers to the questions. Everything that is not asked
// must be correct: the same clean file, and a meta-analysis of all layouts without heterogeneity.
func TestLayoutsSayTheSame(t *testing.T) {
	for i := range *layoutStudies {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			s := newTruth(rand.New(rand.NewPCG(uint64(i), 9)))
			dir := t.TempDir()
			var told []writtenLayout
			for j := range layouts {
				l := &layouts[j]
				if l.only == "binary" && !s.binary || l.only == "quantitative" && s.binary {
					continue
				}
				told = append(told, writeLayout(t, dir, s, l))
			}
			for _, w := range told {
				checkLayout(t, s, w)
			}
			combineLayouts(t, s, told)
			if t.Failed() {
				t.Logf("binary %v, N %v, cases %v", s.binary, s.n, s.cases)
			}
		})
	}
}

// writtenLayout is a study in one layout on disk.
type writtenLayout struct {
	*layout
	path string
}

func writeLayout(t *testing.T, dir string, s *truth, l *layout) writtenLayout {
	t.Helper()
	path := filepath.Join(dir, strings.NewReplacer(" ", "-", ",", "").Replace(l.name)+".txt")
	if err := os.WriteFile(path, []byte(l.text(s)), 0o600); err != nil {
		t.Fatal(err)
	}
	return writtenLayout{l, path}
}

// sumstatsCLI runs a sumstats command as typed.
func sumstatsCLI(t *testing.T, arguments ...string) (said string, status int) {
	t.Helper()
	var cli struct {
		QC   sumstatscmd.QCCmd   `cmd:"" name:"qc"`
		Meta sumstatscmd.MetaCmd `cmd:""`
	}
	parser, err := kong.New(&cli)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := parser.Parse(arguments)
	if err != nil {
		t.Fatalf("%v: %v", arguments, err)
	}
	var out, messages bytes.Buffer
	err = chosen.Run(&console.Env{Ctx: context.Background(), Stdout: &out, Stderr: &messages})
	var exit *console.ExitError
	switch {
	case errors.As(err, &exit):
		return out.String() + messages.String() + exit.Error(), exit.Status
	case err != nil:
		t.Fatal(err)
	}
	return out.String() + messages.String(), console.ExitOK
}

// totals returns the flags with the sample sizes of the study.
func (s *truth) totals(prefix string) []string {
	flags := []string{"--n=" + prefix + num(s.n)}
	if s.binary {
		flags = append(flags, "--cases="+prefix+num(s.cases), "--controls="+prefix+num(s.controls))
	}
	return flags
}

// checkLayout reads the file without answers, which results in the truth or a question, and with
// answers, which results in the truth.
func checkLayout(t *testing.T, s *truth, w writtenLayout) {
	t.Helper()
	plain := append([]string{"qc", w.path, "--build=GRCh38"}, s.totals("")...)
	said, status := sumstatsCLI(t, append(plain, "-o", w.path+".plain")...)
	switch {
	case status != console.ExitUsage:
		compareClean(t, s, w, w.path+".plain")
		return
	case !strings.Contains(said, "--map") && !strings.Contains(said, "--scale"):
		t.Errorf("%s: refused without naming the flag that answers: %s", w.name, said)
	case len(w.answers) == 0 && w.scale == "":
		t.Errorf("%s: asked without need: %s", w.name, said)
	}
	answered := append(plain, w.flags("")...)
	said, status = sumstatsCLI(t, append(answered, "-o", w.path+".answered")...)
	if status == console.ExitUsage {
		t.Errorf("%s: refused with all answers: %s", w.name, said)
		return
	}
	compareClean(t, s, w, w.path+".answered")
}

// flags returns the answers; prefix is the file name for commands with several files.
func (w writtenLayout) flags(prefix string) []string {
	var flags []string
	for field, column := range w.answers {
		flags = append(flags, "--map="+prefix+field+"="+column)
	}
	if w.scale != "" {
		flags = append(flags, "--scale="+strings.TrimSuffix(prefix, ":")+map[bool]string{true: "="}[prefix != ""]+w.scale)
	}
	return flags
}

// cleanRow is a line of a result by column name.
type cleanRow map[string]string

func (r cleanRow) number(name string) float64 {
	v, err := strconv.ParseFloat(r[name], 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// readRows reads a compressed table, keyed by position and sorted alleles.
func readRows(t *testing.T, path string) map[string]cleanRow {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]cleanRow{}
	lines := bufio.NewScanner(z)
	var names []string
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if names == nil {
			names = cells
			continue
		}
		row := cleanRow{}
		for i, name := range names {
			row[strings.TrimPrefix(name, "#")] = cells[i]
		}
		key := variantKey(row["chromosome"], row["base_pair_location"], row["effect_allele"], row["other_allele"])
		if rows[key] != nil {
			t.Errorf("%s twice in %s", key, path)
		}
		rows[key] = row
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func variantKey(chromosome, position, a, b string) string {
	if a > b {
		a, b = b, a
	}
	return chromosome + ":" + position + ":" + a + ":" + b
}

func (v *trueVariant) key() string {
	return variantKey(strconv.Itoa(v.chromosome), strconv.Itoa(v.position), v.ref, v.alt)
}

// keeps reports whether a file of this layout can keep the variant: without a panel a palindromic
// one needs a frequency outside 0.4–0.6.
func (l *layout) keeps(v *trueVariant) bool {
	return !v.palindromic() || !l.noEAF && (v.freq < 0.4 || v.freq > 0.6)
}

// near reports whether two numbers are equal except for rounding.
func near(got, want float64) bool {
	return math.Abs(got-want) <= 1e-7*math.Max(math.Abs(want), 1e-3)
}

func compareClean(t *testing.T, s *truth, w writtenLayout, dir string) {
	t.Helper()
	rows := readRows(t, filepath.Join(dir, "clean.tsv.gz"))
	kept := 0
	for i := range s.variants {
		v := &s.variants[i]
		row, there := rows[v.key()]
		if there != w.keeps(v) {
			t.Errorf("%s: %s kept: %v, want %v", w.name, v.key(), there, w.keeps(v))
		}
		if !there {
			continue
		}
		kept++
		compareRow(t, s, w, v, row)
	}
	if len(rows) != kept {
		t.Errorf("%s: %d rows, of which %d are known", w.name, len(rows), kept)
	}
}

func compareRow(t *testing.T, s *truth, w writtenLayout, v *trueVariant, row cleanRow) {
	t.Helper()
	check := func(name string, want float64) {
		t.Helper()
		if got := row.number(name); !near(got, want) {
			t.Errorf("%s: %s %s is %s, want %v", w.name, v.key(), name, row[name], want)
		}
	}
	beta, freq := v.of(row["effect_allele"])
	if w.derived {
		if z := row.number("beta") / row.number("standard_error"); !near(z, beta/v.se) {
			t.Errorf("%s: %s z is %v, want %v", w.name, v.key(), z, beta/v.se)
		}
	} else {
		check("beta", beta)
		check("standard_error", v.se)
	}
	check("p_value", v.p())
	if w.noEAF {
		if _, known := strconv.ParseFloat(row["effect_allele_frequency"], 64); known == nil {
			t.Errorf("%s: %s has a frequency that the file does not tell", w.name, v.key())
		}
	} else {
		check("effect_allele_frequency", freq)
	}
	n := s.n
	if w.sizes != noSizes {
		n = v.n
	}
	check("n", n)
	if s.binary {
		check("n_cases", n*s.cases/s.n)
		check("n_controls", n*s.controls/s.n)
	}
}

// combineLayouts meta-analyses all layouts of the study as independent studies. All are equal, so
// the effect is the truth, the error is that of one divided by √k, and there is no heterogeneity.
func combineLayouts(t *testing.T, s *truth, told []writtenLayout) {
	t.Helper()
	out := filepath.Join(filepath.Dir(told[0].path), "meta.tsv.gz")
	files := []string{"meta"}
	flags := []string{"-o", out, "--build=GRCh38", "--min-studies=1", "--confirm=shared_people"}
	var taken []writtenLayout
	for _, w := range told {
		if w.derived {
			continue
		}
		taken = append(taken, w)
		files = append(files, w.path)
		flags = append(flags, s.totals(w.path+"=")...)
		flags = append(flags, w.flags(w.path+":")...)
		if !s.binary { // which quantitative traits do not state
			flags = append(flags, "--scale="+w.path+"=units")
		}
	}
	said, status := sumstatsCLI(t, append(files, flags...)...)
	if status != console.ExitOK {
		t.Fatalf("meta-analysis: status %d\n%s", status, said)
	}
	rows := readRows(t, out)
	for i := range s.variants {
		v := &s.variants[i]
		k := 0.0
		for _, w := range taken {
			if w.keeps(v) {
				k++
			}
		}
		if row := rows[v.key()]; row == nil && k > 0 {
			t.Errorf("meta-analysis: %s is missing", v.key())
		} else if k > 0 {
			compareCombined(t, v, row, k)
		}
	}
}

func compareCombined(t *testing.T, v *trueVariant, row cleanRow, k float64) {
	t.Helper()
	beta, freq := v.of(row["effect_allele"])
	for name, want := range map[string]float64{
		"beta": beta, "standard_error": v.se / math.Sqrt(k), "n_studies": k,
		"effect_allele_frequency": freq, "eaf_min": freq, "eaf_max": freq,
	} {
		if got := row.number(name); !near(got, want) {
			t.Errorf("meta-analysis: %s %s is %s, want %v", v.key(), name, row[name], want)
		}
	}
	if q := row.number("q"); q > 1e-6 {
		t.Errorf("meta-analysis: %s has Q %v", v.key(), q)
	}
}
