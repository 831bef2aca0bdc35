package record

import (
	"context"
	"time"

	"cohortium/internal/platform/errs"
)

// PurgeBin removes for ever what was put into a bin before a time. What somebody took
// out or removed meanwhile stays as they left it.
func PurgeBin(ctx context.Context, before time.Time,
	purgeable func(ctx context.Context, before time.Time) ([]string, error), purge func(id string) error,
) error {
	ids, err := purgeable(ctx, before)
	if err != nil {
		return err
	}
	for _, id := range ids {
		err := purge(id)
		if err != nil && !errs.Is(err, errs.NotFound) && errs.CodeOf(err) != "not_in_bin" {
			return err
		}
	}
	return nil
}
