// Package source provides pages with the tables that they show.
package source

import (
	"context"

	"cohortium/internal/area/page"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/platform/auth"
)

// Tables provides the tables of pages.
type Tables struct{ Service *pagetable.Service }

var _ page.Tables = Tables{}

// Table implements page.Tables.
func (s Tables) Table(ctx context.Context, id string) (*page.Table, error) {
	t, err := s.Service.Table(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &page.Table{ID: t.ID, OwnerID: t.Owner.ID, Ready: t.State == pagetable.Ready}
	switch t.State {
	case pagetable.Failed:
		out.Failed = t.Error
	case pagetable.Cancelled:
		out.Failed = "Making it was cancelled."
	}
	if t.Made == nil {
		return out, nil
	}
	for _, c := range t.Made.Columns {
		column := page.TableColumn{ID: c.ID, Source: c.Source, Type: string(c.Type), Min: c.Min, Max: c.Max}
		if c.Distinct != nil && *c.Distinct == len(c.First) {
			column.Values = append([]string{}, c.First...)
		}
		out.Columns = append(out.Columns, column)
	}
	return out, nil
}

// Source implements page.Tables. A source that is not public may be shared with the whole area: the
// rights of each reader are checked when they open the page.
func (s Tables) Source(ctx context.Context, id string) (*page.Source, error) {
	t, err := s.Service.Table(ctx, id)
	if err != nil {
		return nil, err
	}
	if t.Source.Kind.Brought() {
		return &page.Source{Widest: page.Public, Brought: true}, nil
	}
	open, err := s.Service.MayRead(ctx, nil, id)
	if err != nil {
		return nil, err
	}
	if open {
		return &page.Source{Widest: page.Public, Area: t.Area}, nil
	}
	return &page.Source{Widest: page.Area, Area: t.Area, Advice: advice(t.Source.Kind)}, nil
}

// advice returns the advice for a source that is not public.
func advice(kind pagetable.Kind) string {
	switch kind {
	case pagetable.FromDataset:
		return "The data set that this page shows is not public. Make it public first, or share the page with people or with everybody of the area."
	case pagetable.FromIndex:
		return "The index that this page shows is not public. Make it public first, or share the page with people or with everybody of the area."
	}
	return "Results of HERMES are not public, and neither is a page of them. Share it with people or with everybody in HERMES."
}

// MayRead implements page.Tables.
func (s Tables) MayRead(ctx context.Context, by *auth.Identity, id string) (bool, error) {
	return s.Service.MayRead(ctx, by, id)
}

// Renew implements page.Tables.
func (s Tables) Renew(ctx context.Context, id string) (string, error) {
	t, err := s.Service.Renew(ctx, id)
	if err != nil || t == nil {
		return "", err
	}
	return t.ID, nil
}
