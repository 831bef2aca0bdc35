package bioindex

import (
	"context"
	"strings"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// View is an index as one caller sees it.
type View struct {
	*Index
	Can      Can
	Readable bool       // the caller may still read the file
	PurgedAt *time.Time // when it is deleted from the bin; nil outside of the bin
	Newest   *Build
	Live     *Build    // the build that answers; nil before the first
	Answered Answered  // how long the last answers of Live took
	Job      *job.View // of the newest build, or of its verification when that is later
}

// Index returns an index that the caller may query.
func (s *Service) Index(ctx context.Context, by *auth.Identity, id string) (_ *View, err error) {
	defer errs.Wrap(&err, "bioindex.Index(%q)", id)
	x, r, err := s.indexFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	views, err := s.views(ctx, by, []*Index{x}, []record.Access{r})
	if err != nil {
		return nil, err
	}
	return views[0], nil
}

// views adds to indexes the data from other tables, with one query for each kind.
func (s *Service) views(ctx context.Context, by *auth.Identity, list []*Index, access []record.Access) ([]*View, error) {
	var ids, jobIDs []string
	for _, x := range list {
		ids = append(ids, x.NewestID)
		if x.BuildID != "" && x.BuildID != x.NewestID {
			ids = append(ids, x.BuildID)
		}
	}
	builds := make(map[string]*Build, len(ids))
	found, err := s.store.BuildsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, b := range found {
		builds[b.ID] = b
		jobIDs = append(jobIDs, b.JobID)
		if b.Again != nil {
			jobIDs = append(jobIDs, b.Again.JobID)
		}
	}
	jobs, err := job.Views(ctx, s.store, jobIDs)
	if err != nil {
		return nil, err
	}
	out := make([]*View, len(list))
	for i, x := range list {
		v := &View{Index: x, Newest: builds[x.NewestID], Live: builds[x.BuildID]}
		if v.Readable, err = s.mayRead(ctx, by, x); err != nil {
			return nil, err
		}
		v.Can = canOf(access[i], x, v.Readable && s.rebuilds(by, x))
		if v.Newest != nil {
			v.Job = jobs[v.Newest.JobID]
		}
		if v.Live != nil {
			v.Answered = s.times.of(v.Live.ID)
		}
		if v.Live != nil && v.Live.Again != nil {
			if again := jobs[v.Live.Again.JobID]; v.Job == nil || again != nil && again.CreatedAt.After(v.Job.CreatedAt) {
				v.Job = again
			}
		}
		if x.DeletedAt != nil {
			at := x.DeletedAt.Add(s.cfg.BinFor)
			v.PurgedAt = &at
		}
		out[i] = v
	}
	return out, nil
}

// rebuilds reports whether a caller who may read the file may rebuild the index: only its uploader
// reads an upload.
func (s *Service) rebuilds(by *auth.Identity, x *Index) bool {
	return x.Source.Kind != FromUpload || by != nil && by.User.ID == x.Owner.ID
}

// Page is a page of indexes.
type Page struct {
	Items  []*View
	Total  int64          // on all pages
	Next   listing.Place  // where the list continues; zero on the last page
	Facets listing.Facets // nil unless the filter asks for them
}

// Indexes lists the indexes that the caller may query, the last changed first; by is nil for a
// stranger. Those whose file the caller may not read are left out of the items, but counted.
func (s *Service) Indexes(ctx context.Context, by *auth.Identity, f Filter) (_ *Page, err error) {
	defer errs.Wrap(&err, "bioindex.Indexes")
	if by != nil {
		f.UserID, f.Areas, f.All = by.User.ID, by.Areas(), by.IsAdmin()
	}
	limit := f.Limit
	f.Limit++ // one more shows whether there is a next page
	list, total, err := s.store.Indexes(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &Page{Total: total}
	if f.Facets {
		if page.Facets, err = s.store.IndexFacets(ctx, f); err != nil {
			return nil, err
		}
	}
	list, next := listing.PageOf(list, limit, func(x *Index) listing.Place { return listing.Place{Key: keyOf(x, f.Sort), ID: x.ID} })
	access := make([]record.Access, len(list))
	for i, x := range list {
		access[i] = record.Reader
		if by != nil && (by.IsAdmin() || x.Owner.ID == by.User.ID) {
			access[i] = accessOf(by, x)
		}
	}
	views, err := s.views(ctx, by, list, access)
	if next.ID != "" && len(views) > 0 {
		next = views[len(views)-1].place(f.Sort, next)
	}
	page.Next = next
	for i, v := range views {
		if v.Readable || access[i] >= record.Owner {
			page.Items = append(page.Items, v)
		}
	}
	return page, err
}

// place returns the place of an index in a list that is sorted by a number of its live build,
// otherwise for any other order.
func (v *View) place(sort string, otherwise listing.Place) listing.Place {
	switch strings.TrimPrefix(sort, "-") {
	case "rows":
		return listing.Number(v.Rows(), v.ID)
	case "bytes":
		size := v.Bytes()
		return listing.Number(&size, v.ID)
	}
	return otherwise
}

// Rows counts the rows of the live build; nil before the first.
func (v *View) Rows() *int64 {
	if v.Live == nil {
		return nil
	}
	return &v.Live.Made.Rows
}

// Bytes is the size of the live build, with the file if that was uploaded for the index.
func (v *View) Bytes() (n int64) {
	if v.Source.Kind == FromUpload {
		n = v.SourceBytes
	}
	if v.Live != nil {
		n += v.Live.Bytes
	}
	return n
}

// keyOf returns the sort key after which a list continues.
func keyOf(x *Index, sort string) string {
	switch strings.TrimPrefix(sort, "-") {
	case "name":
		return x.Name
	case "owner":
		return x.Owner.UserName
	}
	return listing.TimeKey(x.UpdatedAt)
}
