package toolrun_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job/jobtest"
)

const realFiles = "../../../testdata/real/"

var cluster pgtest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

// bench is a service on a real database with uploads, and blobs in memory.
type bench struct {
	*toolrun.Service
	db        *store.Store
	blobs     *blob.Bucket
	uploads   *upload.Service
	ids       atomic.Int64
	clock     atomic.Int64 // seconds since storetest.Epoch
	crash     func(point string)
	temp      string
	ann, otto *auth.Identity
}

// onEach runs a test on each engine.
func onEach(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Helper()
	storetest.OnEach(t, cluster.Database, func(t *testing.T, s *store.Store) { test(t, newBench(t, s)) })
}

func newBench(t testing.TB, db *store.Store) *bench {
	t.Helper()
	b := &bench{db: db, crash: func(string) {}, temp: t.TempDir()}
	var err error
	b.blobs, err = blob.Open(t.Context(), "mem://")
	must(t, err)
	b.blobs.KeepOrphans(0) // so that a sweep deletes the blobs that it finds
	t.Cleanup(func() { _ = b.blobs.Close() })
	for _, name := range []string{"ann", "otto"} {
		storetest.AddUser(t, db, name, "uploader")
	}
	b.ann, b.otto = as("ann"), as("otto")
	b.uploads = upload.NewService(db, b.blobs, b.now, b.newID, upload.Options{})
	b.Service = toolrun.NewService(db.ToolRuns(), b.uploads, b.blobs, b.now, b.newID, toolrun.Config{
		TempDir: b.temp, Workers: 1, Version: "test", Crash: func(point string) { b.crash(point) },
	})
	return b
}

func (b *bench) newID() string { return fmt.Sprintf("id%05d", b.ids.Add(1)) }

func (b *bench) now() time.Time {
	return storetest.Epoch.Add(time.Duration(b.clock.Add(1)) * time.Second)
}

// pass lets time go by.
func (b *bench) pass(d time.Duration) { b.clock.Add(int64(d / time.Second)) }

func as(name string) *auth.Identity {
	return auth.NewIdentity(&auth.User{ID: name, UserName: name, IsActive: true, Roles: []string{"uploader"}}, nil)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantCode(t testing.TB, err error, kind errs.Kind, code string) *errs.Error {
	t.Helper()
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Code != code {
		t.Fatalf("error = %v, want kind %d, code %q", err, kind, code)
	}
	return e
}

func readReal(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(realFiles, name))
	must(t, err)
	return content
}

// send uploads a file, with additional metadata besides its name if needed, and returns the id of
// the upload.
func (b *bench) send(t testing.TB, by *auth.Identity, name string, content []byte, more ...string) string {
	t.Helper()
	h := b.uploads.Handler(func(*http.Request) (string, error) { return by.User.ID, nil })
	call := func(method, target string, body []byte, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, target, bytes.NewReader(body))
		r.Header.Set("Tus-Resumable", "1.0.0")
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= 300 {
			t.Fatalf("%s %s: %d %s", method, target, w.Code, w.Body)
		}
		return w
	}
	made := call("POST", upload.Path, nil, "Upload-Length", strconv.Itoa(len(content)),
		"Upload-Metadata", strings.Join(append(more, "filename "+base64.StdEncoding.EncodeToString([]byte(name))), ","))
	id := path.Base(made.Header().Get("Location"))
	call("PATCH", upload.Path+id, content, "Upload-Offset", "0", "Content-Type", "application/offset+octet-stream")
	return id
}

// start requests a run of ann.
func (b *bench) start(t testing.TB, uploadID string, task toolrun.Task, answers toolrun.Answers) *toolrun.View {
	t.Helper()
	v, err := b.Start(t.Context(), b.ann, toolrun.Input{UploadID: uploadID, Task: task, Answers: answers})
	must(t, err)
	return v
}

func (b *bench) claim(t testing.TB, jobID string) *jobtest.Reporter {
	t.Helper()
	lease := b.newID()
	_, err := b.db.ClaimJob(t.Context(), jobID, lease, "test", b.now())
	must(t, err)
	return &jobtest.Reporter{Token: lease}
}

// done runs a run to its end and returns it.
func (b *bench) done(t testing.TB, v *toolrun.View) *toolrun.View {
	t.Helper()
	must(t, b.RunJob(t.Context(), v.JobID, b.claim(t, v.JobID)))
	return b.again(t, v)
}

func (b *bench) again(t testing.TB, v *toolrun.View) *toolrun.View {
	t.Helper()
	out, err := b.Run(t.Context(), b.ann, v.ID)
	must(t, err)
	return out
}

// do runs a task on a file of ann.
func (b *bench) do(t testing.TB, task toolrun.Task, name string, content []byte, answers toolrun.Answers) *toolrun.View {
	t.Helper()
	return b.done(t, b.start(t, b.send(t, b.ann, name, content), task, answers))
}

// download reads a file of a run of ann.
func (b *bench) download(t testing.TB, id, name string) []byte {
	t.Helper()
	d, err := b.Download(t.Context(), b.ann, id, name)
	must(t, err)
	r, err := d.OpenRange(t.Context(), 0, -1)
	must(t, err)
	defer r.Close()
	content, err := io.ReadAll(r)
	must(t, err)
	if int64(len(content)) != d.Size {
		t.Errorf("%s has %d bytes, and says %d", name, len(content), d.Size)
	}
	return content
}

// resultOf reads the result of a run.
func resultOf[T any](t testing.TB, v *toolrun.View) (out T) {
	t.Helper()
	if v.Status != toolrun.Done {
		t.Fatalf("%s is %s: %s", v.Task, v.Status, v.Error)
	}
	must(t, json.Unmarshal(v.Result, &out))
	return out
}

// keys lists the blobs under a prefix.
func (b *bench) keys(t testing.TB, prefix string) (keys []string) {
	t.Helper()
	must(t, b.blobs.List(context.WithoutCancel(t.Context()), prefix, func(o blob.Object) error { keys = append(keys, o.Key); return nil }))
	return keys
}
