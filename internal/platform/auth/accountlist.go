package auth

import (
	"context"
	"slices"
	"time"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

// AreaAccount is an account as the managers of an area see it.
type AreaAccount struct {
	User                *User
	Roles               []string // within the area; all of them for the area ""
	State               AccountState
	InvitationExpiresAt *time.Time // of an invitation that was not accepted
	SecondFactor        bool
	Linked              bool // signs in with the external provider
	Manageable          bool // the caller may change it
	Resettable          bool // and send its owner a new link
	Sessions            int64
}

// AccountQuery asks for a page of accounts.
type AccountQuery struct {
	Area   Area // "" for every account, for administrators
	Q      string
	Roles  []string
	States []AccountState
	Sort   string // user_name, created_at, last_login or name, with - for descending; user_name for ""
	Cursor string // AccountPage.Next of the page before
	Limit  int
	Facets bool // asks for the facets
}

// AccountPage is a part of the list of accounts, with counts over the whole list.
type AccountPage struct {
	Items  []AreaAccount
	Next   string         // "" after the last
	Total  int64          // on all pages
	Facets listing.Facets // nil unless asked for
}

// maxAccounts bounds a page.
const maxAccounts = 200

// Accounts lists the accounts with a role in an area, also administrators, whose
// role counts everywhere. errs.Invalid for a bad sort or cursor.
func (s *Service) Accounts(ctx context.Context, by *Identity, q AccountQuery) (page *AccountPage, err error) {
	defer errs.Wrap(&err, "auth.Accounts(%+v)", q)
	if err := mayManage(by, q.Area); err != nil {
		return nil, err
	}
	after, err := listing.Read(q.Cursor)
	if err != nil {
		return nil, err
	}
	if q.Limit <= 0 || q.Limit > maxAccounts {
		q.Limit = maxAccounts
	}
	members := allRolesOf(q.Area)
	if q.Roles != nil && members != nil { // roles in other areas stay hidden
		q.Roles = slices.DeleteFunc(slices.Clone(q.Roles), func(name string) bool { return !slices.Contains(members, name) })
		if len(q.Roles) == 0 {
			q.Roles = []string{""} // that of no account
		}
	}
	f := AccountFilter{
		AnyRole: members, Roles: q.Roles, States: q.States, Query: q.Q, Sort: q.Sort,
		After: after, Limit: q.Limit + 1, Now: s.now(),
	}
	rows, total, err := s.store.Accounts(ctx, f)
	if err != nil {
		return nil, err
	}
	rows, next := listing.PageOf(rows, q.Limit, func(row AccountRow) listing.Place { return listing.Place{Key: row.SortKey, ID: row.User.ID} })
	page = &AccountPage{Total: total, Next: next.Text()}
	if q.Facets {
		if page.Facets, err = s.store.AccountFacets(ctx, f); err != nil {
			return nil, err
		}
	}
	for _, row := range rows {
		page.Items = append(page.Items, s.seen(by, q.Area, row))
	}
	return page, nil
}

// HermesUsers lists all accounts of HERMES by name, with their roles there.
func (s *Service) HermesUsers(ctx context.Context, by *Identity) (users []*User, err error) {
	defer errs.Wrap(&err, "auth.HermesUsers")
	if err := mayManage(by, AreaHermes); err != nil {
		return nil, err
	}
	all, err := s.store.Users(ctx)
	for _, u := range all {
		if u.Roles = rolesIn(AreaHermes, u.Roles); len(u.Roles) > 0 {
			users = append(users, u)
		}
	}
	return users, err
}

// Account returns one account of the list of an area. errs.NotFound for one without a role there.
func (s *Service) Account(ctx context.Context, by *Identity, area Area, userID string) (a *AreaAccount, err error) {
	defer errs.Wrap(&err, "auth.Account(%q, %q)", area, userID)
	if err := mayManage(by, area); err != nil {
		return nil, err
	}
	if a, err = s.account(ctx, by, area, userID); err == nil && len(a.Roles) == 0 && area != "" {
		return nil, errs.Missing("user")
	}
	return a, err
}

// account returns one account of the list.
func (s *Service) account(ctx context.Context, by *Identity, area Area, userID string) (*AreaAccount, error) {
	rows, _, err := s.store.Accounts(ctx, AccountFilter{UserID: userID, Limit: 1, Now: s.now()})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errs.Missing("user")
	}
	a := s.seen(by, area, rows[0])
	return &a, nil
}

// allRolesOf returns the roles that make an account one of the area, nil for "".
func allRolesOf(area Area) []string {
	if area == "" {
		return nil
	}
	names := []string{RoleAdmin}
	for _, role := range Roles() {
		if role.Area == area {
			names = append(names, role.Name)
		}
	}
	return names
}

// seen returns an account as the caller may see it, without its roles in other areas.
func (s *Service) seen(by *Identity, area Area, row AccountRow) AreaAccount {
	roles := rolesIn(area, row.User.Roles)
	manageable := row.User.ID != by.User.ID && holdsAll(by, roles)
	resettable := manageable && lesser(by, area, row.User) == nil
	row.User.Roles, row.User.Grants = roles, grantsIn(area, row.User.Grants)
	if area != "" {
		row.User.Groups = slices.DeleteFunc(row.User.Groups, func(group string) bool { return group != s.groupOf(area) })
	}
	return AreaAccount{
		User: row.User, Roles: roles, State: row.State, InvitationExpiresAt: row.InvitationExpiresAt,
		SecondFactor: row.SecondFactor, Linked: row.Linked, Sessions: row.Sessions,
		Manageable: manageable, Resettable: resettable,
	}
}
