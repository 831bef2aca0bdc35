package storetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func createUser(ctx context.Context, s *store.Store, u *auth.User) error {
	return s.Accounts().InTx(ctx, func(tx auth.Tx) error { return tx.CreateUser(ctx, u) })
}

func updateUser(ctx context.Context, s *store.Store, u *auth.User) error {
	return s.Accounts().InTx(ctx, func(tx auth.Tx) error { return tx.UpdateUser(ctx, u) })
}

func testUsers(t *testing.T, s *store.Store) {
	ctx := t.Context()
	login := Epoch.Add(time.Hour + 789*time.Microsecond)
	want := &auth.User{
		ID: "u1", UserName: "Zoë", FirstName: "Zoë", LastName: "O'Hara; DROP TABLE users", Email: "zoe@example.org",
		IsActive: true, PasswordHash: "$argon2id$v=19$x", MustChangePassword: true, PasswordChangedAt: &login, InvitedBy: "rita",
		Roles: []string{"reviewer", "uploader"}, Groups: []string{"hermes"}, CreatedAt: Epoch, LastLogin: &login,
		Grants: []auth.Grant{{Area: "hermes", Permission: "manage_users"}, {Area: "sgc", Permission: "manage_users"}},
	}
	must(t, createUser(ctx, s, want))
	AddUser(t, s, "alice")

	got, err := s.Accounts().User(ctx, "u1")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("user by id (-want +got):\n%s", diff)
	}

	want.IsActive, want.Roles, want.Groups, want.LastLogin = false, []string{"analyst"}, nil, nil
	want.MustChangePassword, want.PasswordChangedAt, want.InvitedBy = false, nil, ""
	page, _, err := s.Accounts().Accounts(ctx, auth.AccountFilter{Limit: 10, Now: Epoch})
	must(t, err)
	if i := slices.IndexFunc(page, func(r auth.AccountRow) bool { return r.User.ID == "u1" }); i < 0 || !slices.Equal(page[i].User.Grants, want.Grants) {
		t.Errorf("the list has other grants: %+v", page)
	}
	want.Grants = []auth.Grant{{Area: "datasets", Permission: "manage_users"}}
	must(t, updateUser(ctx, s, want))
	got, err = s.Accounts().UserByName(ctx, " ZOË ")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("user by name (-want +got):\n%s", diff)
	}

	all, err := s.Accounts().Users(ctx)
	must(t, err)
	if len(all) != 2 || all[0].UserName != "alice" || !cmp.Equal(all[1], want) {
		t.Errorf("users = %v", all)
	}

	_, err = s.Accounts().User(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	_, err = s.Accounts().UserByName(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	wantKind(t, updateUser(ctx, s, &auth.User{ID: "absent", UserName: "absent"}), errs.NotFound)
}

func testUserNames(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "Straße")
	for _, name := range []string{"straße", "STRASSE", "Straße"} {
		err := createUser(ctx, s, &auth.User{ID: "other", UserName: name, CreatedAt: Epoch})
		wantKind(t, err, errs.Conflict)
	}
	AddUser(t, s, "bob")
	bob, err := s.Accounts().User(ctx, "bob")
	must(t, err)
	bob.UserName = "strasse"
	wantKind(t, updateUser(ctx, s, bob), errs.Conflict)
	bob.UserName = "BOB"
	must(t, updateUser(ctx, s, bob))
}

func testAttempts(t *testing.T, s *store.Store) {
	ctx := t.Context()
	for i := range 5 {
		must(t, s.Accounts().AddAttempt(ctx, "alice", Epoch.Add(time.Duration(i)*time.Minute)))
	}
	must(t, s.Accounts().AddAttempt(ctx, "bob", Epoch))
	wantAttempts := func(key string, since time.Time, want int64) {
		t.Helper()
		n, err := s.Accounts().CountAttempts(ctx, key, since, Epoch.Add(1000*time.Hour))
		must(t, err)
		if n != want {
			t.Errorf("attempts of %s since %s = %d, want %d", key, since, n, want)
		}
	}
	wantAttempts("alice", Epoch, 5)
	wantAttempts("alice", Epoch.Add(3*time.Minute), 2)
	wantAttempts("alice", Epoch.Add(time.Hour), 0)
	must(t, s.Accounts().ClearAttempts(ctx, "alice"))
	wantAttempts("alice", Epoch, 0)
	wantAttempts("bob", Epoch, 1)
	must(t, s.Accounts().AddAttempt(ctx, "alice", Epoch.Add(48*time.Hour)))
	wantAttempts("bob", Epoch, 0)
}

func testKnownPlaces(t *testing.T, s *store.Store) {
	ctx, accounts := t.Context(), s.Accounts()
	AddUser(t, s, "Alice")
	AddUser(t, s, "bob")
	remember := func(user, place string, at time.Time) {
		t.Helper()
		must(t, accounts.InTx(ctx, func(tx auth.Tx) error { return tx.RememberPlace(ctx, user, place, at) }))
	}
	wantKnown := func(user string, keys, want []string) {
		t.Helper()
		known, err := accounts.KnownPlaces(ctx, user, keys)
		must(t, err)
		slices.Sort(known)
		if !slices.Equal(known, want) {
			t.Errorf("%q knows %v of %v, want %v", user, known, keys, want)
		}
	}
	both := []string{"device:d", "address:a"}
	wantKnown("alice", both, nil)
	remember("Alice", "address:a", Epoch)
	remember("Alice", "device:d", Epoch)
	remember("Alice", "address:a", Epoch.Add(time.Hour)) // again, later
	wantKnown(" ALICE", both, []string{"address:a", "device:d"})
	wantKnown("alice", both[1:], []string{"address:a"})
	wantKnown("alice", []string{"address:other"}, nil)
	wantKnown("bob", both, nil)
	wantKnown("nobody\x00", both, nil)
	must(t, accounts.InTx(ctx, func(tx auth.Tx) error { return tx.ForgetPlacesBefore(ctx, Epoch.Add(time.Minute)) }))
	wantKnown("alice", both, []string{"address:a"})
	remember("bob", "device:d", Epoch)
	must(t, accounts.InTx(ctx, func(tx auth.Tx) error { return tx.ForgetPlacesOf(ctx, "Alice") }))
	wantKnown("alice", both, nil)
	wantKnown("bob", both, []string{"device:d"})
}

func testTies(t *testing.T, s *store.Store) {
	ctx := t.Context()
	for _, name := range []string{"alice", "bob", "carol"} {
		AddUser(t, s, name)
	}
	add := func(user, maker string, bond auth.Bond) {
		t.Helper()
		must(t, s.Accounts().InTx(ctx, func(tx auth.Tx) error { return tx.AddMaker(ctx, user, maker, bond) }))
	}
	want := func(ties ...auth.Tie) {
		t.Helper()
		got, err := s.Hermes().Ties(ctx)
		must(t, err)
		if !slices.Equal(got, ties) {
			t.Errorf("%+v, want %+v", got, ties)
		}
	}
	want()
	add("alice", "carol", auth.BondInvited)
	add("alice", "bob", auth.BondPassword)
	add("alice", "bob", auth.BondMade)
	add("alice", "bob", auth.BondInvited) // the stronger one stays
	add("bob", "carol", auth.BondPassword)
	alice := []auth.Tie{{UserID: "alice", MakerID: "bob", Bond: auth.BondMade}, {UserID: "alice", MakerID: "carol", Bond: auth.BondInvited}}
	bob := auth.Tie{UserID: "bob", MakerID: "carol", Bond: auth.BondPassword}
	want(append(alice, bob)...)
	must(t, s.Accounts().InTx(ctx, func(tx auth.Tx) error {
		return tx.LinkIdentity(ctx, &auth.AccountIdentity{ID: "i", UserID: "bob", Issuer: "https://issuer.example", Subject: "s", LinkedAt: Epoch})
	}))
	bob.Proven = true
	want(append(alice, bob)...)
	must(t, s.Accounts().InTx(ctx, func(tx auth.Tx) error { return tx.DeleteUser(ctx, "bob") }))
	want(alice[1])
}
