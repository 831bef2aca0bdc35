package sumstatscmd

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/meta"
)

// madeStudy is a study of a simulated trait; cells can be changed before they are written.
type madeStudy struct {
	people float64
	seed   uint64
	change func(i int, v *madeRow)
	header string // columns after EAF, BETA, SE and P
	more   func(i int, v *madeRow) string
}

type madeRow struct {
	chromosome, position, rsid int
	ea, oa                     string
	eaf, beta, se              float64
}

// rows returns 2,200 variants on all autosomes, one in ten palindromic, with effects that all
// studies share.
func (m madeStudy) rows() []madeRow {
	truth, noise := rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(m.seed, 2))
	pairs := [][2]string{{"A", "G"}, {"C", "T"}, {"G", "A"}, {"A", "C"}, {"T", "G"}}
	rows := make([]madeRow, 2200)
	for i := range rows {
		v := &rows[i]
		f, effect, pair := 0.05+0.9*truth.Float64(), 0.03*truth.NormFloat64(), pairs[truth.IntN(len(pairs))]
		if i%10 == 0 {
			pair = [2]string{"A", "T"}
			f = 0.1 + 0.2*float64(i%20)/10 + 0.5*float64(i%20)/20
		}
		*v = madeRow{
			chromosome: 1 + i/100,
			position:   1_000_000 + 5000*(i%100),
			rsid:       10_000 + i,
			ea:         pair[0],
			oa:         pair[1],
			eaf:        f,
			se:         1 / math.Sqrt(2*f*(1-f)*m.people),
		}
		v.beta = effect + v.se*noise.NormFloat64()
		if m.change != nil {
			m.change(i, v)
		}
	}
	return rows
}

func (m madeStudy) write(t *testing.T, dir, name string) string {
	t.Helper()
	var text strings.Builder
	text.WriteString("SNP\tCHR\tBP\teffect_allele\tother_allele\tEAF\tBETA\tSE\tP" + m.header + "\n")
	for i, v := range m.rows() {
		fmt.Fprintf(
			&text,
			"rs%d\t%d\t%d\t%s\t%s\t%.4f\t%.6g\t%.6g\t%.6g",
			v.rsid,
			v.chromosome,
			v.position,
			v.ea,
			v.oa,
			v.eaf,
			v.beta,
			v.se,
			math.Erfc(math.Abs(v.beta/v.se)/math.Sqrt2),
		)
		if m.more != nil {
			text.WriteString(m.more(i, &v))
		}
		text.WriteByte('\n')
	}
	path := filepath.Join(dir, name)
	must(t, os.WriteFile(path, []byte(text.String()), 0o600))
	return path
}

func stated(n string) func(int, *madeRow) string {
	return func(int, *madeRow) string { return "\t" + n }
}

// TestMetaRefusesStudiesThatContradictEachOther checks that each is refused by name with the flags
// that resolve it, that these flags work, and that no file remains.
func TestMetaRefusesStudiesThatContradictEachOther(t *testing.T) {
	a := madeStudy{people: 20_000, seed: 3, header: "\tN", more: stated("20000")}
	b := madeStudy{people: 30_000, seed: 4, header: "\tN", more: stated("30000")}
	with := func(change func(i int, v *madeRow)) madeStudy { c := b; c.change = change; return c }
	rounded := a
	rounded.change = func(_ int, v *madeRow) { v.beta = math.Round(1000*v.beta) / 1000 }
	halves := b
	halves.header, halves.more = "\tNCAS\tNCON\tNEFF", stated("12500\t20000\t15384.6")
	someN := b
	someN.more = func(i int, _ *madeRow) string { return []string{"\tNA", "\t30000", "\t30000"}[i%3] }
	noN := b
	noN.header, noN.more = "", nil
	for _, c := range []struct {
		name   string
		b      madeStudy
		flags  []string
		says   []string
		answer []string // flags with which it is combined
		also   string   // what it still reports
	}{
		{"honest", b, nil, nil, []string{}, ""},
		{"rounded copy", rounded, nil, []string{"a and b are the same study", "--confirm shared_people"}, []string{"--confirm", "shared_people"}, "Warning: a and b are the same study"},
		{"mg/dL", with(func(_ int, v *madeRow) { v.beta, v.se = 38.67*v.beta, 38.67*v.se }), nil,
			[]string{"b are in another unit than those of a", "38.7 (cholesterol", "--scheme samplesize", "--confirm units"}, []string{"--scheme", "samplesize"}, "Warning: The effects of b"},
		{"frequency of the other allele", with(func(_ int, v *madeRow) { v.eaf = 1 - v.eaf }), nil,
			[]string{"frequencies of a and b mirror each other (r = −1.00", "--map 'b.tsv:other_allele_frequency=EAF'"}, []string{"--map", "b.tsv:other_allele_frequency=EAF"}, ""},
		{"minor allele frequency", with(func(_ int, v *madeRow) { v.eaf = min(v.eaf, 1-v.eaf) }), nil,
			[]string{"frequencies of b are those of the minor allele", "--map 'b.tsv:maf=EAF'"}, []string{"--palindromic", "drop"}, "Warning: The frequencies of b"},
		{"swapped alleles", with(func(_ int, v *madeRow) { v.ea, v.oa = v.oa, v.ea }), nil,
			[]string{"a and b cancel", "--map 'b.tsv:effect_allele=other_allele' --map 'b.tsv:other_allele=effect_allele'"},
			[]string{"--map", "b.tsv:effect_allele=other_allele", "--map", "b.tsv:other_allele=effect_allele"}, ""},
		{"another build", with(func(_ int, v *madeRow) { v.position += 1234 }), nil, []string{"b shares none of its variants with the others", "another genome build"}, nil, ""},
		{"every error 0", with(func(_ int, v *madeRow) { v.se = 0 }), nil, []string{"b: none of its 2,200 rows can be used: standard_error_not_positive 2,200"}, nil, ""},
		{"no N", noN, []string{"--scheme", "samplesize"}, []string{"b.tsv has no sample size", "--n 'b.tsv=N'"}, []string{"--n", "b.tsv=30000"}, ""},
		{"N in some rows", someN, []string{"--scheme", "samplesize"}, nil, []string{}, "Warning: 734 of 2,200 rows of b have no sample size"},
		{"half of the effective N", halves, []string{"--scheme", "samplesize"}, nil, []string{}, "it is doubled"},
	} {
		dir := t.TempDir()
		out := filepath.Join(dir, "out.tsv.gz")
		arguments := append([]string{a.write(t, dir, "a.tsv"), c.b.write(t, dir, "b.tsv"), "-o", out, "--scale", "units"}, c.flags...)
		_, stderr, status := runMeta(t, arguments...)
		if want := len(c.says) > 0; (status == console.ExitUsage) != want {
			t.Errorf("%s: status %d, %s", c.name, status, stderr)
		}
		for _, says := range c.says {
			if !strings.Contains(stderr, says) {
				t.Errorf("%s: %q is missing in %s", c.name, says, stderr)
			}
		}
		if left, _ := filepath.Glob(out + "*"); len(c.says) > 0 && len(left) > 0 {
			t.Errorf("%s: left behind %v", c.name, left)
		}
		if c.answer == nil {
			continue
		}
		_, stderr, status = runMeta(t, append(arguments, c.answer...)...)
		if status != console.ExitOK || !strings.Contains(stderr, c.also) || c.also == "" && strings.Contains(stderr, "Warning") {
			t.Errorf("%s, answered: status %d, %s", c.name, status, stderr)
			continue
		}
		if s := readSummary(t, out); (len(s.Warnings) == 0) != (c.also == "") {
			t.Errorf("%s: warnings of the summary %q", c.name, s.Warnings)
		}
	}
}

// TestMetaKeepsSigns compares the effects of A/T variants with the mean of both files, computed by
// this test.
// N of cases and controls is weighted by only where it is the effective one: the total is refused, and
// each remedy that the refusal names works. Quantitative traits and inverse variance are not asked.
func TestTotalNIsNotTheEffectiveN(t *testing.T) {
	plain := madeStudy{people: 20_000, seed: 3, header: "\tN", more: stated("20000")}
	effective := madeStudy{people: 20_000, seed: 3, header: "\tN\tNEFF", more: stated("20000\t3600")}
	for _, c := range []struct {
		name    string
		study   madeStudy
		flags   []string
		refused bool
	}{
		{"log odds by total N", plain, []string{"--scheme", "samplesize", "--scale", "log_odds"}, true},
		{"log hazards by total N", plain, []string{"--scheme", "samplesize", "--scale", "log_hazard"}, true},
		{"only its cases", plain, []string{"--scheme", "samplesize", "--scale", "log_odds", "--cases", "a.tsv=1000"}, true},
		{"cases and controls", plain, []string{"--scheme", "samplesize", "--scale", "log_odds", "--cases", "a.tsv=1000", "--controls", "a.tsv=19000"}, false},
		{"a column of effective N", effective, []string{"--scheme", "samplesize", "--scale", "log_odds"}, false},
		{"inverse variance", plain, []string{"--scale", "log_odds"}, false},
		{"a quantitative trait", plain, []string{"--scheme", "samplesize", "--scale", "units"}, false},
	} {
		dir := t.TempDir()
		out := filepath.Join(dir, "out.tsv.gz")
		_, stderr, status := runMeta(t, append([]string{c.study.write(t, dir, "a.tsv"), "-o", out, "--min-studies", "1"}, c.flags...)...)
		if says := strings.Contains(
			stderr,
			"N is the total instead of the effective sample size; state --cases 'a.tsv=N'",
		); says != c.refused ||
			(status == console.ExitUsage) != c.refused {
			t.Errorf("%s: status %d, %s", c.name, status, stderr)
		}
	}
}

func TestMetaKeepsSigns(t *testing.T) {
	dir := t.TempDir()
	a, b := madeStudy{people: 20_000, seed: 3}, madeStudy{people: 30_000, seed: 4}
	lie := b
	lie.change = func(_ int, v *madeRow) { v.eaf = 1 - v.eaf }
	out := filepath.Join(dir, "out.tsv.gz")
	_, stderr, status := runMeta(
		t,
		a.write(t, dir, "a.tsv"),
		lie.write(t, dir, "b.tsv"),
		"-o",
		out,
		"--scale",
		"units",
		"--map",
		"b.tsv:other_allele_frequency=EAF",
	)
	if status != console.ExitOK {
		t.Fatal(stderr)
	}
	x, y := a.rows(), b.rows()
	compared := 0
	for _, row := range resultRows(t, out) {
		for i := 0; i < len(x); i += 10 {
			if row["rsid"] != fmt.Sprint("rs", x[i].rsid) {
				continue
			}
			w, v := 1/(x[i].se*x[i].se), 1/(y[i].se*y[i].se)
			want := (w*x[i].beta + v*y[i].beta) / (w + v)
			if row["effect_allele"] != x[i].ea {
				want = -want
			}
			if got := readNumber(row["beta"]); math.Abs(got-want) > 1e-4*math.Abs(want)+1e-6 {
				t.Errorf("%s: %g, want %g", row["rsid"], got, want)
			}
			compared++
		}
	}
	if compared < 100 {
		t.Errorf("%d A/T variants compared", compared)
	}
}

// TestMetaRefusesStackedStudies checks the column that separates the studies of one file.
func TestMetaRefusesStackedStudies(t *testing.T) {
	dir := t.TempDir()
	one := madeStudy{people: 20_000, seed: 3, header: "\tbatch\tstudy", more: func(i int, _ *madeRow) string { return fmt.Sprintf("\tb%d\tS1", i) }}
	two := madeStudy{people: 20_000, seed: 4, header: one.header, more: func(i int, _ *madeRow) string { return fmt.Sprintf("\tb%d\tS2", i+1) }}
	first, err := os.ReadFile(one.write(t, dir, "one.tsv"))
	must(t, err)
	second, err := os.ReadFile(two.write(t, dir, "two.tsv"))
	must(t, err)
	_, rows, _ := strings.Cut(string(second), "\n")
	all := filepath.Join(dir, "all.tsv")
	must(t, os.WriteFile(all, append(first, rows...), 0o600))
	b := madeStudy{people: 30_000, seed: 5}.write(t, dir, "b.tsv")
	out := filepath.Join(dir, "out.tsv.gz")
	_, stderr, status := runMeta(t, all, b, "-o", out, "--scale", "units")
	const says = "all holds variants more than once: 2,200 of its 4,400 rows repeat a variant. Column study distinguishes 2 analyses (S1, S2)."
	if status != console.ExitUsage || !strings.Contains(stderr, says) || !strings.Contains(stderr, "--confirm duplicates") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if _, stderr, status := runMeta(
		t,
		all,
		b,
		"-o",
		out,
		"--scale",
		"units",
		"--confirm",
		"duplicates",
	); status != console.ExitOK ||
		!strings.Contains(stderr, "Warning: all holds") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// Confirmations and warnings are repeated with the run, and a run that combined nothing leaves no
// files.
func TestMetaKeepsWarnings(t *testing.T) {
	dir := t.TempDir()
	a := madeStudy{people: 20_000, seed: 3}
	first, second, nothing := filepath.Join(dir, "1.tsv.gz"), filepath.Join(dir, "2.tsv.gz"), filepath.Join(dir, "3.tsv.gz")
	if _, stderr, status := runMeta(
		t,
		a.write(t, dir, "a.tsv"),
		a.write(t, dir, "b.tsv"),
		"-o",
		first,
		"--scale",
		"units",
		"--confirm",
		"shared_people",
	); status != console.ExitOK {
		t.Fatal(stderr)
	}
	if _, stderr, status := runMeta(t, "--inputs", first+".inputs.json", "-o", second); status != console.ExitOK || !strings.Contains(stderr, "same study") {
		t.Errorf("repeated: status %d, %s", status, stderr)
	}
	var inputs meta.Inputs
	text, err := os.ReadFile(second + ".inputs.json")
	must(t, err)
	must(t, json.Unmarshal(text, &inputs))
	if words := strings.Join(meta.CommandLine(inputs.Studies, inputs.Options, "OUT"), " "); !strings.Contains(words, "--confirm shared_people") {
		t.Errorf("the command that repeats it: %s", words)
	}
	stdout, stderr, status := runMeta(
		t,
		filepath.Join(dir, "a.tsv"),
		filepath.Join(dir, "b.tsv"),
		"-o",
		nothing,
		"--scale",
		"units",
		"--min-studies",
		"3",
		"--confirm",
		"shared_people",
	)
	left, _ := filepath.Glob(nothing + "*")
	if status != console.ExitFindings || len(left) > 0 || !strings.Contains(stdout, "not written") {
		t.Errorf("status %d, left %v, %s%s", status, left, stdout, stderr)
	}
}
