package dataset

import (
	"context"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/record"
)

// ConflictError says that somebody else has changed a data set meanwhile, and
// what it is now.
type ConflictError = record.ConflictError[View]

// changedMeanwhile gives a caller whose version is not the current one what the
// data set is now.
func (s *Service) changedMeanwhile(ctx context.Context, by *auth.Identity, id string) error {
	view, err := s.Dataset(ctx, by, id)
	if err != nil {
		return err
	}
	return record.Conflict(view, "%s has changed this data set meanwhile. Compare both versions and save again.", view.UpdatedBy)
}
