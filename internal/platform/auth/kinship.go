package auth

import (
	"maps"
	"slices"
)

// Bond is how one account is linked to another's, from the weakest to the strongest.
type Bond int

// The bonds. Decision 32 explains their order.
const (
	// BondInvited: an administrator invited or reset it, which is their work.
	BondInvited Bond = iota + 1
	// BondPassword: an administrator chose its first password.
	BondPassword
	// BondMade: an account other than an administrator's created, invited, reset or promoted it.
	BondMade
)

// bondOf returns the bond of a maker's action.
func bondOf(maker *User, choosesPassword bool) Bond {
	switch {
	case !slices.Contains(maker.Roles, RoleAdmin):
		return BondMade
	case choosesPassword:
		return BondPassword
	}
	return BondInvited
}

// Tie is an account and its maker.
type Tie struct {
	UserID, MakerID string
	Bond            Bond
	// Proven: the account has a second factor or an identity at a provider, so its administrator
	// has no more access to it than others.
	Proven bool
}

// Kinship determines which accounts may belong to one person.
type Kinship struct {
	parent   map[string]string   // towards the account that represents the person
	inviters map[string][]string // of each person: administrators who invited one of their accounts
}

// NewKinship follows ties, whatever their number: who made an account, who made its maker, and the
// other accounts of both.
func NewKinship(ties []Tie) *Kinship {
	k := &Kinship{parent: map[string]string{}, inviters: map[string][]string{}}
	for _, t := range ties {
		if t.Bond == BondMade || t.Bond == BondPassword && !t.Proven {
			k.parent[k.person(t.UserID)] = k.person(t.MakerID)
		}
	}
	for _, t := range ties {
		if t.Bond == BondInvited && !t.Proven {
			k.inviters[k.person(t.UserID)] = append(k.inviters[k.person(t.UserID)], t.MakerID)
		}
	}
	return k
}

// person returns the account that represents all accounts that may be one person's.
func (k *Kinship) person(id string) string {
	for k.parent[id] != "" && k.parent[id] != id {
		id = k.parent[id]
	}
	return id
}

// Bars reports whether an account may not judge what another one has made: they may be
// one person's, or the other, an administrator's, invited it.
func (k *Kinship) Bars(judge, of string) bool {
	return k.person(judge) == k.person(of) || slices.Contains(k.inviters[k.person(judge)], of)
}

// BarredFrom lists the accounts that one may not judge, itself first.
func (k *Kinship) BarredFrom(judge string) []string {
	return k.those(judge, func(id string) bool { return k.Bars(judge, id) })
}

// ApartFrom lists the accounts that may not be the second reviewer next to one: neither may judge
// the other's work. Itself is first.
func (k *Kinship) ApartFrom(judge string) []string {
	return k.those(judge, func(id string) bool { return k.Bars(judge, id) || k.Bars(id, judge) })
}

// those lists an account, and the others with ties for which is is true.
func (k *Kinship) those(first string, is func(id string) bool) []string {
	found := map[string]bool{}
	for id, parent := range k.parent {
		found[id], found[parent] = true, true
	}
	for person, inviters := range k.inviters {
		found[person] = true
		for _, id := range inviters {
			found[id] = true
		}
	}
	maps.DeleteFunc(found, func(id string, _ bool) bool { return id == first || id == "" || !is(id) })
	return append([]string{first}, slices.Sorted(maps.Keys(found))...)
}
