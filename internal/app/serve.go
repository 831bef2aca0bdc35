package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/siteapi"
	"cohortium/internal/adapter/httpserver"
	"cohortium/internal/app/console"
	"cohortium/internal/area/consortium"
	"cohortium/internal/area/operation"
	"cohortium/internal/area/storage"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
	"cohortium/web"

	"golang.org/x/sync/errgroup"
)

// ServeCmd starts the server.
type ServeCmd struct {
	config.Settings `embed:""`
	Only            string `help:"Serve a part alone: user-service." enum:",user-service" default:"" env:"COHORTIUM_ONLY"`
}

// Run serves until the process receives a stop signal.
func (c *ServeCmd) Run(env *console.Env) error {
	collectSeldom(c.Concurrency())
	c.Listen = cmp.Or(c.Listen, ":8080")
	s := server{settings: c.Settings, only: c.Only, log: newLog(env.Stderr), started: func(ctx context.Context, k *stack, _ string) error {
		return k.offerFirstAccount(ctx, env.Stdout)
	}}
	return s.run(env.Ctx)
}

// WorkerCmd starts workers only.
type WorkerCmd struct {
	config.Storage `embed:""`
	config.Work    `embed:""`
	config.Watch   `embed:""`
}

// Run works until the process receives a stop signal.
func (c *WorkerCmd) Run(env *console.Env) (err error) {
	log := newLog(env.Stderr)
	settings := withoutPages(c.Storage)
	settings.Work, settings.Watch = c.Work, c.Watch
	k, err := openStack(env.Ctx, settings, log, tuning{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.Close()) }()
	if c.Concurrency() == 0 {
		return console.Unusable(errors.New("a worker with --workers 0 would do nothing"))
	}
	if err := k.prepareAreas(env.Ctx, c.Work); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(env.Ctx)
	if err := k.watched(ctx, group, c.Watch); err != nil {
		return err
	}
	group.Go(func() error { k.beat(ctx, operation.Worker, c.Work, c.Concurrency(), c.Data); return nil })
	group.Go(func() error { k.sweep(ctx); return nil })
	group.Go(func() error { return k.watchVersion(ctx) })
	group.Go(func() error { return k.work(ctx, c.Work, c.Concurrency()) })
	return group.Wait()
}

// withoutPages returns the settings of a process that serves no pages.
func withoutPages(s config.Storage) config.Settings {
	return config.Settings{
		Storage: s,
		Work: config.Work{
			DatasetQuotaBytes: 1 << 40,
			IndexQuotaBytes:   1 << 40,
			MaxIndexes:        200,
			IndexPageBytes:    16 << 20,
			MaxTables:         500,
			TableQuotaBytes:   100 << 30,
			Fetch:             true,
			FetchMaxBytes:     2 << 30,
			LinkLongest:       30 * 24 * time.Hour,

			ReferenceCacheBytes: config.ReferenceCacheBytes,
		},
		Web: config.Web{Listen: ":0", MaxUploadBytes: 1, ChunkBytes: 1, ConnectionsPerAddress: httpserver.Standard().PerAddress},
		Access: config.Access{
			SessionIdle: time.Hour, SessionMax: time.Hour, RememberMax: time.Hour,
			UserServiceURL: config.UserServiceBuiltin, SGCGroup: "sgc",
		},
	}
}

// newLog returns a JSON log.
func newLog(w io.Writer) *slog.Logger { return slog.New(slog.NewJSONHandler(w, nil)) }

// stopWithin is the time for requests and jobs to end after a stop signal.
const stopWithin = 20 * time.Second

// server is a process that answers requests and runs jobs.
type server struct {
	settings config.Settings
	log      *slog.Logger
	only     string // the only part to serve, "" for everything
	demo     bool
	tuning   tuning
	// started is called with the address once requests are answered, and a context that ends with
	// the server. Its error ends the server. nil for none.
	started func(ctx context.Context, k *stack, base string) error
}

// run serves until ctx ends.
func (s *server) run(ctx context.Context) (err error) {
	k, err := openStack(ctx, s.settings, s.log, s.tuning)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.Close()) }()
	warnOfOpenFolder(s.log, s.settings.Data)
	if err := k.prepareAreas(ctx, s.settings.Work); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	handler, err := k.handler(s, ctx.Done())
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.settings.Listen)
	if err != nil {
		return console.Unusable(fmt.Errorf("the address %s cannot be used: %w", s.settings.Listen, err))
	}
	s.log.Info("listening", "address", listener.Addr().String(), "version", console.Version)
	proxies, err := s.settings.Proxies()
	if err != nil {
		return console.Unusable(err)
	}
	if err := k.watched(ctx, group, s.settings.Watch); err != nil {
		return errors.Join(err, listener.Close())
	}
	backups, err := k.backups(s.settings.Backup)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	limits := httpserver.Standard()
	limits.Stop, limits.PerAddress = stopWithin, s.settings.ConnectionsPerAddress
	if err := s.answer(ctx, group, k, listener, handler, limits, proxies); err != nil {
		return errors.Join(err, listener.Close())
	}
	workers := s.settings.Concurrency()
	if s.only != "" {
		workers = 0
	}
	group.Go(func() error { k.beat(ctx, operation.Server, s.settings.Work, workers, s.settings.Data); return nil })
	group.Go(func() error { k.sweep(ctx); return nil })
	group.Go(func() error { return k.watchVersion(ctx) })
	if workers > 0 {
		group.Go(func() error { return k.work(ctx, s.settings.Work, workers) })
	}
	if backups != nil {
		group.Go(func() error { backups.Run(ctx); return nil })
	}
	if s.started != nil {
		group.Go(func() error {
			if err := s.started(ctx, k, s.scheme()+local(listener.Addr())); ctx.Err() == nil {
				return err
			}
			return nil // asked to stop before it had started
		})
	}
	return group.Wait()
}

// local returns an address of the listener that this machine can call.
func local(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return a.String()
	}
	return net.JoinHostPort("localhost", fmt.Sprint(tcp.Port))
}

// answers returns the settings of the answers to requests that arrive through proxies.
func (s *server) answers(proxies []netip.Prefix) httpapi.Config {
	c := s.settings
	return httpapi.Config{
		Version: console.Version, Commit: console.Commit, Demo: s.demo, Only: s.only, MaxUploadBytes: c.MaxUploadBytes, ChunkBytes: c.ChunkBytes,
		PublicURL: c.BaseURL, TrustedProxies: proxies, AllowedOrigins: c.AllowedOrigins,
		UserServiceURL: userServiceAddress(c.Access), Registration: c.Registration, ProviderName: providerName(c.Access),
		SGCGroup: c.SGCGroup, Mail: c.MailURL != "", APIOrigin: c.APIOrigin, TempDir: c.Temp(),
	}
}

func (k *stack) handler(srv *server, stopping <-chan struct{}) (http.Handler, error) {
	s := srv.settings
	proxies, err := s.Proxies()
	if err != nil {
		return nil, console.Unusable(err)
	}
	steps := k.setup(s)
	running, err := k.operation(s, steps)
	if err != nil {
		return nil, err
	}
	profile := consortium.NewService(k.store.Consortium(), console.Now)
	deps := httpapi.Deps{
		Auth:         k.auth,
		Hermes:       k.hermes,
		SGC:          k.sgc,
		Datasets:     k.datasets,
		Indexes:      k.indexes,
		Tools:        k.tools,
		Tables:       k.tables,
		Built:        k.pages,
		Jobs:         k.jobs,
		Audit:        k.audit,
		Search:       k.search(s),
		PublicSearch: k.publicSearch(s),
		Consortium:   profile,
		Rules:        k.rules,
		Browse:       k.browser(s),
		DRS:          k.objects(),
		Setup:        steps,
		Operation:    running,
		Storage:      storage.New(k.store.Storage(), k.datasets, k.indexes, k.tables, k.pages),
		Reference:    k.installer,
		Now:          console.Now,
		NewID:        newID,
		Random:       rand.Reader,
		Log:          k.log,
		Uploads:      k.uploads.Handler(func(r *http.Request) (string, error) { return callerID(r.Context()) }),
		Revisions:    k.store.Revisions,
		Ready:        k.ready,
		Stopping:     stopping,
		Answered:     k.metrics.Request,
		Trace:        k.requestTrace(),
		Config:       srv.answers(proxies),
	}
	if s.MetricsToken != "" {
		deps.Metrics = k.metrics.Handler(s.MetricsToken)
	}
	if srv.only == "" {
		nonce := func(r *http.Request) string { return request.Nonce(r.Context()) }
		pages, err := web.Handler(
			web.Options{Nonce: nonce, Config: pageConfig(s, profile.Profile, k.log), Head: publicHead(k.datasets, k.pages, publicURL(s.Web))},
		)
		if err != nil {
			return nil, err
		}
		deps.Pages = forRobots(publicURL(s.Web), pages, publicDatasets(k.datasets), publishedPages(k.pages, publicURL(s.Web)))
	}
	return httpapi.New(deps)
}

// pageConfig returns the configuration that pages need before their first request.
func pageConfig(s config.Settings, profile func(context.Context) (*consortium.Stored, error), log *slog.Logger) func(*http.Request) web.Config {
	return func(r *http.Request) web.Config {
		c := web.Config{APIOrigin: s.APIOrigin, SGCUserGroup: s.SGCGroup}
		p, err := profile(r.Context())
		if err != nil { // the page uses the standard names, and reports that the server does not answer
			log.ErrorContext(r.Context(), "the consortium profile was not read", "err", err)
			return c
		}
		c.Consortium = siteapi.ConsortiumOf(p)
		return c
	}
}

// work runs jobs until ctx ends, then returns running ones to the queue.
func (k *stack) work(ctx context.Context, w config.Work, workers int) error {
	r, err := k.runner(workers, jobMemory(w))
	if err != nil {
		return err
	}
	// The runner must outlive ctx while it returns jobs to the queue.
	if err := r.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	<-ctx.Done()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	return r.Stop(grace)
}

// callerID returns the account of a request of the upload protocol.
func callerID(ctx context.Context) (string, error) {
	id := request.Identity(ctx)
	if id == nil {
		return "", errs.New(errs.Unauthenticated, "not_signed_in", "Sign in to upload files.")
	}
	return id.User.ID, nil
}
