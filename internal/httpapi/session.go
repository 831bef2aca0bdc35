package httpapi

import (
	"context"
	"net/http"
	"time"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/httpapi/openapi"
)

// The names of the session cookie. The first can only be set over TLS, by this
// host, for all its paths; the second serves a laptop, where there is no TLS.
const (
	secureCookie = "__Host-cohortium"
	plainCookie  = "cohortium"
)

// cookieOf gives the session token of a request, "" if it has none. Over plain
// HTTP a token counts only under a name of this machine.
func cookieOf(r *http.Request, info *requestInfo) string {
	name := secureCookie
	if !info.secure {
		if !info.local {
			return ""
		}
		name = plainCookie
	}
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// identify finds who is asking; nil for somebody without a session. A session
// that has ended takes its cookie along.
func (s *server) identify(w http.ResponseWriter, r *http.Request) (*auth.Identity, error) {
	info := infoOf(r.Context())
	if info.token == "" {
		return nil, nil
	}
	id, err := s.Auth.Authenticate(r.Context(), info.token)
	if errs.Is(err, errs.Unauthenticated) {
		http.SetCookie(w, sessionCookie(info.secure, "", -1))
		return nil, nil
	}
	return id, err
}

// sessionCookie makes the cookie; maxAge 0 ends it with the browser, below 0 now.
func sessionCookie(secure bool, token string, maxAge int) *http.Cookie {
	name := plainCookie
	if secure {
		name = secureCookie
	}
	return &http.Cookie{
		Name: name, Value: token, Path: "/", MaxAge: maxAge,
		Secure: secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
}

// Login implements POST /api/login.
func (s *server) Login(ctx context.Context, in openapi.LoginRequestObject) (openapi.LoginResponseObject, error) {
	info := infoOf(ctx)
	if !info.secure && !info.local {
		return nil, errs.New(errs.Forbidden, "insecure_connection", "Signing in needs a secure connection (https), or the address localhost on the machine itself.")
	}
	token, id, err := s.Auth.SignIn(ctx, auth.SignIn{
		UserName: in.Body.UserName, Password: in.Body.Password, Remember: in.Body.Remember != nil && *in.Body.Remember,
		Address: info.address, UserAgent: info.userAgent, OldToken: info.token,
	})
	if err != nil {
		return nil, err
	}
	info.identity = id
	maxAge := 0
	if id.Session.Remember {
		maxAge = int(id.Session.ExpiresAt.Sub(s.Now()) / time.Second)
	}
	cookie := sessionCookie(info.secure, token, maxAge).String()
	return openapi.Login200JSONResponse{
		Body:    openapi.LoginResponse{Status: "success", User: userOf(id)},
		Headers: openapi.Login200ResponseHeaders{SetCookie: &cookie},
	}, nil
}

// Logout implements POST /api/logout.
func (s *server) Logout(ctx context.Context, _ openapi.LogoutRequestObject) (openapi.LogoutResponseObject, error) {
	info := infoOf(ctx)
	if err := s.Auth.SignOut(ctx, info.token); err != nil {
		return nil, err
	}
	cookie := sessionCookie(info.secure, "", -1).String()
	return signedOut{openapi.Logout200JSONResponse{
		Body:    openapi.Status{Status: "success"},
		Headers: openapi.Logout200ResponseHeaders{SetCookie: &cookie},
	}}, nil
}

// signedOut also asks the browser to forget what the pages stored, drafts of
// forms among it: the next person at this machine is somebody else.
type signedOut struct{ openapi.Logout200JSONResponse }

// VisitLogoutResponse writes the answer.
func (a signedOut) VisitLogoutResponse(w http.ResponseWriter) error {
	w.Header().Set("Clear-Site-Data", `"storage"`)
	return a.Logout200JSONResponse.VisitLogoutResponse(w)
}

// IsLoggedIn implements GET /api/is-logged-in.
func (s *server) IsLoggedIn(ctx context.Context, _ openapi.IsLoggedInRequestObject) (openapi.IsLoggedInResponseObject, error) {
	return openapi.IsLoggedIn200JSONResponse(userOf(Identity(ctx))), nil
}

func userOf(id *auth.Identity) openapi.User {
	u := id.User
	return openapi.User{
		Id: u.ID, UserName: u.UserName, FirstName: u.FirstName, LastName: u.LastName, Email: u.Email, IsActive: u.IsActive,
		Roles: list(u.Roles), Groups: list(u.Groups), Permissions: id.Permissions(), LastLogin: u.LastLogin,
	}
}

// list is items as JSON wants it: empty rather than null.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}
