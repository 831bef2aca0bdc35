package app

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"time"

	"cohortium/internal/adapter/httpserver"
	"cohortium/internal/adapter/metrics"
	"cohortium/internal/adapter/store"
	"cohortium/internal/app/console"
	"cohortium/internal/area/operation"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/job"

	"golang.org/x/sync/errgroup"
)

// openMetrics prepares the metrics, which the parts of the stack report to once they are open.
func (k *stack) openMetrics(s config.Storage) {
	build := metrics.Build{Version: console.Version, Commit: console.Commit, Go: runtime.Version()}
	k.metrics = metrics.New(build, func(ctx context.Context) (*metrics.State, error) { return k.measure(ctx, s.Data) })
}

// databaseWatch returns what learns of statements; nil without metrics.
func (k *stack) databaseWatch() store.Watch {
	if k.metrics == nil {
		return nil
	}
	return func(_ context.Context, s store.Statement) { k.metrics.Database(s.Operation, s.Took, s.Failed) }
}

// measure measures the installation for the metrics.
func (k *stack) measure(ctx context.Context, folder string) (*metrics.State, error) {
	disk := diskOf(folder)
	state := &metrics.State{Ready: k.ready(ctx) == nil, Pools: map[string]metrics.Pool{}, DiskFree: disk.Free, DiskSize: disk.Size}
	for use, p := range k.store.Pools() {
		state.Pools[use] = metrics.Pool(p)
	}
	now := console.Now()
	load, err := k.store.Operation().Load(ctx, now)
	if err != nil {
		return state, err
	}
	backups, err := operation.BackupsOf(ctx, k.store.Operation(), "")
	if err != nil {
		return state, err
	}
	if backups.Newest != nil {
		state.Backup = &backups.Newest.At
	}
	state.BackupOldAfter = backups.OldAfter()
	state.Uploads, state.UploadBytes = load.Uploads, load.UploadBytes
	for kind := range k.workers {
		for _, s := range []job.State{job.Queued, job.Running} {
			q := metrics.Queue{Kind: kind, State: string(s)}
			for _, w := range load.Jobs {
				if w.Kind == kind && w.State == s {
					q.Jobs, q.Oldest = w.Jobs, max(now.Sub(w.Oldest), 0)
				}
			}
			state.Jobs = append(state.Jobs, q)
		}
	}
	return state, nil
}

// readyTime is the time limit of a probe.
const readyTime = 10 * time.Second

// watched serves /metrics, /healthz and /readyz alone at their own address, if there is one, until
// ctx ends.
func (k *stack) watched(ctx context.Context, group *errgroup.Group, s config.Watch) error {
	if s.MetricsAddr == "" {
		return nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.MetricsAddr)
	if err != nil {
		return console.Unusable(fmt.Errorf("--metrics-addr: the address %s cannot be used: %w", s.MetricsAddr, err))
	}
	k.log.InfoContext(ctx, "listening for metrics", "address", listener.Addr().String())
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", k.metrics.Handler(s.MetricsToken))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), readyTime)
		defer cancel()
		if err := k.ready(ctx); err != nil {
			http.Error(w, "The database or the file store takes no changes. The page /admin of a server has the reason.", http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	group.Go(func() error { return httpserver.Serve(ctx, listener, mux, httpserver.Standard(), nil, k.log) })
	return nil
}
