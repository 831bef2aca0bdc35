package auth_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/dev/hostile"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
)

func TestCreateUser(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.account(t, "Jane", "uploader")
	for name, c := range map[string]struct {
		in   auth.NewUser
		want errs.Kind
	}{
		"name taken, case aside": {auth.NewUser{UserName: "JANE", Password: password, Roles: []string{"uploader"}}, errs.Conflict},
		"unknown role":           {auth.NewUser{UserName: "a", Password: password, Roles: []string{"Reviewer"}}, errs.Rule},
		"no role":                {auth.NewUser{UserName: "a", Password: password}, errs.Rule},
		"weak password":          {auth.NewUser{UserName: "a", Password: "short", Roles: []string{"uploader"}}, errs.Rule},
		"no password":            {auth.NewUser{UserName: "a", Roles: []string{"uploader"}}, errs.Rule},
		"empty name":             {auth.NewUser{UserName: " ", Password: password, Roles: []string{"uploader"}}, errs.Rule},
		"two lines":              {auth.NewUser{UserName: "a\nb", Password: password, Roles: []string{"uploader"}}, errs.Rule},
		"a group of two lines":   {auth.NewUser{UserName: "a", Password: password, Roles: []string{"uploader"}, Groups: []string{"one\ntwo"}}, errs.Rule},
		"a group without a name": {auth.NewUser{UserName: "a", Password: password, Roles: []string{"uploader"}, Groups: []string{""}}, errs.Rule},
		"bad address":            {auth.NewUser{UserName: "a", Email: "nowhere", Password: password, Roles: []string{"uploader"}}, errs.Rule},
	} {
		if _, err := o.CreateUser(t.Context(), c.in); !errs.Is(err, c.want) {
			t.Errorf("%s: %v, want kind %v", name, err, c.want)
		}
	}
	o.wantEvents(t)
	u, err := o.CreateUser(t.Context(), auth.NewUser{UserName: "b", Password: password, Roles: []string{"uploader"}, Temporary: true})
	must(t, err)
	if !o.user(t, "b").MustChangePassword || u.PasswordChangedAt == nil {
		t.Errorf("account with a temporary password: %+v", u)
	}
	o.wantEvents(t, "user-created "+u.ID)
	by := o.person(t, "admin", "admin")
	for name, address := range map[string]string{"nobody": "", "a@b@c": "", "Zoë Straße ": "", "joe@example.org": "joe@example.org"} {
		u, err := o.CreateAreaUser(t.Context(), by, auth.AreaHermes, auth.NewUser{UserName: name, Password: password}, "uploader")
		must(t, err)
		if u.UserName != strings.TrimSpace(name) || u.Email != address {
			t.Errorf("account of %q: name %q, address %q", name, u.UserName, u.Email)
		}
	}
	for _, name := range []string{"", "  ", "two\nlines", strings.Repeat("x", 201)} {
		_, err := o.CreateAreaUser(t.Context(), by, auth.AreaHermes, auth.NewUser{UserName: name, Password: password}, "uploader")
		wantCode(t, "user name "+name, err, errs.Rule, "rule")
	}
}

func TestSetRolesAndSetActive(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	u := o.account(t, "Jane", "uploader")
	admin := o.account(t, "root", "admin")
	token, _ := o.session(t, "jane")
	must(t, o.SetRoles(t.Context(), "JANE", []string{"uploader"}))
	o.wantEvents(t) // no change
	if !o.signedIn(token) {
		t.Error("a change to what already is ends sessions")
	}
	must(t, o.SetRoles(t.Context(), "JANE", []string{"sgc-uploader", "curator"}))
	o.wantEvents(t, "roles-changed "+u.ID)
	if got := o.user(
		t,
		"jane",
	); !slices.Equal(got.Roles, []string{"curator", "sgc-uploader"}) || !slices.Equal(got.Groups, []string{"sgc"}) ||
		o.signedIn(token) {
		t.Errorf("after the change: %+v, still signed in: %t", got, o.signedIn(token))
	}
	token, _ = o.session(t, "jane")
	must(t, o.SetActive(t.Context(), "jane", false))
	must(t, o.SetActive(t.Context(), "jane", false))
	o.wantEvents(t, "user-disabled "+u.ID)
	if o.signedIn(token) {
		t.Error("a disabled account is signed in")
	}
	must(t, o.SetActive(t.Context(), "jane", true))
	o.wantEvents(t, "user-enabled "+u.ID)
	wantCode(t, "disabling the last admin", o.SetActive(t.Context(), "root", false), errs.Conflict, "last_admin")
	wantCode(t, "demoting the last admin", o.SetRoles(t.Context(), "root", []string{"curator"}), errs.Conflict, "last_admin")
	wantCode(t, "unknown role", o.SetRoles(t.Context(), "root", []string{"Admin"}), errs.Rule, "rule")
	if err := o.SetActive(t.Context(), "nobody", true); !errs.Is(err, errs.NotFound) {
		t.Errorf("unknown account: %v", err)
	}
	o.wantEvents(t)
	if got := o.user(t, "root"); got.ID != admin.ID || !got.IsActive || !slices.Equal(got.Roles, []string{"admin"}) {
		t.Errorf("the last admin is now %+v", got)
	}
}

// changeCase is a requested change.
type changeCase struct {
	name   string
	by     []string // roles of the caller
	area   auth.Area
	of     []string // roles of the account
	change auth.AccountChange
	want   []string // roles afterwards; nil for a refusal
	code   string   // of the refusal
	event  string   // in the trail; "" for a change without effect
}

func setRole(name string) auth.AccountChange      { return auth.AccountChange{Role: &name} }
func setRoles(names ...string) auth.AccountChange { return auth.AccountChange{Roles: &names} }
func setActive(is bool) auth.AccountChange        { return auth.AccountChange{IsActive: &is} }

func allowedChanges() []changeCase {
	return []changeCase{
		{"a reviewer promotes", []string{"reviewer"}, "hermes", []string{"uploader"}, setRole("reviewer"), []string{"reviewer"}, "", "roles-changed"},
		{"a reviewer demotes another", []string{"reviewer"}, "hermes", []string{"reviewer"}, setRole("analyst"), []string{"analyst"}, "", "roles-changed"},
		{
			"roles elsewhere stay",
			[]string{"reviewer"},
			"hermes",
			[]string{"curator", "uploader"},
			setRole("analyst"),
			[]string{"analyst", "curator"},
			"",
			"roles-changed",
		},
		{"an sgc type", []string{"sgc-reviewer"}, "sgc", []string{"sgc-uploader"}, setRole("reviewer"), []string{"sgc-reviewer"}, "", "roles-changed"},
		{"an sgc role", []string{"sgc-reviewer"}, "sgc", []string{"sgc-reviewer"}, setRole("sgc-uploader"), []string{"sgc-uploader"}, "", "roles-changed"},
		{"no change", []string{"reviewer"}, "hermes", []string{"uploader"}, setRole("uploader"), []string{"uploader"}, "", ""},
		{"nothing sent", []string{"reviewer"}, "hermes", []string{"uploader"}, auth.AccountChange{}, []string{"uploader"}, "", ""},
		{"disable", []string{"reviewer"}, "hermes", []string{"uploader"}, setActive(false), []string{"uploader"}, "", "user-disabled"},
		{
			"all roles",
			[]string{"admin"},
			"",
			[]string{"uploader"},
			setRoles("curator", "sgc-uploader", "curator"),
			[]string{"curator", "sgc-uploader"},
			"",
			"roles-changed",
		},
		{"an admin is made", []string{"admin"}, "", []string{"uploader"}, setRoles("admin"), []string{"admin"}, "", "roles-changed"},
		{
			"an admin disables across areas",
			[]string{"admin"},
			"hermes",
			[]string{"curator", "uploader"},
			setActive(false),
			[]string{"curator", "uploader"},
			"",
			"user-disabled",
		},
	}
}

func refusedChanges() []changeCase {
	return []changeCase{
		{"unknown role", []string{"reviewer"}, "hermes", []string{"uploader"}, setRole("Reviewer"), nil, "rule", ""},
		{"no role", []string{"reviewer"}, "hermes", []string{"uploader"}, setRole(""), nil, "rule", ""},
		{"a role of another area", []string{"reviewer"}, "hermes", []string{"uploader"}, setRole("sgc-uploader"), nil, "rule", ""},
		{"admin within an area", []string{"admin"}, "hermes", []string{"uploader"}, setRole("admin"), nil, "rule", ""},
		{"all roles in an area", []string{"reviewer"}, "hermes", []string{"uploader"}, setRoles("admin"), nil, "rule", ""},
		{"one role in all areas", []string{"admin"}, "", []string{"uploader"}, setRole("curator"), nil, "rule", ""},
		{"unknown among all roles", []string{"admin"}, "", []string{"uploader"}, setRoles("curator", "root"), nil, "rule", ""},
		{"no roles at all", []string{"admin"}, "", []string{"uploader"}, setRoles(), nil, "rule", ""},
		{"an account of another area", []string{"reviewer"}, "hermes", []string{"curator"}, setRole("uploader"), nil, "not_found", ""},
		{"an area not one's own", []string{"reviewer"}, "sgc", []string{"sgc-uploader"}, setRole("uploader"), nil, "forbidden", ""},
		{"all areas", []string{"reviewer", "sgc-reviewer"}, "", []string{"uploader"}, setActive(false), nil, "forbidden", ""},
		{"datasets are the admins'", []string{"curator"}, "datasets", []string{"curator"}, setActive(false), nil, "forbidden", ""},
		{"an uploader", []string{"uploader"}, "hermes", []string{"uploader"}, setActive(false), nil, "forbidden", ""},
		{"an area that does not exist", []string{"admin"}, "tools", []string{"uploader"}, setActive(false), nil, "forbidden", ""},
		{"an admin within the area", []string{"reviewer"}, "hermes", []string{"admin"}, setRole("uploader"), nil, "holds_more", ""},
		{"disabling an admin", []string{"reviewer"}, "hermes", []string{"admin", "uploader"}, setActive(false), nil, "holds_more", ""},
		{"disabling across areas", []string{"reviewer"}, "hermes", []string{"curator", "uploader"}, setActive(false), nil, "other_areas", ""},
	}
}

func TestChangeAccount(t *testing.T) {
	t.Parallel()
	for _, c := range append(allowedChanges(), refusedChanges()...) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			o.account(t, "spare", "admin")
			by, u := o.person(t, "caller", c.by...), o.account(t, "target", c.of...)
			token, _ := o.session(t, "target")
			a, err := o.ChangeAccount(t.Context(), by, c.area, u.ID, c.change)
			now := o.user(t, "target")
			if c.want == nil {
				wantRefusal(t, err, c.code)
				if !slices.Equal(now.Roles, u.Roles) || !now.IsActive || !o.signedIn(token) {
					t.Errorf("a refused change left roles %v, active %t, signed in %t", now.Roles, now.IsActive, o.signedIn(token))
				}
				o.wantEvents(t)
				return
			}
			must(t, err)
			if !slices.Equal(now.Roles, c.want) || a.User.ID != u.ID {
				t.Errorf("roles = %v, want %v; answer %+v", now.Roles, c.want, a)
			}
			if o.signedIn(token) != (c.event == "") {
				t.Errorf("still signed in: %t", o.signedIn(token))
			}
			if c.event == "" {
				o.wantEvents(t)
			} else {
				o.wantEvents(t, c.event+" "+u.ID)
			}
		})
	}
}

func wantRefusal(t *testing.T, err error, code string) {
	t.Helper()
	kind := errs.Forbidden
	switch code {
	case "rule":
		kind = errs.Rule
	case "not_found":
		kind = errs.NotFound
	}
	wantCode(t, "change", err, kind, code)
}

func TestOwnRolesCannotBeChanged(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.account(t, "spare", "admin")
	for _, role := range []string{"admin", "reviewer", "sgc-reviewer"} {
		by := o.person(t, "own-"+role, role)
		area := map[string]auth.Area{"reviewer": auth.AreaHermes, "sgc-reviewer": auth.AreaSGC}[role]
		no, other, all := false, "uploader", []string{"admin"}
		for what, change := range map[string]auth.AccountChange{
			"role": {Role: &other}, "roles": {Roles: &all}, "disable": {IsActive: &no},
		} {
			_, err := o.ChangeAccount(t.Context(), by, area, by.User.ID, change)
			wantCode(t, role+" changes own "+what, err, errs.Forbidden, "own_account")
		}
	}
	o.wantEvents(t)
}

// TestTheLastAdministratorStays: two who disable each other at once leave one.
func TestTheLastAdministratorStays(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	a, b := o.person(t, "a", "admin"), o.person(t, "b", "admin")
	// An administrator who has not accepted yet cannot help.
	o.invite(t, a, "", "later@example.org", "admin")
	no := false
	done := make(chan error)
	for _, pair := range [][2]*auth.Identity{{a, b}, {b, a}} {
		go func() {
			_, err := o.ChangeAccount(t.Context(), pair[0], "", pair[1].User.ID, auth.AccountChange{IsActive: &no})
			done <- err
		}()
	}
	first, second := <-done, <-done
	if first == nil {
		first, second = second, first
	}
	wantCode(t, "the slower one", first, errs.Conflict, "last_admin")
	must(t, second)
}

func TestSessionsAndLinksOfOthers(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	by := o.person(t, "Rita", "reviewer")
	o.account(t, "own", "uploader")
	both := o.account(t, "both", "uploader", "curator")
	foreign := o.account(t, "foreign", "curator")
	admin := o.account(t, "root", "admin")
	token, _ := o.session(t, "own")
	for _, c := range []struct {
		who  string
		id   string
		code string
		kind errs.Kind
	}{
		{"an account of other areas too", both.ID, "other_areas", errs.Forbidden},
		{"an account of another area", foreign.ID, "not_found", errs.NotFound},
		{"an admin", admin.ID, "holds_more", errs.Forbidden},
		{"nobody", "absent", "not_found", errs.NotFound},
	} {
		wantCode(t, "sessions of "+c.who, o.EndSessionsOf(t.Context(), by, auth.AreaHermes, c.id), c.kind, c.code)
		_, err := o.SendLink(t.Context(), by, auth.AreaHermes, c.id)
		wantCode(t, "link for "+c.who, err, c.kind, c.code)
		wantCode(t, "second factor of "+c.who, o.RemoveSecondFactorOf(t.Context(), by, auth.AreaHermes, c.id), c.kind, c.code)
		wantCode(t, "invitation of "+c.who, o.WithdrawInvitation(t.Context(), by, auth.AreaHermes, c.id), c.kind, c.code)
	}
	wantCode(t, "another area", o.EndSessionsOf(t.Context(), by, auth.AreaSGC, both.ID), errs.Forbidden, "forbidden")
	o.wantEvents(t)
	if !o.signedIn(token) {
		t.Fatal("a refusal ended sessions")
	}
	own := o.user(t, "own")
	must(t, o.EndSessionsOf(t.Context(), by, auth.AreaHermes, own.ID))
	o.wantEvents(t, "sessions-ended "+own.ID)
	if o.signedIn(token) {
		t.Error("the session goes on")
	}
}

// Names of accounts, of people and of groups are refused with the character that cannot be shown and its place,
// or kept as they are.
func TestHostileNamesOfAccounts(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for i, name := range hostile.Names() {
		name = strings.TrimSpace(name)
		if n := len([]rune(name)); n == 0 || n > 100 {
			continue
		}
		hidden := oneline.Fault(name)
		account := fmt.Sprintf("account %d", i)
		for field, in := range map[string]auth.NewUser{
			"first_name": {UserName: account + " f", FirstName: name}, "last_name": {UserName: account + " l", LastName: name},
			"groups": {UserName: account + " g", Groups: []string{name}}, "user_name": {UserName: name + account},
		} {
			in.Password, in.Roles = password, []string{"uploader"}
			if hidden == "" && i%20 > 0 { // hashing takes its time
				continue
			}
			u, err := o.CreateUser(t.Context(), in)
			var e *errs.Error
			switch {
			case hidden == "":
				must(t, err)
				if got := u.FirstName + u.LastName + strings.Join(u.Groups, ""); field != "user_name" && got != name || u.UserName != in.UserName {
					t.Errorf("%s %q is %+v", field, name, u)
				}
			case !errors.As(err, &e) || len(e.Fields) != 1 || e.Fields[0].Field != field || e.Fields[0].Message != hidden:
				t.Errorf("%s %q: %v", field, name, err)
			}
		}
	}
}
