package accountapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/platform/auth"
)

// CreateSgcUser implements POST /api/sgc/create-user.
func (s *Server) CreateSgcUser(ctx context.Context, in openapi.CreateSgcUserRequestObject) (openapi.CreateSgcUserResponseObject, error) {
	u, err := s.Auth.CreateSGCUser(ctx, request.Identity(ctx), auth.NewUser{
		UserName: in.Body.UserName, Password: in.Body.Password, Email: request.OrZero(in.Body.Email),
		FirstName: request.OrZero(in.Body.FirstName), LastName: request.OrZero(in.Body.LastName),
	}, in.Body.UserType)
	if err != nil {
		return nil, err
	}
	return openapi.CreateSgcUser200JSONResponse(sgcUserOf(u)), nil
}

// ListSgcUsers implements GET /api/sgc/users.
func (s *Server) ListSgcUsers(ctx context.Context, _ openapi.ListSgcUsersRequestObject) (openapi.ListSgcUsersResponseObject, error) {
	users, err := s.Auth.SGCUsers(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	out := openapi.ListSgcUsers200JSONResponse{Users: []openapi.SgcUser{}}
	for _, u := range users {
		out.Users = append(out.Users, sgcUserOf(&u))
	}
	return out, nil
}

func sgcUserOf(u *auth.DirectoryUser) openapi.SgcUser {
	return openapi.SgcUser{
		Id: u.ID, Username: u.UserName, Email: u.Email, FirstName: u.FirstName, LastName: u.LastName,
		Roles: view.List(u.Roles), IsActive: u.IsActive, DateJoined: u.JoinedAt,
	}
}
