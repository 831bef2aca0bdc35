package httpapi_test

import "testing"

func rulesBody(build string, minCell int64) object {
	return object{"target_build": build, "min_cell": minCell}
}

// An administrator changes the rules; history and audit trail have who, when, from and to.
func TestRules(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	type version struct {
		TargetBuild string `json:"target_build"`
		MinCell     int64  `json:"min_cell"`
		Version     int64
		SetBy       string `json:"set_by"`
	}
	var r struct {
		version
		History []version
	}
	put := func(status int, version int64, body object) {
		t.Helper()
		s.want(t, status, request{method: "PUT", path: "/api/consortium/rules", as: "admin", header: ifVersion(version), body: body}, nil)
		s.want(t, 200, request{method: "GET", path: "/api/consortium/rules", as: "admin"}, &r)
	}
	for name, body := range map[string]object{
		"another build": rulesBody("hg18", 5), "no count": rulesBody("hg19", 0), "a count too large": rulesBody("hg19", 1001), "no build": {"min_cell": 5},
	} {
		if w := s.do(t, request{method: "PUT", path: "/api/consortium/rules", as: "admin", header: ifVersion(0), body: body}); w.Code != 400 && w.Code != 422 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	put(200, 0, rulesBody("grch38", 1000))
	put(200, 1, rulesBody("grch38", 1000))
	put(200, 1, rulesBody("grch38", 1))
	put(409, 1, rulesBody("hg19", 5))
	want := []version{{"grch38", 1, 2, "admin"}, {"grch38", 1000, 1, "admin"}}
	if r.version != want[0] || len(r.History) != 2 || r.History[0] != want[0] || r.History[1] != want[1] {
		t.Errorf("%+v", r)
	}
	var config struct {
		Target string `json:"target_genome_build"`
	}
	s.want(t, 200, request{method: "GET", path: "/api/hermes/portal-config", as: "uploader"}, &config)
	if config.Target != "grch38" {
		t.Errorf("uploaders see the target build %q", config.Target)
	}
	var trail struct {
		Items []struct {
			ActorName     string `json:"actor_name"`
			Before, After map[string]string
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/audit?action=settings-changed", as: "admin"}, &trail)
	const name = "smallest count shown"
	if len(trail.Items) != 2 || trail.Items[0].ActorName != "admin" || trail.Items[0].Before[name] != "1000" || trail.Items[0].After[name] != "1" {
		t.Errorf("audit trail: %+v", trail)
	}
}
