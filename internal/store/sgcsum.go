package store

import (
	"context"

	"cohortium/internal/errs"
	"cohortium/internal/sgc"
	"cohortium/internal/sgc/check"
	"cohortium/internal/sgc/count"
)

// Conditions on is_current are written out as = TRUE: only then does SQLite see
// that its index has the rows in the order in which they are summed.

// validated narrows sums to validated cohorts.
func validated(only bool) string {
	if only {
		return " AND cohort_id IN (SELECT id FROM sgc_cohorts WHERE status = 'validated')"
	}
	return ""
}

// CountSums implements sgc.Store.
func (g *SGC) CountSums(ctx context.Context, onlyValidated bool) (sums []sgc.CountSum, err error) {
	defer errs.Wrap(&err, "store.SGC.CountSums")
	query := `SELECT code, sex, CAST(sum(cases_low) AS bigint), CAST(sum(cases_high) AS bigint), CAST(sum(controls_low) AS bigint),
		CAST(sum(controls_high) AS bigint), count(*), CAST(sum(CASE WHEN leads THEN 1 ELSE 0 END) AS bigint)
		FROM sgc_counts WHERE is_current = TRUE` + validated(onlyValidated) + ` GROUP BY code, sex ORDER BY code, sex`
	var both []sgc.CountSum
	sums, err = selectAll(ctx, g.s, query, nil, func(row scanner) (c sgc.CountSum, err error) {
		var leading int64
		err = row.Scan(&c.Code, &c.Sex, &c.Cases.Low, &c.Cases.High, &c.Controls.Low, &c.Controls.High, &c.Cohorts, &leading)
		if len(both) == 0 || both[len(both)-1].Code != c.Code {
			both = append(both, sgc.CountSum{Code: c.Code, Sex: check.Both})
		}
		sum := &both[len(both)-1]
		sum.Cases, sum.Controls, sum.Cohorts = sum.Cases.Add(c.Cases), sum.Controls.Add(c.Controls), sum.Cohorts+leading
		return c, err
	})
	return append(sums, both...), err
}

// PairSums implements sgc.Store.
func (g *SGC) PairSums(ctx context.Context, sex check.Sex, onlyValidated bool) (sums []sgc.PairSum, err error) {
	defer errs.Wrap(&err, "store.SGC.PairSums(%q)", sex)
	var w filter
	w.add("is_current = TRUE" + validated(onlyValidated))
	if sex != check.Both {
		w.add("sex = %s", string(sex))
	}
	query := `SELECT code_a, code_b, CAST(sum(low) AS bigint), CAST(sum(high) AS bigint), count(DISTINCT cohort_id) FROM sgc_pairs` +
		w.sql() + ` GROUP BY code_a, code_b ORDER BY code_a, code_b`
	return selectAll(ctx, g.s, query, w.args, func(row scanner) (p sgc.PairSum, err error) {
		err = row.Scan(&p.A, &p.B, &p.N.Low, &p.N.High, &p.Cohorts)
		return p, err
	})
}

// CountsOf implements sgc.Store.
func (g *SGC) CountsOf(ctx context.Context, code string, onlyValidated bool) (list []sgc.CohortCount, err error) {
	defer errs.Wrap(&err, "store.SGC.CountsOf(%q)", code)
	query := `SELECT c.id, c.name, c.owner, c.status, n.sex, n.cases_low, n.cases_high, n.controls_low, n.controls_high
		FROM sgc_counts AS n JOIN sgc_cohorts AS c ON c.id = n.cohort_id
		WHERE n.is_current = TRUE AND n.code = $1` + validated(onlyValidated) + ` ORDER BY c.name_key, c.id, n.sex DESC`
	return selectAll(ctx, g.s, query, []any{code}, func(row scanner) (c sgc.CohortCount, err error) {
		var status sgc.Status
		var cases, controls count.Count
		err = row.Scan(&c.CohortID, &c.Name, &c.Owner, &status, &c.Sex, &cases.Low, &cases.High, &controls.Low, &controls.High)
		c.Validated, c.Cases, c.Controls = status == sgc.Validated, cases, controls
		return c, err
	})
}
