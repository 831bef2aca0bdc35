package app

import (
	"context"
	"crypto/rand"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/certificate"
	"cohortium/internal/adapter/jobs"
	"cohortium/internal/adapter/metrics"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/tracing"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/app/console"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/operation"
	"cohortium/internal/area/page"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/area/reference"
	"cohortium/internal/area/rowstore"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/private"
	"cohortium/internal/platform/rule"
)

// tuning are changes of a running process for tests; the zero value is production.
type tuning struct {
	timing jobs.Timing
	crash  func(point string)                 // see hermes.Config
	disk   func(folder string) operation.Disk // nil to measure it
}

// stack contains everything below HTTP: database, files, queue and the services.
type stack struct {
	store    *store.Store
	blobs    *blob.Bucket
	queue    jobs.Database
	auth     *auth.Service
	uploads  *upload.Service
	hermes   *hermes.Service
	sgc      *sgc.Service
	datasets *dataset.Service
	indexes  *bioindex.Service
	tools    *toolrun.Service
	tables   *pagetable.Service
	rows     *rowstore.Service
	// references answers from the reference data of the installation, and installer changes them.
	references *reference.Registry
	installer  *reference.Installer
	pages      *page.Service
	rules      *rule.Service
	mailer     auth.Mailer // nil: this server sends no mail
	jobs       *job.Service
	workers    map[string]jobs.Executor // by kind of job
	audit      *audit.Log
	metrics    *metrics.Metrics
	tracing    *tracing.Tracing // nil: traces are off
	log        *slog.Logger
	instance   string // id of this process in the database
	data       string // data folder
	tuning     tuning
	// certificate is nil if this process answers no https.
	certificate *certificate.Source
	closers     []func() error
}

// openStack opens the storage, upgrades the database to this version and creates the services. The
// caller must close it.
func openStack(ctx context.Context, s config.Settings, log *slog.Logger, t tuning) (_ *stack, err error) {
	if err := s.Validate(); err != nil {
		return nil, console.Unusable(err)
	}
	k := &stack{log: log, tuning: t, instance: newID()}
	defer func() {
		if err != nil {
			err = errors.Join(err, k.Close())
		}
	}()
	k.openMetrics(s.Storage)
	if err := k.openTracing(ctx, s.Watch); err != nil {
		return nil, err
	}
	if err := k.openStorage(ctx, s.Storage); err != nil {
		return nil, err
	}
	k.blobs.Observe(k.filesWatch())
	k.log = slog.New(problemHandler{k.log.Handler(), k.keepProblems(), ""})
	phenotypes, err := readPhenotypes(s.Phenotypes())
	if err != nil {
		return nil, console.Unusable(err)
	}
	if err := k.openAccounts(s); err != nil {
		return nil, err
	}
	if err := k.openCertificate(s); err != nil {
		return nil, err
	}
	k.audit = audit.NewLog(k.store, console.Now)
	k.uploads = upload.NewService(k.store, k.blobs, console.Now, newID, upload.Options{MaxBytes: s.MaxUploadBytes, Log: k.log, Received: k.metrics.Received})
	k.openReference(s)
	k.openHermes(s, phenotypes)
	k.openSGC(s)
	k.rules = rule.NewService(k.store.Rule(), console.Now, k.hermes, k.sgc)
	k.openDatasets(s)
	k.openIndexes(s)
	k.openTools(s)
	k.openTables(s)
	k.openRows(s)
	if err := k.openPages(s); err != nil {
		return nil, err
	}
	k.openJobs()
	return k, nil
}

// openStorage opens database and files and upgrades the database to this version. It first refuses
// files that belong to another database.
func (k *stack) openStorage(ctx context.Context, s config.Storage) (err error) {
	if path, is := strings.CutPrefix(s.Database(), "sqlite://"); is {
		defer func() {
			if job.Unwritable(err) {
				err = fmt.Errorf("%s: %w", path, err)
			}
		}()
	}
	if err := k.openUnpaired(ctx, s); err != nil {
		return err
	}
	if err := k.store.CheckVersion(ctx); err != nil {
		return err
	}
	p, err := k.identities(ctx)
	if err != nil {
		return err
	}
	if err := p.refuseOther(); err != nil {
		return err
	}
	return k.store.Alone(ctx, func() error {
		if err := k.upgrade(ctx); err != nil {
			return err
		}
		if err := k.store.Writable(ctx); err != nil {
			return console.Unusable(err)
		}
		return k.pair(ctx)
	})
}

// openUnpaired opens database and files unchanged.
func (k *stack) openUnpaired(ctx context.Context, s config.Storage) error {
	queue, err := jobs.NewQueue()
	if err != nil {
		return err
	}
	k.data = s.Data
	if err := makeDataFolder(s.Data); err != nil {
		return err
	}
	if err := private.Folder(s.Temp()); err != nil {
		return err
	}
	if k.store, err = store.Open(ctx, s.Database(), k.storeOptions(s.Database(), queue)); err != nil {
		return err
	}
	k.closers = append(k.closers, k.store.Close)
	if k.blobs, err = blob.Open(ctx, s.Blobs()); err != nil {
		return err
	}
	k.closers = append(k.closers, k.blobs.Close)
	if err := k.blobs.Check(ctx); err != nil {
		return console.Unusable(err)
	}
	k.blobs.KeepSums(k.store)
	return nil
}

// upgrade upgrades the database and its queue to this version. Of SQLite it keeps a copy; PostgreSQL
// has tools of its own.
func (k *stack) upgrade(ctx context.Context) error {
	have, newest, err := k.store.Versions(ctx)
	if err != nil {
		return err
	}
	kept, err := k.store.CopyBefore(ctx)
	if err != nil {
		return fmt.Errorf("the database was not copied before its upgrade, and not changed: %w", err)
	}
	if have > 0 && have < newest && k.log != nil {
		k.log.InfoContext(ctx, "the database is upgraded", "from", have, "to", newest, "copy", kept)
	}
	return k.migrate(ctx)
}

// migrate upgrades the database and its queue to this version.
func (k *stack) migrate(ctx context.Context) (err error) {
	if err := k.store.Migrate(ctx); err != nil {
		return err
	}
	k.queue = jobs.Database{Postgres: k.store.Pool()}
	if k.store.Engine() == store.SQLite {
		if k.queue.SQLite, err = k.store.QueueDB(); err != nil {
			return err
		}
		k.closers = append(k.closers, k.queue.SQLite.Close)
	}
	return jobs.Migrate(ctx, k.queue)
}

// Close closes everything in reverse order.
func (k *stack) Close() error {
	var failures []error
	for i := len(k.closers) - 1; i >= 0; i-- {
		failures = append(failures, k.closers[i]())
	}
	return errors.Join(failures...)
}

// ready reports whether database and files answer, whether the database is writable and of this
// version, and whether the disk has room.
func (k *stack) ready(ctx context.Context) error {
	return errors.Join(k.store.Ping(ctx), k.blobs.Check(ctx), k.store.Writable(ctx), k.store.CheckVersion(ctx), k.room())
}

// leastFree is the smallest number of free bytes in the data folder of a server that is ready. With
// less, uploads and jobs fail within seconds.
const leastFree = 100_000_000

// room reports whether the disk of the data folder has space. An unknown size counts as enough.
func (k *stack) room() error {
	measure := k.tuning.disk
	if measure == nil {
		measure = diskOf
	}
	if free := measure(k.data).Free; free >= 0 && free < leastFree {
		return errs.New(errs.Unavailable, file.CodeFull, "The disk of the data folder has %.1f MB left; a server needs %.0f MB. Free some space on it.",
			float64(free)/1e6, float64(leastFree)/1e6)
	}
	return nil
}

// worker runs and cancels the jobs of an area.
type worker interface {
	jobs.Executor
	job.Canceller
	Kinds() []string
}

// openJobs registers the areas that have jobs.
func (k *stack) openJobs() {
	cancellers := make(map[string]job.Canceller)
	k.workers = make(map[string]jobs.Executor)
	for _, w := range []worker{k.hermes, k.sgc, k.datasets, k.indexes, k.tools, k.tables, k.rows, k.installer} {
		for _, kind := range w.Kinds() {
			k.workers[kind], cancellers[kind] = w, w
		}
	}
	k.metrics.Expect(slices.Sorted(maps.Keys(k.workers)), jobs.Outcomes())
	k.jobs = job.NewService(k.store, cancellers)
}

// runner returns the workers of this process.
func (k *stack) runner(workers int, memory int64) (*jobs.Runner, error) {
	return jobs.NewRunner(k.queue, k.store, k.workers, jobs.Options{
		Workers: workers, Memory: memory, Instance: k.instance, Machine: host(), Log: k.log, Now: console.Now, NewID: newID,
		Timing: k.tuning.timing, Watch: k.metrics, Trace: k.jobTrace(),
	})
}

// sweepEvery is the interval of sweeps.
const sweepEvery = 10 * time.Minute

// sweep removes expired uploads and sessions, and leftovers of crashes, until ctx ends.
func (k *stack) sweep(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		err := k.sweepOnce(ctx)
		if err != nil && ctx.Err() == nil {
			k.log.ErrorContext(ctx, "leftovers could not be removed", "err", err)
		}
		select {
		case <-ctx.Done():
			k.sweepEnds(context.WithoutCancel(ctx))
			return
		case <-tick.C:
		}
	}
}

// versionEvery is how often a process checks whether a newer program has migrated its database.
const versionEvery = 5 * time.Second

// watchVersion returns an error, which ends the process, once the database is newer than this
// program, because the newer program may not read what this one writes. nil when ctx ends.
func (k *stack) watchVersion(ctx context.Context) error {
	tick := time.NewTicker(versionEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := k.store.CheckVersion(ctx); errs.Is(err, errs.Conflict) {
			return console.Unusable(err)
		}
	}
}

// sweepOnce does not touch files while the database is older than the one they were used with.
func (k *stack) sweepOnce(ctx context.Context) error {
	if err := k.follow(ctx); err != nil {
		return errors.Join(err, k.auth.Sweep(ctx))
	}
	return errors.Join(
		k.tools.Sweep(ctx),
		k.uploads.Sweep(ctx),
		k.hermes.Sweep(ctx),
		k.sgc.Sweep(ctx),
		k.sgc.EnsureHidden(ctx),
		k.datasets.Sweep(ctx),
		k.indexes.Sweep(ctx),
		k.tables.Sweep(ctx),
		k.pages.Sweep(ctx),
		k.rows.Sweep(ctx),
		k.installer.Sweep(ctx),
		k.auth.Sweep(ctx),
		operation.Forget(ctx, k.store.Operation(), console.Now()),
	)
}

// sweepEnds stores the newest audit entry of the database in the file store.
func (k *stack) sweepEnds(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, stopWithin)
	defer cancel()
	if err := k.follow(ctx); err != nil {
		k.log.ErrorContext(ctx, "the newest entry of the audit trail was not noted in the file store", "err", err)
	}
}

// newID returns 130 random bits in lower-case base 32, safe in keys and addresses.
func newID() string { return strings.ToLower(rand.Text()) }

// readPhenotypes reads name,description,dichotomous; nil if the file does not exist.
func readPhenotypes(path string) ([]hermes.Phenotype, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = 3
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var out []hermes.Phenotype
	for i, row := range rows[min(1, len(rows)):] {
		dichotomous, err := strconv.ParseBool(row[2])
		if err != nil || row[0] == "" {
			return nil, fmt.Errorf("%s, line %d: write a name, a description, and true or false", path, i+2)
		}
		out = append(out, hermes.Phenotype{Code: row[0], Description: row[1], Dichotomous: dichotomous})
	}
	return out, nil
}
