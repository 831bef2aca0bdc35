package httpapi_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/auth"
	"cohortium/internal/blob"
	"cohortium/internal/errs"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/hermes"
	"cohortium/internal/hermes/hermestest"
	"cohortium/internal/httpapi"
	"cohortium/internal/jobs"
	"cohortium/internal/store"
	"cohortium/internal/upload"
)

const password = "walnut tractor eleven moss"

// site is the whole API on a real SQLite file and blobs in a folder.
type site struct {
	handler http.Handler
	auth    *auth.Service
	hermes  *hermes.Service
	store   *store.Store
	log     *bytes.Buffer
	users   map[string]*auth.User
	tokens  map[string]string
	ids     atomic.Int64
	skew    atomic.Int64 // nanoseconds that the clock of the server is ahead
}

// people are the accounts of a site by name; two uploaders and two reviewers,
// so that each can meet the other's files.
func people() map[string][]string {
	return map[string][]string{
		"admin": {"admin"}, "reviewer": {"reviewer"}, "reviewer2": {"reviewer"}, "analyst": {"analyst"},
		"uploader": {"uploader"}, "uploader2": {"uploader"}, "curator": {"curator"},
		"sgc-reviewer": {"sgc-reviewer"}, "sgc-uploader": {"sgc-uploader"},
	}
}

func (s *site) now() time.Time { return time.Now().Add(time.Duration(s.skew.Load())) }

func (s *site) newID() string { return fmt.Sprintf("id%06d", s.ids.Add(1)) }

func newSite(t *testing.T, change ...func(*httpapi.Deps)) *site {
	t.Helper()
	dir := t.TempDir()
	queue, err := jobs.NewQueue()
	must(t, err)
	st, err := store.Open(t.Context(), "sqlite://"+filepath.Join(dir, "site.db"), store.Options{Queue: queue})
	must(t, err)
	t.Cleanup(func() { _ = st.Close() })
	must(t, st.Migrate(t.Context()))
	queueDB, err := st.QueueDB()
	must(t, err)
	must(t, jobs.Migrate(t.Context(), jobs.Database{SQLite: queueDB}))
	must(t, queueDB.Close())
	blobs, err := blob.Open(t.Context(), "file://"+filepath.Join(dir, "blobs"))
	must(t, err)
	t.Cleanup(func() { _ = blobs.Close() })

	s := &site{store: st, log: &bytes.Buffer{}, users: map[string]*auth.User{}, tokens: map[string]string{}}
	settings := auth.DefaultSettings()
	settings.Passwords = auth.PasswordParams{MemoryKiB: 64, Iterations: 1, Parallelism: 1}
	s.auth, err = auth.NewService(st, s.now, s.newID, rand.Reader, settings)
	must(t, err)
	uploads := upload.NewService(st, blobs, s.now, s.newID, upload.Options{MaxPending: 1000})
	s.hermes = hermes.NewService(st, uploads, blobs, s.now, s.newID, hermes.Config{TempDir: t.TempDir(), Version: "test"})
	for name, roles := range people() {
		u, err := s.auth.CreateUser(t.Context(), auth.NewUser{UserName: name, Password: password, Roles: roles})
		must(t, err)
		s.users[name] = u
		s.tokens[name], _, err = s.auth.SignIn(t.Context(), auth.SignIn{UserName: name, Password: password, Address: name})
		must(t, err)
	}
	deps := httpapi.Deps{
		Auth: s.auth, Hermes: s.hermes, Now: s.now, NewID: s.newID, Random: rand.Reader,
		Log:     slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Uploads: uploads.Handler(func(r *http.Request) (string, error) { return httpapi.Identity(r.Context()).User.ID, nil }),
		Config:  httpapi.Config{Version: "test", MaxUploadBytes: 1 << 30, ChunkBytes: 8 << 20, EventInterval: 5 * time.Millisecond},
	}
	for _, fn := range change {
		fn(&deps)
	}
	s.handler, err = httpapi.New(deps)
	must(t, err)
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// request is one call; the zero value of a field means what a page would send.
type request struct {
	method, path string
	as           string // user name, "" for nobody
	body         any    // []byte as it is, anything else as JSON
	header       map[string]string
	bare         bool // without X-Requested-With
}

func (s *site) request(ctx context.Context, q request) *http.Request {
	var body io.Reader
	kind := ""
	switch b := q.body.(type) {
	case nil:
	case []byte:
		body, kind = bytes.NewReader(b), "application/octet-stream"
	default:
		text, err := json.Marshal(b)
		if err != nil {
			panic(err) // a fault of the test itself
		}
		body, kind = bytes.NewReader(text), "application/json"
	}
	r := httptest.NewRequestWithContext(ctx, q.method, "http://localhost"+q.path, body)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if !q.bare {
		r.Header.Set("X-Requested-With", "cohortium")
	}
	if q.as != "" {
		r.AddCookie(&http.Cookie{Name: "cohortium", Value: s.tokens[q.as]})
	}
	for name, value := range q.header {
		r.Header.Set(name, value)
	}
	return r
}

// do makes a call and checks that the answer is what the contract says.
func (s *site) do(t *testing.T, q request) *httptest.ResponseRecorder {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	w := httptest.NewRecorder()
	r := s.request(ctx, q)
	if q.path == "/api/events" { // never ends by itself
		s.handler.ServeHTTP(stopAtFlush{w, stop}, r)
	} else {
		s.handler.ServeHTTP(w, r)
	}
	checkAnswer(t, r, w)
	return w
}

// stopAtFlush hangs up as soon as a stream has sent something.
type stopAtFlush struct {
	*httptest.ResponseRecorder
	stop context.CancelFunc
}

func (w stopAtFlush) Flush() { w.stop() }

// want makes a call, checks its status and reads the answer into out.
func (s *site) want(t *testing.T, status int, q request, out any) {
	t.Helper()
	w := s.do(t, q)
	if w.Code != status {
		t.Fatalf("%s %s as %q: status %d, want %d: %s", q.method, q.path, q.as, w.Code, status, w.Body)
	}
	if out != nil {
		if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
			t.Fatalf("%s %s: %v in %s", q.method, q.path, err, w.Body)
		}
	}
}

// problem is the error answer.
type problem struct {
	Detail    string       `json:"detail"`
	Code      string       `json:"code"`
	Fields    []errs.Field `json:"fields"`
	RequestID string       `json:"request_id"`
}

// send uploads the first n bytes of a file by the tus protocol, and gives the
// id by which the file can be registered once it is complete.
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

// addFile uploads a whole file, for a moment as an uploader if need be.
func (s *site) addFile(t *testing.T, owner, name string, content []byte) string {
	t.Helper()
	u := *s.users[owner]
	if !auth.NewIdentity(&u, nil).Can(auth.AreaHermes, auth.UploadData) {
		roles := u.Roles
		u.Roles = []string{"uploader"}
		must(t, s.store.UpdateUser(t.Context(), &u))
		defer func() {
			u.Roles = roles
			must(t, s.store.UpdateUser(t.Context(), &u))
		}()
	}
	return s.send(t, owner, name, content, len(content))
}

// dataset is what tests read of a data set.
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

// register makes a data set of a small file through the API.
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
	must(t, s.hermes.RunJob(t.Context(), jobID, &hermestest.Reporter{Token: lease}))
}

// get reads a data set.
func (s *site) get(t *testing.T, as, id string) dataset {
	t.Helper()
	var d dataset
	s.want(t, http.StatusOK, request{method: "GET", path: "/api/hermes/uploads/" + id, as: as}, &d)
	return d
}

// ready makes a data set that waits for review.
func (s *site) ready(t *testing.T, owner, name, cohort string, seed uint64) dataset {
	t.Helper()
	d := s.register(t, owner, name, cohort, hermestest.Sumstats(4400, seed))
	s.work(t, d.Run.JobID)
	return s.get(t, owner, d.ID)
}

// pass moves the clock of the server on by what fills every allowance again;
// sessions last longer.
func (s *site) pass() { s.skew.Add(int64(30 * time.Second)) }

func (s *site) freshSession(name string) string {
	token, _, err := s.auth.SignIn(context.Background(), auth.SignIn{UserName: name, Password: password, Address: "fresh"})
	if err != nil {
		panic(err) // a fault of the test itself
	}
	return token
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
