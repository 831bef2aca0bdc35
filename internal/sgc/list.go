package sgc

import (
	"context"
	"strconv"
	"strings"
	"time"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/sgc/check"
)

// CohortRow is a cohort as lists show it.
type CohortRow struct {
	*Cohort
	Answered bool       // every question of the questionnaire
	Files    []FileMark // current ones, in the order of check.Kinds
	Can      Can
}

// FileMark says that a file is there.
type FileMark struct {
	Kind       check.Kind
	UploadedAt time.Time
}

// CohortPage is a page of cohorts.
type CohortPage struct {
	Items []*CohortRow
	Total int64 // on all pages
	// AfterKey and AfterID continue the list; both are "" on the last page.
	AfterKey string
	AfterID  string
	Summary  *Summary // of everything that the caller may see, whatever the filter
}

// ListCohorts lists the cohorts that the caller may see: all for reviewers, own
// and shared ones for others, whatever the filter says.
func (s *Service) ListCohorts(ctx context.Context, by *auth.Identity, f CohortFilter) (_ *CohortPage, err error) {
	defer errs.Wrap(&err, "sgc.ListCohorts")
	switch {
	case reviews(by):
		f.MemberID = ""
	case uploads(by):
		f.MemberID = by.User.ID
	default:
		return nil, errs.New(errs.Forbidden, "forbidden", "Your account may not work with cohorts.")
	}
	limit := f.Limit
	f.Limit = limit + 1 // one more tells whether there is a next page
	rows, total, err := s.store.Cohorts(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &CohortPage{Total: total, Items: rows}
	if len(rows) > limit {
		page.Items = rows[:limit]
		last := rows[limit-1]
		page.AfterKey, page.AfterID = last.sortKey(f.Sort), last.ID
	}
	for _, row := range page.Items {
		row.Can = canOf(relationOf(by, row.Cohort))
	}
	page.Summary, err = s.store.Summary(ctx, f.MemberID)
	return page, err
}

// Completeness lists which cohort has handed in what. Only for reviewers.
func (s *Service) Completeness(ctx context.Context, by *auth.Identity, f CohortFilter) (_ *CohortPage, err error) {
	defer errs.Wrap(&err, "sgc.Completeness")
	if err := mustReview(by); err != nil {
		return nil, err
	}
	if f.Sort == "" {
		f.Sort = "last_activity"
	}
	return s.ListCohorts(ctx, by, f)
}

// sortKey is the value of the column that a list is sorted by.
func (c *Cohort) sortKey(sort string) string {
	switch strings.TrimPrefix(sort, "-") {
	case "name":
		return c.Name
	case "owner":
		return c.Owner.UserName
	case "total":
		return strconv.FormatInt(c.Total, 10)
	case "last_activity":
		return timeKey(c.LastActivityAt)
	}
	return timeKey(c.CreatedAt)
}

func timeKey(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
