package httpapi_test

import (
	"net/url"
	"strings"
	"testing"
)

// TestANameIsCheckedWhileItIsTyped checks that the answer equals that of saving, except that names
// of invisible data sets are reported only on saving, which is recorded.
func TestANameIsCheckedWhileItIsTyped(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.newDataset(t, "contributor", "Taken / 🧬")
	s.newDataset(t, "contributor2", "Of another")
	for name, free := range map[string]bool{
		"Free": true, "of another": true, " taken / 🧬 ": false, "": false, strings.Repeat("x", 500): true, strings.Repeat("x", 501): false, "two\nlines": false,
	} {
		var told struct{ Problem string }
		s.want(t, 200, request{method: "GET", path: "/api/dataset-name?name=" + url.QueryEscape(name), as: "contributor"}, &told)
		if (told.Problem == "") != free {
			t.Errorf("%.20q: %q", name, told.Problem)
		}
		if free {
			continue
		}
		var p problem
		q := request{method: "POST", path: "/api/datasets", as: "contributor", body: datasetBody(name, d.StudyID, nil)}
		w := s.do(t, q)
		if w.Code != 409 && w.Code != 422 {
			t.Errorf("%.20q saved: status %d", name, w.Code)
		}
		s.want(t, w.Code, q, &p)
		if len(p.Fields) == 0 || p.Fields[0].Message != told.Problem {
			t.Errorf("%.20q: saving says %+v, typing said %q", name, p.Fields, told.Problem)
		}
	}
	var p problem
	s.want(t, 409, request{method: "POST", path: "/api/datasets", as: "contributor", body: datasetBody("of another", d.StudyID, nil)}, &p)
	if p.Code != "name_taken" {
		t.Errorf("saving: %+v", p)
	}
}
