package app

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/page"
	pagesource "cohortium/internal/area/page/source"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/area/sgc"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/file"
)

// installation is a file store with the databases that were used with it.
type installation struct {
	dir   string
	saved [][]byte            // databases that were put aside
	named []map[string]string // keys of registered files, and content, of each saved one
	now   map[string]string   // of the database in place
	skew  time.Duration
	files int
}

func newInstallation(t *testing.T) *installation {
	return &installation{dir: t.TempDir(), now: map[string]string{}}
}

func (in *installation) database() string { return filepath.Join(in.dir, "cohortium.db") }

// open starts on a database, that in place for "".
func (in *installation) open(t *testing.T, database string) (*stack, error) {
	t.Helper()
	s := withoutPages(config.Storage{Data: in.dir, DatabaseURL: database})
	k, err := openStack(t.Context(), s, newLog(io.Discard), tuning{})
	if err == nil {
		in.ahead(t, k, s.Temp())
	}
	return k, err
}

// ahead gives the services that sweep a clock that is ahead by skew.
func (in *installation) ahead(t *testing.T, k *stack, temp string) {
	t.Helper()
	later := func() time.Time { return now().Add(in.skew) }
	k.uploads = upload.NewService(k.store, k.blobs, later, newID, upload.Options{})
	k.hermes = hermes.NewService(k.store.Hermes(), k.uploads, k.blobs, later, newID, hermes.Config{TempDir: temp})
	k.sgc = sgc.NewService(k.store.SGC(), k.blobs, later, newID, sgc.Config{})
	k.datasets = dataset.NewService(k.store.Datasets(), k.uploads, k.blobs, later, newID, dataset.Config{})
	k.indexes = bioindex.NewService(k.store.Indexes(), nil, k.uploads, k.blobs, k.datasets, later, newID, bioindex.Config{})
	k.tables = pagetable.NewService(k.store.PageTables(), nil, nil, k.blobs, later, newID, pagetable.Config{Log: k.log})
	var err error
	k.pages, err = page.NewService(k.store.Pages(), pagesource.Tables{Service: k.tables}, k.blobs, later, newID, page.Config{})
	must(t, err)
	k.tables.ShownBy(k.pages)
}

// madeKinds are the kinds of things whose rows name files, besides uploads.
var madeKinds = []string{"run", "meta-analysis", "cohort file", "check", "index", "table", "picture"}

// make stores what work of a kind makes, with the rows that name its files, and returns
// their keys. The rows have what sweeps and checks read.
func (in *installation) make(t *testing.T, k *stack, kind string) (id string, keys []string) {
	t.Helper()
	id = newID()
	in.files++
	content := fmt.Sprintf("%s %d", kind, in.files)
	sum, at := fmt.Sprintf("%x", sha256.Sum256([]byte(content))), now().Add(in.skew)
	named := fmt.Sprintf(`[{"name": "results.tsv.gz", "size": %d, "sha256": "%s"}]`, len(content), sum)
	switch kind {
	case "run":
		in.row(t, "qc_runs", map[string]any{"id": id, "upload_id": "of" + id, "attempt": "a", "status": hermes.RunCompleted, "settings": "{}", "mapping": "{}"})
		keys = hermes.RunKeys("of"+id, id, "a")
	case "meta-analysis":
		in.row(t, "meta_analyses", map[string]any{"id": id, "attempt": "a", "status": hermes.MetaCompleted, "files": named, "options": "{}", "summary": "{}"})
		keys = []string{hermes.MetaPrefix(id, "a") + "results.tsv.gz"}
	case "cohort file":
		in.row(t, "sgc_files", map[string]any{"id": id, "cohort_id": "of" + id, "blob_id": id, "size_bytes": len(content), "stored_sha256": sum})
		keys = []string{sgc.FileKey("of"+id, id)}
	case "check":
		in.row(t, "dataset_files", map[string]any{"id": "of" + id, "upload_id": id, "parent_id": id, "short_id": id, "check_id": id})
		in.row(t, "dataset_checks", map[string]any{"id": id, "file_id": "of" + id, "attempt": "a", "status": dataset.CheckPassed})
		keys = []string{dataset.CheckPrefix("of"+id, id, "a") + "clean.tsv.gz"}
	case "index":
		in.row(t, "indexes", map[string]any{"id": id, "build_id": "b" + id, "newest_id": "b" + id})
		in.row(t, "index_builds", map[string]any{"id": "b" + id, "index_id": id, "attempt": "a", "status": bioindex.Ready, "definition": "{}", "made": "{}"})
		keys = []string{bioindex.IndexKey(id, "b"+id, "a")}
	case "table":
		in.row(t, "page_tables", map[string]any{
			"id": id, "attempt": "a", "state": pagetable.Ready, "source": "{}", "layout": "{}", "made": "{}", "data_bytes": len(content), "data_tag": sum, "created_at": at,
		})
		keys = []string{pagetable.DataKey(id, "a"), pagetable.OverviewKey(id, "a")}
	case "picture":
		in.row(t, "pages", map[string]any{"id": id, "origins": "[]", "picture_id": "p"})
		keys = []string{page.PictureKey(id, "p")}
	}
	for _, key := range keys {
		_, _, err := k.blobs.Put(t.Context(), key, strings.NewReader(content))
		must(t, err)
	}
	must(t, k.audit.Record(t.Context(), audit.Entry{Action: audit.Created, Object: "file", ObjectID: id}))
	if kind != "table" { // which a page has to show first
		in.name(t, keys)
	}
	return id, keys
}

// name notes that the database in place refers to files.
func (in *installation) name(t *testing.T, keys []string) {
	t.Helper()
	for _, key := range keys {
		content, err := os.ReadFile(filepath.Join(in.dir, "blobs", filepath.FromSlash(key)))
		must(t, err)
		in.now[key] = string(content)
	}
}

// show makes a page of each table that no page shows.
func (in *installation) show(t *testing.T, k *stack) {
	t.Helper()
	ids, err := k.store.PageTables().Older(t.Context(), now().Add(in.skew).Add(time.Hour), "", 200)
	must(t, err)
	for _, id := range ids {
		if used, err := k.pages.UsesTable(t.Context(), id); err != nil || used {
			must(t, err)
			continue
		}
		in.row(t, "pages", map[string]any{"id": newID(), "origins": "[]", "table_id": id})
		must(t, k.audit.Record(t.Context(), audit.Entry{Action: audit.Created, Object: "page", ObjectID: id}))
		in.name(t, []string{pagetable.DataKey(id, "a"), pagetable.OverviewKey(id, "a")})
	}
}

// row inserts a row into the database in place; what it has to have and is not given is
// zero. What other rows it needs is not looked at.
func (in *installation) row(t *testing.T, table string, values map[string]any) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(in.database())+"?_pragma=busy_timeout(15000)&_timezone=UTC")
	must(t, err)
	defer func() { must(t, db.Close()) }()
	rows, err := db.QueryContext(t.Context(), "SELECT name, type FROM pragma_table_info($1) WHERE \"notnull\" AND dflt_value IS NULL", table)
	must(t, err)
	defer func() { must(t, rows.Close()) }()
	for rows.Next() {
		var name, kind string
		must(t, rows.Scan(&name, &kind))
		if _, given := values[name]; !given {
			values[name] = map[string]any{"INTEGER": 0, "BOOLEAN": false, "TIMESTAMP": now().Add(in.skew), "BLOB": []byte{}}[kind]
			if values[name] == nil {
				values[name] = ""
			}
		}
	}
	must(t, rows.Err())
	var names, marks []string
	var args []any
	for name, value := range values {
		names, args = append(names, name), append(args, value)
		marks = append(marks, fmt.Sprintf("$%d", len(args)))
	}
	_, err = db.ExecContext(t.Context(), "INSERT INTO "+table+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(marks, ", ")+")", args...)
	must(t, err)
}

// count is the number that a query gives.
func (in *installation) count(t *testing.T, query string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(in.database())+"?_pragma=busy_timeout(15000)")
	must(t, err)
	defer func() { must(t, db.Close()) }()
	must(t, db.QueryRowContext(t.Context(), query).Scan(&n))
	return n
}

// with starts on the database in place, and notes the head when it stops.
func (in *installation) with(t *testing.T, do func(k *stack)) {
	t.Helper()
	k, err := in.open(t, "")
	must(t, err)
	do(k)
	k.sweepEnds(t.Context())
	must(t, k.Close())
}

// send stores a file, registered or not, with an entry in the audit trail.
func (in *installation) send(t *testing.T, k *stack, registered bool) {
	t.Helper()
	ctx := t.Context()
	if in.files++; in.files == 1 {
		storetest.AddUser(t, k.store, "u1")
	}
	id, content := newID(), fmt.Sprintf("file %d", in.files)
	part := file.Part{FileID: id, ID: "p", Size: int64(len(content))}
	size, sum, err := k.blobs.Put(ctx, part.Key(), strings.NewReader(content))
	must(t, err)
	f := &file.File{ID: id, OwnerID: "u1", Name: id, Size: size, HashState: []byte{}, Registered: registered,
		CreatedAt: now(), UpdatedAt: now(), ExpiresAt: now().Add(in.skew).Add(48 * time.Hour)}
	must(t, k.store.CreateFile(ctx, f, 1000, 1<<40))
	f.Received, f.Complete, f.SHA256 = size, true, sum
	must(t, k.store.AppendPart(ctx, f, part, nil))
	must(t, k.audit.Record(ctx, audit.Entry{Action: audit.Created, Object: "file", ObjectID: id}))
	if registered {
		in.now[part.Key()] = content
	}
}

// register registers every file that waits.
func (in *installation) register(t *testing.T, k *stack) {
	t.Helper()
	pending, err := k.store.PendingFiles(t.Context(), "u1")
	must(t, err)
	for _, f := range pending {
		must(t, k.store.Exec(t.Context(), "UPDATE upload_files SET registered = TRUE WHERE id = $1", f.ID))
		must(t, k.audit.Record(t.Context(), audit.Entry{Action: audit.Changed, Object: "file", ObjectID: f.ID}))
		key := file.Part{FileID: f.ID, ID: "p"}.Key()
		content, err := os.ReadFile(filepath.Join(in.dir, "blobs", filepath.FromSlash(key)))
		must(t, err)
		in.now[key] = string(content)
	}
}

// save copies the database in place.
func (in *installation) save(t *testing.T) {
	t.Helper()
	content, err := os.ReadFile(in.database())
	must(t, err)
	named := map[string]string{}
	for key, content := range in.now {
		named[key] = content
	}
	in.saved, in.named = append(in.saved, content), append(in.named, named)
}

// restore puts a saved database in place of the present one, which is saved.
func (in *installation) restore(t *testing.T, i int) {
	t.Helper()
	in.save(t)
	must(t, os.WriteFile(in.database(), in.saved[i], 0o600))
	in.now = map[string]string{}
	for key, content := range in.named[i] {
		in.now[key] = content
	}
}

// wrong starts on a database that does not belong to the files.
func (in *installation) wrong(t *testing.T, foreign []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	if foreign != nil {
		must(t, os.WriteFile(path, foreign, 0o600))
	}
	k, err := in.open(t, "sqlite://"+filepath.ToSlash(path))
	if err == nil {
		must(t, k.Close())
		t.Fatal("a database of another installation was taken")
	}
	if !strings.Contains(err.Error(), "cohortium store adopt") {
		t.Errorf("refused with %v", err)
	}
}

// check wants every byte that any of the databases refers to.
func (in *installation) check(t *testing.T, after string) {
	t.Helper()
	for _, named := range append(slices.Clone(in.named), in.now) {
		for key, want := range named {
			if got, err := os.ReadFile(filepath.Join(in.dir, "blobs", filepath.FromSlash(key))); err != nil || string(got) != want {
				t.Fatalf("after %s, %s has %q, %v; want %q", after, key, got, err, want)
			}
		}
	}
}

// command runs a command on the data folder.
func (in *installation) command(t *testing.T, status int, says string, args ...string) {
	t.Helper()
	var buf bytes.Buffer
	got := Run(&Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: &buf, Stderr: &buf}, append(args, "--data", in.dir))
	if got != status || !strings.Contains(buf.String(), says) {
		t.Errorf("%v: status %d, want %d\n%s", args, got, status, buf.String())
	}
}
