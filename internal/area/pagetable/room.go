package pagetable

import (
	"context"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/quota"
)

// Room is the quotas of an owner. What exceeds them is refused.
type Room struct {
	Tables quota.Quota
	Bytes  quota.Quota
}

// Room returns the quotas of a caller.
func (s *Service) Room(ctx context.Context, by *auth.Identity) (_ Room, err error) {
	defer errs.Wrap(&err, "pagetable.Room")
	return s.roomOf(ctx, s.store, by.User.ID)
}

// Quotas returns the quotas of a caller as a list.
func (s *Service) Quotas(ctx context.Context, by *auth.Identity) ([]quota.Quota, error) {
	room, err := s.Room(ctx, by)
	return []quota.Quota{room.Bytes, room.Tables}, err
}

// usages measures what owners use, inside or outside of a transaction.
type usages interface {
	Usage(ctx context.Context, ownerID string) (Usage, error)
}

func (s *Service) roomOf(ctx context.Context, r usages, ownerID string) (Room, error) {
	u, err := r.Usage(ctx, ownerID)
	return Room{
		Tables: quota.Of(quota.Tables, u.Tables, s.cfg.MaxTables),
		Bytes:  quota.Of(quota.TableBytes, u.Bytes, s.cfg.Quota),
	}, err
}
