package sgc

import (
	"context"
	"strconv"
	"strings"
	"time"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

// CohortRow is a cohort in a list.
type CohortRow struct {
	*Cohort
	Answered bool       // every question of the questionnaire
	Files    []FileMark // current ones, in the order of check.Kinds
	Can      Can
}

// FileMark is a current file in a list.
type FileMark struct {
	Kind       check.Kind `json:"kind"`
	UploadedAt time.Time  `json:"uploaded_at"`
}

// CohortPage is a part of a list of cohorts, with counts over the whole list.
type CohortPage struct {
	Items   []*CohortRow
	Total   int64         // on all pages
	Next    listing.Place // start of the next page; zero on the last page
	Summary *Summary      // of everything that the caller may see, without the filter
}

// ListCohorts lists the cohorts that the caller may see: all for reviewers, own and shared ones for
// others. A filter can only narrow this.
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
	f.Limit = limit + 1 // one extra row shows whether there is a next page
	rows, total, err := s.store.Cohorts(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &CohortPage{Total: total}
	page.Items, page.Next = listing.PageOf(rows, limit, func(row *CohortRow) listing.Place { return row.place(f.Sort) })
	for _, row := range page.Items {
		row.Can = canOf(relationOf(by, row.Cohort))
	}
	page.Summary, err = s.store.Summary(ctx, f.MemberID)
	return page, err
}

// Completeness lists which files each cohort has uploaded. Reviewers only.
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

// place returns the position of a cohort in a list with this sort order.
func (c *Cohort) place(sort string) listing.Place {
	switch strings.TrimPrefix(sort, "-") {
	case "name":
		return listing.Place{Key: c.Name, ID: c.ID}
	case "owner":
		return listing.Place{Key: c.Owner.UserName, ID: c.ID}
	case "total":
		return listing.Place{Key: strconv.FormatInt(c.Total, 10), ID: c.ID}
	case "males":
		return listing.Place{Key: strconv.FormatInt(c.Males, 10), ID: c.ID}
	case "females":
		return listing.Place{Key: strconv.FormatInt(c.Females, 10), ID: c.ID}
	case "last_activity":
		return listing.At(c.LastActivityAt, c.ID)
	}
	return listing.At(c.CreatedAt, c.ID)
}
