package auth

import (
	"context"
	"net/mail"
	"slices"
	"strings"
	"unicode/utf8"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
)

// NewUser describes an account to create.
type NewUser struct {
	UserName  string
	FirstName string
	LastName  string
	Email     string
	Password  string
	Roles     []string
	Groups    []string
	Temporary bool // the password is valid for one sign-in, at which its owner chooses another
}

// CreateUser creates an active account, for callers that need no permission: the command line and
// the program itself. errs.Rule for an unknown role, a bad name or a weak password, errs.Conflict
// when the name is taken.
func (s *Service) CreateUser(ctx context.Context, in NewUser) (u *User, err error) {
	defer errs.Wrap(&err, "auth.CreateUser(%q)", in.UserName)
	if err := checkRoles(in.Roles); err != nil {
		return nil, err
	}
	return s.create(ctx, in, nil)
}

// CreateAreaUser creates an account of an area with a temporary password. A user name that is an
// e-mail address is the account's address, unless it has another. errs.Forbidden when the caller
// may not grant the role, errs.Rule as CreateUser and for an unknown type.
func (s *Service) CreateAreaUser(ctx context.Context, by *Identity, area Area, in NewUser, userType string) (u *User, err error) {
	defer errs.Wrap(&err, "auth.CreateAreaUser(%q, %q)", area, in.UserName)
	if err := mayManage(by, area); err != nil {
		return nil, err
	}
	role, err := grantable(by, area, userType)
	if err != nil {
		return nil, err
	}
	in.UserName = strings.TrimSpace(in.UserName)
	if in.Email == "" && isAddress(in.UserName) {
		in.Email = in.UserName
	}
	in.Roles, in.Groups, in.Temporary = []string{role.Name}, nil, true
	if group := s.groupOf(role.Area); group != "" {
		in.Groups = []string{group}
	}
	return s.create(ctx, in, by.User)
}

// create creates an account. maker is the account that knows its password, nil for the command
// line.
func (s *Service) create(ctx context.Context, in NewUser, maker *User) (*User, error) {
	name := strings.TrimSpace(in.UserName)
	err := firstError(
		checkName(name),
		checkPerson(in.FirstName, in.LastName),
		checkEmail(in.Email),
		checkGroups(in.Groups),
		CheckPassword(in.Password, name, false),
	)
	if err != nil {
		return nil, err
	}
	hash, err := s.hasher.hash(in.Password)
	if err != nil {
		return nil, err
	}
	now := s.now()
	u := &User{
		ID: s.newID(), UserName: name, FirstName: in.FirstName, LastName: in.LastName, Email: in.Email,
		IsActive: true, PasswordHash: hash, MustChangePassword: in.Temporary, PasswordChangedAt: &now, CreatedAt: now,
		Roles: slices.Clone(in.Roles), Groups: slices.Clone(in.Groups),
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		if err := tx.CreateUser(ctx, u); err != nil {
			return err
		}
		if maker != nil {
			if err := tx.AddMaker(ctx, u.ID, maker.ID, bondOf(maker, true)); err != nil {
				return err
			}
		}
		return s.audit(ctx, tx, audit.UserCreated, u, nil, described(u))
	})
	if err != nil {
		return nil, err
	}
	return u, nil
}

// audit writes the entry of a change of an account.
func (s *Service) audit(ctx context.Context, tx Tx, action audit.Action, u *User, before, after map[string]string) error {
	return audit.Append(ctx, tx, s.now(), audit.Entry{
		Action: action, Object: "user", ObjectID: u.ID, Detail: u.UserName, Before: before, After: after,
	})
}

func described(u *User) map[string]string {
	return map[string]string{"user_name": u.UserName, "email": u.Email, "roles": strings.Join(u.Roles, ", ")}
}

// Users lists all accounts by name.
func (s *Service) Users(ctx context.Context) ([]*User, error) { return s.store.Users(ctx) }

// SetRoles replaces the roles of an account and ends its sessions. It is for the command line;
// ChangeAccount checks the caller.
func (s *Service) SetRoles(ctx context.Context, userName string, roles []string) (err error) {
	defer errs.Wrap(&err, "auth.SetRoles(%q)", userName)
	if err := checkRoles(roles); err != nil {
		return err
	}
	return s.changeByName(ctx, userName, change{roles: roles})
}

// SetActive enables or disables an account; disabling ends its sessions. It is for the command
// line; ChangeAccount checks the caller.
func (s *Service) SetActive(ctx context.Context, userName string, active bool) (err error) {
	defer errs.Wrap(&err, "auth.SetActive(%q)", userName)
	return s.changeByName(ctx, userName, change{active: &active})
}

func (s *Service) changeByName(ctx context.Context, userName string, c change) error {
	return s.store.InTx(ctx, func(tx Tx) error {
		u, err := tx.UserByName(ctx, userName)
		if err != nil {
			return err
		}
		return s.apply(ctx, tx, u, c)
	})
}

func checkRoles(roles []string) error {
	if len(roles) == 0 {
		return errs.AtField("role", "An account needs a role.")
	}
	for _, name := range roles {
		if _, ok := RoleNamed(name); !ok {
			names := make([]string, 0, len(Roles()))
			for _, r := range Roles() {
				names = append(names, r.Name)
			}
			return errs.AtField("role", "There is no role "+name+". The roles are "+strings.Join(names, ", ")+".")
		}
	}
	return nil
}

const (
	maxName   = 200 // characters of a user name or an e-mail address
	maxPerson = 100 // characters of a first or last name
)

func checkName(name string) error {
	return checkLine("user_name", name, 1, maxName, "A user name has 1 to 200 characters on one line.")
}

// checkPerson accepts any name of a person, also none.
func checkPerson(first, last string) error {
	return firstError(
		checkLine("first_name", first, 0, maxPerson, "A first name has at most 100 characters on one line."),
		checkLine("last_name", last, 0, maxPerson, "A last name has at most 100 characters on one line."))
}

// checkGroups checks the names of groups, which tables list with commas between them.
func checkGroups(groups []string) error {
	for _, group := range groups {
		if err := checkLine("groups", group, 1, maxPerson, "A group has a name of 1 to 100 characters on one line."); err != nil {
			return err
		}
	}
	return nil
}

// checkLine refuses a text outside of its limits with a sentence, and one with a character that cannot be seen.
func checkLine(field, text string, least, most int, limits string) error {
	if n := utf8.RuneCountInString(text); n < least || n > most {
		return errs.AtField(field, limits)
	}
	if hidden := oneline.Fault(text); hidden != "" {
		return errs.AtField(field, hidden)
	}
	return nil
}

// checkEmail accepts an address or none.
func checkEmail(address string) error {
	if address == "" {
		return nil
	}
	return checkAddress("email", address)
}

func checkAddress(field, address string) error {
	if isAddress(address) {
		return nil
	}
	return errs.AtField(field, "This is not an e-mail address, as in name@example.org.")
}

func isAddress(address string) bool {
	parsed, err := mail.ParseAddress(address)
	return err == nil && parsed.Address == address && utf8.RuneCountInString(address) <= maxName && oneline.Fault(address) == ""
}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}
