package httpapi_test

import (
	"strings"
	"testing"

	"cohortium/internal/auth"
)

// Nobody gets round the four eyes by a second account: who made, invited or
// reset an account could be signed in as it. The other way round they may.
func TestNobodyReviewsByASecondAccount(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.ready(t, "reviewer", "Own", "A", 1)
	approve := map[string]any{"decision": "approve"}
	refused := func(as, how string) {
		t.Helper()
		if p := s.review(t, 403, as, d, approve); p.Code != "uploaders_account" {
			t.Errorf("an account that the uploader has %s: %+v", how, p)
		}
		if a := s.get(t, as, d.ID).Actions["review"]; a.Allowed || !strings.Contains(a.Reason, "made, invited or reset") {
			t.Errorf("the page offers a review to an account that the uploader has %s: %+v", how, a)
		}
	}

	s.want(t, 200, request{method: "POST", path: "/api/add-hermes-user", as: "reviewer", body: map[string]any{
		"user_name": "made", "password": password, "user_type": "reviewer",
	}}, nil)
	s.signIn(t, "made", "made")
	s.tokens["made"] = cookie(s.do(t, request{method: "POST", path: "/api/change-password", as: "made", body: map[string]any{"password": second}}))
	refused("made", "made")

	var sent struct {
		Items []struct{ Link struct{ URL string } }
	}
	s.want(t, 200, request{method: "POST", path: "/api/areas/hermes/invitations", as: "reviewer", body: map[string]any{
		"items": []map[string]any{{"user_name": "invited@example.org", "user_type": "reviewer"}},
	}}, &sent)
	_, token, _ := strings.Cut(sent.Items[0].Link.URL, "#invitation=")
	s.secret(token)
	s.tokens["invited"] = cookie(s.do(t, request{method: "POST", path: "/api/invitations/accept", body: map[string]any{"token": token, "password": second}}))
	refused("invited", "invited")

	// An uploader is reset and becomes a reviewer later.
	var link struct{ URL string }
	s.want(t, 200, request{method: "POST", path: "/api/areas/hermes/users/" + s.users["uploader2"].ID + "/link", as: "reviewer"}, &link)
	s.want(t, 200, request{method: "PATCH", path: "/api/areas/hermes/users/" + s.users["uploader2"].ID, as: "admin", body: map[string]any{"role": "reviewer"}}, nil)
	s.tokens["uploader2"] = s.freshSession("uploader2")
	if a := s.get(t, "uploader2", d.ID).Actions["review"]; !a.Allowed {
		t.Errorf("a link that nobody used keeps its owner from reviewing: %+v", a)
	}
	_, token, _ = strings.Cut(link.URL, "#reset=")
	s.secret(token)
	s.want(t, 200, request{method: "POST", path: "/api/password-reset/confirm", body: map[string]any{"token": token, "password": second}}, nil)
	s.tokens["uploader2"] = cookie(s.do(t, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "uploader2", "password": second}}))
	refused("uploader2", "reset")

	// A file of the account that was made is the business of whoever made it.
	made, err := s.store.Accounts().UserByName(t.Context(), "made")
	must(t, err)
	s.users["made"] = made
	own := s.ready(t, "made", "Of the second account", "A", 2)
	s.review(t, 200, "reviewer", own, approve)
	s.review(t, 200, "reviewer2", d, approve)
}

// The account is answered, whatever its name is, and works after its owner has
// chosen a password.
func TestAddHermesUserAnswersTheAccount(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, email := range map[string]string{"demo-uploader": "", "Zoë Straße": "", "ada@example.org": "ada@example.org"} {
		var made struct {
			ID, Email, State string
			UserName         string `json:"user_name"`
			Roles, Groups    []string
		}
		s.want(t, 200, request{method: "POST", path: "/api/add-hermes-user", as: "reviewer", body: map[string]any{
			"user_name": name, "password": password, "user_type": "uploader",
		}}, &made)
		if made.ID == "" || made.UserName != name || made.Email != email || made.State != "active" || strings.Join(made.Roles, ",") != "uploader" || strings.Join(made.Groups, ",") != "hermes" {
			t.Errorf("the answer for %s is %+v", name, made)
		}
		s.want(t, 409, request{method: "POST", path: "/api/add-hermes-user", as: "reviewer", body: map[string]any{
			"user_name": " " + strings.ToUpper(name), "password": password, "user_type": "uploader",
		}}, nil)
		s.signIn(t, name, name)
	}
}

// manage_users is told to the page, with the areas where it counts.
func TestSessionsSayWhatTheyManage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.addCallers(t)
	for name, want := range map[string]string{
		"admin": "hermes,sgc,datasets", "reviewer": "hermes", "sgc-reviewer": "sgc", "uploader": "", "uploader-managing": "hermes", "contributor-managing": "datasets",
	} {
		s.tokens[name] = s.freshSession(name)
		var who struct{ Manages, Permissions []string }
		s.want(t, 200, s.whoami(name), &who)
		granted := strings.Contains(name, "managing") || name == "admin"
		if strings.Join(who.Manages, ",") != want || strings.Contains(strings.Join(who.Permissions, " "), string(auth.ManageUsers)) != granted {
			t.Errorf("%s manages %v with %v, want %s", name, who.Manages, who.Permissions, want)
		}
	}
}
