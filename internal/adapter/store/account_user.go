package store

import (
	"context"
	"database/sql"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// CreateUser implements auth.Tx.
func (t accountTx) CreateUser(ctx context.Context, u *auth.User) (err error) {
	defer errs.Wrap(&err, "store.CreateUser(%q)", u.UserName)
	err = t.q.InsertUser(ctx, sqlcgen.InsertUserParams{
		ID: u.ID, UserName: u.UserName, UserKey: fold(u.UserName), FirstName: u.FirstName, LastName: u.LastName,
		Email: u.Email, IsActive: u.IsActive, PasswordHash: u.PasswordHash, MustChangePassword: u.MustChangePassword,
		PasswordChangedAt: u.PasswordChangedAt, InvitedBy: u.InvitedBy, NameKey: nameKey(u), SearchKey: userSearchKey(u),
		CreatedAt: u.CreatedAt, LastLogin: u.LastLogin,
	})
	if err != nil {
		return userProblem(err, u)
	}
	return t.setRights(ctx, u)
}

// UpdateUser implements auth.Tx.
func (t accountTx) UpdateUser(ctx context.Context, u *auth.User) (err error) {
	defer errs.Wrap(&err, "store.UpdateUser(%q)", u.ID)
	n, err := t.q.UpdateUser(ctx, sqlcgen.UpdateUserParams{
		ID: u.ID, UserName: u.UserName, UserKey: fold(u.UserName), FirstName: u.FirstName, LastName: u.LastName,
		Email: u.Email, IsActive: u.IsActive, PasswordHash: u.PasswordHash, MustChangePassword: u.MustChangePassword,
		PasswordChangedAt: u.PasswordChangedAt, InvitedBy: u.InvitedBy, NameKey: nameKey(u), SearchKey: userSearchKey(u),
		LastLogin: u.LastLogin,
	})
	if err := changed(n, userProblem(err, u), "user"); err != nil {
		return err
	}
	if err := t.q.DeleteUserRoles(ctx, u.ID); err != nil {
		return err
	}
	if err := t.q.DeleteUserGroups(ctx, u.ID); err != nil {
		return err
	}
	if err := t.q.DeleteUserPermissions(ctx, u.ID); err != nil {
		return err
	}
	return t.setRights(ctx, u)
}

// DeleteUser implements auth.Tx.
func (t accountTx) DeleteUser(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.DeleteUser(%q)", id)
	n, err := t.q.DeleteUser(ctx, id)
	if referenced(err) {
		return errs.New(errs.Conflict, "in_use", "Something belongs to this account already; disable the account instead.").Because(err)
	}
	return changed(n, err, "user")
}

func (t accountTx) setRights(ctx context.Context, u *auth.User) error {
	for _, role := range u.Roles {
		if err := t.q.InsertUserRole(ctx, sqlcgen.InsertUserRoleParams{UserID: u.ID, Role: role}); err != nil {
			return err
		}
	}
	for _, group := range u.Groups {
		if err := t.q.InsertUserGroup(ctx, sqlcgen.InsertUserGroupParams{UserID: u.ID, GroupName: group}); err != nil {
			return err
		}
	}
	for _, g := range u.Grants {
		err := t.q.InsertUserPermission(ctx, sqlcgen.InsertUserPermissionParams{UserID: u.ID, Area: string(g.Area), Permission: string(g.Permission)})
		if err != nil {
			return err
		}
	}
	return nil
}

// nameKey sorts by last name, then first name.
func nameKey(u *auth.User) string { return fold(u.LastName + " " + u.FirstName) }

func userSearchKey(u *auth.User) string {
	return searchKey(u.UserName, u.Email, u.FirstName, u.LastName)
}

func userProblem(err error, u *auth.User) error {
	if taken(err) == "user_key" {
		return errs.New(errs.Conflict, "user_name_taken", "The user name %q is already in use. Choose another.", u.UserName).
			WithFields(errs.Field{Field: "user_name", Message: "This user name is already in use."})
	}
	return err
}

// User implements auth.Reads.
func (r accountReads) User(ctx context.Context, id string) (u *auth.User, err error) {
	defer errs.Wrap(&err, "store.User(%q)", id)
	row, err := r.from.GetUser(ctx, id)
	return r.user(ctx, row, err)
}

// UserByName implements auth.Reads.
func (r accountReads) UserByName(ctx context.Context, userName string) (u *auth.User, err error) {
	defer errs.Wrap(&err, "store.UserByName(%q)", userName)
	row, err := r.from.GetUserByKey(ctx, fold(userName))
	return r.user(ctx, row, err)
}

func (r accountReads) user(ctx context.Context, row sqlcgen.User, err error) (*auth.User, error) {
	if err != nil {
		return nil, missing(err, "user")
	}
	u := toUser(row)
	holdings, err := r.from.ListUserHoldings(ctx, u.ID)
	for _, h := range holdings {
		switch h.Kind {
		case "role":
			u.Roles = append(u.Roles, h.Name)
		case "group":
			u.Groups = append(u.Groups, h.Name)
		default:
			u.Grants = append(u.Grants, auth.Grant{Area: auth.Area(h.Area), Permission: auth.Permission(h.Name)})
		}
	}
	return u, problem(err)
}

// CountUsers implements auth.Reads.
func (r accountReads) CountUsers(ctx context.Context) (n int64, err error) {
	defer errs.Wrap(&err, "store.CountUsers")
	n, err = r.from.CountUsers(ctx)
	return n, problem(err)
}

// CountActiveAdmins implements auth.Reads.
func (r accountReads) CountActiveAdmins(ctx context.Context) (n int64, err error) {
	defer errs.Wrap(&err, "store.CountActiveAdmins")
	n, err = r.from.CountActiveAdmins(ctx)
	return n, problem(err)
}

// Users implements auth.Store.
func (a *Accounts) Users(ctx context.Context) (users []*auth.User, err error) {
	defer errs.Wrap(&err, "store.Users")
	rows, err := a.from.ListUsers(ctx)
	if err != nil {
		return nil, problem(err)
	}
	byID := make(map[string]*auth.User, len(rows))
	for _, row := range rows {
		u := toUser(row)
		byID[u.ID] = u
		users = append(users, u)
	}
	roles, err := a.from.ListAllUserRoles(ctx)
	if err != nil {
		return nil, problem(err)
	}
	for _, r := range roles {
		if u := byID[r.UserID]; u != nil {
			u.Roles = append(u.Roles, r.Role)
		}
	}
	groups, err := a.from.ListAllUserGroups(ctx)
	if err != nil {
		return nil, problem(err)
	}
	for _, g := range groups {
		if u := byID[g.UserID]; u != nil {
			u.Groups = append(u.Groups, g.GroupName)
		}
	}
	grants, err := a.from.ListAllUserPermissions(ctx)
	for _, g := range grants {
		if u := byID[g.UserID]; u != nil {
			u.Grants = append(u.Grants, auth.Grant{Area: auth.Area(g.Area), Permission: auth.Permission(g.Permission)})
		}
	}
	return users, problem(err)
}

func toUser(r sqlcgen.User) *auth.User {
	return &auth.User{
		ID: r.ID, UserName: r.UserName, FirstName: r.FirstName, LastName: r.LastName, Email: r.Email,
		IsActive: r.IsActive, PasswordHash: r.PasswordHash, MustChangePassword: r.MustChangePassword,
		PasswordChangedAt: utc(r.PasswordChangedAt), InvitedBy: r.InvitedBy,
		CreatedAt: r.CreatedAt.UTC(), LastLogin: utc(r.LastLogin),
	}
}

// CountAttempts implements auth.Store.
func (a *Accounts) CountAttempts(ctx context.Context, key string, since, until time.Time) (n int64, err error) {
	defer errs.Wrap(&err, "store.CountAttempts(%q)", key)
	n, err = a.from.CountAttempts(ctx, sqlcgen.CountAttemptsParams{Key: printable(key), Since: since, Until: until})
	return n, problem(err)
}

// attemptsKept is how long failed sign-ins are kept; no limit looks back further.
const attemptsKept = 24 * time.Hour

// AddAttempt implements auth.Store.
func (a *Accounts) AddAttempt(ctx context.Context, key string, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.AddAttempt(%q)", key)
	key = printable(key)
	return a.inTx(ctx, func(t *tx) error {
		err := t.q.DeleteAttemptsBefore(ctx, at.Add(-attemptsKept))
		if err != nil {
			return err
		}
		return t.q.InsertAttempt(ctx, sqlcgen.InsertAttemptParams{AttemptKey: key, AttemptedAt: at})
	})
}

// ClearAttempts implements auth.Store.
func (a *Accounts) ClearAttempts(ctx context.Context, key string) (err error) {
	defer errs.Wrap(&err, "store.ClearAttempts(%q)", key)
	return problem(a.writer().DeleteAttempts(ctx, printable(key)))
}

// KnownPlaces implements auth.Store. There are at most two keys.
func (a *Accounts) KnownPlaces(ctx context.Context, userName string, keys []string) (known []string, err error) {
	defer errs.Wrap(&err, "store.KnownPlaces")
	known, err = a.from.ListKnownPlaces(ctx, sqlcgen.ListKnownPlacesParams{
		UserKey: fold(printable(userName)), Place: keys[0], Place_2: keys[len(keys)-1],
	})
	return known, problem(err)
}

// AddMaker implements auth.Tx.
func (t accountTx) AddMaker(ctx context.Context, userID, makerID string, bond auth.Bond) (err error) {
	defer errs.Wrap(&err, "store.AddMaker(%q, %q)", userID, makerID)
	return problem(t.q.InsertAccountMaker(ctx, sqlcgen.InsertAccountMakerParams{UserID: userID, MakerID: makerID, Bond: int64(bond)}))
}

// RememberPlace implements auth.Tx.
func (t accountTx) RememberPlace(ctx context.Context, userID, key string, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.RememberPlace(%q)", userID)
	return problem(t.q.SaveKnownPlace(ctx, sqlcgen.SaveKnownPlaceParams{UserID: userID, Place: printable(key), SeenAt: at}))
}

// ForgetPlacesOf implements auth.Tx.
func (t accountTx) ForgetPlacesOf(ctx context.Context, userID string) (err error) {
	defer errs.Wrap(&err, "store.ForgetPlacesOf(%q)", userID)
	return problem(t.q.DeleteKnownPlacesOf(ctx, userID))
}

// ForgetPlacesBefore implements auth.Tx.
func (t accountTx) ForgetPlacesBefore(ctx context.Context, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.ForgetPlacesBefore(%s)", at)
	return problem(t.q.DeleteKnownPlacesBefore(ctx, at))
}

// nullText stores "" as NULL, for columns that refer to a row.
func nullText(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }
