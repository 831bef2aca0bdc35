package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

func testAccountRollback(t *testing.T, s *store.Store) {
	ctx := t.Context()
	stop := errors.New("stop")
	err := s.Accounts().InTx(ctx, func(tx auth.Tx) error {
		must(t, tx.CreateUser(ctx, &auth.User{ID: "u1", UserName: "u1", Roles: []string{"uploader"}, CreatedAt: Epoch}))
		u, err := tx.UserByName(ctx, "U1")
		must(t, err)
		if !slices.Equal(u.Roles, []string{"uploader"}) {
			t.Errorf("within the transaction, roles = %v", u.Roles)
		}
		return stop
	})
	if !errors.Is(err, stop) {
		t.Errorf("error = %v", err)
	}
	n, err := s.Accounts().CountUsers(ctx)
	if err != nil || n != 0 {
		t.Errorf("%d accounts are left of a transaction that failed: %v", n, err)
	}
}

func testLinks(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	link := func(hash string, kind auth.LinkKind, user string) *auth.StoredLink {
		return &auth.StoredLink{TokenHash: hash, Kind: kind, UserID: user, CreatedBy: "rita", CreatedAt: Epoch, ExpiresAt: Epoch.Add(time.Hour)}
	}
	change := func(fn func(auth.Tx) error) { t.Helper(); must(t, inAccounts(ctx, s, fn)) }
	invitation, first := link("b", auth.LinkInvitation, "u1"), link("f", auth.LinkFirstAdmin, "")
	for _, l := range []*auth.StoredLink{
		link("a", auth.LinkInvitation, "u1"), link("r", auth.LinkReset, "u1"), link("r2", auth.LinkReset, "u2"), invitation, first,
	} {
		change(func(tx auth.Tx) error { return tx.CreateLink(ctx, l) })
	}
	for hash, want := range map[string]*auth.StoredLink{"a": nil, "b": invitation, "f": first} {
		got, err := s.Accounts().Link(ctx, hash)
		if want == nil {
			wantKind(t, err, errs.NotFound)
			continue
		}
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("link %s (-want +got):\n%s", hash, diff)
		}
	}
	open, err := s.Accounts().OpenInvitation(ctx, "u1")
	must(t, err)
	if open.TokenHash != "b" {
		t.Errorf("open invitation = %+v", open)
	}
	_, err = s.Accounts().OpenInvitation(ctx, "u2")
	wantKind(t, err, errs.NotFound)

	change(func(tx auth.Tx) error { return tx.UseLink(ctx, "r") })
	wantKind(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.UseLink(ctx, "r") }), errs.NotFound)
	change(func(tx auth.Tx) error { return tx.DeleteLinksExpiredBy(ctx, Epoch.Add(time.Hour-1)) })
	wantLinks(t, s, map[string]bool{"b": true, "r": false, "r2": true, "f": true})
	change(func(tx auth.Tx) error { return tx.DeleteLinks(ctx, auth.LinkFirstAdmin, "") })
	wantLinks(t, s, map[string]bool{"b": true, "r2": true, "f": false})
	change(func(tx auth.Tx) error { return tx.DeleteLinksExpiredBy(ctx, Epoch.Add(time.Hour)) })
	wantLinks(t, s, map[string]bool{"b": true, "r2": false})
	change(func(tx auth.Tx) error { return tx.DeleteLinks(ctx, auth.LinkReset, "u1") })
	wantLinks(t, s, map[string]bool{"b": true})
	change(func(tx auth.Tx) error { return tx.DeleteLinks(ctx, auth.LinkInvitation, "u1") })
	wantLinks(t, s, map[string]bool{"b": false})
}

func testUserDeletion(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	must(t, s.CreateFile(ctx, newFile("f1", "u2", 10), 2, 100))
	invitation := &auth.StoredLink{TokenHash: "a", Kind: auth.LinkInvitation, UserID: "u1", CreatedAt: Epoch, ExpiresAt: Epoch.Add(time.Hour)}
	withdrawn := &auth.StoredLink{TokenHash: "a", Kind: auth.LinkWithdrawn, CreatedAt: Epoch, ExpiresAt: Epoch.Add(time.Hour)}
	remove := func(id string) error {
		return inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteUser(ctx, id) })
	}
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.CreateLink(ctx, invitation) }))
	must(t, remove("u1"))
	wantLinks(t, s, map[string]bool{"a": false})
	_, err := s.Accounts().User(ctx, "u1")
	wantKind(t, err, errs.NotFound)
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.CreateLink(ctx, withdrawn) }))
	wantLinks(t, s, map[string]bool{"a": true})
	wantKind(t, remove("u1"), errs.NotFound)
	wantCode(t, remove("u2"), errs.Conflict, "in_use")
	_, err = s.Accounts().User(ctx, "u2")
	must(t, err)
}

func wantLinks(t *testing.T, s *store.Store, there map[string]bool) {
	t.Helper()
	for hash, want := range there {
		_, err := s.Accounts().Link(t.Context(), hash)
		if (err == nil) != want || (err != nil && !errs.Is(err, errs.NotFound)) {
			t.Errorf("link %s: error %v, want it there: %t", hash, err, want)
		}
	}
}

func testAccessRequests(t *testing.T, s *store.Store) {
	ctx := t.Context()
	request := func(id, email string, area auth.Area, at time.Duration) *auth.AccessRequest {
		return &auth.AccessRequest{
			ID: id, Email: email, FirstName: "Zoë", LastName: "Ng", Area: area, Reason: "a\nb", Verified: true, CreatedAt: Epoch.Add(at),
		}
	}
	want := request("c", "ZOË@example.org", auth.AreaSGC, 2)
	for _, r := range []*auth.AccessRequest{
		request("a", "zoë@example.org", auth.AreaSGC, 0), request("b", "zoë@example.org", auth.AreaHermes, 1000), want,
	} {
		must(t, inAccounts(ctx, s, func(tx auth.Tx) error { return tx.CreateAccessRequest(ctx, r) }))
	}
	want.CreatedAt = want.CreatedAt.Truncate(time.Microsecond)
	got, err := s.Accounts().AccessRequests(ctx, auth.AreaSGC)
	must(t, err)
	if diff := cmp.Diff([]*auth.AccessRequest{want}, got); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	one, err := s.Accounts().AccessRequest(ctx, "c")
	must(t, err)
	if diff := cmp.Diff(want, one); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	all, err := s.Accounts().AccessRequests(ctx, "")
	must(t, err)
	if len(all) != 2 || all[0].ID != "c" {
		t.Errorf("requests of every area: %v", all)
	}
	_, err = s.Accounts().AccessRequest(ctx, "a")
	wantKind(t, err, errs.NotFound)
	drop := func() error {
		return inAccounts(ctx, s, func(tx auth.Tx) error { return tx.DeleteAccessRequest(ctx, "c") })
	}
	must(t, drop())
	wantKind(t, drop(), errs.NotFound)
}

func testCountActiveAdmins(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "a", "admin", "uploader")
	AddUser(t, s, "b", "admin")
	AddUser(t, s, "c", "reviewer")
	AddUser(t, s, "d", "admin")
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error {
		return tx.CreateLink(ctx, &auth.StoredLink{TokenHash: "x", Kind: auth.LinkInvitation, UserID: "d", CreatedAt: Epoch, ExpiresAt: Epoch})
	}))
	b, err := s.Accounts().User(ctx, "b")
	must(t, err)
	for want, active := range map[int64]bool{1: false, 2: true} {
		b.IsActive = active
		must(t, updateUser(ctx, s, b))
		n, err := s.Accounts().CountActiveAdmins(ctx)
		if err != nil || n != want {
			t.Errorf("administrators = %d, want %d: %v", n, want, err)
		}
	}
}

// addListed creates accounts for the tests of the list.
func addListed(t *testing.T, s *store.Store) {
	t.Helper()
	ctx := t.Context()
	login := Epoch.Add(time.Hour)
	must(t, inAccounts(ctx, s, func(tx auth.Tx) error {
		for _, u := range []*auth.User{
			{ID: "1", UserName: "Zoë", FirstName: "Zoë", LastName: "Ábel", Email: "zoe@example.org", IsActive: true, Roles: []string{"reviewer"}, Groups: []string{"hermes"}, LastLogin: &login},
			{ID: "2", UserName: "alice", LastName: "Moss", IsActive: true, Roles: []string{"sgc-uploader", "uploader"}, Groups: []string{"hermes", "sgc"}},
			{ID: "3", UserName: "Bob", LastName: "moss", FirstName: "Bob", IsActive: false, Roles: []string{"uploader"}},
			{ID: "4", UserName: "carol", IsActive: true, Roles: []string{"sgc-uploader"}},
			{ID: "5", UserName: "dora_x", IsActive: true, Roles: []string{"analyst"}},
			{ID: "6", UserName: "doraXx", IsActive: true},
		} {
			u.CreatedAt = Epoch.Add(-time.Duration(len(u.UserName)) * time.Minute)
			if err := tx.CreateUser(ctx, u); err != nil {
				return err
			}
		}
		for id, ends := range map[string]time.Duration{"4": time.Hour, "5": 0, "3": time.Hour} {
			l := &auth.StoredLink{TokenHash: "i" + id, Kind: auth.LinkInvitation, UserID: id, CreatedAt: Epoch, ExpiresAt: Epoch.Add(ends)}
			if err := tx.CreateLink(ctx, l); err != nil {
				return err
			}
		}
		if err := tx.CreateLink(ctx, &auth.StoredLink{TokenHash: "r1", Kind: auth.LinkReset, UserID: "1", CreatedAt: Epoch, ExpiresAt: Epoch}); err != nil {
			return err
		}
		return addCredentials(t, tx)
	}))
}

func addCredentials(t *testing.T, tx auth.Tx) error {
	ctx := t.Context()
	at := Epoch
	for i, ends := range []time.Duration{time.Hour, time.Hour, 0} {
		x := &auth.Session{
			ID:              fmt.Sprint("s", i),
			TokenHash:       fmt.Sprint("s", i),
			UserID:          "1",
			CreatedAt:       at,
			AuthenticatedAt: at,
			LastSeenAt:      at,
			ExpiresAt:       at.Add(ends),
		}
		if err := tx.CreateSession(ctx, x); err != nil {
			return err
		}
	}
	return errors.Join(
		tx.SaveSecondFactor(ctx, &auth.SecondFactor{UserID: "1", Secret: "S", ConfirmedAt: &at}),
		tx.SaveSecondFactor(ctx, &auth.SecondFactor{UserID: "2", Pending: "S", PendingAt: &at}),
		tx.LinkIdentity(ctx, &auth.AccountIdentity{ID: "x", UserID: "2", Issuer: "i", Subject: "s", LinkedAt: at}),
	)
}

func testAccountList(t *testing.T, s *store.Store) {
	addListed(t, s)
	hermes := []string{"admin", "reviewer", "analyst", "uploader"}
	for _, c := range []struct {
		name string
		f    auth.AccountFilter
		want string // ids
	}{
		{"all by name", auth.AccountFilter{}, "2 3 4 5 6 1"},
		{"reverse", auth.AccountFilter{Sort: "-user_name"}, "1 6 5 4 3 2"},
		{"last name, then first", auth.AccountFilter{Sort: "name"}, "4 5 6 2 3 1"},
		{"oldest", auth.AccountFilter{Sort: "created_at"}, "5 6 2 4 1 3"},
		{"last sign-in", auth.AccountFilter{Sort: "last_login"}, "2 3 4 5 6 1"},
		{"latest sign-in", auth.AccountFilter{Sort: "-last_login"}, "1 6 5 4 3 2"},
		{"of hermes", auth.AccountFilter{AnyRole: hermes}, "2 3 5 1"},
		{"of hermes with a role", auth.AccountFilter{AnyRole: hermes, Roles: []string{"uploader", "analyst"}}, "2 3 5"},
		{"of hermes with a role of another area", auth.AccountFilter{AnyRole: hermes, Roles: []string{"sgc-uploader"}}, "2"},
		{"words without case", auth.AccountFilter{Query: "MOSS bob"}, "3"},
		{"accents", auth.AccountFilter{Query: "áBEL"}, "1"},
		{"address", auth.AccountFilter{Query: "@example"}, "1"},
		{"wild cards are letters", auth.AccountFilter{Query: "a_x"}, "5"},
		{"injection", auth.AccountFilter{Query: "' OR 1=1 --", Roles: []string{"' OR 1=1 --"}}, ""},
		{"active", auth.AccountFilter{States: []auth.AccountState{auth.StateActive}}, "2 6 1"},
		{"invited", auth.AccountFilter{States: []auth.AccountState{auth.StateInvited}}, "4"},
		{"expired or disabled", auth.AccountFilter{States: []auth.AccountState{auth.StateExpired, auth.StateDisabled}}, "3 5"},
		{"one", auth.AccountFilter{UserID: "4"}, "4"},
	} {
		c.f.Now = Epoch
		accountFacets(t, s, c.f)
		page, total, err := s.Accounts().Accounts(t.Context(), c.f)
		must(t, err)
		var ids []string
		for _, row := range page {
			ids = append(ids, row.User.ID)
		}
		if got := strings.Join(ids, " "); got != c.want || total != int64(len(ids)) {
			t.Errorf("%s: %s, want %s; total %d", c.name, got, c.want, total)
		}
	}
	page, _, err := s.Accounts().Accounts(t.Context(), auth.AccountFilter{Now: Epoch})
	must(t, err)
	for _, row := range page {
		u, err := s.Accounts().User(t.Context(), row.User.ID)
		must(t, err)
		if diff := cmp.Diff(u, row.User); diff != "" {
			t.Errorf("account in the list (-one +list):\n%s", diff)
		}
	}
	alice, zoe := page[0], page[5]
	if zoe.Sessions != 2 || !zoe.SecondFactor || zoe.Linked || zoe.State != auth.StateActive || zoe.InvitationExpiresAt != nil {
		t.Errorf("Zoë = %+v", zoe)
	}
	if alice.Sessions != 0 || alice.SecondFactor || !alice.Linked {
		t.Errorf("alice = %+v", alice)
	}
	if carol := page[2]; carol.State != auth.StateInvited || !carol.InvitationExpiresAt.Equal(Epoch.Add(time.Hour)) {
		t.Errorf("carol = %+v", carol)
	}
	_, _, err = s.Accounts().Accounts(t.Context(), auth.AccountFilter{Sort: "password_hash"})
	wantKind(t, err, errs.Invalid)
}

func testAccountPages(t *testing.T, s *store.Store) {
	addListed(t, s)
	for _, sort := range []string{"user_name", "-user_name", "name", "-name", "created_at", "-created_at", "last_login", "-last_login", "sessions", "-sessions"} {
		f := auth.AccountFilter{Sort: sort, Limit: 2, Now: Epoch}
		whole, _, err := s.Accounts().Accounts(t.Context(), auth.AccountFilter{Sort: sort, Now: Epoch})
		must(t, err)
		for place := 0; place < len(whole); place += 2 {
			page, total, err := s.Accounts().Accounts(t.Context(), f)
			must(t, err)
			if len(page) != 2 || total != 6 || page[0].User.ID != whole[place].User.ID || page[1].User.ID != whole[place+1].User.ID {
				t.Fatalf("sort %s, from %d: %d accounts of %d", sort, place, len(page), total)
			}
			f.After = listing.Place{Key: page[1].SortKey, ID: page[1].User.ID}
		}
	}
}
