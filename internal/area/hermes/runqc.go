package hermes

import (
	"context"
	"encoding/json"
	"io"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/platform/job"
)

const stageComparing = "comparing"

func qcMeter(rep job.Reporter) *job.Meter {
	return job.NewMeter(rep,
		job.Part{Name: qc.StageReading, Word: "Reading and sorting", Weight: 50},
		job.Part{Name: qc.StagePlacing, Word: "Placing by rs number", Rows: true},
		job.Part{Name: qc.StageChecking, Word: "Checking", Weight: 40, Rows: true},
		job.Part{Name: qc.StageFigures, Word: "Drawing figures", Weight: 5},
		job.Part{Name: job.Storing, Word: "Storing the results", Weight: 5},
		job.Part{Name: stageComparing, Word: "Comparing with the accepted files"})
}

// runQC computes a QC run and completes it.
func (s *Service) runQC(ctx context.Context, a *attempt, run *QCRun) error {
	u, err := s.store.Upload(ctx, run.UploadID)
	if err != nil {
		return err
	}
	work, err := a.Dir()
	if err != nil {
		return err
	}
	progress := qcMeter(a)
	report, err := s.computeQC(ctx, u, run, work, progress, func(facts *qc.LiftFacts) error { return s.lifted(ctx, a, facts) })
	if err != nil {
		return err
	}
	if err := a.Store(ctx, progress, runPrefix(u.ID, run.ID, a.Lease()), nil); err != nil {
		return err
	}
	s.compareAll(ctx, u, run, a.Lease(), progress)
	if err := s.finishQC(ctx, a, report); err != nil {
		return err
	}
	s.mailNotices(ctx)
	return nil
}

func (s *Service) computeQC(
	ctx context.Context,
	u *Submission,
	run *QCRun,
	work string,
	progress *job.Meter,
	lifted func(*qc.LiftFacts) error,
) (*qc.Report, error) {
	build, err := s.targetOf(ctx, run)
	if err != nil {
		return nil, err
	}
	opt, err := s.qcOptions(u, run, build)
	if err != nil {
		return nil, err
	}
	settings := run.Settings
	settings.Build = BuildWord(build)
	opt.TempDir = work
	if opt.Genes, err = s.cfg.Genes(ctx, opt.Build); err != nil {
		return nil, err
	}
	panel, err := s.panelFor(ctx, u, settings)
	if err != nil {
		return nil, err
	}
	in := qc.Input{
		Name: u.FileName, Size: u.FileSize,
		Open: func() (io.ReadCloser, error) { return s.files.OpenFile(ctx, u.FileID) },
	}
	if in.Lift, err = s.liftOf(ctx, u, opt.Build); err != nil {
		return nil, err
	}
	if in.Lift != nil {
		in.Lift.Done = lifted
	}
	if panel != nil {
		release, err := panel.hold(ctx)
		if err != nil {
			return nil, err
		}
		defer release()
		in.Panel = panel.open(ctx)
	} else if in.NoPanel, err = s.noPanel(ctx, u, settings); err != nil {
		return nil, err
	}
	if in.Numbers, err = s.cfg.Numbers.Numbers(ctx, opt.Build); err != nil {
		return nil, err
	}
	if in.PlacedBy, err = s.placedBy(ctx, build); err != nil {
		return nil, err
	}
	if in.Scores, err = s.cfg.Scores.LDScores(ctx, opt.Build, GroupsFor(u.Ancestry)); err != nil {
		return nil, err
	}
	return qc.Run(ctx, in, opt, job.Results(work), func(p qc.Progress) { progress.At(p.Stage, p.Done, p.Total) })
}

func (s *Service) qcOptions(u *Submission, run *QCRun, build genome.Build) (qc.Options, error) {
	opt := qc.NewOptions(build)
	if err := json.Unmarshal(run.Mapping, &opt.Mapping); err != nil {
		return qc.Options{}, err
	}
	meta, err := parseMetadata(u.Metadata)
	if err != nil {
		return qc.Options{}, err
	}
	opt.Conventions = meta.conventions()
	opt.MappingConfirmed = true // registration asked for every column, so an unmapped one is intended
	opt.N = float64(u.NTotal)
	if u.Cases != nil {
		opt.Cases, opt.Controls = float64(*u.Cases), float64(u.NTotal-*u.Cases)
	}
	for key, value := range run.Settings.Thresholds {
		if err := opt.Set(key, value); err != nil {
			return qc.Options{}, err
		}
	}
	opt.FrequencyDifference, opt.Adjustment = run.Settings.FD, qc.Adjustment(run.Settings.Adj)
	opt.RemoveIndels = run.Settings.NoInd
	if run.Settings.IT != nil {
		opt.InfoThreshold = *run.Settings.IT
	}
	opt.Workers = s.cfg.Workers
	opt.Versions = map[string]string{"cohortium": s.cfg.Version}
	return opt, nil
}

// finishQC stores a computed report as the result of its run.
func (s *Service) finishQC(ctx context.Context, a *attempt, report *qc.Report) error {
	text, err := json.Marshal(report)
	if err != nil {
		return err
	}
	return a.Finish(ctx, func(tx Tx, on jobSubject) error {
		run := on.run
		run.Status, run.Verdict, run.Report, run.Error = RunCompleted, string(report.Verdict), text, ""
		run.Steps, run.Unmeasured = len(report.Steps), len(qc.Unmeasured(report.Steps))
		run.Attempt = a.Lease()
		run.RowsIn, run.RowsClean, run.LambdaGC = &report.RowsIn, &report.RowsClean, stat.Finite(float64(report.LambdaGC))
		status, action := outcomeOf(report)
		return s.endRun(ctx, tx, run, status, rankOf(report), ended(bySystem, action, firstMessage(report)))
	})
}

// firstMessage returns the most important message of a report.
func firstMessage(report *qc.Report) string {
	if report.Cause != nil {
		return report.Cause.Sentence
	}
	if report.Panel != nil && !report.Panel.Fit.Used {
		return report.Panel.Fit.Sentence
	}
	for _, verdict := range []qc.Verdict{qc.Fail, qc.Warned, qc.NotMeasured} {
		at := slices.IndexFunc(report.Steps, func(step qc.Step) bool {
			return step.Verdict == verdict && len(step.Messages) > 0
		})
		if at >= 0 {
			return report.Steps[at].Messages[0]
		}
	}
	return ""
}

// outcomeOf returns the new status of a submission after a report, with its text in the history, in
// the words of the list.
func outcomeOf(report *qc.Report) (status UploadStatus, action string) {
	switch rank := rankOf(report); {
	case report.Verdict == qc.Fail:
		return FailedQC, "QC failed"
	case rank == passed:
		return ReadyForReview, "QC passed"
	case rank == doubtful:
		return ReadyForReview, "QC passed, incomplete"
	}
	return ReadyForReview, "QC passed with warnings"
}
