package auth_test

import (
	"errors"
	"slices"
	"testing"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func setManage(is bool) auth.AccountChange { return auth.AccountChange{Manage: &is} }

// again returns the identity of an account as it is now.
func (o *office) again(t *testing.T, name string) *auth.Identity {
	t.Helper()
	return auth.NewIdentity(o.user(t, name), nil)
}

func TestAdministratorsDelegateUserManagement(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	admin, reviewer := o.person(t, "root", "admin"), o.person(t, "rita", "reviewer")
	u := o.account(t, "Jane", "uploader", "sgc-uploader")
	o.account(t, "joe", "uploader")
	token, _ := o.session(t, "jane")

	for name, c := range map[string]struct {
		by   *auth.Identity
		area auth.Area
		code string
	}{
		"a reviewer":          {reviewer, auth.AreaHermes, "may_not_grant"},
		"themselves":          {o.again(t, "jane"), auth.AreaHermes, "forbidden"},
		"in every area":       {admin, "", "rule"},
		"where no role is":    {admin, auth.AreaDatasets, "not_found"},
		"of a user elsewhere": {reviewer, auth.AreaSGC, "forbidden"},
	} {
		_, err := o.ChangeAccount(t.Context(), c.by, c.area, u.ID, setManage(true))
		t.Run(name, func(t *testing.T) { wantRefusal(t, err, c.code) })
	}
	_, err := o.ChangeAccount(t.Context(), admin, auth.AreaHermes, admin.User.ID, setManage(true))
	wantRefusal(t, err, "own_account")
	o.wantEvents(t)

	a, err := o.ChangeAccount(t.Context(), admin, auth.AreaHermes, u.ID, setManage(true))
	must(t, err)
	want := []auth.Grant{{Area: auth.AreaHermes, Permission: auth.ManageUsers}}
	if !slices.Equal(a.User.Grants, want) || o.signedIn(token) {
		t.Errorf("grants %v, still signed in %t", a.User.Grants, o.signedIn(token))
	}
	o.wantEvents(t, "roles-changed "+u.ID)
	jane := o.again(t, "jane")
	if !jane.Manages(auth.AreaHermes) || jane.Manages(auth.AreaSGC) || jane.Manages(auth.AreaDatasets) || jane.Manages("") ||
		!slices.Contains(jane.Permissions(), "manage_users") {
		t.Errorf("jane manages %v, permissions %v", jane.ManagedAreas(), jane.Permissions())
	}
	for role, may := range map[string]bool{"uploader": true, "analyst": false, "reviewer": false, "sgc-uploader": false, "contributor": false, "admin": false} {
		if r, _ := auth.RoleNamed(role); jane.MayGrant(r) != may {
			t.Errorf("jane may grant %s: %t", role, !may)
		}
	}
	_, err = o.ChangeAccount(t.Context(), jane, auth.AreaHermes, o.user(t, "joe").ID, setActive(false))
	must(t, err)
	_, err = o.ChangeAccount(t.Context(), jane, auth.AreaHermes, reviewer.User.ID, setActive(false))
	wantRefusal(t, err, "holds_more")
	_, err = o.ChangeAccount(t.Context(), jane, auth.AreaHermes, o.user(t, "joe").ID, setManage(true))
	wantRefusal(t, err, "may_not_grant")

	// Another role in the area keeps it, leaving the area ends it, coming back does not bring it back.
	must(t, o.SetRoles(t.Context(), "jane", []string{"analyst", "sgc-uploader"}))
	if !o.again(t, "jane").Manages(auth.AreaHermes) {
		t.Error("another role in the area took the permission")
	}
	must(t, o.SetRoles(t.Context(), "jane", []string{"sgc-uploader"}))
	must(t, o.SetRoles(t.Context(), "jane", []string{"uploader", "sgc-uploader"}))
	if jane := o.again(t, "jane"); len(jane.ManagedAreas()) != 0 {
		t.Errorf("jane still manages %v", jane.ManagedAreas())
	}
	_, err = o.ChangeAccount(t.Context(), admin, auth.AreaSGC, u.ID, setManage(true))
	must(t, err)
	_, err = o.ChangeAccount(t.Context(), admin, auth.AreaSGC, u.ID, setManage(false))
	must(t, err)
	if jane := o.again(t, "jane"); len(jane.ManagedAreas()) != 0 {
		t.Errorf("after it was taken back jane manages %v", jane.ManagedAreas())
	}
}

// A person who can get into an account, or reopen it, could act as its owner: among equals only
// administrators may.
func TestOnlyAdministratorsResetEquals(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	admin, reviewer := o.person(t, "root", "admin"), o.person(t, "rita", "reviewer")
	o.account(t, "other", "reviewer")
	o.account(t, "second root", "admin")
	o.account(t, "uploader", "uploader")
	for _, name := range []string{"first manager", "second manager"} {
		u := o.account(t, name, "uploader")
		_, err := o.ChangeAccount(t.Context(), admin, auth.AreaHermes, u.ID, setManage(true))
		must(t, err)
	}
	_, invited := o.invite(t, reviewer, auth.AreaHermes, "invited@example.org", "reviewer")
	if invited == "" {
		t.Fatal("no invitation")
	}
	for _, c := range []struct {
		name, of string
		by       *auth.Identity
		area     auth.Area
		code     string // "" where it is allowed
	}{
		{"a reviewer, an uploader", "uploader", reviewer, auth.AreaHermes, ""},
		{"a reviewer, another", "other", reviewer, auth.AreaHermes, "equal_account"},
		{"a reviewer, an uploader who manages users", "first manager", reviewer, auth.AreaHermes, ""},
		{"who manages users, an uploader", "uploader", o.again(t, "first manager"), auth.AreaHermes, ""},
		{"who manages users, another one", "second manager", o.again(t, "first manager"), auth.AreaHermes, "equal_account"},
		{"an admin, a reviewer", "other", admin, auth.AreaHermes, ""},
		{"an admin, another", "second root", admin, "", ""},
	} {
		u := o.user(t, c.of)
		check := func(what string, err error) {
			t.Helper()
			if c.code == "" && err != nil && codeOfErr(err) != "no_second_factor" || c.code != "" && codeOfErr(err) != c.code {
				t.Errorf("%s, %s: %v, want %q", c.name, what, err, c.code)
			}
		}
		_, err := o.SendLink(t.Context(), c.by, c.area, u.ID)
		check("a link", err)
		check("the second factor", o.RemoveSecondFactorOf(t.Context(), c.by, c.area, u.ID))
		must(t, o.SetActive(t.Context(), c.of, false))
		_, err = o.ChangeAccount(t.Context(), c.by, c.area, u.ID, setActive(true))
		check("enabling", err)
		must(t, o.SetActive(t.Context(), c.of, true))
		page, err := o.Accounts(t.Context(), c.by, auth.AccountQuery{Area: c.area, Q: c.of})
		must(t, err)
		if i := slices.IndexFunc(page.Items, func(a auth.AreaAccount) bool { return a.User.ID == u.ID }); i < 0 || page.Items[i].Resettable != (c.code == "") {
			t.Errorf("%s: the list says otherwise", c.name)
		}
	}
	// An invitation does not open an existing account.
	if _, err := o.SendLink(t.Context(), reviewer, auth.AreaHermes, o.user(t, "invited@example.org").ID); err != nil {
		t.Errorf("the own invitation again: %v", err)
	}
}

func codeOfErr(err error) string {
	if e := new(errs.Error); errors.As(err, &e) {
		return e.Code
	}
	return ""
}
