package dataset

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Limits of sharing by name.
const (
	maxReaders   = 200
	maxGroups    = 50
	maxGroupName = 100 // characters
)

// SharingInput sets who may see a data set. People and groups are stored for later sharing by name.
type SharingInput struct {
	Sharing Sharing
	People  []string // user names
	Groups  []string
	Reason  string // why files with a failed check are published; "" for none
}

// SetSharing sets who may see a data set. Sharing with fewer accounts ends its links immediately.
// errs.Rule (fields sharing, people, groups; check_failed and reason if a data set becomes public
// with a failed check); *ConflictError if the version is not current.
func (s *Service) SetSharing(ctx context.Context, by *auth.Identity, id string, version int64, in SharingInput) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.SetSharing(%q, %d, %q)", id, version, in.Sharing)
	d, r, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if err := mustEdit(d, r); err != nil {
		return nil, err
	}
	if !slices.Contains(Sharings(), in.Sharing) {
		return nil, errs.AtField("sharing", "Choose private, named or public.")
	}
	people, err := s.finder(d, maxReaders).People(ctx, "people", in.People)
	if err != nil {
		return nil, err
	}
	groups, err := groupNames(in.Groups)
	if err != nil {
		return nil, err
	}
	return s.change(ctx, by, id, record.At(version), func(tx Tx, d *Dataset, r record.Access) (*record.Event, error) {
		if err := mustEdit(d, r); err != nil {
			return nil, err
		}
		before, was := d.readers(), d.Sharing
		d.Sharing, d.People, d.Groups = in.Sharing, people, groups
		if now := s.now(); in.Sharing == Public && was != Public && d.PublishedAt == nil {
			d.PublishedAt = &now
		}
		if err := s.decide(ctx, by, d, in.Reason); err != nil {
			return nil, err
		}
		return s.shared(ctx, tx, d, was, before)
	})
}

// shared returns the event of a change of sharing, and ends the links of a data set that is shared
// with fewer accounts.
func (s *Service) shared(ctx context.Context, tx Tx, d *Dataset, was Sharing, before []record.Value) (*record.Event, error) {
	h := record.Reshared("see", record.Changes(before, d.readers()), was == Public, d.Sharing == Public)
	if h == nil || slices.Index(Sharings(), d.Sharing) >= slices.Index(Sharings(), was) {
		return h, nil
	}
	links, err := tx.RevokeLinks(ctx, d.ID, s.now())
	if links > 0 {
		h.Detail = fmt.Sprintf("Links that ended: %d.", links)
	}
	return h, err
}

// The labels of the fields of sharing.
const (
	sharedPeople = "Shared with people"
	sharedGroups = "Shared with groups"
)

// readers returns who may see a data set, as display texts.
func (d *Dataset) readers() []record.Value {
	return []record.Value{
		record.Of("sharing", "Sharing", LabelOf(AllCodes().Sharing, string(d.Sharing))),
		record.Of("people", sharedPeople, strings.Join(record.Names(d.People), ", ")),
		record.Of("groups", sharedGroups, strings.Join(d.Groups, ", ")),
		record.Of("published_despite", "Published although the check failed", d.whyDespite()),
	}
}

func (d *Dataset) whyDespite() string {
	if d.Despite == nil {
		return ""
	}
	return d.Despite.Reason
}

// groupNames normalises names of groups, sorted and without duplicates.
func groupNames(in []string) ([]string, error) {
	if len(in) > maxGroups {
		return nil, errs.AtField("groups", fmt.Sprintf("At most %d groups.", maxGroups))
	}
	var f faults
	out := slices.Clone(in)
	for i := range out {
		f.line("groups", &out[i], maxGroupName, true)
	}
	slices.Sort(out)
	return slices.Compact(out), f.err()
}
