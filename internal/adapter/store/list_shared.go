package store

import (
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/record"
)

// sharedList is the access to a list of things that are private, shared with named people, with
// their area, or public.
type sharedList struct {
	userID string // id of the caller; "" for a stranger
	areas  []auth.Area
	all    bool // sees those of all owners
	scope  string
	bin    bool
	named  string // the condition that the user is named, with %s for their id
}

// sharedList selects what a caller may see, and within that a scope.
func (f *filter) sharedList(of sharedList) {
	if of.bin {
		f.where = append(f.where, "deleted_at IS NOT NULL")
	} else {
		f.where = append(f.where, "deleted_at IS NULL")
	}
	sees, args := of.sees()
	switch {
	case of.userID == "" && of.bin:
		f.where = append(f.where, "1 = 0")
	case of.userID == "", of.scope == record.ScopePublic:
		f.where = append(f.where, "sharing = 'public'")
	case of.scope == record.ScopeMine, of.bin && !of.all:
		f.add("owner_id = %s", of.userID)
	case of.scope == record.ScopeShared:
		f.add("owner_id <> %s AND "+sees, append([]any{of.userID}, args...)...)
	case !of.all:
		f.add("(sharing = 'public' OR owner_id = %s OR "+sees+")", append([]any{of.userID}, args...)...)
	}
}

// sees returns the condition for things shared with a caller by name or with one of their areas,
// and its parameters.
func (of sharedList) sees() (string, []any) {
	if len(of.areas) == 0 {
		return "1 = 0", nil
	}
	args := make([]any, 0, len(of.areas)+1)
	for _, a := range of.areas {
		args = append(args, string(a))
	}
	areas := strings.Repeat(", %s", len(of.areas))[2:]
	return "(area IN (" + areas + ") AND (sharing = 'area' OR " + of.named + "))", append(args, of.userID)
}
