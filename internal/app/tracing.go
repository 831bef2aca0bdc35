package app

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/jobs"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/tracing"
	"cohortium/internal/app/console"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/job"
)

// openTracing starts to record traces if there is an address to send them to. Without one, nothing
// of it is in the way of any request or job.
func (k *stack) openTracing(ctx context.Context, s config.Watch) (err error) {
	if s.TraceEndpoint == "" {
		return nil
	}
	k.tracing, err = tracing.Open(ctx, tracing.Options{
		Endpoint: s.TraceEndpoint, Share: s.TraceShare, Version: console.Version, Instance: k.instance, Host: host(), Log: k.log,
	})
	if err != nil {
		return console.Unusable(err)
	}
	k.closers = append(k.closers, k.tracing.Close)
	k.log = slog.New(tracing.Logs(k.log.Handler()))
	return nil
}

// storeOptions returns the options of the database at an address, whose jobs go to queue.
func (k *stack) storeOptions(address string, queue store.Queue) store.Options {
	o := store.Options{Queue: queue, Watch: k.databaseWatch()}
	if k.tracing == nil {
		return o
	}
	counted, system := o.Watch, "postgresql"
	if strings.HasPrefix(address, "sqlite:") {
		system = "sqlite"
	}
	o.Trace = k.tracing.Parent
	o.Watch = func(ctx context.Context, s store.Statement) {
		if counted != nil {
			counted(ctx, s)
		}
		k.tracing.Database(ctx, system, s.Operation, s.Name, s.Started, s.Failed)
	}
	return o
}

// filesWatch returns what learns of operations of the file store.
func (k *stack) filesWatch() blob.Watch {
	return func(ctx context.Context, operation string, started time.Time, took time.Duration, failed bool) {
		k.metrics.Files(operation, took, failed)
		if k.tracing != nil {
			k.tracing.Files(ctx, operation, started, failed)
		}
	}
}

// jobTrace returns what begins the spans of attempts at jobs; nil without tracing.
func (k *stack) jobTrace() jobs.Trace {
	if k.tracing == nil {
		return nil
	}
	return func(ctx context.Context, j *job.Job) (context.Context, jobs.Span) {
		return k.tracing.Attempt(ctx, j.Trace, j.Kind, j.ID, j.Attempt)
	}
}

// requestTrace returns what begins the spans of requests; nil without tracing.
func (k *stack) requestTrace() func(*http.Request, string) (context.Context, func(string, int)) {
	if k.tracing == nil {
		return nil
	}
	return k.tracing.Request
}
