package sgc

import (
	"context"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// SetOwners sets the owner and co-owners of a cohort, by user names. Only the owner and reviewers
// may do this. errs.Rule (fields owner, co_owners) for names without a role for cohorts;
// *ConflictError if the version is not current.
func (s *Service) SetOwners(ctx context.Context, by *auth.Identity, id string, version int64, ownerName string, coOwners []string) (_ *CohortView, err error) {
	defer errs.Wrap(&err, "sgc.SetOwners(%q, %q, %q)", id, ownerName, coOwners)
	r, err := s.open(ctx, by, id, version)
	if err != nil {
		return nil, err
	}
	if !canOf(relationOf(by, r.Cohort)).Transfer {
		return nil, errs.New(errs.Forbidden, "forbidden", "Only the owner and reviewers can transfer a cohort.")
	}
	before := r.people()
	r.Owner, r.CoOwners, err = s.finder(r.Cohort).OwnerAndOthers(ctx, ownerName, coOwners)
	if err != nil {
		return nil, err
	}
	was, is := record.Differing(before, r.people())
	if len(was) == 0 {
		return s.view(ctx, by, r.Cohort)
	}
	h := record.Event{Action: "shared with others", Detail: is["co_owners"], Kind: audit.Changed, Before: was, After: is}
	if is["owner"] != "" {
		h.Action, h.Detail = "transferred to another owner", is["owner"]
	}
	return s.save(ctx, by, &change{Record: r, Event: h, keepValidation: true})
}

// SetCoOwners sets the co-owners of a cohort; see SetOwners.
func (s *Service) SetCoOwners(ctx context.Context, by *auth.Identity, id string, version int64, names []string) (*CohortView, error) {
	c, _, err := s.cohortFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return s.SetOwners(ctx, by, id, version, c.Owner.UserName, names)
}

// Transfer changes the owner of a cohort; see SetOwners. Its co-owners stay.
func (s *Service) Transfer(ctx context.Context, by *auth.Identity, id string, version int64, userName string) (*CohortView, error) {
	c, _, err := s.cohortFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return s.SetOwners(ctx, by, id, version, userName, record.Names(c.CoOwners))
}

// finder finds accounts that may own cohorts.
func (s *Service) finder(c *Cohort) *record.Finder {
	return &record.Finder{
		Accounts: s.cfg.Accounts, Works: uploads, With: "cohorts", Known: append([]Person{c.Owner}, c.CoOwners...),
		Most: record.MaxCoOwners, TooMany: "At most 50 people share a cohort.",
	}
}

// people returns the owners of a cohort as values by name.
func (c *Cohort) people() map[string]string {
	return map[string]string{"owner": c.Owner.UserName, "co_owners": strings.Join(record.Names(c.CoOwners), ", ")}
}
