package hermes

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
	"cohortium/internal/platform/spreadsheet"
)

// DecisionKind is the kind of a reviewer's decision.
type DecisionKind string

// The decisions.
const (
	Accept         DecisionKind = "approve"
	Reject         DecisionKind = "reject"
	RequestChanges DecisionKind = "request_changes"
)

// Decision is a reviewer's decision about a submission.
type Decision struct {
	Kind     DecisionKind
	Comment  string
	Comments []Remark // requested changes; only with RequestChanges
	Checked  []string // items of the consortium's checklist
	// Acknowledged are sentences of Findings.Doubts.
	Acknowledged []string
	RunID        string // the run that the reviewer read; "" for the current one
}

// Remark is a new comment of a reviewer.
type Remark struct {
	About string // metadata.{key}, mapping.{field}, file or qc.{step}
	Text  string
}

const maxComments = 200 // per submission, over all rounds

// Review accepts or rejects a submission that is ready for review, or requests changes. Reviewers do
// not decide about submissions that they uploaded or changed, nor with an account that may belong to
// the uploader (see jury). Rejection needs a comment, a request needs a comment about a part, and
// acceptance needs every item of the consortium's checklist and every doubt of the report. If the consortium requires two
// reviewers, the first acceptance waits for that of another person. errs.Conflict for a run that is
// not current.
func (s *Service) Review(ctx context.Context, id *auth.Identity, uploadID string, in Decision) (_ *UploadView, err error) {
	defer errs.Wrap(&err, "hermes.Review(%q)", uploadID)
	if _, err := s.uploadFor(ctx, id, uploadID, auth.VisibleForeign); err != nil {
		return nil, err
	}
	if err := in.tidy(); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := tx.Upload(ctx, uploadID)
		if err != nil {
			return err
		}
		if err := fourEyes(ctx, tx, u, id.User.ID, (*jury).barred); err != nil {
			return err
		}
		return s.decide(ctx, tx, u, id.User, in)
	})
	if err != nil {
		return nil, err
	}
	s.mailNotices(ctx)
	return s.Upload(ctx, id, uploadID)
}

// tidy trims the typed texts, and refuses incomplete comments and unknown subjects.
func (in *Decision) tidy() error {
	in.Comment = strings.TrimSpace(in.Comment)
	if in.Kind != RequestChanges {
		in.Comments = nil
	}
	if !slices.Contains([]DecisionKind{Accept, Reject, RequestChanges}, in.Kind) {
		return errs.AtField("decision", "Accept it, reject it or ask for changes.")
	}
	if in.Kind == Reject && in.Comment == "" {
		return errs.AtField("comment", "Enter a reason, so that the uploader knows what to do.")
	}
	if in.Kind == RequestChanges && len(in.Comments) == 0 {
		return errs.AtField("comments", "Describe the change: comment on a field, the file or a finding.")
	}
	var faults []errs.Field
	in.Comments = slices.Clone(in.Comments)
	for i := range in.Comments {
		c := &in.Comments[i]
		c.Text = strings.TrimSpace(c.Text)
		field := fmt.Sprintf("comments.%d", i)
		switch {
		case c.Text == "":
			faults = append(faults, errs.Field{Field: field, Message: "Describe the change."})
		case !reviewable(c.About):
			faults = append(faults, errs.Field{Field: field, Message: "There is no “" + errs.Shortened(c.About, 60) + "” to comment on."})
		}
	}
	if len(faults) > 0 {
		return refusing(faults)
	}
	return nil
}

var qcSubject = regexp.MustCompile(`^qc\.[a-z0-9_]{1,60}$`)

// reviewable reports whether comments can be about this part.
func reviewable(about string) bool {
	if key, found := strings.CutPrefix(about, "metadata."); found {
		return slices.Contains(sheetKeys(), key)
	}
	if field, found := strings.CutPrefix(about, "mapping."); found {
		return slices.Contains(sumstats.Fields(), sumstats.Field(field))
	}
	return about == "file" || qcSubject.MatchString(about)
}

func (s *Service) decide(ctx context.Context, tx Tx, u *Submission, by *auth.User, in Decision) error {
	switch {
	case in.RunID != "" && in.RunID != u.RunID:
		return errs.New(errs.Conflict, "newer_run", "QC has been run again since this report. Read the new one.")
	case u.Status != ReadyForReview:
		return errs.New(errs.Conflict, "not_ready", "%s", notReviewable(u.Status))
	}
	before, accepted := u.Status, u.acceptedBy()
	h := record.Event{By: by.UserName, Object: objectUpload, ObjectID: u.ID, Detail: in.Comment, Kind: audit.StatusChanged}
	var err error
	switch in.Kind {
	case Accept:
		err = s.accept(ctx, tx, u, by, in, &h)
	case Reject:
		s.reject(u, by, in, &h)
	default:
		err = s.requestChanges(ctx, tx, u, by, in, &h)
	}
	if err != nil {
		return err
	}
	u.Reviewer = assignee(u, by)
	if err := tx.UpdateUpload(ctx, u); err != nil {
		return err
	}
	if err := s.history(ctx, tx, h.From(string(before), string(u.Status))); err != nil {
		return err
	}
	return s.tellDecision(ctx, tx, u, by, in, accepted)
}

// assignee returns the assigned reviewer after a decision: its author, so that requested changes
// return to them. It is empty while a second review is due, which any other reviewer may do.
func assignee(u *Submission, by *auth.User) record.Person {
	if u.Step() == SecondReview {
		return record.Person{}
	}
	return record.Person{ID: by.ID, UserName: by.UserName}
}

func (s *Service) accept(ctx context.Context, tx Tx, u *Submission, by *auth.User, in Decision, h *record.Event) error {
	stored, err := tx.ConsortiumSettings(ctx)
	if err != nil {
		return err
	}
	wanted := stored.orDefault(s.cfg)
	if missing := wanted.unchecked(in.Checked); len(missing) > 0 {
		return errs.AtField("checked", "To accept, tick what you have checked: "+strings.Join(missing, "; ")+".")
	}
	doubts, err := doubtsOf(ctx, tx, u)
	if err != nil {
		return err
	}
	if err := unacknowledged(doubts, in.Acknowledged); err != nil {
		return err
	}
	now := s.now()
	u.Review = u.Review.clone()
	u.Review.Acceptances = append(u.Review.Acceptances, Acceptance{
		By: record.Person{ID: by.ID, UserName: by.UserName}, At: now, Comment: in.Comment, Checked: wanted.Checklist, Acknowledged: doubts,
	})
	u.Review.settle()
	u.Asked = false
	h.After = make(map[string]string)
	if len(wanted.Checklist) > 0 {
		h.After["checklist"] = spreadsheet.List(wanted.Checklist)
	}
	if len(doubts) > 0 {
		h.After["acknowledged"] = strings.Join(doubts, " ")
		h.Detail = detailOf(in.Comment, "Acknowledged: "+h.After["acknowledged"])
	}
	if len(u.Review.Acceptances) < wanted.Reviewers {
		h.Action = "accepted by the first of two reviewers"
		u.StatusSince = now
		return nil
	}
	h.Action = "approved"
	u.Status, u.StatusSince, u.ReviewedBy, u.ReviewedAt, u.Comment = ReviewApproved, now, by.UserName, &now, in.Comment
	return nil
}

func (s *Service) reject(u *Submission, by *auth.User, in Decision, h *record.Event) {
	now := s.now()
	u.Review = u.Review.clone()
	u.Review.Acceptances = nil
	u.Review.settle()
	u.Asked = false
	u.Status, u.StatusSince, u.ReviewedBy, u.ReviewedAt, u.Comment = ReviewRejected, now, by.UserName, &now, in.Comment
	h.Action = "rejected"
}

// requestChanges returns a submission to its uploader with comments. Answered earlier comments are
// settled; the others stay open.
func (s *Service) requestChanges(ctx context.Context, tx Tx, u *Submission, by *auth.User, in Decision, h *record.Event) error {
	if len(u.Review.Comments)+len(in.Comments) > maxComments {
		return errs.New(
			errs.Rule,
			"rule",
			"This submission has %d comments; more than %d are not kept. Reject it with a reason instead.",
			len(u.Review.Comments),
			maxComments,
		)
	}
	run, err := tx.QCRun(ctx, u.RunID)
	if err != nil {
		return err
	}
	now := s.now()
	u.Review = u.Review.clone()
	u.Review.Acceptances = nil
	for _, c := range u.Review.open() {
		c.Settled = c.Answer != ""
	}
	for _, c := range in.Comments {
		u.Review.Comments = append(u.Review.Comments, ReviewComment{
			ID: s.newID(), About: c.About, Text: c.Text, By: by.UserName, At: now, RunNumber: run.Number,
		})
	}
	u.Asked, u.StatusSince = true, now
	h.Action = "changes requested"
	h.Detail = detailOf(in.Comment, remarks(in.Comments)...)
	return nil
}

// detailOf is a comment, if there is one, and what else was said with a decision.
func detailOf(comment string, others ...string) string {
	if comment != "" {
		others = append([]string{comment}, others...)
	}
	return strings.Join(others, " · ")
}

func remarks(in []Remark) []string {
	out := make([]string, len(in))
	for i, c := range in {
		out[i] = subjectWords(c.About) + ": " + c.Text
	}
	return out
}

// notReviewable returns why a submission in this status cannot be reviewed.
func notReviewable(status UploadStatus) string {
	return "This submission " + statusPhrase(status) + ", so it cannot be reviewed now."
}

// statusPhrase describes the status of a submission, to follow its name in a sentence.
func statusPhrase(status UploadStatus) string {
	switch status {
	case FailedToSubmitToQC:
		return "has no finished QC"
	case FailedQC:
		return "failed QC"
	case ReadyForReview:
		return "waits for review"
	case ReviewApproved:
		return "is accepted"
	case ReviewRejected:
		return "was rejected"
	case LiftoverFailed:
		return "could not be lifted over"
	}
	return "is still in QC"
}
