package dataset

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/audit"
	"cohortium/internal/auth"
	"cohortium/internal/errs"
)

// maxCoOwners bounds how many people own a data set besides its owner.
const maxCoOwners = 50

// SetOwners says to whom a data set belongs and who owns it too, by user names.
// Only the owner and those who edit all may. errs.Rule (fields owner, co_owners)
// for names that may not work with data sets; *ConflictError when the version is
// not the current one.
func (s *Service) SetOwners(ctx context.Context, by *auth.Identity, id string, version int64, ownerName string, coOwners []string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.SetOwners(%q, %q, %q)", id, ownerName, coOwners)
	d, r, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if err := mustTransfer(d, r); err != nil {
		return nil, err
	}
	owner, err := s.person(ctx, d, "owner", ownerName)
	if err != nil {
		return nil, err
	}
	others, err := s.people(ctx, d, "co_owners", coOwners, maxCoOwners)
	if err != nil {
		return nil, err
	}
	others = slices.DeleteFunc(others, func(p Person) bool { return p.ID == owner.ID })
	return s.change(ctx, by, id, version, func(tx Tx, d *Dataset, r relation) (*happening, error) {
		if err := mustTransfer(d, r); err != nil {
			return nil, err
		}
		if err := s.mustTake(ctx, tx, d, owner); err != nil {
			return nil, err
		}
		before := d.owners()
		d.Owner, d.CoOwners = owner, others
		changes := differences(before, d.owners())
		if len(changes) == 0 {
			return nil, nil
		}
		h := &happening{action: "changed who owns it", detail: strings.Join(names(others), ", "), kind: audit.Changed, changes: changes}
		if changes[0].key == "owner" {
			h.action, h.detail = "given to another owner", owner.UserName
		}
		return h, nil
	})
}

// mustTake refuses to give a data set to somebody who has no room for its files.
func (s *Service) mustTake(ctx context.Context, tx Tx, d *Dataset, to Person) error {
	if to.ID == d.Owner.ID {
		return nil
	}
	stored, err := tx.StoredBytes(ctx, to.ID)
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
	if size <= s.cfg.Quota-stored {
		return nil
	}
	sentence := fmt.Sprintf("The files of this data set, %s, do not fit into the room that %s has for files. Choose another owner, or ask the operator for more.",
		bytesText(size), to.UserName)
	return errs.New(errs.Rule, "quota_reached", "%s", sentence).WithFields(errs.Field{Field: "owner", Message: sentence})
}

// mustTransfer refuses who may not say to whom a data set belongs.
func mustTransfer(d *Dataset, r relation) error {
	if canOf(r, d).Transfer {
		return nil
	}
	if err := mustEdit(d, r); err != nil {
		return err
	}
	return errs.New(errs.Forbidden, "forbidden", "Only the owner may say to whom this data set belongs.")
}

func (d *Dataset) owners() []entry {
	return []entry{{"owner", "Owner", d.Owner.UserName}, {"co_owners", "Co-owners", strings.Join(names(d.CoOwners), ", ")}}
}

// people finds accounts by name, each once, by name.
func (s *Service) people(ctx context.Context, d *Dataset, field string, userNames []string, most int) ([]Person, error) {
	if len(userNames) > most {
		return nil, ruleField(field, "These are too many people; name a group instead, or fewer of them.")
	}
	var out []Person
	for _, name := range userNames {
		p, err := s.person(ctx, d, field, name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, byName)
	return out, nil
}

func byName(a, b Person) int {
	return cmp.Or(cmp.Compare(a.UserName, b.UserName), cmp.Compare(a.ID, b.ID))
}

// person finds an account that may work with data sets. People whom the data
// set names already stay, even if their account was disabled since.
func (s *Service) person(ctx context.Context, d *Dataset, field, name string) (Person, error) {
	name = strings.TrimSpace(name)
	for _, p := range slices.Concat([]Person{d.Owner}, d.CoOwners, d.People) {
		if p.UserName == name {
			return p, nil
		}
	}
	unknown := ruleField(field, "There is no account “"+shortened(name, 100)+"” that may work with data sets.")
	if s.cfg.Accounts == nil || name == "" {
		return Person{}, unknown
	}
	u, err := s.cfg.Accounts.UserByName(ctx, name)
	if errs.Is(err, errs.NotFound) {
		return Person{}, unknown.Because(err)
	}
	if err != nil {
		return Person{}, err
	}
	if !u.IsActive || !auth.NewIdentity(u, nil).In(auth.AreaDatasets) {
		return Person{}, unknown
	}
	return Person{ID: u.ID, UserName: u.UserName}, nil
}

func names(people []Person) []string {
	out := make([]string, len(people))
	for i, p := range people {
		out[i] = p.UserName
	}
	return out
}
