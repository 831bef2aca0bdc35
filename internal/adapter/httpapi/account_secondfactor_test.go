package httpapi_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"cohortium/internal/platform/auth"
)

// enrol sets up a second factor through the API, and returns its secret and the recovery codes. The
// session continues with a new token.
func (s *site) enrol(t *testing.T, as string) (secret string, codes []string) {
	t.Helper()
	var begun struct {
		Secret, URI string
		QR          string `json:"qr_png"`
	}
	s.want(t, 200, request{method: "POST", path: "/api/profile/second-factor", as: as, body: map[string]any{"current_password": password}}, &begun)
	picture, err := base64.StdEncoding.DecodeString(begun.QR)
	if err != nil || !strings.HasPrefix(string(picture), "\x89PNG") || !strings.HasPrefix(begun.URI, "otpauth://totp/") {
		t.Errorf("%v, %.8q, %s", err, picture, begun.URI)
	}
	s.secret(begun.Secret)
	w := s.do(t, request{method: "POST", path: "/api/profile/second-factor/confirm", as: as, body: map[string]any{"code": s.code(t, begun.Secret)}})
	var confirmed struct{ Codes []string }
	mustDecode(t, w, &confirmed)
	if w.Code != 200 || len(confirmed.Codes) != 10 || cookie(w) == "" || cookie(w) == s.tokens[as] {
		t.Fatalf("confirm: status %d: %s", w.Code, w.Body)
	}
	s.tokens[as] = cookie(w)
	for _, c := range confirmed.Codes {
		s.secret(c)
	}
	return begun.Secret, confirmed.Codes
}

// code returns the authenticator's code at the server's time.
func (s *site) code(t *testing.T, secret string) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, s.now())
	must(t, err)
	return code
}

func (s *site) signInWith(t *testing.T, user, code string) (status int, problemCode string) {
	t.Helper()
	body := map[string]any{"user_name": user, "password": password}
	if code != "" {
		body["code"] = code
	}
	w := s.do(t, request{method: "POST", path: "/api/login", body: body})
	var p problem
	mustDecode(t, w, &p)
	if (w.Code == 200) != (cookie(w) != "") {
		t.Errorf("status %d with the cookie %q", w.Code, cookie(w))
	}
	return w.Code, p.Code
}

func TestSEC22SecondFactor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret, codes := s.enrol(t, "curator")
	for _, c := range []struct {
		name, code string
		status     int
		problem    string
	}{
		{"none", "", 401, "second_factor_required"},
		{"made up", "000000", 401, "wrong_code"},
		{"a recovery code", codes[0], 200, ""},
		{"the same again", codes[0], 401, "wrong_code"},
	} {
		s.skew.Add(int64(time.Hour))
		if status, problem := s.signInWith(t, "curator", c.code); status != c.status || problem != c.problem {
			t.Errorf("%s: %d %s, want %d %s", c.name, status, problem, c.status, c.problem)
		}
	}
	s.skew.Add(int64(time.Hour))
	now := s.code(t, secret)
	if status, problem := s.signInWith(t, "curator", now); status != 200 {
		t.Errorf("the code of the app: %d %s", status, problem)
	}
	if status, problem := s.signInWith(t, "curator", now); status != 401 || problem != "wrong_code" {
		t.Errorf("the same code twice: %d %s", status, problem)
	}
	s.skew.Add(int64(time.Hour))
	limited := false
	for range 20 {
		status, _ := s.signInWith(t, "curator", "123456")
		limited = limited || status == http.StatusTooManyRequests
	}
	if !limited {
		t.Error("codes can be guessed without end")
	}
	s.skew.Add(int64(time.Hour))
	if status, problem := s.signInWith(t, "curator", s.code(t, secret)); status != 200 {
		t.Errorf("the owner after the guesses: %d %s", status, problem)
	}
}

func TestSEC22RolesThatNeedASecondFactor(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *auth.Deps) { d.Settings.RequireSecondFactor = []string{"reviewer"} })
	var p problem
	s.want(t, 403, request{method: "GET", path: "/api/hermes/uploads", as: "reviewer"}, &p)
	if p.Code != "second_factor_required" {
		t.Errorf("%+v", p)
	}
	s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads", as: "uploader"}, nil)
	var profile struct {
		On     bool `json:"second_factor"`
		Needed bool `json:"second_factor_required"`
		Left   int  `json:"recovery_codes_left"`
	}
	s.want(t, 200, request{method: "GET", path: "/api/profile", as: "reviewer"}, &profile)
	if profile.On || !profile.Needed {
		t.Errorf("%+v", profile)
	}
	s.enrol(t, "reviewer")
	s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads", as: "reviewer"}, nil)
	s.want(t, 200, request{method: "GET", path: "/api/profile", as: "reviewer"}, &profile)
	if !profile.On || profile.Left != 10 {
		t.Errorf("%+v", profile)
	}
	s.want(t, 403, request{method: "DELETE", path: "/api/profile/second-factor", as: "reviewer", body: map[string]any{"current_password": password}}, nil)
	var renewed struct{ Codes []string }
	s.want(
		t,
		200,
		request{method: "POST", path: "/api/profile/second-factor/recovery-codes", as: "reviewer", body: map[string]any{"current_password": password}},
		&renewed,
	)
	if len(renewed.Codes) != 10 {
		t.Errorf("%d codes", len(renewed.Codes))
	}
	s.enrol(t, "uploader")
	s.want(t, 200, request{method: "DELETE", path: "/api/profile/second-factor", as: "uploader", body: map[string]any{"current_password": password}}, nil)
}

// The page of the user service gets its new token in the answer, because no cookie can carry it.
func TestSEC22SecondFactorOverTheUserService(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *auth.Deps) { d.Settings.RequireSecondFactor = []string{"sgc-reviewer"} })
	token := s.groupToken(t, "sgc-reviewer")
	s.want(t, 403, request{method: "GET", path: "/api/sgc/users", bearer: token}, nil)
	var begun struct{ Secret string }
	s.want(t, 200, request{method: "POST", path: "/api/profile/second-factor", bearer: token, body: map[string]any{}}, &begun)
	var confirmed struct{ Access string }
	s.want(
		t,
		200,
		request{method: "POST", path: "/api/profile/second-factor/confirm", bearer: token, body: map[string]any{"code": s.code(t, begun.Secret)}},
		&confirmed,
	)
	s.secret(confirmed.Access)
	s.want(t, 401, request{method: "GET", path: "/api/sgc/users", bearer: token}, nil)
	s.want(t, 200, request{method: "GET", path: "/api/sgc/users", bearer: confirmed.Access}, nil)
	s.skew.Add(int64(time.Minute))
	var p problem
	login := map[string]any{"username": "sgc-reviewer", "password": password, "group": "sgc"}
	s.want(t, 401, request{method: "POST", path: "/api/auth/login/", body: login}, &p)
	if p.Code != "second_factor_required" {
		t.Errorf("%+v", p)
	}
	login["code"] = s.code(t, begun.Secret)
	s.want(t, 200, request{method: "POST", path: "/api/auth/login/", body: login}, nil)
}
