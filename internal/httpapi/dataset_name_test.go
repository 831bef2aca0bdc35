package httpapi_test

import (
	"net/url"
	"strings"
	"testing"
)

// TestANameIsCheckedWhileItIsTyped: what is told is what saving would say.
func TestANameIsCheckedWhileItIsTyped(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.newDataset(t, "contributor2", "Taken / 🧬")
	for name, free := range map[string]bool{
		"Free": true, " taken / 🧬 ": false, "": false, strings.Repeat("x", 500): true, strings.Repeat("x", 501): false, "two\nlines": false,
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
}
