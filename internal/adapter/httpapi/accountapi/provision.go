package accountapi

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"

	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// The calls below accept forms and return errors in the format of older user-service clients: the
// error of this API, plus a list of messages for each field at fault. They are not in the contract.

// maxForm limits a form, in bytes.
const maxForm = 64 << 10

// ProvisionUser serves POST /api/auth/create-user/.
func (s *Server) ProvisionUser(w http.ResponseWriter, r *http.Request) {
	form, token, err := s.readForm(w, r)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	u, err := s.Auth.Provision(r.Context(), token, auth.NewUser{
		UserName: form.Get("username"), Password: form.Get("password"), Email: form.Get("email"),
		FirstName: form.Get("first_name"), LastName: form.Get("last_name"),
	})
	if err != nil {
		s.failForm(w, r, err)
		return
	}
	s.WriteJSON(w, r, http.StatusCreated, userServiceAccountOf(u, nil))
}

// ProvisionMember serves POST /api/auth/add-user-to-group/.
func (s *Server) ProvisionMember(w http.ResponseWriter, r *http.Request) {
	form, token, err := s.readForm(w, r)
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	if err := s.Auth.ProvisionMember(r.Context(), token, form.Get("username")); err != nil {
		s.failForm(w, r, err)
		return
	}
	s.WriteJSON(w, r, http.StatusOK, openapi.Status{Status: success})
}

// ProvisionedUsers serves GET /api/auth/list-users/.
func (s *Server) ProvisionedUsers(w http.ResponseWriter, r *http.Request) {
	token, err := provisioningToken(r, r.URL.Query())
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	users, err := s.Auth.ProvisionedUsers(r.Context(), token)
	if err != nil {
		s.failForm(w, r, err)
		return
	}
	out := []openapi.UserServiceUser{}
	for _, u := range users {
		out = append(out, userServiceAccountOf(u, nil))
	}
	s.WriteJSON(w, r, http.StatusOK, map[string]any{
		"group": map[string]string{"name": s.SGCGroup}, "users": out, "total_count": len(out),
	})
}

// readForm reads a small form and the provisioning token, which is in the form or the request.
func (s *Server) readForm(w http.ResponseWriter, r *http.Request) (url.Values, string, error) {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/x-www-form-urlencoded" {
		return nil, "", errs.New(errs.Unsupported, "unsupported_type", "This address takes a form (application/x-www-form-urlencoded).")
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxForm))
	if err != nil {
		return nil, "", err
	}
	form, err := url.ParseQuery(string(text))
	if err != nil {
		return nil, "", request.Malformed(err)
	}
	token, err := provisioningToken(r, form)
	return form, token, err
}

// provisioningToken returns the token of a form or query, or else a bearer token.
func provisioningToken(r *http.Request, values url.Values) (string, error) {
	if token := values.Get("token"); token != "" {
		return token, credential.SecureLine(r.Context())
	}
	return credential.BearerOf(r.Context())
}

// failForm returns an error in the format of older clients: 400 for a name that is taken and for
// fields that break a rule, with their messages.
func (s *Server) failForm(w http.ResponseWriter, r *http.Request, err error) {
	var known *errs.Error
	if !errors.As(err, &known) || known.Kind != errs.Conflict && known.Kind != errs.Rule {
		s.Fail(w, r, err)
		return
	}
	fields := known.Fields
	body := map[string]any{"detail": known.Detail, "code": known.Code, "request_id": request.ID(r.Context())}
	if known.Kind == errs.Conflict {
		body["detail"] = "A user with this name already exists."
		fields = []errs.Field{{Field: "username", Message: "A user with this name already exists."}}
	}
	for _, f := range fields {
		name := f.Field
		if name == "user_name" {
			name = "username"
		}
		body[name] = []string{f.Message}
	}
	body["fields"] = view.List(fields)
	s.WriteJSON(w, r, http.StatusBadRequest, body)
}
