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

// Dashboard is where the work of a consortium stands, over everything that the caller may see.
type Dashboard struct {
	Summary  *UploadSummary
	Waiting  []Wait        // reviewer, uploader, system
	Coverage []Covered     // by phenotype, ancestry, sex and cohort
	Months   []Month       // the last twelve, this one last
	Days     *float64      // median from upload to decision over all of them; nil without decisions
	Judged   int           // accepted files with a report
	Outliers []*Outlier    // those of them that stand out, those with most concerns first
	Work     *WorkOverview // jobs
}

// Wait is what waits on somebody.
type Wait struct {
	On     Waiting
	Files  int
	Oldest []*Submission // the longest waiting first, at most oldestShown
}

const oldestShown = 5

// Covered counts the files of one phenotype, ancestry, sex and cohort.
type Covered struct {
	Phenotype  string  `json:"phenotype"`
	Ancestry   string  `json:"ancestry"`
	Sex        string  `json:"sex"`
	Cohort     string  `json:"cohort"`
	Accepted   int     `json:"accepted"`
	OnTheWay   int     `json:"on_the_way"`  // not accepted, not rejected
	EffectiveN float64 `json:"effective_n"` // of the accepted ones together: N of quantitative traits
}

// WorkOverview is the work of the machine.
type WorkOverview struct {
	Queued       int64       `json:"queued"`
	Running      int64       `json:"running"`
	Workers      int64       `json:"workers"`                 // that have a job in hand
	OldestQueued *time.Time  `json:"oldest_queued,omitempty"` // nil when none waits
	LastFailure  *JobFailure `json:"last_failure,omitempty"`
}

// JobFailure is the job that failed last.
type JobFailure struct {
	Kind      string    `json:"kind"`
	SubjectID string    `json:"subject_id"`
	Subject   string    `json:"subject"` // name of the data set or the meta-analysis; "" when it is gone
	Error     string    `json:"error"`
	At        time.Time `json:"at"`
}

// Overviews reads whole sets for the dashboard: of one uploader or, when uploaderID is "", of everybody.
type Overviews interface {
	// UploadsInShort gives every data set without metadata, mapping and file, the longest in its status first.
	UploadsInShort(ctx context.Context, uploaderID string) ([]*Submission, error)
	// Decisions gives reviewers' decisions since a time and what undid them, oldest first.
	Decisions(ctx context.Context, uploaderID string, since time.Time) ([]DecisionMade, error)
	// QCReports gives the reports of QC runs that have one, by run.
	QCReports(ctx context.Context, runIDs []string) (map[string][]byte, error)
	// WorkOverview counts the jobs of the area, of one owner or of everybody.
	WorkOverview(ctx context.Context, ownerID string) (*WorkOverview, error)
}

// Dashboard gives where the work stands.
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
	d.Waiting, d.Coverage = waits(uploads), coverage(uploads)
	now := s.now().UTC()
	decisions, err := s.store.Decisions(ctx, whose, firstMonth(now))
	if err != nil {
		return nil, err
	}
	d.Months, d.Days = throughput(now, uploads, standingDecisions(decisions))
	if d.Judged, d.Outliers, err = s.outliers(ctx, uploads); err != nil {
		return nil, err
	}
	d.Work, err = s.store.WorkOverview(ctx, jobsOf(id))
	return d, err
}

// jobsOf is whose jobs the caller sees, "" for everybody's.
func jobsOf(id *auth.Identity) string {
	if job.Sees(id, &job.Job{Area: auth.AreaHermes}) {
		return ""
	}
	return id.User.ID
}

// waits groups data sets by whom they wait on, in the order in which they come.
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

func coverage(uploads []*Submission) []Covered {
	type key struct{ phenotype, ancestry, sex, cohort string }
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
		c.EffectiveN += effectiveN(u)
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

// effectiveN is that of cases and controls, and N of a quantitative trait.
func effectiveN(u *Submission) float64 {
	if u.Cases == nil {
		return float64(u.NTotal)
	}
	cases, others := *u.Cases, u.NTotal-*u.Cases
	if cases <= 0 || others <= 0 {
		return 0
	}
	return stat.EffectiveN(float64(cases), float64(others))
}
