package hermes

import (
	"context"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// Action is whether the caller may do something now, and if not, the reason.
type Action struct {
	Allowed bool   `json:"allowed"`
	Reason  string `json:"reason,omitempty"`
}

// The actions whose reason only the page of a submission shows in full.
const (
	actDelete = "delete"
	actUndo   = "undo_review"
	actAssign = "assign"
	actAnswer = "answer"
)

func may(allowed bool, reason string) Action {
	if allowed {
		return Action{Allowed: true}
	}
	return Action{Reason: reason}
}

// Waiting is who acts next on a submission.
type Waiting string

// The values of Waiting.
const (
	WaitingOnSystem   Waiting = "system"
	WaitingOnReviewer Waiting = "reviewer"
	WaitingOnUploader Waiting = "uploader"
	WaitingOnNobody   Waiting = "nobody"
)

// waitsOn returns who acts next on a submission in this status, if its review does not change that.
func (s UploadStatus) waitsOn() Waiting {
	switch s {
	case ReadyForReview:
		return WaitingOnReviewer
	case ReviewApproved:
		return WaitingOnNobody
	case FailedQC, FailedToSubmitToQC, ReviewRejected, LiftoverFailed:
		return WaitingOnUploader
	}
	return WaitingOnSystem
}

// UploadView is a submission as one caller sees it.
type UploadView struct {
	*Submission
	Controls   *int64
	Run        *RunView // the current run
	History    []record.Entry
	SameFileAs []*Submission
	Concerns   []string // facts for the reviewer's decision
	// Withdrawal lists the acceptances that an edit or another QC run would withdraw; nil without one.
	Withdrawal *Withdrawal
	NamesMetas bool // the caller may see the meta-analyses of Withdrawal
	Actions    map[string]Action
	Detailed   bool // History, SameFileAs and Concerns are filled
}

// EffectiveN returns the effective sample size of cases and controls; nil if one of them is
// unknown.
func (v *UploadView) EffectiveN() *float64 {
	if v.Cases == nil || v.Controls == nil || *v.Cases <= 0 || *v.Controls <= 0 {
		return nil
	}
	n := stat.EffectiveN(float64(*v.Cases), float64(*v.Controls))
	return &n
}

// RunView is a QC run with its job.
type RunView struct {
	*QCRun
	Job      *job.View // nil if the job was deleted
	Warnings *int      // of its report; nil without one, or if they were not counted
}

// Upload returns a submission with its current run, history and actions.
func (s *Service) Upload(ctx context.Context, id *auth.Identity, uploadID string) (*UploadView, error) {
	u, err := s.uploadFor(ctx, id, uploadID, auth.Visible)
	if err != nil {
		return nil, err
	}
	return s.view(ctx, id, u)
}

// view returns a submission with everything that its page shows.
func (s *Service) view(ctx context.Context, id *auth.Identity, u *Submission) (_ *UploadView, err error) {
	views, err := s.views(ctx, id, []*Submission{u})
	if err != nil {
		return nil, err
	}
	v := views[0]
	v.Detailed = true
	if v.History, err = s.store.History(ctx, objectUpload, u.ID); err != nil {
		return nil, err
	}
	if v.SameFileAs, err = s.sameFile(ctx, id, u); err != nil {
		return nil, err
	}
	if v.Concerns, err = s.concerns(ctx, u); err != nil {
		return nil, err
	}
	uses, err := s.store.MetasUsing(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	if _, deletes := v.Actions[actDelete]; deletes && len(uses) > 0 {
		v.Actions[actDelete] = may(false, usedBy(uses))
	}
	if v.Actions[actUndo].Allowed {
		reason := notUndoable(uses, u.RunID)
		v.Actions[actUndo] = may(reason == "", reason)
	}
	return v, nil
}

// sameFile lists the submissions with the same bytes among those the caller may see.
func (s *Service) sameFile(ctx context.Context, id *auth.Identity, u *Submission) ([]*Submission, error) {
	only := id.User.ID
	if seesAll(id) {
		only = ""
	}
	found, err := s.store.UploadsWithSHA256(ctx, u.SHA256, only)
	if err != nil {
		return nil, err
	}
	others := make([]*Submission, 0, len(found))
	for _, other := range found {
		if other.ID != u.ID {
			others = append(others, other)
		}
	}
	return others, nil
}

// views adds the current runs and jobs of a page of submissions.
func (s *Service) views(ctx context.Context, id *auth.Identity, uploads []*Submission) ([]*UploadView, error) {
	var runIDs []string
	for _, u := range uploads {
		if u.RunID != "" {
			runIDs = append(runIDs, u.RunID)
		}
	}
	runs, err := s.store.QCRunsByID(ctx, runIDs)
	if err != nil {
		return nil, err
	}
	runViews, err := s.runViews(ctx, runs)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]*RunView, len(runViews))
	for _, r := range runViews {
		byID[r.ID] = r
	}
	var j *jury
	if reviews(id) {
		if j, err = newJury(ctx, s.store); err != nil {
			return nil, err
		}
	}
	uses, err := s.usesOfAccepted(ctx, uploads)
	if err != nil {
		return nil, err
	}
	out := make([]*UploadView, len(uploads))
	for i, u := range uploads {
		out[i] = &UploadView{
			Submission: u,
			Withdrawal: withdrawalOf(u, uses[u.RunID]),
			NamesMetas: seesAll(id),
			Controls:   controls(u.NTotal, u.Cases),
			Run:        byID[u.RunID],
			Actions:    actions(id, j, u),
		}
		if out[i].Run != nil {
			out[i].Run.Warnings = u.QCRank.Warnings()
		}
	}
	return out, nil
}

func (s *Service) runViews(ctx context.Context, runs []*QCRun) ([]*RunView, error) {
	ids := make([]string, len(runs))
	for i, r := range runs {
		ids[i] = r.JobID
	}
	jobs, err := job.Views(ctx, s.store, ids)
	if err != nil {
		return nil, err
	}
	out := make([]*RunView, len(runs))
	for i, r := range runs {
		out[i] = &RunView{QCRun: r, Job: jobs[r.JobID]}
	}
	return out, nil
}

// actions returns what the caller may do with a submission now. Actions that never apply to the
// caller are missing. j is nil for an account that does not review.
func actions(id *auth.Identity, j *jury, u *Submission) map[string]Action {
	owner := id.User.ID == u.UploaderID
	busy := inQC(u.Status)
	const running = "QC is running. Wait for it, or cancel it first."
	out := map[string]Action{"download": may(true, "")}
	if owner || reviews(id) {
		out["edit"] = may(!busy, running)
		out["rerun"] = may(!busy, running)
		if busy {
			out["cancel"] = may(true, "")
		}
	}
	if reviews(id) {
		out["review"] = may(u.Status == ReadyForReview, notReviewable(u.Status))
		if why := j.barred(id.User.ID, u); why != "" {
			out["review"] = may(false, j.refusal(why, u))
		}
		if decider, _ := u.lastDecision(); decider != "" && j.concerned(id.User.ID, u) == "" {
			out[actUndo] = may(true, "")
		}
		out[actAssign] = may(!u.Status.decided(), "This submission "+statusPhrase(u.Status)+".")
	}
	if owner && u.Asked {
		out[actAnswer] = may(true, "")
	}
	if id.Can(auth.AreaHermes, auth.DeleteDataset) {
		out[actDelete] = may(!busy, "QC is running. Cancel it first.")
	}
	return out
}

// Runs lists the QC runs of a submission, newest first, without reports.
func (s *Service) Runs(ctx context.Context, id *auth.Identity, uploadID string) ([]*RunView, error) {
	if _, err := s.uploadFor(ctx, id, uploadID, auth.Visible); err != nil {
		return nil, err
	}
	runs, err := s.store.QCRuns(ctx, uploadID)
	if err != nil {
		return nil, err
	}
	return s.runViews(ctx, runs)
}

// Run returns one QC run of a submission with its report.
func (s *Service) Run(ctx context.Context, id *auth.Identity, uploadID, runID string) (*RunView, error) {
	if _, err := s.uploadFor(ctx, id, uploadID, auth.Visible); err != nil {
		return nil, err
	}
	run, err := s.runOf(ctx, uploadID, runID)
	if err != nil {
		return nil, err
	}
	views, err := s.runViews(ctx, []*QCRun{run})
	if err != nil {
		return nil, err
	}
	return views[0], nil
}

// runOf finds a run by id and checks that it belongs to the submission.
func (s *Service) runOf(ctx context.Context, uploadID, runID string) (*QCRun, error) {
	run, err := s.store.QCRun(ctx, runID)
	if errs.Is(err, errs.NotFound) || (err == nil && run.UploadID != uploadID) {
		return nil, errs.Missing("QC run").Because(err)
	}
	return run, err
}
