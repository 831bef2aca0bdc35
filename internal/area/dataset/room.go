package dataset

import (
	"context"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/quota"
)

// Quotas returns how much the files in the data sets of a caller take, and may take.
func (s *Service) Quotas(ctx context.Context, by *auth.Identity) (_ []quota.Quota, err error) {
	defer errs.Wrap(&err, "dataset.Quotas")
	room, err := s.roomOf(ctx, s.store, by.User.ID)
	return []quota.Quota{room}, err
}

// roomOf returns the quota of an owner. Files are refused by it.
func (s *Service) roomOf(ctx context.Context, r Reads, ownerID string) (quota.Quota, error) {
	stored, err := r.StoredBytes(ctx, ownerID)
	return quota.Of(quota.DatasetBytes, stored, s.cfg.Quota), err
}
