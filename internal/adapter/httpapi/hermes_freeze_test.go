package httpapi_test

import (
	"io"
	"strconv"
	"strings"
	"testing"
)

// freezeDocument is a document of all accepted submissions.
func freezeDocument() map[string]any {
	options := metaOptions()
	for _, confirmed := range []string{"shared_people", "few_shared", "inflated", "doubtful_size"} {
		options[confirmed] = true
	}
	return map[string]any{"phenotypes": []string{}, "ancestries": []string{}, "sexes": []string{}, "schemes": []string{"ivw"}, "sex_difference": false,
		"options": options, "rules": []any{}, "exclude": []any{}, "skip": []any{}}
}

type freezeAnswer struct {
	ID, State, Verdict string
	Version            int64
	Actions            map[string]struct{ Allowed bool }
	Plan               struct {
		Left    int
		Studies []struct {
			Cohort string
		}
		Cells []struct {
			Verdict string
			Results []struct {
				State    string
				MetaID   string `json:"meta_id"`
				Progress *struct {
					JobID string `json:"job_id"`
				}
			}
		}
		Flow struct {
			Steps []struct {
				Code         string
				Files        int
				Cohorts      int
				Participants int64
				Lost         []struct {
					Files, Cohorts int
					Participants   int64
				}
			}
		}
	}
}

func (s *site) someFreeze(t *testing.T) (f freezeAnswer) {
	t.Helper()
	s.want(t, 201, request{method: "POST", path: "/api/hermes/freezes", as: "reviewer", body: map[string]any{
		"name": "Release", "release_version": "1.0", "document": freezeDocument(),
	}}, &f)
	return f
}

func atVersion(version int64) map[string]string {
	return map[string]string{"If-Match": `"` + strconv.FormatInt(version, 10) + `"`}
}

func TestFreezeFromDraftToPublicPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.approved(t, "One", "North", 1, nil)
	s.approved(t, "Two", "South", 2, nil)
	f := s.someFreeze(t)
	base := "/api/hermes/freezes/" + f.ID
	if f.State != "draft" || len(f.Plan.Studies) != 2 || !f.Actions["start"].Allowed {
		t.Fatalf("%+v", f)
	}
	s.want(t, 409, request{method: "POST", path: base + "/start", as: "reviewer", header: atVersion(f.Version + 1)}, nil)
	s.want(t, 403, request{method: "POST", path: base + "/start", as: "analyst", header: atVersion(f.Version)}, nil)
	s.want(t, 200, request{method: "POST", path: base + "/start", as: "reviewer", header: atVersion(f.Version)}, &f)
	s.work(t, f.Plan.Cells[0].Results[0].Progress.JobID)
	s.want(t, 200, request{method: "GET", path: base, as: "analyst"}, &f)
	if f.State != "finished" || f.Plan.Cells[0].Results[0].State != "done" {
		t.Fatalf("%+v", f)
	}
	for i, step := range f.Plan.Flow.Steps[1:] {
		files, people := f.Plan.Flow.Steps[i].Files, f.Plan.Flow.Steps[i].Participants
		for _, l := range step.Lost {
			files, people = files-l.Files, people-l.Participants
		}
		if files != step.Files || people != step.Participants {
			t.Errorf("%s does not add up: %+v", step.Code, step)
		}
	}
	s.want(t, 404, request{method: "GET", path: "/api/public/freezes/release-1"}, nil)
	publish := request{method: "PUT", path: base + "/publication", as: "reviewer", header: atVersion(f.Version), body: map[string]any{"name": "release-1"}}
	s.want(t, 200, publish, &f)
	var open struct {
		Results []struct {
			Files []struct{ Name, SHA256 string }
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/public/freezes/release-1"}, &open)
	for _, file := range open.Results[0].Files {
		if strings.Contains(file.Name, "inputs") || strings.Contains(file.Name, "leave-one-out") {
			t.Errorf("%s is public", file.Name)
		}
	}
	w := s.do(t, request{method: "GET", path: "/api/public/freezes/release-1/files/SHA256SUMS"})
	sums, _ := io.ReadAll(w.Body)
	for _, file := range open.Results[0].Files {
		if !strings.Contains(string(sums), file.SHA256+"  "+file.Name+"\n") {
			t.Errorf("%s is missing in SHA256SUMS", file.Name)
		}
	}
	for _, name := range []string{"freeze.yaml", "cells.tsv", "top_loci.tsv", "SHA256SUMS", "everything.zip"} {
		if w := s.do(t, request{method: "GET", path: base + "/files/" + name, as: "analyst"}); w.Code != 200 || w.Body.Len() == 0 {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	s.want(t, 409, request{method: "DELETE", path: base, as: "reviewer", header: atVersion(f.Version)}, nil)
	s.want(t, 200, request{method: "DELETE", path: base + "/publication", as: "reviewer", header: atVersion(f.Version)}, &f)
	s.want(t, 404, request{method: "GET", path: "/api/public/freezes/release-1"}, nil)
	s.want(t, 204, request{method: "DELETE", path: base, as: "reviewer", header: atVersion(f.Version)}, nil)
}
