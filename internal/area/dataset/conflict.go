package dataset

import (
	"context"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/record"
)

// ConflictError reports that another user has changed a data set meanwhile, and its current state.
type ConflictError = record.ConflictError[View]

// changedMeanwhile returns the current state of a data set to a caller whose version is out of
// date.
func (s *Service) changedMeanwhile(ctx context.Context, by *auth.Identity, id string) error {
	view, err := s.Dataset(ctx, by, id)
	if err != nil {
		return err
	}
	return record.Conflict(view, "%s has changed this data set meanwhile. Compare both versions and save again.", view.UpdatedBy)
}
