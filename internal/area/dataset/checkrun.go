package dataset

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/phrase"
)

// RunJob checks a data file: it computes into files beside, stores them under
// keys of their own, and then switches one row in a transaction that only the
// holder of the lease can make. Doing it again after a crash at any point gives
// the same files and takes effect once.
//
// Outcomes that the check itself accounts for are nil. An error means that
// trying again may help; when nobody will, call GiveUp.
func (s *Service) RunJob(ctx context.Context, jobID string, rep job.Reporter) (err error) {
	defer errs.Wrap(&err, "dataset.RunJob(%q)", jobID)
	task, err := s.beginCheck(ctx, jobID, rep)
	if err == nil && task != nil {
		s.cfg.Crash(KindCheck + ":begun")
		err = s.runCheck(ctx, task, rep)
	}
	switch {
	case err == nil, errors.Is(err, job.ErrLost):
		return nil
	case rep.Cancelled():
		return s.finishCheck(context.WithoutCancel(ctx), jobID, rep.Lease(), cancelledCheck())
	}
	return err // the worker is shutting down, or trying again may help
}

// GiveUp ends a check that failed for a reason of ours and will not be tried again.
func (s *Service) GiveUp(ctx context.Context, jobID, lease string, cause error) error {
	s.cfg.Log.ErrorContext(ctx, "job given up", "job", jobID, "err", cause)
	return s.finishCheck(ctx, jobID, lease, &outcome{
		status: CheckBroken, state: job.Failed,
		sentence: "The server could not finish this check. Start it again; if it fails again, tell the operator the job " + jobID + ".",
	})
}

// checkTask is what a check works on.
type checkTask struct {
	job       *job.Job
	check     *Check
	file      *File
	phenotype *Phenotype
	mapping   sumstats.Mapping // that somebody confirmed; nil for none
}

// outcome is how a check ended.
type outcome struct {
	status   CheckStatus
	state    job.State
	sentence string       // why it gave no figures; "" when it did
	report   *CheckReport // nil when it did not come to one
}

func cancelledCheck() *outcome {
	return &outcome{status: CheckCancelled, state: job.Cancelled, sentence: "Cancelled."}
}

// beginCheck marks a check as running. A nil task says that it ended here: it
// was cancelled before, or its file is gone.
func (s *Service) beginCheck(ctx context.Context, jobID string, rep job.Reporter) (task *checkTask, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		task = nil
		j, err := job.Begin(ctx, tx, jobID, rep.Lease(), s.now())
		if err != nil {
			return err
		}
		if j.CancelRequested {
			return s.endCheck(ctx, tx, j, cancelledCheck())
		}
		c, err := tx.Check(ctx, j.RunID)
		if errs.Is(err, errs.NotFound) {
			return s.endCheck(ctx, tx, j, cancelledCheck())
		}
		if err != nil {
			return err
		}
		c.Status = CheckRunning
		task = &checkTask{job: j, check: c}
		return tx.UpdateCheck(ctx, c)
	})
	if err != nil || task == nil {
		return nil, err
	}
	return task, s.fillTask(ctx, task)
}

// fillTask reads what a check needs to know.
func (s *Service) fillTask(ctx context.Context, t *checkTask) (err error) {
	if t.file, err = s.store.DatasetFile(ctx, t.check.FileID); err != nil {
		return err
	}
	phenotypes, err := s.store.Phenotypes(ctx, t.check.DatasetID)
	if err != nil {
		return err
	}
	for _, p := range phenotypes {
		if p.ID == t.file.ParentID {
			t.phenotype = p
		}
	}
	if t.phenotype == nil {
		return errs.Missing("phenotype")
	}
	if len(t.check.Mapping) > 0 {
		return json.Unmarshal(t.check.Mapping, &t.mapping)
	}
	return nil
}

const stageStoring = "storing"

func checkMeter(rep job.Reporter) *job.Meter {
	return job.NewMeter(rep,
		job.Part{Name: qc.StageReading, Word: "Reading and sorting", Weight: 30},
		job.Part{Name: qc.StageChecking, Word: "Checking", Amount: phrase.RowsOf, Weight: 35},
		job.Part{Name: qc.StageFigures, Word: "Drawing figures", Weight: 2},
		job.Part{Name: stageDeposit, Word: "Writing the deposit", Weight: 28},
		job.Part{Name: stageStoring, Word: "Storing the results", Weight: 5})
}

// runCheck computes a check and makes it count.
func (s *Service) runCheck(ctx context.Context, t *checkTask, rep job.Reporter) error {
	work, remove, err := job.WorkDir(s.cfg.TempDir, t.job.ID, rep.Lease())
	if err != nil {
		return err
	}
	defer remove()
	meter := checkMeter(rep)
	found, err := s.compute(ctx, t, work, meter)
	if err != nil {
		return err
	}
	s.cfg.Crash(KindCheck + ":computed")
	meter.At(stageStoring, 0, 1)
	if err := job.StoreResults(ctx, s.blobs, work, CheckPrefix(t.check.FileID, t.check.ID, rep.Lease()), func(string, int64, string) {}); err != nil {
		return err
	}
	s.cfg.Crash(KindCheck + ":stored")
	if err := s.finishCheck(ctx, t.job.ID, rep.Lease(), found); err != nil {
		return err
	}
	s.cfg.Crash(KindCheck + ":done")
	return nil
}

// finishCheck makes an outcome count, if the lease still holds the job.
func (s *Service) finishCheck(ctx context.Context, jobID, lease string, found *outcome) error {
	return job.Finish(ctx, s.store, jobID, lease, func(tx Tx, j *job.Job) error { return s.endCheck(ctx, tx, j, found) })
}

// endCheck writes how a check ended, together with its locked job. The check is
// gone when its file was removed in the meantime.
func (s *Service) endCheck(ctx context.Context, tx Tx, j *job.Job, found *outcome) error {
	now := s.now()
	c, err := tx.Check(ctx, j.RunID)
	if errs.Is(err, errs.NotFound) {
		return job.End(ctx, tx, j, job.Cancelled, "The file was removed.", now)
	}
	if err != nil {
		return err
	}
	c.Status, c.FinishedAt, c.Attempt = found.status, &now, j.Lease
	c.Error = job.Sentence(found.sentence)
	if r := found.report; r != nil {
		if c.Report, err = json.Marshal(r); err != nil {
			return err
		}
		if r.Report != nil {
			c.RowsIn, c.RowsClean, c.LambdaGC = &r.RowsIn, &r.RowsClean, stat.Finite(float64(r.LambdaGC))
		}
	}
	if err := tx.UpdateCheck(ctx, c); err != nil {
		return err
	}
	reason := ""
	if found.state != job.Succeeded {
		reason = found.sentence
	}
	return job.End(ctx, tx, j, found.state, reason, now)
}

// filesPrefix is where the results of checks lie.
const filesPrefix = "datasets/files/"

// CheckPrefix begins the keys of the results that an attempt at a check made.
func CheckPrefix(fileID, checkID, attempt string) string {
	return job.AttemptPrefix(filesPrefix+fileID+"/checks/"+checkID+"/", attempt)
}

// hasBlob reports whether the blob under a key belongs to a check that has
// results or may still have.
func (s *Service) hasBlob(ctx context.Context, key string) (bool, error) {
	part := strings.Split(strings.TrimPrefix(key, filesPrefix), "/")
	if len(part) != 4 && len(part) != 5 || part[1] != "checks" {
		return true, nil // not ours to judge
	}
	c, err := s.store.Check(ctx, part[2])
	if errs.Is(err, errs.NotFound) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	attempt := ""
	if len(part) == 5 {
		attempt = part[3]
	}
	return c.FileID == part[0] && (!c.ended() || c.Judged() && c.Attempt == attempt), nil
}

// Judged says that a check came to a verdict about the rows of its file.
func (c *Check) Judged() bool {
	return c.Status == CheckPassed || c.Status == CheckWarned || c.Status == CheckFailed
}

// open reads a stored file from its beginning.
func (s *Service) open(ctx context.Context, f *File) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return s.files.OpenFileRange(ctx, f.UploadID, 0, -1) }
}
