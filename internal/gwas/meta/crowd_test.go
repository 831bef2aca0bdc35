package meta_test

import (
	"context"
	"io"
	"math"
	"slices"
	"sort"
	"syscall"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// crowd is n rows at one place, all of other alleles.
func crowd(n int) []sumstats.Row {
	rows := make([]sumstats.Row, n)
	for i := range rows {
		text := []byte("A")
		for j := i + 1; j > 0; j /= 4 {
			text = append(text, "ACGT"[j%4])
		}
		rows[i] = row(1, 1, "A", "G", 0.1, 0.05, 0.3)
		rows[i].EA, rows[i].Line = allele(string(text)), uint32(i+2)
	}
	return rows
}

// growth returns how much more work sixteen times as much takes, by the time of the processor,
// which does not depend on what else the machine does; the least of five measurements counts, as
// only the work itself is in all of them.
func growth(t *testing.T, n int, work func(n int)) float64 {
	t.Helper()
	used := func() float64 {
		var u syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // fails only for another argument
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	least := func(n int) float64 {
		best := math.Inf(1)
		for range 5 {
			start := used()
			work(n)
			best = min(best, used()-start)
		}
		return best
	}
	small, large := least(n), least(16*n)
	return large / max(small, 1e-4)
}

// mostGrowth is between the 25 of sorting sixteen times as many rows and the 256 of comparing each
// with each.
const mostGrowth = 80

// Sorting sixteen times as many rows takes about ten times as long, comparing each
// with each 64 times.
func TestOnePlaceDoesNotGrowWithTheSquare(t *testing.T) {
	rows := crowd(16 * 2000)
	factor := growth(t, 2000, func(n int) {
		opt := meta.DefaultOptions()
		opt.MinStudies = 2
		studies := []meta.Study{memoryStudy("a", rows[:n]), memoryStudy("b", rows[:n/2]), memoryStudy("c", rows[n/2:n])}
		for i := range studies {
			studies[i].Rows = int64(n)
		}
		s, err := meta.Run(context.Background(), testDict, studies, opt, meta.Output{Results: io.Discard}, nil)
		if err != nil || s.NVariants != int64(n) {
			t.Fatalf("%d variants, %v", s.NVariants, err)
		}
	})
	if factor > mostGrowth {
		t.Errorf("sixteen times as many rows take %.0f times as long", factor)
	}
}

// Rows of one place that no other study shares are explained one by one.
func TestExplainingOnePlaceDoesNotGrowWithTheSquare(t *testing.T) {
	rows := crowd(32 * 2000)
	factor := growth(t, 2000, func(n int) {
		studies := []meta.Study{memoryStudy("a", rows[:n]), memoryStudy("b", rows[n:2*n])}
		s, err := meta.Run(context.Background(), testDict, studies, meta.DefaultOptions(), meta.Output{}, nil)
		if err != nil || s.Studies[0].DroppedByReason["few_studies"] != int64(n) {
			t.Fatalf("%+v, %v", s.Studies, err)
		}
	})
	if factor > mostGrowth {
		t.Errorf("sixteen times as many rows take %.0f times as long", factor)
	}
}

// Many variants at one place have the same results as when each has its own place.
func TestOnePlaceCountsAsManyDo(t *testing.T) {
	rows := crowd(100)
	spread := func(rows []sumstats.Row) []sumstats.Row {
		out := slices.Clone(rows)
		for i := range out {
			out[i].Position = int32(out[i].Line)
		}
		return out
	}
	both := func(change func([]sumstats.Row) []sumstats.Row) *table {
		out, _ := runTable(t, []meta.Study{memoryStudy("a", change(rows)), memoryStudy("b", change(rows[20:]))}, meta.DefaultOptions())
		return out
	}
	crowded, alone := both(func(r []sumstats.Row) []sumstats.Row { return r }), both(spread)
	effects := func(out *table) []string {
		var list []string
		for i := range out.rows {
			list = append(list, out.text(i, "effect_allele")+out.text(i, "other_allele")+out.text(i, "beta")+out.text(i, "standard_error"))
		}
		sort.Strings(list)
		return list
	}
	if got, want := effects(crowded), effects(alone); len(got) != 80 || !slices.Equal(got, want) {
		t.Errorf("%d variants at one place, %d at many", len(got), len(want))
	}
}

// λ is measured over the rows that the study's own rules keep, by the run itself or by a meter in
// front of it.
func TestOneLambda(t *testing.T) {
	rows := make([]sumstats.Row, 3000)
	var kept []float64
	for i := range rows {
		z := 3 * math.Sin(float64(i)*1.7)
		rows[i] = row(1, int32(i*10_000+1), "A", "G", z*0.05, 0.05, 0.3)
		rows[i].Chromosome = genome.Chromosome(1 + i/200)
		rows[i].NegLog10P = 2 // contradicts the effect
		if i%3 == 0 {
			rows[i].EAF, rows[i].Beta = 0.001, 5 // rare, and left out
			continue
		}
		kept = append(kept, z*z)
	}
	sort.Float64s(kept)
	want := (kept[len(kept)/2-1] + kept[len(kept)/2]) / 2 / 0.45493642311957
	opt := meta.DefaultOptions()
	opt.MAF, opt.MinStudies, opt.GenomicControl = 0.01, 1, true
	study := memoryStudy("a", rows)
	_, summary := runTable(t, []meta.Study{study}, opt)
	got := summary.Studies[0]
	if off(float64(got.LambdaGC), want) > 1e-12 || got.LambdaApplied != got.LambdaGC {
		t.Errorf("λ %v, applied %v, want %v", got.LambdaGC, got.LambdaApplied, want)
	}
	meter := meta.NewLambdaMeter(&rowSlice{rows, 7}, &study, opt)
	for buffer, err := make([]sumstats.Row, 100), error(nil); err == nil; {
		_, err = meter.ReadRows(buffer)
	}
	if meter.Value() != float64(got.LambdaGC) {
		t.Errorf("the meter says %v, the run %v", meter.Value(), got.LambdaGC)
	}
}
