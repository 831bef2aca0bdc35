package meta_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// runWithout runs with leave-one-out and returns its table too.
func runWithout(t testing.TB, studies []meta.Study, opt meta.Options) (whole, left *table, s *meta.Summary) {
	t.Helper()
	opt.LeaveOneOut = true
	var results, without bytes.Buffer
	s, err := meta.Run(context.Background(), testDict, studies, opt, meta.Output{Results: &results, LeaveOneOut: &without}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return unzipped(t, &results), unzipped(t, &without), s
}

func unzipped(t testing.TB, file io.Reader) *table {
	t.Helper()
	zr, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zr)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	out := &table{columns: strings.Split(lines[0], "\t")}
	for _, line := range lines[1:] {
		out.rows = append(out.rows, strings.Split(line, "\t"))
	}
	return out
}

// cells are beta without its sign, standard error and P of a result, as written, by place and rs number.
func cells(out *table) map[string][3]string {
	m := map[string][3]string{}
	for i := range out.rows {
		m[out.text(i, "chromosome")+":"+out.text(i, "base_pair_location")+":"+out.text(i, "rsid")] =
			[3]string{strings.TrimPrefix(out.text(i, "beta"), "-"), out.text(i, "standard_error"), out.text(i, "p_value")}
	}
	return m
}

func significant(c [3]string) bool {
	var p float64
	_, _ = fmt.Sscan(c[2], &p)
	return p < 5e-8
}

// checkWithout compares a run with leave-one-out with the separate runs without each study.
func checkWithout(t fatal, tb testing.TB, studies []meta.Study, opt meta.Options) {
	whole, left, s := runWithout(tb, studies, opt)
	if len(left.rows) != len(whole.rows) {
		t.Fatalf("%d lines of %d results", len(left.rows), len(whole.rows))
	}
	all, runs := cells(whole), make(map[string]map[string][3]string)
	for i, w := range s.LeaveOneOut {
		out, alone := runTable(tb, slices.Delete(slices.Clone(studies), i, i+1), opt)
		runs[studies[i].Name] = cells(out)
		want := meta.WithoutStudy{
			Name:         studies[i].Name,
			NVariants:    alone.NVariants,
			NSignificant: alone.NSignificant,
			NLoci:        alone.NLoci,
			LambdaGC:     alone.LambdaGC,
		}
		for key, c := range runs[studies[i].Name] {
			if whole, in := all[key]; significant(c) && (!in || !significant(whole)) {
				want.NGained++
			}
		}
		for key, c := range all {
			if without, in := runs[studies[i].Name][key]; significant(c) && (!in || !significant(without)) {
				want.NLost++
			}
		}
		if math.IsNaN(float64(w.LambdaGC)) && math.IsNaN(float64(want.LambdaGC)) {
			w.LambdaGC, want.LambdaGC = 0, 0
		}
		if w != want {
			t.Fatalf("%+v without %s:\n%+v, the run without it\n%+v", opt, studies[i].Name, w, want)
		}
	}
	for i := range left.rows {
		checkLine(t, whole, left, i, runs)
	}
}

// checkLine compares a line with the lines of the runs without each study.
func checkLine(t fatal, whole, left *table, i int, runs map[string]map[string][3]string) {
	for _, column := range []string{"chromosome", "base_pair_location", "effect_allele", "other_allele", "rsid", "n_studies"} {
		if left.text(i, column) != whole.text(i, column) {
			t.Fatalf("line %d: %s differs", i, column)
		}
	}
	key := left.text(i, "chromosome") + ":" + left.text(i, "base_pair_location") + ":" + left.text(i, "rsid")
	direction := whole.text(i, "direction") // studies are listed in order of their names
	least, most := math.Inf(1), math.Inf(-1)
	for name, run := range runs {
		at := slices.Index(sortedNames(runs), name)
		if c, in := run[key]; in && direction[at] != '?' {
			var beta, se float64
			_, _ = fmt.Sscan(c[0], &beta)
			_, _ = fmt.Sscan(c[1], &se)
			least, most = min(least, beta/se), max(most, beta/se)
		}
	}
	for group, want := range map[string]float64{"weakest": least, "strongest": most} {
		name := left.text(i, group+"_without")
		if math.IsInf(want, 0) {
			if name != "NA" || left.text(i, group+"_beta") != "NA" || left.text(i, group+"_p_value") != "NA" {
				t.Fatalf("%s: %v where no run has a result", key, left.rows[i])
			}
			continue
		}
		got := [3]string{strings.TrimPrefix(left.text(i, group+"_beta"), "-"), left.text(i, group+"_standard_error"), left.text(i, group+"_p_value")}
		if got != runs[name][key] {
			t.Fatalf("%s without %q: %v, the run without it %v", key, name, got, runs[name][key])
		}
		if z := math.Abs(left.number(i, group+"_beta") / left.number(i, group+"_standard_error")); !(math.Abs(z-want) <= 1e-11*want) {
			t.Fatalf("%s: |z| of the %s is %v, of the runs %v", key, group, z, want)
		}
	}
}

func sortedNames(runs map[string]map[string][3]string) []string {
	var names []string
	for name := range runs {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Leave-one-out is the separate run without each study, as written and in all counts, for every
// scheme that it is for, key, filter and minimum number of studies.
func TestLeaveOneOutIsTheRunWithoutTheStudy(t *testing.T) {
	models := []meta.RandomModel{{}, {Tau2: meta.REML}, {Interval: meta.HartungKnapp}}
	rapid.Check(t, func(rt *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 2))
		studies := simulate(rng, rapid.IntRange(2, 6).Draw(rt, "k"), 60)
		opt := meta.DefaultOptions()
		opt.Scheme = rapid.SampledFrom([]meta.Scheme{meta.FixedEffect, meta.RandomEffects}).Draw(rt, "scheme")
		if opt.Scheme == meta.RandomEffects {
			opt.RandomModel = rapid.SampledFrom(models).Draw(rt, "model")
		}
		opt.MinStudies = rapid.IntRange(1, 3).Draw(rt, "least")
		opt.Key = rapid.SampledFrom([]meta.Key{meta.ByPosition, meta.ByRSID}).Draw(rt, "key")
		opt.GenomicControl, opt.GenomicControlRegional = rapid.Bool().Draw(rt, "gc"), true
		opt.OutputMAF = rapid.SampledFrom([]float64{0, 0.1}).Draw(rt, "maf")
		opt.OutputNProportion = rapid.SampledFrom([]float64{0, 0.6}).Draw(rt, "n")
		listed := named(studies)
		for i := range listed {
			listed[i].N = 500 * float64(i+1)
			if rapid.Bool().Draw(rt, "turned") {
				listed[i].Open = memoryStudy("", mapRows(studies[i], swap)).Open
			}
		}
		checkWithout(rt, t, listed, opt)
	})
}

// The order in which the studies are listed changes nothing, nor does the number of workers.
func TestLeaveOneOutDoesNotDependOnOrder(t *testing.T) {
	studies := named(simulate(rand.New(rand.NewPCG(5, 6)), 5, 300))
	opt := meta.DefaultOptions()
	opt.Workers = 1
	_, want, s := runWithout(t, studies, opt)
	slices.Reverse(studies)
	opt.Workers = 4
	_, got, turned := runWithout(t, studies, opt)
	for i := range want.rows {
		if !slices.Equal(got.rows[i], want.rows[i]) {
			t.Fatalf("line %d: %v, want %v", i, got.rows[i], want.rows[i])
		}
	}
	slices.Reverse(turned.LeaveOneOut)
	if !slices.Equal(turned.LeaveOneOut, s.LeaveOneOut) || math.IsNaN(float64(s.LeaveOneOut[0].LambdaGC)) {
		t.Errorf("%+v, want %+v", turned.LeaveOneOut, s.LeaveOneOut)
	}
}

// A run of several ancestries leaves studies out of the whole result only, which stays as it is.
func TestLeaveOneOutChangesNoResult(t *testing.T) {
	studies := ofAncestries(3)
	opt := meta.DefaultOptions()
	plain, _, _ := runAncestries(t, studies, opt)
	opt.LeaveOneOut = true
	all, _, s := runAncestries(t, studies, opt)
	if all != plain || len(s.LeaveOneOut) != len(studies) {
		t.Errorf("the result differs, or %d of %d studies were left out", len(s.LeaveOneOut), len(studies))
	}
}

func TestLeaveOneOutRefusals(t *testing.T) {
	one := memoryStudy("a", []sumstats.Row{row(1, 100, "A", "G", 0.1, 0.02, 0.3)})
	two := memoryStudy("b", []sumstats.Row{row(1, 100, "A", "G", 0.1, 0.02, 0.3)})
	for _, c := range []struct {
		studies []meta.Study
		change  func(*meta.Options)
		want    string
	}{
		{[]meta.Study{one}, func(*meta.Options) {}, "two studies or more"},
		{[]meta.Study{one, two}, func(o *meta.Options) { o.Scheme = meta.SampleSize }, "ivw and random"},
		{[]meta.Study{one, two}, func(o *meta.Options) { o.OutputGenomicControl = true }, "without genomic control of the result"},
		{[]meta.Study{one, two}, func(o *meta.Options) { o.Scheme = meta.RandomEffects }, ""},
	} {
		opt := meta.DefaultOptions()
		opt.LeaveOneOut = true
		c.change(&opt)
		_, err := meta.Run(context.Background(), testDict, c.studies, opt, meta.Output{}, nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
