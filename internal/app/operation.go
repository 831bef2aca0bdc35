package app

import (
	"context"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"time"

	"cohortium/internal/app/console"
	"cohortium/internal/area/operation"
	"cohortium/internal/area/setup"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
)

// operation reports how this installation runs.
func (k *stack) operation(s config.Settings, steps *setup.Service) (*operation.Service, error) {
	schema, _, err := k.store.Versions(context.Background())
	if err != nil {
		return nil, err
	}
	files, _, _ := strings.Cut(s.Blobs(), ":")
	var ends func() (time.Time, bool)
	if k.certificate != nil {
		ends = k.certificate.Ends
	}
	return operation.New(operation.Deps{
		Store: k.store.Operation(), Files: k.blobs, Ready: k.ready, Setup: steps, Accounts: k.auth, Hermes: k.hermes, Now: console.Now,
		MailServer: mailServer(s.Access), Certificate: ends,
		Versions: operation.Versions{
			Program: console.Version, Commit: console.Commit, Go: runtime.Version(), Database: string(k.store.Engine()), Schema: schema, Files: files,
		},
	}), nil
}

// host returns the name of this machine.
func host() string {
	name, err := os.Hostname()
	if err != nil {
		return "localhost"
	}
	return name
}

// beat keeps the record of this process until ctx ends, and deletes it then.
func (k *stack) beat(ctx context.Context, kind operation.Kind, w config.Work, workers int, folder string) {
	p := &operation.Process{ID: k.instance, Host: host(), Kind: kind, Version: console.Version, Workers: int64(workers), StartedAt: console.Now()}
	if workers > 0 {
		p.Memory = jobMemory(w)
	}
	tick := time.NewTicker(operation.BeatEvery)
	defer tick.Stop()
	for {
		p.SeenAt, p.Disk = console.Now(), diskOf(folder)
		if err := k.store.Operation().PutProcess(ctx, p); err != nil && ctx.Err() == nil {
			k.log.WarnContext(ctx, "the heartbeat of this process was not recorded", "err", err)
		}
		select {
		case <-ctx.Done():
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
			defer cancel()
			if err := k.store.Operation().DeleteProcess(ctx, p.ID); err != nil {
				k.log.WarnContext(ctx, "the record of this process was not deleted", "err", err)
			}
			return
		case <-tick.C:
		}
	}
}

// problemHandler is a log of which errors are also kept in the database.
type problemHandler struct {
	slog.Handler
	keep      chan<- operation.Problem
	reference string // of the attributes that all its records have
}

// Handle implements slog.Handler.
func (h problemHandler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelError {
		p := operation.Problem{Day: r.Time.UTC().Format(time.DateOnly), Message: r.Message, Reference: h.reference, LastAt: r.Time.UTC()}
		r.Attrs(func(a slog.Attr) bool {
			if isReference(a) {
				p.Reference = a.Value.String()
			}
			if a.Key == "err" {
				p.Cause = short(a.Value.String())
			}
			return true
		})
		select {
		case h.keep <- p:
		default: // a storm of errors: the log has them all
		}
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h problemHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	h.Handler = h.Handler.WithAttrs(attrs)
	for _, a := range attrs {
		if isReference(a) {
			h.reference = a.Value.String()
		}
	}
	return h
}

// WithGroup implements slog.Handler.
func (h problemHandler) WithGroup(name string) slog.Handler {
	h.Handler = h.Handler.WithGroup(name)
	return h
}

// isReference reports whether an attribute identifies the request or the job of a record.
func isReference(a slog.Attr) bool { return a.Key == "request_id" || a.Key == "job" }

// short cuts a long cause.
func short(cause string) string {
	const most = 500
	if len(cause) > most {
		return strings.ToValidUTF8(cause[:most], "") + " …"
	}
	return cause
}

// keepProblems writes problems to the database one after the other until Close.
func (k *stack) keepProblems() chan<- operation.Problem {
	const backlog = 64
	problems, stop, done := make(chan operation.Problem, backlog), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case p := <-problems:
				k.keepProblem(p)
			}
		}
	}()
	k.closers = append(k.closers, func() error { close(stop); <-done; return nil })
	return problems
}

// keepProblem writes one problem. A database that takes none is in the log already.
func (k *stack) keepProblem(p operation.Problem) {
	ctx, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	if err := k.store.Operation().PutProblem(ctx, &p); err != nil {
		k.log.WarnContext(ctx, "an error was not recorded", "err", err)
	}
}

// reportingMailer records when mail fails and when it works again.
type reportingMailer struct {
	auth.Mailer
	k *stack
}

// Send implements auth.Mailer.
func (m reportingMailer) Send(ctx context.Context, message auth.Message) error {
	err := m.Mailer.Send(ctx, message)
	if err == nil {
		if err := m.k.store.Operation().SettleProblems(ctx, operation.MailFailed); err != nil {
			m.k.log.WarnContext(ctx, "that mail works again was not recorded", "err", err)
		}
		return nil
	}
	if errs.Is(err, errs.Unavailable) { // others are about the message
		m.k.log.ErrorContext(ctx, operation.MailFailed, "err", err)
	}
	return err
}
