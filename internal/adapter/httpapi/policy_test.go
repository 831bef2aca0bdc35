package httpapi_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/google/go-cmp/cmp"

	registry "cohortium/internal/area/dataset"
	"cohortium/internal/dev/attack"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// caller is a kind of caller: without an account, an account with a cookie or with a token of the
// user service, or an API token.
type caller struct {
	name   string
	user   string
	bearer bool       // of the user service, group sgc
	scope  auth.Scope // of an API token
	owes   bool       // the account has an open duty
}

func callers() []caller {
	all := []caller{{name: "anonymous"}}
	for _, role := range auth.Roles() {
		all = append(all, caller{name: role.Name, user: role.Name})
	}
	for _, scope := range []auth.Scope{auth.ScopeRead, auth.ScopeUpload, auth.ScopeReview, auth.ScopeAdmin} {
		all = append(all, caller{name: "token of an admin to " + string(scope), user: "admin", scope: scope})
	}
	return append(all,
		caller{name: "hermes only", user: "hermes-only"},
		caller{name: "reviewer who owes a password", user: "newcomer", owes: true},
		caller{name: "bearer of sgc-reviewer", user: "sgc-reviewer", bearer: true},
		caller{name: "bearer of sgc-uploader", user: "sgc-uploader", bearer: true},
		caller{name: "bearer of an admin", user: "admin", bearer: true},
		caller{name: "bearer of a reviewer", user: "reviewer-in-sgc", bearer: true},
		caller{name: "uploader who manages users", user: "uploader-managing"},
		caller{name: "contributor who manages users", user: "contributor-managing"},
		caller{name: "bearer of sgc-uploader who manages users", user: "sgc-uploader-managing", bearer: true},
	)
}

// TestSEC28Policy calls every route of the table as every kind of caller, on an object of the
// caller and of another account, and compares the answer with the table, read by an independent
// oracle.
func TestSEC28Policy(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *auth.Deps) { d.Settings.Registration = true }, func(c *registry.Config) { c.Publications = emptyLibrary{} })
	s.addCallers(t)
	meta := s.metaAnalysisOf(t)
	s.cells = attack.New(t, "access: route × caller × object")
	for _, route := range auth.Policy() {
		makers := s.makerFor(t, route.Pattern, meta)
		for _, c := range callers() {
			for _, area := range areasIn(route.Pattern) {
				s.checkCell(t, route, c, area, makers, false)
				if c.user != "" && route.Rule.Object != auth.AnyObject {
					s.checkCell(t, route, c, area, makers, true)
				}
			}
		}
	}
}

// emptyLibrary knows no publication.
type emptyLibrary struct{}

// Publication implements dataset.Publications.
func (emptyLibrary) Publication(context.Context, registry.PubID) (*registry.Publication, error) {
	return nil, errs.Missing("publication")
}

func (s *site) addCallers(t *testing.T) {
	t.Helper()
	for _, in := range []auth.NewUser{
		{UserName: "hermes-only", Roles: []string{"uploader"}, Groups: []string{"hermes"}},
		{UserName: "reviewer-in-sgc", Roles: []string{"reviewer"}, Groups: []string{"sgc"}},
		{UserName: "newcomer", Roles: []string{"reviewer"}, Temporary: true},
		{UserName: "uploader-managing", Roles: []string{"uploader"}},
		{UserName: "contributor-managing", Roles: []string{"contributor"}},
		{UserName: "sgc-uploader-managing", Roles: []string{"sgc-uploader"}, Groups: []string{"sgc"}},
	} {
		in.Password = password
		u, err := s.auth.CreateUser(t.Context(), in)
		must(t, err)
		s.users[in.UserName] = u
	}
	for name, area := range map[string]string{"uploader-managing": "hermes", "contributor-managing": "datasets", "sgc-uploader-managing": "sgc"} {
		s.want(
			t,
			200,
			request{method: "PATCH", path: "/api/areas/" + area + "/users/" + s.users[name].ID, as: "admin", body: map[string]any{"manage_users": true}},
			nil,
		)
	}
}

// areasIn returns the values of {area} to try.
func areasIn(pattern string) []string {
	if strings.Contains(pattern, "{area}") {
		return []string{"hermes", "sgc", "datasets", "all"}
	}
	return []string{""}
}

// may reads the table of DESIGN for one rule and caller: 0 if the caller is admitted, else the
// status of the refusal.
func may(route auth.Route, area string, c caller) int {
	rule, ofUserService := route.Rule, strings.Contains(route.Pattern, " /api/auth/")
	if rule.Area != auth.AreaOfPath {
		area = string(rule.Area)
	}
	switch {
	case rule.Access == auth.Public, rule.Access == auth.Anybody && c.user == "":
		return 0
	case c.user == "", ofUserService && !c.bearer && c.scope == "": // cookies do not count there
		return http.StatusUnauthorized
	case c.scope != "" && rule.Scope != c.scope:
		return http.StatusForbidden
	case c.bearer && route.Pattern == "POST /api/tokens": // a token of one group must not open the others
		return http.StatusForbidden
	case rule.Access == auth.Account, (rule.Access == auth.SignedIn || rule.Access == auth.Anybody) && !c.owes:
		return 0
	case c.owes:
		return http.StatusForbidden
	}
	if holds(rule, area, c) {
		return 0
	}
	return http.StatusForbidden
}

// holds reports whether the roles of a caller are sufficient in an area.
func holds(rule auth.Rule, area string, c caller) bool {
	if c.bearer && area != "sgc" && rule.Access != auth.Sender {
		return false
	}
	permissions, member := map[string]map[string][]string{
		"reviewer":              {"hermes": {"viewAllUploads", "approveUpload", "deleteDataset", "runMetaAnalysis", "addUser", "uploadData"}},
		"newcomer":              {"hermes": {"viewAllUploads", "approveUpload", "deleteDataset", "runMetaAnalysis", "addUser", "uploadData"}},
		"reviewer-in-sgc":       {"hermes": {"viewAllUploads", "approveUpload", "deleteDataset", "runMetaAnalysis", "addUser", "uploadData"}},
		"uploader-managing":     {"hermes": {"uploadData", "manage_users"}},
		"contributor-managing":  {"datasets": {"manage_users"}},
		"sgc-uploader-managing": {"sgc": {"sgc-upload-data", "manage_users"}},
		"analyst":               {"hermes": {"viewAllUploads"}},
		"uploader":              {"hermes": {"uploadData"}},
		"hermes-only":           {"hermes": {"uploadData"}},
		"curator":               {"datasets": {"viewAllDatasets", "editAllDatasets"}},
		"contributor":           {"datasets": {}},
		"sgc-reviewer":          {"sgc": {"sgc-review-data", "sgc-review-ma", "sgc-add-user", "sgc-upload-data"}},
		"sgc-uploader":          {"sgc": {"sgc-upload-data"}},
	}[c.user][area]
	admin := c.user == "admin"
	switch rule.Access {
	case auth.Member:
		return admin || member
	case auth.Sender:
		return holds(auth.Rule{Access: auth.Holder, Permission: auth.UploadData}, "hermes", c) || holds(auth.Rule{Access: auth.Member}, "datasets", c)
	case auth.Holder:
		return admin || slices.Contains(permissions, string(rule.Permission))
	case auth.Manager:
		return admin || slices.Contains(permissions, "addUser") || slices.Contains(permissions, "sgc-add-user") || slices.Contains(permissions, "manage_users")
	case auth.Admin:
		return admin && !c.bearer
	}
	return false
}

// mayTouch returns what the table allows for an object.
func mayTouch(rule auth.Rule, c caller, owner bool) int {
	can := func(p auth.Permission) bool {
		return holds(auth.Rule{Access: auth.Holder, Permission: p}, "hermes", c)
	}
	switch rule.Object {
	case auth.AnyObject, auth.DatasetOpen: // the ones of this test are public
		return 0
	case auth.OwnerOnly, auth.OwnAccount:
		if !owner {
			return http.StatusNotFound
		}
		return 0
	case auth.VisibleJob, auth.VisibleCancel: // the jobs of this test are of hermes
		if !holds(auth.Rule{Access: auth.Member}, "hermes", c) {
			return http.StatusNotFound
		}
	}
	if rule.Object == auth.CohortShared || rule.Object == auth.CohortOwned {
		if owner || holds(auth.Rule{Access: auth.Holder, Permission: auth.SGCReviewData}, "sgc", c) {
			return 0
		}
		return http.StatusNotFound
	}
	if slices.Contains([]auth.ObjectRule{auth.IndexVisible, auth.IndexChange, auth.PageVisible, auth.PageChange}, rule.Object) { // private ones of hermes
		if c.user == "admin" && !c.bearer || owner && holds(auth.Rule{Access: auth.Member}, "hermes", c) {
			return 0
		}
		return http.StatusNotFound
	}
	if rule.Object == auth.TableVisible || rule.Object == auth.TableOwned { // the ones of this test are of hermes, and no page shows them
		if owner && holds(auth.Rule{Access: auth.Member}, "hermes", c) {
			return 0
		}
		return http.StatusNotFound
	}
	switch all := holds(auth.Rule{Access: auth.Holder, Permission: auth.EditAllDatasets}, "datasets", c); rule.Object {
	case auth.DatasetVisible, auth.DatasetChange, auth.DatasetOwned: // the ones of this test are private
		if !owner && !all {
			return http.StatusNotFound
		}
		return 0
	case auth.StudyOwned: // visible to all
		if !owner && !all {
			return http.StatusForbidden
		}
		return 0
	}
	switch {
	case !owner && !can(auth.ViewAllUploads):
		return http.StatusNotFound
	case rule.Object == auth.VisibleForeign && owner:
		return http.StatusForbidden
	case (rule.Object == auth.VisibleChange || rule.Object == auth.VisibleCancel) && !owner && !can(auth.ApproveUpload):
		return http.StatusForbidden
	}
	return 0
}

func (s *site) checkCell(t *testing.T, route auth.Route, c caller, area string, make maker, own bool) {
	t.Helper()
	s.skew.Add(int64(10 * time.Second)) // past any rate limit
	want := may(route, area, c)
	o := objects{id: "absent", run: "absent", area: area}
	if want == 0 && make != nil {
		owner := map[auth.Area]string{auth.AreaDatasets: "contributor2"}[route.Rule.Area]
		if owner == "" {
			owner = "uploader2"
		}
		if own {
			owner = c.user
		}
		if own && !canOwn(route.Rule, c) {
			return
		}
		o = make(t, owner, area)
		o.area = area
		want = mayTouch(route.Rule, c, own)
	}
	q := s.requestFor(t, route.Pattern, o)
	s.credentials(t, c, route.Pattern, &q)
	w := s.do(t, q)
	name := q.method + " " + q.path + " as " + c.name
	if own {
		name += " (owner)"
	}
	s.cells.Try(want == 0 || w.Code == want, "%s: status %d, want %d: %s", name, w.Code, want, w.Body)
	switch {
	case want != 0:
	case w.Code >= 500 || slices.Contains([]int{400, 405, 415, 429}, w.Code) && route.Rule.Access != auth.Public:
		t.Errorf("%s: status %d, want it understood: %s", name, w.Code, w.Body)
	case route.Rule.Access != auth.Public && slices.Contains([]int{401, 403}, w.Code):
		t.Errorf("%s: status %d, want it admitted: %s", name, w.Code, w.Body)
	case o.id != "absent" && w.Code == http.StatusNotFound && !strings.Contains(route.Pattern, "{name}") && !strings.HasSuffix(route.Pattern, "/report.html"):
		t.Errorf("%s: absent, want it admitted: %s", name, w.Body)
	}
}

// canOwn reports whether an account can own objects of a rule's kind.
func canOwn(rule auth.Rule, c caller) bool {
	return rule.Object == auth.OwnAccount || rule.Area == auth.AreaSGC || rule.Area == auth.AreaDatasets || rule.Access == auth.Sender ||
		slices.Contains([]string{"admin", "reviewer", "analyst", "uploader", "hermes-only", "uploader-managing"}, c.user)
}

// freshFor is how long credentials are used before new ones are created.
const freshFor = 20 * time.Minute

// credentials adds those of a caller to a request. It creates new ones if they are old, and for
// routes that end them.
func (s *site) credentials(t *testing.T, c caller, pattern string, q *request) {
	t.Helper()
	if c.user == "" {
		return
	}
	if made, ok := s.made[c.name]; !ok || s.now().Sub(made) > freshFor {
		s.made[c.name] = s.now()
		switch {
		case c.bearer:
			s.tokens[c.name] = s.groupToken(t, c.user)
		case c.scope == "":
			s.tokens[c.name] = s.freshSession(c.user)
		case !ok:
			s.tokens[c.name] = s.apiToken(t, c.user, c.scope)
		}
	}
	if strings.Contains(pattern, "logout") || pattern == "DELETE /api/sessions" { // and everything that the account has
		maps.DeleteFunc(s.made, func(name string, _ time.Time) bool { return !strings.HasPrefix(name, "token of") })
	}
	if c.scope != "" || c.bearer {
		q.bearer = s.tokens[c.name]
	} else {
		q.as = c.name
	}
}

var update = flag.Bool("update", false, "write the golden file")

// longestShown is the maximum length of an address in the table.
const longestShown = 62

// The table of callers per route. A change of permissions changes this file.
func TestSEC28PolicyTable(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 1, ' ', 0)
	for i, c := range callers() {
		fmt.Fprintf(table, "%d %s\n", i, c.name)
	}
	for _, route := range auth.Policy() {
		for _, area := range areasIn(route.Pattern) {
			name := strings.Replace(route.Pattern, "{area}", area, 1)
			if len(name) > longestShown { // it would move every line of the table
				name = errs.Shortened(name, longestShown-1)
			}
			fmt.Fprint(table, name)
			for i, c := range callers() {
				mark := strconv.Itoa(i)
				if may(route, area, c) != 0 {
					mark = "."
				}
				fmt.Fprint(table, "\t", mark)
			}
			fmt.Fprintf(table, "\t%s\n", route.Rule.Object)
		}
	}
	must(t, table.Flush())
	const path = "testdata/policy.golden"
	if *update {
		must(t, os.WriteFile(path, []byte(text.String()), 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(text.String(), "\n")); diff != "" {
		t.Errorf("who may do what has changed (-was +is); run with -update if it should:\n%s", diff)
	}
}

func TestEveryOtherPathAndMethodIsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/api/nothing", 404},
		{"GET", "/api/hermes/uploads/a/b/c/d", 404},
		{"GET", "/elsewhere", 404},
		{"PATCH", "/api/hermes/uploads", 405},
		{"POST", "/api/is-logged-in", 405},
		{"DELETE", "/api/login", 405},
		{"GET", "/api/hermes/uploads/../../etc/passwd", 307},
		{"GET", "/api/is-logged-in/fake.css", 404},
	} {
		w := s.do(t, request{method: c.method, path: c.path, as: "admin"})
		if w.Code != c.status && (c.status != 307 || w.Code != 301) {
			t.Errorf("%s %s: status %d, want %d", c.method, c.path, w.Code, c.status)
		}
		if c.status == 405 && w.Header().Get("Allow") == "" {
			t.Errorf("%s %s: no Allow", c.method, c.path)
		}
	}
}
