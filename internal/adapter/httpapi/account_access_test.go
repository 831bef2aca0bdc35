package httpapi_test

import (
	"slices"
	"strings"
	"testing"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/platform/auth"
)

func TestAreaAccounts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	type account struct {
		ID, State  string
		UserName   string `json:"user_name"`
		Roles      []string
		Manageable bool
		Sessions   int
	}
	var page struct {
		Items      []account
		Total      int
		NextCursor string `json:"next_cursor"`
	}
	seen := []string{}
	for path := "/api/areas/hermes/users?limit=2&sort=user_name"; path != ""; {
		page.NextCursor = ""
		s.want(t, 200, request{method: "GET", path: path, as: "reviewer"}, &page)
		for _, a := range page.Items {
			seen = append(seen, a.UserName)
		}
		path = ""
		if page.NextCursor != "" {
			path = "/api/areas/hermes/users?limit=2&sort=user_name&cursor=" + page.NextCursor
		}
	}
	want := []string{"admin", "analyst", "reviewer", "reviewer2", "uploader", "uploader2"}
	if !slices.Equal(seen, want) || page.Total != len(want) {
		t.Errorf("%d accounts %v, want %v", page.Total, seen, want)
	}
	s.want(t, 200, request{method: "GET", path: "/api/areas/all/users?role=curator", as: "admin"}, &page)
	if page.Total != 1 || page.Items[0].UserName != "curator" || page.Items[0].State != "active" {
		t.Errorf("%+v", page)
	}
	var changed account
	s.want(
		t,
		200,
		request{method: "PATCH", path: "/api/areas/hermes/users/" + s.users["uploader"].ID, as: "reviewer", body: map[string]any{"role": "analyst"}},
		&changed,
	)
	if !slices.Equal(changed.Roles, []string{"analyst"}) {
		t.Errorf("%+v", changed)
	}
	var hermes []struct {
		UserName string `json:"user_name"`
		Role     string
		IsActive bool `json:"is_active"`
	}
	s.want(t, 200, request{method: "GET", path: "/api/hermes-users", as: "reviewer"}, &hermes)
	if len(hermes) != 5 {
		t.Errorf("%+v", hermes)
	}
}

func TestRolesListWhatTheCallerMayGrant(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var roles struct {
		Items []struct {
			Name      string
			Grantable bool
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/roles", as: "reviewer"}, &roles)
	for _, r := range roles.Items {
		if grantable := slices.Contains([]string{"reviewer", "analyst", "uploader"}, r.Name); r.Grantable != grantable {
			t.Errorf("a reviewer may grant %s: %v", r.Name, r.Grantable)
		}
	}
}

func TestAccessRequests(t *testing.T) {
	t.Parallel()
	ask := request{
		method: "POST",
		path:   "/api/access-requests",
		body:   map[string]any{"email": "asks@example.org", "area": "sgc", "reason": "Our cohort has counts."},
	}
	newSite(t).want(t, 404, ask, nil)
	s := newSite(t, func(d *auth.Deps) { d.Settings.Registration = true }, func(d *httpapi.Deps) { d.Config.Registration = true })
	s.want(t, 202, ask, nil)
	var list struct {
		Items []struct{ ID, Email, Reason string }
	}
	s.want(t, 200, request{method: "GET", path: "/api/areas/sgc/access-requests", as: "sgc-reviewer"}, &list)
	if len(list.Items) != 1 || list.Items[0].Email != "asks@example.org" {
		t.Fatalf("%+v", list)
	}
	decide := request{
		method: "POST",
		path:   "/api/areas/sgc/access-requests/" + list.Items[0].ID,
		as:     "sgc-reviewer",
		body:   map[string]any{"decision": "invite", "user_type": "uploader"},
	}
	var sent struct{ URL string }
	s.want(t, 200, decide, &sent)
	if !strings.Contains(sent.URL, "/register#invitation=") {
		t.Errorf("%+v", sent)
	}
	s.want(t, 404, decide, nil)
}
