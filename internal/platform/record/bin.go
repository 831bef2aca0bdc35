package record

import (
	"context"
	"time"

	"cohortium/internal/platform/errs"
)

// InBin returns the error of a change to a thing that is in the bin; what is its name for people.
func InBin(what string) error {
	return errs.New(errs.Conflict, "in_bin", "This %s is in the bin. Restore it to change it.", what)
}

// NotInBin returns the error of restoring or removing a thing that is not in the bin.
func NotInBin(what string) error {
	return errs.New(errs.Conflict, "not_in_bin", "This %s is not in the bin. Put it there first.", what)
}

// PurgeBin deletes for ever the things put into a bin before a time. Things restored or deleted
// meanwhile stay as they are.
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
