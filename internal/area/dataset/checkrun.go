package dataset

import (
	"context"
	"encoding/json"
	"io"
	"strings"

	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

type attempt = job.Attempt[Tx, *Check]

// executor runs the checks of data files. A check writes new files under its own keys and then
// switches one row to them.
func (s *Service) executor() *job.Executor[Tx, *Check] {
	return job.NewExecutor(job.Work[Tx, *Check]{
		Area: "dataset", Objects: map[string]string{KindCheck: ObjectDataset},
		Store: s.store, Blobs: s.blobs, TempDir: s.cfg.TempDir, Now: s.now, Crash: s.cfg.Crash,
		Gone: "The file was removed.", Failed: "The server could not finish this check. Start it again",
		Load: func(ctx context.Context, tx Tx, j *job.Job) (*Check, error) { return tx.Check(ctx, j.RunID) },
		Begin: func(ctx context.Context, tx Tx, _ *job.Job, c *Check) error {
			c.Status = CheckRunning
			return tx.UpdateCheck(ctx, c)
		},
		Do: s.runCheck, MayCancel: s.mayCancel,
		End: func(ctx context.Context, tx Tx, j *job.Job, c *Check, o job.Outcome) error {
			found := &outcome{status: CheckBroken, sentence: o.Sentence}
			if o.State == job.Cancelled {
				found.status = CheckCancelled
			}
			return s.endCheck(ctx, tx, j.Lease, c, found)
		},
	})
}

// checkTask is the subject of a check.
type checkTask struct {
	check     *Check
	file      *File
	phenotype *Phenotype
	mapping   sumstats.Mapping // confirmed by a user; nil for none
}

// outcome is the end of a check.
type outcome struct {
	status   CheckStatus
	sentence string       // why there are no figures; "" if there are
	report   *CheckReport // nil without a report
}

// taskOf reads the input of a check.
func (s *Service) taskOf(ctx context.Context, c *Check) (_ *checkTask, err error) {
	t := &checkTask{check: c}
	if t.file, err = s.store.DatasetFile(ctx, c.FileID); err != nil {
		return nil, err
	}
	phenotypes, err := s.store.Phenotypes(ctx, c.DatasetID)
	if err != nil {
		return nil, err
	}
	for _, p := range phenotypes {
		if p.ID == t.file.ParentID {
			t.phenotype = p
		}
	}
	if t.phenotype == nil {
		return nil, errs.Missing("phenotype")
	}
	if len(c.Mapping) > 0 {
		err = json.Unmarshal(c.Mapping, &t.mapping)
	}
	return t, err
}

func checkMeter(rep job.Reporter) *job.Meter {
	return job.NewMeter(rep,
		job.Part{Name: qc.StageReading, Word: "Reading and sorting", Weight: 30},
		job.Part{Name: qc.StageChecking, Word: "Checking", Rows: true, Weight: 35},
		job.Part{Name: qc.StageFigures, Word: "Drawing figures", Weight: 2},
		job.Part{Name: stageDeposit, Word: "Writing the deposit", Weight: 28},
		job.Part{Name: job.Storing, Word: "Storing the results", Weight: 5})
}

// runCheck computes a check and stores its outcome.
func (s *Service) runCheck(ctx context.Context, a *attempt, c *Check) error {
	t, err := s.taskOf(ctx, c)
	if err != nil {
		return err
	}
	work, err := a.Dir()
	if err != nil {
		return err
	}
	meter := checkMeter(a)
	found, err := s.compute(ctx, t, work, meter)
	if err != nil {
		return err
	}
	if err := a.Store(ctx, meter, CheckPrefix(c.FileID, c.ID, a.Lease()), nil); err != nil {
		return err
	}
	return a.Finish(ctx, func(tx Tx, c *Check) error { return s.endCheck(ctx, tx, a.Lease(), c, found) })
}

// endCheck stores the outcome of an attempt at a check.
func (s *Service) endCheck(ctx context.Context, tx Tx, attempt string, c *Check, found *outcome) (err error) {
	now := s.now()
	c.Status, c.FinishedAt, c.Attempt, c.Error = found.status, &now, attempt, job.Sentence(found.sentence)
	if r := found.report; r != nil {
		if c.Report, err = json.Marshal(r); err != nil {
			return err
		}
		if r.Report != nil {
			c.RowsIn, c.RowsClean, c.LambdaGC = &r.RowsIn, &r.RowsClean, stat.Finite(float64(r.LambdaGC))
		}
	}
	return tx.UpdateCheck(ctx, c)
}

// filesPrefix is the key prefix of the results of checks.
const filesPrefix = "datasets/files/"

// CheckPrefix returns the key prefix of the results of one attempt at a check.
func CheckPrefix(fileID, checkID, attempt string) string {
	return job.AttemptPrefix(filesPrefix+fileID+"/checks/"+checkID+"/", attempt)
}

// CheckRowsKey returns the key of the rows that a check kept.
func CheckRowsKey(fileID, checkID, attempt string) string {
	return CheckPrefix(fileID, checkID, attempt) + qc.FileClean
}

// hasBlob reports whether the blob under a key belongs to a check that has results or may still
// have.
func (s *Service) hasBlob(ctx context.Context, key string) (bool, error) {
	part := strings.Split(strings.TrimPrefix(key, filesPrefix), "/")
	if len(part) != 4 && len(part) != 5 || part[1] != "checks" {
		return true, nil // not decided by this area
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

// Judged reports whether a check has a verdict about the rows of its file.
func (c *Check) Judged() bool {
	return c.Status == CheckPassed || c.Status == CheckWarned || c.Status == CheckFailed
}

// open reads a stored file from its start.
func (s *Service) open(ctx context.Context, f *File) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return s.files.OpenFileRange(ctx, f.UploadID, 0, -1) }
}
