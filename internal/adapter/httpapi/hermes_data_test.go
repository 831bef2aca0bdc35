package httpapi_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job/jobtest"
)

// send uploads the first n bytes of a file by the tus protocol, and returns the id for its
// registration once it is complete.
func (s *site) send(t *testing.T, owner, name string, content []byte, n int) string {
	t.Helper()
	tus := func(more map[string]string) map[string]string {
		more["Tus-Resumable"] = "1.0.0"
		return more
	}
	w := s.do(t, request{method: "POST", path: "/api/uploads/", as: owner, header: tus(map[string]string{
		"Upload-Length":   strconv.Itoa(len(content)),
		"Upload-Metadata": "filename " + base64.StdEncoding.EncodeToString([]byte(name)),
	})})
	if w.Code != http.StatusCreated {
		t.Fatalf("create upload as %s: status %d: %s", owner, w.Code, w.Body)
	}
	path := w.Header().Get("Location")[strings.Index(w.Header().Get("Location"), "/api/"):]
	if n > 0 {
		w = s.do(t, request{method: "PATCH", path: path, as: owner, body: content[:n], header: tus(map[string]string{
			"Upload-Offset": "0", "Content-Type": "application/offset+octet-stream",
		})})
		if w.Code != http.StatusNoContent {
			t.Fatalf("send %d bytes as %s: status %d: %s", n, owner, w.Code, w.Body)
		}
	}
	return strings.TrimPrefix(path, "/api/uploads/")
}

// update writes an account without any checks.
func (s *site) update(t *testing.T, u *auth.User) error {
	t.Helper()
	return s.store.Accounts().InTx(t.Context(), func(tx auth.Tx) error { return tx.UpdateUser(t.Context(), u) })
}

// addFile uploads a complete file, temporarily as an uploader if needed.
func (s *site) addFile(t *testing.T, owner, name string, content []byte) string {
	t.Helper()
	u := *s.users[owner]
	if !auth.NewIdentity(&u, nil).Can(auth.AreaHermes, auth.UploadData) {
		roles := u.Roles
		u.Roles = []string{"uploader"}
		must(t, s.update(t, &u))
		defer func() {
			u.Roles = roles
			must(t, s.update(t, &u))
		}()
	}
	return s.send(t, owner, name, content, len(content))
}

// dataset is the part of a submission that tests read.
type dataset struct {
	ID          string `json:"id"`
	DatasetName string `json:"dataset_name"`
	Status      string `json:"status"`
	WaitingOn   string `json:"waiting_on"`
	Version     int64  `json:"version"`
	Review      *struct {
		Decision, Comment, By string
	} `json:"review"`
	Run *struct {
		ID, Status, Verdict, Error string
		Number                     int
		JobID                      string `json:"job_id"`
		Job                        *struct{ State, Stage, Error string }
	} `json:"run"`
	History    []struct{ By, Action, Detail string } `json:"history"`
	SameFileAs []struct{ ID string }                 `json:"same_file_as"`
	Actions    map[string]struct {
		Allowed bool
		Reason  string
	} `json:"actions"`
}

// register creates a submission from a small file through the API.
func (s *site) register(t *testing.T, owner, name, cohort string, content []byte) dataset {
	t.Helper()
	fileID := s.addFile(t, owner, name+".tsv", content)
	var d dataset
	s.want(t, http.StatusCreated, request{method: "POST", path: "/api/hermes/uploads", as: owner, body: map[string]any{
		"upload_id": fileID, "metadata": hermestest.Metadata(name, cohort), "mapping": hermestest.Mapping(),
	}}, &d)
	return d
}

// work runs a job as a worker would.
func (s *site) work(t *testing.T, jobID string) {
	t.Helper()
	lease := s.newID()
	_, err := s.store.ClaimJob(t.Context(), jobID, lease, "test", s.now())
	must(t, err)
	must(t, s.hermes.RunJob(t.Context(), jobID, &jobtest.Reporter{Token: lease}))
}

// get reads a submission.
func (s *site) get(t *testing.T, as, id string) dataset {
	t.Helper()
	var d dataset
	s.want(t, http.StatusOK, request{method: "GET", path: "/api/hermes/uploads/" + id, as: as}, &d)
	return d
}

// ready creates a submission that waits for review.
func (s *site) ready(t *testing.T, owner, name, cohort string, seed uint64) dataset {
	t.Helper()
	d := s.register(t, owner, name, cohort, hermestest.Sumstats(4400, seed))
	s.work(t, d.Run.JobID)
	return s.get(t, owner, d.ID)
}

func registration(fileID, name string) hermes.Registration {
	metadata, err := json.Marshal(hermestest.Metadata(name, "Cohort "+name))
	if err != nil {
		panic(err) // a fault of the test itself
	}
	mapping := sumstats.Mapping{}
	for field, column := range hermestest.Mapping() {
		mapping[sumstats.Field(field)] = column
	}
	return hermes.Registration{FileID: fileID, Metadata: metadata, Mapping: mapping}
}

func metaOptions() map[string]any {
	return map[string]any{
		"scheme": "ivw", "genomic_control": true, "min_studies": 2, "maf": 0.01, "info": 0.6,
		"palindromic": "frequency", "multi_ancestry": false,
	}
}
