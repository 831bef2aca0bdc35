package auth

import (
	"context"
	"slices"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// SGCUsers lists the accounts of the sgc area from the user service, local or external.
// errs.Forbidden for callers who do not manage the area.
func (s *Service) SGCUsers(ctx context.Context, by *Identity) (list []DirectoryUser, err error) {
	defer errs.Wrap(&err, "auth.SGCUsers")
	if err := mayManage(by, AreaSGC); err != nil {
		return nil, err
	}
	if s.directory != nil {
		return s.directory.Users(ctx)
	}
	return s.groupUsers(ctx, AreaSGC)
}

// groupUsers lists the accounts of an area's group, with their roles in it.
func (s *Service) groupUsers(ctx context.Context, area Area) (list []DirectoryUser, err error) {
	users, err := s.store.Users(ctx)
	for _, u := range users {
		if slices.Contains(u.Groups, s.groupOf(area)) || slices.Contains(ownAreas(u.Roles), area) {
			list = append(list, listed(u, area))
		}
	}
	return list, err
}

// listed returns an account as a user service shows it. Roles in other areas stay hidden.
func listed(u *User, area Area) DirectoryUser {
	id := NewIdentity(u, nil)
	id.open = []Area{area}
	return DirectoryUser{
		ID: u.ID, UserName: u.UserName, Email: u.Email, FirstName: u.FirstName, LastName: u.LastName,
		Roles: rolesIn(area, u.Roles), Permissions: id.Permissions(), Groups: slices.Clone(u.Groups),
		IsActive: u.IsActive, JoinedAt: u.CreatedAt,
	}
}

// CreateSGCUser creates an account of the sgc area with a temporary password, at the user service.
// Errors as CreateAreaUser, and those of the service.
func (s *Service) CreateSGCUser(ctx context.Context, by *Identity, in NewUser, userType string) (made *DirectoryUser, err error) {
	defer errs.Wrap(&err, "auth.CreateSGCUser(%q, %q)", in.UserName, userType)
	if s.directory != nil {
		return s.createElsewhere(ctx, by, in, userType)
	}
	u, err := s.CreateAreaUser(ctx, by, AreaSGC, in, userType)
	if err != nil {
		return nil, err
	}
	shown := listed(u, AreaSGC)
	return &shown, nil
}

// createElsewhere asks the external user service to create the account. The audit entry follows; no
// transaction spans both.
func (s *Service) createElsewhere(ctx context.Context, by *Identity, in NewUser, userType string) (*DirectoryUser, error) {
	if err := mayManage(by, AreaSGC); err != nil {
		return nil, err
	}
	role, err := grantable(by, AreaSGC, userType)
	if err != nil {
		return nil, err
	}
	in.UserName = strings.TrimSpace(in.UserName)
	if err := firstError(checkAddress("user_name", in.UserName), CheckPassword(in.Password, in.UserName, false)); err != nil {
		return nil, err
	}
	if in.Email == "" {
		in.Email = in.UserName
	}
	in.Roles, in.Groups = []string{role.Name}, []string{s.settings.SGCGroup}
	if err := s.directory.CreateUser(ctx, in); err != nil {
		return nil, err
	}
	u := &User{
		UserName: in.UserName, FirstName: in.FirstName, LastName: in.LastName, Email: in.Email, IsActive: true,
		Roles: in.Roles, Groups: in.Groups, CreatedAt: s.now(),
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		return audit.Append(ctx, tx, s.now(), audit.Entry{
			Action: audit.UserCreated, Object: "user", Detail: "at the external user service", After: described(u),
		})
	})
	if err != nil {
		return nil, err
	}
	made := listed(u, AreaSGC)
	return &made, nil
}

// provisioner holds the rights of a provisioning token.
type provisioner struct {
	token *APIToken
	owner *User
	role  Role
	group string
}

// provisioner finds a provisioning token whose owner may still grant its role. errs.Unauthenticated
// as Bearer, errs.Forbidden for other tokens.
func (s *Service) provisioner(ctx context.Context, text string) (*provisioner, error) {
	t, u, err := s.findToken(ctx, text)
	if err != nil {
		return nil, err
	}
	role, ok := RoleNamed(t.ProvisionRole)
	if !ok {
		return nil, errs.New(errs.Forbidden, "no_provisioning_token", "This token cannot make accounts; a provisioning token is needed.")
	}
	id, err := s.identity(ctx, s.store, u, nil)
	if err != nil {
		return nil, err
	}
	if len(id.Duties) > 0 || !id.MayGrant(role) {
		return nil, errs.New(errs.Forbidden, "may_not_grant", "The account of this token may not assign the role %s.", role.Name)
	}
	audit.SetActor(ctx, u.UserName, u.ID)
	address := audit.OriginOf(ctx).Address
	return &provisioner{token: t, owner: u, role: role, group: s.groupOf(role.Area)}, s.touchToken(ctx, t, address)
}

// Provision creates an account with the role and group of a provisioning token and a temporary
// password. errs.Conflict when the name is taken, errs.Rule for a bad name or a weak password.
func (s *Service) Provision(ctx context.Context, tokenText string, in NewUser) (u *User, err error) {
	defer errs.Wrap(&err, "auth.Provision(%q)", in.UserName)
	p, err := s.provisioner(ctx, tokenText)
	if err != nil {
		return nil, err
	}
	in.Roles, in.Groups, in.Temporary = []string{p.role.Name}, []string{p.group}, true
	return s.create(ctx, in, p.owner)
}

// ProvisionedUsers lists the accounts in the group of a provisioning token.
func (s *Service) ProvisionedUsers(ctx context.Context, tokenText string) (list []*User, err error) {
	defer errs.Wrap(&err, "auth.ProvisionedUsers")
	p, err := s.provisioner(ctx, tokenText)
	if err != nil {
		return nil, err
	}
	users, err := s.store.Users(ctx)
	return slices.DeleteFunc(users, func(u *User) bool { return !slices.Contains(u.Groups, p.group) }), err
}

// ProvisionMember adds the role and group of a provisioning token to an existing account; its
// password stays.
func (s *Service) ProvisionMember(ctx context.Context, tokenText, userName string) (err error) {
	defer errs.Wrap(&err, "auth.ProvisionMember(%q)", userName)
	p, err := s.provisioner(ctx, tokenText)
	if err != nil {
		return err
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		u, err := tx.UserByName(ctx, userName)
		if err != nil {
			return err
		}
		if slices.Contains(u.Roles, p.role.Name) && slices.Contains(u.Groups, p.group) {
			return nil
		}
		before := map[string]string{"roles": strings.Join(u.Roles, ", "), "groups": strings.Join(u.Groups, ", ")}
		roles := append(slices.Clone(u.Roles), p.role.Name)
		slices.Sort(roles)
		s.setRoles(u, slices.Compact(roles))
		if err := tx.UpdateUser(ctx, u); err != nil {
			return err
		}
		after := map[string]string{"roles": strings.Join(u.Roles, ", "), "groups": strings.Join(u.Groups, ", ")}
		return s.audit(ctx, tx, audit.RolesChanged, u, before, after)
	})
}
