package studyset

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/sumstats"
)

// TestHonestStudiesAreSilent holds that what differs between good studies raises no doubt.
func TestHonestStudiesAreSilent(t *testing.T) {
	for seed := range uint64(5) {
		for name, draw := range map[string]func(m *made) [][]line{
			"sizes from 1,000 to 500,000": func(m *made) [][]line {
				return [][]line{m.study(1000, 1, 0), m.study(20_000, 1, 0), m.study(500_000, 1, 0.001)}
			},
			"Africa and Europe":    func(m *made) [][]line { return [][]line{m.study(20_000, 1, 0.15), m.study(30_000, 1, 0.15)} },
			"one varies more":      func(m *made) [][]line { return [][]line{m.study(20_000, 1, 0), m.study(30_000, 1.6, 0)} },
			"effects half as much": func(m *made) [][]line { return [][]line{m.study(50_000, 1, 0), halved(m.study(50_000, 1, 0))} },
			"minor alleles counted, in Africa and Europe": func(m *made) [][]line {
				return [][]line{minorCounted(m.study(20_000, 1, 0.15)), m.study(30_000, 1, 0.15)}
			},
			"corrected for λ = 2":       func(m *made) [][]line { return [][]line{wider(m.study(50_000, 1, 0)), wider(m.study(50_000, 1, 0))} },
			"a third of people in both": func(m *made) [][]line { return m.overlapping(20_000, 0.33) },
			"without frequencies":       func(m *made) [][]line { return [][]line{noFrequency(m.study(9000, 1, 0)), m.study(9000, 1, 0)} },
			"without sizes":             func(m *made) [][]line { return [][]line{noSize(m.study(9000, 1, 0)), m.study(9000, 1, 0)} },
		} {
			for _, effect := range []float64{0, 0.004, 0.02} {
				m := newMade(seed, 3000, effect)
				var studies []Study
				for i, lines := range draw(m) {
					studies = append(studies, studyOf(string(rune('a'+i)), false, lines))
				}
				judged(t, name, "", studies...)
			}
		}
	}
}

func halved(lines []line) []line { return each(lines, func(_ int, l *line) { l.beta /= 2 }) }
func wider(lines []line) []line  { return each(lines, func(_ int, l *line) { l.se *= math.Sqrt2 }) }
func noFrequency(lines []line) []line {
	return each(lines, func(_ int, l *line) { l.eaf = math.NaN() })
}
func noSize(lines []line) []line { return each(lines, func(_ int, l *line) { l.n = math.NaN() }) }

func minorCounted(lines []line) []line {
	return each(lines, func(_ int, l *line) {
		if l.eaf > 0.5 {
			l.turned, l.eaf, l.beta = !l.turned, 1-l.eaf, -l.beta
		}
	})
}

// overlapping draws two studies of equal size whose errors correlate by rho.
func (m *made) overlapping(n, rho float64) [][]line {
	a := m.study(n, 1, 0)
	b := each(a, func(i int, l *line) {
		sign := 1.0
		if l.turned {
			sign = -1
		}
		of := sign * m.beta[i]
		l.beta = of + rho*(l.beta-of) + math.Sqrt(1-rho*rho)*l.se*m.r.NormFloat64()
	})
	return [][]line{a, b}
}

// TestLies holds that each lie is found, by its name, in the right study.
func TestLies(t *testing.T) {
	const n = 3000
	m := newMade(3, n, 0.02)
	a, b, c := m.study(20_000, 1, 0), m.study(30_000, 1, 0.01), m.study(25_000, 1, 0.02)
	rounded := each(a, func(_ int, l *line) { l.beta, l.se = math.Round(100*l.beta)/100, math.Round(1000*l.se)/1000 })
	other := func(l []line) []line { return each(l, func(_ int, l *line) { l.eaf = 1 - l.eaf }) }
	minor := func(l []line) []line { return each(l, func(_ int, l *line) { l.eaf = min(l.eaf, 1-l.eaf) }) }
	swapped := func(l []line) []line { return each(l, func(_ int, l *line) { l.turned = !l.turned }) }
	opposite := func(l []line) []line { return each(l, func(_ int, l *line) { l.beta = -l.beta }) }
	ratio := func(l []line) []line { return each(l, func(_ int, l *line) { l.beta = math.Exp(l.beta) }) }
	times := func(l []line, x float64) []line {
		return each(l, func(_ int, l *line) { l.beta, l.se = x*l.beta, x*l.se })
	}
	for _, one := range []struct {
		name string
		want string
		says string
		all  [][]line
	}{
		{"the same study twice", "shared_people[0 1]", "are the same study", [][]line{a, a}},
		{"the same study three times, and another", "shared_people[0 1 3]", "a, b and d are the same study", [][]line{a, rounded, b, a}},
		{"rounded", "shared_people[0 1]", "are the same study", [][]line{a, rounded, b}},
		{"its alleles written the other way", "shared_people[0 1]", "the same", [][]line{a, opposite(other(swapped(a)))}},
		{"in other units", "shared_people[0 1] units[1 0]", "38.7", [][]line{a, times(a, 38.67)}},
		{"two thirds of the people", "shared_people[0 1]", "share most of their people", m.overlapping(20_000, 0.75)},
		{"mg/dL", "units[1 0]", "38.7 (cholesterol", [][]line{a, times(b, 38.67)}},
		{"mmol/L", "units[1 0]", "0.0113 (triglycerides", [][]line{a, times(b, 1/88.57)}},
		{"mg/dL, the first of three", "units[0 1]", "a are in another unit than those of b", [][]line{times(a, 18.016), b, c}},
		{"other allele's frequency", "frequency[0 1]", "effects agree", [][]line{a, other(b)}},
		{"other allele's frequency, of three", "frequency[2]", "of c mirror", [][]line{a, b, other(c)}},
		{"minor allele's frequency", "frequency[1]", "of b are those of the minor allele", [][]line{a, minor(b)}},
		{"minor allele's frequency, the first", "frequency[0]", "of a are those", [][]line{minor(a), b, c}},
		{"swapped alleles", "alleles[0 1]!", "its alleles swapped", [][]line{a, swapped(b)}},
		{"swapped alleles, of three", "alleles[1]!", "b: effects and frequencies", [][]line{a, swapped(b), c}},
		{"opposite effects", "alleles[2]!", "opposite", [][]line{a, b, opposite(c)}},
		{"odds ratios", "scale[1]!", "of b are odds ratios", [][]line{a, ratio(b)}},
	} {
		var studies []Study
		for i, lines := range one.all {
			studies = append(studies, studyOf(string(rune('a'+i)), false, lines))
		}
		found := judged(t, one.name, one.want, studies...)
		if len(found) > 0 && !strings.Contains(found[0].Sentence, one.says) && !strings.Contains(found[len(found)-1].Sentence, one.says) {
			t.Errorf("%s: %s", one.name, found[0].Sentence)
		}
	}
}

// TestMirroredWithoutSignal: swapped alleles and a swapped column look alike when effects are no
// evidence.
func TestMirroredWithoutSignal(t *testing.T) {
	m := newMade(5, 3000, 0)
	a, b := m.study(20_000, 1, 0), m.study(20_000, 1, 0)
	b = each(b, func(_ int, l *line) { l.eaf = 1 - l.eaf })
	judged(t, "no signal", "frequency[0 1]!", studyOf("a", false, a), studyOf("b", false, b))
}

func TestAnswers(t *testing.T) {
	m := newMade(3, 3000, 0.02)
	a, b, c := m.study(20_000, 1, 0), m.study(30_000, 1, 0), m.study(30_000, 1, 0)
	other := each(c, func(_ int, l *line) { l.eaf = 1 - l.eaf })
	found := Judge([]Study{studyOf("a", false, a), studyOf("b", false, b), studyOf("c", false, other)})
	if len(found) != 1 || len(found[0].Answers) != 1 || found[0].Answers[0] != (Answer{2, sumstats.FieldEAF, sumstats.FieldOAF}) {
		t.Errorf("%+v", found)
	}
}

func TestStoredSample(t *testing.T) {
	m := newMade(1, 20_000, 0.02)
	a, b := studyOf("a", false, m.study(20_000, 1, 0)), studyOf("b", false, m.study(20_000, 38.67, 0))
	var out bytes.Buffer
	n, err := b.WriteTo(&out)
	if err != nil || n != int64(out.Len()) {
		t.Fatal(n, err)
	}
	text := out.Bytes()
	back, err := ReadSample(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	was := b
	b.Sample = back
	if x, y := Judge([]Study{a, was}), Judge([]Study{a, b}); codes(x) != codes(y) || x[0].Sentence != y[0].Sentence {
		t.Errorf("%v, read back %v", x, y)
	}
	for name, broken := range map[string][]byte{
		"empty": nil, "cut in the head": text[:9], "cut": text[:len(text)-1], "another form": append([]byte("studies2"), text[8:]...),
		"longer": append(bytes.Clone(text), 0),
	} {
		if _, err := ReadSample(bytes.NewReader(broken)); !errors.Is(err, sketch.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOrderDoesNotMatter: the rows of a file in another order are the same sample.
func TestOrderDoesNotMatter(t *testing.T) {
	m := newMade(1, 40_000, 0.02)
	lines := m.study(20_000, 1, 0)
	one, two := NewSample(nil, false), NewSample(nil, false)
	for i := range lines {
		r, s := lines[i].rowAt(i, false), lines[len(lines)-1-i].rowAt(len(lines)-1-i, false)
		one.Add(&r, sumstats.Totals{})
		two.Add(&s, sumstats.Totals{})
	}
	var x, y bytes.Buffer
	_, _ = one.WriteTo(&x)
	_, _ = two.WriteTo(&y)
	if !bytes.Equal(x.Bytes(), y.Bytes()) {
		t.Error("the sample depends on the order of the rows")
	}
}

func BenchmarkAdd(b *testing.B) {
	s := NewSample(nil, false)
	r := plainLine(0.3, 20_000).rowAt(0, false)
	for i := 0; b.Loop(); i++ {
		r.Position, r.RSID = int32(i&(1<<27-1)), uint64(i)
		s.Add(&r, sumstats.Totals{N: 20_000})
	}
}

func BenchmarkJudge40(b *testing.B) {
	m := newMade(1, 20_000, 0.02)
	var studies []Study
	for range 40 {
		studies = append(studies, studyOf("a", false, m.study(20_000, 1, 0.01)))
	}
	for b.Loop() {
		Judge(studies)
	}
}
