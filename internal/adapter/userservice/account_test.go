package userservice_test

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/userservice"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func TestCreateUser(t *testing.T) {
	person := auth.NewUser{UserName: "person-one@example.org", FirstName: "Person", Password: "a long & odd=pass phrase", Roles: []string{"sgc-uploader"}}
	for _, c := range []struct {
		name string
		role string
		form string // the token of the request
	}{
		{"uploader", "sgc-uploader", uploaderToken},
		{"reviewer", "sgc-reviewer", reviewerToken},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, says(201, `{"id":7}`))
			u := person
			u.Roles = []string{c.role}
			must(t, connect(t, s.URL+"/users/").CreateUser(t.Context(), u))
			want := request{Method: "POST", Path: "/users/api/auth/create-user/", Query: url.Values{}, Form: url.Values{
				"token": {c.form}, "username": {u.UserName}, "password": {u.Password}, "first_name": {"Person"},
			}}
			if diff := cmp.Diff(want, s.last); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCreateUserRefused(t *testing.T) {
	u := auth.NewUser{UserName: "p", Password: "a long pass phrase", Roles: []string{"sgc-uploader"}}
	field := func(name, message string) []errs.Field { return []errs.Field{{Field: name, Message: message}} }
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		kind   errs.Kind
		code   string
		fields []errs.Field
	}{
		{"taken, as an error", says(400, `{"error":"User already exists"}`), errs.Conflict, "user_exists", nil},
		{"taken, at the field", says(400, `{"username":["A user with that username Already Exists."]}`), errs.Conflict, "user_exists", nil},
		{"taken, by status", says(409, `{"detail":"taken"}`), errs.Conflict, "user_exists", nil},
		{"password", says(400, `{"password":["Too short.","Too common."]}`), errs.Rule, "rule", field("password", "Too short. Too common.")},
		{"e-mail exists", says(400, `{"email":["already exists"]}`), errs.Rule, "rule", field("email", "already exists")},
		{"unknown field", says(400, `{"group":["No such group."]}`), errs.Rule, "rule", field("user_name", "No such group.")},
		{"words of many lines", says(400, `{"password":["a\r\nb\u0000\tc"]}`), errs.Rule, "rule", field("password", "a b c")},
		{"endless words", says(400, `{"password":"`+strings.Repeat("x", 5000)+`"}`), errs.Rule, "rule", field("password", strings.Repeat("x", 300)+"…")},
		{"400 that says nothing", says(400, `{}`), errs.Unavailable, "user_service", nil},
		{"400 with a list", says(400, `["no"]`), errs.Unavailable, "user_service", nil},
		{"400 of something else", html(400), errs.Unavailable, "user_service", nil},
		{"token not taken", says(401, `{"error":"invalid token"}`), errs.Unavailable, "user_service_token", nil},
		{"token not allowed", says(403, `{"error":"invalid token"}`), errs.Unavailable, "user_service_token", nil},
		{"failing", says(500, `{}`), errs.Unavailable, "user_service", nil},
		{"a page", html(200), errs.Unavailable, "user_service", nil},
		{"a page that says JSON", says(201, `<html></html>`), errs.Unavailable, "user_service", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := connect(t, start(t, c.answer).URL).CreateUser(t.Context(), u)
			wantProblem(t, err, c.kind, c.code)
			var e *errs.Error
			if errors.As(err, &e); !cmp.Equal(e.Fields, c.fields) {
				t.Error(cmp.Diff(c.fields, e.Fields))
			}
		})
	}
}

func TestRolesThatHaveNoToken(t *testing.T) {
	s := start(t, says(201, `{}`))
	client := connect(t, s.URL, func(o *userservice.Options) { o.ReviewerToken = "" })
	for name, c := range map[string]struct {
		roles []string
		kind  errs.Kind
		code  string
	}{
		"no role":               {nil, errs.Rule, "rule"},
		"two roles":             {[]string{"sgc-uploader", "sgc-reviewer"}, errs.Rule, "rule"},
		"role of another area":  {[]string{"uploader"}, errs.Rule, "rule"},
		"admin":                 {[]string{"admin"}, errs.Rule, "rule"},
		"role without a secret": {[]string{"sgc-reviewer"}, errs.Unavailable, "user_service_token"},
	} {
		t.Run(name, func(t *testing.T) {
			wantProblem(t, client.CreateUser(t.Context(), auth.NewUser{UserName: "p", Password: "a long pass phrase", Roles: c.roles}), c.kind, c.code)
		})
	}
	if n := s.asked.Load(); n != 0 {
		t.Errorf("the service was asked %d times", n)
	}
}

func TestUsers(t *testing.T) {
	s := start(t, says(200, `{"group":{"name":"sgc"},"users":[
		{"id":7,"username":"person-one@example.org","email":"","roles":[{"id":1,"name":"sgc-reviewer"}],"is_active":true,"date_joined":"2026-01-02T03:04:05Z"},
		{"id":8,"username":"person-two@example.org","roles":["sgc-uploader"],"is_active":false,"date_joined":"2026-01-02T03:04:05"}],"total_count":2}`))
	got, err := connect(t, s.URL).Users(t.Context())
	must(t, err)
	joined := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	want := []auth.DirectoryUser{
		{
			ID:          "7",
			UserName:    "person-one@example.org",
			Roles:       []string{"sgc-reviewer"},
			Permissions: []string{},
			Groups:      []string{},
			IsActive:    true,
			JoinedAt:    joined,
		},
		{ID: "8", UserName: "person-two@example.org", Roles: []string{"sgc-uploader"}, Permissions: []string{}, Groups: []string{}, JoinedAt: joined},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	asked := request{Method: "GET", Path: "/api/auth/list-users/", Query: url.Values{"token": {reviewerToken}}, Form: url.Values{}}
	if diff := cmp.Diff(asked, s.last); diff != "" {
		t.Error(diff)
	}
}

func TestUsersRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		change func(*userservice.Options)
		code   string
	}{
		{"token not taken", says(401, `{}`), func(*userservice.Options) {}, "user_service_token"},
		{"token not allowed", says(403, `{}`), func(*userservice.Options) {}, "user_service_token"},
		{"no token", says(200, `{"users":[]}`), func(o *userservice.Options) { o.UploaderToken, o.ReviewerToken = "", "" }, "user_service_token"},
		{"failing", says(500, `{}`), func(*userservice.Options) {}, "user_service"},
		{"no list", says(200, `{}`), func(*userservice.Options) {}, "user_service"},
		{"list null", says(200, `{"users":null}`), func(*userservice.Options) {}, "user_service"},
		{"one without id", says(200, `{"users":[{"id":7,"username":"p"},{"username":"q"}]}`), func(*userservice.Options) {}, "user_service"},
		{"a page", html(200), func(*userservice.Options) {}, "user_service"},
		{"a connection that ends", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, func(*userservice.Options) {}, "user_service"},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, err := connect(t, start(t, c.answer).URL, c.change).Users(t.Context())
			wantProblem(t, err, errs.Unavailable, c.code)
			if list != nil {
				t.Errorf("%v comes with the error", list)
			}
		})
	}
}
