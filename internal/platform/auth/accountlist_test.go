package auth_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func names(page *auth.AccountPage) []string {
	var out []string
	for _, a := range page.Items {
		out = append(out, a.User.UserName)
	}
	return out
}

// populate creates accounts in every area and state, and returns the caller.
func (o *office) populate(t *testing.T) *auth.Identity {
	t.Helper()
	by := o.person(t, "rita", "reviewer")
	o.account(t, "ada", "admin")
	o.account(t, "ben", "uploader", "sgc-reviewer")
	o.account(t, "cleo", "sgc-uploader")
	o.account(t, "dan", "curator")
	o.account(t, "eve", "analyst")
	must(t, o.SetActive(t.Context(), "eve", false))
	o.invite(t, by, auth.AreaHermes, "fay@example.org", "uploader")
	o.pass(24 * time.Hour)
	o.invite(t, by, auth.AreaHermes, "gus@example.org", "reviewer")
	o.session(t, "ben")
	return by
}

func TestAccountsOfAnArea(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	by := o.populate(t)
	ask := func(q auth.AccountQuery) *auth.AccountPage {
		t.Helper()
		if q.Area == "" {
			q.Area = auth.AreaHermes
		}
		page, err := o.Accounts(t.Context(), by, q)
		must(t, err)
		return page
	}
	for _, c := range []struct {
		name string
		q    auth.AccountQuery
		want []string
	}{
		{"all", auth.AccountQuery{}, []string{"ada", "ben", "eve", "fay@example.org", "gus@example.org", "rita"}},
		{"the other way", auth.AccountQuery{Sort: "-user_name"}, []string{"rita", "gus@example.org", "fay@example.org", "eve", "ben", "ada"}},
		{"last sign-in", auth.AccountQuery{Sort: "-last_login", Limit: 1}, []string{"ben"}},
		{"newest", auth.AccountQuery{Sort: "-created_at", Limit: 1}, []string{"gus@example.org"}},
		{"search", auth.AccountQuery{Q: " EXAMPLE gus"}, []string{"gus@example.org"}},
		{"wild cards are letters", auth.AccountQuery{Q: "%"}, nil},
		{"a role", auth.AccountQuery{Roles: []string{"uploader"}}, []string{"ben", "fay@example.org"}},
		{"a role of another area", auth.AccountQuery{Roles: []string{"sgc-reviewer"}}, nil},
		{"invited", auth.AccountQuery{States: []auth.AccountState{auth.StateInvited}}, []string{"gus@example.org"}},
		{"run out or disabled", auth.AccountQuery{States: []auth.AccountState{auth.StateExpired, auth.StateDisabled}}, []string{"eve", "fay@example.org"}},
		{"active", auth.AccountQuery{States: []auth.AccountState{auth.StateActive}}, []string{"ada", "ben", "rita"}},
	} {
		if diff := cmp.Diff(c.want, names(ask(c.q))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	items := ask(auth.AccountQuery{}).Items
	ben := items[1]
	if !slices.Equal(ben.Roles, []string{"uploader"}) || len(ben.User.Groups) != 0 || ben.Sessions != 1 || !ben.Manageable {
		t.Errorf("what others see of an account with roles in two areas: %+v of %+v", ben, ben.User)
	}
	if items[0].Manageable || items[5].Manageable {
		t.Error("a reviewer may change an admin or their own account")
	}
	if fay := items[3]; fay.InvitationExpiresAt == nil || !fay.InvitationExpiresAt.Equal(o.now()) {
		t.Errorf("invitation of %+v", fay)
	}
	users, err := o.HermesUsers(t.Context(), by)
	must(t, err)
	if len(users) != 6 || !slices.Equal(users[1].Roles, []string{"uploader"}) {
		t.Errorf("HERMES users: %d, second has roles %v", len(users), users[1].Roles)
	}
}

func TestAccountListsDoNotLeak(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for _, role := range auth.Roles() {
		by := o.person(t, "caller-"+role.Name, role.Name)
		for _, area := range []auth.Area{"", auth.AreaHermes, auth.AreaSGC, auth.AreaDatasets, "tools"} {
			want := slices.Contains(managed[role.Name], area)
			_, err := o.Accounts(t.Context(), by, auth.AccountQuery{Area: area})
			_, requests := o.AccessRequests(t.Context(), by, area)
			if (err == nil) != want || (requests == nil) != want || !want && (!errs.Is(err, errs.Forbidden) || !errs.Is(requests, errs.Forbidden)) {
				t.Errorf("%s lists area %q: accounts %v, requests %v", role.Name, area, err, requests)
			}
		}
		if _, err := o.HermesUsers(t.Context(), by); (err == nil) != slices.Contains(managed[role.Name], auth.AreaHermes) {
			t.Errorf("%s lists HERMES users: %v", role.Name, err)
		}
	}
}

func TestAccountPaging(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	by := o.person(t, "Admin", "admin")
	for i := range 23 {
		o.account(t, fmt.Sprintf("%c%02d", "pPqQ"[i%4], i), "uploader")
		o.pass(time.Second)
	}
	for _, sort := range []string{"", "user_name", "-user_name", "name", "-name", "created_at", "-created_at", "last_login", "-last_login"} {
		var seen []string
		q := auth.AccountQuery{Sort: sort, Limit: 5}
		for {
			page, err := o.Accounts(t.Context(), by, q)
			must(t, err)
			if page.Total != 24 || len(page.Items) > 5 {
				t.Fatalf("sort %q: %d items of %d", sort, len(page.Items), page.Total)
			}
			seen = append(seen, names(page)...)
			if q.Cursor = page.Next; q.Cursor == "" {
				break
			}
		}
		whole, err := o.Accounts(t.Context(), by, auth.AccountQuery{Sort: sort})
		must(t, err)
		if diff := cmp.Diff(names(whole), seen); diff != "" || len(seen) != 24 {
			t.Errorf("sort %q: pages of 5 against one page (-one +pages):\n%s", sort, diff)
		}
	}
	for what, q := range map[string]auth.AccountQuery{
		"sort": {Sort: "password_hash"}, "cursor": {Cursor: "x"}, "cursor of another sort": {Sort: "created_at", Cursor: "eyJLZXkiOiJ4IiwiSUQiOiJ5In0"},
		"cursor of no place": {Cursor: "e30"},
	} {
		if _, err := o.Accounts(t.Context(), by, q); !errs.Is(err, errs.Invalid) {
			t.Errorf("bad %s: %v", what, err)
		}
	}
	long, err := o.Accounts(t.Context(), by, auth.AccountQuery{Q: strings.Repeat("x", 5000), Limit: -1})
	if err != nil || long.Total != 0 {
		t.Errorf("a long search: %v", err)
	}
}
