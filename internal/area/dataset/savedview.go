package dataset

import (
	"context"
	"slices"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Limits of saved searches: their number per account, and characters.
const (
	maxViews    = 100
	maxViewName = 100
	maxSearch   = 4000
)

// SavedViews lists the searches that the caller saved, by name.
func (s *Service) SavedViews(ctx context.Context, by *auth.Identity) (_ []SavedView, err error) {
	defer errs.Wrap(&err, "dataset.SavedViews")
	if err := mustRegister(by); err != nil {
		return nil, err
	}
	return s.store.Views(ctx, by.User.ID)
}

// SaveView saves a search of the caller under a name, and replaces one with the same name.
// errs.Rule with the fields at fault.
func (s *Service) SaveView(ctx context.Context, by *auth.Identity, v SavedView) (_ SavedView, err error) {
	defer errs.Wrap(&err, "dataset.SaveView(%q)", v.Name)
	if err := mustRegister(by); err != nil {
		return v, err
	}
	var f faults
	f.line("name", &v.Name, maxViewName, true)
	f.line("search", &v.Search, maxSearch, false)
	if err := f.err(); err != nil {
		return v, err
	}
	kept, err := s.store.Views(ctx, by.User.ID)
	if err != nil {
		return v, err
	}
	same := func(k SavedView) bool { return strings.EqualFold(k.Name, v.Name) }
	if len(kept) >= maxViews && !slices.ContainsFunc(kept, same) {
		return v, errs.AtField("name", "You have 100 saved searches, the maximum. Delete one first.")
	}
	return v, s.store.InTx(ctx, func(tx Tx) error { return tx.SaveView(ctx, by.User.ID, v) })
}

// DeleteView deletes a saved search of the caller.
func (s *Service) DeleteView(ctx context.Context, by *auth.Identity, name string) (err error) {
	defer errs.Wrap(&err, "dataset.DeleteView(%q)", name)
	if err := mustRegister(by); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(tx Tx) error { return tx.DeleteView(ctx, by.User.ID, strings.TrimSpace(name)) })
}
