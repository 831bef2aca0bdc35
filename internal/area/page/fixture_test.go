package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

// workshop is a service on a real database, with tables that the test controls and blobs in memory.
type workshop struct {
	*page.Service
	blobs  *blob.Bucket
	tables tables
	db     *store.Store
	base   checkBase
	ids    atomic.Int64
	clock  atomic.Int64 // seconds since storetest.Epoch

	ann, bob, eve, kim *auth.Identity // two of one area, one of another, an administrator
}

// tables are those of the test, by id.
type tables map[string]*aTable

type aTable struct {
	page.Table
	source  page.Source
	readers []string // user names who may read the source; nil for everyone
	renewed string   // result of Renew
	failing error    // of Renew
}

func (s tables) get(id string) (*aTable, error) {
	if t := s[id]; t != nil {
		return t, nil
	}
	return nil, errs.Missing("table")
}

func (s tables) Table(_ context.Context, id string) (*page.Table, error) {
	t, err := s.get(id)
	if err != nil {
		return nil, err
	}
	return &t.Table, nil
}

func (s tables) Source(_ context.Context, id string) (*page.Source, error) {
	t, err := s.get(id)
	if err != nil {
		return nil, err
	}
	return &t.source, nil
}

func (s tables) MayRead(_ context.Context, by *auth.Identity, id string) (bool, error) {
	t, err := s.get(id)
	if err != nil || t.readers == nil {
		return err == nil, err
	}
	for _, name := range t.readers {
		if by != nil && by.User.UserName == name {
			return true, nil
		}
	}
	return false, nil
}

func (s tables) Renew(_ context.Context, id string) (string, error) {
	t, err := s.get(id)
	if err != nil {
		return "", err
	}
	return t.renewed, t.failing
}

// onEach runs a test on each engine.
func onEach(t *testing.T, test func(t *testing.T, w *workshop), change ...func(*page.Config)) {
	t.Helper()
	storetest.OnEach(t, cluster.Database, func(t *testing.T, s *store.Store) { test(t, newWorkshop(t, s, change)) })
}

func newWorkshop(t *testing.T, db *store.Store, change []func(*page.Config)) *workshop {
	t.Helper()
	w := &workshop{tables: tables{}, db: db}
	readJSON(t, "testdata/check/base.json", &w.base)
	var err error
	w.blobs, err = blob.Open(t.Context(), "mem://")
	must(t, err)
	w.blobs.KeepOrphans(0) // so that a sweep deletes what it finds
	t.Cleanup(func() { _ = w.blobs.Close() })
	cfg := page.Config{Accounts: db.Accounts()}
	for _, fn := range change {
		fn(&cfg)
	}
	w.serve(t, cfg)
	w.ann, w.bob = account(t, db, "ann", "contributor"), account(t, db, "bob", "contributor")
	w.eve, w.kim = account(t, db, "eve", "sgc-uploader"), account(t, db, "kim", "admin")
	w.table("t1", "ann")
	return w
}

func (w *workshop) serve(t *testing.T, cfg page.Config) {
	t.Helper()
	var err error
	w.Service, err = page.NewService(w.db.Pages(), w.tables, w.blobs, w.now, func() string { return fmt.Sprintf("id%05d", w.ids.Add(1)) }, cfg)
	must(t, err)
}

func account(t *testing.T, db *store.Store, name, role string) *auth.Identity {
	t.Helper()
	storetest.AddUser(t, db, name, role)
	return auth.NewIdentity(&auth.User{ID: name, UserName: name, IsActive: true, Roles: []string{role}}, nil)
}

func (w *workshop) now() time.Time {
	return storetest.Epoch.Add(time.Duration(w.clock.Load()) * time.Second)
}

// table makes a table of the columns of the base, supplied by its owner.
func (w *workshop) table(id, owner string) *aTable {
	c := checkCase{}
	table := c.table(w.base)
	table.ID, table.OwnerID = id, owner
	w.tables[id] = &aTable{Table: *table, source: page.Source{Widest: page.Public, Brought: true}}
	return w.tables[id]
}

// made returns a page of ann's that shows t1, with the base as its document.
func (w *workshop) made(t *testing.T) *page.View {
	t.Helper()
	v, err := w.Create(t.Context(), w.ann, page.Input{TableID: "t1", Document: w.base.Document})
	must(t, err)
	return v
}

// with returns the base with another value at a JSON pointer.
func (w *workshop) with(t *testing.T, path, value string) json.RawMessage {
	t.Helper()
	c := checkCase{Changes: []checkChange{{Path: path, Value: json.RawMessage(value)}}}
	return c.document(t, w.base)
}

// published returns such a page, open to everyone.
func (w *workshop) published(t *testing.T, slug string, follow bool) *page.View {
	t.Helper()
	v := w.made(t)
	v, err := w.Publish(t.Context(), w.ann, v.ID, v.Version, page.Publishing{Slug: slug, Follow: follow, Sharing: page.Public})
	must(t, err)
	return v
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if errs.CodeOf(err) != code {
		t.Errorf("%v, want code %q", err, code)
	}
}

// wantAt wants a broken rule of one field.
func wantAt(t *testing.T, err error, field string) {
	t.Helper()
	var known *errs.Error
	if !errs.Is(err, errs.Rule) || !asError(err, &known) || len(known.Fields) != 1 || known.Fields[0].Field != field {
		t.Errorf("%v, want a fault of %s", err, field)
	}
}
