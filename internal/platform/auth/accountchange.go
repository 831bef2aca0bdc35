package auth

import (
	"context"
	"errors"
	"slices"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// AccountChange is a manager's change of an account. nil fields stay unchanged.
type AccountChange struct {
	Role     *string // the one role of the account in the area
	IsActive *bool
	Roles    *[]string // all roles; only for the area ""
	Manage   *bool     // ManageUsers in the area; only administrators grant it
}

// change is an AccountChange that was checked.
type change struct {
	roles  []string // nil leaves them unchanged
	active *bool
	grants *[]Grant
}

// ChangeAccount changes the role of an account in an area, or disables or
// enables it, and ends its sessions. errs.NotFound for an account without a
// role in the area, errs.Forbidden for the caller's own account, for those whose
// rights reach beyond the caller's, and for enabling an equal's, errs.Conflict (last_admin) for the
// last active administrator.
func (s *Service) ChangeAccount(ctx context.Context, by *Identity, area Area, userID string, in AccountChange) (a *AreaAccount, err error) {
	defer errs.Wrap(&err, "auth.ChangeAccount(%q, %q)", area, userID)
	if err := mayManage(by, area); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := target(ctx, tx, by, area, userID)
		if err != nil {
			return err
		}
		if err := ownAccount(by, u, in); err != nil {
			return err
		}
		c := change{active: in.IsActive}
		if in.IsActive != nil && *in.IsActive != u.IsActive {
			if err := wholly(by, area, u); err != nil {
				return err
			}
			if *in.IsActive {
				if err := lesser(by, area, u); err != nil {
					return err
				}
			}
		}
		if c.roles, err = newRoles(by, area, u, in); err != nil {
			return err
		}
		if c.grants, err = newGrants(by, area, u, in); err != nil {
			return err
		}
		before := u.Roles
		if err := s.apply(ctx, tx, u, c); err != nil {
			return err
		}
		return promoted(ctx, tx, by, u, before)
	})
	if err != nil {
		return nil, err
	}
	return s.account(ctx, by, area, userID)
}

// EndSessionsOf ends all sessions of an account, in the browser and by token, and its API tokens.
// Errors are those of ChangeAccount.
func (s *Service) EndSessionsOf(ctx context.Context, by *Identity, area Area, userID string) (err error) {
	defer errs.Wrap(&err, "auth.EndSessionsOf(%q, %q)", area, userID)
	return s.manage(ctx, by, area, userID, func(tx Tx, u *User) error {
		if err := s.endAll(ctx, tx, u); err != nil {
			return err
		}
		return s.audit(ctx, tx, audit.SessionsEnded, u, nil, nil)
	})
}

// endAll ends every credential of an account: its sessions and API tokens. The account forgets
// every known place.
func (s *Service) endAll(ctx context.Context, tx Tx, u *User) error {
	return errors.Join(s.endOthers(ctx, tx, u, ""), tx.ForgetPlacesOf(ctx, u.ID))
}

// endOthers ends the API tokens of an account and all its sessions but one: nothing opened with an
// older credential outlives it.
func (s *Service) endOthers(ctx context.Context, tx Tx, u *User, keptHash string) error {
	tokens, err := tx.APITokensOf(ctx, u.ID)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		if err := s.dropToken(ctx, tx, u, &t); err != nil {
			return err
		}
	}
	return tx.DeleteSessionsOf(ctx, u.ID, keptHash)
}

// manage changes an account that has nothing beyond the area of its manager, in a transaction.
// Errors are those of ChangeAccount.
func (s *Service) manage(ctx context.Context, by *Identity, area Area, userID string, do func(tx Tx, u *User) error) error {
	if err := mayManage(by, area); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		u, err := target(ctx, tx, by, area, userID)
		if err != nil {
			return err
		}
		if err := wholly(by, area, u); err != nil {
			return err
		}
		return do(tx, u)
	})
}

// target returns an account that the caller may change within the area.
func target(ctx context.Context, r Reads, by *Identity, area Area, userID string) (*User, error) {
	u, err := r.User(ctx, userID)
	if err != nil {
		return nil, err
	}
	if area != "" && len(rolesIn(area, u.Roles)) == 0 {
		return nil, errs.Missing("user")
	}
	if !holdsAll(by, rolesIn(area, u.Roles)) {
		return nil, errs.New(errs.Forbidden, "holds_more", "This account holds more than yours; ask an administrator.")
	}
	return u, nil
}

// holdsAll reports whether the caller could grant each of the roles.
func holdsAll(by *Identity, roles []string) bool {
	return !slices.ContainsFunc(roles, func(name string) bool {
		role, known := RoleNamed(name)
		return known && !by.MayGrant(role)
	})
}

// lesser rejects a change that would let the caller into an equal's account, or reopen one that was
// disabled, unless the caller is an administrator. An equal in any area that the caller manages counts.
func lesser(by *Identity, area Area, u *User) error {
	if by.IsAdmin() {
		return nil
	}
	equals := NewIdentity(u, nil)
	for _, other := range areasOf(u.Roles) {
		if (other == area || by.Manages(other)) && holdsAll(equals, rolesIn(other, by.User.Roles)) {
			return errs.New(errs.Forbidden, "equal_account", "This account may do as much as yours; ask an administrator.")
		}
	}
	return nil
}

// wholly rejects a change with effects beyond one area, unless the caller manages every other area
// of the account as well and could grant its roles there.
func wholly(by *Identity, area Area, u *User) error {
	for _, other := range areasOf(u.Roles) {
		if other != area && (!by.Manages(other) || !holdsAll(by, rolesIn(other, u.Roles))) {
			return errs.New(errs.Forbidden, "other_areas", "This account belongs to other areas as well; ask an administrator.")
		}
	}
	return nil
}

func ownAccount(by *Identity, u *User, in AccountChange) error {
	switch {
	case by.User.ID != u.ID:
		return nil
	case in.Role != nil || in.Roles != nil || in.Manage != nil:
		return errs.New(errs.Forbidden, "own_account", "You cannot change your own permissions. Ask another administrator.")
	case in.IsActive != nil:
		return errs.New(errs.Forbidden, "own_account", "You cannot disable your own account. Ask another administrator.")
	}
	return nil
}

// newRoles returns the roles that the account will have, nil for those it has.
func newRoles(by *Identity, area Area, u *User, in AccountChange) ([]string, error) {
	switch {
	case in.Roles != nil && area != "":
		return nil, errs.AtField("roles", "All roles at once can be changed in the list of all accounts only.")
	case in.Role != nil && area == "":
		return nil, errs.AtField("role", "In the list of all accounts, send all roles.")
	case in.Roles != nil:
		if err := checkRoles(*in.Roles); err != nil {
			return nil, err
		}
		roles := slices.Clone(*in.Roles)
		slices.Sort(roles)
		return slices.Compact(roles), nil
	case in.Role != nil:
		role, err := grantable(by, area, *in.Role)
		if err != nil {
			return nil, err
		}
		return inPlaceOf(area, u.Roles, role), nil
	}
	return nil, nil
}

// newGrants returns the grants that the account will have, nil for those it has.
func newGrants(by *Identity, area Area, u *User, in AccountChange) (*[]Grant, error) {
	manage := Grant{area, ManageUsers}
	switch {
	case in.Manage == nil || *in.Manage == slices.Contains(u.Grants, manage):
		return nil, nil
	case area == "":
		return nil, errs.AtField("manage_users", "Users are managed by area: change this in the list of the area.")
	case !by.IsAdmin():
		return nil, errs.New(errs.Forbidden, "may_not_grant", "Only an administrator can let a user manage users.").
			WithFields(errs.Field{Field: "manage_users", Message: "Only administrators change this."})
	case !slices.Contains(ownAreas(u.Roles), area):
		return nil, errs.AtField("manage_users", "This account has no role in this area. Assign one first.")
	}
	grants := slices.DeleteFunc(slices.Clone(u.Grants), func(g Grant) bool { return g == manage })
	if *in.Manage {
		grants = append(grants, manage)
	}
	return &grants, nil
}

// inPlaceOf replaces the roles of an area by one; roles of other areas stay.
func inPlaceOf(area Area, roles []string, role Role) []string {
	out := slices.DeleteFunc(slices.Clone(roles), func(name string) bool {
		r, known := RoleNamed(name)
		return known && r.Area == area
	})
	out = append(out, role.Name)
	slices.Sort(out)
	return out
}

// withRoles adds roles, each in place of those of its area.
func withRoles(roles []string, added []Role) []string {
	for _, role := range added {
		roles = inPlaceOf(role.Area, roles, role)
	}
	return roles
}

// apply applies a change and ends the sessions of the account. A change without effect does
// nothing.
func (s *Service) apply(ctx context.Context, tx Tx, u *User, c change) error {
	var entries []audit.Entry
	if c.grants != nil {
		before := map[string]string{"permissions": grantWords(u.Grants)}
		u.Grants = *c.grants
		entries = append(entries, audit.Entry{Action: audit.RolesChanged, Before: before, After: map[string]string{"permissions": grantWords(u.Grants)}})
	}
	if c.roles != nil && !sameSet(c.roles, u.Roles) {
		before := map[string]string{"roles": strings.Join(u.Roles, ", ")}
		s.setRoles(u, c.roles)
		entries = append(entries, audit.Entry{Action: audit.RolesChanged, Before: before, After: map[string]string{"roles": strings.Join(u.Roles, ", ")}})
	}
	if c.active != nil && *c.active != u.IsActive {
		u.IsActive = *c.active
		action := audit.UserEnabled
		if !u.IsActive {
			action = audit.UserDisabled
			if err := tx.DeleteLinks(ctx, LinkReset, u.ID); err != nil {
				return err
			}
		}
		entries = append(entries, audit.Entry{Action: action})
	}
	if len(entries) == 0 {
		return nil
	}
	admins, err := tx.CountActiveAdmins(ctx)
	if err != nil {
		return err
	}
	if err := tx.UpdateUser(ctx, u); err != nil {
		return err
	}
	left, err := tx.CountActiveAdmins(ctx)
	if err != nil {
		return err
	}
	if left == 0 && admins > 0 {
		return errs.New(errs.Conflict, "last_admin", "This is the last active administrator; make another one first.")
	}
	if err := tx.DeleteSessionsOf(ctx, u.ID, ""); err != nil {
		return err
	}
	for _, e := range entries {
		if err := s.audit(ctx, tx, e.Action, u, e.Before, e.After); err != nil {
			return err
		}
	}
	return nil
}

// promoted notes who made an account a reviewer: they may have done so to review their own uploads.
// Administrators grant roles as part of their work, so theirs are not noted.
func promoted(ctx context.Context, tx Tx, by *Identity, u *User, before []string) error {
	was, is := NewIdentity(&User{Roles: before}, nil), NewIdentity(u, nil)
	if by.IsAdmin() || was.Can(AreaHermes, ApproveUpload) || !is.Can(AreaHermes, ApproveUpload) {
		return nil
	}
	return tx.AddMaker(ctx, u.ID, by.User.ID, BondMade)
}

func grantWords(grants []Grant) string {
	words := make([]string, len(grants))
	for i, g := range grants {
		words[i] = string(g.Area) + ": " + string(g.Permission)
	}
	return strings.Join(words, ", ")
}

func sameSet(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(slices.Compact(a), slices.Compact(b))
}
