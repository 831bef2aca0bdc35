package hermes

import (
	"context"
	"fmt"

	"cohortium/internal/audit"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/job"
)

// liftOf is how the rows of a data set come to the assembly of the consortium; nil
// when they are on it.
func (s *Service) liftOf(u *Upload, target genome.Build) (*qc.Lift, error) {
	from, err := knownBuild(u.GenomeBuild)
	if err != nil || from == target {
		return nil, err
	}
	m, source, err := liftover.Inside().Between(from, target)
	if err != nil {
		return nil, &qc.SettingError{Setting: "build", Why: err.Error()}
	}
	return &qc.Lift{Map: m, Source: source}, nil
}

func knownBuild(name string) (genome.Build, error) {
	build, ok := genome.ParseBuild(name)
	if !ok {
		return genome.UnknownBuild, &qc.SettingError{Setting: "build", Why: name + " is no assembly that QC knows"}
	}
	return build, nil
}

// lifted moves a data set on whose rows are all lifted, if this worker still holds
// the job. An attempt after a crash lifts again and finds that it has moved.
func (s *Service) lifted(ctx context.Context, jobID, lease string, facts *qc.LiftFacts) error {
	s.cfg.Crash("qc:lifted")
	detail := fmt.Sprintf("%s of %s lifted from %s to %s", stat.Thousands(facts.Lifted), stat.Counted(facts.Input, "row", "rows"), facts.From, facts.To)
	return s.store.InTx(ctx, func(tx Tx) error {
		j, err := job.Held(ctx, tx, jobID, lease)
		if err != nil {
			return err
		}
		u, err := tx.Upload(ctx, j.SubjectID)
		if err != nil || u.RunID != j.RunID || u.Status != SubmittedToLiftover {
			return err
		}
		u.Status, u.StatusSince = LiftoverComplete, s.now()
		if err := tx.UpdateUpload(ctx, u); err != nil {
			return err
		}
		h := happening{by: bySystem, object: objectUpload, objectID: u.ID, action: "lifted over", detail: detail, kind: audit.StatusChanged}
		return s.history(ctx, tx, h.from(string(SubmittedToLiftover), string(LiftoverComplete)))
	})
}
