package hermes

import (
	"testing"

	"cohortium/internal/gwas/qc"
)

// A step that could not be measured is not a warning: the history uses the words of the list.
func TestOutcomesInWords(t *testing.T) {
	steps := func(verdicts ...qc.Verdict) (out []qc.Step) {
		for _, v := range verdicts {
			out = append(out, qc.Step{Verdict: v})
		}
		return out
	}
	for _, c := range []struct {
		report qc.Report
		status UploadStatus
		action string
	}{
		{qc.Report{Verdict: qc.Pass, Steps: steps(qc.Pass, qc.Pass)}, ReadyForReview, "QC passed"},
		{qc.Report{Verdict: qc.Warned, Steps: steps(qc.Pass, qc.Warned)}, ReadyForReview, "QC passed with warnings"},
		{qc.Report{Verdict: qc.Warned, Steps: steps(qc.Pass, qc.NotMeasured)}, ReadyForReview, "QC passed, incomplete"},
		{qc.Report{Verdict: qc.Fail, Steps: steps(qc.Warned, qc.Fail)}, FailedQC, "QC failed"},
	} {
		if status, action := outcomeOf(&c.report); status != c.status || action != c.action {
			t.Errorf("%s: %s, %q; want %s, %q", c.report.Verdict, status, action, c.status, c.action)
		}
	}
}
