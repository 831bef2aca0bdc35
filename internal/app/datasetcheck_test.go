package app

import (
	"io"
	"net/http"
	"os"
	"testing"
	"time"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/config"
)

func addContributor(t *testing.T, s config.Settings) {
	t.Helper()
	k, err := openStack(t.Context(), s, newLog(io.Discard), tuning{})
	must(t, err)
	_, err = k.auth.CreateUser(t.Context(), auth.NewUser{UserName: "contributor", Password: testPassword, Roles: []string{"contributor"}})
	must(t, err)
	must(t, k.Close())
}

// holding is the part of a registry data set that tests read.
type holding struct {
	ID         string
	Phenotypes []struct {
		File *struct{ ID string }
	}
}

// dieInCheck registers data files and kills the server at each step of checking one.
func (s *site) dieInCheck(t *testing.T) {
	content, err := os.ReadFile("../../testdata/real/pmid29559693.tsv.gz")
	must(t, err)
	var study, d holding
	s.contributor.want(t, http.StatusCreated, http.MethodPost, "/api/studies", map[string]string{"name": "Study", "institution": "University"}, &study)
	s.contributor.want(t, http.StatusCreated, http.MethodPost, "/api/datasets", map[string]any{
		"name": "Set", "study_id": study.ID, "data_type": "gwas", "genome_build": "hg19", "ancestry": "EU", "sex": "mixed",
		"global_sample_size": 1000, "status": "pre", "data_submitter": "Ann Example", "data_submitter_email": "ann@example.org",
		"description": "Heart failure",
	}, &d)
	for i, point := range []string{"begun", "computed", "stored", "done"} {
		s.dieAt(t, dataset.KindCheck+":"+point, func() {
			s.contributor.want(t, http.StatusCreated, http.MethodPost, "/api/datasets/"+d.ID+"/phenotypes", map[string]any{
				"phenotype": "killed when " + point, "dichotomous": false, "sample_size": 1000,
				"upload_id": s.contributor.upload(t, point+".tsv.gz", content),
			}, &d)
		})
		s.awaitCheck(t, "/api/datasets/"+d.ID+"/files/"+d.Phenotypes[i].File.ID)
	}
}

// awaitCheck waits until the only check of a file has a verdict.
func (s *site) awaitCheck(t *testing.T, path string) {
	t.Helper()
	end := time.After(takenOver)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		var checks struct {
			Items []struct {
				Status string
				Job    struct{ State string }
			}
		}
		s.contributor.want(t, http.StatusOK, http.MethodGet, path+"/checks", nil, &checks)
		if len(checks.Items) == 1 && checks.Items[0].Status == "warned" && checks.Items[0].Job.State == "succeeded" {
			break
		}
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("%s: %+v", path, checks)
		}
	}
	if r := s.contributor.call(t, http.MethodGet, path+"/deposit", nil, nil); r.status != http.StatusOK {
		t.Errorf("%s: no deposit: %d %s", path, r.status, r.body)
	}
}

// resultsOfCheck are the results of the check of a file.
var resultsOfCheck = []string{
	"report.json",
	"clean.tsv.gz",
	"clean.tsv.gz.tbi",
	"deposit.tsv.gz",
	"excluded.tsv.gz",
	"leftout.tsv.gz",
	"leftout.tsv.gz.tbi",
	"manhattan.json",
	"manhattan.svg",
	"qq.json",
	"qq.svg",
	"pz.json",
	"pz.svg",
	"histograms.json",
	"histograms.svg",
}

// expectChecks adds the blobs of the registry.
func (k *stack) expectChecks(t *testing.T, want map[string]bool) {
	t.Helper()
	sets, _, err := k.store.Datasets().Datasets(t.Context(), dataset.Filter{Sort: "name", Limit: 10})
	must(t, err)
	for _, d := range sets {
		files, err := k.store.Datasets().DatasetFiles(t.Context(), d.ID)
		must(t, err)
		for _, f := range files {
			k.expectParts(t, want, f.UploadID)
			check, err := k.store.Datasets().Check(t.Context(), f.CheckID)
			must(t, err)
			for _, name := range resultsOfCheck {
				want["datasets/files/"+f.ID+"/checks/"+f.CheckID+"/"+check.Attempt+"/"+name] = true
			}
		}
	}
}
