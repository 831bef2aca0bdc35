package accountapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/platform/auth"
)

// AddHermesUser implements POST /api/add-hermes-user.
func (s *Server) AddHermesUser(ctx context.Context, in openapi.AddHermesUserRequestObject) (openapi.AddHermesUserResponseObject, error) {
	id := request.Identity(ctx)
	u, err := s.Auth.CreateAreaUser(ctx, id, auth.AreaHermes, auth.NewUser{
		UserName: in.Body.UserName, Password: in.Body.Password, FirstName: request.OrZero(in.Body.FirstName), LastName: request.OrZero(in.Body.LastName),
	}, in.Body.UserType)
	if err != nil {
		return nil, err
	}
	a, err := s.Auth.Account(ctx, id, auth.AreaHermes, u.ID)
	if err != nil {
		return nil, err
	}
	return openapi.AddHermesUser200JSONResponse(accountOf(a)), nil
}

// ListHermesUsers implements GET /api/hermes-users.
func (s *Server) ListHermesUsers(ctx context.Context, _ openapi.ListHermesUsersRequestObject) (openapi.ListHermesUsersResponseObject, error) {
	users, err := s.Auth.HermesUsers(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	out := openapi.ListHermesUsers200JSONResponse{}
	for _, u := range users {
		row := openapi.HermesUser{Id: u.ID, UserName: u.UserName, CreatedAt: u.CreatedAt, LastLogin: u.LastLogin, IsActive: u.IsActive}
		for _, name := range u.Roles {
			if role, known := auth.RoleNamed(name); known && role.Area == auth.AreaHermes {
				row.Role = &role.Name
				out = append(out, row)
			}
		}
	}
	return out, nil
}

// ListAreaUsers implements GET /api/areas/{area}/users.
func (s *Server) ListAreaUsers(ctx context.Context, in openapi.ListAreaUsersRequestObject) (openapi.ListAreaUsersResponseObject, error) {
	p := in.Params
	q := auth.AccountQuery{
		Area: areaOf(
			in.Area,
		),
		Q:      request.OrZero(p.Q),
		Roles:  request.OrZero(p.Role),
		Sort:   "user_name",
		Cursor: request.OrZero(p.Cursor),
		Limit:  request.PageSize(p.Limit),
		Facets: request.OrZero(p.Facets),
	}
	if p.Sort != nil {
		q.Sort = string(*p.Sort)
	}
	for _, state := range request.OrZero(p.State) {
		q.States = append(q.States, auth.AccountState(state))
	}
	page, err := s.Auth.Accounts(ctx, request.Identity(ctx), q)
	if err != nil {
		return nil, err
	}
	out := openapi.ListAreaUsers200JSONResponse{
		Items: []openapi.Account{}, Total: page.Total, NextCursor: view.Some(page.Next), Facets: view.Facets(page.Facets),
	}
	for _, a := range page.Items {
		out.Items = append(out.Items, accountOf(&a))
	}
	return out, nil
}

// UpdateAreaUser implements PATCH /api/areas/{area}/users/{id}.
func (s *Server) UpdateAreaUser(ctx context.Context, in openapi.UpdateAreaUserRequestObject) (openapi.UpdateAreaUserResponseObject, error) {
	a, err := s.Auth.ChangeAccount(ctx, request.Identity(ctx), areaOf(in.Area), in.Id, auth.AccountChange{
		Role: in.Body.Role, IsActive: in.Body.IsActive, Roles: in.Body.Roles, Manage: in.Body.ManageUsers,
	})
	if err != nil {
		return nil, err
	}
	return openapi.UpdateAreaUser200JSONResponse(accountOf(a)), nil
}

// SendAreaLink implements POST /api/areas/{area}/users/{id}/link.
func (s *Server) SendAreaLink(ctx context.Context, in openapi.SendAreaLinkRequestObject) (openapi.SendAreaLinkResponseObject, error) {
	l, err := s.Auth.SendLink(ctx, request.Identity(ctx), areaOf(in.Area), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.SendAreaLink200JSONResponse(*sentOf(l)), nil
}

// EndAreaUserSessions implements DELETE /api/areas/{area}/users/{id}/sessions.
func (s *Server) EndAreaUserSessions(ctx context.Context, in openapi.EndAreaUserSessionsRequestObject) (openapi.EndAreaUserSessionsResponseObject, error) {
	return openapi.EndAreaUserSessions204Response{}, s.Auth.EndSessionsOf(ctx, request.Identity(ctx), areaOf(in.Area), in.Id)
}

// RemoveAreaUserSecondFactor implements DELETE /api/areas/{area}/users/{id}/second-factor.
func (s *Server) RemoveAreaUserSecondFactor(
	ctx context.Context,
	in openapi.RemoveAreaUserSecondFactorRequestObject,
) (openapi.RemoveAreaUserSecondFactorResponseObject, error) {
	return openapi.RemoveAreaUserSecondFactor204Response{}, s.Auth.RemoveSecondFactorOf(ctx, request.Identity(ctx), areaOf(in.Area), in.Id)
}

// ListRoles implements GET /api/roles.
func (s *Server) ListRoles(ctx context.Context, _ openapi.ListRolesRequestObject) (openapi.ListRolesResponseObject, error) {
	id := request.Identity(ctx)
	out := openapi.ListRoles200JSONResponse{Items: []openapi.Role{}}
	for _, r := range auth.Roles() {
		out.Items = append(out.Items, openapi.Role{
			Name: r.Name, Area: string(r.Area), Permissions: view.Texts(r.Permissions), Grantable: id.MayGrant(r),
		})
	}
	return out, nil
}

// allAreas is the value in a path for every area.
const allAreas = "all"

// areaOf returns the area of a path, "" for all.
func areaOf[T ~string](name T) auth.Area {
	if name == allAreas {
		return ""
	}
	return auth.Area(name)
}

func accountOf(a *auth.AreaAccount) openapi.Account {
	u := a.User
	return openapi.Account{
		Id: u.ID, UserName: u.UserName, FirstName: u.FirstName, LastName: u.LastName, Email: u.Email,
		Roles: view.List(a.Roles), Groups: view.List(u.Groups), State: openapi.AccountState(a.State), CreatedAt: u.CreatedAt, LastLogin: u.LastLogin,
		InvitationExpiresAt: a.InvitationExpiresAt, SecondFactor: a.SecondFactor, Sessions: int(a.Sessions),
		Linked: a.Linked, Manageable: a.Manageable, Resettable: a.Resettable, Manages: managesOf(u),
	}
}

// managesOf returns the areas in which an account has ManageUsers.
func managesOf(u *auth.User) []string {
	areas := []string{}
	for _, g := range u.Grants {
		areas = append(areas, string(g.Area))
	}
	return areas
}
