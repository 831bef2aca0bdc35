package sgc

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/spreadsheet"
)

// TotalsQuery selects totals.
type TotalsQuery struct {
	ValidatedOnly bool
	Q             string // every word occurs in code or description
	// Sort is code, description, or male, female or both with _cases, _controls, _effective_n or
	// _cohorts; "-" before it for descending; "" for code.
	Sort string
}

// SexTotal is the sum over cohorts for one sex. Both is over the cohorts that count males and
// females, and never uses one sex alone.
type SexTotal struct {
	Cases          count.Count `json:"cases"`
	Controls       count.Count `json:"controls"`
	EffectiveN     count.Count `json:"effective_n"` // sum of count.EffectiveN of the cohorts, then rounded
	Cohorts        int64       `json:"cohorts"`
	CasesHidden    int64       `json:"cases_hidden"` // number of cohorts with hidden cases
	ControlsHidden int64       `json:"controls_hidden"`
}

// Total is a phenotype over all cohorts.
type Total struct {
	Code        string   `json:"code"`
	Description string   `json:"description"`
	Retired     bool     `json:"retired"`
	Male        SexTotal `json:"male"`
	Female      SexTotal `json:"female"`
	Both        SexTotal `json:"both"`
}

// Totals returns every phenotype with the sums over all cohorts. Phenotypes without any cohort have
// zeros, but retired ones are left out. Reviewers only.
func (s *Service) Totals(ctx context.Context, by *auth.Identity, q TotalsQuery) (_ []Total, err error) {
	defer errs.Wrap(&err, "sgc.Totals(%+v)", q)
	if err := mustReview(by); err != nil {
		return nil, err
	}
	return s.totals(ctx, q)
}

func (s *Service) totals(ctx context.Context, q TotalsQuery) ([]Total, error) {
	list, err := s.store.Phenotypes(ctx)
	if err != nil {
		return nil, err
	}
	sums, err := s.store.CountSums(ctx, q.ValidatedOnly)
	if err != nil {
		return nil, err
	}
	return totalsOf(list, sums, q)
}

// totalsOf groups sums by phenotype.
func totalsOf(list []*Phenotype, sums []CountSum, q TotalsQuery) ([]Total, error) {
	at := make(map[string]*Total, len(list))
	for _, p := range list {
		at[p.Code] = &Total{Code: p.Code, Description: p.Description, Retired: p.Retired}
	}
	for _, sum := range sums {
		t := at[sum.Code]
		if t == nil { // added between both reads
			continue
		}
		switch sum.Sex {
		case check.Male:
			t.Male = sum.SexTotal
		case check.Female:
			t.Female = sum.SexTotal
		case check.Both:
			t.Both = sum.SexTotal
		}
	}
	out := make([]Total, 0, len(list))
	for _, p := range list {
		t := at[p.Code]
		if (t.Male.Cohorts+t.Female.Cohorts > 0 || !t.Retired) && containsWords(q.Q, t.Code, t.Description) {
			out = append(out, *t)
		}
	}
	return out, sortTotals(out, cmp.Or(q.Sort, "code"))
}

func sortTotals(list []Total, by string) error {
	name, descending := strings.CutPrefix(by, "-")
	sex, number, _ := strings.Cut(name, "_")
	of := map[string]func(*Total) *SexTotal{
		"male":   func(t *Total) *SexTotal { return &t.Male },
		"female": func(t *Total) *SexTotal { return &t.Female },
		"both":   func(t *Total) *SexTotal { return &t.Both },
	}[sex]
	key := map[string]func(*SexTotal) count.Count{
		"cases":       func(t *SexTotal) count.Count { return t.Cases },
		"controls":    func(t *SexTotal) count.Count { return t.Controls },
		"effective_n": func(t *SexTotal) count.Count { return t.EffectiveN },
		"cohorts":     func(t *SexTotal) count.Count { return count.Exact(t.Cohorts) },
	}[number]
	var compare func(a, b *Total) int
	switch {
	case name == "code":
		compare = func(a, b *Total) int { return 0 }
	case name == "description":
		compare = func(a, b *Total) int {
			return cmp.Compare(strings.ToLower(a.Description), strings.ToLower(b.Description))
		}
	case of == nil || key == nil:
		return errs.New(errs.Invalid, "bad_sort", "The list cannot be sorted by %q.", by)
	default:
		compare = func(a, b *Total) int {
			x, y := key(of(a)), key(of(b))
			return cmp.Or(cmp.Compare(x.Low, y.Low), cmp.Compare(x.High, y.High))
		}
	}
	slices.SortFunc(list, func(a, b Total) int {
		order := cmp.Or(compare(&a, &b), cmp.Compare(a.Code, b.Code))
		if descending {
			return -order
		}
		return order
	})
	return nil
}

// TotalsCSV writes the totals as CSV: a range as two columns, and a third with the number of
// cohorts whose number is hidden.
func (s *Service) TotalsCSV(ctx context.Context, by *auth.Identity, q TotalsQuery, w io.Writer) (err error) {
	defer errs.Wrap(&err, "sgc.TotalsCSV(%+v)", q)
	list, err := s.Totals(ctx, by, q)
	if err != nil {
		return err
	}
	return writeTotals(w, list)
}

func writeTotals(w io.Writer, list []Total) error {
	header := []string{"phenotype_code", "description", "retired"}
	for _, sex := range []check.Sex{check.Male, check.Female, check.Both} {
		for _, name := range []string{
			"cases_low", "cases_high", "cases_hidden", "controls_low", "controls_high", "controls_hidden", "effective_n_low", "effective_n_high", "cohorts",
		} {
			header = append(header, string(sex)+"_"+name)
		}
	}
	return writeCSV(w, header, list, func(t Total) []string {
		cells := []string{t.Code, spreadsheet.Text(t.Description), map[bool]string{true: "yes", false: "no"}[t.Retired]}
		for _, of := range []SexTotal{t.Male, t.Female, t.Both} {
			for _, n := range []int64{
				of.Cases.Low, of.Cases.High, of.CasesHidden, of.Controls.Low, of.Controls.High, of.ControlsHidden, of.EffectiveN.Low, of.EffectiveN.High, of.Cohorts,
			} {
				cells = append(cells, strconv.FormatInt(n, 10))
			}
		}
		return cells
	})
}

// TotalCohorts returns the rows of a total, by name of the cohort: males, females, and both if the
// cohort counts both. Reviewers only.
func (s *Service) TotalCohorts(ctx context.Context, by *auth.Identity, code string, validatedOnly bool) (_ []CohortCount, err error) {
	defer errs.Wrap(&err, "sgc.TotalCohorts(%q)", code)
	if err := mustReview(by); err != nil {
		return nil, err
	}
	if _, err := s.store.Phenotype(ctx, code); err != nil {
		return nil, err
	}
	rows, err := s.store.CountsOf(ctx, code, validatedOnly)
	return withBoth(rows), err
}

// withBoth adds the rows of both sexes to rows that are ordered by cohort.
func withBoth(rows []CohortCount) (out []CohortCount) {
	for i, row := range rows {
		out = append(out, row.withEffectiveN())
		if i > 0 && rows[i-1].CohortID == row.CohortID {
			both := row
			both.Sex, both.Cases, both.Controls = check.Both, row.Cases.Add(rows[i-1].Cases), row.Controls.Add(rows[i-1].Controls)
			out = append(out, both.withEffectiveN())
		}
	}
	return out
}

func (c CohortCount) withEffectiveN() CohortCount {
	c.EffectiveN = count.EffectiveN(c.Cases, c.Controls).Rounded()
	return c
}

// PairTotals is the co-occurrence over all cohorts.
type PairTotals struct {
	Pairs []PairSum // by codes
	// MalesOnly and FemalesOnly are the numbers of pairs that cohorts count for this sex, but no
	// cohort for both. They are set for both sexes only.
	MalesOnly, FemalesOnly int64
}

// PairTotals returns the co-occurrence of one sex, or of both over the cohorts that count a pair
// for males and females. Reviewers only.
func (s *Service) PairTotals(ctx context.Context, by *auth.Identity, sex check.Sex, validatedOnly bool) (_ *PairTotals, err error) {
	defer errs.Wrap(&err, "sgc.PairTotals(%q)", sex)
	if err := mustReview(by); err != nil {
		return nil, err
	}
	if sex != check.Male && sex != check.Female && sex != check.Both {
		return nil, errs.New(errs.Invalid, "bad_sex", "The sex is male, female or both.")
	}
	out := &PairTotals{}
	if out.Pairs, err = s.store.PairSums(ctx, sex, validatedOnly); err != nil || sex != check.Both {
		return out, err
	}
	males, err := s.store.PairSums(ctx, check.Male, validatedOnly)
	if err != nil {
		return nil, err
	}
	females, err := s.store.PairSums(ctx, check.Female, validatedOnly)
	out.MalesOnly, out.FemalesOnly = int64(len(males)-len(out.Pairs)), int64(len(females)-len(out.Pairs))
	return out, err
}
