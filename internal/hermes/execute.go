package hermes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"cohortium/internal/errs"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
)

// errLost says that another worker has the job now, or that it has ended. What
// this worker computed has no effect.
var errLost = errors.New("this worker no longer holds the job")

// RunJob does the work of a job that a worker holds: it computes into files
// beside, stores them under keys of their own, and then switches one row in a
// transaction that only the holder of the lease can make. Doing it again after
// a crash at any point gives the same files and takes effect once.
//
// Outcomes that the job itself accounts for (done, cancelled, a file that
// cannot be used) are nil. An error means that trying again may help; when
// nobody will, call GiveUp.
func (s *Service) RunJob(ctx context.Context, jobID string, rep Reporter) (err error) {
	defer errs.Wrap(&err, "hermes.RunJob(%q)", jobID)
	j, err := s.begin(ctx, jobID, rep)
	if err == nil && j != nil {
		s.cfg.Crash(j.Kind + ":begun")
		switch j.Kind {
		case jobQC:
			err = s.runQC(ctx, j, rep)
		case jobMeta:
			err = s.runMeta(ctx, j, rep)
		default:
			err = fmt.Errorf("unknown kind of job %q", j.Kind)
		}
	}
	switch {
	case err == nil, errors.Is(err, errLost):
		return nil
	case rep.Cancelled():
		return s.cancelled(context.WithoutCancel(ctx), jobID, rep.Lease())
	case ctx.Err() != nil: // the worker is shutting down; somebody else goes on
		return err
	}
	if sentence, yes := usersFault(err); yes {
		return s.fail(ctx, jobID, rep.Lease(), sentence, FailedQC)
	}
	return err
}

// held locks a job and checks that the lease still holds it.
func held(ctx context.Context, tx Tx, jobID, lease string) (*Job, error) {
	j, err := tx.Job(ctx, jobID)
	if errs.Is(err, errs.NotFound) {
		return nil, errLost
	}
	if err != nil {
		return nil, err
	}
	if j.Lease != lease || j.State != JobRunning {
		return nil, errLost
	}
	return j, nil
}

// begin marks what the job works for as running. A job that was cancelled
// before it began ends here: the job given is nil then.
func (s *Service) begin(ctx context.Context, jobID string, rep Reporter) (started *Job, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		started = nil
		j, err := held(ctx, tx, jobID, rep.Lease())
		if err != nil {
			return err
		}
		if j.CancelRequested {
			return s.endCancelled(ctx, tx, j, bySystem)
		}
		now := s.now()
		j.StartedAt, j.UpdatedAt = &now, now // of this attempt: remaining time counts from here
		if err := tx.UpdateJob(ctx, j); err != nil {
			return err
		}
		started = j
		return s.markRunning(ctx, tx, j, now)
	})
	return started, err
}

func (s *Service) markRunning(ctx context.Context, tx Tx, j *Job, now time.Time) error {
	if j.Kind == jobMeta {
		m, err := tx.Meta(ctx, j.SubjectID)
		if err != nil {
			return err
		}
		m.Status, m.StartedAt = MetaRunning, &now
		return tx.UpdateMeta(ctx, m)
	}
	run, err := tx.QCRun(ctx, j.RunID)
	if err != nil {
		return err
	}
	run.Status, run.StartedAt = RunRunning, &now
	return tx.UpdateQCRun(ctx, run)
}

func (s *Service) cancelled(ctx context.Context, jobID, lease string) error {
	err := s.store.InTx(ctx, func(tx Tx) error {
		j, err := held(ctx, tx, jobID, lease)
		if err != nil {
			return err
		}
		return s.endCancelled(ctx, tx, j, bySystem)
	})
	if errors.Is(err, errLost) {
		return nil
	}
	return err
}

// GiveUp ends a job that failed for a reason of ours and will not be tried
// again. The data set goes to a status from which QC can be started anew.
func (s *Service) GiveUp(ctx context.Context, jobID, lease string, cause error) error {
	s.cfg.Log.ErrorContext(ctx, "job given up", "job", jobID, "err", cause)
	return s.fail(ctx, jobID, lease, "The server could not finish this job. Please start it again; if it fails again, tell the operator the job "+jobID+".", FailedToSubmitToQC)
}

// fail ends a job without result.
func (s *Service) fail(ctx context.Context, jobID, lease, sentence string, status UploadStatus) error {
	err := s.store.InTx(ctx, func(tx Tx) error {
		j, err := held(ctx, tx, jobID, lease)
		if err != nil {
			return err
		}
		if err := s.failSubject(ctx, tx, j, sentence, status); err != nil {
			return err
		}
		return s.endJob(ctx, tx, j, JobFailed, sentence)
	})
	if errors.Is(err, errLost) {
		return nil
	}
	return err
}

func (s *Service) failSubject(ctx context.Context, tx Tx, j *Job, sentence string, status UploadStatus) error {
	if j.Kind == jobMeta {
		m, err := tx.Meta(ctx, j.SubjectID)
		if err != nil {
			return err
		}
		m.Status, m.Error = MetaFailed, sentence
		return s.endMeta(ctx, tx, m, bySystem, "failed", sentence)
	}
	run, err := tx.QCRun(ctx, j.RunID)
	if err != nil {
		return err
	}
	run.Status, run.Error = RunFailed, sentence
	return s.endRun(ctx, tx, run, status, bySystem, "QC failed", sentence)
}

// usersFault tells errors that are written for people, which trying again does
// not mend, from those of the machinery.
func usersFault(err error) (sentence string, yes bool) {
	var file *sumstats.FileError
	var panel *qc.PanelError
	var setting *qc.SettingError
	var study *meta.StudyError
	var disk *fs.PathError // names a path of the server
	onDisk := errors.As(err, &disk)
	switch {
	case errors.As(err, &study) && !onDisk:
		return sentenceOf(study), true
	case errors.As(err, &file) && file.Code != sumstats.CodeRead:
		return sentenceOf(file), true
	case errors.As(err, &panel) && onDisk:
		return "The reference panel " + panel.Panel + " cannot be read. Please tell the operator, or run QC without it.", true
	case errors.As(err, &panel):
		return sentenceOf(panel), true
	case errors.As(err, &setting):
		return sentenceOf(setting), true
	}
	return "", false
}

// workDir makes a folder for the files of one attempt, with a folder out for
// what will be stored, and gives what removes it. Its name says whose it is, so
// that the sweep knows those that a crash left.
func (s *Service) workDir(jobID, lease string) (dir string, remove func(), err error) {
	dir = filepath.Join(s.cfg.TempDir, workPrefix+jobID+"."+lease)
	if err := os.MkdirAll(resultDir(dir), 0o700); err != nil {
		return "", nil, err
	}
	return dir, func() { os.RemoveAll(dir) }, nil
}

const workPrefix = "job."

func resultDir(work string) string { return filepath.Join(work, "out") }

// storeFiles puts every file of a folder under a prefix.
func (s *Service) storeFiles(ctx context.Context, dir, prefix string, stored func(name string, size int64, sha256 string)) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		size, sum, err := s.storeFile(ctx, filepath.Join(dir, e.Name()), prefix+e.Name())
		if err != nil {
			return err
		}
		stored(e.Name(), size, sum)
	}
	return nil
}

func (s *Service) storeFile(ctx context.Context, path, key string) (int64, string, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	return s.blobs.Put(ctx, key, f)
}

// fetch copies a blob into a local file.
func (s *Service) fetch(ctx context.Context, key, path string) (err error) {
	from, err := s.blobs.OpenRange(ctx, key, 0, -1)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}

// stage is a part of a job's work with the words that people see and its share
// of the whole, so that one bar runs from start to end.
type stage struct {
	word   string
	weight float64
}

// meter turns progress within stages into progress of the whole job, in
// thousandths.
type meter struct {
	mu     sync.Mutex
	rep    Reporter
	stages map[string]stage
	order  []string
}

func newMeter(rep Reporter, order []string, stages map[string]stage) *meter {
	return &meter{rep: rep, order: order, stages: stages}
}

const wholeJob = 1000

func (m *meter) at(name string, done, total int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var before, all float64
	passed := false
	for _, n := range m.order {
		passed = passed || n == name
		if !passed {
			before += m.stages[n].weight
		}
		all += m.stages[n].weight
	}
	st, known := m.stages[name]
	if !known {
		m.rep.Stage(name, 0, 0)
		return
	}
	share := 0.0
	if total > 0 {
		share = min(float64(done)/float64(total), 1)
	}
	m.rep.Stage(st.word, int64(wholeJob*(before+share*st.weight)/all), wholeJob)
}
