package qc

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"syscall"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// crowd is n rows at one place with the sites they match, all of other alleles.
func crowd(t testing.TB, d *variant.Dict, n int) (rows []sumstats.Row, sites []site) {
	for i := range n {
		text := "A"
		for j := i + 1; j > 0; j /= 4 {
			text += "ACGT"[j%4 : j%4+1]
		}
		r := sumstats.Row{Chromosome: 1, Position: 5, EA: allele(t, d, text), OA: variant.A, Beta: 0.1, SE: 0.1, EAF: 0.3, N: 1000,
			NegLog10P: 1, Line: uint32(i + 2), Info: math.NaN(), NCases: math.NaN(), NControls: math.NaN()}
		rows = append(rows, r)
		sites = append(sites, site{ref: r.OA, alt: r.EA, af: 0.3})
	}
	return rows, sites
}

// growth returns how much more work sixteen times as much takes, by the time of the processor,
// which does not depend on what else the machine does; the least of five measurements counts, as
// only the work itself is in all of them.
func growth(n int, work func(n int)) float64 {
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

func TestOnePlaceDoesNotGrowWithTheSquare(t *testing.T) {
	d := variant.NewDict()
	rows, sites := crowd(t, d, 16*2000)
	opt := NewOptions(genome.GRCh37)
	for name, panel := range map[string]bool{"duplicates": false, "panel": true} {
		factor := growth(2000, func(n int) {
			v := newResolver(&opt, d, panel, 1000)
			v.sites.all = sites[:n]
			v.sites.build()
			decided, err := v.resolve(t.Context(), rows[:n])
			if err != nil || len(decided.clean) != n {
				t.Fatalf("%s: %d rows clean, %v", name, len(decided.clean), err)
			}
		})
		if factor > mostGrowth {
			t.Errorf("%s: sixteen times as many rows take %.0f times as long", name, factor)
		}
	}
}

// An index finds the same sites as comparing with all of them.
func TestSitesAreFoundAmongMany(t *testing.T) {
	d := variant.NewDict()
	rng := rand.New(rand.NewPCG(3, 4))
	texts := []string{"A", "C", "G", "T", "I", "D", "AC", "ACC", "TT"}
	draw := func() variant.Allele { return allele(t, d, texts[rng.IntN(len(texts))]) }
	rule := NewOptions(genome.GRCh37).Palindromes
	for range 3000 {
		var index siteIndex
		for range rng.IntN(40) {
			index.all = append(index.all, site{ref: draw(), alt: draw(), af: 0.05 + 0.9*rng.Float64()})
		}
		index.build()
		r := sumstats.Row{EA: draw(), OA: draw(), EAF: 0.05 + 0.9*rng.Float64(), Beta: 0.1}
		byIndex, all := r, r
		gotSite, got := rule.harmonise(&byIndex, index.candidates(r.EA, r.OA), d)
		wantSite, want := rule.harmonise(&all, index.all, d)
		if got != want || gotSite != wantSite || byIndex.EA != all.EA || byIndex.OA != all.OA || byIndex.Beta != all.Beta {
			t.Fatalf("among %d sites %v %v, one by one %v %v", len(index.all), gotSite, got, wantSite, want)
		}
	}
}

// endless returns the same row forever.
type endless struct{ row sumstats.Row }

func (e endless) ReadRows(dst []sumstats.Row) (int, error) {
	for i := range dst {
		dst[i] = e.row
	}
	return len(dst), nil
}

func TestOnePlaceIsBounded(t *testing.T) {
	d := variant.NewDict()
	rows, _ := crowd(t, d, 1)
	opt := NewOptions(genome.GRCh37)
	emit := func(*decisions) error { return nil }
	var fault *textfile.FileError
	err := join(t.Context(), newCursor(endless{rows[0]}), nil, newResolver(&opt, d, false, 0), emit)
	if !errors.As(err, &fault) || fault.Code != sumstats.CodeMapping || fault.Line != 2 {
		t.Errorf("a study of one place: %v", err)
	}
	var bad *PanelError
	study := newCursor(&once{rows: rows})
	if err := join(t.Context(), study, newCursor(endless{rows[0]}), newResolver(&opt, d, true, 0), emit); !errors.As(err, &bad) {
		t.Errorf("a panel of one place: %v", err)
	}
}

// once returns some rows and ends.
type once struct{ rows []sumstats.Row }

func (o *once) ReadRows(dst []sumstats.Row) (int, error) {
	n := copy(dst, o.rows)
	o.rows = o.rows[n:]
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func TestOnePlaceObeysTheContext(t *testing.T) {
	d := variant.NewDict()
	rows, sites := crowd(t, d, 5000)
	opt := NewOptions(genome.GRCh37)
	stop := errors.New("nobody waits any more")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	v := newResolver(&opt, d, true, 0)
	v.sites.all = sites
	v.sites.build()
	if _, err := v.resolve(ctx, rows); !errors.Is(err, stop) {
		t.Errorf("resolve: %v", err)
	}
	if _, err := newCursor(endless{rows[0]}).restOfPosition(ctx, rows[:1]); !errors.Is(err, stop) {
		t.Errorf("rows of a position: %v", err)
	}
	if err := newCursor(endless{rows[0]}).sitesAt(ctx, &rows[0], &v.sites); !errors.Is(err, stop) {
		t.Errorf("sites of a position: %v", err)
	}
}
