package httpapi_test

import (
	"strings"
	"testing"

	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/auth"
)

// judged is a data set under review by accounts of a test.
type judged struct {
	*site
	dataset
}

// refused requires that an account cannot review: it is not offered, with a reason that names who
// may, and it is refused.
func (j judged) refused(t *testing.T, as, code, may string) {
	t.Helper()
	j.pass()
	if p := j.review(t, 403, as, j.dataset, map[string]any{"decision": "approve"}); p.Code != code || !strings.Contains(p.Detail, may) {
		t.Errorf("%s: %+v, want %s and %q", as, p, code, may)
	}
	if a := j.get(t, as, j.ID).Actions["review"]; a.Allowed || !strings.Contains(a.Reason, may) {
		t.Errorf("the page offers a review to %s, or does not say who may: %+v", as, a)
	}
}

// withPassword creates an account of hermes with a password.
func (s *site) withPassword(t *testing.T, by, name, role string) {
	t.Helper()
	s.pass()
	s.want(
		t,
		200,
		request{method: "POST", path: "/api/add-hermes-user", as: by, body: map[string]any{"user_name": name, "password": password, "user_type": role}},
		nil,
	)
	s.signIn(t, name, name)
	s.tokens[name] = cookie(s.do(t, request{method: "POST", path: "/api/change-password", as: name, body: map[string]any{"password": second}}))
	u, err := s.store.Accounts().UserByName(t.Context(), name)
	must(t, err)
	s.users[name] = u
}

// byInvitation invites a person to hermes, who accepts.
func (s *site) byInvitation(t *testing.T, by, name, role string) {
	t.Helper()
	s.pass()
	var sent struct {
		Items []struct{ Link struct{ URL string } }
	}
	s.want(t, 200, request{method: "POST", path: "/api/areas/hermes/invitations", as: by, body: map[string]any{
		"items": []map[string]any{{"user_name": name, "user_type": role}},
	}}, &sent)
	_, token, _ := strings.Cut(sent.Items[0].Link.URL, "#invitation=")
	s.secret(token)
	s.tokens[name] = cookie(s.do(t, request{method: "POST", path: "/api/invitations/accept", body: map[string]any{"token": token, "password": second}}))
	u, err := s.store.Accounts().UserByName(t.Context(), name)
	must(t, err)
	s.users[name] = u
}

// Four eyes apply to all accounts of one person, over any number of links: the creator, inviter,
// resetter or promoter of an account could be signed in with it.
func TestASecondAccountCannotReview(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := judged{s, s.ready(t, "reviewer", "Own", "A", 1)}
	s.withPassword(t, "reviewer", "made", "reviewer")
	d.refused(t, "made", "uploaders_account", "reviewer2")
	s.withPassword(t, "made", "grandchild", "reviewer")
	d.refused(t, "grandchild", "uploaders_account", "reviewer2")
	s.byInvitation(t, "reviewer", "invited@example.org", "reviewer")
	d.refused(t, "invited@example.org", "uploaders_account", "reviewer2")
	s.want(
		t,
		200,
		request{method: "PATCH", path: "/api/areas/hermes/users/" + s.users["uploader"].ID, as: "reviewer", body: map[string]any{"role": "reviewer"}},
		nil,
	)
	s.tokens["uploader"] = s.freshSession("uploader")
	d.refused(t, "uploader", "uploaders_account", "reviewer2") // promoted

	// An uploader is reset and becomes a reviewer later.
	var link struct{ URL string }
	s.want(t, 200, request{method: "POST", path: "/api/areas/hermes/users/" + s.users["uploader2"].ID + "/link", as: "reviewer"}, &link)
	s.want(
		t,
		200,
		request{method: "PATCH", path: "/api/areas/hermes/users/" + s.users["uploader2"].ID, as: "admin", body: map[string]any{"role": "reviewer"}},
		nil,
	)
	s.tokens["uploader2"] = s.freshSession("uploader2")
	if a := s.get(t, "uploader2", d.ID).Actions["review"]; !a.Allowed {
		t.Errorf("a link that nobody used keeps its owner from reviewing: %+v", a)
	}
	_, token, _ := strings.Cut(link.URL, "#reset=")
	s.secret(token)
	s.want(t, 200, request{method: "POST", path: "/api/password-reset/confirm", body: map[string]any{"token": token, "password": second}}, nil)
	s.tokens["uploader2"] = cookie(s.do(t, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "uploader2", "password": second}}))
	d.refused(t, "uploader2", "uploaders_account", "reviewer2")

	// A file of a created account counts as its creator's own, and as that of the sibling accounts.
	own := judged{s, s.ready(t, "made", "Of the second account", "A", 2)}
	own.refused(t, "reviewer", "uploaders_account", "reviewer2")
	own.refused(t, "invited@example.org", "uploaders_account", "reviewer2")
	s.review(t, 200, "reviewer2", d.dataset, map[string]any{"decision": "approve"})
}

// Two accounts of one creator are not two reviewers.
func TestSiblingsAreOneReviewer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.want(t, 200, request{method: "PUT", path: "/api/hermes/settings", as: "admin", header: ifVersion(0), body: map[string]any{
		"reviewers": 2, "checklist": []string{}, "qc": map[string]any{"defaults": map[string]any{"fd": 0.2, "adj": "none", "noind": false}},
	}}, nil)
	d := judged{s, s.ready(t, "uploader", "Two", "A", 1)}
	s.withPassword(t, "reviewer", "one", "reviewer")
	s.withPassword(t, "reviewer", "two", "reviewer")
	s.review(t, 200, "one", d.dataset, map[string]any{"decision": "approve"})
	d.refused(t, "two", "first_reviewers_account", "reviewer2")
	d.refused(t, "reviewer", "first_reviewers_account", "reviewer2")
	s.review(t, 200, "reviewer2", d.dataset, map[string]any{"decision": "approve"})
}

// An account that edits a data set does not review it.
func TestEditorsDoNotReview(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.ready(t, "uploader", "Edited", "A", 1)
	s.withPassword(t, "reviewer", "puppet", "reviewer")
	metadata := hermestest.Metadata("Edited", "A")
	metadata["contactPerson"] = "Another"
	s.want(t, 200, request{method: "PUT", path: "/api/hermes/uploads/" + d.ID + "/metadata", as: "reviewer", header: ifVersion(d.Version), body: map[string]any{
		"metadata": metadata, "mapping": hermestest.Mapping(),
	}}, &d)
	s.work(t, d.Run.JobID)
	j := judged{s, d}
	j.refused(t, "reviewer", "editors_account", "reviewer2")
	j.refused(t, "puppet", "editors_account", "reviewer2")
	s.review(t, 200, "reviewer2", d, map[string]any{"decision": "approve"})
}

// A consortium of one administrator and the accounts that they invited can review its files.
func TestOneAdministratorInvitesAConsortium(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.byInvitation(t, "admin", "u@example.org", "uploader")
	s.byInvitation(t, "admin", "r@example.org", "reviewer")
	s.review(t, 200, "r@example.org", s.ready(t, "u@example.org", "First", "A", 1), map[string]any{"decision": "approve"})
	s.review(t, 200, "admin", s.ready(t, "u@example.org", "Second", "A", 2), map[string]any{"decision": "approve"})
	own := judged{s, s.ready(t, "admin", "Own", "A", 3)}
	own.refused(t, "r@example.org", "uploaders_account", "reviewer")
	s.withPassword(t, "admin", "p", "uploader")
	with := judged{s, s.ready(t, "p", "Of a password", "A", 4)}
	with.refused(t, "admin", "uploaders_account", "r@example.org")
	s.review(t, 200, "r@example.org", with.dataset, map[string]any{"decision": "approve"})
}

// The answer is the account, whatever its name is, and it works after its owner has chosen a
// password.
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
		if made.ID == "" || made.UserName != name || made.Email != email || made.State != "active" || strings.Join(made.Roles, ",") != "uploader" ||
			strings.Join(made.Groups, ",") != "hermes" {
			t.Errorf("the answer for %s is %+v", name, made)
		}
		s.want(t, 409, request{method: "POST", path: "/api/add-hermes-user", as: "reviewer", body: map[string]any{
			"user_name": " " + strings.ToUpper(name), "password": password, "user_type": "uploader",
		}}, nil)
		s.signIn(t, name, name)
	}
}

// The page gets manage_users, with the areas where it applies.
func TestSessionsListManagedAreas(t *testing.T) {
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
