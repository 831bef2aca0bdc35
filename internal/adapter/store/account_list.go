package store

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// accountColumns are those of a list, in the order of scanAccount.
const accountColumns = `users.id, users.user_name, users.user_key, users.first_name, users.last_name, users.email,
	users.is_active, users.password_hash, users.must_change_password, users.password_changed_at, users.invited_by,
	users.name_key, users.created_at, users.last_login, invitation.expires_at`

// accountTables joins the open invitation of an account, if any.
const accountTables = ` FROM users LEFT JOIN account_links AS invitation
	ON invitation.user_id = users.id AND invitation.kind = 'invitation'`

// lastLogin sorts unused accounts before all others.
const lastLogin = `COALESCE(users.last_login, '0001-01-01 00:00:00.000000+00:00')`

// accountKeys returns the sort keys of a row.
func accountKeys(r sqlcgen.User) map[string]string {
	var login time.Time
	if r.LastLogin != nil {
		login = *r.LastLogin
	}
	return map[string]string{
		"user_name": r.UserKey, "name": r.NameKey,
		"created_at": r.CreatedAt.UTC().Format(time.RFC3339Nano), "last_login": login.UTC().Format(time.RFC3339Nano),
	}
}

// Accounts implements auth.Store. The keys of created_at and last_login are
// RFC 3339, the others case-folded text.
func (a *Accounts) Accounts(ctx context.Context, f auth.AccountFilter) (page []auth.AccountRow, total int64, err error) {
	defer errs.Wrap(&err, "store.Accounts(%+v)", f)
	w := accountsWhere(f)
	counted := " FROM users"
	if len(f.States) > 0 {
		counted = accountTables
	}
	if total, err = a.count(ctx, "SELECT count(*)"+counted+w.sql(), w.args); err != nil {
		return nil, 0, err
	}
	sort := cmp.Or(f.Sort, "user_name")
	bySessions, sessions := strings.TrimPrefix(sort, "-") == "sessions", ""
	if bySessions {
		w.args = append(w.args, f.Now)
		sessions = fmt.Sprintf("(SELECT count(*) FROM sessions WHERE user_id = users.id AND sessions.expires_at > $%d)", len(w.args))
	}
	tail, err := w.page(map[string]order{
		"sessions":   {sessions, numberKey},
		"user_name":  {"user_key", textKey},
		"name":       {"name_key", textKey},
		"created_at": {"users.created_at", timeKey},
		"last_login": {lastLogin, timeKey},
	}, sort, f.After, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	scan := func(row scanner) (auth.AccountRow, error) {
		return scanAccount(row, strings.TrimPrefix(sort, "-"), f.Now)
	}
	page, err = selectAll(ctx, a.Store, "SELECT "+accountColumns+accountTables+w.sql()+tail, w.args, scan)
	if err != nil || len(page) == 0 {
		return nil, total, err
	}
	if err = a.addRights(ctx, page, f.Now); err != nil {
		return nil, 0, err
	}
	if bySessions {
		for i := range page {
			page[i].SortKey = strconv.FormatInt(page[i].Sessions, 10)
		}
	}
	return page, total, nil
}

func accountsWhere(f auth.AccountFilter) (w filter) {
	if f.UserID != "" {
		w.add("users.id = %s", f.UserID)
	}
	w.role(f.AnyRole)
	w.role(f.Roles)
	w.states(f.States, f.Now)
	w.words(searched{"users", "users.id"}, f.Query)
	return w
}

// role selects accounts with at least one of the roles; nil selects all.
func (f *filter) role(roles []string) {
	if roles == nil {
		return
	}
	of := filter{args: f.args}
	of.in("role", roles)
	f.args = of.args
	f.where = append(f.where, "users.id IN (SELECT user_id FROM user_roles"+of.sql()+")")
}

// states selects accounts in one of the states, as computed by scanAccount.
func (f *filter) states(states []auth.AccountState, now time.Time) {
	var conditions []string
	var args []any
	for _, state := range states {
		switch state {
		case auth.StateDisabled:
			conditions = append(conditions, "NOT users.is_active")
		case auth.StateActive:
			conditions = append(conditions, "users.is_active AND invitation.expires_at IS NULL")
		case auth.StateInvited:
			conditions = append(conditions, "users.is_active AND invitation.expires_at > %s")
			args = append(args, now)
		case auth.StateExpired:
			conditions = append(conditions, "users.is_active AND invitation.expires_at <= %s")
			args = append(args, now)
		}
	}
	if len(conditions) > 0 {
		f.add("("+strings.Join(conditions, " OR ")+")", args...)
	}
}

func scanAccount(row scanner, sort string, now time.Time) (auth.AccountRow, error) {
	var r sqlcgen.User
	var invitation *time.Time
	err := row.Scan(&r.ID, &r.UserName, &r.UserKey, &r.FirstName, &r.LastName, &r.Email, &r.IsActive, &r.PasswordHash,
		&r.MustChangePassword, &r.PasswordChangedAt, &r.InvitedBy, &r.NameKey, &r.CreatedAt, &r.LastLogin, &invitation)
	if err != nil {
		return auth.AccountRow{}, err
	}
	return auth.AccountRow{
		User: toUser(r), State: auth.StateOf(r.IsActive, invitation, now), InvitationExpiresAt: utc(invitation),
		SortKey: accountKeys(r)[sort],
	}, nil
}

// addRights adds data of other tables to a page of accounts.
func (a *Accounts) addRights(ctx context.Context, page []auth.AccountRow, now time.Time) error {
	rows := make(map[string]*auth.AccountRow, len(page))
	ids := make([]string, len(page))
	for i := range page {
		rows[page[i].User.ID] = &page[i]
		ids[i] = page[i].User.ID
	}
	roles := func(id, role string) { rows[id].User.Roles = append(rows[id].User.Roles, role) }
	if err := a.pairs(ctx, "SELECT user_id, role FROM user_roles", "role", ids, roles); err != nil {
		return err
	}
	groups := func(id, group string) { rows[id].User.Groups = append(rows[id].User.Groups, group) }
	if err := a.pairs(ctx, "SELECT user_id, group_name FROM user_groups", "group_name", ids, groups); err != nil {
		return err
	}
	grants := func(id, text string) {
		area, permission, _ := strings.Cut(text, " ")
		rows[id].User.Grants = append(rows[id].User.Grants, auth.Grant{Area: auth.Area(area), Permission: auth.Permission(permission)})
	}
	if err := a.pairs(ctx, "SELECT user_id, area || ' ' || permission AS granted FROM user_permissions", "granted", ids, grants); err != nil {
		return err
	}
	return a.addCredentials(ctx, rows, ids, now)
}

// pairs calls each with user id and text of every row of some users, sorted by the text.
func (a *Accounts) pairs(ctx context.Context, query, by string, ids []string, each func(id, text string)) error {
	var w filter
	w.in("user_id", ids)
	_, err := selectAll(ctx, a.Store, query+w.sql()+" ORDER BY "+by, w.args, func(row scanner) (struct{}, error) {
		var id, text string
		err := row.Scan(&id, &text)
		if err == nil {
			each(id, text)
		}
		return struct{}{}, err
	})
	return err
}

// addCredentials counts open sessions and notes who has a second factor or an account at an
// external provider.
func (a *Accounts) addCredentials(ctx context.Context, rows map[string]*auth.AccountRow, ids []string, now time.Time) error {
	var w filter
	w.in("user_id", ids)
	unexpired := w
	unexpired.add("expires_at > %s", now)
	each := func(query string, args []any, add func(row *auth.AccountRow, n int64)) error {
		_, err := selectAll(ctx, a.Store, query+" GROUP BY user_id", args, func(row scanner) (struct{}, error) {
			var id string
			var n int64
			err := row.Scan(&id, &n)
			if err == nil {
				add(rows[id], n)
			}
			return struct{}{}, err
		})
		return err
	}
	err := each("SELECT user_id, count(*) FROM sessions"+unexpired.sql(), unexpired.args,
		func(row *auth.AccountRow, n int64) { row.Sessions = n })
	if err != nil {
		return err
	}
	err = each("SELECT user_id, count(*) FROM second_factors"+w.sql()+" AND confirmed_at IS NOT NULL", w.args,
		func(row *auth.AccountRow, n int64) { row.SecondFactor = n > 0 })
	if err != nil {
		return err
	}
	return each("SELECT user_id, count(*) FROM account_identities"+w.sql(), w.args,
		func(row *auth.AccountRow, n int64) { row.Linked = n > 0 })
}
