package meta_test

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// planted builds three studies in which each reason occurs a known number of times.
func planted(sites int) [][]sumstats.Row {
	studies := make([][]sumstats.Row, 3)
	for site := range sites {
		for i := range studies {
			r := row(1+site/500, int32(1000+10*(site%500)), "A", "G", 0.01*float64(site%7-3), 0.02, 0.3)
			r.Line, r.Info = uint32(site+2), 0.9
			studies[i] = append(studies[i], r)
		}
	}
	edit := func(study, from, n int, f func(r *sumstats.Row)) {
		for site := from; site < from+n; site++ {
			f(&studies[study][site])
		}
	}
	edit(0, 0, 11, func(r *sumstats.Row) { r.EAF = 0.004 })
	edit(1, 20, 12, func(r *sumstats.Row) { r.Info = 0.3 })
	edit(2, 40, 13, func(r *sumstats.Row) { r.OA = variant.C })                  // A/C among A/G
	edit(0, 60, 14, func(r *sumstats.Row) { r.EA, r.OA = variant.T, variant.C }) // other strand
	edit(1, 80, 15, func(r *sumstats.Row) { *r = swap(*r) })                     // other effect allele
	edit(2, 100, 16, func(r *sumstats.Row) { r.SE = nan })                       // no standard error
	edit(0, 120, 17, func(r *sumstats.Row) { r.EA, r.OA = variant.Insertion, variant.Deletion })
	edit(1, 140, 18, func(r *sumstats.Row) { r.EA = r.OA })
	for i := range studies {
		edit(i, 160, 19, func(r *sumstats.Row) { r.OA, r.EAF = variant.T, 0.45 }) // strand unknown
		edit(i, 180, 5, func(r *sumstats.Row) { r.OA = variant.T })               // strand by frequency
	}
	edit(2, 180, 5, func(r *sumstats.Row) { r.EAF = 0.7 }) // … on the other one
	edit(1, 200, 6, func(r *sumstats.Row) { r.Position = 0 })
	// Sites of study 0 alone: moved between two sites.
	edit(0, 220, 7, func(r *sumstats.Row) { r.Position += 5 })
	// Twice in study 1, the copy with the larger N.
	var doubled []sumstats.Row
	for site, r := range studies[1] {
		doubled = append(doubled, r)
		if site >= 240 && site < 248 {
			r.N, r.Beta, r.Line = 5000, 1, 9999
			doubled = append(doubled, r)
		}
	}
	studies[1] = doubled
	return studies
}

func TestPlantedReasons(t *testing.T) {
	const sites = 2000
	studies := planted(sites)
	opt := meta.DefaultOptions()
	opt.MAF, opt.Info = 0.01, 0.6
	out, summary := runTable(t, named(studies), opt)
	want := []map[string]int64{
		{"low_maf": 11, "allele_symbolic": 17, "palindromic": 19, "few_studies": 7},
		{"low_info": 12, "allele_invalid": 18, "palindromic": 19, "unplaced": 6, "duplicate": 8},
		{"allele_mismatch": 13, "effect_missing": 16, "palindromic": 19},
	}
	for i, s := range summary.Studies {
		if diff := cmp.Diff(want[i], s.DroppedByReason); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s.Name, diff)
		}
	}
	if f := []int64{summary.Studies[0].StrandFlipped, summary.Studies[1].StrandFlipped, summary.Studies[2].StrandFlipped}; !slices.Equal(f, []int64{14, 0, 5}) {
		t.Errorf("strand flips %v", f)
	}
	if summary.Studies[1].Swapped != 15 {
		t.Errorf("swaps %d, want 15", summary.Studies[1].Swapped)
	}
	if len(out.rows) != sites-19 || summary.NVariants != int64(sites-19) {
		t.Errorf("%d results, want %d", len(out.rows), sites-19)
	}
}

func TestPalindromicRules(t *testing.T) {
	a := row(1, 10, "A", "T", 0.1, 0.05, 0.2)
	b := row(1, 10, "A", "T", -0.1, 0.05, 0.8) // the same on the other strand
	c := row(1, 10, "T", "A", -0.1, 0.05, 0.8) // the same with the other effect allele
	studies := []meta.Study{memoryStudy("a", []sumstats.Row{a}), memoryStudy("b", []sumstats.Row{b}), memoryStudy("c", []sumstats.Row{c})}
	opt := meta.DefaultOptions()
	out, _ := runTable(t, studies, opt)
	if len(out.rows) != 1 || out.text(0, "effect_allele") != "T" || off(out.number(0, "beta"), -0.1) > 1e-12 || out.text(0, "direction") != "---" {
		t.Errorf("by frequency: %v", out.rows)
	}
	opt.Palindromic = meta.KeepAsStated
	out, _ = runTable(t, studies, opt)
	if len(out.rows) != 1 || out.text(0, "direction") != "+-+" {
		t.Errorf("as stated: %v", out.rows)
	}
	opt.Palindromic = meta.DropAll
	if out, _ = runTable(t, studies, opt); len(out.rows) != 0 {
		t.Errorf("dropped: %v", out.rows)
	}
}

func TestGenomicControl(t *testing.T) {
	studies := named(simulate(rand.New(rand.NewPCG(61, 62)), 3, 400))
	studies[0].LambdaGC, studies[1].LambdaGC, studies[2].LambdaGC = 1.44, 0.81, 1
	opt := meta.DefaultOptions()
	plain, _ := runTable(t, studies, opt)
	opt.GenomicControl = true
	out, summary := runTable(t, studies, opt)
	if summary.Studies[0].LambdaApplied != 1.44 || summary.Studies[1].LambdaApplied != 1 {
		t.Errorf("factors %v, %v; λ below 1 must not sharpen a study", summary.Studies[0].LambdaApplied, summary.Studies[1].LambdaApplied)
	}
	for i := range out.rows {
		alone := plain.text(i, "direction")[0] == '?'
		if unchanged := out.text(i, "standard_error") == plain.text(i, "standard_error"); unchanged != alone {
			t.Fatalf("row %d: SE %s after correction, %s before", i, out.text(i, "standard_error"), plain.text(i, "standard_error"))
		}
	}
	opt.GenomicControl, opt.OutputGenomicControl = false, true
	out, summary = runTable(t, studies, opt)
	lambda := float64(summary.LambdaGC)
	if !(lambda > 1) || off(float64(summary.LambdaApplied), lambda) > 1e-12 {
		t.Fatalf("λ of the result %v, applied %v", lambda, summary.LambdaApplied)
	}
	for i := range out.rows {
		if off(out.number(i, "standard_error"), plain.number(i, "standard_error")*math.Sqrt(lambda)) > 1e-11 || out.text(i, "beta") != plain.text(i, "beta") {
			t.Fatalf("row %d: %v, was %v", i, out.rows[i], plain.rows[i])
		}
	}
}

// λ of few variants, or of part of the genome, describes their signal: the result has none, unless its
// correction was asked for, which states what it divided by.
func TestLambdaIsOfAGenome(t *testing.T) {
	for _, c := range []struct {
		variants, autosomes int
		known               bool
	}{{30, 11, true}, {29, 11, false}, {30, 10, false}, {400, 1, false}, {400, 22, true}} {
		var rows []sumstats.Row
		for chromosome := range c.autosomes {
			for i := chromosome; i < c.variants; i += c.autosomes {
				rows = append(rows, row(chromosome+1, int32(1000*(i+1)), "A", "G", 0.1, 0.05, 0.2))
			}
		}
		opt := meta.DefaultOptions()
		opt.MinStudies = 1
		_, s := runTable(t, []meta.Study{memoryStudy("a", rows)}, opt)
		if int(s.NVariants) != c.variants || math.IsNaN(float64(s.LambdaGC)) == c.known {
			t.Errorf("%d variants of %d autosomes: %d results, λ %v", c.variants, c.autosomes, s.NVariants, s.LambdaGC)
		}
		opt.OutputGenomicControl = true
		if _, s = runTable(t, []meta.Study{memoryStudy("a", rows)}, opt); !(s.LambdaGC > 1) || s.LambdaApplied != s.LambdaGC {
			t.Errorf("%d variants of %d autosomes, corrected: λ %v, applied %v", c.variants, c.autosomes, s.LambdaGC, s.LambdaApplied)
		}
	}
}

func TestSampleSizeScheme(t *testing.T) {
	opt := meta.DefaultOptions()
	opt.Scheme = meta.SampleSize
	a, b := row(1, 10, "A", "G", 0.2, 0.1, 0.3), row(1, 10, "G", "A", -7, 3.5, 0.7)
	a.N, a.NCases, a.NControls = 1250, 250, 1000 // effective 800
	b.N = 400
	out, _ := runTable(t, []meta.Study{memoryStudy("a", []sumstats.Row{a}), memoryStudy("b", []sumstats.Row{b})}, opt)
	z := (2*math.Sqrt(800) + 2*20) / math.Sqrt(1200)
	if off(out.number(0, "neg_log_10_p_value"), stat.NegLog10PFromZ(z)) > 1e-8 || out.text(0, "direction") != "++" || out.text(0, "n") != "1650" {
		t.Errorf("z %v expected: %v", z, out.rows[0])
	}
	if got := out.number(0, "beta") / out.number(0, "standard_error"); off(got, z) > 1e-11 || out.text(0, "tau2") != "NA" {
		t.Errorf("beta/SE = %v, want Z = %v", got, z)
	}
}

// An effective size that the file states weights the study, whatever its counts.
func TestSampleSizeSchemeTakesStatedEffectiveSize(t *testing.T) {
	opt := meta.DefaultOptions()
	opt.Scheme = meta.SampleSize
	a, b := row(1, 10, "A", "G", 0.2, 0.1, 0.3), row(1, 10, "A", "G", 0.4, 0.1, 0.3)
	a.N, a.NCases, a.NControls, a.NEff = nan, 250, 1000, 900
	b.N = 400
	out, _ := runTable(t, []meta.Study{memoryStudy("a", []sumstats.Row{a}), memoryStudy("b", []sumstats.Row{b})}, opt)
	z := (2*30 + 4*20) / math.Sqrt(1300)
	if off(out.number(0, "neg_log_10_p_value"), stat.NegLog10PFromZ(z)) > 1e-8 {
		t.Errorf("z %v expected: %v", z, out.rows[0])
	}
}

func TestJoinByRSID(t *testing.T) {
	a, b := row(0, 0, "A", "G", 0.1, 0.05, 0.2), row(5, 77, "A", "G", 0.2, 0.05, 0.3)
	a.RSID, b.RSID = 42, 42
	c := row(1, 1, "A", "G", 1, 1, 0.2) // no rs number
	opt := meta.DefaultOptions()
	opt.Key = meta.ByRSID
	out, summary := runTable(t, []meta.Study{memoryStudy("a", []sumstats.Row{a}), memoryStudy("b", []sumstats.Row{c, b})}, opt)
	if len(out.rows) != 1 || out.text(0, "rsid") != "rs42" || out.text(0, "chromosome") != "NA" || out.text(0, "base_pair_location") != "NA" ||
		out.text(0, "variant_id") != "NA" {
		t.Errorf("result %v", out.rows)
	}
	if summary.Studies[1].DroppedByReason["unplaced"] != 1 {
		t.Errorf("account %+v", summary.Studies[1])
	}
}

// The index finds every variant of the result.
func TestResultIsIndexed(t *testing.T) {
	studies := named(simulate(rand.New(rand.NewPCG(95, 96)), 3, 3000))
	out, _ := runTable(t, studies, meta.DefaultOptions())
	_, file, index, _ := runBytes(t, studies, meta.DefaultOptions())
	r, err := regionindex.OpenReader(bytes.NewReader(file), int64(len(file)), bytes.NewReader(index))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(out.rows); i += 37 {
		place := out.text(i, "chromosome") + ":" + out.text(i, "base_pair_location")
		region, err := genome.ParseRegion(place)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		if err := r.Query(context.Background(), region, func(line []byte) error {
			found = found || string(line) == strings.Join(out.rows[i], "\t")
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if !found {
			t.Fatalf("%s is not found", place)
		}
	}
}
