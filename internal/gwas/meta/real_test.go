package meta_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// cohort is one file of real data.
type cohort struct {
	file    string
	n       float64 // of every row, where the file has no column
	mapping sumstats.Mapping
}

// glucose is the three-cohort fasting-glucose example: three layouts, alleles
// numbered 1–4 in one file, no N in another, positions on NCBI36.
var glucose = []cohort{
	{"DGI_three_regions.txt", 0, sumstats.Mapping{"chromosome": "CHR", "base_pair_location": "POS", "rsid": "SNP", "n": "N",
		"effect_allele": "EFFECT_ALLELE", "other_allele": "NON_EFFECT_ALLELE", "effect_allele_frequency": "EFFECT_ALLELE_FREQ",
		"beta": "BETA", "standard_error": "SE", "p_value": "P_VAL"}},
	{"MAGIC_FUSION_Results.txt.gz", 0, sumstats.Mapping{"chromosome": "CHR", "base_pair_location": "POS", "rsid": "SNP", "n": "N",
		"effect_allele": "EFFECT_ALLELE", "other_allele": "NON_EFFECT_ALLELE", "effect_allele_frequency": "FREQ_EFFECT",
		"beta": "BETA", "standard_error": "SE", "p_value": "PVALUE"}},
	{"magic_SARDINIA.tbl", 4106, sumstats.Mapping{"chromosome": "CHR", "base_pair_location": "POS", "rsid": "SNP",
		"effect_allele": "AL1", "other_allele": "AL2", "effect_allele_frequency": "FREQ1",
		"beta": "EFFECT", "standard_error": "SE", "p_value": "PVALUE"}},
}

// biobank is three UK Biobank traits at the sites that at least two share, with
// P as −log10 only.
var biobank = func() (files []cohort) {
	for _, trait := range []string{"X_RESPIRATORY", "XI_DIGESTIVE", "XIII_MUSCULOSKELET"} {
		files = append(files, cohort{filepath.Join("ukb_d_shared", "ukb-d-"+trait+".gwaslab.tsv.gz"), 0, sumstats.Mapping{
			"chromosome": "CHR", "base_pair_location": "POS", "rsid": "rsID", "n": "N", "effect_allele": "EA", "other_allele": "NEA",
			"effect_allele_frequency": "EAF", "beta": "BETA", "standard_error": "SE", "neg_log_10_p_value": "MLOG10P"}})
	}
	return files
}()

// consortia are the real data, with the least number of results of each.
var consortia = []struct {
	name  string
	files []cohort
	least int
}{{"glucose", glucose, 2200}, {"biobank", biobank, 1500}}

func realFile(name string) string { return filepath.Join("..", "..", "..", "testdata", "real", name) }

// plainRow is a row as the test reads it, with nothing of the package's reader.
type plainRow struct {
	chromosome, position, rsid, ea, oa string
	beta, se, eaf, p, n                float64
}

func readPlain(t *testing.T, c cohort) []plainRow {
	t.Helper()
	f, err := os.Open(realFile(c.file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var text io.Reader = f
	if strings.HasSuffix(c.file, ".gz") {
		if text, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	lines := bufio.NewScanner(text)
	lines.Scan()
	at := map[string]int{}
	for i, name := range strings.Fields(lines.Text()) {
		at[name] = i
	}
	numbered := strings.NewReplacer("1", "A", "2", "C", "3", "G", "4", "T")
	var rows []plainRow
	for lines.Scan() {
		cells := strings.Fields(lines.Text())
		text := func(field sumstats.Field) string { return cells[at[c.mapping[field]]] }
		number := func(field sumstats.Field) float64 {
			v, err := strconv.ParseFloat(text(field), 64)
			if err != nil {
				return nan
			}
			return v
		}
		r := plainRow{text("chromosome"), text("base_pair_location"), text("rsid"), numbered.Replace(text("effect_allele")),
			numbered.Replace(text("other_allele")), number("beta"), number("standard_error"), number("effect_allele_frequency"), 0, c.n}
		if r.p = number("p_value"); c.mapping["p_value"] == "" {
			r.p = math.Pow(10, -number("neg_log_10_p_value"))
		}
		if c.n == 0 {
			r.n = number("n")
		}
		if r.se > 0 && !math.IsNaN(r.beta) {
			rows = append(rows, r)
		}
	}
	return rows
}

func realStudies(files []cohort, dict *variant.Dict) []meta.Study {
	var studies []meta.Study
	for _, c := range files {
		s := fileStudy(realFile(c.file), sumstats.ReadOptions{Name: c.file, Mapping: c.mapping, Dict: dict, N: c.n})
		s.Open = sortedOpen(s.Open)
		studies = append(studies, s)
	}
	return studies
}

// sortedOpen reads a small study whole and sorts it.
func sortedOpen(open func(context.Context) (sumstats.RowReader, io.Closer, error)) func(context.Context) (sumstats.RowReader, io.Closer, error) {
	return func(ctx context.Context) (sumstats.RowReader, io.Closer, error) {
		rows, closer, err := open(ctx)
		if err != nil {
			return nil, nil, err
		}
		var all []sumstats.Row
		buffer := make([]sumstats.Row, 1000)
		for err == nil {
			var n int
			n, err = rows.ReadRows(buffer)
			all = append(all, buffer[:n]...)
		}
		if !errors.Is(err, io.EOF) {
			return nil, nil, err
		}
		sort.SliceStable(all, func(i, j int) bool {
			return all[i].Chromosome < all[j].Chromosome || all[i].Chromosome == all[j].Chromosome && all[i].Position < all[j].Position
		})
		return &rowSlice{all, 500}, closer, nil
	}
}

// aligned holds the rows of the studies for one variant, on the alleles of its result.
type aligned struct {
	beta, se, z, eaf, n []float64
	palindromic         bool
}

// align gathers the rows at the place of a result by the textbook rules.
func align(studies []map[string][]plainRow, place, ea, oa string) *aligned {
	turn := map[string]string{"A": "T", "C": "G", "G": "C", "T": "A"}
	a := &aligned{palindromic: turn[ea] == oa}
	for _, study := range studies {
		for _, r := range study[place] {
			if a.palindromic && !(r.eaf < 0.4 || r.eaf > 0.6) {
				continue
			}
			direct, other := r.ea == ea && r.oa == oa, r.ea == oa && r.oa == ea
			if !direct && !other {
				direct, other = turn[r.ea] == ea && turn[r.oa] == oa, turn[r.ea] == oa && turn[r.oa] == ea
			}
			if direct || other {
				a.add(r, other)
				break
			}
		}
	}
	if a.palindromic {
		a.byFrequency()
	}
	return a
}

func (a *aligned) add(r plainRow, turned bool) {
	z := math.Copysign(zOfP(r.p), r.beta) // an effect printed as 0 is positive, as METAL has it
	if turned {
		r.beta, z, r.eaf = -r.beta, -z, 1-r.eaf
	}
	a.beta, a.se, a.z = append(a.beta, r.beta), append(a.se, r.se), append(a.z, z)
	a.eaf, a.n = append(a.eaf, r.eaf), append(a.n, r.n)
}

// zOfP inverts the complementary error function by bisection.
func zOfP(p float64) float64 {
	lo, hi := 0.0, 40.0
	for range 200 {
		if mid := lo + (hi-lo)/2; math.Erfc(mid/math.Sqrt2) > p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// byFrequency turns the minority: three studies at most, so counting suffices.
func (a *aligned) byFrequency() {
	below := 0
	for _, f := range a.eaf {
		if f < 0.5 {
			below++
		}
	}
	for i, f := range a.eaf {
		if f < 0.5 && 2*below < len(a.eaf) || f > 0.5 && 2*below > len(a.eaf) {
			a.beta[i], a.z[i], a.eaf[i] = -a.beta[i], -a.z[i], 1-f
		}
	}
}

func TestRealDataAgainstReference(t *testing.T) {
	for _, c := range consortia {
		var plain []map[string][]plainRow
		for _, file := range c.files {
			at := map[string][]plainRow{}
			for _, r := range readPlain(t, file) {
				at[r.chromosome+":"+r.position] = append(at[r.chromosome+":"+r.position], r)
			}
			plain = append(plain, at)
		}
		for _, scheme := range []meta.Scheme{meta.FixedEffect, meta.RandomEffects, meta.SampleSize} {
			opt := meta.DefaultOptions()
			opt.Scheme = scheme
			dict := variant.NewDict()
			out, _ := runTableWith(t, dict, realStudies(c.files, dict), opt)
			if len(out.rows) < c.least {
				t.Fatalf("%s: %d results, want %d or more", c.name, len(out.rows), c.least)
			}
			worst := 0.0
			step := 2 // the reference is slow: every other variant for one scheme, every seventh for the others
			if scheme != meta.FixedEffect {
				step = 7
			}
			for i := 0; i < len(out.rows); i += step {
				a := align(plain, out.text(i, "chromosome")+":"+out.text(i, "base_pair_location"), out.text(i, "effect_allele"), out.text(i, "other_allele"))
				worst = max(worst, compareRow(t, out, i, a, scheme))
			}
			t.Logf("%s, %s: %d variants, worst error %.2g", c.name, scheme, len(out.rows), worst)
		}
	}
}

// compareRow returns the worst error of a result against the reference.
func compareRow(t *testing.T, out *table, i int, a *aligned, scheme meta.Scheme) (worst float64) {
	t.Helper()
	var r *reference
	switch scheme {
	case meta.SampleSize:
		r = sampleSizeReference(a.z, a.n)
	case meta.RandomEffects:
		r = randomReference(a.beta, a.se)
	default:
		r = fixedReference(a.beta, a.se)
	}
	want := map[string]*big.Float{"q": r.q, "i2": r.i2, "neg_log_10_p_value": r.negLog10P}
	if scheme != meta.SampleSize {
		want["beta"], want["standard_error"], want["tau2"] = r.beta, r.se, r.tau2
	}
	for column, value := range want {
		got, w := out.number(i, column), number(value)
		err := math.Abs(got-w) / math.Max(math.Abs(w), 1e-6)
		worst = max(worst, err)
		if !(err <= 1e-9) {
			t.Fatalf("%s %s at %s: %v, want %v", scheme, column, out.text(i, "variant_id"), got, w)
		}
	}
	if got := out.text(i, "n_studies"); got != strconv.Itoa(len(a.beta)) {
		t.Fatalf("%s: %s studies, want %d", out.text(i, "variant_id"), got, len(a.beta))
	}
	return worst
}

// TestRealDataAgainstPlink compares every variant that both report from the same
// rows with the digits that plink 1.9 prints.
func TestRealDataAgainstPlink(t *testing.T) {
	for _, c := range consortia {
		dir := t.TempDir()
		var paths []string
		for i, file := range c.files {
			var text strings.Builder
			text.WriteString("CHR BP SNP A1 A2 BETA SE P NMISS\n")
			for _, r := range readPlain(t, file) {
				fmt.Fprintln(&text, r.chromosome, r.position, r.rsid, r.ea, r.oa, r.beta, r.se, r.p, r.n)
			}
			paths = append(paths, filepath.Join(dir, fmt.Sprintf("study%d.txt", i)))
			if err := os.WriteFile(paths[i], []byte(text.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		runPlink(t, paths, dir)
		peer := readPlink(t, filepath.Join(dir, "plink.meta"))
		tables := map[meta.Scheme]*table{}
		for _, scheme := range []meta.Scheme{meta.FixedEffect, meta.RandomEffects} {
			opt := meta.DefaultOptions()
			opt.Scheme, opt.Palindromic = scheme, meta.KeepAsStated
			dict := variant.NewDict()
			tables[scheme], _ = runTableWith(t, dict, realStudies(c.files, dict), opt)
		}
		fixed, random := tables[meta.FixedEffect], tables[meta.RandomEffects]
		compared := 0
		for i := range fixed.rows {
			p, ok := peer[fixed.text(i, "rsid")]
			if ok && p["N"] == fixed.text(i, "n_studies") && p["BP"] == fixed.text(i, "base_pair_location") {
				comparePlink(t, fixed, random, i, p)
				compared++
			}
		}
		if compared < c.least*9/10 {
			t.Errorf("%s: only %d variants of %d could be compared", c.name, compared, len(fixed.rows))
		}
		t.Logf("%s: %d of %d variants compared with plink 1.9", c.name, compared, len(fixed.rows))
	}
}

func comparePlink(t *testing.T, fixed, random *table, i int, p map[string]string) {
	t.Helper()
	sign := 1.0
	if p["A1"] != fixed.text(i, "effect_allele") {
		sign = -1
	}
	randomSign := sign
	if random.text(i, "effect_allele") != fixed.text(i, "effect_allele") {
		randomSign = -sign
	}
	for column, got := range map[string]float64{
		"BETA": sign * fixed.number(i, "beta"), "P": fixed.number(i, "p_value"), "Q": fixed.number(i, "het_p"), "I": fixed.number(i, "i2"),
		"BETA(R)": randomSign * random.number(i, "beta"), "P(R)": random.number(i, "p_value"),
	} {
		if want, unit := shown(column, p[column]); math.Abs(got-want) > 0.501*unit {
			t.Errorf("%s %s: %v, plink prints %s", p["SNP"], column, got, p[column])
		}
	}
}

func readPlink(t *testing.T, path string) map[string]map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	header := strings.Fields(lines[0])
	rows := map[string]map[string]string{}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range strings.Fields(line) {
			row[header[i]] = cell
		}
		rows[row["SNP"]] = row
	}
	return rows
}

// shown returns a printed number and the value of a unit of its last digit: plink prints P with
// four significant digits and the other columns with a fixed number of decimals.
func shown(column, text string) (value, unit float64) {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.Inf(1), 0
	}
	if strings.HasPrefix(column, "P") && value > 0 {
		return value, math.Pow(10, math.Floor(math.Log10(value))-3)
	}
	_, decimals, _ := strings.Cut(text, ".")
	return value, math.Pow(10, -float64(len(decimals)))
}
