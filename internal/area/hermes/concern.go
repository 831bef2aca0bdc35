package hermes

import (
	"context"
	"slices"
	"strconv"

	"cohortium/internal/gwas/qc"
)

// concerns returns what a reviewer should know before a decision: earlier runs that did not pass,
// and options of the current run that differ from the consortium's.
func (s *Service) concerns(ctx context.Context, u *Submission) ([]string, error) {
	runs, err := s.store.QCRuns(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	defaults, err := s.qcDefaults(ctx, s.store)
	if err != nil {
		return nil, err
	}
	slices.Reverse(runs) // oldest run first
	var out, failed, cancelled []string
	for _, run := range runs {
		switch {
		case run.ID == u.RunID:
			out = forced(run.Settings, defaults)
		case run.Status == RunFailed || run.Verdict == string(qc.Fail):
			failed = append(failed, strconv.Itoa(run.Number))
		case run.Status == RunCancelled:
			cancelled = append(cancelled, strconv.Itoa(run.Number))
		}
	}
	if len(failed) > 0 {
		out = append(out, runsNamed(failed)+" of this file failed QC.")
	}
	if len(cancelled) > 0 {
		out = append(out, runsNamed(cancelled)+" of this file "+wasWere(cancelled)+" cancelled.")
	}
	return out, nil
}

// forced lists the options of a run that differ from the consortium's defaults.
func forced(run, defaults QCSettings) []string {
	var out []string
	if run.FD != defaults.FD {
		out = append(
			out,
			"This run lets allele frequencies differ from the panel by "+decimal(run.FD)+"; the consortium's default is "+decimal(defaults.FD)+".",
		)
	}
	if run.Panel != nil && *run.Panel == PanelNone && (defaults.Panel == nil || *defaults.Panel != PanelNone) {
		out = append(out, "This run was made without a reference panel.")
	}
	if run.NoInd && !defaults.NoInd {
		out = append(out, "This run leaves indels out.")
	}
	if run.Adj != defaults.Adj {
		out = append(out, "The figures of this run are drawn with "+adjustmentWords(run.Adj)+"; the consortium's default is "+adjustmentWords(defaults.Adj)+".")
	}
	switch {
	case run.IT == nil && defaults.IT != nil:
		out = append(out, "This run keeps the score's own bound of imputation quality; the consortium's default is "+decimal(*defaults.IT)+".")
	case run.IT != nil && (defaults.IT == nil || *defaults.IT != *run.IT):
		out = append(out, "This run asks for an imputation quality of at least "+decimal(*run.IT)+", which is not the consortium's default.")
	}
	return out
}

func runsNamed(numbers []string) string {
	if len(numbers) == 1 {
		return "Run " + numbers[0]
	}
	return "Runs " + joined(numbers)
}

func wasWere(numbers []string) string {
	if len(numbers) == 1 {
		return "was"
	}
	return "were"
}

// adjustmentWords describes how the P values in figures are adjusted.
func adjustmentWords(adj string) string {
	switch qc.Adjustment(adj) {
	case qc.AdjustLambda:
		return "genomic control (λ)"
	case qc.AdjustLDSC:
		return "the intercept of LD score regression"
	}
	return "no adjustment"
}
