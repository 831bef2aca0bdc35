package reference

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/guard"
)

// Files holds the uploaded files.
type Files interface {
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

// State is the state of an installation.
type State string

// The states. A rejected file stays uploaded, so that its details can be corrected.
const (
	Waiting  State = "waiting" // for another file
	Copying  State = "copying"
	Checking State = "checking"
	Refused  State = "refused"
	Failed   State = "failed"
)

// Installation is the installation of an uploaded file on this server.
type Installation struct {
	UploadID string
	Note     Note // details of the file
	FileName string
	By       string // user name
	State    State
	Size     int64 // bytes
	Copied   int64 // bytes
	Why      string
}

// Installer installs uploaded files in the background, one after the other. An installation ends
// with the process; the uploaded file stays, and can be installed again.
type Installer struct {
	registry *Registry
	files    Files
	reports  Reports
	audit    *audit.Log
	log      *slog.Logger
	turn     sync.Mutex // held while a file is installed

	mu      sync.Mutex
	current []*installing
	ctx     context.Context
	stop    context.CancelFunc
	running sync.WaitGroup
}

type installing struct {
	Installation
	copied atomic.Int64
}

// NewInstaller returns an installer. Close it.
func NewInstaller(registry *Registry, files Files, reports Reports, trail *audit.Log, log *slog.Logger) *Installer {
	ctx, stop := context.WithCancel(context.Background())
	return &Installer{registry: registry, files: files, reports: reports, audit: trail, log: log, ctx: ctx, stop: stop}
}

// Close ends running installations and waits for them.
func (i *Installer) Close() error {
	i.stop()
	i.running.Wait()
	return nil
}

// Installed lists the installed files.
func (i *Installer) Installed() ([]Note, error) { return i.registry.List() }

// Underway lists files that are being installed or were rejected, in the order of their start.
func (i *Installer) Underway() []Installation {
	i.mu.Lock()
	defer i.mu.Unlock()
	list := make([]Installation, len(i.current))
	for n, one := range i.current {
		list[n] = one.Installation
		list[n].Copied = one.copied.Load()
	}
	return list
}

// Install begins to install a file that the caller uploaded. errs.NotFound for one of another user,
// errs.Conflict for one that is incomplete or being installed already.
func (i *Installer) Install(ctx context.Context, by *auth.Identity, uploadID string, want Note) (err error) {
	defer errs.Wrap(&err, "reference.Install(%q)", uploadID)
	info, err := i.files.File(ctx, uploadID)
	if err != nil {
		return err
	}
	if info.OwnerID != by.User.ID {
		return errs.Missing("upload")
	}
	if !info.Complete {
		return errs.New(errs.Conflict, "upload_incomplete", "Not all of this file has arrived. Let the upload finish first.")
	}
	one := &installing{Installation: Installation{
		UploadID: uploadID, Note: want, FileName: info.Name, By: by.User.UserName, State: Waiting, Size: info.Size,
	}}
	i.mu.Lock()
	defer i.mu.Unlock()
	if at := i.find(uploadID); at >= 0 {
		if state := i.current[at].State; state != Refused && state != Failed {
			return errs.New(errs.Conflict, "installing", "This file is being installed already.")
		}
		i.current = slices.Delete(i.current, at, at+1)
	}
	i.current = append(i.current, one)
	trail := context.WithoutCancel(ctx) // keeps the actor for the audit trail
	i.running.Go(func() { i.run(trail, one) })
	return nil
}

// find returns the place of an uploaded file among the current ones, -1 for none. i.mu is held.
func (i *Installer) find(uploadID string) int {
	return slices.IndexFunc(i.current, func(one *installing) bool { return one.UploadID == uploadID })
}

// Forget removes a rejected file from the list and deletes it.
func (i *Installer) Forget(ctx context.Context, uploadID string) (err error) {
	defer errs.Wrap(&err, "reference.Forget(%q)", uploadID)
	i.mu.Lock()
	at := i.find(uploadID)
	if at < 0 {
		i.mu.Unlock()
		return errs.Missing("upload")
	}
	if state := i.current[at].State; state != Refused && state != Failed {
		i.mu.Unlock()
		return errs.New(errs.Conflict, "installing", "This file is being installed. Wait until it is done.")
	}
	i.current = slices.Delete(i.current, at, at+1)
	i.mu.Unlock()
	return i.files.DeleteFile(ctx, uploadID)
}

// Prepare creates in the background the missing files of panels of earlier versions. A failure is
// logged, and retried at the next start.
func (i *Installer) Prepare() {
	i.running.Go(func() {
		i.turn.Lock()
		defer i.turn.Unlock()
		err := guard.Do(func() error { return i.registry.PrepareSites(i.ctx) })
		if err != nil && i.ctx.Err() == nil {
			i.log.ErrorContext(i.ctx, "the frequencies of a panel were not prepared", "err", err)
		}
	})
}

func (i *Installer) run(trail context.Context, one *installing) {
	i.turn.Lock()
	defer i.turn.Unlock()
	ctx, cancel := context.WithCancel(trail)
	defer cancel()
	defer context.AfterFunc(i.ctx, cancel)()
	i.become(one, Copying, "")
	var note *Note
	err := guard.Do(func() (err error) {
		note, err = i.registry.AddFrom(ctx, i.source(one), one.Note, func(n *Note) error { return i.enter(ctx, audit.Created, n) })
		return err
	})
	no := new(RefusedError)
	switch {
	case err == nil:
		i.log.InfoContext(ctx, "a file of reference data was installed", "name", note.Name, "sha256", note.SHA256)
		i.installed(ctx, one)
	case errors.As(err, &no):
		i.become(one, Refused, no.ForPage())
	default:
		i.log.ErrorContext(ctx, "a file of reference data was not installed", "file", one.FileName, "err", err)
		i.become(one, Failed, "Something went wrong on the server; see its log. The file was kept. Try again.")
	}
}

// installed removes an installed file from the list, and deletes the upload. When that fails the
// file is still installed, and the upload expires.
func (i *Installer) installed(ctx context.Context, one *installing) {
	i.mu.Lock()
	at := i.find(one.UploadID)
	i.current = slices.Delete(i.current, at, at+1)
	i.mu.Unlock()
	if err := i.files.DeleteFile(ctx, one.UploadID); err != nil {
		i.log.WarnContext(ctx, "the upload of an installed file was not deleted", "file", one.FileName, "err", err)
	}
}

// enter writes an audit entry about a file.
func (i *Installer) enter(ctx context.Context, action audit.Action, n *Note) error {
	return i.audit.Record(ctx, audit.Entry{Action: action, Object: auditObject, ObjectID: n.Name, Detail: string(n.Type) + " " + n.SHA256})
}

// auditObject is the name of reference data in the audit trail.
const auditObject = "reference"

func (i *Installer) become(one *installing, state State, why string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	one.State, one.Why = state, why
}

// source reads an uploaded file and counts the bytes read.
func (i *Installer) source(one *installing) Source {
	return Source{Name: one.FileName, Open: func(ctx context.Context) (io.ReadCloser, error) {
		r, err := i.files.OpenFile(ctx, one.UploadID)
		if err != nil {
			return nil, err
		}
		return &counted{ReadCloser: r, count: &one.copied, end: func() { i.become(one, Checking, "") }}, nil
	}}
}

// counted counts the bytes that are read, and reports when it is closed.
type counted struct {
	io.ReadCloser
	count *atomic.Int64
	end   func()
}

// Read implements io.Reader.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.count.Add(int64(n))
	return n, err
}

// Close implements io.Closer.
func (c *counted) Close() error {
	c.end()
	return c.ReadCloser.Close()
}

// Known returns the known loci, by the installed data.
func (i *Installer) Known(ctx context.Context, q Query) (*KnownLoci, error) {
	return i.registry.Known(ctx, q)
}

// Users counts for each file, by its SHA-256, the data sets and meta-analyses whose current report
// used it.
func (i *Installer) Users(ctx context.Context) (dataSets, analyses map[string]int64, err error) {
	return i.reports.Reporting(ctx)
}

// Remove removes a file, unless it is a panel or a chain file that the current report of a data set
// used: errs.Conflict (reference_used) with their names. Genes may be removed, as a report stores
// their names. errs.NotFound.
func (i *Installer) Remove(ctx context.Context, name string) (err error) {
	defer errs.Wrap(&err, "reference.Remove(%q)", name)
	n, err := i.named(name)
	if err != nil {
		return err
	}
	if n.Type.Keeps() {
		users, total, err := i.reports.UploadsReporting(ctx, n.SHA256, 3)
		if err != nil {
			return err
		}
		if total > 0 {
			return used(name, users, total)
		}
	}
	return i.remove(ctx, n)
}

// RemoveUsed removes a file even if reports used it. errs.NotFound.
func (i *Installer) RemoveUsed(ctx context.Context, name string) (err error) {
	defer errs.Wrap(&err, "reference.RemoveUsed(%q)", name)
	n, err := i.named(name)
	if err != nil {
		return err
	}
	return i.remove(ctx, n)
}

func (i *Installer) named(name string) (*Note, error) {
	all, err := i.registry.List()
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(n Note) bool { return n.Name == name })
	if at < 0 {
		return nil, errs.Missing("file of reference data")
	}
	return &all[at], nil
}

func (i *Installer) remove(ctx context.Context, n *Note) error {
	if err := i.enter(ctx, audit.Deleted, n); err != nil {
		return err
	}
	if _, err := i.registry.Remove(n.Name); !errors.Is(err, ErrUnknown) { // else another request was faster
		return err
	}
	return nil
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
