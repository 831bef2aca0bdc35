package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/errs"
)

// member selects cohorts of an owner or co-owner; "" selects all.
func (f *filter) member(userID string) {
	if userID != "" {
		f.add("(owner_id = %s OR sgc_cohorts.id IN (SELECT cohort_id FROM sgc_co_owners WHERE user_id = %s))", userID, userID)
	}
}

// missing selects cohorts that lack any of the files.
func (f *filter) missing(kinds []check.Kind) {
	if len(kinds) == 0 {
		return
	}
	of := filter{args: f.args}
	of.in("kind", asText(kinds))
	f.args = append(of.args, int64(len(kinds)))
	f.where = append(f.where, fmt.Sprintf(`(SELECT count(*) FROM sgc_files%s AND cohort_id = sgc_cohorts.id AND is_current) < $%d`, of.sql(), len(f.args)))
}

const cohortColumns = `id, name, name_key, owner, owner_key, owner_id, total, males, females, questionnaire, answered, status,
	validated_at, version, created_at, updated_at, last_activity_at`

func scanCohort(row scanner) (*sgc.CohortRow, error) {
	var r sqlcgen.SgcCohort
	err := row.Scan(&r.ID, &r.Name, &r.NameKey, &r.Owner, &r.OwnerKey, &r.OwnerID, &r.Total, &r.Males, &r.Females, &r.Questionnaire,
		&r.Answered, &r.Status, &r.ValidatedAt, &r.Version, &r.CreatedAt, &r.UpdatedAt, &r.LastActivityAt)
	if err != nil {
		return nil, err
	}
	c, err := toCohort(r)
	return &sgc.CohortRow{Cohort: c, Answered: r.Answered}, err
}

// Cohorts implements sgc.Store. Text sorts are without case; the keys of
// created_at and last_activity are RFC 3339.
func (g *SGC) Cohorts(ctx context.Context, f sgc.CohortFilter) (page []*sgc.CohortRow, total int64, err error) {
	defer errs.Wrap(&err, "store.SGC.Cohorts(%+v)", f)
	var w filter
	w.member(f.MemberID)
	if f.Owner != "" {
		w.add("owner_key = %s", fold(printable(f.Owner)))
	}
	w.in("status", asText(f.Status))
	w.missing(f.Missing)
	w.words(searchedTable("sgc_cohorts"), f.Q)
	if total, err = g.count(ctx, "SELECT count(*) FROM sgc_cohorts"+w.sql(), w.args); err != nil {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{
		"created_at":    {"created_at", timeKey},
		"last_activity": {"last_activity_at", timeKey},
		"name":          {"name_key", foldedKey},
		"owner":         {"owner_key", foldedKey},
		"total":         {"total", numberKey},
		"males":         {"males", numberKey},
		"females":       {"females", numberKey},
	}, cmp.Or(f.Sort, "-created_at"), f.After, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	page, err = selectAll(ctx, g.Store, "SELECT "+cohortColumns+" FROM sgc_cohorts"+w.sql()+tail, w.args, scanCohort)
	if err != nil || len(page) == 0 {
		return nil, total, err
	}
	return page, total, g.addToRows(ctx, page)
}

// addToRows adds data of other tables to a page of cohorts.
func (g *SGC) addToRows(ctx context.Context, page []*sgc.CohortRow) error {
	rows := make(map[string]*sgc.CohortRow, len(page))
	var w filter
	ids := make([]string, len(page))
	for i, row := range page {
		rows[row.ID], ids[i] = row, row.ID
	}
	w.in("cohort_id", ids)
	_, err := selectAll(
		ctx,
		g.Store,
		"SELECT cohort_id, kind, uploaded_at FROM sgc_files"+w.sql()+" AND is_current",
		w.args,
		func(row scanner) (struct{}, error) {
			var r sqlcgen.SgcFile
			err := row.Scan(&r.CohortID, &r.Kind, &r.UploadedAt)
			if err == nil {
				rows[r.CohortID].Files = append(rows[r.CohortID].Files, sgc.FileMark{Kind: check.Kind(r.Kind), UploadedAt: r.UploadedAt.UTC()})
			}
			return struct{}{}, err
		},
	)
	if err != nil {
		return err
	}
	_, err = selectAll(
		ctx,
		g.Store,
		"SELECT cohort_id, user_id, user_name FROM sgc_co_owners"+w.sql()+" ORDER BY user_name, user_id",
		w.args,
		func(row scanner) (struct{}, error) {
			var r sqlcgen.SgcCoOwner
			err := row.Scan(&r.CohortID, &r.UserID, &r.UserName)
			if err == nil {
				rows[r.CohortID].CoOwners = append(rows[r.CohortID].CoOwners, sgc.Person{ID: r.UserID, UserName: r.UserName})
			}
			return struct{}{}, err
		},
	)
	for _, row := range page {
		slices.SortFunc(row.Files, func(a, b sgc.FileMark) int {
			return slices.Index(check.Kinds(), a.Kind) - slices.Index(check.Kinds(), b.Kind)
		})
	}
	return err
}

// Summary implements sgc.Store.
func (g *SGC) Summary(ctx context.Context, memberID string) (sum *sgc.Summary, err error) {
	defer errs.Wrap(&err, "store.SGC.Summary(%q)", memberID)
	var w filter
	w.member(memberID)
	sum = &sgc.Summary{}
	_, err = selectAll(
		ctx,
		g.Store,
		"SELECT status, count(*), CAST(sum(total) AS bigint) FROM sgc_cohorts"+w.sql()+" GROUP BY status",
		w.args,
		func(row scanner) (struct{}, error) {
			var status sgc.Status
			var n, people int64
			err := row.Scan(&status, &n, &people)
			sum.Cohorts, sum.People = sum.Cohorts+n, sum.People+people
			switch status {
			case sgc.Validated:
				sum.Validated = n
			case sgc.Complete:
				sum.Complete = n
			case sgc.Incomplete:
				sum.Incomplete = n
			}
			return struct{}{}, err
		},
	)
	return sum, err
}
