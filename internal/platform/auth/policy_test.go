package auth_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func identity(roles ...string) *auth.Identity {
	return auth.NewIdentity(&auth.User{ID: "u", UserName: "u", IsActive: true, Roles: roles}, nil)
}

func TestPermissionsOfRoles(t *testing.T) {
	for _, c := range []struct {
		roles []string
		want  []string
	}{
		{nil, []string{}},
		{[]string{"unknown"}, []string{}},
		{[]string{"uploader"}, []string{"uploadData"}},
		{[]string{"analyst"}, []string{"viewAllUploads"}},
		{[]string{"reviewer"}, []string{"addUser", "approveUpload", "deleteDataset", "runMetaAnalysis", "uploadData", "viewAllUploads"}},
		{[]string{"sgc-uploader"}, []string{"sgc-upload-data"}},
		{[]string{"contributor"}, []string{}}, // is of its area, and that is all
		{[]string{"curator", "uploader"}, []string{"editAllDatasets", "uploadData", "viewAllDatasets"}},
		{[]string{"admin"}, []string{
			"addUser", "approveUpload", "deleteDataset", "editAllDatasets", "manage_users", "runMetaAnalysis", "sgc-add-user", "sgc-review-data",
			"sgc-review-ma", "sgc-upload-data", "uploadData", "viewAllDatasets", "viewAllUploads",
		}},
	} {
		if diff := cmp.Diff(c.want, identity(c.roles...).Permissions()); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c.roles, diff)
		}
	}
}

func TestRolesNeverCrossAreas(t *testing.T) {
	areas := []auth.Area{auth.AreaHermes, auth.AreaSGC, auth.AreaDatasets}
	for _, role := range auth.Roles() {
		id := identity(role.Name)
		for _, area := range areas {
			want := role.Name == auth.RoleAdmin || role.Area == area
			if got := id.In(area); got != want {
				t.Errorf("%s in %s = %v, want %v", role.Name, area, got, want)
			}
			for _, p := range role.Permissions {
				if got := id.Can(area, p); got != want {
					t.Errorf("%s can %s in %s = %v, want %v", role.Name, p, area, got, want)
				}
			}
		}
	}
}

func TestPolicyIsComplete(t *testing.T) {
	seen := make(map[string]bool)
	for _, route := range auth.Policy() {
		if seen[route.Pattern] {
			t.Errorf("%s stands twice in the table", route.Pattern)
		}
		seen[route.Pattern] = true
		r := route.Rule
		switch r.Access {
		case auth.Nobody:
			t.Errorf("%s lets nobody pass: its rule is not filled in", route.Pattern)
		case auth.Member, auth.Manager:
			if r.Area == "" {
				t.Errorf("%s names no area", route.Pattern)
			}
		case auth.Holder:
			if r.Area == "" || r.Permission == "" {
				t.Errorf("%s names no area or permission", route.Pattern)
			}
		}
	}
}

// Reading is for programs that were made to read; routes that open an account are for people who
// signed in.
func TestScopesOfRoutes(t *testing.T) {
	for _, route := range auth.Policy() {
		method, path, _ := strings.Cut(route.Pattern, " ")
		r := route.Rule
		switch {
		case r.Access == auth.Public:
		case r.Access == auth.Manager || r.Access == auth.Admin:
			if r.Scope != auth.ScopeAdmin {
				t.Errorf("%s manages accounts with scope %q", route.Pattern, r.Scope)
			}
		case r.Object == auth.OwnAccount || strings.HasPrefix(path, "/api/tokens") || strings.HasPrefix(path, "/api/profile/"):
			if r.Scope != "" {
				t.Errorf("%s is open to API tokens", route.Pattern)
			}
		case method == "GET" && r.Scope != "" && r.Scope != auth.ScopeRead && r.Scope != auth.ScopeUpload:
			t.Errorf("%s reads with scope %q", route.Pattern, r.Scope)
		case path == "/api/known-loci", path == "/api/configurations/check", path == "/api/hermes/freeze-plan": // keeps nothing; more than an address can hold
		case method != "GET" && method != "HEAD" && r.Scope == auth.ScopeRead:
			t.Errorf("%s changes something with the scope to read", route.Pattern)
		}
	}
}

func TestRuleIn(t *testing.T) {
	manager := auth.Rule{Access: auth.Manager, Area: auth.AreaOfPath, Scope: auth.ScopeAdmin}
	for _, c := range []struct {
		area string
		role string
		want bool
	}{
		{"hermes", "reviewer", true},
		{"hermes", "sgc-reviewer", false},
		{"hermes", "uploader", false},
		{"sgc", "sgc-reviewer", true},
		{"sgc", "reviewer", false},
		{"datasets", "curator", false},
		{"datasets", "admin", true},
		{"all", "reviewer", false},
		{"all", "admin", true},
		{"{area}", "admin", false},
		{"Hermes", "admin", false},
		{"", "admin", false},
	} {
		if got := manager.In(auth.Area(c.area)).Admit(identity(c.role)) == nil; got != c.want {
			t.Errorf("%s in %q = %t, want %t", c.role, c.area, got, c.want)
		}
	}
	member := auth.Rule{Access: auth.Member, Area: auth.AreaHermes}
	if diff := cmp.Diff(member, member.In(auth.AreaSGC)); diff != "" {
		t.Errorf("a rule with an area of its own changes (-want +got):\n%s", diff)
	}
}

func TestMayGrant(t *testing.T) {
	for _, c := range []struct {
		by   []string
		want []string
	}{
		{nil, nil},
		{[]string{"uploader"}, nil},
		{[]string{"curator"}, nil}, // holds every permission of the role, but manages no accounts
		{[]string{"reviewer"}, []string{"reviewer", "analyst", "uploader"}},
		{[]string{"sgc-reviewer", "analyst"}, []string{"sgc-reviewer", "sgc-uploader"}},
		{[]string{"admin"}, []string{"admin", "reviewer", "analyst", "uploader", "curator", "contributor", "sgc-reviewer", "sgc-uploader"}},
	} {
		var got []string
		for _, role := range auth.Roles() {
			if identity(c.by...).MayGrant(role) {
				got = append(got, role.Name)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c.by, diff)
		}
	}
	var nobody *auth.Identity
	if nobody.MayGrant(auth.Roles()[1]) || nobody.Manages(auth.AreaHermes) || len(nobody.Areas()) != 0 {
		t.Error("nobody may something")
	}
}

func TestDutiesComeFirst(t *testing.T) {
	id := identity("admin")
	id.Duties = []auth.Duty{auth.DutyPassword, auth.DutySecondFactor}
	for _, access := range []auth.Access{auth.SignedIn, auth.Member, auth.Holder, auth.Manager, auth.Admin} {
		err := auth.Rule{Access: access, Area: auth.AreaHermes, Permission: auth.UploadData}.Admit(id)
		wantCode(t, "with duties", err, errs.Forbidden, "password_change_required")
	}
	id.Duties = id.Duties[1:]
	wantCode(t, "with the second", auth.Rule{Access: auth.SignedIn}.Admit(id), errs.Forbidden, "second_factor_required")
	must(t, auth.Rule{Access: auth.Account}.Admit(id))
	must(t, auth.Rule{Access: auth.Public}.Admit(id))
	wantCode(t, "where anybody may", auth.Rule{Access: auth.Anybody}.Admit(id), errs.Forbidden, "second_factor_required")
}

func TestAdmit(t *testing.T) {
	holder := auth.Rule{Access: auth.Holder, Area: auth.AreaHermes, Permission: auth.ApproveUpload}
	member := auth.Rule{Access: auth.Member, Area: auth.AreaHermes}
	for _, c := range []struct {
		name string
		rule auth.Rule
		id   *auth.Identity
		want errs.Kind // Internal means admitted
	}{
		{"public, nobody", auth.Rule{Access: auth.Public}, nil, errs.Internal},
		{"anybody, nobody", auth.Rule{Access: auth.Anybody}, nil, errs.Internal},
		{"anybody, no role", auth.Rule{Access: auth.Anybody}, identity(), errs.Internal},
		{"empty rule, nobody", auth.Rule{}, nil, errs.Unauthenticated},
		{"empty rule, admin", auth.Rule{}, identity("admin"), errs.Forbidden},
		{"signed in, nobody", auth.Rule{Access: auth.SignedIn}, nil, errs.Unauthenticated},
		{"signed in, no role", auth.Rule{Access: auth.SignedIn}, identity(), errs.Internal},
		{"member, uploader", member, identity("uploader"), errs.Internal},
		{"member, another area", member, identity("sgc-reviewer"), errs.Forbidden},
		{"holder, reviewer", holder, identity("reviewer"), errs.Internal},
		{"holder, analyst", holder, identity("analyst"), errs.Forbidden},
		{"holder, admin", holder, identity("admin"), errs.Internal},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.rule.Admit(c.id)
			if c.want == errs.Internal {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			if !errs.Is(err, c.want) {
				t.Errorf("Admit = %v, want kind %v", err, c.want)
			}
		})
	}
}

func TestAdmitObject(t *testing.T) {
	for _, c := range []struct {
		name string
		rule auth.ObjectRule
		id   *auth.Identity
		rel  auth.Relation
		want errs.Kind // Internal means admitted
	}{
		{"own is visible", auth.Visible, identity("uploader"), auth.Owner, errs.Internal},
		{"another's is absent", auth.Visible, identity("uploader"), auth.Unrelated, errs.NotFound},
		{"an analyst sees all", auth.Visible, identity("analyst"), auth.Unrelated, errs.Internal},
		{"another's cannot be changed and is absent", auth.VisibleChange, identity("uploader"), auth.Unrelated, errs.NotFound},
		{"an analyst changes nothing", auth.VisibleChange, identity("analyst"), auth.Unrelated, errs.Forbidden},
		{"a reviewer changes", auth.VisibleChange, identity("reviewer"), auth.Unrelated, errs.Internal},
		{"nobody reviews their own", auth.VisibleForeign, identity("reviewer"), auth.Owner, errs.Forbidden},
		{"an admin neither", auth.VisibleForeign, identity("admin"), auth.Owner, errs.Forbidden},
		{"a reviewer reviews another's", auth.VisibleForeign, identity("reviewer"), auth.Unrelated, errs.Internal},
		{"a session of another user", auth.OwnAccount, identity("admin"), auth.Unrelated, errs.NotFound},
		{"the own session", auth.OwnAccount, identity(), auth.Owner, errs.Internal},
		{"an unfinished upload is the owner's only", auth.OwnerOnly, identity("admin"), auth.Unrelated, errs.NotFound},
		{"the owner goes on with it", auth.OwnerOnly, identity("uploader"), auth.Owner, errs.Internal},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := auth.Rule{Object: c.rule}.AdmitObject(c.id, c.rel, "thing")
			if c.want == errs.Internal {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			if !errs.Is(err, c.want) {
				t.Errorf("AdmitObject = %v, want kind %v", err, c.want)
			}
		})
	}
}
