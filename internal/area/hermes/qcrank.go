package hermes

import "cohortium/internal/gwas/qc"

// QCRank is the QC result of the current run of a submission, in sort order: no result yet, passed,
// some steps not measured, one warning, two warnings and so on, failed last. The numbers are
// stored, and the database sorts by them.
type QCRank int64

const (
	unranked QCRank = iota // without a report
	passed
	doubtful        // not passed; plus one for each warning
	failed   = 1000 // added for a failed file; more than any number of warnings
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

// Warnings returns the number of steps with a warning; nil without a report.
func (r QCRank) Warnings() *int {
	if r == unranked {
		return nil
	}
	n := max(0, int((r-doubtful)%failed))
	return &n
}
