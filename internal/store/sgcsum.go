package store

import (
	"context"
	"strings"

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

// CountSums implements sgc.Store. The cohorts that hide a number are listed, not
// counted, so that one that hides it for both sexes counts once in both.
func (g *SGC) CountSums(ctx context.Context, onlyValidated bool) (sums []sgc.CountSum, err error) {
	defer errs.Wrap(&err, "store.SGC.CountSums")
	query := `SELECT code, sex, CAST(sum(cases_low) AS bigint), CAST(sum(cases_high) AS bigint), CAST(sum(controls_low) AS bigint),
		CAST(sum(controls_high) AS bigint), count(*), count(*) FILTER (WHERE leads),
		COALESCE(string_agg(cohort_id, ',') FILTER (WHERE cases_low <> cases_high), ''),
		COALESCE(string_agg(cohort_id, ',') FILTER (WHERE controls_low <> controls_high), '')
		FROM sgc_counts WHERE is_current = TRUE` + validated(onlyValidated) + ` GROUP BY code, sex ORDER BY code, sex`
	var both []sgc.CountSum
	var hidden [2]map[string]bool // by cohort: cases and controls of the last of both
	sums, err = selectAll(ctx, g.s, query, nil, func(row scanner) (c sgc.CountSum, err error) {
		var leading int64
		var hiding [2]string
		err = row.Scan(&c.Code, &c.Sex, &c.Cases.Low, &c.Cases.High, &c.Controls.Low, &c.Controls.High, &c.Cohorts, &leading, &hiding[0], &hiding[1])
		if len(both) == 0 || both[len(both)-1].Code != c.Code {
			both = append(both, sgc.CountSum{Code: c.Code, Sex: check.Both})
			hidden = [2]map[string]bool{{}, {}}
		}
		sum := &both[len(both)-1]
		sum.Cases, sum.Controls, sum.Cohorts = sum.Cases.Add(c.Cases), sum.Controls.Add(c.Controls), sum.Cohorts+leading
		c.CasesHidden, sum.CasesHidden = addIDs(hidden[0], hiding[0])
		c.ControlsHidden, sum.ControlsHidden = addIDs(hidden[1], hiding[1])
		return c, err
	})
	return append(sums, both...), err
}

// addIDs adds a list with commas to a set, and gives how many they are in each.
func addIDs(all map[string]bool, list string) (listed, inAll int64) {
	if list != "" {
		for id := range strings.SplitSeq(list, ",") {
			listed++
			all[id] = true
		}
	}
	return listed, int64(len(all))
}

// PairSums implements sgc.Store.
func (g *SGC) PairSums(ctx context.Context, sex check.Sex, onlyValidated bool) (sums []sgc.PairSum, err error) {
	defer errs.Wrap(&err, "store.SGC.PairSums(%q)", sex)
	var w filter
	w.add("is_current = TRUE" + validated(onlyValidated))
	if sex != check.Both {
		w.add("sex = %s", string(sex))
	}
	query := `SELECT code_a, code_b, CAST(sum(low) AS bigint), CAST(sum(high) AS bigint), count(DISTINCT cohort_id),
		count(DISTINCT cohort_id) FILTER (WHERE low <> high) FROM sgc_pairs` + w.sql() + ` GROUP BY code_a, code_b ORDER BY code_a, code_b`
	return selectAll(ctx, g.s, query, w.args, func(row scanner) (p sgc.PairSum, err error) {
		err = row.Scan(&p.A, &p.B, &p.N.Low, &p.N.High, &p.Cohorts, &p.Hidden)
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
