// Package storage reports what accounts use of their quotas. It measures nothing itself: the areas
// report the numbers by which they refuse.
package storage

import (
	"context"
	"strconv"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/quota"
)

// Area stores something and limits it.
type Area interface {
	// Quotas returns what a caller uses, and may use.
	Quotas(ctx context.Context, by *auth.Identity) ([]quota.Quota, error)
}

// Store lists the use of all owners.
type Store interface {
	// StorageOwners returns a page of the accounts that use bytes, and how many the filter selects on
	// all pages. The bytes are those that the quotas of the areas count.
	StorageOwners(ctx context.Context, f Filter) (page []Owner, total int64, err error)
}

// Owner is an account with the bytes that it uses.
type Owner struct {
	UserID, UserName string
	IsActive         bool
	Datasets         int64 // bytes that quota.DatasetBytes counts
	Indexes          int64 // quota.IndexBytes
	Tables           int64 // quota.TableBytes
}

// Bytes returns the sum.
func (o Owner) Bytes() int64 { return o.Datasets + o.Indexes + o.Tables }

// Filter selects a page of owners.
type Filter struct {
	Q     string // every word occurs in the user name, the e-mail address or the name
	Sort  string // user_name, bytes, datasets, indexes or tables, with - before it for descending; "" for -bytes
	After listing.Place
	Limit int
}

// Page is a page of owners.
type Page struct {
	Items []Owner
	Next  listing.Place
	Total int64
	// Limits are the quotas of every owner by kind, 0 for no limit.
	Limits map[quota.Kind]int64
}

// Service reports the use.
type Service struct {
	store Store
	areas []Area
}

// New returns a service of areas, in display order.
func New(s Store, areas ...Area) *Service { return &Service{s, areas} }

// Quotas returns every quota of a caller.
func (s *Service) Quotas(ctx context.Context, by *auth.Identity) (list []quota.Quota, err error) {
	defer errs.Wrap(&err, "storage.Quotas")
	for _, area := range s.areas {
		of, err := area.Quotas(ctx, by)
		if err != nil {
			return nil, err
		}
		list = append(list, of...)
	}
	return list, nil
}

// Owners lists the accounts that use bytes, for an administrator.
func (s *Service) Owners(ctx context.Context, by *auth.Identity, f Filter) (_ *Page, err error) {
	defer errs.Wrap(&err, "storage.Owners")
	own, err := s.Quotas(ctx, by)
	if err != nil {
		return nil, err
	}
	page := &Page{Limits: make(map[quota.Kind]int64)}
	for _, q := range own {
		page.Limits[q.Kind] = q.Limit
	}
	if f.Sort == "" {
		f.Sort = "-bytes"
	}
	limit := f.Limit
	f.Limit++ // one more shows whether there is a next page
	list, total, err := s.store.StorageOwners(ctx, f)
	if err != nil {
		return nil, err
	}
	page.Total = total
	page.Items, page.Next = listing.PageOf(list, limit, func(o Owner) listing.Place { return o.placeIn(f.Sort) })
	return page, nil
}

func (o Owner) placeIn(sort string) listing.Place {
	bytes := map[string]int64{"bytes": o.Bytes(), "datasets": o.Datasets, "indexes": o.Indexes, "tables": o.Tables}
	if n, ok := bytes[strings.TrimPrefix(sort, "-")]; ok {
		return listing.Place{Key: strconv.FormatInt(n, 10), ID: o.UserID}
	}
	return listing.Place{Key: o.UserName, ID: o.UserID}
}
