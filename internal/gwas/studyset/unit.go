package studyset

import (
	"fmt"
	"math"
	"strconv"

	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

const (
	// unitsFactor is how far the spreads of one trait in two studies may differ where
	// strong variants show the slope of the effects, and spreadFactor where they do not:
	// the glucose of three real cohorts differs by 2.5.
	unitsFactor  = 2
	spreadFactor = 5
	// slopeAgrees is how far a slope may be from 1 for effects in one unit.
	slopeAgrees = 1.5
	// leastStrong is the number of variants with |z| above strong for a slope.
	leastStrong = 10
	strong      = 5
	// sureSlope is by how many standard errors a slope must differ.
	sureSlope = 4
	// leastMAF is the minor allele frequency from which on SE·√(2f(1−f)N) is the spread of a trait.
	leastMAF = 0.01
)

// conversions are the ratios of units that people use side by side.
var conversions = []struct {
	ratio float64
	what  string
}{
	{2.2046, "kg and lb"}, {2.54, "inches and cm"}, {6.945, "insulin in µU/mL and pmol/L"}, {10, "units that differ by ten, such as cm and mm"},
	{17.1, "bilirubin in mg/dL and µmol/L"}, {18.016, "glucose in mmol/L and mg/dL"}, {38.67, "cholesterol in mmol/L and mg/dL"},
	{59.48, "uric acid in mg/dL and µmol/L"}, {88.57, "triglycerides in mmol/L and mg/dL, or creatinine in mg/dL and µmol/L"},
	{100, "a share and per cent, or m and cm"}, {1000, "units that differ by a thousand, such as g and mg"},
}

// nearUnits is how far the ratio of two spreads may be from that of units to be named: the
// trait varies more in one population than in another.
const nearUnits = 0.12

// named names the units that explain a ratio; empty when none is near.
func named(ratio float64) string {
	best, what := nearUnits, ""
	for _, c := range conversions {
		if off := math.Abs(math.Abs(math.Log(ratio)) - math.Log(c.ratio)); off < best {
			best, what = off, c.what
		}
	}
	return what
}

// units finds studies whose effects are in another unit than those of most.
func (s *set) units() {
	spreads := make([]float64, len(s.studies))
	for i := range s.studies {
		spreads[i] = s.studies[i].spread()
	}
	reference := s.usual(spreads)
	var sizes []Verdict
	for i := range s.studies {
		if reference < 0 || i == reference || s.studies[i].Scale != s.studies[reference].Scale {
			continue
		}
		v, ok := s.unit(reference, i, spreads[i]/spreads[reference])
		switch {
		case !ok:
		case v.Code == SampleSize:
			sizes = append(sizes, v)
		default:
			s.say(v)
		}
	}
	s.found = append(s.found, sizes...)
}

// usual returns the study whose spread, or scale of effects, most others have; −1 when there is
// nothing to compare.
func (s *set) usual(spreads []float64) int {
	best, most := -1, -1
	for i := range s.studies {
		if s.studies[i].Sample == nil {
			continue
		}
		n := 0
		for j := range s.studies {
			if i != j && math.Abs(math.Log(spreads[i]/spreads[j])) < math.Log(unitsFactor) {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

// spread returns the standard deviation of the trait that the standard errors are of, from SE =
// σ/√(2f(1−f)N); of log odds N is a quarter of the effective size, and σ is 1. It is NaN when
// frequencies or sizes are missing.
func (one *Study) spread() float64 {
	if one.Sample == nil {
		return math.NaN()
	}
	var all []float64
	for _, e := range one.Effects.All() {
		f := float64(e.EAF)
		if n := one.size(&e); min(f, 1-f) >= leastMAF && n > 0 && e.SE > 0 {
			all = append(all, float64(e.SE)*math.Sqrt(2*f*(1-f)*n))
		}
	}
	if len(all) < leastCompared {
		return math.NaN()
	}
	return median(all)
}

// size returns the N that relates a standard error to the spread; NaN where it does not.
func (one *Study) size(e *sketch.Effect) float64 {
	switch one.Scale {
	case sumstats.LogOdds:
		if e.NEff > 0 {
			return float64(e.NEff) / 4
		}
		return float64(e.NOfGroups) / 4
	case sumstats.LinearUnits, sumstats.Standardised:
		return float64(e.N)
	case sumstats.ScaleUnknown:
		if math.IsNaN(float64(e.NOfGroups)) && math.IsNaN(float64(e.NEff)) {
			return float64(e.N)
		}
	}
	return math.NaN()
}

// unit compares the effects of a study with those of another; ratio is that of their
// spreads, NaN when it is not known.
func (s *set) unit(reference, i int, ratio float64) (Verdict, bool) {
	ln, se, sloped := s.slope(reference, i)
	v := Verdict{
		Code:    Units,
		Studies: []int{i, reference},
		Advice:  "Convert the effects and errors of one of them, or combine by sample size, which needs no unit.",
	}
	names := [2]string{s.studies[i].Name, s.studies[reference].Name}
	bySlope := sloped && math.Abs(ln) > math.Log(unitsFactor)+sureSlope*se
	bySpread := math.Abs(math.Log(ratio)) > math.Log(spreadFactor) || sloped && math.Abs(math.Log(ratio)) > math.Log(unitsFactor)
	switch {
	case bySpread && sloped && math.Abs(ln) < math.Log(slopeAgrees) && math.Abs(ln-math.Log(ratio)) > sureSlope*se:
		v.Code = SampleSize
		v.Sentence = fmt.Sprintf(
			"The effects of %s and %s agree, but their sample sizes do not: by the standard errors %s has %s times the people that it states, if %s states its own right.",
			names[0],
			names[1],
			names[0],
			figure(1/(ratio*ratio)),
			names[1],
		)
		v.Advice = "Check N of both."
	case bySpread:
		v.Sentence = fmt.Sprintf(
			"The effects of %s are in another unit than those of %s: by standard errors, frequencies and sample sizes their ratio is %s%s.",
			names[0],
			names[1],
			figure(ratio),
			likely(ratio),
		)
		if sloped && ln > 0 == (ratio > 1) {
			v.Sentence += fmt.Sprintf(" The slope of the effects is %s.", figure(math.Exp(ln)))
		}
	case bySlope && math.IsNaN(ratio):
		ratio = math.Exp(ln)
		v.Sentence = fmt.Sprintf(
			"The effects of %s are %s times those of %s in the variants with the strongest associations%s.",
			names[0],
			figure(ratio),
			names[1],
			likely(ratio),
		)
	default:
		return v, false
	}
	return v, true
}

// slope returns ln of the slope of the effects of a study over those of another, and its standard
// error.
func (s *set) slope(over, of int) (ln, se float64, ok bool) {
	p, turned := s.pair(over, of)
	if p == nil || !p.sloped {
		return 0, 0, false
	}
	if turned {
		return -p.slope, p.slopeSE, true
	}
	return p.slope, p.slopeSE, true
}

func likely(ratio float64) string {
	if what := named(ratio); what != "" {
		return " (" + what + ")"
	}
	return ""
}

// figure writes a number with three digits.
func figure(x float64) string {
	if x >= 1000 {
		return phrase.Thousands(int64(math.Round(x)))
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// slope returns ln of the slope of the effects of the second study over those of the first, and its
// standard error, from the variants that are strong in the study that has more of them: those of
// the other study are not chosen by their own luck.
func (m *meeting) slope() (ln, se float64, ok bool) {
	first, second := 0, 0
	for k := range m.b {
		first += b2i(math.Abs(m.b[k]) > strong*math.Sqrt(m.u[k]))
		second += b2i(math.Abs(m.c[k]) > strong*math.Sqrt(m.v[k]))
	}
	x, y, vx, vy := m.b, m.c, m.u, m.v
	if second > first {
		x, y, vx, vy = m.c, m.b, m.v, m.u
	}
	if max(first, second) < leastStrong {
		return 0, 0, false
	}
	var xx, xy float64
	for k := range x {
		if math.Abs(x[k]) > strong*math.Sqrt(vx[k]) {
			xx += x[k] * x[k] / vy[k]
			xy += x[k] * y[k] / vy[k]
		}
	}
	if !(xy > 0) {
		return 0, 0, false
	}
	ln, se = math.Log(xy/xx), math.Sqrt(xx)/xy
	if second > first {
		ln = -ln
	}
	return ln, se, true
}
