package record

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// MaxCoOwners bounds how many people own a thing besides its owner.
const MaxCoOwners = 50

// Person is somebody whom a thing belongs to or is shared with.
type Person struct {
	ID       string `json:"id"` // of the account, here or at a user service elsewhere
	UserName string `json:"user_name"`
}

// Access is how a caller stands to a thing; a later one may do what an earlier
// one may.
type Access uint8

// The standings.
const (
	Stranger Access = iota // for whom it is absent
	Reader
	CoOwner
	Owner
	Keeper // works with all things of the area
)

// AccessOf says whether an account owns a thing; Stranger when it does not.
func AccessOf(userID string, owner Person, coOwners []Person) Access {
	switch {
	case owner.ID == userID:
		return Owner
	case Has(coOwners, userID):
		return CoOwner
	}
	return Stranger
}

// Admitted passes a thing that was read on to those who are no strangers to it.
// For everybody else it is absent, as one that does not exist: errs.NotFound.
func Admitted[T any](thing T, err error, what string, standing func(T) Access) (T, Access, error) {
	var none T
	if errs.Is(err, errs.NotFound) {
		return none, Stranger, errs.Missing(what).Because(err)
	}
	if err != nil {
		return none, Stranger, err
	}
	s := standing(thing)
	if s == Stranger {
		return none, Stranger, errs.Missing(what)
	}
	return thing, s, nil
}

// Has reports whether an account is among people.
func Has(people []Person, userID string) bool {
	return slices.ContainsFunc(people, func(p Person) bool { return p.ID == userID })
}

// Names gives the user names of people.
func Names(people []Person) []string {
	out := make([]string, len(people))
	for i, p := range people {
		out[i] = p.UserName
	}
	return out
}

// Owners gives to whom a thing belongs as two fields.
func Owners(owner Person, coOwners []Person) []Value {
	return []Value{{"owner", "Owner", owner.UserName}, {"co_owners", "Co-owners", strings.Join(Names(coOwners), ", ")}}
}

// Accounts finds the people to whom a thing may be given. An unknown name is
// errs.NotFound.
type Accounts interface {
	UserByName(ctx context.Context, userName string) (*auth.User, error)
}

// Finder finds people by name among the accounts that may work with something.
type Finder struct {
	Accounts Accounts // nil for nobody but those known already
	Works    func(*auth.Identity) bool
	With     string // what they work with, such as "cohorts"
	// Known are found without asking. People whom a thing names already stay, even
	// if their account was disabled since or is kept elsewhere.
	Known   []Person
	Most    int    // people at once
	TooMany string // the sentence about more
}

// Person finds an account by name; errs.Rule at the field when there is none.
func (f *Finder) Person(ctx context.Context, field, name string) (Person, error) {
	name = strings.TrimSpace(name)
	for _, p := range f.Known {
		if p.UserName == name {
			return p, nil
		}
	}
	unknown := errs.AtField(field, "There is no account “"+errs.Shortened(name, 100)+"” that may work with "+f.With+".")
	if f.Accounts == nil || name == "" {
		return Person{}, unknown
	}
	u, err := f.Accounts.UserByName(ctx, name)
	if errs.Is(err, errs.NotFound) {
		return Person{}, unknown.Because(err)
	}
	if err != nil {
		return Person{}, err
	}
	if !u.IsActive || !f.Works(auth.NewIdentity(u, nil)) {
		return Person{}, unknown
	}
	return Person{ID: u.ID, UserName: u.UserName}, nil
}

// People finds accounts, each once, in order of their names; errs.Rule at the
// field for one that is not there, and for too many.
func (f *Finder) People(ctx context.Context, field string, names []string) ([]Person, error) {
	if len(names) > f.Most {
		return nil, errs.AtField(field, f.TooMany)
	}
	var out []Person
	for _, name := range names {
		p, err := f.Person(ctx, field, name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b Person) int {
		return cmp.Or(cmp.Compare(a.UserName, b.UserName), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// OwnerAndOthers finds an owner and those who own with them, among whom the owner
// is not named again.
func (f *Finder) OwnerAndOthers(ctx context.Context, ownerName string, coOwners []string) (owner Person, others []Person, err error) {
	if owner, err = f.Person(ctx, "owner", ownerName); err != nil {
		return Person{}, nil, err
	}
	others, err = f.People(ctx, "co_owners", coOwners)
	return owner, slices.DeleteFunc(others, func(p Person) bool { return p.ID == owner.ID }), err
}
