package app

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/app/console"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/page"
	pagesource "cohortium/internal/area/page/source"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/area/reference"
	"cohortium/internal/area/rowstore"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
)

// installation is a file store with the databases that used it.
type installation struct {
	dir     string
	address string // of the current PostgreSQL database; "" for SQLite and a folder
	bucket  string
	saved   []string                 // copies of databases
	named   []map[string]string      // keys and content of files that the rows of each copy refer to
	now     map[string]string        // of the current database
	until   map[string]time.Duration // skew after which a file may be deleted, by a date that all databases have
	blobs   *blob.Bucket             // to read files
	skew    time.Duration
	files   int
}

func newInstallation(t *testing.T) *installation {
	in := &installation{dir: t.TempDir(), now: map[string]string{}, until: map[string]time.Duration{}}
	in.bucket = config.Storage{Data: in.dir}.Blobs()
	in.look(t)
	return in
}

// newServices returns an installation on PostgreSQL and S3.
func newServices(t *testing.T) *installation {
	in := &installation{dir: t.TempDir(), address: cluster.Database(t), bucket: objects.Bucket(t), now: map[string]string{}, until: map[string]time.Duration{}}
	in.look(t)
	return in
}

func (in *installation) look(t *testing.T) {
	t.Helper()
	var err error
	in.blobs, err = blob.Open(t.Context(), in.bucket)
	must(t, err)
	t.Cleanup(func() { must(t, in.blobs.Close()) })
}

// read reads a file of the store.
func (in *installation) read(t *testing.T, key string) (string, error) {
	t.Helper()
	var buf bytes.Buffer
	err := copyBlob(t.Context(), in.blobs, key, &buf)
	return buf.String(), err
}

func (in *installation) database() string { return filepath.Join(in.dir, "cohortium.db") }

// db opens the current database without the program.
func (in *installation) db(t *testing.T) *sql.DB {
	t.Helper()
	driver, address := "sqlite", "file:"+filepath.ToSlash(in.database())+"?_pragma=busy_timeout(15000)&_timezone=UTC"
	if in.address != "" {
		driver, address = "pgx", in.address+"&session_replication_role=replica" // rows may lack their parents, as in SQLite
	}
	db, err := sql.Open(driver, address)
	must(t, err)
	return db
}

// copied copies an unused database and returns the path of the copy.
func (in *installation) copied(t *testing.T, from string) (to string) {
	t.Helper()
	if in.address == "" {
		content, err := os.ReadFile(from)
		must(t, err)
		to = filepath.Join(t.TempDir(), "copy.db")
		must(t, os.WriteFile(to, content, 0o600))
		return to
	}
	to = cluster.Database(t)
	name := func(address string) string {
		u, err := url.Parse(address)
		must(t, err)
		return strings.TrimPrefix(u.Path, "/")
	}
	db, err := sql.Open("pgx", strings.Replace(to, "/"+name(to)+"?", "/postgres?", 1))
	must(t, err)
	defer func() { must(t, db.Close()) }()
	for _, query := range []string{"DROP DATABASE " + name(to), "CREATE DATABASE " + name(to) + " TEMPLATE " + name(from)} {
		_, err := db.ExecContext(t.Context(), query)
		must(t, err)
	}
	return to
}

// open starts on a database, the current one for "".
func (in *installation) open(t *testing.T, database string) (*stack, error) {
	t.Helper()
	if database == "" {
		database = in.address
	}
	s := withoutPages(config.Storage{Data: in.dir, DatabaseURL: database, BlobURL: in.bucket})
	k, err := openStack(t.Context(), s, newLog(io.Discard), tuning{})
	if err == nil {
		in.ahead(t, k, s.Temp())
	}
	return k, err
}

// ahead sets the clock of the services that sweep ahead by skew.
func (in *installation) ahead(t *testing.T, k *stack, temp string) {
	t.Helper()
	later := func() time.Time { return console.Now().Add(in.skew) }
	k.uploads = upload.NewService(k.store, k.blobs, later, newID, upload.Options{})
	k.hermes = hermes.NewService(k.store.Hermes(), k.uploads, k.blobs, later, newID, hermes.Config{TempDir: temp})
	k.sgc = sgc.NewService(k.store.SGC(), k.blobs, later, newID, sgc.Config{})
	k.tools = toolrun.NewService(k.store.ToolRuns(), k.uploads, k.blobs, later, newID, toolrun.Config{})
	k.datasets = dataset.NewService(k.store.Datasets(), k.uploads, k.blobs, later, newID, dataset.Config{})
	k.indexes = bioindex.NewService(k.store.Indexes(), nil, k.uploads, k.blobs, k.datasets, later, newID, bioindex.Config{})
	k.rows = rowstore.NewService(k.store.RowSegments(), k.blobs, later, newID, rowstore.Config{})
	k.tables = pagetable.NewService(k.store.PageTables(), nil, nil, k.blobs, later, newID, pagetable.Config{Log: k.log})
	var err error
	k.pages, err = page.NewService(k.store.Pages(), pagesource.Tables{Service: k.tables}, k.blobs, later, newID, page.Config{})
	must(t, err)
	k.tables.ShownBy(k.pages)
}

// madeKinds are the kinds of objects whose rows refer to files, besides uploads.
var madeKinds = []string{"run", "meta-analysis", "cohort file", "archive", "check", "index", "table", "picture", "tool run", "segment", "reference"}

// make stores the results of work of a kind, with the rows that refer to its files, and returns
// their keys. The rows have the fields that sweeps and checks read.
func (in *installation) make(t *testing.T, k *stack, kind string) (id string, keys []string) {
	t.Helper()
	id = newID()
	in.files++
	content := fmt.Sprintf("%s %d", kind, in.files)
	sum, at := fmt.Sprintf("%x", sha256.Sum256([]byte(content))), console.Now().Add(in.skew)
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
	case "archive":
		in.replaceArchive(t, k)
		in.row(t, "sgc_archives", map[string]any{"id": "sgc", "blob_id": id, "size_bytes": len(content), "sha256": sum})
		keys = []string{sgc.ArchiveKey(id)}
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
			"id":         id,
			"attempt":    "a",
			"state":      pagetable.Ready,
			"source":     "{}",
			"layout":     "{}",
			"made":       "{}",
			"data_bytes": len(content),
			"data_tag":   sum,
			"created_at": at,
		})
		keys = []string{pagetable.DataKey(id, "a"), pagetable.OverviewKey(id, "a")}
	case "picture":
		in.row(t, "pages", map[string]any{"id": id, "origins": "[]", "picture_id": "p"})
		keys = []string{page.PictureKey(id, "p")}
	case "tool run":
		in.row(
			t,
			"tool_runs",
			map[string]any{
				"id":          id,
				"status":      toolrun.Done,
				"attempt":     "a",
				"files":       named,
				"answers":     "{}",
				"study":       "{}",
				"result":      "{}",
				"expires_at":  at.Add(24 * time.Hour),
				"finished_at": at,
			},
		)
		keys = []string{toolrun.ResultPrefix(id, "a") + "results.tsv.gz"}
	case "segment":
		in.row(t, "row_segments", map[string]any{"id": id, "size_bytes": len(content), "created_at": at})
		keys = []string{rowstore.RowsKey(id), rowstore.NumbersKey(id)}
	case "reference":
		f := reference.File{ID: id, Note: reference.Note{Type: reference.LD, Name: id, Build: "GRCh37", SHA256: sum, Added: at}}
		for _, end := range []string{"", ".tbi"} {
			f.Parts = append(f.Parts, reference.Part{Ending: end, Size: int64(len(content)), SHA256: sum})
			keys = append(keys, reference.Key(id, end))
		}
		must(t, k.store.Reference().InTx(t.Context(), func(tx reference.Tx) error { return tx.CreateFile(t.Context(), &f) }))
	}
	for _, key := range keys {
		_, _, err := k.blobs.Put(t.Context(), key, strings.NewReader(content))
		must(t, err)
	}
	must(t, k.audit.Record(t.Context(), audit.Entry{Action: audit.Created, Object: "file", ObjectID: id}))
	if kind != "table" { // which a page must show first
		in.name(t, keys)
	}
	if kind == "tool run" {
		in.ends(keys, 24*time.Hour)
	}
	return id, keys
}

// replaceArchive removes the row of the archive, as the next archive does, and keeps its file, as a
// kill does.
func (in *installation) replaceArchive(t *testing.T, k *stack) {
	t.Helper()
	a, err := k.store.SGC().Archive(t.Context())
	if errs.Is(err, errs.NotFound) {
		return
	}
	must(t, err)
	must(t, k.store.Exec(t.Context(), "DELETE FROM sgc_archives"))
	key := sgc.ArchiveKey(a.BlobID)
	delete(in.now, key)
	in.ends([]string{key}, 30*24*time.Hour)
}

// name records that the current database refers to files.
func (in *installation) name(t *testing.T, keys []string) {
	t.Helper()
	for _, key := range keys {
		content, err := in.read(t, key)
		must(t, err)
		in.now[key] = content
		delete(in.until, key)
	}
}

// ends records that files may be deleted after a time.
func (in *installation) ends(keys []string, after time.Duration) {
	for _, key := range keys {
		in.until[key] = in.skew + after
	}
}

// discard puts an index and a page into the bin, with the page's table. After 30 days their rows
// are deleted, and after 30 more their files.
func (in *installation) discard(t *testing.T, k *stack) {
	t.Helper()
	db := in.db(t)
	defer func() { must(t, db.Close()) }()
	for table, keys := range map[string]func(id, made string) []string{
		"indexes": func(id, made string) []string { return []string{bioindex.IndexKey(id, made, "a")} },
		"pages": func(id, made string) []string {
			if made != "" {
				return []string{pagetable.DataKey(made, "a"), pagetable.OverviewKey(made, "a")}
			}
			return []string{page.PictureKey(id, "p")}
		},
	} {
		made := map[string]string{"indexes": "build_id", "pages": "COALESCE(table_id, '')"}[table]
		var id, of string
		err := db.QueryRowContext(t.Context(), "SELECT id, "+made+" FROM "+table+" WHERE deleted_at IS NULL ORDER BY id LIMIT 1").Scan(&id, &of)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		must(t, err)
		must(t, k.store.Exec(t.Context(), "UPDATE "+table+" SET deleted_at = $1 WHERE id = $2", console.Now().Add(in.skew), id))
		must(t, k.audit.Record(t.Context(), audit.Entry{Action: audit.Deleted, Object: table, ObjectID: id}))
		in.ends(keys(id, of), 60*24*time.Hour)
	}
}

// show creates a page for each table without a page.
func (in *installation) show(t *testing.T, k *stack) {
	t.Helper()
	ids, err := k.store.PageTables().Older(t.Context(), console.Now().Add(in.skew).Add(time.Hour), "", 200)
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

// with starts on the current database, and stores the newest audit entry when it stops.
func (in *installation) with(t *testing.T, do func(k *stack)) {
	t.Helper()
	k, err := in.open(t, "")
	must(t, err)
	do(k)
	k.sweepEnds(t.Context())
	must(t, k.Close())
}
