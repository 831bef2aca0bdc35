package hermes

import "cohortium/internal/gwas/qc"

// QCRank is what QC found in the current run of a data set, in the order in which lists have it: nothing yet, passed, not all
// of it measured, one warning, two and so on, and behind all of them failed. Its numbers are kept, and sorted by the database.
type QCRank int64

const (
	unranked QCRank = iota // without a report
	passed
	doubtful        // not passed; one more for each step that warns
	failed   = 1000 // more of a file that fails, which no number of warnings reaches
)

func rankOf(report *qc.Report) QCRank {
	if report.Verdict == qc.Pass {
		return passed
	}
	rank := doubtful
	for _, step := range report.Steps {
		if step.Verdict == qc.Warned {
			rank++
		}
	}
	if report.Verdict == qc.Fail {
		rank += failed
	}
	return rank
}

// Warnings are the steps of the report that warn; nil without one.
func (r QCRank) Warnings() *int {
	if r == unranked {
		return nil
	}
	n := max(0, int((r-doubtful)%failed))
	return &n
}
