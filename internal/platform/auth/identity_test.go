package auth_test

import (
	"testing"

	"cohortium/internal/platform/auth"
)

// TestRightsDifferByIdentity: identities that may see different things never share a text.
func TestRightsDifferByIdentity(t *testing.T) {
	t.Parallel()
	user := func(change func(*auth.User)) *auth.User {
		u := &auth.User{ID: "u1", UserName: "ann", Roles: []string{"curator"}, Groups: []string{"a", "b"}}
		change(u)
		return u
	}
	seen := make(map[string]string)
	for name, id := range map[string]*auth.Identity{
		"nobody":             nil,
		"an account":         auth.NewIdentity(user(func(*auth.User) {}), nil),
		"another account":    auth.NewIdentity(user(func(u *auth.User) { u.ID = "u2" }), nil),
		"another role":       auth.NewIdentity(user(func(u *auth.User) { u.Roles = []string{"contributor"} }), nil),
		"a role more":        auth.NewIdentity(user(func(u *auth.User) { u.Roles = []string{"curator", "analyst"} }), nil),
		"one group":          auth.NewIdentity(user(func(u *auth.User) { u.Groups = []string{"a"} }), nil),
		"groups in one name": auth.NewIdentity(user(func(u *auth.User) { u.Groups = []string{`a""b`} }), nil),
		"a group as a role":  auth.NewIdentity(user(func(u *auth.User) { u.Roles, u.Groups = []string{"curator", "a"}, []string{"b"} }), nil),
		"a permission":       auth.NewIdentity(user(func(u *auth.User) { u.Grants = []auth.Grant{{Area: auth.AreaDatasets, Permission: auth.ManageUsers}} }), nil),
		"a bound session":    auth.NewIdentity(user(func(*auth.User) {}), &auth.Session{Group: "sgc"}),
	} {
		if other, ok := seen[id.Rights()]; ok {
			t.Errorf("%s and %s have the same rights: %s", name, other, id.Rights())
		}
		seen[id.Rights()] = name
	}
	again := auth.NewIdentity(user(func(*auth.User) {}), &auth.Session{ID: "x1"})
	if seen[again.Rights()] != "an account" {
		t.Errorf("a session of an account has rights of its own: %s", again.Rights())
	}
}
