package page

import (
	"context"
	"encoding/json"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// View is a page as one caller sees it.
type View struct {
	*Page
	Can      Can
	PurgedAt *time.Time // when it is deleted from the bin; nil outside of the bin
	// Document is the draft for callers who may change the page, for others the published version
	// or, without one, the draft; nil in lists.
	Document json.RawMessage
}

func (s *Service) view(p *Page, r record.Access) *View {
	v := &View{Page: p, Can: canOf(r, p)}
	if p.DeletedAt != nil {
		at := p.DeletedAt.Add(s.cfg.BinFor)
		v.PurgedAt = &at
	}
	return v
}

// Page returns a page that the caller may see, with its document.
func (s *Service) Page(ctx context.Context, by *auth.Identity, id string) (_ *View, err error) {
	defer errs.Wrap(&err, "page.Page(%q)", id)
	p, r, err := s.pageFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	v := s.view(p, r)
	if r < record.Owner && p.Publication != nil {
		version, err := s.store.Version(ctx, id, p.Publication.Number)
		if err != nil {
			return nil, err
		}
		v.Document = version.Document
		return v, nil
	}
	v.Document, err = s.store.Draft(ctx, id)
	return v, err
}

// List is a page of pages.
type List struct {
	Items []*View
	Total int64         // on all pages
	Next  listing.Place // where the list continues; zero on the last page
}

// Pages lists the pages that the caller may see; by is nil for a stranger. Those whose source the
// caller may not read are left out of the items, but counted.
func (s *Service) Pages(ctx context.Context, by *auth.Identity, f Filter) (_ *List, err error) {
	defer errs.Wrap(&err, "page.Pages")
	if by != nil {
		f.UserID, f.Areas, f.All = by.User.ID, by.Areas(), by.IsAdmin()
	}
	limit := f.Limit
	f.Limit++ // one more shows whether there is a next page
	list, total, err := s.store.Pages(ctx, f)
	if err != nil {
		return nil, err
	}
	out := &List{Total: total}
	list, out.Next = listing.PageOf(list, limit, func(p *Page) listing.Place { return listing.Place{Key: keyOf(p, f.Sort), ID: p.ID} })
	for _, p := range list {
		r := record.Reader // lists have no people; the store has checked them
		if by != nil && (by.IsAdmin() || p.Owner.ID == by.User.ID) {
			r = accessOf(by, p)
		}
		if r < record.Owner {
			may, err := s.tables.MayRead(ctx, by, p.shown())
			if err != nil {
				return nil, err
			}
			if !may {
				continue
			}
		}
		out.Items = append(out.Items, s.view(p, r))
	}
	return out, nil
}

// keyOf returns the sort key after which a list continues.
func keyOf(p *Page, sort string) string {
	switch sort {
	case "title", "-title":
		return p.Title
	case "published_at", "-published_at":
		return listing.TimeKey(p.Publication.At)
	}
	return listing.TimeKey(p.UpdatedAt)
}

// Published is a page at its address, as its readers see it.
type Published struct {
	*View
	// Document is the published version.
	Document json.RawMessage
}

// Published returns the page at an address; by is nil for a stranger. In every other case the error
// is the same errs.NotFound (not_public).
func (s *Service) Published(ctx context.Context, by *auth.Identity, slug string) (_ *Published, err error) {
	defer errs.Wrap(&err, "page.Published(%q)", slug)
	p, r, err := s.at(ctx, by, slug)
	if err != nil {
		return nil, err
	}
	version, err := s.store.Version(ctx, p.ID, p.Publication.Number)
	if err != nil {
		return nil, err
	}
	return &Published{View: s.view(p, r), Document: version.Document}, nil
}

// at finds the page at an address.
func (s *Service) at(ctx context.Context, by *auth.Identity, slug string) (*Page, record.Access, error) {
	read, err := s.store.PageBySlug(ctx, slug)
	p, r, err := s.readable(ctx, by, read, err)
	if errs.Is(err, errs.NotFound) {
		err = errs.New(
			errs.NotFound,
			"not_public",
			"There is no page at this address, or you do not have access to it. It may have moved or been closed, or require you to sign in.",
		).Because(
			err,
		)
	}
	return p, r, err
}

// PublishedTable returns the id of the table of the page at an address, as Published does. open
// reports that the page is public.
func (s *Service) PublishedTable(ctx context.Context, by *auth.Identity, slug string) (id string, open bool, err error) {
	defer errs.Wrap(&err, "page.PublishedTable(%q)", slug)
	p, _, err := s.at(ctx, by, slug)
	if err != nil {
		return "", false, err
	}
	return p.Publication.TableID, p.Sharing == Public, nil
}
