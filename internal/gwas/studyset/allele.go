package studyset

import (
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

const (
	// leastFrequencies is the number of variants that frequencies are compared by.
	leastFrequencies = 50
	// mirroredR is the correlation below which frequencies are of the other allele. Between
	// the populations of the world it is above 0.5.
	mirroredR = -0.5
	// agreedR is the correlation below which frequencies do not agree at all.
	agreedR = 0.3
	// mirroredShare of variants within mirroredOff of the complement show mirrored frequencies
	// within one locus, where a correlation is weak evidence.
	mirroredShare = 0.9
	mirroredOff   = 0.05
	// clearOff is the distance from ½ from which a frequency determines the minor allele.
	clearOff = 0.1
	// foldedFit is the part of the squared differences that remains when frequencies are folded at
	// ½, and foldedAbove the share of them above ½ all the same.
	foldedFit   = 1.0 / 3
	foldedAbove = 0.01
	// opposite and agreeing are the sums of products of z-scores, in standard errors, that show
	// effects of the other allele and of the same.
	opposite = -8
	agreeing = 3
)

// alleles judges effect alleles and frequencies.
func (s *set) alleles() {
	var found []Verdict
	folded := s.folded(&found)
	known := func(p *pair) bool { return p.f >= leastFrequencies && !folded(p) }
	odd, tie := s.odd(known, func(p *pair) bool { return p.mirrored })
	tells := func(p *pair) bool { return p.wide && p.z >= leastFrequencies }
	opposed, tied := s.odd(tells, func(p *pair) bool { return p.products < opposite })
	if len(opposed) > 0 {
		s.say(s.opposed(opposed, tied, odd))
	}
	for _, v := range found {
		s.say(v)
	}
	odd = slices.DeleteFunc(odd, func(i int) bool { return slices.Contains(opposed, i) })
	if len(odd) > 0 {
		s.say(s.mirrored(odd, tie))
	}
	s.disagree(odd, opposed, known)
}

// opposed words that effects are of the other allele.
func (s *set) opposed(odd []int, tie bool, mirrored []int) Verdict {
	v := Verdict{Code: Alleles, Contradicted: true, Studies: odd}
	swapped := slices.ContainsFunc(odd, func(i int) bool { return slices.Contains(mirrored, i) })
	switch {
	case swapped && tie:
		v.Sentence = fmt.Sprintf("The effects of %s cancel, and their frequencies mirror each other: one of these files has its alleles swapped.", s.names(odd))
	case swapped:
		v.Sentence = fmt.Sprintf("%s: effects and frequencies are of the other allele than in the other studies: the alleles are swapped.", s.names(odd))
	default:
		v.Sentence = fmt.Sprintf("The effects of %s are opposite: they are of the other allele, or the trait is coded the other way.", s.side(odd, tie))
	}
	v.Advice = "Exchange effect allele and other allele of the file that is wrong."
	for _, i := range odd {
		v.Answers = append(
			v.Answers,
			Answer{i, sumstats.FieldOtherAllele, sumstats.FieldEffectAllele},
			Answer{i, sumstats.FieldEffectAllele, sumstats.FieldOtherAllele},
		)
	}
	return v
}

// side names studies that disagree, and with which where all do.
func (s *set) side(odd []int, tie bool) string {
	if tie {
		return s.names(odd)
	}
	return s.names(odd) + " and of the other studies"
}

// mirrored words that frequencies are of the other allele.
func (s *set) mirrored(odd []int, tie bool) Verdict {
	v := Verdict{
		Code:    Frequency,
		Studies: odd,
		Advice:  "Read the column as the frequency of the other allele in the file that is wrong, or leave A/T and C/G variants out.",
	}
	r, n, agree := 1.0, 0, true
	s.each(func(i, j int, p *pair) {
		if (slices.Contains(odd, i) || slices.Contains(odd, j)) && p.f >= leastFrequencies && p.mirrored {
			r, n, agree = min(r, p.frequencies), p.f, agree && p.products > agreeing
		}
	})
	if tie {
		v.Sentence = fmt.Sprintf(
			"The allele frequencies of %s mirror each other (r = %s over %s compared variants): those of one file are of the other allele.",
			s.names(odd),
			minus(r),
			phrase.Thousands(n),
		)
	} else {
		v.Sentence = fmt.Sprintf(
			"The allele frequencies of %s mirror those of the other studies (r = %s over %s compared variants): they are of the other allele.",
			s.names(odd),
			minus(r),
			phrase.Thousands(n),
		)
	}
	if agree {
		v.Sentence += " The effects agree, so the effect alleles are right."
	} else {
		v.Contradicted = true
		v.Sentence += " The effects do not show whether the alleles are swapped too."
	}
	for _, i := range odd {
		v.Answers = append(v.Answers, Answer{i, sumstats.FieldEAF, sumstats.FieldOAF})
	}
	return v
}

// folded finds minor allele frequencies that are stated as those of the effect allele, and returns
// a test whether one study of a pair has them.
func (s *set) folded(found *[]Verdict) func(*pair) bool {
	odd := map[int]int{} // by study, the informative variants
	s.each(func(i, j int, p *pair) {
		odd[i], odd[j] = max(odd[i], p.foldedFirst), max(odd[j], p.foldedSecond)
	})
	taken := map[*pair]bool{}
	for i := range s.studies {
		if odd[i] == 0 {
			continue
		}
		for j := range s.studies {
			p, _ := s.pair(i, j)
			taken[p] = true
		}
		*found = append(*found, Verdict{
			Code:    Frequency,
			Studies: []int{i},
			Sentence: fmt.Sprintf(
				"The frequencies of %s are those of the minor allele: they are never above 0.5, also not in %s variants whose effect allele is the common one in another study.",
				s.studies[i].Name,
				phrase.Thousands(odd[i]),
			),
			Advice:  "Read the column as minor allele frequency, or leave A/T and C/G variants out.",
			Answers: []Answer{{i, sumstats.FieldEAF, sumstats.FieldMAF}},
		})
	}
	return func(p *pair) bool { return taken[p] }
}

// folded counts the variants that show frequencies of the minor allele: raw as a study states them,
// seen those of the same alleles in another study. 0 when they are not. A study whose effect allele
// is always the minor one has them below ½ too, and fits as it states them: between populations as
// far apart as Africa and Europe, folding explains half of the squared differences, and of folded
// frequencies nearly all.
func folded(raw, seen []float64) int {
	var above, common, rare int
	var stated, minor float64
	for k, f := range raw {
		above += b2i(f > 0.5)
		common += b2i(seen[k] > 0.5+clearOff)
		rare += b2i(seen[k] < 0.5-clearOff)
		a, b := f-seen[k], f-min(seen[k], 1-seen[k])
		stated, minor = stated+a*a, minor+b*b
	}
	if common < leastCompared || rare < leastCompared || minor >= foldedFit*stated || float64(above) > foldedAbove*float64(len(raw)) {
		return 0
	}
	return common
}

// disagree reports the remaining cases: frequencies that are unrelated.
func (s *set) disagree(mirrored, opposed []int, known func(*pair) bool) {
	named := slices.Concat(mirrored, opposed)
	against := func(p *pair) bool { return p.wide && p.frequencies < agreedR && !p.mirrored }
	odd, tie := s.odd(known, against)
	odd = slices.DeleteFunc(odd, func(i int) bool { return slices.Contains(named, i) })
	if len(odd) == 0 {
		return
	}
	s.say(Verdict{Code: Frequency, Studies: odd,
		Sentence: fmt.Sprintf("The allele frequencies of %s do not agree: they correlate by less than %g.", s.side(odd, tie), agreedR),
		Advice:   "Check whose frequency the column holds, or leave A/T and C/G variants out."})
}

// mirrored reports that the frequencies of the second are those of the other allele.
func (m *meeting) mirrored(p *pair) bool {
	if p.wide {
		return p.frequencies < mirroredR
	}
	off, near := 0, 0
	for k := range m.f {
		off += b2i(math.Abs(m.f[k]+m.g[k]-1) <= mirroredOff)
		near += b2i(math.Abs(m.f[k]-m.g[k]) <= clearOff)
	}
	n := float64(len(m.f))
	return float64(off) >= mirroredShare*n && float64(near) <= n/2
}

// products returns the sum of the products of the z-scores in standard errors: 0 on average for
// studies that measure nothing in common, far above for one trait.
func products(z, w []float64) float64 {
	var sum, squares float64
	for k := range z {
		x := z[k] * w[k]
		sum += x
		squares += x * x
	}
	if squares == 0 {
		return 0
	}
	return sum / math.Sqrt(squares)
}

// minus writes a correlation with a true minus sign.
func minus(r float64) string {
	if r < 0 {
		return fmt.Sprintf("−%.2f", -r)
	}
	return fmt.Sprintf("%.2f", r)
}
