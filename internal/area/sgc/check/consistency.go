package check

import (
	"cohortium/internal/platform/phrase"
	"fmt"

	"cohortium/internal/area/sgc/count"
)

// Cohort is the size of a cohort.
type Cohort struct {
	Total, Males, Females int64
}

// Of returns the number of people of a sex.
func (c Cohort) Of(s Sex) int64 {
	switch s {
	case Male:
		return c.Males
	case Female:
		return c.Females
	}
	return c.Total
}

// Files are the stored rows of a cohort; nil for a missing file.
type Files struct {
	Cases map[Sex][]CasesRow
	Pairs map[Sex][]PairRow
}

// Consistency reports whether the files of a cohort fit its sizes and each other. It uses stored
// numbers only, so that its messages reveal no hidden one. It does not repeat rows that only add up
// to less than the cohort's size.
func Consistency(c Cohort, f Files) Report {
	var r Report
	if c.Males+c.Females > c.Total {
		r.add(
			Finding{
				Severity: Block,
				Code:     "sizes",
				Message: fmt.Sprintf("%s males and %s females are more than the %s people of the cohort. Correct the sizes.",
					phrase.Thousands(c.Males), phrase.Thousands(c.Females), phrase.Thousands(c.Total)),
			},
		)
	}
	for _, sex := range []Sex{Male, Female} {
		cases := make(map[string]count.Count, len(f.Cases[sex]))
		for _, row := range f.Cases[sex] {
			cases[row.Code] = row.Cases
			if sum := row.Cases.Add(row.Controls); sum.Low > c.Of(sex) {
				r.add(Finding{Severity: Block, Code: "total_above", Kind: CasesOf(sex), Field: Controls, Value: row.Code,
					Message: fmt.Sprintf("%s, %s: cases and controls are %s together, but the cohort has %s. Correct the file or the size of the cohort.",
						row.Code, sex, thousands(sum), phrase.Thousands(c.Of(sex)))})
			}
		}
		if f.Cases[sex] == nil {
			continue
		}
		for _, pair := range f.Pairs[sex] {
			r.fits(pair, sex, cases, c.Of(sex))
		}
	}
	return r
}

// fits compares one pair with the cases of its two phenotypes.
func (r *Report) fits(p PairRow, sex Sex, cases map[string]count.Count, expected int64) {
	if p.N.Low > expected {
		r.add(Finding{Severity: Block, Code: "pair_above_cohort", Kind: PairsOf(sex), Field: PairCount, Value: p.A + " and " + p.B,
			Message: fmt.Sprintf("%s and %s, %s: %s people with both are more than the %s of the cohort. Correct the file or the size of the cohort.",
				p.A, p.B, sex, thousands(p.N), phrase.Thousands(expected))})
	}
	for _, code := range []string{p.A, p.B} {
		n, ok := cases[code]
		switch {
		case !ok:
			r.add(Finding{
				Severity: Block,
				Code:     "pair_without_cases",
				Kind:     PairsOf(sex),
				Field:    Phenotype1,
				Value:    code,
				Message: fmt.Sprintf(
					"%s is in the co-occurrence of %ss, but not in their cases and controls. Add it there, or remove the pair of %s and %s.",
					code,
					sex,
					p.A,
					p.B,
				),
			})
		case p.N.Low > n.High:
			r.add(Finding{
				Severity: Block,
				Code:     "pair_above_cases",
				Kind:     PairsOf(sex),
				Field:    PairCount,
				Value:    p.A + " and " + p.B,
				Message: fmt.Sprintf(
					"%s and %s, %s: %s people have both, but only %s have %s. Correct one of the files.",
					p.A,
					p.B,
					sex,
					thousands(p.N),
					thousands(n),
					code,
				),
			})
		}
	}
}

// SumCases adds the rows of both sexes for each phenotype in both files, in the order of the males.
// A phenotype that only one sex counts has no number for both.
func SumCases(male, female []CasesRow) (both []CasesRow) {
	of := make(map[string]CasesRow, len(female))
	for _, row := range female {
		of[row.Code] = row
	}
	for _, row := range male {
		if other, ok := of[row.Code]; ok {
			both = append(both, CasesRow{Code: row.Code, Cases: row.Cases.Add(other.Cases), Controls: row.Controls.Add(other.Controls)})
		}
	}
	return both
}

// SumPairs adds the pairs in both files, in the order of the males. A pair that one file omits has
// no known number, so there is none for both.
func SumPairs(male, female []PairRow) (both []PairRow) {
	of := make(map[[2]string]count.Count, len(female))
	for _, row := range female {
		of[[2]string{row.A, row.B}] = row.N
	}
	for _, row := range male {
		if n, ok := of[[2]string{row.A, row.B}]; ok {
			both = append(both, PairRow{A: row.A, B: row.B, N: row.N.Add(n)})
		}
	}
	return both
}

// Warnings counts the warnings about accepted rows. It uses stored numbers, so that the count
// reveals nothing hidden.
func Warnings(cases []CasesRow, pairs []PairRow, c Context) int {
	n := 0
	for _, row := range cases {
		if c.Phenotypes.Retired(row.Code) {
			n++
		}
		if row.Cases.Add(row.Controls).High < c.Expected {
			n++
		}
		sum := count.Count{}
		for _, p := range row.Breakdown {
			sum = sum.Add(p.N)
		}
		if sum.High > 0 && sum.High < row.Cases.Low {
			n++
		}
	}
	for _, p := range pairs {
		for _, code := range []string{p.A, p.B} {
			if c.Phenotypes.Retired(code) {
				n++
			}
		}
	}
	return n
}
