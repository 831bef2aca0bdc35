package meta_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cohortium/internal/gwas/meta"
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
		if site%(sites/14) == 0 && site > 0 { // on enough chromosomes for λ
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

// canonical returns a result by variant: orientation-free, so that runs compare that may name
// another strand or effect allele.
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

// Eight parallel runs over the same studies match a single run.
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
