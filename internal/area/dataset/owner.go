package dataset

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/record"
)

// SetOwners sets the owner and the co-owners of a data set, by user names. Only the owner and
// accounts that edit all may do this. errs.Rule (fields owner, co_owners) for names without a role
// for data sets; *ConflictError if the version is not current.
func (s *Service) SetOwners(ctx context.Context, by *auth.Identity, id string, version int64, ownerName string, coOwners []string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.SetOwners(%q, %q, %q)", id, ownerName, coOwners)
	d, r, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if err := mustTransfer(d, r); err != nil {
		return nil, err
	}
	owner, others, err := s.finder(d, record.MaxCoOwners).OwnerAndOthers(ctx, ownerName, coOwners)
	if err != nil {
		return nil, err
	}
	return s.change(ctx, by, id, record.At(version), func(tx Tx, d *Dataset, r record.Access) (*record.Event, error) {
		if err := mustTransfer(d, r); err != nil {
			return nil, err
		}
		if err := s.mustTake(ctx, tx, d, owner); err != nil {
			return nil, err
		}
		before := d.owners()
		d.Owner, d.CoOwners = owner, others
		changes := record.Changes(before, d.owners())
		if len(changes) == 0 {
			return nil, nil
		}
		h := &record.Event{Action: "changed who owns it", Detail: strings.Join(record.Names(others), ", "), Kind: audit.Changed, Changes: changes}
		if changes[0].Key == "owner" {
			h.Action, h.Detail = "transferred to another owner", owner.UserName
		}
		return h, nil
	})
}

// mustTake refuses a transfer to an account whose quota is too small for the files.
func (s *Service) mustTake(ctx context.Context, tx Tx, d *Dataset, to Person) error {
	if to.ID == d.Owner.ID {
		return nil
	}
	room, err := s.roomOf(ctx, tx, to.ID)
	if err != nil {
		return err
	}
	files, err := tx.DatasetFiles(ctx, d.ID)
	if err != nil {
		return err
	}
	var size int64
	for _, f := range files {
		size += f.Size
	}
	if room.Fits(size) {
		return nil
	}
	sentence := fmt.Sprintf(
		"The files of this data set, %s, do not fit into the room that %s has for files. Choose another owner, or ask the operator for more.",
		file.SizeText(size),
		to.UserName,
	)
	return errs.New(errs.Rule, "quota_reached", "%s", sentence).WithFields(errs.Field{Field: "owner", Message: sentence})
}

// mustTransfer refuses callers who may not change the owner of a data set.
func mustTransfer(d *Dataset, r record.Access) error {
	if canOf(r, d).Transfer {
		return nil
	}
	if err := mustEdit(d, r); err != nil {
		return err
	}
	return errs.New(errs.Forbidden, "forbidden", "Only the owner may transfer this data set.")
}

func (d *Dataset) owners() []record.Value { return record.Owners(d.Owner, d.CoOwners) }

// finder finds accounts that may work with data sets, up to a number at once.
func (s *Service) finder(d *Dataset, most int) *record.Finder {
	return &record.Finder{
		Accounts: s.cfg.Accounts, Works: func(id *auth.Identity) bool { return id.In(auth.AreaDatasets) }, With: "data sets",
		Known: slices.Concat([]Person{d.Owner}, d.CoOwners, d.People),
		Most:  most, TooMany: "These are too many people; name a group instead, or fewer of them.",
	}
}
