package meta_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// Three files whose result was worked out by hand: effects 0.20, 0.35 and −0.05 of one allele with
// errors 0.10, 0.15 and 0.20 once alleles and strands agree; an indel on X in two files, whose
// effect refers to its first allele; a palindrome, a rare and a badly imputed row that do not
// count.
func TestThreeFilesByHand(t *testing.T) {
	at := func(r sumstats.Row, info, cases, controls float64) sumstats.Row {
		r.Info, r.N, r.NCases, r.NControls = info, cases+controls, cases, controls
		return r
	}
	a := memoryStudy("A", []sumstats.Row{
		at(row(1, 1000, "G", "A", 0.20, 0.10, 0.30), 0.9, 1000, 3000), at(row(1, 2000, "A", "T", 0.5, 0.1, 0.4), 0.9, 1000, 3000),
		at(row(2, 500, "C", "T", -0.10, 0.05, 0.004), 0.9, 1000, 3000), at(row(23, 77, "AT", "A", 0.3, 0.1, 0.2), 0.95, 1000, 3000),
	})
	b := memoryStudy("B", []sumstats.Row{
		at(row(1, 1000, "A", "G", -0.35, 0.15, 0.65), 0.8, 500, 1500), at(row(2, 500, "C", "T", -0.2, 0.05, 0.01), 0.2, 500, 1500),
		at(row(23, 77, "A", "AT", -0.1, 0.1, 0.8), 0.95, 500, 1500),
	})
	c := memoryStudy(
		"C",
		[]sumstats.Row{at(row(1, 1000, "C", "T", -0.05, 0.20, 0.33), 1.1, 200, 200), at(row(2, 500, "C", "T", -0.1, 0.05, 0.05), 0.9, 200, 200)},
	)
	for i, s := range []*meta.Study{&a, &b, &c} {
		s.NCases, s.NControls = []float64{1000, 500, 200}[i], []float64{3000, 1500, 200}[i]
	}
	opt := meta.DefaultOptions()
	opt.MAF, opt.Info, opt.GenomicControl = 0.005, 0.3, false
	out, summary := runTable(t, []meta.Study{a, b, c}, opt)
	if len(out.rows) != 2 {
		t.Fatalf("%d variants, want 2: %v", len(out.rows), out.rows)
	}
	for i, want := range []struct {
		place, k, effect, direction string
		beta, se, p, i2             float64
		within                      float64 // as many digits as were worked out
	}{
		{"1000", "3", "G", "++-", 0.20245901639344266, 0.07682212795973759, 0.008403180120521514, 21.92, 1e-11},
		{"77", "2", "A", "--?", -0.2, 0.0707107, 0.0046777, 50, 1e-5},
	} {
		if got := []string{
			out.text(i, "base_pair_location"),
			out.text(i, "n_studies"),
			out.text(i, "effect_allele"),
			out.text(i, "direction"),
		}; !slices.Equal(
			got,
			[]string{want.place, want.k, want.effect, want.direction},
		) {
			t.Errorf("variant %d: %v, want %+v", i+1, got, want)
		}
		if !(off(out.number(i, "beta"), want.beta) <= want.within && off(out.number(i, "standard_error"), want.se) <= want.within &&
			off(pOf(out.number(i, "neg_log_10_p_value")), want.p) <= max(want.within, 1e-9) && math.Abs(out.number(i, "i2")-want.i2) <= 0.005) {
			t.Errorf("variant %d: %v, want %+v", i+1, out.rows[i], want)
		}
	}
	dropped := []map[string]int64{{"palindromic": 1, "low_maf": 1}, {"low_info": 1}, {"few_studies": 1}}
	for i, s := range summary.Studies {
		for reason, n := range dropped[i] {
			if s.DroppedByReason[reason] != n {
				t.Errorf("%s: %v, want %v", s.Name, s.DroppedByReason, dropped[i])
			}
		}
	}
	if float64(summary.NEffective) != 4900 { // 3,000 and 1,500 and 400
		t.Errorf("effective N %v, want 4900", summary.NEffective)
	}
}

// Whatever allele is counted and on whichever strand it is read, it is one variant: the effect of
// the allele named last is worked out by hand for each group. A/T and C/G are left out where their
// strand may not be guessed.
func TestSpellingsOfOneVariant(t *testing.T) {
	for _, group := range []struct {
		name      string
		rows      []sumstats.Row
		counted   string // the allele that effect and frequency refer to
		beta, eaf float64
	}{
		{"1:100 A G", []sumstats.Row{row(1, 100, "A", "G", 0.2, 0.1, 0.3), row(1, 100, "G", "A", -0.2, 0.1, 0.7), row(1, 100, "T", "C", 0.2, 0.1, 0.3)}, "G", -0.2, 0.7},
		{"3:7 A C", []sumstats.Row{row(3, 7, "T", "G", 0.1, 0.1, 0.2), row(3, 7, "C", "A", -0.1, 0.1, 0.8), row(3, 7, "A", "C", 0.1, 0.1, 0.2)}, "C", -0.1, 0.8},
		{"2:9 A AT", []sumstats.Row{row(2, 9, "A", "AT", 0.3, 0.1, 0.4), row(2, 9, "AT", "A", -0.3, 0.1, 0.6)}, "AT", -0.3, 0.6},
		{"A/T", []sumstats.Row{row(4, 9, "A", "T", 0.3, 0.1, 0.2), row(4, 9, "T", "A", -0.3, 0.1, 0.8)}, "", 0, 0},
		{"C/G", []sumstats.Row{row(4, 9, "C", "G", 0.3, 0.1, 0.2), row(4, 9, "G", "C", -0.3, 0.1, 0.8)}, "", 0, 0},
	} {
		studies := make([][]sumstats.Row, len(group.rows))
		for i, r := range group.rows {
			studies[i] = []sumstats.Row{r}
		}
		opt := meta.DefaultOptions()
		opt.MinStudies, opt.Palindromic = len(group.rows), meta.DropAll
		out, _ := runTable(t, named(studies), opt)
		if group.counted == "" {
			if len(out.rows) != 0 {
				t.Errorf("%s: %v, want none", group.name, out.rows)
			}
			continue
		}
		if len(out.rows) != 1 {
			t.Fatalf("%s: %d variants, want one: %v", group.name, len(out.rows), out.rows)
		}
		beta, eaf, i2 := out.number(0, "beta"), out.number(0, "effect_allele_frequency"), out.number(0, "i2")
		// Either strand may name the alleles; of a variant of single bases its complement is the same allele.
		if e := out.text(0, "effect_allele"); e != group.counted && e != map[string]string{"G": "C", "C": "G"}[group.counted] {
			beta, eaf = -beta, 1-eaf
		}
		if off(beta, group.beta) > 1e-12 || off(eaf, group.eaf) > 1e-12 || i2 != 0 {
			t.Errorf("%s: effect %v, frequency %v, I² %v, want %+v", group.name, beta, eaf, i2, group)
		}
	}
}

// A study split in two halves of its people, with the same effect in each and errors √2 as large,
// has the same result: by inverse variance and by sample size, whatever it is combined with.
func TestAStudySplitInTwoIsThatStudy(t *testing.T) {
	half := func(r sumstats.Row) sumstats.Row {
		z := r.Beta / r.SE / math.Sqrt2
		halved := row(int(r.Chromosome), r.Position, "A", "G", r.Beta, r.SE*math.Sqrt2, r.EAF)
		halved.EA, halved.OA, halved.N, halved.Line, halved.RSID = r.EA, r.OA, r.N/2, r.Line, r.RSID
		if math.Abs(halved.Beta/halved.SE-z) > 1e-12 {
			panic("the half is no half")
		}
		return halved
	}
	for _, scheme := range []meta.Scheme{meta.FixedEffect, meta.SampleSize} {
		rapid.Check(t, func(rt *rapid.T) {
			studies := simulate(rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 7)), rapid.IntRange(1, 4).Draw(rt, "k"), 40)
			opt := meta.DefaultOptions()
			opt.Scheme, opt.MinStudies, opt.GenomicControl = scheme, 1, false
			whole, _ := runTable(t, named(studies), opt)
			i := rapid.IntRange(0, len(studies)-1).Draw(rt, "study")
			parts := slices.Concat(studies[:i], [][]sumstats.Row{mapRows(studies[i], half), mapRows(studies[i], half)}, studies[i+1:])
			split, _ := runTable(t, named(parts), opt)
			w, s := canonical(whole), canonical(split)
			if len(w) != len(s) {
				rt.Fatalf("%s: %d variants, split %d", scheme, len(w), len(s))
			}
			for key, v := range w {
				for column, name := range []string{"beta", "SE", "frequency", "−log10 P", "N"} {
					if got := s[key]; len(got) == 0 || math.Abs(got[column]-v[column]) > 1e-8*math.Max(1, math.Abs(v[column])) {
						rt.Fatalf("%s, %s: %s is %v, split %v", scheme, key, name, v, got)
					}
				}
			}
		})
	}
}
