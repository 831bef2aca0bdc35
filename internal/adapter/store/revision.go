package store

import (
	"context"
	"slices"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
)

// Revisions returns the current revisions. Triggers raise them, so that every change counts,
// whatever makes it.
func (s *Store) Revisions(ctx context.Context) (_ *auth.Revisions, err error) {
	defer errs.Wrap(&err, "store.Revisions")
	row, err := s.reader().GetRevisions(ctx)
	return (*auth.Revisions)(&row), problem(err)
}

// keptAccounts is how many accounts stay in memory, the most recently used.
const keptAccounts = 1000

// accountAt is an account at a revision of the accounts.
type accountAt struct {
	id       string
	revision int64
}

func newKeptAccounts() *cache.Cache[accountAt, *auth.User] {
	return cache.New[accountAt, *auth.User](keptAccounts, 0, nil)
}

// accountAt returns a private copy of an account, as of a revision that was read just now.
func (a *Accounts) accountAt(ctx context.Context, id string, revision int64) (*auth.User, error) {
	kept, err := a.accounts.Get(ctx, accountAt{id, revision}, func(ctx context.Context) (*auth.User, error) { return a.User(ctx, id) })
	if err != nil {
		return nil, err
	}
	u := *kept
	u.Roles, u.Groups, u.Grants = slices.Clone(kept.Roles), slices.Clone(kept.Groups), slices.Clone(kept.Grants)
	return &u, nil
}
