package dataset

import (
	"context"
	"strconv"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

// Page is a page of data sets.
type Page struct {
	Items  []*Row
	Total  int64          // on all pages
	Next   listing.Place  // start of the next page; zero on the last page
	Facets listing.Facets // nil unless the filter asks for them
}

// ListDatasets lists the data sets that the caller may see, last changed first by default. The bin
// shows what the caller may restore.
func (s *Service) ListDatasets(ctx context.Context, by *auth.Identity, f Filter) (_ *Page, err error) {
	defer errs.Wrap(&err, "dataset.ListDatasets")
	if err := mustRegister(by); err != nil {
		return nil, err
	}
	f.Reader = readerOf(by, f.Bin)
	return s.page(ctx, by, f)
}

// page returns the data sets of a filter in the caller's view.
func (s *Service) page(ctx context.Context, by *auth.Identity, f Filter) (*Page, error) {
	if f.Sort == "" {
		f.Sort = "-updated_at"
	}
	limit := f.Limit
	f.Limit++ // one extra row shows whether there is a next page
	rows, total, err := s.store.Datasets(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &Page{Total: total}
	if f.Facets {
		if page.Facets, err = s.store.DatasetFacets(ctx, f); err != nil {
			return nil, err
		}
	}
	page.Items, page.Next = listing.PageOf(rows, limit, func(r *Row) listing.Place { return listing.Place{Key: r.sortKey(f.Sort), ID: r.ID} })
	for _, row := range page.Items {
		row.Can, row.PublicationURL = canOf(relationOf(by, row.Dataset), row.Dataset), publicationURL(row.PubID)
	}
	return page, nil
}

// readerOf describes the caller for the store. In the bin, an account that only sees all sees no
// more than others.
func readerOf(by *auth.Identity, bin bool) *Reader {
	return &Reader{UserID: by.User.ID, Groups: by.User.Groups, All: editsAll(by) || seesAll(by) && !bin}
}

// sortKey returns the value of the column that a list is sorted by.
func (r *Row) sortKey(sort string) string {
	switch strings.TrimPrefix(sort, "-") {
	case "name":
		return r.Name
	case "study":
		return r.StudyName
	case "global_sample_size":
		return strconv.FormatInt(r.GlobalSampleSize, 10)
	case "files":
		return strconv.FormatInt(r.Files, 10)
	case "bytes":
		return strconv.FormatInt(r.Bytes, 10)
	case "created_at":
		return listing.TimeKey(r.CreatedAt)
	}
	return listing.TimeKey(r.UpdatedAt)
}
