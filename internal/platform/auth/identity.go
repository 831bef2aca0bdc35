package auth

import (
	"cohortium/internal/platform/audit"
	"slices"
	"sort"
	"strconv"
)

// Identity is the caller: the account at the time of this request, its credential, and the rights
// of both together. A nil *Identity is a caller who is not signed in.
type Identity struct {
	User     *User
	Session  *Session  // nil for API tokens, external accounts and the program itself
	Token    *APIToken // the API token that was used, or nil
	Duties   []Duty    // what the account must do before it may do anything else
	External bool      // managed by an external user service; User is not a local account
	admin    bool
	grants   map[Area][]Permission
	open     []Area // areas that the credential covers
}

// NewIdentity derives the rights of a user from the roles, in every area. Unknown roles have no
// rights.
func NewIdentity(u *User, s *Session) *Identity {
	id := &Identity{User: u, Session: s, grants: make(map[Area][]Permission), open: Areas()}
	for _, name := range u.Roles {
		role, ok := RoleNamed(name)
		switch {
		case !ok:
		case role.Name == RoleAdmin:
			id.admin = true
		default:
			id.grants[role.Area] = append(id.grants[role.Area], role.Permissions...)
		}
	}
	for _, g := range u.Grants {
		if _, member := id.grants[g.Area]; member && g.Permission == ManageUsers {
			id.grants[g.Area] = append(id.grants[g.Area], g.Permission)
		}
	}
	return id
}

// Actor returns the name for the audit trail and histories; a nil identity is the program itself.
func (id *Identity) Actor() string {
	if id == nil {
		return audit.System
	}
	return id.User.UserName
}

// Rights returns a text that two identities share only when they are the same account with the same
// rights, so that both see the same. It is "" for a nil identity.
func (id *Identity) Rights() string {
	if id == nil {
		return ""
	}
	text := strconv.AppendQuote(nil, id.User.ID)
	text = strconv.AppendBool(text, id.bound())
	for _, list := range [][]string{id.User.Roles, id.User.Groups} {
		for _, name := range list {
			text = strconv.AppendQuote(text, name)
		}
		text = append(text, ';')
	}
	for _, g := range id.User.Grants {
		text = strconv.AppendQuote(strconv.AppendQuote(text, string(g.Area)), string(g.Permission))
	}
	text = append(text, ';')
	for _, area := range id.open {
		text = strconv.AppendQuote(text, string(area))
	}
	return string(text)
}

// Revisions returns the revisions at the moment when the credential was looked up; nil for a nil
// identity, and without a credential of this server.
func (id *Identity) Revisions() *Revisions {
	switch {
	case id == nil:
		return nil
	case id.Token != nil:
		return id.Token.Revisions
	case id.Session != nil:
		return id.Session.Revisions
	}
	return nil
}

// bound reports whether the credential was made for one group.
func (id *Identity) bound() bool { return id.External || id.Session != nil && id.Session.Group != "" }

// IsAdmin reports whether the account is an administrator and came with a
// credential that is not bound to one group.
func (id *Identity) IsAdmin() bool { return id != nil && id.admin && !id.bound() }

// In reports whether the account has any role in the area.
func (id *Identity) In(area Area) bool {
	if id == nil || !slices.Contains(id.open, area) {
		return false
	}
	_, member := id.grants[area]
	return id.admin || member
}

// Can reports whether the account has the permission in the area. The effect
// of a role never crosses areas; an admin can do everything.
func (id *Identity) Can(area Area, p Permission) bool {
	return id.In(area) && (id.admin || slices.Contains(id.grants[area], p))
}

// Areas lists the areas in which the account has a role.
func (id *Identity) Areas() []Area {
	return slices.DeleteFunc(Areas(), func(a Area) bool { return !id.In(a) })
}

// Permissions lists the permission names that the pages use, sorted.
func (id *Identity) Permissions() []string {
	seen := make(map[string]bool)
	for _, role := range Roles() {
		for _, p := range append(role.Permissions, ManageUsers) {
			if id.Can(role.Area, p) {
				seen[string(p)] = true
			}
		}
	}
	out := make([]string, 0, len(seen))
	for p := range seen {
		out = append(out, p)
	}
	sort.Strings(out)
	return out
}

// Manages reports whether the account manages the accounts of the area, by its role there or by
// ManageUsers; only administrators manage those of every area ("").
func (id *Identity) Manages(area Area) bool {
	switch {
	case area == "":
		return id.IsAdmin()
	case area == AreaHermes && id.Can(area, AddUser), area == AreaSGC && id.Can(area, SGCAddUser):
		return true
	}
	return id.Can(area, ManageUsers)
}

// ManagedAreas lists the areas whose accounts the account manages.
func (id *Identity) ManagedAreas() []Area {
	return slices.DeleteFunc(Areas(), func(a Area) bool { return !id.Manages(a) })
}

// MayGrant reports whether the account may give the role to others: it manages
// the area and holds everything that the role allows. Only administrators make
// administrators.
func (id *Identity) MayGrant(role Role) bool {
	if role.Name == RoleAdmin || !id.Manages(role.Area) {
		return id.IsAdmin()
	}
	for _, p := range role.Permissions {
		if !id.Can(role.Area, p) {
			return false
		}
	}
	return true
}
