package httpapi_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"cohortium/internal/platform/auth"
)

// resultData is the part of a data set made from a result that tests read.
type resultData struct {
	ID               string
	Name             string
	Owner            string
	Sharing          string
	FromMetaAnalysis string `json:"from_meta_analysis"`
	GenomeBuild      string `json:"genome_build"`
	Ancestry         string
	Sex              string
	N                int64  `json:"global_sample_size"`
	Email            string `json:"data_submitter_email"`
	Description      string
	Study            struct{ Name string }
	Phenotypes       []struct {
		Phenotype   string
		Dichotomous bool
		Size        int64 `json:"sample_size"`
		File        *struct {
			ID   string
			Size int64
		}
	}
}

// addBoth adds an account of HERMES and of the registry.
func (s *site) addBoth(t *testing.T, name, email string) {
	t.Helper()
	u, err := s.auth.CreateUser(t.Context(), auth.NewUser{UserName: name, Email: email, Password: password, Roles: []string{"reviewer", "contributor"}})
	must(t, err)
	s.users[name] = u
	s.tokens[name] = s.freshSession(name)
}

func (s *site) registerResult(t *testing.T, status int, as, metaID string, out any) {
	t.Helper()
	s.want(t, status, request{method: "POST", path: "/api/datasets/from-result", as: as, body: map[string]any{"meta_analysis": metaID}}, out)
}

func TestAResultBecomesADataSet(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.addBoth(t, "both", "both@example.org")
	s.addBoth(t, "other", "other@example.org")
	s.addBoth(t, "mailless", "")
	a, b := s.approved(t, "One", "Cohort A", 1, nil), s.approved(t, "Two", "Cohort B", 2, nil)
	m, _ := s.combine(t, 201, nil, a, b)
	base := "/api/hermes/meta-analyses/" + m.ID
	s.registerResult(t, http.StatusConflict, "both", m.ID, nil) // it is not finished
	s.want(t, http.StatusConflict, request{method: "DELETE", path: base, as: "reviewer"}, nil)
	s.work(t, m.JobID)

	var p problem
	s.registerResult(t, http.StatusNotFound, "contributor", m.ID, nil)
	s.registerResult(t, http.StatusForbidden, "reviewer", m.ID, nil)
	if s.registerResult(t, http.StatusUnprocessableEntity, "mailless", m.ID, &p); p.Code != "no_email" {
		t.Errorf("without an e-mail address: %+v", p)
	}
	var d resultData
	s.registerResult(t, http.StatusCreated, "both", m.ID, &d)
	if d.Name != "Combined" || d.Owner != "both" || d.Sharing != "private" || d.FromMetaAnalysis != m.ID || d.Email != "both@example.org" ||
		d.GenomeBuild != "hg19" || d.Sex != "mixed" || d.Study.Name != "Meta-analyses of HERMES" || len(d.Phenotypes) != 1 || d.Phenotypes[0].File == nil {
		t.Fatalf("registered: %+v", d)
	}
	if d.N != d.Phenotypes[0].Size || d.N == 0 || d.Phenotypes[0].Phenotype != "ALL_HF" || !strings.Contains(d.Description, "One (Cohort A); Two (Cohort B)") {
		t.Errorf("registered: %+v", d)
	}
	sent := s.do(t, request{method: "GET", path: base + "/files/results.tsv.gz", as: "both"})
	kept := s.do(t, request{method: "GET", path: "/api/datasets/" + d.ID + "/files/" + d.Phenotypes[0].File.ID, as: "both"})
	if kept.Code != 200 || !bytes.Equal(sent.Body.Bytes(), kept.Body.Bytes()) {
		t.Errorf("the file of the data set has %d bytes (status %d), that of the result %d", kept.Body.Len(), kept.Code, sent.Body.Len())
	}

	// A second call returns the same one; callers who may not see it learn the owner's name.
	var again resultData
	if s.registerResult(t, http.StatusOK, "both", m.ID, &again); again.ID != d.ID {
		t.Errorf("registered again: %s, want %s", again.ID, d.ID)
	}
	if s.registerResult(t, http.StatusConflict, "other", m.ID, &p); p.Code != "result_registered" || !strings.HasPrefix(p.Detail, "both has registered") {
		t.Errorf("registered by another user: %+v", p)
	}
	var seen struct {
		Dataset *struct{ ID, Name string }
		Actions map[string]struct{ Allowed bool }
	}
	if s.want(t, 200, request{method: "GET", path: base, as: "both"}, &seen); seen.Dataset == nil || seen.Dataset.ID != d.ID {
		t.Errorf("the result does not lead to its data set: %+v", seen)
	}
	seen.Dataset = nil
	if s.want(t, 200, request{method: "GET", path: base, as: "other"}, &seen); seen.Dataset != nil || !seen.Actions["delete"].Allowed {
		t.Errorf("what is not theirs to see: %+v", seen)
	}

	// The result cannot be deleted while it has a data set.
	if s.want(t, 409, request{method: "DELETE", path: base, as: "reviewer"}, &p); p.Code != "registered" {
		t.Errorf("deleting a registered result: %+v", p)
	}
	s.want(t, 200, request{method: "GET", path: base + "/files/results.tsv.gz", as: "both"}, nil)
	s.want(t, 204, request{method: "DELETE", path: "/api/datasets/" + d.ID, as: "both"}, nil)
	s.want(t, 409, request{method: "DELETE", path: base, as: "reviewer"}, nil) // it can be restored from the bin
	s.want(t, 204, request{method: "DELETE", path: "/api/datasets/" + d.ID + "?forever=true", as: "both"}, nil)
	s.want(t, 403, request{method: "DELETE", path: base, as: "analyst"}, nil)
	s.want(t, 204, request{method: "DELETE", path: base, as: "reviewer"}, nil)
	s.want(t, 404, request{method: "GET", path: base, as: "reviewer"}, nil)
	s.want(t, 404, request{method: "GET", path: base + "/files/results.tsv.gz", as: "reviewer"}, nil)
	if n := len(s.events(t, "action=deleted&actor=reviewer&object=meta&object_id="+m.ID)); n != 1 {
		t.Errorf("%d entries of the trail for the deletion", n)
	}
	s.want(t, 204, request{method: "DELETE", path: "/api/hermes/uploads/" + a.ID, as: "reviewer"}, nil) // nothing uses it any more
}

func TestANameThatIsTakenGetsANumber(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.addBoth(t, "both", "both@example.org")
	a, b := s.approved(t, "One", "Cohort A", 1, nil), s.approved(t, "Two", "Cohort B", 2, nil)
	for _, name := range []string{"Combined", "Combined (2)", "Combined (3)"} {
		m, _ := s.combine(t, 201, nil, a, b)
		s.work(t, m.JobID)
		var d resultData
		if s.registerResult(t, http.StatusCreated, "both", m.ID, &d); d.Name != name {
			t.Errorf("registered as %q, want %q", d.Name, name)
		}
	}
}
