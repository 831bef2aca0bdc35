package httpapi_test

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/httpapi"
	asked "cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/jobs"
	"cohortium/internal/adapter/localcopy"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/bioindex/source"
	"cohortium/internal/area/browse"
	"cohortium/internal/area/consortium"
	registry "cohortium/internal/area/dataset"
	datasetsource "cohortium/internal/area/dataset/source"
	"cohortium/internal/area/drs"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/operation"
	"cohortium/internal/area/page"
	pagesource "cohortium/internal/area/page/source"
	"cohortium/internal/area/pagetable"
	tablesource "cohortium/internal/area/pagetable/source"
	"cohortium/internal/area/reference"
	"cohortium/internal/area/search"
	"cohortium/internal/area/setup"
	"cohortium/internal/area/sgc"
	quotas "cohortium/internal/area/storage"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/dev/attack"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/fetch"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/rule"
)

const password = "walnut tractor eleven moss"

// site is the whole API on a real database and its files.
type site struct {
	handler    http.Handler
	auth       *auth.Service
	audit      *audit.Log
	hermes     *hermes.Service
	sgc        *sgc.Service
	registry   *registry.Service
	indexes    *bioindex.Service
	tools      *toolrun.Service
	tables     *pagetable.Service
	pages      *page.Service
	uploads    *upload.Service
	references *reference.Installer
	blobs      *blob.Bucket
	store      *store.Store
	closed     bool // see closeStore
	// cancellers are by kind of job; a test may add some before the first request.
	cancellers map[string]job.Canceller
	path       string // of the database on SQLite; all other files are next to it
	postgres   string // address of the database, "" for SQLite
	db         *sql.DB
	log        *lockedBuffer
	users      map[string]*auth.User
	tokens     map[string]string
	made       map[string]time.Time // when the credentials of a caller were created
	mu         sync.Mutex
	cookies    []string // values of session cookies that were set
	secrets    []string // other texts that must not be in the log
	ids        atomic.Int64
	cells      *attack.Count // of TestSEC28Policy
	skew       atomic.Int64  // nanoseconds that the server's clock is ahead
}

// lockedBuffer is a log that can be read while it is written.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write implements io.Writer.
func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// people returns the accounts of a site by name; two uploaders and two reviewers, so that each can
// try the other's files.
func people() map[string][]string {
	return map[string][]string{
		"admin": {"admin"}, "reviewer": {"reviewer"}, "reviewer2": {"reviewer"}, "analyst": {"analyst"},
		"uploader": {"uploader"}, "uploader2": {"uploader"}, "curator": {"curator"},
		"contributor": {"contributor"}, "contributor2": {"contributor"},
		"sgc-reviewer": {"sgc-reviewer"}, "sgc-uploader": {"sgc-uploader"},
	}
}

func (s *site) now() time.Time { return time.Now().Add(time.Duration(s.skew.Load())) }

func (s *site) newID() string { return fmt.Sprintf("id%06d", s.ids.Add(1)) }

// newSite creates a site; a change is a storage, a func(*auth.Deps), func(*sgc.Config),
// func(*registry.Config) or func(*httpapi.Deps).
func newSite(t testing.TB, change ...any) *site {
	t.Helper()
	dir := t.TempDir()
	queue, err := jobs.NewQueue()
	must(t, err)
	on := storageOf(t, change)
	st, err := store.Open(t.Context(), cmp.Or(on.database, "sqlite://"+filepath.Join(dir, "site.db")), store.Options{Queue: queue})
	must(t, err)
	t.Cleanup(func() { _ = st.Close() })
	must(t, st.Migrate(t.Context()))
	migrateQueue(t, st)
	blobs, err := blob.Open(t.Context(), cmp.Or(on.blobs, "file://"+filepath.Join(dir, "blobs")))
	must(t, err)
	blobs.KeepOrphans(0) // so that a sweep deletes what it finds
	t.Cleanup(func() { _ = blobs.Close() })

	s := &site{
		store:    st,
		path:     filepath.Join(dir, "site.db"),
		postgres: on.database,
		log:      &lockedBuffer{},
		users:    map[string]*auth.User{},
		tokens:   map[string]string{},
		made:     map[string]time.Time{},
	}
	log := slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s.audit = audit.NewLog(st, s.now)
	accounts := auth.Deps{Store: st.Accounts(), Now: s.now, NewID: s.newID, Random: rand.Reader, Settings: auth.DefaultSettings(), Log: log}
	accounts.Settings.Passwords = auth.PasswordParams{MemoryKiB: 64, Iterations: 1, Parallelism: 1}
	apply(&accounts, change)
	s.auth, err = auth.New(accounts)
	must(t, err)
	t.Cleanup(func() { _ = s.auth.Close() })
	s.blobs = blobs
	uploads := upload.NewService(st, blobs, s.now, s.newID, upload.Options{MaxPending: 1000})
	s.uploads = uploads
	copies := localcopy.New(t.TempDir(), 1<<30, blobs, log)
	t.Cleanup(func() { _ = copies.Close() })
	installed := reference.InStore(st.Reference(), copies, s.now)
	s.references = reference.NewInstaller(installed, st.Reference(), uploads, blobs, st, s.now, s.newID, reference.Config{TempDir: t.TempDir(), Log: log})
	s.hermes = hermes.NewService(st.Hermes(), uploads, blobs, s.now, s.newID, hermes.Config{TempDir: t.TempDir(), Version: "test", Genes: installed.GeneList})
	must(t, s.hermes.EnsurePhenotypes(t.Context()))
	counts := sgc.Config{Accounts: st.Accounts(), Log: log}
	apply(&counts, change)
	s.sgc = sgc.NewService(st.SGC(), blobs, s.now, s.newID, counts)
	must(t, s.sgc.EnsurePhenotypes(t.Context()))
	results := datasetsource.Results{Hermes: s.hermes, Version: "test"}
	data := registry.Config{
		Results:  results,
		Genes:    installed.GeneList,
		Accounts: st.Accounts(),
		TempDir:  t.TempDir(),
		Workers:  1,
		Version:  "test",
		Random:   rand.Reader,
		Log:      log,
	}
	apply(&data, change)
	s.registry = registry.NewService(st.Datasets(), uploads, blobs, s.now, s.newID, data)
	room := bioindex.Config{Genes: installed.GeneList, Accounts: st.Accounts(), TempDir: t.TempDir(), Queries: 50, Log: log}
	apply(&room, change)
	sources := source.Files{Uploads: uploads, Datasets: s.registry, Hermes: s.hermes}
	s.indexes = bioindex.NewService(st.Indexes(), sources, uploads, blobs, s.registry, s.now, s.newID, room)
	s.tools = toolrun.NewService(st.ToolRuns(), uploads, blobs, s.now, s.newID, toolrun.Config{TempDir: t.TempDir(), Workers: 1, Version: "test", Log: log})
	tables := pagetable.Config{Accounts: st.Accounts(), TempDir: t.TempDir(), Log: log}
	apply(&tables, change)
	web := fetch.Config{Resolve: nowhere}
	apply(&web, change)
	s.tables = pagetable.NewService(st.PageTables(), tablesource.Files{Sources: sources, Indexes: s.indexes},
		tablesource.Web{Client: fetch.NewClient(web)}, blobs, s.now, s.newID, tables)
	built := page.Config{Accounts: st.Accounts(), Log: log}
	apply(&built, change)
	s.pages, err = page.NewService(st.Pages(), pagesource.Tables{Service: s.tables}, blobs, s.now, s.newID, built)
	must(t, err)
	s.tables.ShownBy(s.pages)
	s.cancellers = map[string]job.Canceller{
		hermes.KindQC: s.hermes, hermes.KindMeta: s.hermes, sgc.KindArchive: s.sgc, registry.KindCheck: s.registry,
		bioindex.KindBuild: s.indexes, bioindex.KindVerify: s.indexes, toolrun.KindRun: s.tools, pagetable.KindMake: s.tables,
		reference.KindInstall: s.references,
	}
	browser := browse.New(
		browse.Config{
			Sources:    slices.Concat(browse.Hermes(s.hermes), browse.Datasets(s.registry), browse.Tools(s.tools)),
			References: browse.Installed(installed),
		},
	)
	rules := rule.NewService(st.Rule(), s.now, s.hermes, s.sgc)
	steps := setup.New(setup.Deps{Accounts: s.auth, Hermes: s.hermes, Reference: installed, Audit: s.audit, LinksTo: "http://localhost:8080", Rules: rules})
	deps := httpapi.Deps{
		Auth:         s.auth,
		Audit:        s.audit,
		Hermes:       s.hermes,
		SGC:          s.sgc,
		Datasets:     s.registry,
		Indexes:      s.indexes,
		Tables:       s.tables,
		Built:        s.pages,
		Tools:        s.tools,
		Jobs:         job.NewService(st, s.cancellers),
		Browse:       browser,
		DRS:          drs.New(s.registry, st.Accounts(), s.now, slices.Concat(drs.Hermes(s.hermes, s.audit), drs.Datasets(s.registry))...),
		Search:       search.New(log, search.Hermes(s.hermes), search.SGC(s.sgc), search.Datasets(s.registry), search.Pages(s.pages), search.People(s.auth)),
		PublicSearch: search.New(log, search.Public(browser, s.registry)),
		Consortium:   consortium.NewService(st.Consortium(), s.now),
		Rules:        rules,
		Setup:        steps,
		Operation: operation.New(operation.Deps{
			Store: st.Operation(), Files: blobs, Ready: st.Writable, Setup: steps, Accounts: s.auth, Hermes: s.hermes, Now: s.now,
		}),
		Storage:   quotas.New(st.Storage(), s.registry, s.indexes, s.tables, s.pages),
		Reference: s.references,
		Revisions: st.Revisions,
		Now:       s.now,
		NewID:     s.newID,
		Random:    rand.Reader,
		Log:       log,
		Uploads:   uploads.Handler(func(r *http.Request) (string, error) { return asked.Identity(r.Context()).User.ID, nil }),
		Config: httpapi.Config{
			Version: "test", Commit: "abcdef123456", MaxUploadBytes: 1 << 30, ChunkBytes: 8 << 20, EventInterval: 5 * time.Millisecond,
			UserServiceURL: "/", SGCGroup: "sgc",
		},
	}
	apply(&deps, change)
	s.handler, err = httpapi.New(deps)
	must(t, err)
	s.populate(t)
	t.Cleanup(func() { s.checkLog(t) })
	t.Cleanup(func() { s.checkTrail(t) })
	return s
}

// nowhere resolves no name: a test that fetches sets its own resolver.
func nowhere(_ context.Context, host string) ([]netip.Addr, error) {
	return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
}

func apply[T any](to *T, change []any) {
	for _, fn := range change {
		if fn, ok := fn.(func(*T)); ok {
			fn(to)
		}
	}
}

func (s *site) populate(t testing.TB) {
	t.Helper()
	for name, roles := range people() {
		groups := []string{}
		if strings.HasPrefix(name, "sgc-") || name == "admin" {
			groups = append(groups, "sgc")
		}
		u, err := s.auth.CreateUser(t.Context(), auth.NewUser{UserName: name, Password: password, Roles: roles, Groups: groups})
		must(t, err)
		s.users[name] = u
		s.tokens[name] = s.freshSession(name)
	}
}

// checkLog searches the log for texts that must never be in it.
func (s *site) checkLog(t testing.TB) {
	t.Helper()
	log := s.log.String()
	for _, secret := range slices.Concat(s.cookies, s.secrets, []string{password}) {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds a secret: %.12s…", secret)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// pass advances the server's clock by the time that refills every allowance; sessions last longer.
func (s *site) pass() { s.skew.Add(int64(30 * time.Second)) }

func (s *site) freshSession(name string) string {
	token, _, err := s.auth.SignIn(context.Background(), auth.SignIn{UserName: name, Password: password, Address: "fresh"})
	if err != nil {
		panic(err) // a fault of the test itself
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cookies = append(s.cookies, token)
	return token
}

// secret records a text that may be in an answer, but never in the log.
func (s *site) secret(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.secrets = append(s.secrets, text)
}
