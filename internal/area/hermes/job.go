package hermes

import (
	"context"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// The job kinds of this area.
const (
	KindQC   = "qc"
	KindMeta = "meta"
)

// qcMemory returns what the QC of a file needs, by its size as uploaded: 381 MiB for 1 M rows in 30 MB, and 538 MiB for 10 M in
// 300 MB. Beyond, rows are sorted on disk.
func qcMemory(size int64) int64 { return job.Need(370*job.MiB, 0.6, size, 600*job.MiB) }

// metaMemory returns what a meta-analysis needs: 346 MiB for 5 inputs of 10 M rows. The number of rows does not matter, and the
// share of each input is an estimate.
func metaMemory(inputs int) int64 {
	return job.Need(200*job.MiB, 32*job.MiB, int64(inputs), 2048*job.MiB)
}

// enqueue adds a job of the area to the queue.
func (s *Service) enqueue(ctx context.Context, tx Tx, j *job.Job) error {
	j.Area = auth.AreaHermes
	return job.Enqueue(ctx, tx, j, s.cfg.MaxJobs, s.now())
}

// mayCancel allows the uploader and reviewers to cancel a QC run, and accounts that may run
// meta-analyses to cancel one.
func mayCancel(_ context.Context, id *auth.Identity, j *job.Job) error {
	may := id.User.ID == j.OwnerID || reviews(id)
	if j.Kind == KindMeta {
		may = id.Can(auth.AreaHermes, auth.RunMetaAnalysis)
	}
	if !may {
		return errs.New(errs.Forbidden, "forbidden", "Your account may not cancel this job.")
	}
	return nil
}

// endRun ends a run and updates the status of its submission, if it is still the current run.
func (s *Service) endRun(ctx context.Context, tx Tx, run *QCRun, status UploadStatus, rank QCRank, h record.Event) error {
	now := s.now()
	run.FinishedAt = &now
	if err := tx.UpdateQCRun(ctx, run); err != nil {
		return err
	}
	u, err := tx.Upload(ctx, run.UploadID)
	if err != nil {
		return err
	}
	if u.RunID == run.ID {
		h = h.From(string(u.Status), string(status))
		u.Status, u.StatusSince, u.QCRank = status, now, rank
		if err := tx.UpdateUpload(ctx, u); err != nil {
			return err
		}
		if err := s.tellRunEnded(ctx, tx, u, h.By); err != nil {
			return err
		}
	}
	h.Object, h.ObjectID = objectUpload, u.ID
	return s.history(ctx, tx, h)
}

func (s *Service) endMeta(ctx context.Context, tx Tx, m *Meta, status MetaStatus, h record.Event) error {
	now := s.now()
	h = h.From(string(m.Status), string(status))
	m.Status = status
	m.FinishedAt = &now
	if err := tx.UpdateMeta(ctx, m); err != nil {
		return err
	}
	h.Object, h.ObjectID = objectMeta, m.ID
	if err := s.history(ctx, tx, h); err != nil {
		return err
	}
	return s.continueFreeze(ctx, tx, m)
}
