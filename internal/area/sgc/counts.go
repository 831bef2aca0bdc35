package sgc

import (
	"context"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// CountRow is a phenotype of a cohort with its numbers.
type CountRow struct {
	check.CasesRow
	EffectiveN  count.Count // rounded
	Description string
}

// CohortCounts are the numbers of a cohort. Those of both sexes are computed from males and
// females, and are not stored.
type CohortCounts struct {
	Male, Female, Both                []CountRow
	MalePairs, FemalePairs, BothPairs []check.PairRow
}

// Counts returns cases, controls and co-occurrence of a cohort.
func (s *Service) Counts(ctx context.Context, by *auth.Identity, cohortID string) (_ *CohortCounts, err error) {
	defer errs.Wrap(&err, "sgc.Counts(%q)", cohortID)
	c, _, err := s.cohortFor(ctx, by, cohortID)
	if err != nil {
		return nil, err
	}
	r, err := s.record(ctx, c, true)
	if err != nil {
		return nil, err
	}
	_, list, err := s.dictionary(ctx)
	if err != nil {
		return nil, err
	}
	return r.counts(byCode(list)), nil
}

func (r *Record) counts(phenotypes map[string]*Phenotype) *CohortCounts {
	described := func(rows []check.CasesRow) []CountRow {
		out := make([]CountRow, len(rows))
		for i, row := range rows {
			out[i].CasesRow, out[i].EffectiveN = row, count.EffectiveN(row.Cases, row.Controls).Rounded()
			if p := phenotypes[row.Code]; p != nil {
				out[i].Description = p.Description
			}
		}
		return out
	}
	male, female := r.cases(check.Male), r.cases(check.Female)
	malePairs, femalePairs := r.pairs(check.Male), r.pairs(check.Female)
	return &CohortCounts{
		Male: described(male), Female: described(female), Both: described(check.SumCases(male, female)),
		MalePairs: malePairs, FemalePairs: femalePairs, BothPairs: check.SumPairs(malePairs, femalePairs),
	}
}
