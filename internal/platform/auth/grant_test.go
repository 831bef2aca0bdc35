package auth_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// managed lists, independently of the code, the areas that each role manages.
var managed = map[string][]auth.Area{
	"admin":        {"", auth.AreaHermes, auth.AreaSGC, auth.AreaDatasets},
	"reviewer":     {auth.AreaHermes},
	"sgc-reviewer": {auth.AreaSGC},
}

// allowList maps the types of each area to their roles.
var allowList = map[auth.Area]map[string]string{
	auth.AreaHermes:   {"uploader": "uploader", "reviewer": "reviewer", "analyst": "analyst"},
	auth.AreaSGC:      {"uploader": "sgc-uploader", "reviewer": "sgc-reviewer", "sgc-uploader": "sgc-uploader", "sgc-reviewer": "sgc-reviewer"},
	auth.AreaDatasets: {"curator": "curator", "contributor": "contributor"},
	"": {"admin": "admin", "reviewer": "reviewer", "analyst": "analyst", "uploader": "uploader", "curator": "curator",
		"contributor": "contributor", "sgc-reviewer": "sgc-reviewer", "sgc-uploader": "sgc-uploader"},
}

// requested returns the types that people may send: every name, the same in other case, and unknown
// ones.
func requested() []string {
	var types []string
	for _, role := range auth.Roles() {
		types = append(types, role.Name, strings.ToUpper(role.Name), strings.ToUpper(role.Name[:1])+role.Name[1:], " "+role.Name, role.Name+"\x00")
	}
	for area := range allowList {
		for _, t := range auth.UserTypes(area) {
			types = append(types, t.Name, strings.ToUpper(t.Name))
		}
	}
	types = append(types, "", "root", "administrator", "*", "uploader,admin", "uploader admin", "owner", "ＡＤＭＩＮ")
	slices.Sort(types)
	return slices.Compact(types)
}

// TestGrantsAreLimitedToOwnRoles makes an account and sends an invitation for
// every role × area × requested type (SEC-32).
func TestGrantsAreLimitedToOwnRoles(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	n := 0
	for _, role := range append(auth.Roles(), auth.Role{Name: "nobody"}) {
		u := &auth.User{ID: "actor-" + role.Name, UserName: "actor-" + role.Name, IsActive: true, Roles: []string{role.Name}, CreatedAt: o.now()}
		must(t, o.store.InTx(t.Context(), func(tx auth.Tx) error { return tx.CreateUser(t.Context(), u) }))
		by := auth.NewIdentity(u, nil)
		for area, types := range allowList {
			for _, userType := range requested() {
				n++
				name := fmt.Sprintf("person%d@example.org", n)
				want, known := types[userType]
				var kind errs.Kind
				switch {
				case !slices.Contains(managed[role.Name], area):
					kind = errs.Forbidden
				case !known:
					kind = errs.Rule
				}
				t.Run(fmt.Sprintf("%s, area %q, type %q", role.Name, area, userType), func(t *testing.T) {
					o.wantGrant(t, by, area, name, userType, want, kind)
				})
			}
		}
	}
	if n < 800 {
		t.Errorf("only %d cells", n)
	}
}

// wantGrant asks for an account and for an invitation: either both grant exactly the role, or
// neither leaves anything behind.
func (o *office) wantGrant(t *testing.T, by *auth.Identity, area auth.Area, name, userType, role string, kind errs.Kind) {
	t.Helper()
	ctx := t.Context()
	count, err := o.store.CountUsers(ctx)
	must(t, err)
	in := auth.NewUser{UserName: name, Password: password, Roles: []string{"admin"}, Groups: []string{"sgc", "hermes"}}
	made, createErr := o.CreateAreaUser(ctx, by, area, in, userType)
	results, inviteErr := o.Invite(ctx, by, area, []auth.NewInvitation{{UserName: "invited-" + name, UserType: userType}}, false)
	after, err := o.store.CountUsers(ctx)
	must(t, err)
	if kind == 0 {
		must(t, createErr)
		must(t, inviteErr)
		invited := o.user(t, "invited-"+name)
		for _, u := range []*auth.User{made, invited} {
			if !slices.Equal(u.Roles, []string{role}) || after != count+2 {
				t.Errorf("account %s has roles %v, want %s", u.UserName, u.Roles, role)
			}
			if granted, _ := auth.RoleNamed(
				role,
			); slices.Contains(u.Groups, "sgc") != (granted.Area == auth.AreaSGC) ||
				slices.Contains(u.Groups, "hermes") != (granted.Area == auth.AreaHermes) {
				t.Errorf("account %s with role %s has groups %v", u.UserName, role, u.Groups)
			}
		}
		if !made.MustChangePassword || results[0].Outcome != auth.Invited {
			t.Errorf("account %+v, invitation %+v", made, results[0])
		}
		o.wantEvents(t, "user-created "+made.ID, "invitation-sent "+invited.ID)
		return
	}
	if !errs.Is(createErr, kind) {
		t.Errorf("account: %v, want kind %d", createErr, kind)
	}
	if kind == errs.Forbidden && !errs.Is(inviteErr, kind) {
		t.Errorf("invitation: %v, want kind %d", inviteErr, kind)
	}
	if kind == errs.Rule && (inviteErr != nil || results[0].Outcome != auth.Refused || results[0].Field != "user_type") {
		t.Errorf("invitation: %+v, %v", results, inviteErr)
	}
	if after != count {
		t.Errorf("%d accounts came of it", after-count)
	}
	o.wantEvents(t)
}

func TestUserTypes(t *testing.T) {
	for area, want := range allowList {
		for _, got := range auth.UserTypes(area) {
			if want[got.Name] != got.Role {
				t.Errorf("area %q: type %s stands for %s, want %s", area, got.Name, got.Role, want[got.Name])
			}
		}
	}
	if n := len(auth.UserTypes("tools")); n != 0 {
		t.Errorf("an area that does not exist has %d types", n)
	}
}
