package auth

import (
	"context"
	"slices"
	"strings"

	"cohortium/internal/platform/errs"
)

// Bearer finds who holds a bearer token: an API token, a token of the user service here, or of the
// one that runs elsewhere. errs.Unauthenticated (token_unknown, token_expired, session_ended) for
// one that is not valid, errs.Forbidden (wrong_group) for one of a group that the account has left
// or that this server does not serve, errs.Unavailable when the user service does not answer.
func (s *Service) Bearer(ctx context.Context, token, address string) (id *Identity, err error) {
	defer errs.Wrap(&err, "auth.Bearer")
	id, err = s.CheckBearer(ctx, token, address)
	if err != nil || id.Session == nil {
		return id, err
	}
	return id, s.touch(ctx, id.Session)
}

// CheckBearer is like Bearer but does not keep a token of the user service alive.
func (s *Service) CheckBearer(ctx context.Context, token, address string) (*Identity, error) {
	switch {
	case strings.HasPrefix(token, tokenPrefix):
		return s.apiTokenHolder(ctx, token, address)
	case s.directory != nil:
		return s.external(ctx, token)
	}
	return s.groupMember(ctx, token)
}

// groupMember returns the account of a token of the local user service.
func (s *Service) groupMember(ctx context.Context, token string) (*Identity, error) {
	session, user, err := s.store.Session(ctx, hashToken(token))
	if errs.Is(err, errs.NotFound) || err == nil && session.Group == "" { // a cookie is not a token
		return nil, tokenUnknown()
	}
	if err != nil {
		return nil, err
	}
	id, err := s.holder(ctx, session, user)
	if err != nil {
		return nil, err
	}
	return id, s.admitToGroup(id.User, session.Group)
}

func tokenUnknown() error {
	return errs.New(errs.Unauthenticated, "token_unknown", "This token is not valid here, or not any more. Sign in again, or make a new token.")
}

// external returns the account of a token of the user service that runs elsewhere. It has rights in
// the area of the group only, whatever the names of its roles.
func (s *Service) external(ctx context.Context, token string) (*Identity, error) {
	u, err := s.directory.Verify(ctx, token, s.settings.SGCGroup)
	if err != nil {
		return nil, err
	}
	if !u.IsActive {
		return nil, tokenUnknown()
	}
	id := NewIdentity(&User{
		ID: externalID(u), UserName: u.UserName, FirstName: u.FirstName, LastName: u.LastName, Email: u.Email,
		IsActive: true, Roles: u.Roles, Groups: u.Groups, Grants: grantsOf(u), CreatedAt: u.JoinedAt,
	}, nil)
	id.External, id.open = true, []Area{AreaSGC}
	return id, nil
}

// grantsOf returns the grants of an account at the user service in addition to its roles.
func grantsOf(u *DirectoryUser) []Grant {
	if slices.Contains(u.Permissions, string(ManageUsers)) {
		return []Grant{{AreaSGC, ManageUsers}}
	}
	return nil
}

// externalID is never the id of a local account.
func externalID(u *DirectoryUser) string { return "external:" + u.ID }

// VerifyGroup returns to another program the account of a token of the local user service.
// errs.Unauthenticated as Bearer, errs.Forbidden (wrong_group) when the token was made for another
// group or the account has left the group.
func (s *Service) VerifyGroup(ctx context.Context, token, group string) (id *Identity, err error) {
	defer errs.Wrap(&err, "auth.VerifyGroup(%q)", group)
	id, err = s.groupMember(ctx, token)
	if err != nil {
		return nil, err
	}
	if group != "" && id.Session.Group != group {
		return nil, errs.New(errs.Forbidden, "wrong_group", "This token was made for another group.")
	}
	return id, s.touch(ctx, id.Session)
}

// admitToGroup checks that an account belongs to a group of the user service; every account passes
// for "".
func (s *Service) admitToGroup(u *User, group string) error {
	if group == "" || slices.Contains(u.Groups, group) || slices.Contains(u.Roles, RoleAdmin) ||
		group == s.settings.SGCGroup && slices.Contains(ownAreas(u.Roles), AreaSGC) {
		return nil
	}
	return errs.New(errs.Forbidden, "wrong_group", "Your account is not a member of this group.")
}
