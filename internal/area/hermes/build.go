package hermes

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/errs"
)

// needsBuild is said to somebody who does not know the build.
const needsBuild = "QC needs the genome build of the positions. Check the header or the pipeline of the file, or ask its author."

// BuildChoice is a genome build that the form offers.
type BuildChoice struct {
	Choice
	// Refused says why it is not taken here, and what to do; "" when it is.
	Refused string
}

// GenomeBuilds are the builds that the form offers. That of the consortium and those
// from which there is a way to it are taken; the others are refused with a reason, so
// that nobody looks for theirs in vain.
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

// reached are the words of the assemblies that data sets may be on.
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

// buildFault says that there is no way from the assembly of a data set to the
// consortium's, if that is so. Words that the form does not know are its own fault.
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

// build is the word of the assembly that the clean file of a run is on, whatever
// the file that was sent is on; "" without a report.
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

// onOneBuild says which data sets have clean files on another assembly than the
// first: those whose QC ran before the consortium changed its own.
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
