package hermes

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/errs"
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
func (s *Service) reached(ctx context.Context) ([]string, error) {
	target, err := knownBuild(s.cfg.TargetBuild)
	if err != nil {
		return nil, err
	}
	from, err := s.cfg.Chains.Reach(ctx, target)
	words := []string{s.cfg.TargetBuild}
	for _, b := range from {
		words = append(words, BuildWord(b))
	}
	return words, err
}

// buildFault returns a fault if no chain file leads from the build of a submission to the
// consortium's. Unknown build names are checked elsewhere.
func (s *Service) buildFault(ctx context.Context, word string) ([]errs.Field, error) {
	from, known := genome.ParseBuild(word)
	reached, err := s.reached(ctx)
	if err != nil || !known || slices.Contains(reached, word) {
		return nil, err
	}
	target, err := knownBuild(s.cfg.TargetBuild)
	return []errs.Field{{Field: "metadata.genomeBuild", Message: fmt.Sprintf(
		"No chain file from %s to %s is installed here. Lift the file over before you send it, or ask the operator to install one.", from.Label(), target.Label())}}, err
}

// build returns the build of the run's clean file, which may differ from that of the uploaded file;
// "" without a report.
func (r *QCRun) build() (string, error) {
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
		build, err := run.build()
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
