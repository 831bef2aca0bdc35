package hermes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/rule"
)

// needsBuild is the message for an upload whose genome build is unknown.
const needsBuild = "QC needs the genome build of the positions. Check the header or the pipeline of the file, or ask its author."

// BuildChoice is a genome build that the form offers.
type BuildChoice struct {
	Choice
	// Refused is the reason why the build is not accepted, and what to do; "" if it is accepted.
	Refused string
}

// GenomeBuilds returns the builds that the form offers. The build of the consortium and those that
// can be lifted to it are accepted. The others are listed with the reason why not, so that an
// uploader finds theirs.
func (s *Service) GenomeBuilds(ctx context.Context) ([]BuildChoice, error) {
	var builds []BuildChoice
	for _, c := range GenomeBuilds() {
		build := BuildChoice{Choice: c}
		faults, err := s.buildFault(ctx, c.Value)
		if err != nil {
			return nil, err
		}
		for _, fault := range faults {
			build.Refused = fault.Message
		}
		if c.Value == BuildUnknown {
			build.Refused = needsBuild
		}
		builds = append(builds, build)
	}
	return builds, nil
}

// reached returns the names of the builds that submissions may use.
func (s *Service) reached(ctx context.Context, target genome.Build) ([]string, error) {
	from, err := s.cfg.Chains.Reach(ctx, target)
	words := []string{BuildWord(target)}
	for _, b := range from {
		words = append(words, BuildWord(b))
	}
	return words, err
}

// Target returns the build that submissions are lifted to.
func (s *Service) Target(ctx context.Context) (genome.Build, error) {
	rules, err := s.store.Rules(ctx)
	if err != nil {
		return genome.UnknownBuild, err
	}
	return knownBuild(rules.TargetBuild)
}

// targetOf returns the build that a run lifts to. Runs from before it was a setting of the run have
// it in their report.
func (s *Service) targetOf(ctx context.Context, run *QCRun) (genome.Build, error) {
	switch {
	case run.Settings.Build != "":
		return knownBuild(run.Settings.Build)
	case run.Status == RunCompleted:
		return run.Facts.Build, nil
	}
	return s.Target(ctx)
}

// CheckRules implements rule.Area: the default options of QC must be possible on the target build.
func (s *Service) CheckRules(ctx context.Context, in rule.Rules) error {
	target, err := knownBuild(in.TargetBuild)
	if err != nil {
		return err
	}
	defaults, err := s.QCDefaults(ctx)
	if err != nil {
		return err
	}
	var refused *errs.Error
	if err := s.checkSettings(ctx, target, defaults, ""); !errors.As(err, &refused) || len(refused.Fields) == 0 {
		return err
	}
	return errs.AtField("target_build", fmt.Sprintf("The default options of QC are not possible on %s: %s Change them on the page Settings of HERMES first.",
		target.Label(), refused.Fields[0].Message))
}

// ApplyRules implements rule.Area. Runs and meta-analyses stay as they are.
func (s *Service) ApplyRules(context.Context) {}

// buildFault returns a fault if no chain file leads from the build of a submission to the
// consortium's. Unknown build names are checked elsewhere.
func (s *Service) buildFault(ctx context.Context, word string) ([]errs.Field, error) {
	from, known := genome.ParseBuild(word)
	target, err := s.Target(ctx)
	if err != nil {
		return nil, err
	}
	reached, err := s.reached(ctx, target)
	if err != nil || !known || slices.Contains(reached, word) {
		return nil, err
	}
	return []errs.Field{{Field: "metadata.genomeBuild", Message: fmt.Sprintf(
		"No chain file from %s to %s is installed here. Lift the file over before you send it, or ask the operator to install one.",
		from.Label(),
		target.Label(),
	)}}, nil
}

// Build returns the build of the run's clean file, which may differ from that of the uploaded file;
// "" without a report.
func (r *QCRun) Build() (string, error) {
	if len(r.Report) == 0 {
		return "", nil
	}
	var report struct {
		Build genome.Build `json:"build"`
	}
	if err := json.Unmarshal(r.Report, &report); err != nil {
		return "", fmt.Errorf("report of run %s: %w", r.ID, err)
	}
	return BuildWord(report.Build), nil
}

// onOneBuild returns a fault for each submission whose clean file is on another build than the first.
// Their QC ran before the consortium changed its build.
func onOneBuild(ctx context.Context, tx Tx, uploads []*Submission) ([]errs.Field, error) {
	var faults []errs.Field
	first, name := "", ""
	for _, u := range uploads {
		run, err := tx.QCRun(ctx, u.RunID)
		if err != nil {
			return nil, err
		}
		build, err := run.Build()
		switch {
		case err != nil:
			return nil, err
		case build == "":
		case first == "":
			first, name = build, u.DatasetName
		case build != first:
			faults = append(faults, errs.Field{Field: "datasets", Message: fmt.Sprintf(
				"QC of %s was on %s, that of %s on %s. Run QC again on the older one.", u.DatasetName, buildLabel(build), name, buildLabel(first))})
		}
	}
	return faults, nil
}
