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

// Person is a person whom a thing belongs to or is shared with.
type Person struct {
	ID       string `json:"id"` // of the account, here or at a user service elsewhere
	UserName string `json:"user_name"`
}

// Access is the access of a caller to a thing; a later one includes the rights of an earlier one.
type Access uint8

// The levels of access.
const (
	Stranger Access = iota // to whom it is absent
	Reader
	CoOwner
	Owner
	Keeper // works with all things of the area
)

// AccessOf reports whether an account owns a thing; Stranger when it does not.
func AccessOf(userID string, owner Person, coOwners []Person) Access {
	switch {
	case owner.ID == userID:
		return Owner
	case Has(coOwners, userID):
		return CoOwner
	}
	return Stranger
}

// Admitted returns a thing that was read to callers with access to it. For all others it is absent,
// like one that does not exist: errs.NotFound.
func Admitted[T any](thing T, err error, what string, accessOf func(T) Access) (T, Access, error) {
	var none T
	if errs.Is(err, errs.NotFound) {
		return none, Stranger, errs.Missing(what).Because(err)
	}
	if err != nil {
		return none, Stranger, err
	}
	s := accessOf(thing)
	if s == Stranger {
		return none, Stranger, errs.Missing(what)
	}
	return thing, s, nil
}

// Has reports whether an account is among people.
func Has(people []Person, userID string) bool {
	return slices.ContainsFunc(people, func(p Person) bool { return p.ID == userID })
}

// Names returns the user names of people.
func Names(people []Person) []string {
	out := make([]string, len(people))
	for i, p := range people {
		out[i] = p.UserName
	}
	return out
}

// Owners returns the owner and the co-owners of a thing as two fields.
func Owners(owner Person, coOwners []Person) []Value {
	return []Value{{"owner", "Owner", owner.UserName}, {"co_owners", "Co-owners", strings.Join(Names(coOwners), ", ")}}
}

// Accounts finds the people who may own a thing. An unknown name is errs.NotFound.
type Accounts interface {
	UserByName(ctx context.Context, userName string) (*auth.User, error)
}

// Finder finds people by name among the accounts that may use something.
type Finder struct {
	Accounts Accounts // nil to find only known people
	Works    func(*auth.Identity) bool
	With     string // what they work with, such as "cohorts"
	// Known are found without asking. People already named in a thing stay, even if their account
	// was disabled since or is external.
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

// OwnerAndOthers finds an owner and the co-owners, without the owner among them.
func (f *Finder) OwnerAndOthers(ctx context.Context, ownerName string, coOwners []string) (owner Person, others []Person, err error) {
	if owner, err = f.Person(ctx, "owner", ownerName); err != nil {
		return Person{}, nil, err
	}
	others, err = f.People(ctx, "co_owners", coOwners)
	return owner, slices.DeleteFunc(others, func(p Person) bool { return p.ID == owner.ID }), err
}
