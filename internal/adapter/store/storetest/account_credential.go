package storetest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// inAccounts makes one change in a separate transaction.
func inAccounts(ctx context.Context, s *store.Store, change func(auth.Tx) error) error {
	return s.Accounts().InTx(ctx, change)
}

func testSessions(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	session := func(token, user string, ends time.Duration) *auth.Session {
		return &auth.Session{
			ID:              "id of " + token,
			TokenHash:       token,
			UserID:          user,
			Group:           "sgc",
			AuthenticatedAt: Epoch.Add(-time.Second),
			Remember:        true,
			CreatedAt:       Epoch,
			LastSeenAt:      Epoch,
			ExpiresAt:       Epoch.Add(ends),
			UserAgent:       "agent",
			Address:         "127.0.0.1",
		}
	}
	for _, x := range []*auth.Session{session("a", "u1", 1), session("b", "u1", time.Hour), session("c", "u1", time.Hour), session("d", "u2", time.Hour)} {
		must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.CreateSession(ctx, x) }))
	}
	must(t, s.Accounts().TouchSession(ctx, "b", Epoch.Add(time.Minute)))
	want := session("b", "u1", time.Hour)
	want.LastSeenAt = Epoch.Add(time.Minute)
	got, user, err := s.Accounts().Session(ctx, "b")
	must(t, err)
	if user.ID != "u1" || len(user.Groups) != 1 {
		t.Errorf("whose session: %+v", user)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreTypes(&auth.Revisions{})); diff != "" {
		t.Errorf("session (-want +got):\n%s", diff)
	}
	list, err := s.Accounts().SessionsOf(ctx, "u1")
	must(t, err)
	if len(list) != 3 || !cmp.Equal(*want, list[1]) {
		t.Errorf("sessions of u1: %+v", list)
	}
	testRenewal(t, s, want)
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteSessionsExpiredBy(ctx, Epoch.Add(time.Minute)) }))
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteSessionsOf(ctx, "u1", "b") }))
	wantSessions(t, s, map[string]bool{"a": false, "b": true, "c": false, "d": true})
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteSession(ctx, "b") }))
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteSession(ctx, "absent") }))
	wantKind(t, s.Accounts().TouchSession(ctx, "b", Epoch), errs.NotFound)
	wantSessions(t, s, map[string]bool{"b": false, "d": true})

	odd := session("e", "u2", time.Hour)
	odd.UserAgent = "bad \xff\x00 agent"
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.CreateSession(ctx, odd) }))
}

// testRenewal replaces the token of a session and restores it.
func testRenewal(t *testing.T, s *store.Store, x *auth.Session) {
	t.Helper()
	ctx := t.Context()
	renewed := *x
	renewed.TokenHash, renewed.AuthenticatedAt, renewed.LastSeenAt = "renewed", Epoch.Add(time.Minute), Epoch.Add(time.Minute)
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.RenewSession(ctx, &renewed) }))
	wantSessions(t, s, map[string]bool{x.TokenHash: false})
	got, _, err := s.Accounts().Session(ctx, "renewed")
	must(t, err)
	if diff := cmp.Diff(&renewed, got, cmpopts.IgnoreTypes(&auth.Revisions{})); diff != "" {
		t.Errorf("renewed session (-want +got):\n%s", diff)
	}
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.RenewSession(ctx, x) }))
	renewed.ID = "absent"
	wantKind(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.RenewSession(ctx, &renewed) }), errs.NotFound)
}

func wantSessions(t *testing.T, s *store.Store, there map[string]bool) {
	t.Helper()
	for token, want := range there {
		_, _, err := s.Accounts().Session(t.Context(), token)
		if (err == nil) != want || (err != nil && !errs.Is(err, errs.NotFound)) {
			t.Errorf("session %s: error %v, want it there: %t", token, err, want)
		}
	}
}

func testAPITokens(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	token := func(id, user string, at, ends time.Duration) *auth.APIToken {
		return &auth.APIToken{
			ID: id, UserID: user, Name: "Straße \U0001F9EC", Hash: "hash of " + id, Prefix: "coh_abcd", Scopes: []auth.Scope{auth.ScopeRead, auth.ScopeReview},
			CreatedAt: Epoch.Add(at), ExpiresAt: Epoch.Add(ends),
		}
	}
	older, newer, other := token("t1", "u1", 0, time.Hour), token("t2", "u1", time.Minute, 2*time.Hour), token("t3", "u2", 0, time.Hour)
	newer.Scopes, newer.ProvisionRole = nil, "sgc-uploader"
	for _, x := range []*auth.APIToken{older, newer, other} {
		must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.CreateAPIToken(ctx, x) }))
	}
	used := Epoch.Add(time.Second)
	must(t, s.Accounts().TouchAPIToken(ctx, "t1", used, "2001:db8::1"))
	older.LastUsedAt, older.LastUsedFrom = &used, "2001:db8::1"
	list, err := s.Accounts().APITokensOf(ctx, "u1")
	must(t, err)
	if diff := cmp.Diff([]auth.APIToken{*newer, *older}, list); diff != "" {
		t.Errorf("tokens of u1 (-want +got):\n%s", diff)
	}
	got, holder, err := s.Accounts().APITokenByHash(ctx, "hash of t1")
	must(t, err)
	if diff := cmp.Diff(older, got, cmpopts.IgnoreTypes(&auth.Revisions{})); diff != "" || holder.ID != "u1" || got.Revisions == nil {
		t.Errorf("token by hash of %s, revisions %v (-want +got):\n%s", holder.ID, got.Revisions, diff)
	}
	_, _, err = s.Accounts().APITokenByHash(ctx, "t1")
	wantKind(t, err, errs.NotFound)
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteAPIToken(ctx, "t2") }))
	wantKind(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteAPIToken(ctx, "t2") }), errs.NotFound)
	wantKind(t, s.Accounts().TouchAPIToken(ctx, "t2", used, ""), errs.NotFound)
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteAPITokensExpiredBy(ctx, Epoch.Add(time.Hour)) }))
	_, err = s.Accounts().APIToken(ctx, "t3")
	wantKind(t, err, errs.NotFound)
}

func testSecondFactors(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	save := func(f *auth.SecondFactor) {
		t.Helper()
		must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.SaveSecondFactor(ctx, f) }))
		got, err := s.Accounts().SecondFactor(ctx, "u1")
		must(t, err)
		if diff := cmp.Diff(f, got); diff != "" {
			t.Errorf("second factor (-want +got):\n%s", diff)
		}
	}
	_, err := s.Accounts().SecondFactor(ctx, "u1")
	wantKind(t, err, errs.NotFound)
	at := Epoch.Add(time.Minute)
	save(&auth.SecondFactor{UserID: "u1", Pending: "FIRST", PendingAt: &at})
	save(&auth.SecondFactor{UserID: "u1", Secret: "FIRST", ConfirmedAt: &at, LastStep: 1 << 40, Pending: "SECOND", PendingAt: &at})
	drop := func(before time.Time) string {
		t.Helper()
		must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeletePendingSecondFactors(ctx, before) }))
		f, err := s.Accounts().SecondFactor(ctx, "u1")
		must(t, err)
		return f.Secret + " " + f.Pending
	}
	if early, due := drop(at.Add(-time.Second)), drop(at); early != "FIRST SECOND" || due != "FIRST " {
		t.Errorf("pending secrets: %q, then %q", early, due)
	}
	testRecoveryCodes(t, s)
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteSecondFactor(ctx, "u1") }))
	wantKind(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteSecondFactor(ctx, "u1") }), errs.NotFound)
	if n, err := s.Accounts().CountRecoveryCodes(ctx, "u1"); err != nil || n != 0 {
		t.Errorf("%d recovery codes outlive the second factor: %v", n, err)
	}
}

func testRecoveryCodes(t *testing.T, s *store.Store) {
	t.Helper()
	ctx := t.Context()
	use := func(hash string) error {
		return inAccounts(ctx, s, func(tx auth.Tx) error { return tx.UseRecoveryCode(ctx, "u1", hash) })
	}
	for _, codes := range [][]string{{"a", "b"}, {"b", "c", "d"}} {
		must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.ReplaceRecoveryCodes(ctx, "u1", codes) }))
	}
	wantKind(t, use("a"), errs.NotFound)
	must(t, use("b"))
	wantKind(t, use("b"), errs.NotFound)
	if n, err := s.Accounts().CountRecoveryCodes(ctx, "u1"); err != nil || n != 2 {
		t.Errorf("%d recovery codes are left: %v", n, err)
	}
}

func testIdentities(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	link := func(id, user, issuer, subject string, at time.Duration) (*auth.AccountIdentity, error) {
		x := &auth.AccountIdentity{ID: id, UserID: user, Issuer: issuer, Subject: subject, Email: "Zoë@example.org", LinkedAt: Epoch.Add(at)}
		return x, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.LinkIdentity(ctx, x) })
	}
	first, err := link("i1", "u1", "https://a.example.org", "1", time.Minute)
	must(t, err)
	second, err := link("i2", "u1", "https://b.example.org", "1", 0)
	must(t, err)
	_, err = link("i3", "u2", "https://a.example.org", "1", 0)
	wantCode(t, err, errs.Conflict, "identity_taken")
	_, err = link("i3", "u2", "https://A.example.org", "1", 0) // not the same, letter by letter
	must(t, err)
	list, err := s.Accounts().IdentitiesOf(ctx, "u1")
	must(t, err)
	if diff := cmp.Diff([]auth.AccountIdentity{*second, *first}, list); diff != "" {
		t.Errorf("identities of u1 (-want +got):\n%s", diff)
	}
	got, err := s.Accounts().Identity(ctx, "https://a.example.org", "1")
	must(t, err)
	if diff := cmp.Diff(first, got); diff != "" {
		t.Errorf("identity (-want +got):\n%s", diff)
	}
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteIdentity(ctx, "i1") }))
	wantKind(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteIdentity(ctx, "i1") }), errs.NotFound)
	_, err = s.Accounts().Identity(ctx, "https://a.example.org", "1")
	wantKind(t, err, errs.NotFound)
}

func testFlows(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	flow := func(binding, user string, ends time.Duration) *auth.ProviderFlow {
		f := &auth.ProviderFlow{
			StateHash: "state of " + binding, BindingHash: binding, Purpose: auth.PurposeLink, InvitationHash: "invitation", UserID: user, Remember: true,
			ExpiresAt: Epoch.Add(ends),
		}
		must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.CreateFlow(ctx, f) }))
		return f
	}
	want := flow("a", "u1", time.Hour)
	flow("b", "", time.Minute)
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteFlowsExpiredBy(ctx, Epoch.Add(time.Minute)) }))
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			var got *auth.ProviderFlow
			err := inAccounts(ctx, s, func(tx auth.Tx) (err error) {
				got, err = tx.TakeFlow(ctx, "a")
				return err
			})
			switch {
			case err == nil:
				taken.Add(1)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("flow (-want +got):\n%s", diff)
				}
			case !errs.Is(err, errs.NotFound):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if taken.Load() != 1 {
		t.Errorf("the flow was taken %d times", taken.Load())
	}
	err := inAccounts(ctx, s, func(tx auth.Tx) error {
		_, err := tx.TakeFlow(ctx, "b")
		return err
	})
	wantKind(t, err, errs.NotFound)
}
