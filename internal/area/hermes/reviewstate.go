package hermes

import (
	"slices"
	"strings"
	"time"

	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/record"
)

// ReviewStep says how far the review of a data set has come, beside its status.
type ReviewStep string

// The steps of a review.
const (
	ReviewNone       ReviewStep = "none"              // there is nothing to review yet, or it is decided
	ReviewOpen       ReviewStep = "open"              // a reviewer has to decide
	ChangesRequested ReviewStep = "changes_requested" // the uploader has to change or answer something
	SecondReview     ReviewStep = "second_review"     // somebody has accepted it, a second reviewer has to
)

// Review is what reviewers and uploader have said to each other about a data set.
type Review struct {
	Comments    []ReviewComment `json:"comments,omitempty"` // the oldest first
	Acceptances []Acceptance    `json:"acceptances,omitempty"`
	Editors     []string        `json:"editors,omitempty"` // ids of the accounts, the uploader's aside, that changed metadata or columns
}

// ReviewComment is something that a reviewer wants changed or explained.
type ReviewComment struct {
	ID         string     `json:"id"`
	About      string     `json:"about"` // metadata.{key}, mapping.{field}, file or qc.{step}
	Text       string     `json:"text"`
	By         string     `json:"by"` // user name
	At         time.Time  `json:"at"`
	RunNumber  int        `json:"run_number"` // of the QC run that was read
	Answer     string     `json:"answer,omitempty"`
	AnsweredBy string     `json:"answered_by,omitempty"`
	AnsweredAt *time.Time `json:"answered_at,omitempty"`
	Settled    bool       `json:"settled"` // a later decision has closed it
}

// Acceptance is one reviewer's of the current run; there are two where the
// consortium wants two reviewers.
type Acceptance struct {
	By      record.Person `json:"by"`
	At      time.Time     `json:"at"`
	Comment string        `json:"comment,omitempty"`
	Checked []string      `json:"checked,omitempty"` // items of the checklist
}

// Step says how far the review has come.
func (u *Submission) Step() ReviewStep {
	switch {
	case u.Status.decided():
		return ReviewNone
	case u.Asked:
		return ChangesRequested
	case u.Status != ReadyForReview:
		return ReviewNone
	case len(u.Review.Acceptances) > 0:
		return SecondReview
	}
	return ReviewOpen
}

// WaitsOn says whom the data set waits for.
func (u *Submission) WaitsOn() Waiting {
	if u.Status == ReadyForReview && u.Asked {
		return WaitingOnUploader
	}
	return u.Status.waitsOn()
}

// AcceptedFirstID is the account of the reviewer whose acceptance waits for a
// second, "" when there is none.
func (u *Submission) AcceptedFirstID() string {
	if u.Step() != SecondReview {
		return ""
	}
	return u.Review.Acceptances[0].By.ID
}

// acceptedBy names who accepted the current run of a data set.
func (u *Submission) acceptedBy() (accepted []record.Person) {
	for _, a := range u.Review.Acceptances {
		accepted = append(accepted, a.By)
	}
	if u.Status == ReviewApproved && len(accepted) == 0 {
		accepted = []record.Person{{UserName: u.ReviewedBy}} // accepted before acceptances were kept
	}
	return accepted
}

// withdraw takes back what was decided about a data set, because its run is not
// the one that was read.
func (u *Submission) withdraw() {
	u.Review.Acceptances = nil
	u.ReviewedBy, u.ReviewedAt, u.Comment = "", nil, ""
}

// settle closes every comment: a decision was taken after it.
func (r *Review) settle() {
	for i := range r.Comments {
		r.Comments[i].Settled = true
	}
}

// open are the comments that no decision has closed.
func (r *Review) open() []*ReviewComment {
	var out []*ReviewComment
	for i := range r.Comments {
		if !r.Comments[i].Settled {
			out = append(out, &r.Comments[i])
		}
	}
	return out
}

// answered says whether the uploader has answered an open comment.
func (r *Review) answered() bool {
	return slices.ContainsFunc(r.open(), func(c *ReviewComment) bool { return c.Answer != "" })
}

// clone is a copy that shares nothing that can be changed.
func (r *Review) clone() Review {
	return Review{Comments: slices.Clone(r.Comments), Acceptances: slices.Clone(r.Acceptances), Editors: slices.Clone(r.Editors)}
}

// subjectWords says what a comment is about, for texts that nobody can click on.
func subjectWords(about string) string {
	kind, name, _ := strings.Cut(about, ".")
	switch kind {
	case "metadata":
		return fieldWords(name)
	case "mapping":
		return "column of " + columnWords(sumstats.Field(name))
	case "qc":
		return qc.StepTitle(name)
	}
	return "the file"
}
