package dataset_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

// office is a service on a real database with uploads, and blobs in memory.
type office struct {
	*dataset.Service
	db      *store.Store
	blobs   *blob.Bucket
	uploads *upload.Service
	ids     atomic.Int64
	clock   atomic.Int64 // seconds since storetest.Epoch
	crash   func(point string)
	temp    string // working files of checks

	cora, otto, kurt *auth.Identity // a contributor, another one, a curator
}

// onEach runs a test on each engine.
func onEach(t *testing.T, test func(t *testing.T, o *office), change ...func(*dataset.Config)) {
	t.Helper()
	storetest.OnEach(t, cluster.Database, func(t *testing.T, s *store.Store) { test(t, newOffice(t, s, change...)) })
}

func newOffice(t testing.TB, db *store.Store, change ...func(*dataset.Config)) *office {
	t.Helper()
	o := &office{db: db, crash: func(string) {}}
	var err error
	o.blobs, err = blob.Open(t.Context(), "mem://")
	must(t, err)
	o.blobs.KeepOrphans(0) // so that a sweep deletes what it finds
	t.Cleanup(func() { _ = o.blobs.Close() })
	for name, role := range map[string]string{"cora": "contributor", "otto": "contributor", "kurt": "curator", "hans": "uploader"} {
		storetest.AddUser(t, o.db, name, role)
	}
	o.cora, o.otto, o.kurt = as("cora", "contributor"), as("otto", "contributor"), as("kurt", "curator")
	o.uploads = upload.NewService(db, o.blobs, o.now, o.newID, upload.Options{MaxPending: 1000})
	o.Service = o.service(t, change...)
	return o
}

// service is another server on the same database.
func (o *office) service(t testing.TB, change ...func(*dataset.Config)) *dataset.Service {
	cfg := dataset.Config{
		Accounts: o.db.Accounts(), BaseURL: "https://data.example.org", TempDir: t.TempDir(), Workers: 1, Version: "test",
		Random: rand.Reader, Crash: func(point string) { o.crash(point) },
	}
	for _, fn := range change {
		fn(&cfg)
	}
	o.temp = cfg.TempDir
	return dataset.NewService(o.db.Datasets(), o.uploads, o.blobs, o.now, o.newID, cfg)
}

func (o *office) newID() string { return fmt.Sprintf("id%05d", o.ids.Add(1)) }

func (o *office) now() time.Time {
	return storetest.Epoch.Add(time.Duration(o.clock.Add(1)) * time.Second)
}

func as(name, role string, groups ...string) *auth.Identity {
	return auth.NewIdentity(&auth.User{ID: name, UserName: name, IsActive: true, Roles: []string{role}, Groups: groups}, nil)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantCode(t testing.TB, err error, kind errs.Kind, code string) {
	t.Helper()
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Code != code {
		t.Errorf("error = %v, want kind %d, code %q", err, kind, code)
	}
}

// fieldsOf returns the messages of an error by field.
func fieldsOf(err error) map[string]string {
	var e *errs.Error
	out := map[string]string{}
	if errors.As(err, &e) {
		for _, f := range e.Fields {
			out[f.Field] = f.Message
		}
	}
	return out
}

// study registers a study of cora.
func (o *office) study(t testing.TB, name string) *dataset.StudyView {
	t.Helper()
	v, err := o.CreateStudy(t.Context(), o.cora, dataset.StudyInput{Name: name, Institution: "University of " + name})
	must(t, err)
	return v
}

// metadata returns valid metadata of a data set.
func metadata(name, studyID string) dataset.Metadata {
	return dataset.Metadata{
		Name: name, StudyID: studyID, DataSourceType: "file", DataType: "gwas", GenomeBuild: "hg19", Ancestry: "EU", Sex: "mixed",
		GlobalSampleSize: 1000, Status: "pre", Submitter: "Ann Example", SubmitterEmail: "ann@example.org", Description: "Heart failure in " + name,
	}
}

// dataset registers a data set of an account, in a new study.
func (o *office) dataset(t testing.TB, by *auth.Identity, name string) *dataset.View {
	t.Helper()
	v, err := o.CreateDataset(t.Context(), by, metadata(name, o.study(t, "Study of "+name).ID))
	must(t, err)
	return v
}
