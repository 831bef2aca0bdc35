package auth_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/store"
)

const password = "walnut tractor eleven moss"

// bundle is a service on a real SQLite file with a clock that tests move.
type bundle struct {
	*auth.Service
	store *store.Store
	clock atomic.Int64 // seconds since 2026-01-01
}

func (b *bundle) now() time.Time {
	return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(b.clock.Load()) * time.Second)
}

func (b *bundle) pass(d time.Duration) { b.clock.Add(int64(d / time.Second)) }

// cheap keeps tests quick; what is tested does not depend on the cost.
func cheap() auth.Settings {
	s := auth.DefaultSettings()
	s.Passwords = auth.PasswordParams{MemoryKiB: 64, Iterations: 1, Parallelism: 1}
	return s
}

func setup(t *testing.T, settings auth.Settings) *bundle {
	t.Helper()
	s, err := store.Open(t.Context(), "sqlite://"+filepath.Join(t.TempDir(), "auth.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := &bundle{store: s}
	var ids atomic.Int64
	newID := func() string { return fmt.Sprintf("id%d", ids.Add(1)) }
	if b.Service, err = auth.NewService(s, b.now, newID, rand.Reader, settings); err != nil {
		t.Fatal(err)
	}
	_, err = b.CreateUser(t.Context(), auth.NewUser{UserName: "Jane", Password: password, Roles: []string{"uploader"}, Groups: []string{"hermes"}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bundle) signIn(t *testing.T, password string) (string, *auth.Identity, error) {
	t.Helper()
	return b.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password, Address: "192.0.2.1"})
}

func TestSignInOpensASessionThatEnds(t *testing.T) {
	t.Parallel()
	b := setup(t, cheap())
	token, id, err := b.signIn(t, password)
	if err != nil {
		t.Fatal(err)
	}
	if len(token) < 43 || id.User.UserName != "Jane" || id.User.LastLogin == nil {
		t.Errorf("token %q, identity %+v", token, id.User)
	}
	if strings.Contains(id.Session.TokenHash, token) {
		t.Error("the token itself is stored")
	}
	if _, err := b.Authenticate(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if err := b.SignOut(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Authenticate(t.Context(), token); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("after sign-out: %v", err)
	}
	if err := b.SignOut(t.Context(), token); err != nil {
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
			b := setup(t, cheap())
			token, _, err := b.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password, Remember: c.remember})
			for _, d := range c.steps {
				if err != nil {
					t.Fatal(err)
				}
				b.pass(d)
				_, err = b.Authenticate(t.Context(), token)
			}
			if alive := err == nil; alive != c.alive {
				t.Errorf("alive = %v (%v), want %v", alive, err, c.alive)
			}
		})
	}
}

func TestListeningIsNoUse(t *testing.T) {
	t.Parallel()
	b := setup(t, cheap())
	token, _, err := b.signIn(t, password)
	if err != nil {
		t.Fatal(err)
	}
	for range 11 {
		b.pass(time.Hour)
		if _, err := b.Check(t.Context(), token); err != nil {
			t.Fatal(err)
		}
	}
	b.pass(time.Hour)
	if _, err := b.Check(t.Context(), token); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("a page that only listened for 12 hours: %v", err)
	}
}

func TestDisablingAndRoleChangesApplyToTheNextRequest(t *testing.T) {
	t.Parallel()
	b := setup(t, cheap())
	token, _, err := b.signIn(t, password)
	if err != nil {
		t.Fatal(err)
	}
	u, err := b.store.UserByName(t.Context(), "jane")
	if err != nil {
		t.Fatal(err)
	}
	u.Roles = []string{"analyst"}
	if err := b.store.UpdateUser(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	id, err := b.Authenticate(t.Context(), token)
	if err != nil || id.Can(auth.AreaHermes, auth.UploadData) || !id.Can(auth.AreaHermes, auth.ViewAllUploads) {
		t.Errorf("after the change of role: %v, permissions %v", err, id.Permissions())
	}
	if err := b.SetActive(t.Context(), "jane", false); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Authenticate(t.Context(), token); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("disabled: %v", err)
	}
	if _, _, err := b.signIn(t, password); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("sign-in of a disabled account: %v", err)
	}
}

func TestANewSessionReplacesTheOldOneOfTheBrowser(t *testing.T) {
	t.Parallel()
	b := setup(t, cheap())
	old, _, err := b.signIn(t, password)
	if err != nil {
		t.Fatal(err)
	}
	fresh, _, err := b.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password, OldToken: old})
	if err != nil || fresh == old {
		t.Fatalf("fresh %q old %q: %v", fresh, old, err)
	}
	if _, err := b.Authenticate(t.Context(), old); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("the old session still stands: %v", err)
	}
}

func TestRefusalsAreAlike(t *testing.T) {
	t.Parallel()
	b := setup(t, cheap())
	noPassword := &auth.User{ID: "np", UserName: "oidc", IsActive: true, Roles: []string{"uploader"}, CreatedAt: b.now()}
	if err := b.store.CreateUser(t.Context(), noPassword); err != nil {
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
		_, _, err := b.SignIn(t.Context(), in)
		var known *errs.Error
		if !errors.As(err, &known) || known.Kind != errs.Unauthenticated || known.Code != "wrong_credentials" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGuessingIsSlowedDown(t *testing.T) {
	t.Parallel()
	b := setup(t, cheap())
	for i := range 5 {
		if _, _, err := b.signIn(t, "guess"); !errs.Is(err, errs.Unauthenticated) {
			t.Fatalf("guess %d: %v", i+1, err)
		}
	}
	var slow *auth.RateLimited
	if _, _, err := b.signIn(t, password); !errors.As(err, &slow) || slow.RetryAfter <= 0 {
		t.Fatalf("the right password right after five guesses: %v", err)
	}
	// The owner, who sits somewhere else, is not locked out by a stranger.
	if _, _, err := b.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password, Address: "198.51.100.7"}); err != nil {
		t.Errorf("the owner at another address: %v", err)
	}
	waits := []time.Duration{}
	for range 4 {
		b.pass(slow.RetryAfter)
		if _, _, err := b.signIn(t, "guess"); !errs.Is(err, errs.Unauthenticated) {
			t.Fatalf("guess after the wait: %v", err)
		}
		if _, _, err := b.signIn(t, "guess"); !errors.As(err, &slow) {
			t.Fatalf("guess without a wait: %v", err)
		}
		waits = append(waits, slow.RetryAfter)
	}
	if !slices.IsSorted(waits) || waits[0] >= waits[3] {
		t.Errorf("the waits do not grow: %v", waits)
	}
	b.pass(slow.RetryAfter)
	if _, _, err := b.signIn(t, password); err != nil {
		t.Errorf("the right password after the wait: %v", err)
	}
	if _, _, err := b.signIn(t, "guess"); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("success does not clear the count: %v", err)
	}
}

func TestParallelGuessesAreCountedLikeARow(t *testing.T) {
	t.Parallel()
	b := setup(t, cheap())
	var evaluated atomic.Int64
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			_, _, err := b.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: "guess", Address: "192.0.2.1"})
			if errs.Is(err, errs.Unauthenticated) {
				evaluated.Add(1)
			}
		})
	}
	wg.Wait()
	if n := evaluated.Load(); n != 5 {
		t.Errorf("%d guesses were evaluated, want 5", n)
	}
}

func TestWeakHashesAreReplacedAtSignIn(t *testing.T) {
	t.Parallel()
	b := setup(t, cheap())
	strong := cheap()
	strong.Passwords = auth.PasswordParams{MemoryKiB: 128, Iterations: 2, Parallelism: 1}
	later, err := auth.NewService(b.store, b.now, func() string { return "x" }, rand.Reader, strong)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time with the new hash
		if _, _, err := later.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password}); err != nil {
			t.Fatal(err)
		}
	}
	u, err := b.store.UserByName(t.Context(), "jane")
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

// The medians of refusals must not tell whether an account exists. Full cost is
// used, so that a missing hash would show as milliseconds.
func TestRefusalsTakeTheSameTime(t *testing.T) {
	settings := auth.DefaultSettings()
	b := setup(t, settings)
	if _, err := b.CreateUser(t.Context(), auth.NewUser{UserName: "gone", Password: password, Roles: []string{"uploader"}}); err != nil {
		t.Fatal(err)
	}
	if err := b.SetActive(t.Context(), "gone", false); err != nil {
		t.Fatal(err)
	}
	cases := []auth.SignIn{{UserName: "jane", Password: "wrong password here"}, {UserName: "nobody", Password: password}, {UserName: "gone", Password: password}}
	took := make([][]time.Duration, len(cases))
	for i := range 15 { // in turn, so that what else the machine does meets all alike
		for k, in := range cases {
			b.pass(time.Hour) // past any slowing down
			in.Address = fmt.Sprintf("192.0.2.%d", i)
			start := time.Now()
			_, _, err := b.SignIn(t.Context(), in)
			took[k] = append(took[k], time.Since(start))
			if !errs.Is(err, errs.Unauthenticated) {
				t.Fatalf("%s: %v", in.UserName, err)
			}
		}
	}
	for k := range took {
		slices.Sort(took[k])
	}
	wrong := took[0][7]
	for k := 1; k < len(cases); k++ {
		// Other tests share the processors: only a difference of the size of a
		// hash, tens of milliseconds, can be told from noise here.
		if median := took[k][7]; median < wrong/2 || median > wrong*2 {
			t.Errorf("%s: refused after %v, a wrong password after %v", cases[k].UserName, median, wrong)
		}
	}
}

func TestAccounts(t *testing.T) {
	t.Parallel()
	b := setup(t, cheap())
	for name, c := range map[string]struct {
		in   auth.NewUser
		want errs.Kind
	}{
		"name taken, case aside": {auth.NewUser{UserName: "JANE", Password: password, Roles: []string{"uploader"}}, errs.Conflict},
		"unknown role":           {auth.NewUser{UserName: "a", Password: password, Roles: []string{"Reviewer"}}, errs.Rule},
		"no role":                {auth.NewUser{UserName: "a", Password: password}, errs.Rule},
		"weak password":          {auth.NewUser{UserName: "a", Password: "short", Roles: []string{"uploader"}}, errs.Rule},
		"empty name":             {auth.NewUser{UserName: " ", Password: password, Roles: []string{"uploader"}}, errs.Rule},
	} {
		if _, err := b.CreateUser(t.Context(), c.in); !errs.Is(err, c.want) {
			t.Errorf("%s: %v, want kind %v", name, err, c.want)
		}
	}
	token, _, err := b.signIn(t, password)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.SetPassword(t.Context(), "jane", "another long pass phrase", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Authenticate(t.Context(), token); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("a new password leaves old sessions: %v", err)
	}
	if _, _, err := b.signIn(t, "another long pass phrase"); err != nil {
		t.Errorf("the new password: %v", err)
	}
}
