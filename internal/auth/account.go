package auth

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"cohortium/internal/errs"
)

// NewUser is an account to be made.
type NewUser struct {
	UserName  string
	FirstName string
	LastName  string
	Email     string
	Password  string
	Roles     []string
	Groups    []string
}

// CreateUser makes an active account. errs.Rule for an unknown role, a bad name
// or a weak password, errs.Conflict when the name is taken.
func (s *Service) CreateUser(ctx context.Context, in NewUser) (u *User, err error) {
	defer errs.Wrap(&err, "auth.CreateUser(%q)", in.UserName)
	name := strings.TrimSpace(in.UserName)
	if name == "" || utf8.RuneCountInString(name) > 200 || strings.ContainsAny(name, "\x00\r\n\t") {
		return nil, fieldError("user_name", "A user name has 1 to 200 characters on one line.")
	}
	if err := checkRoles(in.Roles); err != nil {
		return nil, err
	}
	if err := CheckPassword(in.Password, name); err != nil {
		return nil, err
	}
	hash, err := s.hasher.hash(in.Password)
	if err != nil {
		return nil, err
	}
	u = &User{
		ID: s.newID(), UserName: name, FirstName: in.FirstName, LastName: in.LastName, Email: in.Email,
		IsActive: true, PasswordHash: hash, CreatedAt: s.now(),
		Roles: slices.Clone(in.Roles), Groups: slices.Clone(in.Groups),
	}
	if err := s.store.CreateUser(ctx, u); err != nil {
		return nil, err
	}
	return u, nil
}

// Users lists all accounts by name.
func (s *Service) Users(ctx context.Context) ([]*User, error) { return s.store.Users(ctx) }

// SetRoles replaces the roles of an account and ends its sessions.
func (s *Service) SetRoles(ctx context.Context, userName string, roles []string) error {
	if err := checkRoles(roles); err != nil {
		return err
	}
	return s.change(ctx, userName, "", func(u *User) error {
		u.Roles = slices.Clone(roles)
		return nil
	})
}

// SetActive enables or disables an account; disabling ends its sessions.
func (s *Service) SetActive(ctx context.Context, userName string, active bool) error {
	return s.change(ctx, userName, "", func(u *User) error {
		u.IsActive = active
		return nil
	})
}

// SetPassword gives an account a new password and ends its sessions except the
// one whose token hash is kept.
func (s *Service) SetPassword(ctx context.Context, userName, password, keepTokenHash string) error {
	return s.change(ctx, userName, keepTokenHash, func(u *User) (err error) {
		if err := CheckPassword(password, u.UserName); err != nil {
			return err
		}
		u.PasswordHash, err = s.hasher.hash(password)
		return err
	})
}

func (s *Service) change(ctx context.Context, userName, keepTokenHash string, edit func(*User) error) (err error) {
	defer errs.Wrap(&err, "auth.change(%q)", userName)
	u, err := s.store.UserByName(ctx, userName)
	if err != nil {
		return err
	}
	if err := edit(u); err != nil {
		return err
	}
	if err := s.store.UpdateUser(ctx, u); err != nil {
		return err
	}
	return s.store.DeleteSessionsOf(ctx, u.ID, keepTokenHash)
}

func checkRoles(roles []string) error {
	if len(roles) == 0 {
		return fieldError("role", "An account needs a role.")
	}
	for _, name := range roles {
		if _, ok := RoleNamed(name); !ok {
			names := make([]string, 0, len(Roles()))
			for _, r := range Roles() {
				names = append(names, r.Name)
			}
			return fieldError("role", "There is no role "+name+". The roles are "+strings.Join(names, ", ")+".")
		}
	}
	return nil
}

func fieldError(field, message string) error {
	return errs.New(errs.Rule, "rule", "%s", message).WithFields(errs.Field{Field: field, Message: message})
}
