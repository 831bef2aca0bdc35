package hermes

import "cohortium/internal/gwas/qc"

// QCRank is what QC found in the current run of a data set, in the order in which lists have it: nothing yet, passed, passed
// with one warning, with two and so on, and behind all of them failed. Its numbers are kept, and sorted by the database.
type QCRank int64

const (
	unranked QCRank = iota // without a report
	ranked                 // passed; one more for each warning
	failed   QCRank = 1000 // more of a file that fails, which no number of warnings reaches
)

// rankOf counts the steps that warn, and a panel that was set aside.
func rankOf(report *qc.Report) QCRank {
	rank := ranked
	for _, step := range report.Steps {
		if step.Verdict == qc.Warned {
			rank++
		}
	}
	if report.Panel != nil && !report.Panel.Fit.Used {
		rank++
	}
	if report.Verdict == qc.Fail {
		rank += failed
	}
	return rank
}

// Warnings are those of the report; nil without one.
func (r QCRank) Warnings() *int {
	if r == unranked {
		return nil
	}
	n := int((r - ranked) % failed)
	return &n
}
