package auth_test

import (
	"fmt"
	"slices"
	"testing"

	"cohortium/internal/adapter/mail/mailtest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// An invitation carries a role for each of several areas: exactly those that the inviter may give.
// The cells are every pair of areas that an inviter may manage × every list of roles to add.
func TestAnInvitationCarriesRolesOfSeveralAreas(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	inviters := []struct {
		roles []string
		gives []string // every role that the inviter may give, by hand
	}{
		{[]string{"reviewer"}, []string{"reviewer", "analyst", "uploader"}},
		{[]string{"reviewer", "sgc-uploader"}, []string{"reviewer", "analyst", "uploader"}},
		{[]string{"reviewer", "curator"}, []string{"reviewer", "analyst", "uploader"}},
		{[]string{"reviewer", "sgc-reviewer"}, []string{"reviewer", "analyst", "uploader", "sgc-reviewer", "sgc-uploader"}},
		{[]string{"admin"}, []string{"reviewer", "analyst", "uploader", "sgc-reviewer", "sgc-uploader", "curator", "contributor"}},
	}
	areas := map[string]string{"reviewer": "h", "analyst": "h", "uploader": "h", "sgc-reviewer": "s", "sgc-uploader": "s", "curator": "d", "contributor": "d"}
	lists := [][]string{{"sgc-uploader"}, {"sgc-reviewer"}, {"curator"}, {"contributor"}, {"sgc-uploader", "contributor"},
		{"sgc-uploader", "sgc-reviewer"}, {"analyst"}, {"uploader"}, {"admin"}, {"root"}, {""}, {"SGC-uploader"}, {"contributor", "contributor"}}
	n := 0
	for i, inviter := range inviters {
		by := o.person(t, fmt.Sprintf("inviter%d", i), inviter.roles...)
		o.skipAudit(t)
		for _, also := range lists {
			n++
			name := fmt.Sprintf("p%d@example.org", n)
			want, used := true, map[string]bool{"h": true}
			for _, role := range also {
				want = want && slices.Contains(inviter.gives, role) && !used[areas[role]]
				used[areas[role]] = true
			}
			row := auth.NewInvitation{UserName: name, UserType: "uploader", AlsoRoles: also}
			dry, err := o.Invite(t.Context(), by, auth.AreaHermes, []auth.NewInvitation{row}, true)
			must(t, err)
			got, err := o.Invite(t.Context(), by, auth.AreaHermes, []auth.NewInvitation{row}, false)
			must(t, err)
			cell := fmt.Sprintf("%v with %q", inviter.roles, also)
			if dry[0].Outcome != got[0].Outcome || dry[0].Field != got[0].Field {
				t.Errorf("%s: a dry run expects %+v, then %+v", cell, dry[0], got[0])
			}
			if !want {
				if got[0].Outcome != auth.Refused || got[0].Field != "also_roles" {
					t.Errorf("%s: %+v, want it refused", cell, got[0])
				}
				if _, err := o.store.UserByName(t.Context(), name); !errs.Is(err, errs.NotFound) {
					t.Errorf("%s: an account came of it, %v", cell, err)
				}
				o.wantEvents(t)
				continue
			}
			if got[0].Outcome != auth.Invited {
				t.Errorf("%s: %+v, want it invited", cell, got[0])
				continue
			}
			u := o.user(t, name)
			roles := slices.Sorted(slices.Values(append([]string{"uploader"}, also...)))
			if !slices.Equal(u.Roles, roles) || !slices.Contains(u.Groups, "hermes") || slices.Contains(u.Groups, "sgc") != used["s"] {
				t.Errorf("%s: roles %v, groups %v, want %v", cell, u.Roles, u.Groups, roles)
			}
			o.wantEvents(t, "invitation-sent "+u.ID)
		}
	}
}

// An account that has a role in one of the areas keeps it: the invitation is refused as a whole.
func TestAnInvitationNeverReplacesARole(t *testing.T) {
	t.Parallel()
	o := newPostOffice(t, mailtest.Options{})
	by := o.person(t, "ada@example.org", "admin")
	had := o.account(t, "curator@example.org", "curator")
	row := auth.NewInvitation{UserName: had.UserName, UserType: "uploader", AlsoRoles: []string{"contributor"}}
	got, err := o.Invite(t.Context(), by, auth.AreaHermes, []auth.NewInvitation{row}, false)
	must(t, err)
	if got[0].Outcome != auth.Refused || got[0].Field != "also_roles" || !slices.Equal(o.user(t, had.UserName).Roles, []string{"curator"}) {
		t.Errorf("%+v, roles %v", got[0], o.user(t, had.UserName).Roles)
	}
	row.AlsoRoles = []string{"sgc-reviewer"}
	got, err = o.Invite(t.Context(), by, auth.AreaHermes, []auth.NewInvitation{row}, false)
	must(t, err)
	if got[0].Outcome != auth.Added || !slices.Equal(o.user(t, had.UserName).Roles, []string{"curator", "sgc-reviewer", "uploader"}) {
		t.Errorf("%+v, roles %v", got[0], o.user(t, had.UserName).Roles)
	}
}

// Who invited to two areas may send the link again and withdraw it; who manages only one of them, or
// could not grant the role in the other, may not. An equal in the other area stays out of reach.
func TestAnInvitationToTwoAreasIsManagedByWhoManagesBoth(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	both, one := o.person(t, "both", "reviewer", "sgc-reviewer"), o.person(t, "one", "reviewer")
	row := auth.NewInvitation{UserName: "new@example.org", UserType: "uploader", AlsoRoles: []string{"sgc-reviewer"}}
	_, err := o.Invite(t.Context(), both, auth.AreaHermes, []auth.NewInvitation{row}, false)
	must(t, err)
	u := o.user(t, row.UserName)
	_, err = o.SendLink(t.Context(), one, auth.AreaHermes, u.ID)
	wantCode(t, "the other area's link", err, errs.Forbidden, "other_areas")
	wantCode(t, "the other area's invitation", o.WithdrawInvitation(t.Context(), one, auth.AreaHermes, u.ID), errs.Forbidden, "other_areas")
	sent, err := o.SendLink(t.Context(), both, auth.AreaHermes, u.ID)
	must(t, err)
	_, _, err = o.AcceptInvitation(t.Context(), auth.Accept{Token: tokenOf(t, sent.URL), Password: password})
	must(t, err)
	_, err = o.SendLink(t.Context(), both, auth.AreaHermes, u.ID)
	wantCode(t, "the password of an equal in the other area", err, errs.Forbidden, "equal_account")

	row.UserName = "second@example.org"
	_, err = o.Invite(t.Context(), both, auth.AreaHermes, []auth.NewInvitation{row}, false)
	must(t, err)
	must(t, o.WithdrawInvitation(t.Context(), both, auth.AreaSGC, o.user(t, row.UserName).ID))
}
