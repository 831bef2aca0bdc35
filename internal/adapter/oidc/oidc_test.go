package oidc_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/oidc"
	"cohortium/internal/adapter/oidc/oidctest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

const redirectURL = "http://127.0.0.1:8080/login/callback"

func start(t *testing.T, o oidctest.Options) *oidctest.Provider {
	t.Helper()
	o.RedirectURLs = []string{redirectURL}
	p, err := oidctest.Start(o)
	must(t, err)
	t.Cleanup(func() { must(t, p.Stop()) })
	return p
}

func connect(t *testing.T, issuer string, change ...func(*oidc.Options)) *oidc.Provider {
	t.Helper()
	o := oidc.Options{Issuer: issuer, ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret, RedirectURL: redirectURL, Name: "Example"}
	for _, c := range change {
		c(&o)
	}
	p, err := oidc.New(o)
	must(t, err)
	return p
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func flow(name string) auth.Flow {
	return auth.Flow{State: "state of " + name, Nonce: "nonce of " + name, Verifier: (name + strings.Repeat("-verifier", 8))[:64]}
}

// code visits the provider as the browser of the person does, and returns the resulting code.
func code(t *testing.T, at *oidctest.Provider, client *oidc.Provider, person oidctest.Person, f auth.Flow) string {
	t.Helper()
	address, err := client.Begin(t.Context(), f)
	must(t, err)
	back, err := at.SignIn(t.Context(), address, person.UserName, person.Password)
	must(t, err)
	if !strings.HasPrefix(back.String(), redirectURL+"?") {
		t.Fatalf("the browser is sent to %s", back)
	}
	if got := back.Query().Get("state"); got != f.State {
		t.Fatalf("state is %q, want %q", got, f.State)
	}
	return back.Query().Get("code")
}

func wantKind(t *testing.T, err error, kind errs.Kind, code string) {
	t.Helper()
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Code != code {
		t.Fatalf("error is %v (kind %v), want kind %v, code %s", err, errs.KindOf(err), kind, code)
	}
}

func TestSignIn(t *testing.T) {
	for _, c := range []struct {
		name    string
		options oidctest.Options
	}{
		{"claims at the userinfo address", oidctest.Options{}},
		{"claims in the identity token", oidctest.Options{ClaimsInTokens: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := start(t, c.options)
			client := connect(t, at.Issuer())
			for _, person := range at.People() {
				f := flow(person.UserName)
				got, err := client.Finish(t.Context(), code(t, at, client, person, f), f)
				must(t, err)
				want := &auth.Claims{
					Issuer: at.Issuer(), Subject: person.Subject, Email: person.Email, EmailVerified: person.EmailVerified,
					FirstName: person.FirstName, LastName: person.LastName,
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestAddress(t *testing.T) {
	at := start(t, oidctest.Options{})
	address, err := connect(t, at.Issuer()).Begin(t.Context(), flow("a"))
	must(t, err)
	u, err := url.Parse(address)
	must(t, err)
	got := u.Query()
	if challenge := got.Get("code_challenge"); len(challenge) != 43 || strings.Contains(address, flow("a").Verifier) {
		t.Errorf("code challenge is %q in %s", challenge, address)
	}
	got.Del("code_challenge")
	want := url.Values{
		"client_id": {oidctest.ClientID}, "redirect_uri": {redirectURL}, "response_type": {"code"}, "scope": {"openid email profile"},
		"state": {"state of a"}, "nonce": {"nonce of a"}, "code_challenge_method": {"S256"}, "prompt": {"select_account"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCodesAreBoundAndSpentOnce(t *testing.T) {
	at := start(t, oidctest.Options{})
	client := connect(t, at.Issuer())
	mine := flow("mine")
	other := flow("other")
	person := at.People()[0]
	for _, c := range []struct {
		name string
		code string
		flow auth.Flow
	}{
		{"no code", "", mine},
		{"made-up code", "made-up", mine},
		{"absurdly long code", strings.Repeat("c", 1<<20), mine},
		{"verifier of another flow", code(t, at, client, person, mine), auth.Flow{State: mine.State, Nonce: mine.Nonce, Verifier: other.Verifier}},
		{"nonce of another flow", code(t, at, client, person, mine), auth.Flow{State: mine.State, Nonce: other.Nonce, Verifier: mine.Verifier}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := client.Finish(t.Context(), c.code, c.flow)
			wantKind(t, err, errs.Unauthenticated, "sign_in_refused")
		})
	}
	t.Run("code used a second time", func(t *testing.T) {
		spent := code(t, at, client, person, mine)
		_, err := client.Finish(t.Context(), spent, mine)
		must(t, err)
		_, err = client.Finish(t.Context(), spent, mine)
		wantKind(t, err, errs.Unauthenticated, "sign_in_refused")
	})
}

func TestFlowsThatProveNothingAreRefused(t *testing.T) {
	client := connect(t, "https://provider.example.org")
	whole := flow("a")
	for name, f := range map[string]auth.Flow{
		"no state":       {Nonce: whole.Nonce, Verifier: whole.Verifier},
		"no nonce":       {State: whole.State, Verifier: whole.Verifier},
		"short verifier": {State: whole.State, Nonce: whole.Nonce, Verifier: "short"},
		"long verifier":  {State: whole.State, Nonce: whole.Nonce, Verifier: strings.Repeat("v", 129)},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := client.Begin(t.Context(), f); errs.KindOf(err) != errs.Internal || err == nil {
				t.Errorf("Begin: %v", err)
			}
			if f.State == "" { // the answer may omit it
				return
			}
			if _, err := client.Finish(t.Context(), "code", f); errs.KindOf(err) != errs.Internal || err == nil {
				t.Errorf("Finish: %v", err)
			}
		})
	}
}

func TestWrongSecretIsTheServersFault(t *testing.T) {
	at := start(t, oidctest.Options{})
	client := connect(t, at.Issuer(), func(o *oidc.Options) { o.ClientSecret = "wrong" })
	f := flow("a")
	_, err := client.Finish(t.Context(), code(t, at, client, at.People()[0], f), f)
	wantKind(t, err, errs.Unavailable, "sign_in_provider_settings")
}

func TestRedirectURLIsTheRegisteredOne(t *testing.T) {
	at := start(t, oidctest.Options{})
	client := connect(t, at.Issuer(), func(o *oidc.Options) { o.RedirectURL = "http://127.0.0.1:8080/elsewhere" })
	address, err := client.Begin(t.Context(), flow("a"))
	must(t, err)
	if back, err := at.SignIn(t.Context(), address, "person-one", at.People()[0].Password); err == nil {
		t.Errorf("the provider sends the browser to %s", back)
	}
}

func TestOptions(t *testing.T) {
	good := oidc.Options{Issuer: "https://provider.example.org/realm", ClientID: "id", RedirectURL: redirectURL}
	for _, c := range []struct {
		name   string
		change func(*oidc.Options)
		says   string // the name of a provider that is accepted
		ok     bool
	}{
		{"host as name", func(*oidc.Options) {}, "provider.example.org", true},
		{"Google by default", func(o *oidc.Options) { o.Issuer = "" }, "Google", true},
		{"own name", func(o *oidc.Options) { o.Name = "The institute" }, "The institute", true},
		{"http on this machine", func(o *oidc.Options) { o.Issuer = "http://localhost:9000" }, "localhost:9000", true},
		{"http elsewhere", func(o *oidc.Options) { o.Issuer = "http://provider.example.org" }, "", false},
		{"http on a host that looks local", func(o *oidc.Options) { o.Issuer = "http://localhost.example.org" }, "", false},
		{"other scheme", func(o *oidc.Options) { o.Issuer = "ftp://provider.example.org" }, "", false},
		{"no host", func(o *oidc.Options) { o.Issuer = "https:///realm" }, "", false},
		{"user name in the issuer", func(o *oidc.Options) { o.Issuer = "https://me@provider.example.org" }, "", false},
		{"no client id", func(o *oidc.Options) { o.ClientID = "" }, "", false},
		{"no redirect URL", func(o *oidc.Options) { o.RedirectURL = "" }, "", false},
		{"redirect URL that is a path", func(o *oidc.Options) { o.RedirectURL = "/login/callback" }, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := good
			c.change(&o)
			p, err := oidc.New(o)
			if c.ok {
				must(t, err)
				if p.Name() != c.says {
					t.Errorf("name is %q, want %q", p.Name(), c.says)
				}
				return
			}
			wantKind(t, err, errs.Invalid, "sign_in_provider")
		})
	}
}

func TestDiscoveryIsSharedAndKeptAndRenewed(t *testing.T) {
	var asked atomic.Int64
	at := start(t, oidctest.Options{Around: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/.well-known/openid-configuration" && asked.Add(1) == 1 {
				http.Error(w, "starting", http.StatusServiceUnavailable)
				return
			}
			next.ServeHTTP(w, r)
		})
	}})
	now := time.Now()
	client := connect(t, at.Issuer(), func(o *oidc.Options) { o.Now = func() time.Time { return now } })

	_, err := client.Begin(t.Context(), flow("a"))
	wantKind(t, err, errs.Unavailable, "sign_in_provider_unavailable")

	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := client.Begin(t.Context(), flow("a")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := asked.Load(); n < 2 || n > 21 {
		t.Errorf("asked %d times", n)
	}
	before := asked.Load()
	_, err = client.Begin(t.Context(), flow("a"))
	must(t, err)
	if n := asked.Load(); n != before {
		t.Errorf("asked again, %d times", n-before)
	}
	now = now.Add(25 * time.Hour)
	_, err = client.Begin(t.Context(), flow("a"))
	must(t, err)
	if n := asked.Load(); n != before+1 {
		t.Errorf("asked %d times after a day, want once", n-before)
	}
}

func TestWaitingCallersShareOneRequest(t *testing.T) {
	var asked atomic.Int64
	arrived, release := make(chan struct{}), make(chan struct{})
	at := start(t, oidctest.Options{Around: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1) == 1 {
				close(arrived)
			}
			<-release
			next.ServeHTTP(w, r)
		})
	}})
	client := connect(t, at.Issuer())
	gone, leave := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() { _, err := client.Begin(gone, flow("a")); first <- err }()
	<-arrived
	leave() // the first caller leaves; the request continues for the others
	wantKind(t, <-first, errs.Unavailable, "sign_in_provider_unavailable")
	second := make(chan error, 1)
	go func() { _, err := client.Begin(t.Context(), flow("b")); second <- err }()
	close(release)
	must(t, <-second)
	if n := asked.Load(); n > 2 { // 2 when the second arrived after the first's answer
		t.Errorf("asked %d times", n)
	}
}

// hanging never answers.
type hanging struct{}

func (hanging) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestAProviderThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := connect(t, "https://provider.example.org", func(o *oidc.Options) { o.HTTP = &http.Client{Transport: hanging{}} })
		began := time.Now()
		_, err := client.Begin(t.Context(), flow("a"))
		wantKind(t, err, errs.Unavailable, "sign_in_provider_unavailable")
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("waited %v, want 10 s", took)
		}
	})
}

// answering returns a provider whose discovery document, or everything, is as a test wants it.
func answering(t *testing.T, handler func(issuer string) http.HandlerFunc) string {
	t.Helper()
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler(server.URL)(w, r) }))
	t.Cleanup(server.Close)
	return server.URL
}

func document(text string) func(string) http.HandlerFunc {
	return func(issuer string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, strings.ReplaceAll(text, "ISSUER", issuer))
		}
	}
}

func TestDiscoveryThatIsNotAsItShouldBe(t *testing.T) {
	const rest = `"authorization_endpoint":"ISSUER/a","token_endpoint":"ISSUER/t","jwks_uri":"ISSUER/k"}`
	for _, c := range []struct {
		name    string
		answers func(string) http.HandlerFunc
		code    string
	}{
		{"another issuer", document(`{"issuer":"https://other.example.org",` + rest), "sign_in_provider_settings"},
		{"issuer with a slash more", document(`{"issuer":"ISSUER/",` + rest), "sign_in_provider_settings"},
		{"no issuer", document(`{` + rest), "sign_in_provider_settings"},
		{"token address without TLS", document(`{"issuer":"ISSUER","authorization_endpoint":"ISSUER/a","token_endpoint":"http://provider.example.org/t","jwks_uri":"ISSUER/k"}`), "sign_in_provider_settings"},
		{"sign-in address that is a script", document(`{"issuer":"ISSUER","authorization_endpoint":"javascript:alert(1)","token_endpoint":"ISSUER/t","jwks_uri":"ISSUER/k"}`), "sign_in_provider_settings"},
		{"no address of keys", document(`{"issuer":"ISSUER","authorization_endpoint":"ISSUER/a","token_endpoint":"ISSUER/t"}`), "sign_in_provider_settings"},
		{"not JSON", document(`<html>welcome</html>`), "sign_in_provider_unavailable"},
		{"too large", document(`{"issuer":"ISSUER","padding":"` + strings.Repeat("x", 2<<20) + `",` + rest), "sign_in_provider_unavailable"},
		{"redirect", func(string) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "/elsewhere", http.StatusFound)
			}
		}, "sign_in_provider_unavailable"},
		{"broken connection", func(string) http.HandlerFunc {
			return func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
		}, "sign_in_provider_unavailable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := connect(t, answering(t, c.answers)).Begin(t.Context(), flow("a"))
			wantKind(t, err, errs.Unavailable, c.code)
			if len(err.Error()) > 1000 {
				t.Errorf("the error has %d characters", len(err.Error()))
			}
		})
	}
}
