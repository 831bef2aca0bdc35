package reference

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
)

// Uploads holds the uploaded files.
type Uploads interface {
	File(ctx context.Context, id string) (*file.Info, error)
	OpenFile(ctx context.Context, id string) (io.ReadCloser, error)
	DeleteFile(ctx context.Context, id string) error
}

// Reports finds the reports that used a file, by SHA-256.
type Reports interface {
	// UploadsReporting finds the data sets whose current report used a file, by name: at most limit
	// of them, and how many there are.
	UploadsReporting(ctx context.Context, sha256 string, limit int) ([]*hermes.Submission, int64, error)
	// Reporting counts for each file the data sets of all areas and the meta-analyses whose current
	// report used it.
	Reporting(ctx context.Context) (dataSets, analyses map[string]int64, err error)
}

// Config holds the working folder, the kinds of job that read reference data, and what tests change.
type Config struct {
	TempDir string // for working files
	// Readers are the kinds of job that read files of a type.
	Readers map[Type][]string
	Log     *slog.Logger
	Crash   func(point string) // called at points where a crash must do no harm; nil in production
}

// Installer installs files in the file store and removes them: uploaded ones by jobs, others at once.
type Installer struct {
	*job.Executor[Tx, *Installation]
	*Registry

	store   Store
	uploads Uploads
	blobs   Blobs
	reports Reports
	now     func() time.Time
	newID   func() string
	cfg     Config
	orphans job.Daily
}

// NewInstaller returns an installer. registry is that of the store; newID is the source of unique ids
// that are safe in keys.
func NewInstaller(
	registry *Registry, store Store, uploads Uploads, blobs Blobs, reports Reports, now func() time.Time, newID func() string, cfg Config,
) *Installer {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Crash == nil {
		cfg.Crash = func(string) {}
	}
	i := &Installer{Registry: registry, store: store, uploads: uploads, blobs: blobs, reports: reports, now: now, newID: newID, cfg: cfg}
	i.Executor = i.executor()
	return i
}

// The names of reference data, and of an upload to install, in the audit trail.
const (
	auditObject = "reference"
	auditUpload = "reference upload"
)

// Add checks a file and installs it at once, see Check. by is who installs it.
func (i *Installer) Add(ctx context.Context, source Source, want Note, by string) (_ *Note, err error) {
	defer errs.Wrap(&err, "reference.Add(%q)", source.Name)
	dir, err := os.MkdirTemp(i.cfg.TempDir, "reference-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	checked, err := i.Check(ctx, source, want, dir)
	if err != nil {
		return nil, err
	}
	f, err := i.put(ctx, checked, by)
	if err != nil {
		return nil, err
	}
	err = i.store.InTx(ctx, func(tx Tx) error { return i.register(ctx, tx, f, "") })
	return &f.Note, err
}

// put stores the files of a checked one.
func (i *Installer) put(ctx context.Context, c *Checked, by string) (*File, error) {
	f := &File{ID: i.newID(), Note: c.Note, By: by}
	for _, end := range endings {
		path, there := c.Files[end]
		if !there {
			continue
		}
		in, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		size, sum, err := i.blobs.Put(ctx, Key(f.ID, end), file.Until(ctx, in))
		if err := errors.Join(err, in.Close()); err != nil {
			return nil, err
		}
		f.Parts = append(f.Parts, Part{Ending: end, Size: size, SHA256: sum})
	}
	return f, nil
}

// register makes a stored file an installed one. detail is added to the audit entry.
func (i *Installer) register(ctx context.Context, tx Tx, f *File, detail string) error {
	err := tx.CreateFile(ctx, f)
	if errs.Is(err, errs.Conflict) { // another request was faster
		return &RefusedError{File: f.Note.File, Err: alreadyThere(f.Note.Name)}
	}
	if err != nil {
		return err
	}
	return i.enter(ctx, tx, audit.Created, &f.Note, f.By, detail)
}

// enter writes an audit entry about a file.
func (i *Installer) enter(ctx context.Context, tx Tx, action audit.Action, n *Note, by, detail string) error {
	return audit.Append(ctx, tx, i.now(), audit.Entry{
		Action: action, Object: auditObject, ObjectID: n.Name, Detail: string(n.Type) + " " + n.SHA256 + detail, Actor: by,
	})
}

// Installed lists the installed files, in order of type and name.
func (i *Installer) Installed(ctx context.Context) (all []*File, err error) {
	for _, t := range Types() {
		files, err := i.store.Files(ctx, t)
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

// Users counts for each file, by its SHA-256, the data sets and meta-analyses whose current report
// used it.
func (i *Installer) Users(ctx context.Context) (dataSets, analyses map[string]int64, err error) {
	return i.reports.Reporting(ctx)
}

// Remove removes a file, unless it is a panel or a chain file that the current report of a data set
// used (reference_used), or jobs that may need it are not finished (reference_needed): errs.Conflict.
// Genes may be removed, as a report stores their names. The file goes into quarantine. errs.NotFound.
func (i *Installer) Remove(ctx context.Context, name string) (err error) {
	defer errs.Wrap(&err, "reference.Remove(%q)", name)
	f, err := i.store.File(ctx, name)
	if err != nil {
		return err
	}
	if f.Note.Type.Keeps() {
		users, total, err := i.reports.UploadsReporting(ctx, f.Note.SHA256, 3)
		if err != nil {
			return err
		}
		if total > 0 {
			return used(name, users, total)
		}
	}
	return i.remove(ctx, name, i.unneeded)
}

// RemoveUsed removes a file even if reports used it or jobs may need it. errs.NotFound.
func (i *Installer) RemoveUsed(ctx context.Context, name string) (err error) {
	defer errs.Wrap(&err, "reference.RemoveUsed(%q)", name)
	return i.remove(ctx, name, func(context.Context, Tx, *Note) error { return nil })
}

// unneeded refuses to remove a file that an unfinished job may need.
func (i *Installer) unneeded(ctx context.Context, tx Tx, n *Note) error {
	unfinished, err := tx.Unfinished(ctx)
	if err != nil {
		return err
	}
	total := int64(0)
	for _, kind := range i.cfg.Readers[n.Type] {
		total += unfinished[kind]
	}
	if total > 0 {
		return errs.New(errs.Conflict, "reference_needed", "%s stays: jobs that may need it wait or run (%d). Remove it when they are finished.", n.Name, total)
	}
	return nil
}

func (i *Installer) remove(ctx context.Context, name string, may func(context.Context, Tx, *Note) error) error {
	return i.store.InTx(ctx, func(tx Tx) error {
		f, err := tx.File(ctx, name)
		if err != nil {
			return err
		}
		if err := may(ctx, tx, &f.Note); err != nil {
			return err
		}
		at := i.now()
		f.RemovedAt, f.RemovedBy = &at, audit.OriginOf(ctx).Actor
		if err := tx.RemoveFile(ctx, f); err != nil {
			return err
		}
		return i.enter(ctx, tx, audit.Deleted, &f.Note, "", "")
	})
}

// Sweep puts files that no row names into quarantine, and forgets installations whose upload expired.
func (i *Installer) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "reference.Sweep")
	return errors.Join(i.sweepInstallations(ctx), i.orphans.SweepOrphans(ctx, i.now(), i.blobs, i.cfg.Log, i.hasBlob, blobPrefix))
}

// hasBlob reports whether the blob under a key belongs to an installed file.
func (i *Installer) hasBlob(ctx context.Context, key string) (bool, error) {
	id := idOf(key)
	if id == "" {
		return true, nil // not a blob of this package
	}
	has, err := i.store.Has(ctx, id)
	return has || err != nil, err
}

func used(name string, users []*hermes.Submission, total int64) error {
	names := make([]string, len(users))
	for i, u := range users {
		names[i] = u.DatasetName
	}
	more := ""
	if int(total) > len(names) {
		more = " and others"
	}
	return errs.New(errs.Conflict, "reference_used", "%s stays: the current report of %s%s was made with it. Run QC of them with other reference data first.",
		name, strings.Join(names, ", "), more)
}
