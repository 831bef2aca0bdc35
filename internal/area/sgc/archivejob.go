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

// KindArchive is the kind of job that creates the archive.
const KindArchive = "sgc-archive"

// archiveMemory is the memory of the job, which copies files, in bytes.
const archiveMemory = 64 * job.MiB

const objectArchive = "archive"

// archiveID is the object id of the consortium's only archive.
const archiveID = "sgc"

const archivePrefix = "sgc/archives/"

// ArchiveKey returns the key of an archive's bytes.
func ArchiveKey(blobID string) string { return archivePrefix + blobID }

// Archive is the last archive, with the job that creates the next.
type Archive struct {
	JobID   string // of the last archive, or of the next
	AskedBy string // user name of the account that requested the job
	BlobID  string // "" before the first; its bytes are in the blob sgc/archives/{blob}
	Size    int64  // in bytes
	SHA256  string
	Cohorts int64
	MadeAt  *time.Time // nil before the first
	MadeBy  string
}

// ArchiveState is the state of the archive for its page.
type ArchiveState string

// The states of the archive. In all except ArchiveAbsent there may be one to download.
const (
	ArchiveAbsent   ArchiveState = "absent"
	ArchiveBuilding ArchiveState = "building"
	ArchiveReady    ArchiveState = "ready"
	ArchiveFailed   ArchiveState = "failed"
)

// ArchiveView is the archive as shown to reviewers.
type ArchiveView struct {
	*Archive
	State   ArchiveState
	Job     *job.View // the last one; nil before the first
	Message string    // error message
}

// Archive returns the current archive and the state of the next. Reviewers only.
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

// archiveAndJob reads a consistent pair of both: a job that ended may have replaced the archive
// after it was read.
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

// BuildArchive starts to create an archive, unless a job already does. Reviewers only.
// errs.RateLimited if too many jobs of the caller wait.
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
		j := &job.Job{ID: jobID, Kind: KindArchive, Area: auth.AreaSGC, SubjectID: archiveID, OwnerID: by.User.ID, Memory: archiveMemory}
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

// OpenArchive opens the last archive. Reviewers only; errs.NotFound before the first.
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
		gone = a.BlobID // meanwhile the next one replaced it
	}
}

type attempt = job.Attempt[Tx, *Archive]

// executor runs archive jobs: a job writes a new file and then switches one row to it.
func (s *Service) executor() *job.Executor[Tx, *Archive] {
	return job.NewExecutor(job.Work[Tx, *Archive]{
		Area: "sgc", Objects: map[string]string{KindArchive: objectArchive}, Store: s.store, Now: s.now, Crash: s.cfg.Crash,
		Failed:    "The server could not make the archive. Start it again",
		Load:      func(ctx context.Context, tx Tx, _ *job.Job) (*Archive, error) { return tx.Archive(ctx) },
		Do:        s.makeArchive,
		MayCancel: func(_ context.Context, by *auth.Identity, _ *job.Job) error { return mustReview(by) },
		End: func(ctx context.Context, tx Tx, j *job.Job, _ *Archive, o job.Outcome) error { // the last archive stays
			if o.By == "" {
				return nil
			}
			return audit.Append(ctx, tx, s.now(), audit.Entry{
				Action: audit.Cancelled, Object: objectArchive, ObjectID: archiveID, Actor: o.By, After: map[string]string{"job_id": j.ID},
			})
		},
	})
}

// maxPackings limits how often an archive is restarted because its content was changed meanwhile.
const maxPackings = 3

var errOutdated = errors.New("the archive contains changes made meanwhile")

func (s *Service) makeArchive(ctx context.Context, a *attempt, asked *Archive) (err error) {
	for range maxPackings {
		made := &Archive{JobID: a.Job.ID, AskedBy: asked.AskedBy, BlobID: s.newID(), MadeBy: asked.AskedBy}
		if err = s.pack(ctx, a, made); !errors.Is(err, errOutdated) {
			return err
		}
		s.removeBlobs(ctx, []string{ArchiveKey(made.BlobID)})
	}
	return err
}

// pack stores an archive and switches to it, unless it is already out of date.
func (s *Service) pack(ctx context.Context, a *attempt, made *Archive) error {
	a.Stage("Packing", 0, 0)
	m, err := s.storeArchive(ctx, made, func(done, total int64) {
		a.Crash("packing")
		a.Stage("Packing", done, total)
	})
	if err != nil {
		return err
	}
	a.Crash("stored")
	before := ""
	err = a.Finish(ctx, func(tx Tx, last *Archive) error {
		before = last.BlobID
		if err := tx.SaveArchive(ctx, made); err != nil { // from here on changes wait, or they committed first and this runs again
			return err
		}
		return s.upToDate(ctx, m)
	})
	if err != nil { // the commit may have succeeded; the sweep removes leftovers
		return err
	}
	if before != "" {
		s.removeBlobs(ctx, []string{ArchiveKey(before)})
	}
	return nil
}

// upToDate returns errOutdated if a cohort of an archive or the phenotypes have changed since they
// were read.
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
	if err := s.PhenotypesCSV(ctx, PhenotypeQuery{}, sum); err != nil {
		return err
	}
	if f := m.file(phenotypesFile); f == nil || f.SHA256 != hex.EncodeToString(sum.Sum(nil)) {
		return errOutdated
	}
	return nil
}

// storeArchive writes the file of an archive and returns its facts.
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
	r.CloseWithError(err) // ends the writer if the file cannot be stored
	m := <-written
	if err != nil {
		return nil, err
	}
	a.Size, a.SHA256, a.Cohorts, a.MadeAt = size, sum, int64(len(m.Cohorts)), &m.MadeAt
	return m, nil
}

// dropArchive removes the archive, because it contains numbers that must not be shown any more, and
// returns the blobs to delete after the transaction. It always writes the row, so that a job that
// packs an archive at the same time notices it.
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
