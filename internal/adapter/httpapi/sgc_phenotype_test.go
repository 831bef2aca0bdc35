package httpapi_test

import (
	"strings"
	"testing"
)

func TestPhenotypes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	type phenotype struct {
		Code, Description string
		Aliases           []string
		Retired           bool
		UsedBy            int64 `json:"used_by"`
		Version           int64
		Cohorts           []struct{ Name string }
	}
	var list struct{ Items []phenotype }
	s.want(t, 200, request{method: "GET", path: "/api/sgc/phenotypes", as: "sgc-uploader"}, &list)
	if len(list.Items) != 106 {
		t.Errorf("%d phenotypes", len(list.Items))
	}
	one := func(method, code string, status int, version int64, body any) phenotype {
		path := "/api/sgc/phenotypes/" + code
		if method == "POST" {
			path = "/api/sgc/phenotypes"
		}
		var p phenotype
		q := request{method: method, path: path, as: "sgc-reviewer", header: ifVersion(version), body: body}
		if status == 204 {
			s.want(t, status, q, nil)
		} else {
			s.want(t, status, q, &p)
		}
		return p
	}
	type object = map[string]any
	p := one("POST", "", 201, 0, object{"code": "NEW_ONE", "description": "A new one", "aliases": []string{"New one"}})
	if p.Version != 1 || p.Aliases[0] != "New one" || p.Cohorts == nil {
		t.Errorf("added: %+v", p)
	}
	one("POST", "", 409, 0, object{"code": "NEW_ONE", "description": "again"})
	one("POST", "", 409, 0, object{"code": "OTHER", "description": "again", "aliases": []string{"PSOR"}})
	one("POST", "", 422, 0, object{"code": "new", "description": "lower case"})
	one("POST", "", 422, 0, object{"description": "no code"})
	p = one("PUT", "NEW_ONE", 200, 1, object{"description": "Another text", "retired": true})
	if p.Version != 2 || !p.Retired || p.Description != "Another text" || len(p.Aliases) != 0 {
		t.Errorf("changed: %+v", p)
	}
	one("PUT", "NEW_ONE", 409, 1, object{"description": "of an old version", "retired": false})
	one("PUT", "NEW_ONE", 422, 2, object{"description": " ", "retired": false}) // nothing is stored: the version stays 2
	if p = one("PUT", "NEW_ONE", 200, p.Version, object{"description": "Another text", "retired": false}); p.Retired {
		t.Errorf("restored: %+v", p)
	}
	one("PUT", "ABSENT", 404, 1, object{"description": "x"})
	one("DELETE", "NEW_ONE", 204, 0, nil)
	s.fullCohort(t, "sgc-uploader", "uses it")
	var refusal problem
	s.want(t, 409, request{method: "DELETE", path: "/api/sgc/phenotypes/PSOR", as: "sgc-reviewer"}, &refusal)
	if refusal.Code != "phenotype_used" || !strings.Contains(refusal.Detail, "uses it") {
		t.Errorf("deleting one in use: %+v", refusal)
	}
	for _, method := range []string{"POST", "PUT", "DELETE"} {
		path := map[string]string{"POST": "", "PUT": "/PSOR", "DELETE": "/PSOR"}[method]
		q := request{method: method, path: "/api/sgc/phenotypes" + path, as: "sgc-uploader", header: ifVersion(1)}
		if method != "DELETE" {
			q.body = object{"description": "x"}
		}
		s.want(t, 403, q, nil)
	}
}
