package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/store"
)

func testUsers(t *testing.T, s *store.Store) {
	ctx := t.Context()
	login := Epoch.Add(time.Hour + 789*time.Microsecond)
	want := &auth.User{
		ID: "u1", UserName: "Zoë", FirstName: "Zoë", LastName: "O'Hara; DROP TABLE users", Email: "zoe@example.org",
		IsActive: true, PasswordHash: "$argon2id$v=19$x", Roles: []string{"reviewer", "uploader"}, Groups: []string{"hermes"},
		CreatedAt: Epoch, LastLogin: &login,
	}
	must(t, s.CreateUser(ctx, want))
	AddUser(t, s, "alice")

	got, err := s.User(ctx, "u1")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("user by id (-want +got):\n%s", diff)
	}

	want.IsActive, want.Roles, want.Groups, want.LastLogin = false, []string{"analyst"}, nil, nil
	must(t, s.UpdateUser(ctx, want))
	got, err = s.UserByName(ctx, " ZOË ")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("user by name (-want +got):\n%s", diff)
	}

	all, err := s.Users(ctx)
	must(t, err)
	if len(all) != 2 || all[0].UserName != "alice" || !cmp.Equal(all[1], want) {
		t.Errorf("users = %v", all)
	}

	_, err = s.User(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	_, err = s.UserByName(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	wantKind(t, s.UpdateUser(ctx, &auth.User{ID: "absent", UserName: "absent"}), errs.NotFound)
}

func testUserNames(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "Straße")
	for _, name := range []string{"straße", "STRASSE", "Straße"} {
		err := s.CreateUser(ctx, &auth.User{ID: "other", UserName: name, CreatedAt: Epoch})
		wantKind(t, err, errs.Conflict)
	}
	AddUser(t, s, "bob")
	bob, err := s.User(ctx, "bob")
	must(t, err)
	bob.UserName = "strasse"
	wantKind(t, s.UpdateUser(ctx, bob), errs.Conflict)
	bob.UserName = "BOB"
	must(t, s.UpdateUser(ctx, bob))
}

func testSessions(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	session := func(token, user string, ends time.Duration) *auth.Session {
		return &auth.Session{
			TokenHash: token, UserID: user, Remember: true, CreatedAt: Epoch, LastSeenAt: Epoch, ExpiresAt: Epoch.Add(ends),
			UserAgent: "agent", Address: "127.0.0.1",
		}
	}
	for _, x := range []*auth.Session{session("a", "u1", 1), session("b", "u1", time.Hour), session("c", "u1", time.Hour), session("d", "u2", time.Hour)} {
		must(t, s.CreateSession(ctx, x))
	}
	must(t, s.TouchSession(ctx, "b", Epoch.Add(time.Minute)))
	want := session("b", "u1", time.Hour)
	want.LastSeenAt = Epoch.Add(time.Minute)
	got, err := s.Session(ctx, "b")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("session (-want +got):\n%s", diff)
	}
	must(t, s.DeleteSessionsExpiredBy(ctx, Epoch.Add(time.Minute)))
	must(t, s.DeleteSessionsOf(ctx, "u1", "b"))
	wantSessions(t, s, map[string]bool{"a": false, "b": true, "c": false, "d": true})
	must(t, s.DeleteSession(ctx, "b"))
	must(t, s.DeleteSession(ctx, "absent"))
	wantKind(t, s.TouchSession(ctx, "b", Epoch), errs.NotFound)
	wantSessions(t, s, map[string]bool{"b": false, "d": true})

	odd := session("e", "u2", time.Hour)
	odd.UserAgent = "bad \xff\x00 agent"
	must(t, s.CreateSession(ctx, odd))
}

func wantSessions(t *testing.T, s *store.Store, there map[string]bool) {
	t.Helper()
	for token, want := range there {
		_, err := s.Session(t.Context(), token)
		if (err == nil) != want || (err != nil && !errs.Is(err, errs.NotFound)) {
			t.Errorf("session %s: error %v, want it there: %t", token, err, want)
		}
	}
}

func testAttempts(t *testing.T, s *store.Store) {
	ctx := t.Context()
	for i := range 5 {
		must(t, s.AddAttempt(ctx, "alice", Epoch.Add(time.Duration(i)*time.Minute)))
	}
	must(t, s.AddAttempt(ctx, "bob", Epoch))
	wantAttempts := func(key string, since time.Time, want int64) {
		t.Helper()
		n, err := s.CountAttempts(ctx, key, since)
		must(t, err)
		if n != want {
			t.Errorf("attempts of %s since %s = %d, want %d", key, since, n, want)
		}
	}
	wantAttempts("alice", Epoch, 5)
	wantAttempts("alice", Epoch.Add(3*time.Minute), 2)
	wantAttempts("alice", Epoch.Add(time.Hour), 0)
	must(t, s.ClearAttempts(ctx, "alice"))
	wantAttempts("alice", Epoch, 0)
	wantAttempts("bob", Epoch, 1)
	must(t, s.AddAttempt(ctx, "alice", Epoch.Add(48*time.Hour)))
	wantAttempts("bob", Epoch, 0)
}
