package page

import (
	"context"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/quota"
)

// Room returns the quota of pages of a caller, including the bin.
func (s *Service) Room(ctx context.Context, by *auth.Identity) (_ quota.Quota, err error) {
	defer errs.Wrap(&err, "page.Room")
	return s.roomOf(ctx, s.store, by.User.ID)
}

// Quotas returns the quota of a caller as a list.
func (s *Service) Quotas(ctx context.Context, by *auth.Identity) ([]quota.Quota, error) {
	room, err := s.Room(ctx, by)
	return []quota.Quota{room}, err
}

// counts counts the pages of owners, inside or outside of a transaction.
type counts interface {
	Count(ctx context.Context, ownerID string) (int64, error)
}

// roomOf returns the quota of an owner. Pages are refused by it.
func (s *Service) roomOf(ctx context.Context, r counts, ownerID string) (quota.Quota, error) {
	n, err := r.Count(ctx, ownerID)
	return quota.Of(quota.Pages, n, s.cfg.MaxPages), err
}
