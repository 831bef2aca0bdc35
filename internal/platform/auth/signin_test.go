package auth_test

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

const password = "walnut tractor eleven moss"

// cheap keeps tests quick; the tested behaviour does not depend on the cost.
func cheap() auth.Settings {
	s := auth.DefaultSettings()
	s.Passwords = auth.PasswordParams{MemoryKiB: 64, Iterations: 1, Parallelism: 1}
	return s
}

// setup returns an office with one account, jane's.
func setup(t *testing.T, change ...func(*auth.Deps)) *office {
	t.Helper()
	o := newOffice(t, change...)
	o.account(t, "Jane", "uploader")
	return o
}

func (o *office) signIn(t *testing.T, password string) (string, *auth.Identity, error) {
	t.Helper()
	return o.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password, Address: "192.0.2.1"})
}

func TestSignInOpensASessionThatEnds(t *testing.T) {
	t.Parallel()
	o := setup(t)
	token, id, err := o.signIn(t, password)
	if err != nil {
		t.Fatal(err)
	}
	if len(token) < 43 || id.User.UserName != "Jane" || id.User.LastLogin == nil {
		t.Errorf("token %q, identity %+v", token, id.User)
	}
	if strings.Contains(id.Session.TokenHash, token) {
		t.Error("the token itself is stored")
	}
	if _, err := o.Authenticate(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if err := o.SignOut(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Authenticate(t.Context(), token); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("after sign-out: %v", err)
	}
	if err := o.SignOut(t.Context(), token); err != nil {
		t.Errorf("signing out twice: %v", err)
	}
}

func TestSessionLifetimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		remember bool
		steps    []time.Duration // between requests
		alive    bool
	}{
		{"in use", false, []time.Duration{11 * time.Hour, 11 * time.Hour}, true},
		{"idle too long", false, []time.Duration{12 * time.Hour}, false},
		{"past its end though in use", false, []time.Duration{11 * time.Hour, 11 * time.Hour, 3 * time.Hour}, false},
		{"remembered after a week", true, []time.Duration{7 * 24 * time.Hour}, true},
		{"remembered, idle too long", true, []time.Duration{14 * 24 * time.Hour}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := setup(t)
			token, _, err := o.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password, Remember: c.remember})
			for _, d := range c.steps {
				if err != nil {
					t.Fatal(err)
				}
				o.pass(d)
				_, err = o.Authenticate(t.Context(), token)
			}
			if alive := err == nil; alive != c.alive {
				t.Errorf("alive = %v (%v), want %v", alive, err, c.alive)
			}
		})
	}
}

func TestListeningIsNoUse(t *testing.T) {
	t.Parallel()
	o := setup(t)
	token, _, err := o.signIn(t, password)
	if err != nil {
		t.Fatal(err)
	}
	for range 11 {
		o.pass(time.Hour)
		if _, err := o.Check(t.Context(), token); err != nil {
			t.Fatal(err)
		}
	}
	o.pass(time.Hour)
	if _, err := o.Check(t.Context(), token); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("a page that only listened for 12 hours: %v", err)
	}
}

func TestDisablingAndRoleChangesApplyToTheNextRequest(t *testing.T) {
	t.Parallel()
	o := setup(t)
	token, _, err := o.signIn(t, password)
	if err != nil {
		t.Fatal(err)
	}
	u, err := o.store.UserByName(t.Context(), "jane")
	if err != nil {
		t.Fatal(err)
	}
	u.Roles = []string{"analyst"}
	if err := o.store.InTx(t.Context(), func(tx auth.Tx) error { return tx.UpdateUser(t.Context(), u) }); err != nil {
		t.Fatal(err)
	}
	id, err := o.Authenticate(t.Context(), token)
	if err != nil || id.Can(auth.AreaHermes, auth.UploadData) || !id.Can(auth.AreaHermes, auth.ViewAllUploads) {
		t.Errorf("after the change of role: %v, permissions %v", err, id.Permissions())
	}
	if err := o.SetActive(t.Context(), "jane", false); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Authenticate(t.Context(), token); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("disabled: %v", err)
	}
	if _, _, err := o.signIn(t, password); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("sign-in of a disabled account: %v", err)
	}
}

func TestANewSessionReplacesTheOldOneOfTheBrowser(t *testing.T) {
	t.Parallel()
	o := setup(t)
	old, _, err := o.signIn(t, password)
	if err != nil {
		t.Fatal(err)
	}
	fresh, _, err := o.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password, OldToken: old})
	if err != nil || fresh == old {
		t.Fatalf("fresh %q old %q: %v", fresh, old, err)
	}
	if _, err := o.Authenticate(t.Context(), old); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("the old session still stands: %v", err)
	}
}

func TestRefusalsAreAlike(t *testing.T) {
	t.Parallel()
	o := setup(t)
	noPassword := &auth.User{ID: "np", UserName: "oidc", IsActive: true, Roles: []string{"uploader"}, CreatedAt: o.now()}
	if err := o.store.InTx(t.Context(), func(tx auth.Tx) error { return tx.CreateUser(t.Context(), noPassword) }); err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]auth.SignIn{
		"wrong password":         {UserName: "jane", Password: "wrong password here"},
		"empty password":         {UserName: "jane"},
		"unknown user":           {UserName: "nobody", Password: password},
		"account without one":    {UserName: "oidc", Password: password},
		"empty, without one":     {UserName: "oidc"},
		"the dummy's password":   {UserName: "nobody", Password: "no account has this password"},
		"dummy, without one":     {UserName: "oidc", Password: "no account has this password"},
		"nothing at all":         {},
		"a very long user name":  {UserName: strings.Repeat("x", 5000), Password: password},
		"differs after 72 bytes": {UserName: "jane", Password: password + strings.Repeat(" ", 72)},
	} {
		_, _, err := o.SignIn(t.Context(), in)
		var known *errs.Error
		if !errors.As(err, &known) || known.Kind != errs.Unauthenticated || known.Code != "wrong_credentials" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGuessingIsSlowedDown(t *testing.T) {
	t.Parallel()
	o := setup(t)
	for i := range 5 {
		if _, _, err := o.signIn(t, "guess"); !errs.Is(err, errs.Unauthenticated) {
			t.Fatalf("guess %d: %v", i+1, err)
		}
	}
	var slow *auth.RateLimited
	if _, _, err := o.signIn(t, password); !errors.As(err, &slow) || slow.RetryAfter <= 0 {
		t.Fatalf("the right password right after five guesses: %v", err)
	}
	// The owner, who sits somewhere else, is not locked out by a stranger.
	if _, _, err := o.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password, Address: "198.51.100.7"}); err != nil {
		t.Errorf("the owner at another address: %v", err)
	}
	waits := []time.Duration{}
	for range 4 {
		o.pass(slow.RetryAfter)
		if _, _, err := o.signIn(t, "guess"); !errs.Is(err, errs.Unauthenticated) {
			t.Fatalf("guess after the wait: %v", err)
		}
		if _, _, err := o.signIn(t, "guess"); !errors.As(err, &slow) {
			t.Fatalf("guess without a wait: %v", err)
		}
		waits = append(waits, slow.RetryAfter)
	}
	if !slices.IsSorted(waits) || waits[0] >= waits[3] {
		t.Errorf("the waits do not grow: %v", waits)
	}
	o.pass(slow.RetryAfter)
	if _, _, err := o.signIn(t, password); err != nil {
		t.Errorf("the right password after the wait: %v", err)
	}
	if _, _, err := o.signIn(t, "guess"); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("success does not clear the count: %v", err)
	}
}

// SEC-19: a thousand guesses at once, on both ways in, are as many as a thousand
// in a row, and leave the owner able to sign in.
func TestParallelGuessesAreCountedLikeARow(t *testing.T) {
	t.Parallel()
	o := setup(t)
	o.account(t, "Joe", "sgc-uploader")
	var evaluated, other atomic.Int64
	var wg sync.WaitGroup
	for i := range 1000 {
		wg.Go(func() {
			in := auth.SignIn{UserName: "joe", Password: "guess", Address: "192.0.2.1"}
			var err error
			if i%2 == 0 {
				_, _, err = o.SignIn(context.Background(), in)
			} else {
				_, _, err = o.GroupSignIn(context.Background(), in, "sgc")
			}
			switch {
			case errs.Is(err, errs.Unauthenticated):
				evaluated.Add(1)
			case !errs.Is(err, errs.RateLimited):
				other.Add(1)
			}
		})
	}
	wg.Wait()
	if evaluated.Load() != 5 || other.Load() != 0 {
		t.Errorf("%d guesses were evaluated, want 5; %d ended otherwise", evaluated.Load(), other.Load())
	}
	owner := auth.SignIn{UserName: "joe", Password: password, Address: "198.51.100.7"}
	if _, _, err := o.GroupSignIn(t.Context(), owner, "sgc"); err != nil {
		t.Errorf("the owner at another address: %v", err)
	}
}

// SEC-18: whatever the rest of a try is, without a password there is no session.
func TestAnEmptyPasswordNeverSignsIn(t *testing.T) {
	t.Parallel()
	o := setup(t)
	invited := &auth.User{ID: "invited", UserName: "invited", IsActive: true, Roles: []string{"admin"}, CreatedAt: o.now()}
	must(t, o.store.InTx(t.Context(), func(tx auth.Tx) error { return tx.CreateUser(t.Context(), invited) }))
	rapid.Check(t, func(r *rapid.T) {
		o.pass(time.Hour)
		in := auth.SignIn{
			UserName: rapid.SampledFrom([]string{"jane", "Jane", "invited", "nobody", "", " "}).Draw(r, "user name"),
			Code:     rapid.SampledFrom([]string{"", "000000", "null"}).Draw(r, "code"),
			Remember: rapid.Bool().Draw(r, "remember"),
			Address:  rapid.StringMatching(`10\.0\.[0-9]{1,2}\.[0-9]{1,2}`).Draw(r, "address"),
			OldToken: rapid.SampledFrom([]string{"", "x"}).Draw(r, "old token"),
		}
		token, id, err := o.SignIn(context.Background(), in)
		if rapid.Bool().Draw(r, "user service") {
			token, id, err = o.GroupSignIn(context.Background(), in, "sgc")
		}
		if token != "" || id != nil || !errs.Is(err, errs.Unauthenticated) && !errs.Is(err, errs.RateLimited) {
			r.Fatalf("%+v: token %q, %v", in, token, err)
		}
	})
}

func TestWeakHashesAreReplacedAtSignIn(t *testing.T) {
	t.Parallel()
	o := setup(t)
	strong := cheap()
	strong.Passwords = auth.PasswordParams{MemoryKiB: 128, Iterations: 2, Parallelism: 1}
	later, err := auth.New(auth.Deps{
		Store: o.store, Now: o.now, NewID: rand.Text, Random: rand.Reader, Settings: strong,
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time with the new hash
		if _, _, err := later.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password}); err != nil {
			t.Fatal(err)
		}
	}
	u, err := o.store.UserByName(t.Context(), "jane")
	if err != nil || !strings.HasPrefix(u.PasswordHash, "$argon2id$v=19$m=128,t=2,p=1$") {
		t.Errorf("hash %q: %v", u.PasswordHash, err)
	}
}

func TestDefaultCostMeetsTheRule(t *testing.T) {
	p := auth.DefaultPasswordParams()
	if p.MemoryKiB < 19*1024 || p.Iterations < 2 || p.Parallelism < 1 {
		t.Errorf("%+v is weaker than t=2, m=19 MiB, p=1", p)
	}
}

// interrupted runs something between the check of a password and the
// transaction that opens the session.
type interrupted struct {
	auth.Store
	meanwhile func()
}

func (s *interrupted) InTx(ctx context.Context, fn func(auth.Tx) error) error {
	if meanwhile := s.meanwhile; meanwhile != nil {
		s.meanwhile = nil
		meanwhile()
	}
	return s.Store.InTx(ctx, fn)
}

func TestChangesDuringSignInApply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		edit func(*auth.User)
		code string // of the refusal, "" for a session
	}{
		{"disabled", func(u *auth.User) { u.IsActive = false }, "wrong_credentials"},
		{"another password", func(u *auth.User) { u.PasswordHash = "" }, "wrong_credentials"},
		{"another role", func(u *auth.User) { u.Roles = []string{"analyst"} }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var between *interrupted
			o := setup(t, func(d *auth.Deps) {
				between = &interrupted{Store: d.Store}
				d.Store = between
			})
			between.meanwhile = func() {
				u := o.user(t, "jane")
				c.edit(u)
				must(t, o.store.InTx(t.Context(), func(tx auth.Tx) error { return tx.UpdateUser(t.Context(), u) }))
			}
			_, id, err := o.signIn(t, password)
			if c.code != "" {
				wantCode(t, c.name, err, errs.Unauthenticated, c.code)
				return
			}
			must(t, err)
			if stored := o.user(t, "jane"); !slices.Equal(stored.Roles, []string{"analyst"}) || id.Can(auth.AreaHermes, auth.UploadData) {
				t.Errorf("roles %v are written back, permissions %v", stored.Roles, id.Permissions())
			}
		})
	}
}
