package studyset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// line is a variant as a study reports it; its effect allele is A, or G when turned.
type line struct {
	beta, se, eaf, n float64
	neff             float32
	cases, controls  float64
	turned           bool
}

// plainLine returns an honest one of a trait of standard deviation 1 without an effect.
func plainLine(eaf, n float64) line {
	return line{se: 1 / math.Sqrt(2*eaf*(1-eaf)*n), eaf: eaf, n: n, cases: math.NaN(), controls: math.NaN()}
}

// rowAt returns the row of variant i: on all autosomes in turn, or on one only.
func (l line) rowAt(i int, local bool) sumstats.Row {
	r := sumstats.Row{Chromosome: genome.Chromosome(1 + i%22), Position: int32(1000 + i), RSID: uint64(1 + i), EA: variant.A, OA: variant.G,
		Beta: l.beta, SE: l.se, EAF: l.eaf, N: l.n, NEff: l.neff, NCases: l.cases, NControls: l.controls, NegLog10P: 1}
	if local {
		r.Chromosome = 1
	}
	if l.turned {
		r.EA, r.OA = variant.G, variant.A
	}
	return r
}

func studyOf(name string, local bool, lines []line) Study {
	s := NewSample(nil, false)
	for i, l := range lines {
		r := l.rowAt(i, local)
		s.Add(&r, sumstats.Totals{})
	}
	return Study{Name: name, Scale: sumstats.LinearUnits, Sample: s, Rows: int64(len(lines)), Lambda: 1}
}

// made draws studies of one trait: true effects and frequencies are shared, errors are not.
type made struct {
	r    *rand.Rand
	f    []float64
	beta []float64
}

func newMade(seed uint64, n int, effect float64) *made {
	m := &made{r: rand.New(rand.NewPCG(seed, 7))}
	for range n {
		f := 0.02 + 0.96*m.r.Float64()
		m.f = append(m.f, f)
		m.beta = append(m.beta, effect*m.r.NormFloat64()/math.Sqrt(2*f*(1-f)))
	}
	return m
}

// drift moves a frequency as far as populations of a fixation index of fst differ, on the
// scale of the arcsine of its root, where the variance of drift is constant.
func (m *made) drift(f, fst float64) float64 {
	a := math.Asin(math.Sqrt(f)) + m.r.NormFloat64()*math.Sqrt(fst)/2
	return math.Pow(math.Sin(min(max(a, 0.05), math.Pi/2-0.05)), 2)
}

// study draws n people with a trait of standard deviation sd; half of the variants count
// the other allele.
func (m *made) study(n, sd, fst float64) []line {
	lines := make([]line, len(m.f))
	for i, f := range m.f {
		l := plainLine(m.drift(f, fst), n)
		l.se *= sd
		l.beta = sd*m.beta[i] + l.se*m.r.NormFloat64()
		if m.r.IntN(2) == 0 {
			l.turned, l.beta, l.eaf = true, -l.beta, 1-l.eaf
		}
		lines[i] = l
	}
	return lines
}

// each changes every line.
func each(lines []line, change func(i int, l *line)) []line {
	out := append([]line(nil), lines...)
	for i := range out {
		change(i, &out[i])
	}
	return out
}

// codes lists verdicts as code(studies), with ! where contradicted.
func codes(verdicts []Verdict) string {
	var out []string
	for _, v := range verdicts {
		text := fmt.Sprintf("%s%v", v.Code, v.Studies)
		if v.Contradicted {
			text += "!"
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func judged(t *testing.T, name string, want string, studies ...Study) []Verdict {
	t.Helper()
	found := Judge(studies)
	if got := codes(found); got != want {
		t.Errorf("%s: %q, want %q", name, got, want)
		for _, v := range found {
			t.Log(v.Sentence)
		}
	}
	return found
}
