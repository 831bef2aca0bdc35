package accountapi

import (
	"context"
	"net/http"

	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/platform/auth"
)

// success is the answer of calls that have no other result.
const success = "success"

// Login implements POST /api/login.
func (s *Server) Login(ctx context.Context, in openapi.LoginRequestObject) (openapi.LoginResponseObject, error) {
	if err := credential.SecureLine(ctx); err != nil {
		return nil, err
	}
	device, err := s.Device(ctx)
	if err != nil {
		return nil, err
	}
	info := request.InfoOf(ctx)
	token, id, err := s.Auth.SignIn(ctx, auth.SignIn{
		UserName: in.Body.UserName, Password: in.Body.Password, Code: request.OrZero(in.Body.Code), Remember: request.OrZero(in.Body.Remember),
		Address: info.Address, Device: device, UserAgent: info.UserAgent, OldToken: info.Token,
	})
	if err != nil {
		return nil, err
	}
	s.Begin(ctx, token, id)
	credential.RememberDevice(ctx)
	return openapi.Login200JSONResponse{Body: openapi.LoginResponse{Status: success, User: userOf(id)}}, nil
}

// Logout implements POST /api/logout.
func (s *Server) Logout(ctx context.Context, _ openapi.LogoutRequestObject) (openapi.LogoutResponseObject, error) {
	info := request.InfoOf(ctx)
	var err error
	if info.Bearer != "" {
		err = s.Auth.SignOutBearer(ctx, info.Bearer)
	} else {
		err = s.Auth.SignOut(ctx, info.Token)
	}
	if err != nil {
		return nil, err
	}
	credential.SetCookie(ctx, credential.SessionCookie(info.Secure, "", -1))
	return signedOut{openapi.Logout200JSONResponse{Body: openapi.Status{Status: success}}}, nil
}

// signedOut also asks the browser to clear what the pages stored, including drafts of forms,
// because another person may use this machine next.
type signedOut struct{ openapi.Logout200JSONResponse }

// VisitLogoutResponse writes the answer.
func (a signedOut) VisitLogoutResponse(w http.ResponseWriter) error {
	w.Header().Set("Clear-Site-Data", `"storage"`)
	return a.Logout200JSONResponse.VisitLogoutResponse(w)
}

// IsLoggedIn implements GET /api/is-logged-in.
func (s *Server) IsLoggedIn(ctx context.Context, _ openapi.IsLoggedInRequestObject) (openapi.IsLoggedInResponseObject, error) {
	return openapi.IsLoggedIn200JSONResponse(userOf(request.Identity(ctx))), nil
}

// ChangePassword implements POST /api/change-password.
func (s *Server) ChangePassword(ctx context.Context, in openapi.ChangePasswordRequestObject) (openapi.ChangePasswordResponseObject, error) {
	changed, err := s.changePassword(ctx, in.Body)
	return openapi.ChangePassword200JSONResponse{Body: changed}, err
}

func (s *Server) changePassword(ctx context.Context, in *openapi.ChangePassword) (openapi.PasswordChanged, error) {
	token, id, err := s.Auth.ChangePassword(ctx, request.Identity(ctx), in.Password, request.OrZero(in.CurrentPassword))
	if err != nil {
		return openapi.PasswordChanged{}, err
	}
	return openapi.PasswordChanged{Status: success, Access: s.Begin(ctx, token, id)}, nil
}

func userOf(id *auth.Identity) openapi.User {
	u := id.User
	out := openapi.User{
		Id: u.ID, UserName: u.UserName, FirstName: u.FirstName, LastName: u.LastName, Email: u.Email, IsActive: u.IsActive,
		Roles: view.List(u.Roles), Groups: view.List(u.Groups), Permissions: id.Permissions(), LastLogin: u.LastLogin,
		Areas: view.Texts(id.Areas()), Manages: view.Texts(id.ManagedAreas()), Duties: dutiesOf(id), IsInternal: u.PasswordHash != "",
	}
	return out
}

func dutiesOf(id *auth.Identity) []openapi.Duty {
	out := make([]openapi.Duty, len(id.Duties))
	for i, d := range id.Duties {
		out[i] = openapi.Duty(d)
	}
	return out
}
