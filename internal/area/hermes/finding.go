package hermes

import (
	"context"
	"encoding/json"
	"slices"

	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Findings are those of the current run of a data set, for a reviewer who is about to accept it.
type Findings struct {
	*Submission
	Verdict    string    // "" without a report
	Steps      int       // of the report
	Warnings   []Concern // steps that warn
	Unmeasured []string  // names of the steps that had nothing to judge
	Doubts     []string  // sentences that an acceptance has to acknowledge; see qc.Doubts
}

// reportsAtOnce limits the reports in memory.
const reportsAtOnce = 200

// ReviewFindings reads what the reports of data sets found, in the order of the ids.
func (s *Service) ReviewFindings(ctx context.Context, id *auth.Identity, uploadIDs []string) (_ []*Findings, err error) {
	defer errs.Wrap(&err, "hermes.ReviewFindings(%d submissions)", len(uploadIDs))
	uploads, err := s.visible(ctx, id, uploadIDs)
	if err != nil {
		return nil, err
	}
	out := make([]*Findings, 0, len(uploads))
	for some := range slices.Chunk(uploads, reportsAtOnce) {
		runs := make([]string, len(some))
		for i, u := range some {
			runs[i] = u.RunID
		}
		reports, err := s.store.QCReports(ctx, runs)
		if err != nil {
			return nil, err
		}
		for _, u := range some {
			f, err := findingsIn(u, reports[u.RunID])
			if err != nil {
				return nil, err
			}
			out = append(out, f)
		}
	}
	return out, nil
}

// findingsIn reads a report; an empty one has no findings.
func findingsIn(u *Submission, report []byte) (*Findings, error) {
	f := &Findings{Submission: u}
	if len(report) == 0 {
		return f, nil
	}
	var r struct {
		Verdict string    `json:"verdict"`
		Steps   []qc.Step `json:"steps"`
	}
	if err := json.Unmarshal(report, &r); err != nil {
		return nil, err
	}
	f.Verdict, f.Steps, f.Unmeasured, f.Doubts = r.Verdict, len(r.Steps), qc.Unmeasured(r.Steps), qc.Doubts(r.Steps)
	for _, step := range r.Steps {
		if step.Verdict == qc.Warned {
			f.Warnings = append(f.Warnings, Concern{Step: step.Name, Messages: step.Messages})
		}
	}
	return f, nil
}

// doubtsOf are those of the current run of a data set.
func doubtsOf(ctx context.Context, tx Tx, u *Submission) ([]string, error) {
	run, err := tx.QCRun(ctx, u.RunID)
	if err != nil {
		return nil, err
	}
	f, err := findingsIn(u, run.Report)
	if err != nil {
		return nil, err
	}
	return f.Doubts, nil
}

// unacknowledged refuses an acceptance that leaves out doubts of the report, and lists them.
func unacknowledged(doubts, acknowledged []string) error {
	var faults []errs.Field
	for _, doubt := range doubts {
		if !slices.Contains(acknowledged, doubt) {
			faults = append(faults, errs.Field{Field: "acknowledged", Message: "To accept, acknowledge this finding: " + doubt})
		}
	}
	if len(faults) > 0 {
		return refusing(faults)
	}
	return nil
}
