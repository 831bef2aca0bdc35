package httpapi_test

import "testing"

type prepared struct {
	ID, Name, Note, Status, Answer string
	MadeBy                         string `json:"made_by"`
	EndedBy                        string `json:"ended_by"`
	MetaAnalysisID                 string `json:"meta_analysis_id"`
	Own                            bool
	Version                        int64
	Options                        map[string]any
	Datasets                       []struct {
		UploadID string `json:"upload_id"`
		Change   string
	}
	Actions map[string]struct{ Allowed bool }
}

func preparedBody(name string, sets ...string) map[string]any {
	options := metaOptions()
	options["inflated"] = true // a confirmation, which is not kept
	return map[string]any{"name": name, "phenotype": "ALL_HF", "datasets": sets, "options": options, "note": "All of the freeze."}
}

// TestAPreparedMetaAnalysis goes from an analyst's choice over a change and an input that changes to
// the run of a reviewer, and to one that is declined.
func TestAPreparedMetaAnalysis(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a, b := s.approved(t, "One", "Cohort A", 1, nil), s.approved(t, "Two", "Cohort B", 2, nil)
	const path = "/api/hermes/prepared-meta-analyses"
	var p prepared
	s.want(t, 422, request{method: "POST", path: path, as: "analyst", body: preparedBody("Freeze", a.ID)}, nil)
	s.want(t, 403, request{method: "POST", path: path, as: "uploader", body: preparedBody("Freeze", a.ID, b.ID)}, nil)
	s.want(t, 201, request{method: "POST", path: path, as: "analyst", body: preparedBody("Freeze", a.ID, b.ID)}, &p)
	if p.Status != "waiting" || !p.Own || p.MadeBy != "analyst" || p.Options["inflated"] != nil || p.Actions["start"].Allowed || !p.Actions["edit"].Allowed {
		t.Errorf("prepared: %+v", p)
	}
	var notices struct {
		Unread int64
		Items  []struct {
			PreparedID string `json:"prepared_id"`
			Text       string
		}
	}
	told := func(who, want string) {
		t.Helper()
		s.want(t, 200, request{method: "GET", path: "/api/hermes/notices", as: who}, &notices)
		if len(notices.Items) == 0 || notices.Items[0].PreparedID != p.ID || notices.Items[0].Text != want {
			t.Errorf("%s is told %+v", who, notices.Items)
		}
	}
	told("reviewer2", "analyst prepared Freeze for a reviewer to start.")
	base := path + "/" + p.ID
	put := request{method: "PUT", path: base, as: "analyst", body: preparedBody("Freeze 2", a.ID, b.ID), header: ifVersion(7)}
	s.want(t, 409, put, nil)
	put.header, put.as = ifVersion(1), "reviewer" // may see it, and did not make it
	s.want(t, 404, put, nil)
	put.as = "analyst"
	s.want(t, 200, put, &p)
	if p.Name != "Freeze 2" || p.Version != 2 {
		t.Errorf("changed: %+v", p)
	}
	run := map[string]any{"name": "Freeze 2", "phenotype": "ALL_HF", "datasets": []string{a.ID, b.ID}, "options": metaOptions()}
	start := request{method: "POST", path: "/api/hermes/meta-analyses", as: "reviewer", body: run}
	run["prepared"] = map[string]any{"id": p.ID, "version": 1}
	s.want(t, 409, start, nil) // changed meanwhile
	run["prepared"] = map[string]any{"id": p.ID, "version": 2}
	var m metaAnalysis
	s.want(t, 201, start, &m)
	s.want(t, 409, start, nil) // started already
	p = prepared{}
	s.want(t, 200, request{method: "GET", path: base, as: "analyst"}, &p)
	if p.Status != "started" || p.MetaAnalysisID != m.ID || p.EndedBy != "reviewer" || len(p.Actions) != 0 {
		t.Errorf("started: %+v", p)
	}
	told("analyst", "reviewer started Freeze 2.")

	s.want(t, 201, request{method: "POST", path: path, as: "analyst", body: preparedBody("Again", a.ID, b.ID)}, &p)
	refuse := request{method: "POST", path: path + "/" + p.ID + "/refusal", as: "analyst", body: map[string]any{"answer": "Wait."}, header: ifVersion(1)}
	s.want(t, 403, refuse, nil)
	refuse.as = "reviewer"
	s.want(t, 200, refuse, &p)
	if p.Status != "declined" || p.Answer != "Wait." {
		t.Errorf("declined: %+v", p)
	}
	told("analyst", "reviewer declined Again: Wait.")
	s.want(t, 409, request{method: "POST", path: path + "/" + p.ID + "/withdrawal", as: "analyst", header: ifVersion(2)}, nil)
	var list struct{ Items []prepared }
	s.want(t, 200, request{method: "GET", path: path, as: "reviewer"}, &list)
	if len(list.Items) != 2 || list.Items[0].Name != "Again" {
		t.Errorf("listed: %+v", list.Items)
	}
}
