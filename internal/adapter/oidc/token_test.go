package oidc_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/oidc"
	"cohortium/internal/adapter/oidc/oidctest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// swap wraps the real provider and changes the answers of one address.
func swap(path string, change func(answer map[string]any)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != path {
				next.ServeHTTP(w, r)
				return
			}
			recorded := httptest.NewRecorder()
			next.ServeHTTP(recorded, r)
			var answer map[string]any
			if err := json.Unmarshal(recorded.Body.Bytes(), &answer); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			change(answer)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(recorded.Code)
			_ = json.NewEncoder(w).Encode(answer)
		})
	}
}

// payload reads the claims of a token without checking it.
func payload(token string) (claims map[string]any, err error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, errors.New("not a token of three parts")
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return nil, err
	}
	return claims, json.Unmarshal(text, &claims)
}

// forger makes tokens, by default with the provider's key.
type forger struct {
	alg jose.SignatureAlgorithm
	kid string
	key any
}

func (f forger) sign(claims map[string]any) (string, error) {
	text, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	if f.alg == "none" {
		header := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`))
		return header + "." + base64.RawURLEncoding.EncodeToString(text) + ".", nil
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: f.alg, Key: jose.JSONWebKey{Key: f.key, KeyID: f.kid}}, nil)
	if err != nil {
		return "", err
	}
	signed, err := signer.Sign(text)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}

// tampered is a provider whose identity tokens are changed on their way.
type tampered struct {
	at     *oidctest.Provider
	client *oidc.Provider
	change func(claims map[string]any, f *forger)
}

func tamper(t *testing.T) *tampered {
	t.Helper()
	p := new(tampered)
	p.at = start(t, oidctest.Options{ClaimsInTokens: true, Around: swap("/oauth/token", func(answer map[string]any) {
		kid, key, err := p.at.SigningKey(t.Context())
		if err != nil {
			t.Error(err)
		}
		claims, err := payload(answer["id_token"].(string))
		if err != nil {
			t.Error(err)
		}
		f := forger{alg: jose.RS256, kid: kid, key: key}
		p.change(claims, &f)
		if answer["id_token"], err = f.sign(claims); err != nil {
			t.Error(err)
		}
	})})
	p.client = connect(t, p.at.Issuer())
	return p
}

// finish signs the first person in.
func (p *tampered) finish(t *testing.T, change func(claims map[string]any, f *forger)) (*auth.Claims, error) {
	t.Helper()
	p.change = change
	f := flow("a")
	return p.client.Finish(t.Context(), code(t, p.at, p.client, p.at.People()[0], f), f)
}

func TestEachClaimWrong(t *testing.T) {
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	must(t, err)
	provider := tamper(t)
	set := func(name string, value any) func(map[string]any, *forger) {
		return func(claims map[string]any, _ *forger) { claims[name] = value }
	}
	drop := func(name string) func(map[string]any, *forger) {
		return func(claims map[string]any, _ *forger) { delete(claims, name) }
	}
	for _, c := range []struct {
		name   string
		change func(map[string]any, *forger)
	}{
		{"other issuer", set("iss", "https://other.example.org")},
		{"issuer with a slash more", func(claims map[string]any, _ *forger) { claims["iss"] = claims["iss"].(string) + "/" }},
		{"no issuer", drop("iss")},
		{"other audience", set("aud", "another-client")},
		{"audience list without us", set("aud", []string{"another-client", "a-third"})},
		{"audience list with us but made for another", func(claims map[string]any, _ *forger) {
			claims["aud"], claims["azp"] = []string{oidctest.ClientID, "another-client"}, "another-client"
		}},
		{"audience list that does not say for whom", func(claims map[string]any, _ *forger) {
			claims["aud"] = []string{oidctest.ClientID, "another-client"}
			delete(claims, "azp")
		}},
		{"no audience", drop("aud")},
		{"expired", set("exp", time.Now().Add(-time.Second).Unix())},
		{"no expiry", drop("exp")},
		{"not valid yet", set("nbf", time.Now().Add(time.Hour).Unix())},
		{"other nonce", set("nonce", "nonce of b")},
		{"nonce with a character more", set("nonce", "nonce of aa")},
		{"no nonce", drop("nonce")},
		{"no subject", drop("sub")},
		{"empty subject", set("sub", "")},
		{"subject over the limit", set("sub", strings.Repeat("s", 256))},
		{"subject of the wrong type", set("sub", 1)},
		{"e-mail of the wrong type", set("email", []string{"person-one@example.org"})},
		{"hash of another access token", set("at_hash", "c29tZXRoaW5nIGVsc2U")},
		{"alg none", func(_ map[string]any, f *forger) { f.alg = "none" }},
		{"HS256 with the public key as secret", func(_ map[string]any, f *forger) { f.alg, f.key = jose.HS256, publicPEM(t, f.key) }},
		{"HS256 with our secret", func(_ map[string]any, f *forger) {
			f.alg, f.key = jose.HS256, []byte(strings.Repeat(oidctest.ClientSecret, 2))
		}},
		{"an algorithm the provider does not announce", func(_ map[string]any, f *forger) { f.alg = jose.RS512 }},
		{"key of a stranger under the provider's id", func(_ map[string]any, f *forger) { f.key = stranger }},
		{"unknown key id", func(_ map[string]any, f *forger) { f.kid = "unknown" }},
		{"stranger's key with an unknown id", func(_ map[string]any, f *forger) { f.kid, f.key = "unknown", stranger }},
	} {
		t.Run(c.name, func(t *testing.T) {
			claims, err := provider.finish(t, c.change)
			wantKind(t, err, errs.Unauthenticated, "sign_in_refused")
			if claims != nil {
				t.Errorf("claims %v come with the error", claims)
			}
		})
	}
}

func publicPEM(t *testing.T, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(&key.(*rsa.PrivateKey).PublicKey)
	must(t, err)
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
}

// The same path with valid tokens shows that the table above fails for its reason.
func TestTokenClaims(t *testing.T) {
	provider := tamper(t)
	usual := auth.Claims{Subject: "subject-one", Email: "person-one@example.org", EmailVerified: true, FirstName: "Person", LastName: "One"}
	for _, c := range []struct {
		name string
		says map[string]any
		want func(*auth.Claims)
	}{
		{"signed anew", nil, func(*auth.Claims) {}},
		{"audience list that says it is for us", map[string]any{"aud": []string{oidctest.ClientID, "another-client"}, "azp": oidctest.ClientID}, func(*auth.Claims) {}},
		{"e-mail not verified", map[string]any{"email_verified": false}, func(c *auth.Claims) { c.EmailVerified = false }},
		{"verified as text", map[string]any{"email_verified": "true"}, func(*auth.Claims) {}},
		{"not verified as text", map[string]any{"email_verified": "false"}, func(c *auth.Claims) { c.EmailVerified = false }},
		{"verified as number", map[string]any{"email_verified": 1}, func(c *auth.Claims) { c.EmailVerified = false }},
		{"e-mail of two lines", map[string]any{"email": "a@example.org\r\nBcc: b@example.org"}, func(c *auth.Claims) { c.Email, c.EmailVerified = "", false }},
		{"one name only", map[string]any{"given_name": nil, "family_name": nil, "name": "Person One"}, func(c *auth.Claims) { c.FirstName, c.LastName = "Person One", "" }},
		{"absurd name", map[string]any{"family_name": strings.Repeat("x", 1000)}, func(c *auth.Claims) { c.LastName = "" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := provider.finish(t, func(claims map[string]any, _ *forger) { maps.Copy(claims, c.says) })
			must(t, err)
			want := usual
			want.Issuer = got.Issuer
			c.want(&want)
			if diff := cmp.Diff(&want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestUserInfoOfAnotherSubject(t *testing.T) {
	at := start(t, oidctest.Options{Around: swap("/userinfo", func(answer map[string]any) { answer["sub"] = "subject-two" })})
	client := connect(t, at.Issuer())
	f := flow("a")
	_, err := client.Finish(t.Context(), code(t, at, client, at.People()[0], f), f)
	wantKind(t, err, errs.Unauthenticated, "sign_in_refused")
}

func TestAnswersOfTheTokenAddress(t *testing.T) {
	const secretText = "upstream words"
	says := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}
	}
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		kind   errs.Kind
		code   string
	}{
		{"code refused", says(400, `{"error":"invalid_grant","error_description":"upstream words"}`), errs.Unauthenticated, "sign_in_refused"},
		{"client refused", says(401, `{"error":"invalid_client"}`), errs.Unavailable, "sign_in_provider_settings"},
		{"refused with status 200", says(200, `{"error":"invalid_grant"}`), errs.Unauthenticated, "sign_in_refused"},
		{"failing", says(500, `upstream words`), errs.Unavailable, "sign_in_provider_unavailable"},
		{"busy", says(429, `{"error":"slow_down"}`), errs.Unavailable, "sign_in_provider_unavailable"},
		{"a page of a user between", says(403, `<html>upstream words</html>`), errs.Unavailable, "sign_in_provider_unavailable"},
		{"a page with status 200", says(200, `<html>upstream words</html>`), errs.Unavailable, "sign_in_provider_unavailable"},
		{"no identity token", says(200, `{"access_token":"a","token_type":"Bearer"}`), errs.Unauthenticated, "sign_in_refused"},
		{"no access token", says(200, `{"id_token":"a"}`), errs.Unauthenticated, "sign_in_refused"},
		{"identity token that is none", says(200, `{"access_token":"a","id_token":"a"}`), errs.Unauthenticated, "sign_in_refused"},
		{"over the limit", says(200, `{"access_token":"`+strings.Repeat("a", 2<<20)+`"}`), errs.Unavailable, "sign_in_provider_unavailable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := start(t, oidctest.Options{Around: only("/oauth/token", c.answer)})
			_, err := connect(t, at.Issuer()).Finish(t.Context(), "code", flow("a"))
			wantKind(t, err, c.kind, c.code)
			var e *errs.Error
			if errors.As(err, &e) && strings.Contains(e.Detail+err.Error(), secretText) {
				t.Errorf("%v repeats what the provider says", err)
			}
		})
	}
}

// only serves one address instead of the provider.
func only(path string, answer http.HandlerFunc) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == path {
				answer(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				t.Errorf("%s %s came elsewhere", r.Method, r.URL)
			}))
			defer elsewhere.Close()
			at := start(t, oidctest.Options{Around: only("/oauth/token", func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, elsewhere.URL, status)
			})})
			_, err := connect(t, at.Issuer()).Finish(t.Context(), "code", flow("a"))
			wantKind(t, err, errs.Unavailable, "sign_in_provider_unavailable")
		})
	}
}

func TestKeysThatCannotBeHad(t *testing.T) {
	at := start(t, oidctest.Options{Around: only("/keys", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "busy", http.StatusServiceUnavailable)
	})})
	client := connect(t, at.Issuer())
	f := flow("a")
	_, err := client.Finish(t.Context(), code(t, at, client, at.People()[0], f), f)
	wantKind(t, err, errs.Unavailable, "sign_in_provider_unavailable")
}
