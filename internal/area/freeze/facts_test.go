package freeze_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/studyset"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// cohortOf draws a study of 2,000 variants with frequencies f; effects are independent draws.
func cohortOf(rng *rand.Rand, f []float64, unit float64) freeze.Fact {
	s := studyset.NewSample(variant.NewDict(), false)
	for i, p := range f {
		n := 5000.0
		p += rng.NormFloat64() * math.Sqrt(p*(1-p)/(2*n))
		se := 1 / math.Sqrt(2*p*(1-p)*n)
		z := rng.NormFloat64()
		if i%50 == 0 {
			z += 8 // effects that all studies share
		}
		s.Add(&sumstats.Row{Chromosome: genome.Chromosome(1 + i%22), Position: int32(1000 * (i + 1)), EA: variant.A, OA: variant.G,
			Beta: z * se * unit, SE: se * unit, EAF: p, N: n}, sumstats.Totals{})
	}
	return freeze.Fact{SHA256: fmt.Sprint(rng.Uint64()), Rows: int64(len(f)), Sample: s}
}

// mixed returns frequencies of which a share m is the second population's.
func mixed(a, b []float64, m float64) []float64 {
	f := make([]float64, len(a))
	for i := range a {
		f[i] = (1-m)*a[i] + m*b[i]
	}
	return f
}

// An ancestry is contradicted from F_ST to another of half of that to the own one: a mixture with a
// share m has m²·F and (1−m)²·F to the two, which is half at m = 0.586. Differences below 0.005 do not
// count: populations d apart have F_ST near d²/0.45.
func TestDeclaredAncestry(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, c := range []struct {
		m, d float64 // mixture, and difference of the two populations
		want bool
	}{{0, 0.1, false}, {1, 0.1, true}, {0.5, 0.1, false}, {0.55, 0.1, false}, {0.62, 0.15, true}, {1, 0.055, true}, {1, 0.04, false}} {
		a, b := make([]float64, 2000), make([]float64, 2000)
		for i := range a {
			p, side := 0.2+0.3*rng.Float64(), c.d*float64(1-2*(i%2))
			a[i], b[i] = p+side/2, p-side/2
		}
		d := document(study("x", "HF", "AFR"), study("a", "HF", "AFR"), study("b", "HF", "AFR"), study("c", "HF", "EUR"), study("d", "HF", "EUR"))
		facts := []freeze.Fact{cohortOf(rng, mixed(a, b, c.m), 1), cohortOf(rng, a, 1), cohortOf(rng, a, 1), cohortOf(rng, b, 1), cohortOf(rng, b, 1)}
		p := freeze.NewPlan(d, facts, freeze.Rates{})
		if eur := p.Cells[1]; eur.Status != freeze.Ready {
			t.Fatalf("EUR: %+v", eur.Lacks)
		}
		afr := p.Cells[0]
		if got := afr.Status == freeze.Blocked; got != c.want ||
			got && (len(afr.Lacks) != 1 || !strings.HasPrefix(afr.Lacks[0].Sentence, "x is declared AFR. Its frequencies match EUR: F_ST ")) {
			t.Errorf("mixture %v of populations %v apart: %s %+v", c.m, c.d, afr.Status, afr.Lacks)
		}
	}
}

// What the files show beside each other blocks a cell unless the options answer it.
func TestFilesBesideEachOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	f := make([]float64, 2000)
	for i := range f {
		f[i] = 0.1 + 0.4*rng.Float64()
	}
	for _, c := range []struct {
		name   string
		change func(*freeze.Document, []freeze.Fact)
		status freeze.Status
		code   string
	}{
		{"nothing", func(*freeze.Document, []freeze.Fact) {}, freeze.Ready, ""},
		{"the same file", func(_ *freeze.Document, facts []freeze.Fact) { facts[1] = facts[0] }, freeze.Blocked, "duplicate"},
		{"the same people", func(_ *freeze.Document, facts []freeze.Fact) { facts[1].Sample = facts[0].Sample }, freeze.Blocked, "shared_people"},
		{"the same people, confirmed", func(d *freeze.Document, facts []freeze.Fact) {
			facts[1].Sample, d.Options.Confirmed = facts[0].Sample, []studyset.Code{studyset.SharedPeople}
		}, freeze.Warned, "shared_people"},
		{"percent among fractions", func(_ *freeze.Document, facts []freeze.Fact) { facts[2] = cohortOf(rng, f, 100) }, freeze.Blocked, "units"},
		{"two builds", func(_ *freeze.Document, facts []freeze.Fact) {
			facts[0].Build, facts[1].Build = genome.GRCh37, genome.GRCh38
		}, freeze.Blocked, "build"},
		{"two builds, stated", func(d *freeze.Document, facts []freeze.Fact) {
			facts[0].Build, facts[1].Build, d.Options.Build = genome.GRCh37, genome.GRCh38, genome.GRCh37
		}, freeze.Ready, ""},
		{"an open question", func(_ *freeze.Document, facts []freeze.Fact) { facts[0].Problem = "which column is the effect?" }, freeze.Blocked, "unreadable"},
	} {
		d := document(study("a", "HF", "EUR"), study("b", "HF", "EUR"), study("c", "HF", "EUR"))
		facts := []freeze.Fact{cohortOf(rng, f, 1), cohortOf(rng, f, 1), cohortOf(rng, f, 1)}
		c.change(d, facts)
		cell := only(t, freeze.NewPlan(d, facts, freeze.Rates{}))
		code := ""
		if len(cell.Lacks) > 0 {
			code = cell.Lacks[0].Code
		}
		if cell.Status != c.status || code != c.code || cell.Made() == (c.status == freeze.Blocked) {
			t.Errorf("%s: %s %+v", c.name, cell.Status, cell.Lacks)
		}
	}
}
