package store

import (
	"context"
	"fmt"

	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/errs"
)

// Conditions on is_current are written out as = TRUE: only then does SQLite use its index, which
// has the rows in the order of summation.

// validated narrows sums to validated cohorts, by the column that names the cohort.
func validated(only bool, cohort string) string {
	if only {
		return " AND " + cohort + " IN (SELECT id FROM sgc_cohorts WHERE status = 'validated')"
	}
	return ""
}

// countSum sums numbers, given as expressions: one row is one cohort.
func countSum(casesLow, casesHigh, controlsLow, controlsHigh string) string {
	return fmt.Sprintf(`CAST(sum(%[1]s) AS bigint), CAST(sum(%[2]s) AS bigint), CAST(sum(%[3]s) AS bigint), CAST(sum(%[4]s) AS bigint), count(*),
		count(*) FILTER (WHERE %[1]s <> %[2]s), count(*) FILTER (WHERE %[3]s <> %[4]s), sum(%[5]s), sum(%[6]s)`,
		casesLow, casesHigh, controlsLow, controlsHigh, effectiveN(casesLow, controlsLow), effectiveN(casesHigh, controlsHigh))
}

// effectiveN is like count.EffectiveN, for two SQL expressions.
func effectiveN(cases, controls string) string {
	return fmt.Sprintf("COALESCE(4 * CAST(%[1]s AS double precision) * (%[2]s) / NULLIF(%[1]s + %[2]s, 0), 0)", cases, controls)
}

// CountSums implements sgc.Store. A cohort has at most one counting row for each sex; its row for
// both is derived from the two.
func (g *SGC) CountSums(ctx context.Context, onlyValidated bool) (sums []sgc.CountSum, err error) {
	defer errs.Wrap(&err, "store.SGC.CountSums")
	scan := func(row scanner) (c sgc.CountSum, err error) {
		var n count.Effective
		err = row.Scan(&c.Code, &c.Sex, &c.Cases.Low, &c.Cases.High, &c.Controls.Low, &c.Controls.High, &c.Cohorts, &c.CasesHidden, &c.ControlsHidden,
			&n.Low, &n.High)
		c.EffectiveN = n.Rounded()
		return c, err
	}
	sums, err = selectAll(ctx, g.Store, `SELECT code, sex, `+countSum("cases_low", "cases_high", "controls_low", "controls_high")+
		` FROM sgc_counts WHERE is_current = TRUE`+validated(onlyValidated, "cohort_id")+` GROUP BY code, sex ORDER BY code, sex`, nil, scan)
	if err != nil {
		return nil, err
	}
	both, err := selectAll(ctx, g.Store, `SELECT m.code, 'both', `+
		countSum("m.cases_low + f.cases_low", "m.cases_high + f.cases_high", "m.controls_low + f.controls_low", "m.controls_high + f.controls_high")+
		` FROM sgc_counts AS m JOIN sgc_counts AS f ON f.is_current = TRUE AND f.code = m.code AND f.sex = 'female' AND f.cohort_id = m.cohort_id
		WHERE m.is_current = TRUE AND m.sex = 'male'`+validated(onlyValidated, "m.cohort_id")+` GROUP BY m.code ORDER BY m.code`, nil, scan)
	return append(sums, both...), err
}

// PairSums implements sgc.Store.
func (g *SGC) PairSums(ctx context.Context, sex check.Sex, onlyValidated bool) (sums []sgc.PairSum, err error) {
	defer errs.Wrap(&err, "store.SGC.PairSums(%q)", sex)
	low, high, from, args := "m.low", "m.high", "", []any{string(sex)}
	if sex == check.Both {
		low, high, args = "m.low + f.low", "m.high + f.high", []any{string(check.Male)}
		from = ` JOIN sgc_pairs AS f ON f.is_current = TRUE AND f.code_a = m.code_a AND f.code_b = m.code_b AND f.sex = 'female' AND f.cohort_id = m.cohort_id`
	}
	query := fmt.Sprintf(`SELECT m.code_a, m.code_b, CAST(sum(%[1]s) AS bigint), CAST(sum(%[2]s) AS bigint), count(*), count(*) FILTER (WHERE %[1]s <> %[2]s)
		FROM sgc_pairs AS m%[3]s WHERE m.is_current = TRUE AND m.sex = $1%[4]s GROUP BY m.code_a, m.code_b ORDER BY m.code_a, m.code_b`,
		low, high, from, validated(onlyValidated, "m.cohort_id"))
	return selectAll(ctx, g.Store, query, args, func(row scanner) (p sgc.PairSum, err error) {
		err = row.Scan(&p.A, &p.B, &p.N.Low, &p.N.High, &p.Cohorts, &p.Hidden)
		return p, err
	})
}

// CountsOf implements sgc.Store.
func (g *SGC) CountsOf(ctx context.Context, code string, onlyValidated bool) (list []sgc.CohortCount, err error) {
	defer errs.Wrap(&err, "store.SGC.CountsOf(%q)", code)
	query := `SELECT c.id, c.name, c.owner, c.status, n.sex, n.cases_low, n.cases_high, n.controls_low, n.controls_high
		FROM sgc_counts AS n JOIN sgc_cohorts AS c ON c.id = n.cohort_id
		WHERE n.is_current = TRUE AND n.code = $1` + validated(onlyValidated, "cohort_id") + ` ORDER BY c.name_key, c.id, n.sex DESC`
	return selectAll(ctx, g.Store, query, []any{code}, func(row scanner) (c sgc.CohortCount, err error) {
		var status sgc.Status
		var cases, controls count.Count
		err = row.Scan(&c.CohortID, &c.Name, &c.Owner, &status, &c.Sex, &cases.Low, &cases.High, &controls.Low, &controls.High)
		c.Validated, c.Cases, c.Controls = status == sgc.Validated, cases, controls
		return c, err
	})
}
