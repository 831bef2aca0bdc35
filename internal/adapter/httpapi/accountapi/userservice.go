package accountapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/platform/auth"
)

// UserServiceLogin implements POST /api/auth/login/.
func (s *Server) UserServiceLogin(ctx context.Context, in openapi.UserServiceLoginRequestObject) (openapi.UserServiceLoginResponseObject, error) {
	if err := credential.SecureLine(ctx); err != nil {
		return nil, err
	}
	device, err := s.Device(ctx)
	if err != nil {
		return nil, err
	}
	info := request.InfoOf(ctx)
	try := auth.SignIn{
		UserName: in.Body.Username, Password: in.Body.Password, Code: request.OrZero(in.Body.Code),
		Address: info.Address, Device: device, UserAgent: info.UserAgent, OldToken: info.Token,
	}
	var token, session string
	var id *auth.Identity
	if info.OwnPage {
		token, session, id, err = s.Auth.GroupSignInHere(ctx, try, in.Body.Group)
	} else {
		token, id, err = s.Auth.GroupSignIn(ctx, try, in.Body.Group)
	}
	if err != nil {
		return nil, err
	}
	info.Identity = id
	if session != "" {
		credential.SetCookie(ctx, credential.SessionCookie(info.Secure, session, 0))
	}
	credential.RememberDevice(ctx)
	return openapi.UserServiceLogin200JSONResponse{
		Access: token, User: userServiceUserOf(id), ExpiresAt: &id.Session.ExpiresAt,
	}, nil
}

// UserServiceVerify implements GET /api/auth/verify/.
func (s *Server) UserServiceVerify(ctx context.Context, in openapi.UserServiceVerifyRequestObject) (openapi.UserServiceVerifyResponseObject, error) {
	token, err := credential.BearerOf(ctx)
	if err != nil {
		return nil, err
	}
	id, err := s.Auth.VerifyGroup(ctx, token, request.OrZero(in.Params.Group))
	if err != nil {
		return nil, err
	}
	return openapi.UserServiceVerify200JSONResponse{User: userServiceUserOf(id)}, nil
}

// UserServiceLogout implements POST /api/auth/logout/.
func (s *Server) UserServiceLogout(ctx context.Context, _ openapi.UserServiceLogoutRequestObject) (openapi.UserServiceLogoutResponseObject, error) {
	token, err := credential.BearerOf(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Auth.SignOutBearer(ctx, token); err != nil {
		return nil, err
	}
	return openapi.UserServiceLogout200JSONResponse{Status: success}, nil
}

// UserServiceChangePassword implements POST /api/auth/change-password/.
func (s *Server) UserServiceChangePassword(
	ctx context.Context,
	in openapi.UserServiceChangePasswordRequestObject,
) (openapi.UserServiceChangePasswordResponseObject, error) {
	changed, err := s.changePassword(ctx, in.Body)
	return openapi.UserServiceChangePassword200JSONResponse(changed), err
}

func userServiceUserOf(id *auth.Identity) openapi.UserServiceUser {
	out := userServiceAccountOf(id.User, id.Permissions())
	if duties := dutiesOf(id); len(duties) > 0 {
		out.Duties = &duties
	}
	return out
}

func userServiceAccountOf(u *auth.User, permissions []string) openapi.UserServiceUser {
	return openapi.UserServiceUser{
		Id: u.ID, Username: u.UserName, Email: u.Email, FirstName: u.FirstName, LastName: u.LastName,
		Roles: view.List(u.Roles), Permissions: view.List(permissions), Groups: view.List(u.Groups), IsActive: u.IsActive, DateJoined: u.CreatedAt,
	}
}
