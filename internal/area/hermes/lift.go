package hermes

import (
	"context"
	"errors"
	"fmt"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/record"
)

// liftOf returns the liftover of a submission to the consortium's build; nil if it is on that build
// already.
func (s *Service) liftOf(ctx context.Context, u *Submission, target genome.Build) (*qc.Lift, error) {
	from, err := knownBuild(u.GenomeBuild)
	if err != nil || from == target {
		return nil, err
	}
	way, err := s.cfg.Chains.Between(ctx, from, target)
	if none := new(liftover.ChainError); errors.As(err, &none) {
		return nil, &qc.SettingError{Setting: "build", Why: none.Error()}
	}
	if err != nil {
		return nil, err
	}
	sequence, err := s.cfg.Sequences.Sequence(ctx, target)
	return &qc.Lift{Way: way, Sequence: sequence}, err
}

func knownBuild(name string) (genome.Build, error) {
	build, ok := genome.ParseBuild(name)
	if !ok {
		return genome.UnknownBuild, &qc.SettingError{Setting: "build", Why: name + " is not a genome build that QC supports"}
	}
	return build, nil
}

// lifted moves a submission from liftover to QC; facts are nil if nothing was lifted. An attempt
// after a crash repeats the liftover and finds the status already changed.
func (s *Service) lifted(ctx context.Context, a *attempt, facts *qc.LiftFacts) error {
	a.Crash("lifted")
	return a.InTx(ctx, func(tx Tx) error {
		u, err := tx.Upload(ctx, a.Job.SubjectID)
		if err != nil || u.RunID != a.Job.RunID || u.Status != SubmittedToLiftover {
			return err
		}
		if facts == nil {
			return s.moveOn(ctx, tx, u, SubmittedToQC, "nothing to lift", "the file has rs numbers and no positions; reference data provide them")
		}
		detail := fmt.Sprintf(
			"%s of %s lifted from %s to %s",
			phrase.Thousands(facts.Lifted),
			phrase.Counted(facts.Input, "row", "rows"),
			facts.From.Label(),
			facts.To.Label(),
		)
		if err := s.moveOn(ctx, tx, u, LiftoverComplete, "lifted over", detail); err != nil {
			return err
		}
		return s.moveOn(ctx, tx, u, SubmittedToQC, "QC goes on", "")
	})
}

// moveOn sets the next status of a submission on the way to QC.
func (s *Service) moveOn(ctx context.Context, tx Tx, u *Submission, to UploadStatus, action, detail string) error {
	h := record.Event{By: bySystem, Object: objectUpload, ObjectID: u.ID, Action: action, Detail: detail, Kind: audit.StatusChanged}
	h = h.From(string(u.Status), string(to))
	u.Status, u.StatusSince = to, s.now()
	if err := tx.UpdateUpload(ctx, u); err != nil {
		return err
	}
	return s.history(ctx, tx, h)
}
