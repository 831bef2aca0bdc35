package hermes

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// Dashboard is the state of the consortium's work, over all submissions that the caller may see.
type Dashboard struct {
	Summary  *UploadSummary
	Waiting  []Wait        // reviewer, uploader, system
	Coverage []Covered     // by phenotype, ancestry, sex and cohort
	Months   []Month       // the last twelve, the current one last
	Days     *float64      // median days from upload to decision over all of them; nil without decisions
	Judged   int           // accepted files with a report
	Outliers []*Outlier    // accepted files with concerns, most concerns first
	Work     *WorkOverview // jobs
}

// Wait counts the submissions that wait for one role or for the system.
type Wait struct {
	On     Waiting
	Files  int
	Oldest []*Submission // longest waiting first, at most oldestShown
}

const oldestShown = 5

// Covered counts the files of one phenotype, ancestry, sex and cohort.
type Covered struct {
	Phenotype  string  `json:"phenotype"`
	Ancestry   string  `json:"ancestry"`
	Sex        string  `json:"sex"`
	Cohort     string  `json:"cohort"`
	Accepted   int     `json:"accepted"`
	OnTheWay   int     `json:"on_the_way"`  // neither accepted nor rejected
	EffectiveN float64 `json:"effective_n"` // sum over the accepted ones; N of quantitative traits
}

// WorkOverview is the state of the job queue.
type WorkOverview struct {
	Queued       int64       `json:"queued"`
	Running      int64       `json:"running"`
	Workers      int64       `json:"workers"`                 // that run a job
	OldestQueued *time.Time  `json:"oldest_queued,omitempty"` // nil if no job waits
	LastFailure  *JobFailure `json:"last_failure,omitempty"`
}

// JobFailure is the most recent failed job.
type JobFailure struct {
	Kind      string    `json:"kind"`
	SubjectID string    `json:"subject_id"`
	Subject   string    `json:"subject"` // name of the submission or meta-analysis; "" if it was deleted
	Error     string    `json:"error"`
	At        time.Time `json:"at"`
}

// Overviews reads complete lists for the dashboard: of one uploader, or of all with uploaderID "".
type Overviews interface {
	// UploadsInShort returns every submission without metadata, mapping and file, longest in its
	// status first.
	UploadsInShort(ctx context.Context, uploaderID string) ([]*Submission, error)
	// Decisions returns reviewers' decisions since a time, and their reversals, oldest first.
	Decisions(ctx context.Context, uploaderID string, since time.Time) ([]DecisionMade, error)
	// QCReports returns the existing reports of QC runs, by run.
	QCReports(ctx context.Context, runIDs []string) (reports map[string][]byte, err error)
	// QCFigures returns FiguresOf the existing reports of QC runs, by run.
	QCFigures(ctx context.Context, runIDs []string) (map[string][]byte, error)
	// WorkOverview counts the jobs of the area, of one owner or of all.
	WorkOverview(ctx context.Context, ownerID string) (*WorkOverview, error)
}

// Dashboard returns the state of the consortium's work.
func (s *Service) Dashboard(ctx context.Context, id *auth.Identity) (_ *Dashboard, err error) {
	defer errs.Wrap(&err, "hermes.Dashboard")
	whose := onlyOwn(id)
	d := new(Dashboard)
	if d.Summary, err = s.store.UploadSummary(ctx, whose); err != nil {
		return nil, err
	}
	uploads, err := s.store.UploadsInShort(ctx, whose)
	if err != nil {
		return nil, err
	}
	phenotypes, err := s.store.Phenotypes(ctx)
	if err != nil {
		return nil, err
	}
	d.Waiting, d.Coverage = waits(uploads), coverage(uploads, phenotypes)
	now := s.now().UTC()
	decisions, err := s.store.Decisions(ctx, whose, firstMonth(now))
	if err != nil {
		return nil, err
	}
	d.Months, d.Days = throughput(now, uploads, keptDecisions(decisions))
	if d.Judged, d.Outliers, err = s.outliers(ctx, uploads); err != nil {
		return nil, err
	}
	d.Work, err = s.store.WorkOverview(ctx, jobsOf(id))
	return d, err
}

// jobsOf returns the owner whose jobs the caller sees, "" for all.
func jobsOf(id *auth.Identity) string {
	if job.Sees(id, &job.Job{Area: auth.AreaHermes}) {
		return ""
	}
	return id.User.ID
}

// waits groups submissions by who acts next, in their order.
func waits(uploads []*Submission) []Wait {
	out := []Wait{{On: WaitingOnReviewer}, {On: WaitingOnUploader}, {On: WaitingOnSystem}}
	for _, u := range uploads {
		i := slices.IndexFunc(out, func(w Wait) bool { return w.On == u.WaitsOn() })
		if i < 0 {
			continue
		}
		out[i].Files++
		if len(out[i].Oldest) < oldestShown {
			out[i].Oldest = append(out[i].Oldest, u)
		}
	}
	return out
}

func coverage(uploads []*Submission, phenotypes []*Phenotype) []Covered {
	type key struct{ phenotype, ancestry, sex, cohort string }
	measured := make(map[string]bool)
	for _, p := range phenotypes {
		measured[p.Code] = !p.Dichotomous
	}
	cells := map[key]*Covered{}
	for _, u := range uploads {
		if u.Status == ReviewRejected {
			continue
		}
		k := key{u.Phenotype, u.Ancestry, u.Sex, u.Cohort}
		c := cells[k]
		if c == nil {
			c = &Covered{Phenotype: u.Phenotype, Ancestry: u.Ancestry, Sex: u.Sex, Cohort: u.Cohort}
			cells[k] = c
		}
		if u.Status != ReviewApproved {
			c.OnTheWay++
			continue
		}
		c.Accepted++
		c.EffectiveN += effectiveN(u, measured[u.Phenotype])
	}
	return slices.SortedFunc(func(yield func(Covered) bool) {
		for c := range maps.Values(cells) {
			if !yield(*c) {
				return
			}
		}
	}, func(a, b Covered) int {
		return cmp.Or(cmp.Compare(a.Phenotype, b.Phenotype), cmp.Compare(a.Ancestry, b.Ancestry), cmp.Compare(a.Sex, b.Sex), cmp.Compare(a.Cohort, b.Cohort))
	})
}

// effectiveN returns the effective sample size of cases and controls, or N of a quantitative trait. It is 0 if the number of
// cases is unknown: the total would overstate it.
func effectiveN(u *Submission, measured bool) float64 {
	switch {
	case measured:
		return float64(u.NTotal)
	case u.Cases == nil:
		return 0
	}
	cases, others := *u.Cases, u.NTotal-*u.Cases
	if cases <= 0 || others <= 0 {
		return 0
	}
	return stat.EffectiveN(float64(cases), float64(others))
}
