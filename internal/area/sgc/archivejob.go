package sgc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
	"cohortium/internal/platform/job"
)

// KindArchive is the kind of job that makes the archive.
const KindArchive = "sgc-archive"

const objectArchive = "archive"

// archiveID stands for the one archive of the consortium.
const archiveID = "sgc"

const archivePrefix = "sgc/archives/"

// ArchiveKey is where the bytes of an archive lie.
func ArchiveKey(blobID string) string { return archivePrefix + blobID }

var _ job.Canceller = (*Service)(nil)

// Archive is the last archive that was made, and who makes the next.
type Archive struct {
	JobID   string // made it, or makes the next
	AskedBy string // user name of who asked for that job
	BlobID  string // "" before the first; its bytes lie in the blob sgc/archives/{blob}
	Size    int64  // in bytes
	SHA256  string
	Cohorts int64
	MadeAt  *time.Time // nil before the first
	MadeBy  string
}

// ArchiveState is what can be done about the archive.
type ArchiveState string

// The states of the archive. In all but ArchiveAbsent there may be one to have.
const (
	ArchiveAbsent   ArchiveState = "absent"
	ArchiveBuilding ArchiveState = "building"
	ArchiveReady    ArchiveState = "ready"
	ArchiveFailed   ArchiveState = "failed"
)

// ArchiveView is the archive as reviewers see it.
type ArchiveView struct {
	*Archive
	State   ArchiveState
	Job     *job.View // the last one; nil before the first
	Message string    // why it failed
}

// Archive says what archive there is and what becomes of the next. Only for reviewers.
func (s *Service) Archive(ctx context.Context, by *auth.Identity) (_ *ArchiveView, err error) {
	defer errs.Wrap(&err, "sgc.Archive")
	if err := mustReview(by); err != nil {
		return nil, err
	}
	a, j, err := s.archiveAndJob(ctx)
	if errs.Is(err, errs.NotFound) {
		return &ArchiveView{Archive: new(Archive), State: ArchiveAbsent}, nil
	}
	if err != nil {
		return nil, err
	}
	v := &ArchiveView{Archive: a, State: ArchiveAbsent, Job: job.ViewOf(j)}
	if a.BlobID != "" {
		v.State = ArchiveReady
	}
	switch j.State {
	case job.Queued, job.Running:
		v.State = ArchiveBuilding
	case job.Failed:
		v.State, v.Message = ArchiveFailed, j.Error
	}
	return v, nil
}

// archiveAndJob reads both as they belong together: a job that has ended may
// have switched the archive after it was read.
func (s *Service) archiveAndJob(ctx context.Context) (*Archive, *job.Job, error) {
	for {
		before, err := s.store.Archive(ctx)
		if err != nil {
			return nil, nil, err
		}
		j, err := s.store.Job(ctx, before.JobID)
		if err != nil {
			return nil, nil, fmt.Errorf("the job of the archive: %w", err)
		}
		a, err := s.store.Archive(ctx)
		if err != nil || a.JobID == before.JobID {
			return a, j, err
		}
	}
}

// BuildArchive begins to make an archive, unless one is being made. Only for
// reviewers. errs.RateLimited when too many jobs of the caller wait.
func (s *Service) BuildArchive(ctx context.Context, by *auth.Identity) (_ *ArchiveView, err error) {
	defer errs.Wrap(&err, "sgc.BuildArchive")
	if err := mustReview(by); err != nil {
		return nil, err
	}
	jobID := s.newID()
	err = s.store.InTx(ctx, func(tx Tx) error {
		a, err := tx.Archive(ctx)
		switch {
		case errs.Is(err, errs.NotFound):
			a = new(Archive)
		case err != nil:
			return err
		default:
			last, err := tx.Job(ctx, a.JobID)
			if err != nil || last.State == job.Queued || last.State == job.Running {
				return err
			}
		}
		a.JobID, a.AskedBy = jobID, by.User.UserName
		j := &job.Job{ID: jobID, Kind: KindArchive, Area: auth.AreaSGC, SubjectID: archiveID, OwnerID: by.User.ID}
		if err := job.Enqueue(ctx, tx, j, job.MaxUnfinished, s.now()); err != nil {
			return err
		}
		if err := tx.SaveArchive(ctx, a); err != nil {
			return err
		}
		return audit.Append(ctx, tx, s.now(), audit.Entry{
			Action: audit.Created, Object: objectArchive, ObjectID: archiveID, Actor: by.User.UserName, After: map[string]string{"job_id": jobID},
		})
	})
	if err != nil {
		return nil, err
	}
	return s.Archive(ctx, by)
}

// OpenArchive reads the last archive. Only for reviewers; errs.NotFound before the first.
func (s *Service) OpenArchive(ctx context.Context, by *auth.Identity) (_ *Archive, _ io.ReadCloser, err error) {
	defer errs.Wrap(&err, "sgc.OpenArchive")
	if err := mustReview(by); err != nil {
		return nil, nil, err
	}
	for gone := ""; ; {
		a, err := s.store.Archive(ctx)
		if err != nil {
			return nil, nil, err
		}
		if a.BlobID == "" {
			return nil, nil, errs.Missing("archive")
		}
		content, err := s.blobs.OpenRange(ctx, ArchiveKey(a.BlobID), 0, -1)
		if !errs.Is(err, errs.NotFound) || a.BlobID == gone {
			return a, content, err
		}
		gone = a.BlobID // the next one took its place meanwhile
	}
}

// RunJob makes the archive for a job that a worker holds: it writes a file of
// its own and then switches one row, in a transaction that only the holder of
// the lease can make. Done again after a crash it takes effect once.
func (s *Service) RunJob(ctx context.Context, jobID string, rep job.Reporter) (err error) {
	defer errs.Wrap(&err, "sgc.RunJob(%q)", jobID)
	begun, err := s.beginArchive(ctx, jobID, rep)
	if err == nil && begun {
		s.cfg.Crash(KindArchive + ":begun")
		err = s.makeArchive(ctx, jobID, rep)
	}
	switch {
	case err == nil, errors.Is(err, job.ErrLost):
		return nil
	case rep.Cancelled():
		return s.endArchiveJob(context.WithoutCancel(ctx), jobID, rep.Lease(), job.Cancelled, cancelled)
	}
	return err
}

const cancelled = "Cancelled."

// beginArchive reports false for a job that was cancelled before it began.
func (s *Service) beginArchive(ctx context.Context, jobID string, rep job.Reporter) (begun bool, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		j, err := job.Begin(ctx, tx, jobID, rep.Lease(), s.now())
		if err != nil {
			return err
		}
		if begun = !j.CancelRequested; begun {
			return nil
		}
		return job.End(ctx, tx, j, job.Cancelled, cancelled, s.now())
	})
	return begun, err
}

// maxPackings is how often an archive is begun anew because what it holds was
// changed meanwhile.
const maxPackings = 3

var errOutdated = errors.New("the archive holds what was changed meanwhile")

func (s *Service) makeArchive(ctx context.Context, jobID string, rep job.Reporter) (err error) {
	asked, err := s.store.Archive(ctx)
	if err != nil {
		return err
	}
	for range maxPackings {
		made := &Archive{JobID: jobID, AskedBy: asked.AskedBy, BlobID: s.newID(), MadeBy: asked.AskedBy}
		if err = s.pack(ctx, made, rep); !errors.Is(err, errOutdated) {
			return err
		}
		s.removeBlobs(ctx, []string{ArchiveKey(made.BlobID)})
	}
	return err
}

// pack stores an archive and switches to it, unless it is outdated already.
func (s *Service) pack(ctx context.Context, made *Archive, rep job.Reporter) error {
	rep.Stage("Packing", 0, 0)
	m, err := s.storeArchive(ctx, made, func(done, total int64) {
		s.cfg.Crash(KindArchive + ":packing")
		rep.Stage("Packing", done, total)
	})
	if err != nil {
		return err
	}
	s.cfg.Crash(KindArchive + ":stored")
	before := ""
	err = s.store.InTx(ctx, func(tx Tx) error {
		j, err := job.Held(ctx, tx, made.JobID, rep.Lease())
		if err != nil {
			return err
		}
		last, err := tx.Archive(ctx)
		if err != nil {
			return err
		}
		before = last.BlobID
		if err := tx.SaveArchive(ctx, made); err != nil { // from here on changes wait, or this runs again after them
			return err
		}
		if err := s.upToDate(ctx, m); err != nil {
			return err
		}
		return job.End(ctx, tx, j, job.Succeeded, "", s.now())
	})
	if err != nil { // it may be done, nobody knows; the sweep does
		return err
	}
	s.cfg.Crash(KindArchive + ":done")
	if before != "" {
		s.removeBlobs(ctx, []string{ArchiveKey(before)})
	}
	return nil
}

// upToDate gives errOutdated when a cohort of an archive or the phenotypes were
// changed since they were read.
func (s *Service) upToDate(ctx context.Context, m *Manifest) error {
	now := make(map[string]int64)
	err := s.eachCohort(ctx, func(c *Cohort, _ int64) error {
		now[c.ID] = c.Version
		return nil
	})
	if err != nil {
		return err
	}
	for _, c := range m.Cohorts {
		if now[c.ID] != c.Version {
			return errOutdated
		}
	}
	sum := sha256.New()
	if err := s.PhenotypesCSV(ctx, sum); err != nil {
		return err
	}
	if f := m.file(phenotypesFile); f == nil || f.SHA256 != hex.EncodeToString(sum.Sum(nil)) {
		return errOutdated
	}
	return nil
}

// storeArchive writes the file of an archive and notes what it is.
func (s *Service) storeArchive(ctx context.Context, a *Archive, progress func(done, total int64)) (*Manifest, error) {
	r, w := io.Pipe()
	written := make(chan *Manifest, 1)
	go func() {
		var m *Manifest
		err := guard.Do(func() (err error) {
			m, err = s.WriteArchive(ctx, a.MadeBy, w, progress)
			return err
		})
		written <- m
		w.CloseWithError(err)
	}()
	size, sum, err := s.blobs.Put(ctx, ArchiveKey(a.BlobID), r)
	r.CloseWithError(err) // lets the writer end when the file cannot be stored
	m := <-written
	if err != nil {
		return nil, err
	}
	a.Size, a.SHA256, a.Cohorts, a.MadeAt = size, sum, int64(len(m.Cohorts)), &m.MadeAt
	return m, nil
}

// GiveUp ends a job that will not be tried again. The last archive stays.
func (s *Service) GiveUp(ctx context.Context, jobID, lease string, cause error) error {
	s.cfg.Log.ErrorContext(ctx, "job given up", "job", jobID, "err", cause)
	return s.endArchiveJob(ctx, jobID, lease, job.Failed,
		"The server could not make the archive. Start it again; if it fails again, tell the operator the job "+jobID+".")
}

func (s *Service) endArchiveJob(ctx context.Context, jobID, lease string, state job.State, reason string) error {
	return job.Finish(ctx, s.store, jobID, lease, func(tx Tx, j *job.Job) error {
		return job.End(ctx, tx, j, state, reason, s.now())
	})
}

// CancelJob implements job.Canceller: reviewers cancel the making of an archive.
func (s *Service) CancelJob(ctx context.Context, by *auth.Identity, j *job.Job) (err error) {
	defer errs.Wrap(&err, "sgc.CancelJob(%q)", j.ID)
	if err := mustReview(by); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		return job.Cancel(ctx, tx, job.Cancelling{
			JobID: j.ID, By: by.User.UserName, At: s.now(), Object: objectArchive,
			End: func(j *job.Job) error {
				if err := job.End(ctx, tx, j, job.Cancelled, cancelled, s.now()); err != nil {
					return err
				}
				return audit.Append(ctx, tx, s.now(), audit.Entry{
					Action: audit.Cancelled, Object: objectArchive, ObjectID: archiveID, Actor: by.User.UserName, After: map[string]string{"job_id": j.ID},
				})
			},
		})
	})
}

// dropArchive leaves no archive, as the last one shows what may not be seen any
// more, and gives the blobs to remove after the transaction. It writes the row in
// any case: who packs an archive at this moment has to notice.
func dropArchive(ctx context.Context, tx Tx) (obsolete []string, err error) {
	a, err := tx.Archive(ctx)
	if errs.Is(err, errs.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if a.BlobID != "" {
		obsolete = []string{ArchiveKey(a.BlobID)}
	}
	return obsolete, tx.SaveArchive(ctx, &Archive{JobID: a.JobID, AskedBy: a.AskedBy})
}
