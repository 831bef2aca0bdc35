package hermes

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Answers are the uploader's answers to the comments of reviewers.
type Answers struct {
	Version  int64             // that the caller has seen
	Texts    map[string]string // by comment id; an empty one removes an answer
	SendBack bool              // return the submission to review
}

// Answer stores the uploader's answers and, with SendBack, returns the submission to review. In that
// case every open comment needs an answer: the change that was made, or the reason for none.
// errs.Conflict without an open request for changes, or if the submission has changed since.
func (s *Service) Answer(ctx context.Context, id *auth.Identity, uploadID string, in Answers) (_ *UploadView, err error) {
	defer errs.Wrap(&err, "hermes.Answer(%q)", uploadID)
	if _, err := s.uploadFor(ctx, id, uploadID, auth.OwnerOnly); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := tx.Upload(ctx, uploadID)
		if err != nil {
			return err
		}
		if u.Version != in.Version {
			return changed()
		}
		return s.answer(ctx, tx, u, id.User, in)
	})
	if err != nil {
		return nil, err
	}
	s.mailNotices(ctx)
	return s.Upload(ctx, id, uploadID)
}

func (s *Service) answer(ctx context.Context, tx Tx, u *Submission, by *auth.User, in Answers) error {
	if !u.Asked {
		return errs.New(errs.Conflict, "nothing_asked", "No changes were requested for this submission; it %s.", statusPhrase(u.Status))
	}
	u.Review = u.Review.clone()
	if err := s.fillIn(u, by, in.Texts); err != nil {
		return err
	}
	if !in.SendBack {
		return tx.UpdateUpload(ctx, u)
	}
	if err := mayGoBack(u); err != nil {
		return err
	}
	u.Asked, u.StatusSince = false, s.now()
	if err := tx.UpdateUpload(ctx, u); err != nil {
		return err
	}
	h := record.Event{
		By: by.UserName, Object: objectUpload, ObjectID: u.ID, Action: "sent back to review", Kind: audit.StatusChanged, Detail: answersOf(u),
	}
	if err := s.history(ctx, tx, h); err != nil {
		return err
	}
	reviewers, err := reviewersOf(ctx, tx, u)
	if err != nil {
		return err
	}
	return s.tell(ctx, tx, u, by, by.UserName+" answered what was asked about "+u.DatasetName+": it waits for your review.", reviewers...)
}

func (s *Service) fillIn(u *Submission, by *auth.User, texts map[string]string) error {
	open := u.Review.open()
	for id, text := range texts {
		i := slices.IndexFunc(open, func(c *ReviewComment) bool { return c.ID == id })
		if i < 0 {
			return errs.New(errs.Conflict, "comment_settled", "One of the comments is settled by now. Load the submission again.")
		}
		c, text := open[i], strings.TrimSpace(text)
		if text == c.Answer {
			continue
		}
		c.Answer, c.AnsweredBy, c.AnsweredAt = text, "", nil
		if text != "" {
			now := s.now()
			c.AnsweredBy, c.AnsweredAt = by.UserName, &now
		}
	}
	return nil
}

// mayGoBack refuses a submission that cannot be reviewed, or one with a comment that has no answer.
func mayGoBack(u *Submission) error {
	if u.Status != ReadyForReview {
		return errs.New(
			errs.Conflict,
			"not_ready",
			"This submission %s; it can go back to review when QC has passed. Your answers can be saved now.",
			statusPhrase(u.Status),
		)
	}
	var faults []errs.Field
	for _, c := range u.Review.open() {
		if c.Answer == "" {
			faults = append(faults, errs.Field{Field: "answers." + c.ID, Message: "Describe what you changed, or why no change is needed."})
		}
	}
	return refusing(faults)
}

func answersOf(u *Submission) string {
	n := len(u.Review.open())
	if n == 1 {
		return "1 comment answered"
	}
	return strconv.Itoa(n) + " comments answered"
}
