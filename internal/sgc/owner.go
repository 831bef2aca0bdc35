package sgc

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"cohortium/internal/audit"
	"cohortium/internal/auth"
	"cohortium/internal/errs"
)

// maxCoOwners bounds how many people share a cohort.
const maxCoOwners = 50

// SetOwners says to whom a cohort belongs and who shares it, by user names. Only
// the owner and reviewers may. errs.Rule (fields owner, co_owners) for names
// that may not work with cohorts; *ConflictError when the version is not the
// current one.
func (s *Service) SetOwners(ctx context.Context, by *auth.Identity, id string, version int64, ownerName string, coOwners []string) (_ *CohortView, err error) {
	defer errs.Wrap(&err, "sgc.SetOwners(%q, %q, %q)", id, ownerName, coOwners)
	r, err := s.open(ctx, by, id, version)
	if err != nil {
		return nil, err
	}
	if !canOf(relationOf(by, r.Cohort)).Transfer {
		return nil, errs.New(errs.Forbidden, "forbidden", "Only the owner and reviewers may say to whom a cohort belongs.")
	}
	before := r.people()
	owner, err := s.person(ctx, r.Cohort, "owner", ownerName)
	if err != nil {
		return nil, err
	}
	if len(coOwners) > maxCoOwners {
		return nil, ruleField("co_owners", "At most 50 people share a cohort.")
	}
	var shared []Person
	for _, name := range coOwners {
		p, err := s.person(ctx, r.Cohort, "co_owners", name)
		if err != nil {
			return nil, err
		}
		if p.ID != owner.ID && !slices.Contains(shared, p) {
			shared = append(shared, p)
		}
	}
	slices.SortFunc(shared, func(a, b Person) int { return cmp.Compare(a.UserName, b.UserName) })
	r.Owner, r.CoOwners = owner, shared
	was, is := differences(before, r.people())
	if len(was) == 0 {
		return s.view(ctx, by, r.Cohort)
	}
	h := happening{action: "shared with others", detail: is["co_owners"], kind: audit.Changed, before: was, after: is}
	if is["owner"] != "" {
		h.action, h.detail = "given to another owner", is["owner"]
	}
	return s.save(ctx, by, &change{Record: r, happening: h, keepValidation: true})
}

// SetCoOwners says who shares a cohort; see SetOwners.
func (s *Service) SetCoOwners(ctx context.Context, by *auth.Identity, id string, version int64, names []string) (*CohortView, error) {
	c, _, err := s.cohortFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return s.SetOwners(ctx, by, id, version, c.Owner.UserName, names)
}

// Transfer gives a cohort to another account; see SetOwners. Who shares it stays.
func (s *Service) Transfer(ctx context.Context, by *auth.Identity, id string, version int64, userName string) (*CohortView, error) {
	c, _, err := s.cohortFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return s.SetOwners(ctx, by, id, version, userName, names(c.CoOwners))
}

// person finds an account that may have cohorts. People whom the cohort belongs
// to already need not be found again: they may be kept by another user service.
func (s *Service) person(ctx context.Context, c *Cohort, field, name string) (Person, error) {
	name = strings.TrimSpace(name)
	for _, p := range append([]Person{c.Owner}, c.CoOwners...) {
		if p.UserName == name {
			return p, nil
		}
	}
	unknown := ruleField(field, "There is no account "+quoted(name)+" that may work with cohorts.")
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
	if !u.IsActive || !uploads(auth.NewIdentity(u, nil)) {
		return Person{}, unknown
	}
	return Person{ID: u.ID, UserName: u.UserName}, nil
}

func ruleField(field, sentence string) *errs.Error {
	return errs.New(errs.Rule, "rule", "%s", sentence).WithFields(errs.Field{Field: field, Message: sentence})
}

func quoted(name string) string {
	const longest = 100
	if r := []rune(name); len(r) > longest {
		name = string(r[:longest]) + "…"
	}
	return "“" + name + "”"
}

func names(people []Person) []string {
	out := make([]string, len(people))
	for i, p := range people {
		out[i] = p.UserName
	}
	return out
}

// people is whose a cohort is, as values by name.
func (c *Cohort) people() map[string]string {
	return map[string]string{"owner": c.Owner.UserName, "co_owners": strings.Join(names(c.CoOwners), ", ")}
}
