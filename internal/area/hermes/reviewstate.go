package hermes

import (
	"slices"
	"strings"
	"time"

	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/record"
)

// ReviewStep is the progress of a review, in addition to the status.
type ReviewStep string

// The steps of a review.
const (
	ReviewNone       ReviewStep = "none"              // not ready for review, or decided
	ReviewOpen       ReviewStep = "open"              // a reviewer must decide
	ChangesRequested ReviewStep = "changes_requested" // the uploader must change or answer something
	SecondReview     ReviewStep = "second_review"     // accepted once; a second reviewer must also accept
)

// Review is the discussion between reviewers and uploader about a submission.
type Review struct {
	Comments    []ReviewComment `json:"comments,omitempty"` // oldest first
	Acceptances []Acceptance    `json:"acceptances,omitempty"`
	Editors     []string        `json:"editors,omitempty"` // ids of the accounts, except the uploader, that changed metadata or columns
}

// ReviewComment is a reviewer's request for a change or an explanation.
type ReviewComment struct {
	ID         string     `json:"id"`
	About      string     `json:"about"` // metadata.{key}, mapping.{field}, file or qc.{step}
	Text       string     `json:"text"`
	By         string     `json:"by"` // user name
	At         time.Time  `json:"at"`
	RunNumber  int        `json:"run_number"` // of the QC run that the reviewer read
	Answer     string     `json:"answer,omitempty"`
	AnsweredBy string     `json:"answered_by,omitempty"`
	AnsweredAt *time.Time `json:"answered_at,omitempty"`
	Settled    bool       `json:"settled"` // closed by a later decision
}

// Acceptance is one reviewer's acceptance of the current run; there are two if the consortium
// requires two reviewers.
type Acceptance struct {
	By      record.Person `json:"by"`
	At      time.Time     `json:"at"`
	Comment string        `json:"comment,omitempty"`
	Checked []string      `json:"checked,omitempty"` // items of the checklist
	// Acknowledged are the doubts of the report that were there.
	Acknowledged []string `json:"acknowledged,omitempty"`
}

// Step returns the progress of the review.
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

// WaitsOn returns who must act next.
func (u *Submission) WaitsOn() Waiting {
	if u.Status == ReadyForReview && u.Asked {
		return WaitingOnUploader
	}
	return u.Status.waitsOn()
}

// AcceptedFirstID returns the account whose acceptance waits for a second one, "" if there is none.
func (u *Submission) AcceptedFirstID() string {
	if u.Step() != SecondReview {
		return ""
	}
	return u.Review.Acceptances[0].By.ID
}

// acceptedBy returns the reviewers who accepted the current run of a submission.
func (u *Submission) acceptedBy() (accepted []record.Person) {
	for _, a := range u.Review.Acceptances {
		accepted = append(accepted, a.By)
	}
	if u.Status == ReviewApproved && len(accepted) == 0 {
		accepted = []record.Person{{UserName: u.ReviewedBy}} // accepted before acceptances were stored
	}
	return accepted
}

// withdraw removes the decisions about a submission, because its run is not the one that was read.
func (u *Submission) withdraw() {
	u.Review.Acceptances = nil
	u.ReviewedBy, u.ReviewedAt, u.Comment = "", nil, ""
}

// settle closes every comment after a decision.
func (r *Review) settle() {
	for i := range r.Comments {
		r.Comments[i].Settled = true
	}
}

// open returns the comments that no decision has closed.
func (r *Review) open() []*ReviewComment {
	var out []*ReviewComment
	for i := range r.Comments {
		if !r.Comments[i].Settled {
			out = append(out, &r.Comments[i])
		}
	}
	return out
}

// answered reports whether the uploader has answered an open comment.
func (r *Review) answered() bool {
	return slices.ContainsFunc(r.open(), func(c *ReviewComment) bool { return c.Answer != "" })
}

// clone returns a deep copy.
func (r *Review) clone() Review {
	return Review{Comments: slices.Clone(r.Comments), Acceptances: slices.Clone(r.Acceptances), Editors: slices.Clone(r.Editors)}
}

// subjectWords describes the subject of a comment, for texts without links.
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
