package httpapi_test

import (
	"strings"
	"testing"
)

func TestHermesPhenotypes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	type object = map[string]any
	type phenotype struct {
		Name, Description string
		Dichotomous       bool
		Terms, Synonyms   []string
		RetiredAt         *string `json:"retired_at"`
		Datasets, Version int64
		History           []struct{ Action string }
	}
	var p phenotype
	add := object{"name": "LVEF", "description": "=Ejection fraction", "dichotomous": false, "terms": []string{"efo_0008373"}}
	s.want(t, 201, request{method: "POST", path: "/api/hermes/phenotypes", as: "reviewer", body: add}, &p)
	if p.Version != 1 || p.Terms[0] != "EFO:0008373" || p.Synonyms == nil || len(p.History) != 1 {
		t.Errorf("added: %+v", p)
	}
	change := object{"description": "Ejection fraction", "dichotomous": false, "retired": true}
	put := request{method: "PUT", path: "/api/hermes/phenotypes/LVEF", as: "reviewer", body: change, header: ifVersion(7)}
	s.want(t, 409, put, nil)
	put.header = ifVersion(1)
	s.want(t, 200, put, &p)
	if p.RetiredAt == nil || p.Version != 2 {
		t.Errorf("retired: %+v", p)
	}
	var found struct {
		Items []phenotype
		Near  bool
	}
	s.want(t, 200, request{method: "GET", path: "/api/hermes/phenotypes?q=ejecton", as: "uploader"}, &found)
	if !found.Near || len(found.Items) != 1 || found.Items[0].Name != "LVEF" {
		t.Errorf("found: %+v", found)
	}
	w := s.do(t, request{method: "GET", path: "/api/hermes/phenotypes.csv", as: "uploader"})
	if want := "ALL_HF,All heart failure,true,,,false,0\r\n"; w.Code != 200 || !strings.Contains(w.Body.String(), want) {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	s.want(t, 204, request{method: "DELETE", path: "/api/hermes/phenotypes/LVEF", as: "reviewer"}, nil)
	s.want(t, 404, request{method: "GET", path: "/api/hermes/phenotypes/LVEF", as: "reviewer"}, nil)
}

func TestPhenotypeRequests(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	type object = map[string]any
	type wish struct {
		ID, Wanted, Status, Phenotype, Answer string
		Own                                   bool
		AskedBy                               string `json:"asked_by"`
	}
	var r wish
	ask := request{method: "POST", path: "/api/hermes/phenotype-requests", as: "uploader", body: object{"wanted": "HFpEF", "why": "x", "dichotomous": true}}
	s.want(t, 201, ask, &r)
	s.want(t, 409, ask, nil)
	var list struct{ Items []wish }
	s.want(t, 200, request{method: "GET", path: "/api/hermes/phenotype-requests", as: "reviewer"}, &list)
	if len(list.Items) != 1 || list.Items[0].Own || list.Items[0].Status != "asked" || list.Items[0].AskedBy != "uploader" {
		t.Errorf("the reviewer sees %+v", list.Items)
	}
	decide := request{method: "POST", path: "/api/hermes/phenotype-requests/" + r.ID + "/decision", as: "reviewer", body: object{"answer": ""}}
	s.want(t, 422, decide, nil)
	decide.body = object{"grant": object{"name": "HFPEF", "description": "HF with preserved EF", "dichotomous": true}, "answer": "Welcome"}
	s.want(t, 200, decide, &r)
	s.want(t, 409, decide, nil)
	s.want(t, 200, request{method: "GET", path: "/api/hermes/phenotype-requests", as: "uploader"}, &list)
	want := wish{ID: r.ID, Wanted: "HFpEF", Status: "granted", Phenotype: "HFPEF", Answer: "Welcome", Own: true, AskedBy: "uploader"}
	if len(list.Items) != 1 || list.Items[0] != want {
		t.Errorf("the uploader sees %+v", list.Items)
	}
}
