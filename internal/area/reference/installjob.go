package reference

import (
	"context"
	"errors"
	"io"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// KindInstall is the kind of the jobs of this package.
const KindInstall = "reference-install"

// installMemory is the memory of the largest table of rs numbers, in bytes.
const installMemory = 420 * job.MiB

// State is the state of an installation.
type State string

// The states. A rejected file stays uploaded, so that its details can be corrected. The register has
// no states of running jobs: they follow from the job.
const (
	Waiting  State = "waiting" // for a worker
	Copying  State = "copying"
	Checking State = "checking"
	Refused  State = "refused"
	Failed   State = "failed"
)

// Installation is the installation of an uploaded file, by a job. It is deleted with its success.
type Installation struct {
	UploadID  string
	Note      Note // details of the file
	FileName  string
	By        record.Person
	State     State
	Size      int64 // bytes
	Copied    int64 // bytes; not stored
	Why       string
	JobID     string
	CreatedAt time.Time
}

// ended reports whether an installation needs a person.
func (i *Installation) ended() bool { return i.State == Refused || i.State == Failed }

// keepUpload is how long an upload stays at least for its job.
const keepUpload = 7 * 24 * time.Hour

// The stages of a job.
const (
	stageCopying  = "Copying the file"
	stageChecking = "Checking the file"
	stageStoring  = "Storing the file"
)

type attempt = job.Attempt[Tx, *Installation]

func (i *Installer) executor() *job.Executor[Tx, *Installation] {
	return job.NewExecutor(job.Work[Tx, *Installation]{
		Area: "reference", Objects: map[string]string{KindInstall: auditObject},
		Store: i.store, Blobs: i.blobs, TempDir: i.cfg.TempDir, Now: i.now, Crash: i.cfg.Crash,
		Gone:   "It was cancelled, because the file was deleted.",
		Failed: "Something went wrong on the server. The file was kept. Try again",
		Load: func(ctx context.Context, tx Tx, j *job.Job) (*Installation, error) {
			one, err := tx.Installation(ctx, j.SubjectID)
			if err == nil && one.JobID != j.ID {
				err = errs.Missing("installation")
			}
			return one, err
		},
		Do: i.do, Refused: refused,
		MayCancel: func(context.Context, *auth.Identity, *job.Job) error { return nil }, // only the owner sees it
		End: func(ctx context.Context, tx Tx, _ *job.Job, one *Installation, o job.Outcome) error {
			one.State, one.Why = Failed, o.Sentence
			if no := new(RefusedError); errors.As(o.Cause, &no) {
				one.State = Refused
			}
			return tx.UpdateInstallation(ctx, one)
		},
	})
}

// do checks an uploaded file, stores and registers it.
func (i *Installer) do(ctx context.Context, a *attempt, one *Installation) error {
	dir, err := a.Dir()
	if err != nil {
		return err
	}
	checked, err := i.Check(ctx, i.source(a, one), one.Note, dir)
	if err != nil {
		return err
	}
	a.Crash("checked")
	a.Stage(stageStoring, 0, 0)
	f, err := i.put(ctx, checked, one.By.UserName)
	if err != nil {
		return err
	}
	a.Crash("stored")
	err = a.Finish(ctx, func(tx Tx, _ *Installation) error {
		if err := i.register(ctx, tx, f, ""); err != nil {
			return err
		}
		return tx.DeleteInstallation(ctx, one.UploadID)
	})
	if err != nil {
		return err
	}
	i.cfg.Log.InfoContext(ctx, "a file of reference data was installed", "name", f.Note.Name, "sha256", f.Note.SHA256)
	if err := i.uploads.DeleteFile(context.WithoutCancel(ctx), one.UploadID); err != nil { // it is installed, and the upload expires
		i.cfg.Log.WarnContext(ctx, "the upload of an installed file was not deleted", "file", one.FileName, "err", err)
	}
	return nil
}

// refused returns the sentence for a file that cannot be used.
func refused(err error) (sentence string, yes bool) {
	no := new(RefusedError)
	switch {
	case errors.As(err, &no):
		return no.ForPage(), true
	case errs.Is(err, errs.NotFound):
		return "The file is not here any more. Send it again.", true
	}
	return "", false
}

// source reads an uploaded file and reports the progress.
func (i *Installer) source(a *attempt, one *Installation) Source {
	return Source{Name: one.FileName, Open: func(ctx context.Context) (io.ReadCloser, error) {
		r, err := i.uploads.OpenFile(ctx, one.UploadID)
		if err != nil {
			return nil, err
		}
		return &metered{ReadCloser: r, a: a, size: one.Size}, nil
	}}
}

// metered reports how many bytes are read, and when it is closed.
type metered struct {
	io.ReadCloser
	a          *attempt
	read, size int64
}

// Read implements io.Reader.
func (m *metered) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	m.read += int64(n)
	m.a.Stage(stageCopying, m.read, m.size)
	return n, err
}

// Close implements io.Closer.
func (m *metered) Close() error {
	m.a.Stage(stageChecking, 0, 0)
	return m.ReadCloser.Close()
}

// Underway lists files that are being installed or were rejected, in the order of their start.
func (i *Installer) Underway(ctx context.Context) (_ []*Installation, err error) {
	defer errs.Wrap(&err, "reference.Underway")
	list, err := i.store.Installations(ctx)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for n, one := range list {
		ids[n] = one.JobID
	}
	jobs, err := job.Views(ctx, i.store, ids)
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		if j := jobs[one.JobID]; !one.ended() && j != nil && j.State == job.Running {
			one.State, one.Copied = Checking, one.Size
			if j.Stage == stageCopying {
				one.State, one.Copied = Copying, j.Done
			}
		}
	}
	return list, nil
}

// Install begins to install a file that the caller uploaded. errs.NotFound for one of another user,
// errs.Conflict for one that is incomplete or being installed already.
func (i *Installer) Install(ctx context.Context, by *auth.Identity, uploadID string, want Note) (err error) {
	defer errs.Wrap(&err, "reference.Install(%q)", uploadID)
	info, err := i.uploads.File(ctx, uploadID)
	if err != nil {
		return err
	}
	if info.OwnerID != by.User.ID {
		return errs.Missing("upload")
	}
	if !info.Complete {
		return errs.New(errs.Conflict, "upload_incomplete", "Not all of this file has arrived. Let the upload finish first.")
	}
	one := &Installation{
		UploadID: uploadID, Note: want, FileName: info.Name, By: record.Person{ID: by.User.ID, UserName: by.User.UserName},
		State: Waiting, Size: info.Size, JobID: i.newID(), CreatedAt: i.now(),
	}
	return i.store.InTx(ctx, func(tx Tx) error {
		if err := forget(ctx, tx, uploadID, "This file is being installed already."); err != nil && !errs.Is(err, errs.NotFound) {
			return err
		}
		if err := tx.CreateInstallation(ctx, one); err != nil {
			return err
		}
		if err := tx.KeepUpload(ctx, uploadID, one.CreatedAt.Add(keepUpload)); err != nil {
			return err
		}
		j := &job.Job{ID: one.JobID, Kind: KindInstall, Area: job.Own, SubjectID: uploadID, OwnerID: one.By.ID, Memory: installMemory}
		if err := job.Enqueue(ctx, tx, j, job.MaxUnfinished, one.CreatedAt); err != nil {
			return err
		}
		return audit.Append(ctx, tx, one.CreatedAt, audit.Entry{
			Action: audit.Created, Object: auditUpload, ObjectID: uploadID, Detail: string(want.Type) + " " + info.SHA256, Actor: one.By.UserName,
		})
	})
}

// forget deletes an installation that needs a person; errs.Conflict with a sentence for one that runs.
func forget(ctx context.Context, tx Tx, uploadID, running string) error {
	one, err := tx.Installation(ctx, uploadID)
	if err != nil {
		return err
	}
	if !one.ended() {
		return errs.New(errs.Conflict, "installing", "%s", running)
	}
	return tx.DeleteInstallation(ctx, uploadID)
}

// Forget removes a rejected file from the list and deletes it.
func (i *Installer) Forget(ctx context.Context, uploadID string) (err error) {
	defer errs.Wrap(&err, "reference.Forget(%q)", uploadID)
	err = i.store.InTx(ctx, func(tx Tx) error {
		return forget(ctx, tx, uploadID, "This file is being installed. Wait until it is done.")
	})
	if err != nil {
		return err
	}
	if err := i.uploads.DeleteFile(ctx, uploadID); !errs.Is(err, errs.NotFound) { // else it has expired
		return err
	}
	return nil
}

// sweepInstallations forgets rejected files that have expired.
func (i *Installer) sweepInstallations(ctx context.Context) error {
	list, err := i.store.Installations(ctx)
	if err != nil {
		return err
	}
	for _, one := range list {
		if !one.ended() {
			continue
		}
		_, err := i.uploads.File(ctx, one.UploadID)
		if errs.Is(err, errs.NotFound) {
			err = i.store.InTx(ctx, func(tx Tx) error { return forget(ctx, tx, one.UploadID, "") })
		}
		if err != nil && !errs.Is(err, errs.NotFound) && !errs.Is(err, errs.Conflict) { // another process was faster
			return err
		}
	}
	return nil
}
