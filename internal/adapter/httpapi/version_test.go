package httpapi_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/adapter/httpapi/openapi"
	registry "cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
)

// versioned lists the calls of the contract that accept If-Match, as patterns of the mux.
func versioned(t *testing.T) (patterns []string) {
	t.Helper()
	var c struct {
		Paths map[string]map[string]json.RawMessage
	}
	must(t, json.Unmarshal(openapi.Document(), &c))
	for path, item := range c.Paths {
		for method, text := range item {
			if strings.Contains(string(text), "#/components/parameters/IfMatch") {
				patterns = append(patterns, strings.ToUpper(method)+" "+path)
			}
		}
	}
	slices.Sort(patterns)
	return patterns
}

// TestNoVersionButTheCurrentOneChangesAnything sends hostile versions to every call that accepts
// one, on an object of the caller, with a valid body.
func TestNoVersionButTheCurrentOneChangesAnything(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on, func(d *auth.Deps) { d.Settings.Registration = true }, func(c *registry.Config) { c.Publications = emptyLibrary{} })
		s.addCallers(t)
		patterns := versioned(t)
		if len(patterns) < 25 {
			t.Fatalf("calls with If-Match: %q", patterns)
		}
		type object = map[string]any
		changing := map[string]any{ // if the body of the policy test breaks a rule or changes nothing
			"PATCH /api/configurations/{id}":           object{"owner": "admin"},
			"PUT /api/datasets/{id}/owners":            object{"owner": "admin", "co_owners": []string{"contributor"}},
			"PUT /api/hermes/freezes/{id}":             object{"name": "Another name", "release_version": "2", "document": freezeDocument()},
			"PUT /api/hermes/freezes/{id}/publication": object{"name": "another-name"},
			"PUT /api/hermes/phenotypes/{code}":        object{"description": "Another text", "dichotomous": true},
			"PUT /api/sgc/phenotypes/{code}":           object{"description": "Another text"},
			"PUT /api/studies/{id}":                    object{"name": "Another name", "institution": "x"},
		}
		tries := 0
		for _, pattern := range patterns {
			o := objects{}
			owner := "admin"
			if strings.HasSuffix(pattern, "/review") { // reviewers cannot undo decisions about their own files
				owner = "uploader"
			}
			if make := s.makerFor(t, pattern, "absent"); make != nil {
				o = make(t, owner, "hermes")
			}
			ask := func(version string) (int, string) {
				tries++
				s.pass()
				q := s.requestFor(t, pattern, o)
				if body, ok := changing[pattern]; ok {
					q.body = body
				}
				q.as, q.path = "admin", strings.Replace(q.path, "/api/hermes/phenotypes/ACNE_VULGARIS", "/api/hermes/phenotypes/DCM_Broad", 1)
				q.header["If-Match"] = version
				w := s.do(t, q)
				var p problem
				must(t, json.Unmarshal(w.Body.Bytes(), &p))
				return w.Code, p.Code
			}
			for _, version := range []string{
				"0", "1", "2", "99", "-1", "*", `"*"`, `W/"1"`, `w/"2"`, `"W/1"`, "", `"`, `""`, `""1""`, `"01"`, `"00"`, `"-0"`, `"-1"`, `"+1"`, `"1.0"`, `"1e0"`, `"0x1"`, `"1_0"`,
				`" 1"`, `"1 "`, `"1", "2"`, `"1","2"`, `'1'`, "“1”", `"١"`, `"9223372036854775808"`, `"18446744073709551616"`, `"any"`, `"null"`, `"` + strings.Repeat("9", 400) + `"`,
			} {
				if status, code := ask(version); status != http.StatusBadRequest || code != "bad_version" && version != "" {
					t.Errorf("%s with If-Match %.40s: %d %s", pattern, version, status, code)
				}
			}
			for _, version := range []string{`"0"`, `"9223372036854775807"`} {
				if version == `"0"` &&
					slices.Contains(
						[]string{"PUT /api/hermes/settings", "PUT /api/consortium", "PUT /api/consortium/rules"},
						pattern,
					) { // which has this version before its first change
					continue
				}
				if status, code := ask(version); status != http.StatusConflict && code != "problems" {
					t.Errorf("%s with If-Match %s: %d %s", pattern, version, status, code)
				}
			}
		}
		t.Logf("%d tries at %d calls", tries, len(patterns))
	})
}
