package httpapi_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"cohortium/internal/platform/auth"
)

// brokenTokens returns Authorization headers that must not be accepted.
func brokenTokens(t *testing.T, s *site) map[string]string {
	t.Helper()
	part := func(v any) string {
		text, err := json.Marshal(v)
		must(t, err)
		return base64.RawURLEncoding.EncodeToString(text)
	}
	type object = map[string]any
	claims := part(object{"sub": "admin", "groups": []string{"sgc"}, "exp": 4102444800})
	token, group := s.apiToken(t, "admin", auth.ScopeRead, auth.ScopeAdmin), s.groupToken(t, "sgc-reviewer")
	flip := func(token string) string { return token[:len(token)-1] + string('A'+(token[len(token)-1]+1)%26) }
	hash := strings.Repeat("0123456789abcdef", 4)
	return map[string]string{
		"no scheme":                       group,
		"scheme alone":                    "Bearer",
		"scheme and a space":              "Bearer ",
		"another scheme":                  "Basic " + base64.StdEncoding.EncodeToString([]byte("admin:"+password)),
		"the old scheme":                  "Token " + token,
		"two spaces":                      "Bearer  " + group,
		"a tab":                           "Bearer\t" + group,
		"two tokens":                      "Bearer " + group + " " + group,
		"a list":                          "Bearer " + group + "," + token,
		"quoted":                          `Bearer "` + group + `"`,
		"nothing known":                   "Bearer x",
		"null":                            "Bearer null",
		"undefined":                       "Bearer undefined",
		"empty object":                    "Bearer {}",
		"not ASCII":                       "Bearer köhler",
		"a NUL":                           "Bearer a%00b",
		"very long":                       "Bearer " + strings.Repeat("a", 100_000),
		"the prefix of API tokens":        "Bearer coh_",
		"unknown API token":               "Bearer coh_" + strings.Repeat("A", 43),
		"API token with a letter changed": "Bearer " + flip(token),
		"API token cut short":             "Bearer " + token[:len(token)-4],
		"API token without its prefix":    "Bearer " + strings.TrimPrefix(token, "coh_"),
		"API token in capitals":           "Bearer " + strings.ToUpper(token),
		"group token with one changed":    "Bearer " + flip(group),
		"group token as an API token":     "Bearer coh_" + group,
		"a session of the browser":        "Bearer " + s.tokens["admin"],
		"a hash":                          "Bearer " + hash,
		"signed by nobody":                "Bearer " + part(object{"alg": "none", "typ": "JWT"}) + "." + claims + ".",
		"signed with a secret":            "Bearer " + part(object{"alg": "HS256"}) + "." + claims + "." + part("x"),
		"with its own key":                "Bearer " + part(object{"alg": "RS256", "jwk": object{"kty": "RSA"}}) + "." + claims + "." + part("x"),
		"with a key elsewhere":            "Bearer " + part(object{"alg": "RS256", "jku": "https://evil.example/keys"}) + "." + claims + "." + part("x"),
		"three dots":                      "Bearer ...",
		"an injection":                    "Bearer ' OR '1'='1",
	}
}

func TestSEC11BrokenTokensAre401(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		broken := brokenTokens(t, s)
		if len(broken) < 30 {
			t.Errorf("only %d broken tokens", len(broken))
		}
		for name, header := range broken {
			for _, path := range []string{"/api/is-logged-in", "/api/hermes/uploads", "/api/sgc/users", "/api/jobs/x", "/api/auth/verify/?group=sgc", "/api/uploads/x", "/api/events"} {
				s.pass()
				method := "GET"
				if path == "/api/uploads/x" {
					method = "HEAD"
				}
				// Even with a valid session.
				w := s.do(t, request{method: method, path: path, as: "admin", header: map[string]string{"Authorization": header}})
				var p problem
				if method == "GET" {
					must(t, json.Unmarshal(w.Body.Bytes(), &p))
				}
				if w.Code != http.StatusUnauthorized || method == "GET" && (p.Detail == "" || p.Code == "" || p.RequestID == "") {
					t.Errorf("%s, %s: status %d: %s", name, path, w.Code, w.Body)
				}
			}
		}
		r := s.request(t.Context(), request{method: "GET", path: "/api/is-logged-in", bearer: s.groupToken(t, "sgc-reviewer")})
		r.Header.Add("Authorization", r.Header.Get("Authorization"))
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		if w.Code != http.StatusUnauthorized {
			t.Errorf("two headers: status %d", w.Code)
		}
	})
}

func TestSEC12TokensOfAnotherGroupAre403(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	group := s.groupToken(t, "sgc-reviewer")
	var verified struct {
		User struct {
			Username                   string
			Roles, Permissions, Groups []string
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/auth/verify/?group=sgc", bearer: group}, &verified)
	if verified.User.Username != "sgc-reviewer" || len(verified.User.Permissions) != 4 {
		t.Errorf("%+v", verified)
	}
	for path, status := range map[string]int{
		"/api/auth/verify/?group=peg": 403,
		"/api/sgc/users":              200,
		"/api/hermes/uploads":         403,
		"/api/audit":                  403,
	} {
		s.want(t, status, request{method: "GET", path: path, bearer: group}, nil)
	}
	s.want(t, 403, request{method: "POST", path: "/api/auth/login/", body: map[string]any{
		"username": "curator", "password": password, "group": "sgc",
	}}, nil)
}

func TestSEC14APITokens(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var made struct {
		Token string
		Info  struct {
			ID, Name, Prefix string
			Scopes           []string
			ExpiresAt        time.Time `json:"expires_at"`
		}
	}
	s.want(t, 201, request{method: "POST", path: "/api/tokens", as: "uploader", body: map[string]any{
		"name": "pipeline", "scopes": []string{"read", "upload"}, "current_password": password,
	}}, &made)
	s.secret(made.Token)
	if !strings.HasPrefix(made.Token, "coh_") || !strings.HasPrefix(made.Token, made.Info.Prefix) || len(made.Info.Prefix) > len(made.Token)/3 {
		t.Errorf("token %.8s…, %+v", made.Token, made.Info)
	}
	if days := made.Info.ExpiresAt.Sub(s.now()).Hours() / 24; days < 89 || days > 91 {
		t.Errorf("expires in %.1f days, want 90", days)
	}
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/api/hermes/uploads", 200},
		{"GET", "/api/uploads/", 200},
		{"GET", "/api/is-logged-in", 200},
		{"GET", "/api/tokens", 403},       // only the owner may read their account
		{"GET", "/api/profile", 403},      //
		{"GET", "/api/hermes-users", 403}, // outside its scopes
	} {
		s.want(t, c.status, request{method: c.method, path: c.path, bearer: made.Token}, nil)
	}
	s.want(t, 403, request{method: "POST", path: "/api/tokens", bearer: made.Token, body: map[string]any{"name": "more", "scopes": []string{"read"}}}, nil)
	var list struct {
		Items []struct {
			ID           string
			LastUsedAt   *time.Time `json:"last_used_at"`
			LastUsedFrom string     `json:"last_used_from"`
		}
	}
	w := s.do(t, request{method: "GET", path: "/api/tokens", as: "uploader"})
	must(t, json.Unmarshal(w.Body.Bytes(), &list))
	if len(list.Items) != 1 || list.Items[0].LastUsedAt == nil || list.Items[0].LastUsedFrom == "" || strings.Contains(w.Body.String(), made.Token) {
		t.Errorf("the list of tokens: %s", w.Body)
	}
	s.want(t, 404, request{method: "DELETE", path: "/api/tokens/" + made.Info.ID, as: "uploader2"}, nil)
	s.want(t, 204, request{method: "DELETE", path: "/api/tokens/" + made.Info.ID, as: "uploader"}, nil)
	s.want(t, 401, request{method: "GET", path: "/api/hermes/uploads", bearer: made.Token}, nil)
}

func TestSEC14ExpiredTokensSaySo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	token := s.apiToken(t, "uploader", auth.ScopeRead)
	s.skew.Add(int64(91 * 24 * time.Hour))
	var p problem
	s.want(t, 401, request{method: "GET", path: "/api/hermes/uploads", bearer: token}, &p)
	if p.Code != "token_expired" || !strings.Contains(p.Detail, "expired on") {
		t.Errorf("%+v", p)
	}
}
