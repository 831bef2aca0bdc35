package attack

import (
	"database/sql"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"cohortium/internal/area/hermes/hermestest"
)

// open returns a separate connection of the test.
func (in *installation) open() *sql.DB {
	in.t.Helper()
	driver, address := "sqlite", strings.TrimPrefix(in.address(), "sqlite://")+"?_pragma=busy_timeout(15000)"
	if in.database != "" {
		driver, address = "pgx", in.database
	}
	db, err := sql.Open(driver, address)
	must(in.t, err)
	in.t.Cleanup(func() { _ = db.Close() })
	return db
}

func (in *installation) exec(query string, args ...any) {
	in.t.Helper()
	_, err := in.open().ExecContext(in.t.Context(), query, args...)
	must(in.t, err)
}

func (in *installation) number(query string) (n int64) {
	in.t.Helper()
	must(in.t, in.open().QueryRowContext(in.t.Context(), query).Scan(&n))
	return n
}

// migrateTo brings an empty database to a version before this program's.
func (in *installation) migrateTo(before int64) (version int64) {
	in.t.Helper()
	dialect, dir := goose.DialectSQLite3, "sqlite"
	if in.database != "" {
		dialect, dir = goose.DialectPostgres, "postgres"
	}
	p, err := goose.NewProvider(dialect, in.open(), os.DirFS("../../adapter/store/migrations/"+dir), goose.WithDisableGlobalRegistry(true))
	must(in.t, err)
	sources := p.ListSources()
	version = sources[len(sources)-1].Version - before
	_, err = p.UpTo(in.t.Context(), version)
	must(in.t, err)
	return version
}

const (
	versionQuery = "SELECT max(version_id) FROM goose_db_version"
	tablesQuery  = "SELECT count(*) FROM users"
)

// TestVersions runs this program with databases of a newer and of older versions. It refuses the
// newer one, ends when the database becomes newer while it runs, and changes nothing of it. It
// migrates older ones with all their content.
func TestVersions(t *testing.T) {
	onBothStacks(t, func(t *testing.T, in *installation) {
		count := New(t, "databases of other versions")
		in.person("uploader", "uploader")
		own := in.number(versionQuery)
		p := in.serve()
		in.exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)")
		c := &caller{base: p.base}
		a, err := c.try(t.Context(), http.MethodGet, "/readyz", nil, nil)
		count.Try(err != nil || a.status == 503 && a.problem().Code == "newer_database", "/readyz: %d %s", a.status, a.body)
		err = p.wait(t)
		count.Try(err != nil && says(p.said()), "a running server: %v\n%s", err, p.said())
		for _, args := range [][]string{{"migrate"}, {"worker", "--workers", "1"}, {"user", "create", "--username", "x", "--role", "admin", "--password-stdin"}} {
			status, out := in.command(password+"\n", args...)
			count.Try(status != 0 && says(out), "%v: status %d: %s", args, status, out)
		}
		p, _ = in.launch()
		err = p.wait(t)
		count.Try(err != nil && says(p.said()), "a server: %v\n%s", err, p.said())
		count.Try(in.number(versionQuery) == 9999 && in.number(tablesQuery) == 1, "the newer database has changed")
		in.exec("DELETE FROM goose_db_version WHERE version_id = 9999")
		p = in.serve()
		signIn(t, p.base, "uploader")
		p.stop(t)
		for before := range int64(6) {
			older := &installation{t: t, dir: t.TempDir()}
			if in.database != "" {
				older.database, older.blobs = cluster.Database(t), buckets.Bucket(t)
			}
			older.migrateTo(before + 1)
			older.exec(`INSERT INTO users (id, user_name, user_key, first_name, last_name, email, is_active, password_hash, created_at)
				VALUES ('u1', 'Jane', 'jane', '', '', '', TRUE, '', '2026-01-02 03:04:05.000000+00:00')`)
			status, out := older.command("", "migrate")
			count.Try(status == 0 && older.number(versionQuery) == own && older.number(tablesQuery) == 1, "%d versions older: %d %s", before+1, status, out)
		}
	})
}

// says reports whether a refusal names the fault and the remedy.
func says(text string) bool {
	return strings.Contains(text, "newer than this program knows") && strings.Contains(text, "start the newer program")
}

// faults returns the lines of a log that report a fault.
func (p *program) faults() (lines []string) {
	for line := range strings.Lines(p.said()) {
		if strings.Contains(line, `"level":"ERROR"`) || strings.Contains(line, "panic") {
			lines = append(lines, line)
		}
	}
	return lines
}

// upload sends a file of statistics.
func (c *caller) upload(t *testing.T, name string, seed uint64) (id string) {
	t.Helper()
	content := hermestest.Sumstats(2000, seed)
	a := c.call(t, http.MethodPost, "/api/uploads/", nil, tus("Upload-Length", strconv.Itoa(len(content)), "Upload-Metadata", "filename YS50c3Y="))
	_, id, _ = strings.Cut(a.header.Get("Location"), "/api/uploads/")
	a = c.call(t, http.MethodPatch, "/api/uploads/"+id, content, tus("Upload-Offset", "0", "Content-Type", "application/offset+octet-stream"))
	if a.status != http.StatusNoContent {
		t.Fatalf("upload of %s: %d %s", name, a.status, a.body)
	}
	return id
}

func registration(id, name string) map[string]any {
	return map[string]any{"upload_id": id, "metadata": hermestest.Metadata(name, "Cohort "+name), "mapping": hermestest.Mapping()}
}

// TestTwoServers starts two servers at once on one empty database, gives them work and lets
// them sweep: both migrate it once, each job is done once, and neither finds a fault.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	in := &installation{t: t, dir: t.TempDir(), database: cluster.Database(t), blobs: buckets.Bucket(t)}
	count := New(t, "two servers on one database")
	both := func() (servers [2]*program) {
		var group sync.WaitGroup
		for i := range servers {
			group.Go(func() { servers[i] = in.serve() })
		}
		group.Wait()
		if t.Failed() {
			t.FailNow()
		}
		return servers
	}
	servers := both()
	in.person("uploader", "uploader")
	one := signIn(t, servers[0].base, "uploader")
	other := &caller{base: servers[1].base, header: one.header}
	ids := map[string]bool{}
	for i := range uint64(8) {
		c := []*caller{one, other}[i%2]
		name := named("Set", int64(i))
		var d struct{ ID string }
		c.want(t, 201, http.MethodPost, "/api/hermes/uploads", registration(c.upload(t, name, i), name), &d)
		ids[d.ID] = true
	}
	waiting := one.upload(t, "waits", 99)
	for id := range ids {
		other.await(t, "/api/hermes/uploads/"+id, func(a answer) bool { return strings.Contains(string(a.body), "READY FOR REVIEW") })
	}
	for id := range ids {
		var runs struct{ Items []struct{ Status string } }
		one.want(t, 200, http.MethodGet, "/api/hermes/uploads/"+id+"/qc-runs", nil, &runs)
		count.Try(len(runs.Items) == 1 && runs.Items[0].Status == "COMPLETED", "%s has the runs %v", id, runs.Items)
		times := in.number("SELECT count(*) FROM history WHERE object_id = '" + id + "' AND action LIKE 'QC passed%'")
		count.Try(times == 1, "%s passed QC %d times", id, times)
	}
	again := in.number("SELECT count(*) FROM jobs WHERE attempt <> 1 OR state <> 'succeeded'")
	count.Try(again == 0, "%d jobs were not done at the first attempt", again)
	stop := func() {
		for i, p := range servers {
			p.stop(t)
			count.Try(len(p.faults()) == 0, "server %d: %s", i, p.faults())
		}
	}
	stop()
	in.exec("UPDATE upload_files SET expires_at = '2026-01-02 03:04:05.000000+00:00' WHERE id = $1", waiting)
	servers = both() // which sweep at their start, at the same time
	end := time.Now().Add(silence)
	for in.number("SELECT count(*) FROM upload_files WHERE registered = FALSE") > 0 && time.Now().Before(end) {
		time.Sleep(100 * time.Millisecond)
	}
	count.Try(in.number("SELECT count(*) FROM upload_files WHERE registered = FALSE") == 0, "the file that expired is there")
	stop()
	status, out := in.command("", "check", "--read-data")
	count.Try(status == 0, "check: %d %s", status, out)
}

// readOnly makes PostgreSQL reject changes, or accept them again, and ends all connections.
func (in *installation) readOnly(on bool) {
	in.t.Helper()
	address, err := url.Parse(in.database)
	must(in.t, err)
	name := strings.TrimPrefix(address.Path, "/")
	address.Path = "/postgres"
	server := &installation{t: in.t, database: address.String()}
	server.exec("ALTER DATABASE " + name + " SET default_transaction_read_only = " + strconv.FormatBool(on))
	server.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
}

// TestAServerWhoseDatabaseIsReadOnly makes the database read-only and writable again: the server
// reports it, reads continue, and it recovers by itself.
func TestAServerWhoseDatabaseIsReadOnly(t *testing.T) {
	t.Parallel()
	in := &installation{t: t, dir: t.TempDir(), database: cluster.Database(t), blobs: buckets.Bucket(t)}
	count := New(t, "a server whose database is read-only")
	in.person("uploader", "uploader")
	p := in.serve()
	c := signIn(t, p.base, "uploader")
	id := c.upload(t, "one", 1)
	reads := []string{"/api/hermes/uploads", "/api/profile", "/api/hermes/phenotypes", "/api/version", "/healthz"}
	for round := range 2 {
		in.readOnly(true)
		for _, path := range reads { // the connections have just ended
			a := c.call(t, http.MethodGet, path, nil, nil)
			count.Try(a.status == 200 || a.status == 503, "%s: %d %s", path, a.status, a.body)
		}
		c.await(t, "/readyz", func(a answer) bool { return a.problem().Code == "read_only" })
		for _, path := range reads {
			a := c.call(t, http.MethodGet, path, nil, nil)
			count.Try(a.status == 200, "%s while it is read-only: %d %s", path, a.status, a.body)
		}
		a := c.call(t, http.MethodPost, "/api/hermes/uploads", registration(id, "one"), nil)
		said := a.problem()
		count.Try(a.status == 503 && said.Code == "read_only" && strings.Contains(said.Detail, "Try again"), "a write: %d %s", a.status, a.body)
		if round == 1 {
			second, _ := in.launch()
			err := second.wait(t)
			count.Try(err != nil && strings.Contains(second.said(), "read-only"), "a start: %v\n%s", err, second.said())
		}
		in.readOnly(false)
		c.await(t, "/readyz", func(a answer) bool { return a.status == 200 })
	}
	var d struct{ ID string }
	c.want(t, 201, http.MethodPost, "/api/hermes/uploads", registration(id, "one"), &d)
	c.await(t, "/api/hermes/uploads/"+d.ID, func(a answer) bool { return strings.Contains(string(a.body), "READY FOR REVIEW") })
	p.stop(t)
}
