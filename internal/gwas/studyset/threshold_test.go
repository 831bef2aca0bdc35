package studyset

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
)

// scores makes a pair of studies from z-scores; the first variants of the list come on all
// autosomes, or on one when local.
func scores(local bool, n int, z func(i int) (first, second float64)) (a, b Study) {
	return scored(local, n, 1, z)
}

// scored returns two studies; the standard errors in the second are wider times as large.
func scored(local bool, n int, wider float64, z func(i int) (first, second float64)) (a, b Study) {
	x, y := make([]line, n), make([]line, n)
	for i := range n {
		l := plainLine(0.3, 10_000)
		p, q := z(i)
		x[i], y[i] = l, l
		y[i].se *= wider
		x[i].beta, y[i].beta = p*l.se, q*y[i].se
	}
	return studyOf("a", local, x), studyOf("b", local, y)
}

// spaced returns the i-th of n quantiles of a normal distribution of standard deviation sd, by
// bisection of the error function.
func spaced(i, n int, sd float64) float64 {
	p, lo, hi := (float64(i)+0.5)/float64(n), -8.0, 8.0
	for range 60 {
		if mid := (lo + hi) / 2; math.Erfc(-mid/math.Sqrt2)/2 < p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return sd * lo
}

// paired returns two normal variables without correlation: quantiles, and the same in an order that
// has nothing to do with the first.
func paired(i, n int) (first, second float64) {
	return spaced(i, n, 1), spaced(int(uint64(i)*2654435761%uint64(n)), n, 1)
}

// TestPeopleThresholds has each limit of people on both sides.
func TestPeopleThresholds(t *testing.T) {
	same := func(sd, noise float64, n int, local bool) string {
		a, b := scores(local, n, func(i int) (float64, float64) {
			z, e := paired(i, n)
			return sd * z, sd*z + noise*e
		})
		found := Judge([]Study{a, b})
		if len(found) == 0 {
			return ""
		}
		if strings.Contains(found[0].Sentence, "same study") {
			return "same"
		}
		return "people"
	}
	const n = 3001
	for _, c := range []struct {
		name string
		got  string
		want string
	}{
		{"a spread of 0.30", same(3, 0.30, n, false), "same"},
		{"a spread of 0.34", same(3, 0.34, n, false), "people"},
		{"z correlate by 0.96", same(1, 0.29, n, false), "same"},
		{"z correlate by 0.94", same(0.8, 0.29, n, false), "people"},
		{"in one place, a spread of 0.028", same(1, 0.028, n, true), "same"},
		{"in one place, a spread of 0.032", same(1, 0.032, n, true), ""},
		{"20 variants", same(1, 0, 20, true), "same"},
		{"19 variants", same(1, 0, 19, true), ""},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
	errors := func(rho, wider float64, n int) string {
		a, b := scored(false, n, wider, func(i int) (float64, float64) {
			z, e := paired(i, n)
			return z, rho*z + math.Sqrt(1-rho*rho)*e
		})
		return codes(Judge([]Study{a, b}))
	}
	for _, c := range []struct {
		rho, wider float64
		n          int
		want       string
	}{
		{0.68, 1, n, "shared_people[0 1]"}, {0.62, 1, n, ""},
		{0.85, 1, 500, "shared_people[0 1]"}, {0.85, 1, 499, ""},
		{0.9, 1.9, n, "shared_people[0 1]"}, {0.9, 5.1, n, "units[1 0]"},
	} {
		if got := errors(c.rho, c.wider, c.n); got != c.want {
			t.Errorf("errors that correlate by %g, standard errors %g times as large, %d variants: %q, want %q", c.rho, c.wider, c.n, got, c.want)
		}
	}
}

// TestFrequencyThresholds has each limit of frequencies on both sides.
func TestFrequencyThresholds(t *testing.T) {
	pair := func(local bool, n int, f func(i int) (first, second float64, turned bool)) []Verdict {
		x, y := make([]line, n), make([]line, n)
		for i := range n {
			p, q, turned := f(i)
			x[i], y[i] = plainLine(0.3, 10_000), plainLine(0.3, 10_000)
			z, w := paired(i, n)
			x[i].beta, y[i].beta = x[i].se*(z+3), y[i].se*(w+3) // effects that agree
			x[i].eaf, y[i].eaf, x[i].turned, y[i].turned = p, q, turned, turned
			if turned {
				x[i].beta, y[i].beta = -x[i].beta, -y[i].beta
			}
		}
		return Judge([]Study{studyOf("a", local, x), studyOf("b", local, y)})
	}
	const n = 3001
	correlated := func(r float64, n int) []Verdict {
		return pair(false, n, func(i int) (float64, float64, bool) {
			z, e := paired(i, n)
			return 0.5 + 0.1*z, 0.5 + 0.1*(r*z+math.Sqrt(1-r*r)*e), false
		})
	}
	mirrored := func(off float64, share float64) []Verdict {
		return pair(true, 1000, func(i int) (float64, float64, bool) {
			f := 0.1 + 0.25*float64(i)/1000
			turned := i%2 == 0
			if turned {
				f = 1 - f
			}
			if float64(i) >= 1000*share {
				return f, f, turned
			}
			return f, 1 - f - off, turned
		})
	}
	folded := func(common, above float64) []Verdict {
		return pair(false, 2000, func(i int) (float64, float64, bool) {
			f := common
			if i%2 == 0 {
				f = 0.2
			}
			stated := min(f, 1-f)
			if float64(i) < 2000*above {
				stated = 0.51
			}
			return f, stated, false
		})
	}
	// One in four is common; folding leaves noise², of noise² + 0.22²/4.
	fit := func(noise float64) []Verdict {
		return pair(false, 4000, func(i int) (float64, float64, bool) {
			f := 0.39
			if i%4 == 0 {
				f = 0.61
			}
			return f, 0.39 + noise*float64(2*(i/4%2)-1), i%3 == 0
		})
	}
	for _, c := range []struct {
		name string
		got  []Verdict
		want string
	}{
		{"r = −0.53", correlated(-0.53, n), "mirror"}, {"r = −0.47", correlated(-0.47, n), "do not agree"},
		{"r = 0.27", correlated(0.27, n), "do not agree"}, {"r = 0.33", correlated(0.33, n), ""},
		{"50 variants", correlated(-1, 50), "mirror"}, {"49 variants", correlated(-1, 49), ""},
		{"in one place, 0.049 off", mirrored(0.049, 1), "mirror"}, {"in one place, 0.051 off", mirrored(0.051, 1), ""},
		{"in one place, 90 %", mirrored(0, 0.9), "mirror"}, {"in one place, 89 %", mirrored(0, 0.89), ""},
		{"common at 0.61", folded(0.61, 0), "minor allele"}, {"common at 0.59", folded(0.59, 0), ""},
		{"0.9 % above", folded(0.8, 0.009), "minor allele"}, {"1.1 % above", folded(0.8, 0.011), "do not agree"},
		{"folding leaves 0.31", fit(0.074), "minor allele"}, {"folding leaves 0.36", fit(0.082), ""},
	} {
		got := ""
		if len(c.got) > 0 {
			got = c.got[0].Sentence
		}
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestSignThresholds: n products of equal size are √n standard errors from 0.
func TestSignThresholds(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{{63, ""}, {65, "alleles[0 1]!"}} {
		a, b := scores(false, c.n, func(i int) (float64, float64) { return 1 + float64(i%2), -2.5 / (1 + float64(i%2)) })
		judged(t, fmt.Sprint(c.n, " opposite effects"), c.want, a, b)
	}
	for _, c := range []struct {
		agree int // of 100
		want  string
	}{{64, "frequency[0 1]!"}, {66, "frequency[0 1]"}} {
		x, y := make([]line, 100), make([]line, 100)
		for i := range 100 {
			x[i], y[i] = plainLine(0.1+0.003*float64(i), 1000), plainLine(0.1+0.003*float64(i), 1000)
			x[i].beta, y[i].beta = x[i].se*3, y[i].se
			if i >= c.agree {
				y[i].beta = -y[i].se
			}
			y[i].eaf = 1 - y[i].eaf
		}
		judged(t, fmt.Sprint(c.agree, " of 100 effects agree"), c.want, studyOf("a", false, x), studyOf("b", false, y))
	}
}

// TestUnitThresholds has each limit of units on both sides.
func TestUnitThresholds(t *testing.T) {
	// two studies: spread is the ratio of σ, slope that of the effects of strong variants with |z| = z.
	two := func(spread, slope, z float64, strongOnes int, maf float64, sized bool) []Verdict {
		x, y := make([]line, 400), make([]line, 400)
		for i := range 400 {
			x[i], y[i] = plainLine(maf, 10_000), plainLine(maf, 10_000)
			p, q := paired(i, 400)
			x[i].beta, y[i].beta = 0.9*x[i].se*p, 0.9*y[i].se*q
			if i < strongOnes {
				x[i].beta = z * x[i].se
				y[i].beta = slope / spread * z * y[i].se
			}
			y[i].se, y[i].beta = spread*y[i].se, spread*y[i].beta
			if !sized {
				x[i].n, y[i].n = math.NaN(), math.NaN()
			}
		}
		return Judge([]Study{studyOf("a", false, x), studyOf("b", false, y)})
	}
	for _, c := range []struct {
		name string
		got  []Verdict
		want string
	}{
		{"4.9 times", two(4.9, 1, 0, 0, 0.3, true), ""}, {"5.1 times", two(5.1, 1, 0, 0, 0.3, true), "units[1 0]"},
		{"1.95 times, with a slope of 1.95", two(1.95, 1.95, 60, 20, 0.3, true), ""}, {"2.05 times, with a slope of 2.05", two(2.05, 2.05, 60, 20, 0.3, true), "units[1 0]"},
		{"a twentieth", two(0.05, 1, 0, 0, 0.3, true), "units[1 0]"},
		{"rarer than 1 %", two(6, 1, 0, 0, 0.0098, true), ""}, {"1 %", two(6, 1, 0, 0, 0.0102, true), "units[1 0]"},
		{"effects agree within 1.45", two(3, 1.45, 60, 20, 0.3, true), "sample_size[1 0]"}, {"effects differ by 1.55", two(3, 1.55, 60, 20, 0.3, true), "units[1 0]"},
		{"ten strong variants", two(3, 1, 60, 10, 0.3, true), "sample_size[1 0]"}, {"nine strong variants", two(3, 1, 60, 9, 0.3, true), ""},
		{"|z| of 5.1", two(30, 30, 5.1, 20, 0.3, false), "units[1 0]"}, {"|z| of 4.9", two(30, 30, 4.9, 20, 0.3, false), ""},
		// ln 2 + 4 SE: with 25 variants of |z| = 20 in the first the SE of the slope is spread/√(25·20²) = 0.2.
		{"a slope of 2.6 ± 0.2", two(20, 2.6, 20, 25, 0.3, false), ""}, {"a slope of 2.75 ± 0.2", two(20, 2.75, 20, 25, 0.3, false), "units[1 0]"},
	} {
		if got := codes(c.got); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for ratio, want := range map[float64]string{38.67 * 1.11: "cholesterol", 38.67 * 1.14: "", 1 / 88.57: "triglycerides", 10: "cm and mm", 18.5: "glucose", 5: "", 100: "per cent", 1 / 2.54: "inches"} {
		if got := named(ratio); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%g: %q, want %q", ratio, got, want)
		}
	}
}

// TestScaleOfCaseControlStudies: log odds of balanced and of unbalanced studies are on one scale.
func TestScaleOfCaseControlStudies(t *testing.T) {
	logistic := func(name string, cases, controls float64, stated bool) Study {
		lines := make([]line, 200)
		for i := range lines {
			f := 0.1 + 0.002*float64(i)
			n := cases + controls
			lines[i] = line{se: 1 / math.Sqrt(2*f*(1-f)*cases*controls/n), eaf: f, n: n, cases: math.NaN(), controls: math.NaN()}
			lines[i].beta = lines[i].se * (float64(i*int(cases)/100%11) - 5) / 3
			if stated {
				lines[i].cases, lines[i].controls = cases, controls
			}
		}
		one := studyOf(name, false, lines)
		one.Scale = sumstats.LogOdds
		return one
	}
	for _, stated := range []bool{true, false} {
		a, b := logistic("a", 5000, 5000, stated), logistic("b", 500, 99_500, stated)
		if stated {
			for _, one := range []Study{a, b} {
				if s := one.spread(); math.Abs(s-1) > 1e-5 {
					t.Errorf("%s: spread %g, want 1", one.Name, s)
				}
			}
		}
		judged(t, fmt.Sprint("counts stated: ", stated), "", a, b)
	}
}

// TestCountThresholds has the limits of the counts on both sides.
func TestCountThresholds(t *testing.T) {
	for _, c := range []struct {
		study Study
		want  string
	}{
		{Study{Rows: 1000, Duplicates: 101}, "duplicates[0]"}, {Study{Rows: 1000, Duplicates: 100}, ""}, {Study{Rows: 19, Duplicates: 19}, ""},
		{Study{Rows: 1000, Lambda: 1001}, "inflation[0]"}, {Study{Rows: 1000, Lambda: 1000}, ""}, {Study{Rows: 19, Lambda: 1e6}, ""},
		{Study{Rows: 1000, Lambda: math.NaN()}, ""},
	} {
		judged(t, fmt.Sprintf("%+v", c.study), c.want, c.study)
	}
}

// TestRatioThresholds has the limits of ratios and of halved effective sizes on both sides.
func TestRatioThresholds(t *testing.T) {
	ratios := func(low, high, share, positive float64) string {
		a, b := make([]line, 1000), make([]line, 1000)
		for i := range 1000 {
			a[i], b[i] = plainLine(0.3, 10_000), plainLine(0.3, 10_000)
			a[i].beta = 0.01
			if float64(i) >= 1000*positive {
				a[i].beta = -0.01
			}
			b[i].beta = low + (high-low)*float64(i%2)
			if float64(i) >= 1000*share {
				b[i].beta = 0.1
			}
		}
		for _, v := range Judge([]Study{studyOf("a", false, a), studyOf("b", false, b)}) {
			if v.Code == Scale {
				return codes([]Verdict{v})
			}
		}
		return ""
	}
	for _, c := range []struct{ got, want string }{
		{ratios(0.51, 1.99, 1, 0.5), "scale[1]!"}, {ratios(0.49, 1.99, 1, 0.5), ""}, {ratios(0.51, 2.01, 1, 0.5), ""},
		{ratios(0.9, 1.1, 0.8, 0.5), "scale[1]!"}, {ratios(0.9, 1.1, 0.799, 0.5), ""},
		{ratios(0.9, 1.1, 1, 0.799), "scale[1]!"}, {ratios(0.9, 1.1, 1, 0.8), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	halves := func(times, share float64, n int) string {
		lines := make([]line, n)
		for i := range lines {
			lines[i] = plainLine(0.3, 20_000)
			lines[i].cases, lines[i].controls, lines[i].neff = 8000, 12_000, float32(19_200*times)
			if float64(i) >= share*float64(n) {
				lines[i].neff = 19_200
			}
		}
		return codes(Judge([]Study{studyOf("a", false, lines)}))
	}
	for _, c := range []struct{ got, want string }{
		{halves(0.5, 1, 1000), "effective_n[0]"}, {halves(0.509, 1, 1000), "effective_n[0]"}, {halves(0.511, 1, 1000), ""}, {halves(1, 1, 1000), ""},
		{halves(0.5, 0.9, 1000), "effective_n[0]"}, {halves(0.5, 0.899, 1000), ""}, {halves(0.5, 1, 20), "effective_n[0]"}, {halves(0.5, 1, 19), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// TestBuildThresholds: positions of another build share few places and most rs numbers.
func TestBuildThresholds(t *testing.T) {
	study := func(name string, from, rsid int) Study {
		s := NewSample(nil, false)
		for i := range 1000 {
			l := plainLine(0.3, 1000)
			l.beta = l.se * float64(i%7+from%5)
			r := l.rowAt(i, false)
			r.Position, r.RSID = int32(from+i), uint64(rsid+i)
			s.Add(&r, sumstats.Totals{})
		}
		return Study{Name: name, Sample: s}
	}
	for _, c := range []struct {
		from, rsid int
		want       string
	}{
		{50_000, 1, "build[1]!"}, {50_000, 500, "build[1]!"}, {50_000, 502, "few_shared[1]"}, {50_000, 90_000, "few_shared[1]"}, {1000, 90_000, ""},
	} {
		found := Judge([]Study{study("a", 1000, 0), study("b", c.from, c.rsid)})
		kept := found[:0]
		for _, v := range found {
			if v.Code == Build || v.Code == FewShared {
				kept = append(kept, v)
			}
		}
		if got := codes(kept); got != c.want {
			t.Errorf("rs numbers from %d: %q, want %q", c.rsid, got, c.want)
		}
	}
}
