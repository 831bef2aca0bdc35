package httpapi_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/platform/auth"
)

// A cohort of another account is absent with every method, and nothing of it is in a list.
// TestSEC28Policy tries every route; this test tries other forms of ids.
func TestSEC29CohortsOfOthersAreAbsent(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		theirs := s.fullCohort(t, "sgc-reviewer", "theirs")
		mine := s.newCohort(t, "sgc-uploader", "mine")
		path := "/api/sgc/cohorts/" + theirs.ID
		for _, q := range []request{
			{method: "GET", path: path}, {method: "GET", path: path + "/counts"}, {method: "GET", path: path + "/receipt"},
			{method: "GET", path: path + "/files/cases_controls_male/1"}, {method: "GET", path: path + "/files/cohort_description/1"},
			{method: "PUT", path: path, body: cohortBody("taken", 1000, 400, 600)},
			{method: "PUT", path: path + "/owners", body: map[string]any{"owner": "sgc-uploader", "co_owners": []string{}}},
			{method: "POST", path: path + "/validate"}, {method: "DELETE", path: path + "/files/cases_controls_male"},
			fileOf("POST", "", theirs, "cases_controls_male", maleCases), fileOf("PUT", "", theirs, "cases_controls_male", maleCases),
		} {
			q.header = ifVersion(theirs.Version)
			var p problem
			q.as = "sgc-uploader"
			s.want(t, 404, q, &p)
			if strings.Contains(p.Detail, "theirs") || p.Code != "not_found" {
				t.Errorf("%s %s: %+v", q.method, q.path, p)
			}
			q.as = ""
			s.want(t, 401, q, nil)
		}
		for _, path := range []string{"/files/cases_controls_male/1", "/files/cohort_description/1", "/files/cases_controls_male/0", "/files/..%2f..%2fsite.db/1", "/files/cohort_description/-1"} {
			if w := s.do(t, request{method: "GET", path: "/api/sgc/cohorts/" + mine.ID + path, as: "sgc-uploader"}); w.Code != 404 && w.Code != 422 {
				t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
			}
		}
		var p struct{ Cohorts []struct{ Name string } }
		s.want(t, 200, request{method: "GET", path: "/api/sgc/phenotypes/PSOR", as: "sgc-uploader"}, &p)
		if len(p.Cohorts) != 0 {
			t.Errorf("the users of a phenotype give away %v", p.Cohorts)
		}
		list := s.do(t, request{method: "GET", path: "/api/sgc/cohorts?owner=sgc-reviewer&q=theirs", as: "sgc-uploader"})
		if strings.Contains(list.Body.String(), "theirs") {
			t.Errorf("in the list: %s", list.Body)
		}
		if after := s.cohort(t, "sgc-reviewer", theirs.ID); after.Version != theirs.Version {
			t.Errorf("version %d, was %d", after.Version, theirs.Version)
		}
	})
}

// Invalid ids, in every place.
func TestSEC30IdsOfCohortsAreIds(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		for _, id := range []string{"..", "%2e%2e%2f", "x%00y", "*", "' OR '1'='1", strings.Repeat("a", 65), "00000000-0000-0000-0000-000000000000"} {
			for _, tail := range []string{"", "/counts", "/receipt", "/files/cohort_description/1"} {
				path := "/api/sgc/cohorts/" + strings.ReplaceAll(id, " ", "%20") + tail
				if w := s.do(t, request{method: "GET", path: path, as: "admin"}); w.Code < 300 || w.Code >= 500 {
					t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
				}
			}
		}
		c := s.newCohort(t, "sgc-uploader", "named")
		for _, name := range []string{"../../x.csv", "/etc/passwd", "a\r\nSet-Cookie: a=b.csv", "", strings.Repeat("n", 1024), "\u202egpj.csv"} {
			q := fileOf("PUT", "sgc-uploader", c, "cohort_description", "text", "file_name", name)
			q.path = strings.Replace(q.path, "file_name=counts.csv&", "", 1)
			var accepted struct{ Cohort cohort }
			s.want(t, 200, q, &accepted)
			c = accepted.Cohort
			w := s.do(
				t,
				request{method: "GET", path: fmt.Sprintf("/api/sgc/cohorts/%s/files/cohort_description/%d", c.ID, c.Files[0].Version), as: "sgc-uploader"},
			)
			given := w.Header().Get("Content-Disposition")
			if w.Code != 200 || w.Body.String() != "text" || w.Header().Get("Set-Cookie") != "" || !strings.HasPrefix(given, "attachment; ") ||
				strings.ContainsAny(given, "/\r\n\u202e") {
				t.Errorf("%q: status %d, %s", name, w.Code, given)
			}
		}
	})
}

// Fields that the server sets are not accepted from a form.
func TestSEC31FieldsOfCohortsThatTheServerSets(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		c := s.newCohort(t, "sgc-uploader", "mine")
		for _, field := range []string{"owner", "owner_id", "co_owners", "status", "validated", "validated_at", "version", "id", "created_at", "files", "history", "can"} {
			body := cohortBody("mine", 1000, 400, 600)
			body[field] = "sgc-reviewer"
			s.want(t, 400, request{method: "POST", path: "/api/sgc/cohorts", as: "sgc-uploader", body: body}, nil)
			s.want(t, 400, request{method: "PUT", path: "/api/sgc/cohorts/" + c.ID, as: "sgc-uploader", header: ifVersion(1), body: body}, nil)
		}
		for _, field := range []string{"used_by", "version", "cohorts", "created_at"} {
			body := map[string]any{"description": "x", field: 1}
			s.want(t, 400, request{method: "PUT", path: "/api/sgc/phenotypes/PSOR", as: "sgc-reviewer", header: ifVersion(1), body: body}, nil)
		}
		if after := s.cohort(t, "sgc-uploader", c.ID); after.Version != 1 || after.Owner != "sgc-uploader" {
			t.Errorf("%+v", after)
		}
	})
}

// hiddenCells returns a site with small numbers of every kind, each unique: 3 cases, 2 controls
// next to cases that are nearly the whole group, a breakdown of 4, and pairs of 3 and 1.
func hiddenCells(t *testing.T) (*site, cohort) {
	t.Helper()
	s := newSite(t)
	c := s.newCohort(t, "sgc-uploader", "hidden")
	c = s.put(t, "sgc-uploader", c, "cases_controls_male",
		"phenotype,cases,controls,breakdown\nPSOR,3,397,\nACNE_VULGARIS,398,2,\nALOPECIA_AREATA,144,256,L63:140;L64:4\n")
	c = s.put(t, "sgc-uploader", c, "cases_controls_female", casesHead+"PSOR,203,390\nACNE_VULGARIS,1,599\n")
	c = s.put(t, "sgc-uploader", c, "cooccurrence_male", pairsHead+"PSOR,ACNE_VULGARIS,3\nACNE_VULGARIS,ALOPECIA_AREATA,140\n")
	c = s.put(t, "sgc-uploader", c, "cooccurrence_female", pairsHead+"PSOR,ACNE_VULGARIS,1\n")
	return s, s.put(t, "sgc-uploader", c, "cohort_description", "A cohort of the north.")
}

// No answer of any read contains a number of people from 1 to 4, or one that reveals it by
// subtraction.
func TestSEC35NoAnswerRevealsASmallNumber(t *testing.T) {
	t.Parallel()
	s, c := hiddenCells(t)
	s.archive(t)
	tried := 0
	for _, route := range auth.Policy() {
		method, path, _ := strings.Cut(route.Pattern, " ")
		if method != "GET" || route.Rule.Area != auth.AreaSGC || path == "/api/sgc/users" {
			continue
		}
		for _, kind := range []string{"cases_controls_male", "cases_controls_female", "cooccurrence_male", "cooccurrence_female"} {
			for _, code := range []string{"PSOR", "ACNE_VULGARIS", "ALOPECIA_AREATA"} {
				s.pass()
				at := strings.NewReplacer("{id}", c.ID, "{kind}", kind, "{version}", "1", "{code}", code).Replace(path)
				if at == path && (kind != "cases_controls_male" || code != "PSOR") {
					continue // tried already
				}
				w := s.do(t, request{method: "GET", path: at, as: "sgc-reviewer"})
				if w.Code != 200 {
					t.Errorf("%s: status %d: %s", at, w.Code, w.Body)
				}
				for name, content := range contentOf(t, at, w.Body.Bytes()) {
					noSmallNumber(t, name, content)
				}
				tried++
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d answers", tried)
	}
}

// small returns the secret numbers of hiddenCells, and their differences from 400 males and 600
// females.
func small() []string { return []string{"1", "2", "3", "4", "397", "398", "599"} }

// noSmallNumber searches an answer for exact numbers of few people, and for ranges narrower than
// the hidden range.
func noSmallNumber(t *testing.T, name string, content []byte) {
	t.Helper()
	exact := func(low, high string) {
		if low == high && slices.Contains(small(), low) {
			t.Errorf("%s: exactly %s", name, low)
		}
	}
	switch {
	case json.Valid(content):
		var value any
		must(t, json.Unmarshal(content, &value))
		walk(value, func(object map[string]any) {
			low, isCount := object["low"].(float64)
			high, _ := object["high"].(float64)
			if !isCount {
				return
			}
			exact(fmt.Sprint(low), fmt.Sprint(high))
			if low < high && high-low < 4 {
				t.Errorf("%s: from %v to %v", name, low, high)
			}
		})
	case bytes.HasPrefix(content, []byte("phenotype_code,")): // a range has two columns
		rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
		must(t, err)
		for _, row := range rows[1:] {
			for i, header := range rows[0] {
				if strings.HasSuffix(header, "_low") {
					exact(row[i], row[i+1])
				}
			}
		}
	default:
		for _, cell := range strings.FieldsFunc(string(content), func(r rune) bool { return strings.ContainsRune("\t,;:\r\n", r) }) {
			exact(cell, cell)
		}
	}
}

// walk visits every object in a decoded JSON value.
func walk(value any, visit func(map[string]any)) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			walk(item, visit)
		}
	case map[string]any:
		visit(v)
		for _, item := range v {
			walk(item, visit)
		}
	}
}
