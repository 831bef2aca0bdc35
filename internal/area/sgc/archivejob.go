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

type attempt = job.Attempt[Tx, *Archive]

// executor makes the archive: a job writes a file of its own and then switches one row.
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

// maxPackings is how often an archive is begun anew because what it holds was
// changed meanwhile.
const maxPackings = 3

var errOutdated = errors.New("the archive holds what was changed meanwhile")

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

// pack stores an archive and switches to it, unless it is outdated already.
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
		if err := tx.SaveArchive(ctx, made); err != nil { // from here on changes wait, or this runs again after them
			return err
		}
		return s.upToDate(ctx, m)
	})
	if err != nil { // it may be done, nobody knows; the sweep does
		return err
	}
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
