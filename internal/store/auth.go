package store

import (
	"context"
	"time"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/store/sqlcgen"
)

// CreateUser implements auth.Store.
func (s *Store) CreateUser(ctx context.Context, u *auth.User) (err error) {
	defer errs.Wrap(&err, "store.CreateUser(%q)", u.UserName)
	return s.inTx(ctx, func(t *tx) error {
		err := t.q.InsertUser(ctx, sqlcgen.InsertUserParams{
			ID: u.ID, UserName: u.UserName, UserKey: fold(u.UserName), FirstName: u.FirstName, LastName: u.LastName,
			Email: u.Email, IsActive: u.IsActive, PasswordHash: u.PasswordHash, CreatedAt: u.CreatedAt, LastLogin: u.LastLogin,
		})
		if err != nil {
			return userProblem(err, u)
		}
		return t.setRights(ctx, u)
	})
}

// UpdateUser implements auth.Store.
func (s *Store) UpdateUser(ctx context.Context, u *auth.User) (err error) {
	defer errs.Wrap(&err, "store.UpdateUser(%q)", u.ID)
	return s.inTx(ctx, func(t *tx) error {
		n, err := t.q.UpdateUser(ctx, sqlcgen.UpdateUserParams{
			ID: u.ID, UserName: u.UserName, UserKey: fold(u.UserName), FirstName: u.FirstName, LastName: u.LastName,
			Email: u.Email, IsActive: u.IsActive, PasswordHash: u.PasswordHash, LastLogin: u.LastLogin,
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
		return t.setRights(ctx, u)
	})
}

func (t *tx) setRights(ctx context.Context, u *auth.User) error {
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
	return nil
}

func userProblem(err error, u *auth.User) error {
	if taken(err) == "user_key" {
		return conflict("user_name_taken", "The user name %q is taken; choose another.", u.UserName)
	}
	return err
}

// User implements auth.Store.
func (s *Store) User(ctx context.Context, id string) (u *auth.User, err error) {
	defer errs.Wrap(&err, "store.User(%q)", id)
	row, err := s.reader().GetUser(ctx, id)
	return s.user(ctx, row, err)
}

// UserByName implements auth.Store.
func (s *Store) UserByName(ctx context.Context, userName string) (u *auth.User, err error) {
	defer errs.Wrap(&err, "store.UserByName(%q)", userName)
	row, err := s.reader().GetUserByKey(ctx, fold(userName))
	return s.user(ctx, row, err)
}

func (s *Store) user(ctx context.Context, row sqlcgen.User, err error) (*auth.User, error) {
	if err != nil {
		return nil, missing(err, "user")
	}
	u := toUser(row)
	if u.Roles, err = s.reader().ListUserRoles(ctx, u.ID); err != nil {
		return nil, problem(err)
	}
	if u.Groups, err = s.reader().ListUserGroups(ctx, u.ID); err != nil {
		return nil, problem(err)
	}
	return u, nil
}

// Users implements auth.Store.
func (s *Store) Users(ctx context.Context) (users []*auth.User, err error) {
	defer errs.Wrap(&err, "store.Users")
	rows, err := s.reader().ListUsers(ctx)
	if err != nil {
		return nil, problem(err)
	}
	byID := make(map[string]*auth.User, len(rows))
	for _, row := range rows {
		u := toUser(row)
		byID[u.ID] = u
		users = append(users, u)
	}
	roles, err := s.reader().ListAllUserRoles(ctx)
	if err != nil {
		return nil, problem(err)
	}
	for _, r := range roles {
		if u := byID[r.UserID]; u != nil {
			u.Roles = append(u.Roles, r.Role)
		}
	}
	groups, err := s.reader().ListAllUserGroups(ctx)
	if err != nil {
		return nil, problem(err)
	}
	for _, g := range groups {
		if u := byID[g.UserID]; u != nil {
			u.Groups = append(u.Groups, g.GroupName)
		}
	}
	return users, nil
}

func toUser(r sqlcgen.User) *auth.User {
	return &auth.User{
		ID: r.ID, UserName: r.UserName, FirstName: r.FirstName, LastName: r.LastName, Email: r.Email,
		IsActive: r.IsActive, PasswordHash: r.PasswordHash, CreatedAt: r.CreatedAt.UTC(), LastLogin: utc(r.LastLogin),
	}
}

// CreateSession implements auth.Store.
func (s *Store) CreateSession(ctx context.Context, x *auth.Session) (err error) {
	defer errs.Wrap(&err, "store.CreateSession(user %q)", x.UserID)
	return problem(s.writer().InsertSession(ctx, sqlcgen.InsertSessionParams{
		TokenHash: x.TokenHash, UserID: x.UserID, Remember: x.Remember, CreatedAt: x.CreatedAt, LastSeenAt: x.LastSeenAt,
		ExpiresAt: x.ExpiresAt, UserAgent: printable(x.UserAgent), Address: printable(x.Address),
	}))
}

// Session implements auth.Store.
func (s *Store) Session(ctx context.Context, tokenHash string) (x *auth.Session, err error) {
	defer errs.Wrap(&err, "store.Session")
	r, err := s.reader().GetSession(ctx, tokenHash)
	if err != nil {
		return nil, missing(err, "session")
	}
	return &auth.Session{
		TokenHash: r.TokenHash, UserID: r.UserID, Remember: r.Remember, CreatedAt: r.CreatedAt.UTC(),
		LastSeenAt: r.LastSeenAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(), UserAgent: r.UserAgent, Address: r.Address,
	}, nil
}

// TouchSession implements auth.Store.
func (s *Store) TouchSession(ctx context.Context, tokenHash string, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.TouchSession")
	n, err := s.writer().TouchSession(ctx, sqlcgen.TouchSessionParams{TokenHash: tokenHash, LastSeenAt: at})
	return changed(n, err, "session")
}

// DeleteSession implements auth.Store.
func (s *Store) DeleteSession(ctx context.Context, tokenHash string) (err error) {
	defer errs.Wrap(&err, "store.DeleteSession")
	return problem(s.writer().DeleteSession(ctx, tokenHash))
}

// DeleteSessionsOf implements auth.Store.
func (s *Store) DeleteSessionsOf(ctx context.Context, userID, exceptTokenHash string) (err error) {
	defer errs.Wrap(&err, "store.DeleteSessionsOf(%q)", userID)
	return problem(s.writer().DeleteSessionsOf(ctx, sqlcgen.DeleteSessionsOfParams{UserID: userID, TokenHash: exceptTokenHash}))
}

// DeleteSessionsExpiredBy implements auth.Store.
func (s *Store) DeleteSessionsExpiredBy(ctx context.Context, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.DeleteSessionsExpiredBy(%s)", at)
	return problem(s.writer().DeleteSessionsExpiredBy(ctx, at))
}

// CountAttempts implements auth.Store.
func (s *Store) CountAttempts(ctx context.Context, key string, since time.Time) (n int64, err error) {
	defer errs.Wrap(&err, "store.CountAttempts(%q)", key)
	n, err = s.reader().CountAttempts(ctx, sqlcgen.CountAttemptsParams{AttemptKey: printable(key), AttemptedAt: since})
	return n, problem(err)
}

// attemptsKept is how long failed sign-ins are kept; no limit looks back further.
const attemptsKept = 24 * time.Hour

// AddAttempt implements auth.Store.
func (s *Store) AddAttempt(ctx context.Context, key string, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.AddAttempt(%q)", key)
	key = printable(key)
	return s.inTx(ctx, func(t *tx) error {
		err := t.q.DeleteAttemptsBefore(ctx, at.Add(-attemptsKept))
		if err != nil {
			return err
		}
		return t.q.InsertAttempt(ctx, sqlcgen.InsertAttemptParams{AttemptKey: key, AttemptedAt: at})
	})
}

// ClearAttempts implements auth.Store.
func (s *Store) ClearAttempts(ctx context.Context, key string) (err error) {
	defer errs.Wrap(&err, "store.ClearAttempts(%q)", key)
	return problem(s.writer().DeleteAttempts(ctx, printable(key)))
}
