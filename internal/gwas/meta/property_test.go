package meta_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// pairs are allele pairs whose strand shows, palindromic ones, and indels.
var pairs = [][2]string{{"A", "G"}, {"A", "C"}, {"C", "T"}, {"A", "T"}, {"C", "G"}, {"A", "AT"}, {"GTT", "G"},
	{strings.Repeat("A", 40), "A"}}

// simulate makes k studies over the same sites, each with most of the variants.
func simulate(rng *rand.Rand, k, sites int) [][]sumstats.Row {
	studies := make([][]sumstats.Row, k)
	position, chromosome := int32(0), 1
	for site := range sites {
		position += int32(rng.IntN(4000))
		if site%(sites/3+1) == 0 && site > 0 {
			chromosome, position = chromosome+1, 1
		}
		pair := pairs[rng.IntN(len(pairs))]
		f := 0.02 + rng.Float64()*0.36
		effect := rng.NormFloat64() * 0.05
		if site%40 == 0 {
			effect *= 10
		}
		for i := range studies {
			if rng.Float64() < 0.2 {
				continue
			}
			n := 500 * float64(i+1)
			se := 1 / math.Sqrt(2*f*(1-f)*n)
			r := row(chromosome, max(position, 1), pair[0], pair[1], effect+se*rng.NormFloat64(), se, min(max(f+0.01*rng.NormFloat64(), 0.001), 0.39))
			r.N, r.Line, r.RSID = n, uint32(len(studies[i])+2), uint64(1000+site)
			studies[i] = append(studies[i], r)
		}
	}
	return studies
}

// swap exchanges the alleles of every row, complement reads it on the other strand.
func swap(r sumstats.Row) sumstats.Row {
	r.EA, r.OA, r.Beta, r.EAF = r.OA, r.EA, -r.Beta, 1-r.EAF
	return r
}

func complementRow(r sumstats.Row) sumstats.Row {
	if r.EA.Single() && r.OA.Single() {
		r.EA, r.OA = testDict.Complement(r.EA), testDict.Complement(r.OA)
	}
	return r
}

func mapRows(rows []sumstats.Row, f func(sumstats.Row) sumstats.Row) []sumstats.Row {
	out := make([]sumstats.Row, len(rows))
	for i := range rows {
		out[i] = f(rows[i])
	}
	return out
}

func named(studies [][]sumstats.Row) []meta.Study {
	out := make([]meta.Study, len(studies))
	for i := range studies {
		out[i] = memoryStudy(fmt.Sprintf("study %02d", i), studies[i])
	}
	return out
}

// canonical is a result by variant: orientation-free, so that runs compare that
// may name another strand or effect allele.
func canonical(out *table) map[string][]float64 {
	m := map[string][]float64{}
	for i := range out.rows {
		ea, oa := allele(out.text(i, "effect_allele")), allele(out.text(i, "other_allele"))
		beta, eaf := out.number(i, "beta"), out.number(i, "effect_allele_frequency")
		if ea.Single() && oa.Single() && min(testDict.Complement(ea), testDict.Complement(oa)) < min(ea, oa) {
			ea, oa = testDict.Complement(ea), testDict.Complement(oa)
		}
		if oa < ea {
			ea, oa, beta, eaf = oa, ea, -beta, 1-eaf
		}
		if variant.Palindromic(ea, oa) && eaf > 0.5 { // the other strand
			beta, eaf = -beta, 1-eaf
		}
		key := fmt.Sprint(out.text(i, "chromosome"), ":", out.text(i, "base_pair_location"), ":", testDict.Text(ea), ":", testDict.Text(oa))
		m[key] = []float64{beta, out.number(i, "standard_error"), eaf, out.number(i, "neg_log_10_p_value"), out.number(i, "n"),
			out.number(i, "n_studies"), out.number(i, "q"), out.number(i, "i2"), out.number(i, "tau2")}
	}
	return m
}

// same fails unless two results agree up to the rounding of the text.
func same(t fatal, name string, got, want *table) {
	t.Helper()
	g, w := canonical(got), canonical(want)
	if len(g) != len(w) {
		t.Fatalf("%s: %d variants, want %d", name, len(g), len(w))
	}
	for key, values := range w {
		for i, v := range values {
			if x, ok := g[key]; !ok || !(math.Abs(x[i]-v) <= 1e-8*math.Max(1, math.Abs(v)) || math.IsNaN(x[i]) && math.IsNaN(v)) {
				t.Fatalf("%s: %s is %v, want %v", name, key, g[key], values)
			}
		}
	}
}

type fatal interface {
	Helper()
	Fatalf(format string, args ...any)
}

func TestOrientationDoesNotMatter(t *testing.T) {
	for _, scheme := range []meta.Scheme{meta.FixedEffect, meta.RandomEffects, meta.SampleSize} {
		rapid.Check(t, func(rt *rapid.T) {
			rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
			studies := simulate(rng, rapid.IntRange(2, 5).Draw(rt, "k"), 60)
			opt := meta.DefaultOptions()
			opt.Scheme = scheme
			base, _ := runTable(t, named(studies), opt)
			i := rapid.IntRange(0, len(studies)-1).Draw(rt, "study")
			turned := slices.Clone(studies)
			turned[i] = mapRows(studies[i], swap)
			got, _ := runTable(t, named(turned), opt)
			same(rt, "alleles swapped", got, base)
			turned[i] = mapRows(studies[i], complementRow)
			got, summary := runTable(t, named(turned), opt)
			same(rt, "other strand", got, base)
			if len(studies) > 2 && summary.Studies[i].StrandFlipped == 0 && summary.Studies[i].RowsUsed > 20 {
				rt.Fatalf("strand flips were not counted: %+v", summary.Studies[i])
			}
		})
	}
}

func TestStudyOrderChangesDirectionOnly(t *testing.T) {
	studies := simulate(rand.New(rand.NewPCG(21, 22)), 5, 800)
	opt := meta.DefaultOptions()
	listed := named(studies)
	base, _ := runTable(t, listed, opt)
	order := []int{3, 0, 4, 2, 1}
	shuffled := make([]meta.Study, len(order))
	for to, from := range order {
		shuffled[to] = listed[from]
	}
	got, summary := runTable(t, shuffled, opt)
	column := slices.Index(base.columns, "direction")
	for i := range base.rows {
		want := base.rows[i][column]
		text := make([]byte, len(order))
		for to, from := range order {
			text[to] = want[from]
		}
		base.rows[i][column] = string(text)
	}
	if diff := cmp.Diff(base.rows, got.rows); diff != "" {
		t.Errorf("the order of studies changed the result (-before +after):\n%s", diff)
	}
	if summary.Studies[0].Name != "study 03" {
		t.Errorf("summary lists %q first, want the order as given", summary.Studies[0].Name)
	}
}

func TestBytesDoNotDependOnWorkers(t *testing.T) {
	studies := simulate(rand.New(rand.NewPCG(31, 32)), 4, 30_000)
	for _, scheme := range []meta.Scheme{meta.FixedEffect, meta.RandomEffects, meta.SampleSize} {
		opt := meta.DefaultOptions()
		opt.Scheme = scheme
		opt.Workers = 1
		_, file, index, summary := runBytes(t, named(studies), opt)
		for _, workers := range []int{1, 2, 7} {
			opt.Workers = workers
			_, again, indexAgain, summaryAgain := runBytes(t, named(studies), opt)
			if !bytes.Equal(file, again) || !bytes.Equal(index, indexAgain) {
				t.Errorf("%s: %d workers wrote other bytes", scheme, workers)
			}
			if diff := cmp.Diff(fmt.Sprintf("%+v", summary.TopLoci[0].Beta), fmt.Sprintf("%+v", summaryAgain.TopLoci[0].Beta)); diff != "" {
				t.Error(diff)
			}
		}
	}
}

// Eight runs at once over the same studies give what one gives alone.
func TestParallelRuns(t *testing.T) {
	studies := simulate(rand.New(rand.NewPCG(41, 42)), 3, 5000)
	_, want, _, _ := runBytes(t, named(studies), meta.DefaultOptions())
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			if _, got, _, _ := runBytes(t, named(studies), meta.DefaultOptions()); !bytes.Equal(got, want) {
				t.Error("another result than alone")
			}
		})
	}
}

func TestOneStudyReturnsItself(t *testing.T) {
	rows := simulate(rand.New(rand.NewPCG(51, 52)), 1, 500)[0]
	opt := meta.DefaultOptions()
	opt.MinStudies = 1
	out, _ := runTable(t, named([][]sumstats.Row{rows}), opt)
	kept := slices.DeleteFunc(slices.Clone(rows), func(r sumstats.Row) bool {
		return variant.Palindromic(r.EA, r.OA) && r.EAF >= 0.4 && r.EAF <= 0.6
	})
	sort.SliceStable(kept, func(i, j int) bool {
		return kept[i].Chromosome < kept[j].Chromosome || kept[i].Chromosome == kept[j].Chromosome && kept[i].Position < kept[j].Position
	})
	if len(out.rows) != len(kept) {
		t.Fatalf("%d results of %d rows", len(out.rows), len(kept))
	}
	for i, r := range kept {
		if out.text(i, "effect_allele") != testDict.Text(r.EA) || off(out.number(i, "beta"), r.Beta) > 1e-12 ||
			off(out.number(i, "standard_error"), r.SE) > 1e-12 || off(out.number(i, "effect_allele_frequency"), r.EAF) > 1e-8 ||
			out.text(i, "het_p") != "NA" || out.text(i, "q") != "NA" || out.text(i, "n_studies") != "1" {
			t.Fatalf("%+v became %v", r, out.rows[i])
		}
	}
}

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

func TestRefusals(t *testing.T) {
	sorted := memoryStudy("a", []sumstats.Row{row(1, 1, "A", "G", 1, 1, 0.1)})
	unsorted := memoryStudy("b", []sumstats.Row{row(1, 9, "A", "G", 1, 1, 0.1), row(1, 1, "A", "G", 1, 1, 0.1)})
	broken := meta.Study{Name: "c", Open: func(context.Context) (sumstats.RowReader, io.Closer, error) { return nil, nil, io.ErrUnexpectedEOF }}
	crowd := memoryStudy("d", slices.Repeat([]sumstats.Row{row(1, 1, "A", "G", 1, 1, 0.1)}, 1<<20+20_000))
	for _, c := range []struct {
		name    string
		studies []meta.Study
		edit    func(*meta.Options)
		want    error
	}{
		{"unsorted", []meta.Study{sorted, unsorted}, nil, meta.ErrUnsorted},
		{"unreadable", []meta.Study{sorted, broken}, nil, io.ErrUnexpectedEOF},
		{"one place", []meta.Study{sorted, crowd}, nil, meta.ErrCrowded},
		{"no study", nil, nil, nil},
		{"same name", []meta.Study{sorted, sorted}, nil, nil},
		{"GC without λ", []meta.Study{sorted}, func(o *meta.Options) { o.GenomicControl = true }, nil},
		{"unknown scheme", []meta.Study{sorted}, func(o *meta.Options) { o.Scheme = "x" }, nil},
		{"no minimum", []meta.Study{sorted}, func(o *meta.Options) { o.MinStudies = 0 }, nil},
	} {
		opt := meta.DefaultOptions()
		if c.edit != nil {
			c.edit(&opt)
		}
		_, err := meta.Run(context.Background(), testDict, c.studies, opt, meta.Output{Results: io.Discard, Index: io.Discard}, nil)
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
		var study *meta.StudyError
		if c.want != nil && !errors.As(err, &study) {
			t.Errorf("%s: %v does not name the study", c.name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := meta.Run(ctx, testDict, []meta.Study{sorted}, meta.DefaultOptions(), meta.Output{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// failing is a writer that refuses after some bytes.
type failing struct{ left int }

var errDiskFull = errors.New("no space left on device")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errDiskFull
	}
	return len(p), nil
}

func TestFailingOutputEndsTheRun(t *testing.T) {
	studies := named(simulate(rand.New(rand.NewPCG(91, 92)), 3, 20_000))
	for _, room := range []int{0, 10, 200_000} {
		_, err := meta.Run(context.Background(), testDict, studies, meta.DefaultOptions(), meta.Output{Results: &failing{room}, Index: io.Discard}, nil)
		if !errors.Is(err, errDiskFull) {
			t.Errorf("room for %d bytes: error %v", room, err)
		}
	}
	if _, err := meta.Run(context.Background(), testDict, studies, meta.DefaultOptions(), meta.Output{Results: io.Discard, Index: &failing{5}}, nil); !errors.Is(err, errDiskFull) {
		t.Errorf("index: error %v", err)
	}
}

func TestCancelledHalfway(t *testing.T) {
	studies := named(simulate(rand.New(rand.NewPCG(93, 94)), 3, 50_000))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	calls := 0
	_, err := meta.Run(ctx, testDict, studies, meta.DefaultOptions(), meta.Output{Results: io.Discard, Index: io.Discard}, func(p meta.Progress) {
		if calls++; p.Done > 20_000 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || calls == 0 {
		t.Errorf("error %v after %d calls", err, calls)
	}
}

func TestJoinByRSID(t *testing.T) {
	a, b := row(0, 0, "A", "G", 0.1, 0.05, 0.2), row(5, 77, "A", "G", 0.2, 0.05, 0.3)
	a.RSID, b.RSID = 42, 42
	c := row(1, 1, "A", "G", 1, 1, 0.2) // no rs number
	opt := meta.DefaultOptions()
	opt.Key = meta.ByRSID
	out, summary := runTable(t, []meta.Study{memoryStudy("a", []sumstats.Row{a}), memoryStudy("b", []sumstats.Row{c, b})}, opt)
	if len(out.rows) != 1 || out.text(0, "rsid") != "rs42" || out.text(0, "chromosome") != "NA" || out.text(0, "base_pair_location") != "NA" || out.text(0, "variant_id") != "NA" {
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
