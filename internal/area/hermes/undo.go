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

// UndoReview reverses the last decision, whether an acceptance, a rejection or a request for
// changes. The submission waits for review again. Any account that may review it may do this.
// errs.Conflict if the version is not current, if there is no decision (the uploader may have acted
// on it), or if a meta-analysis uses the accepted run.
func (s *Service) UndoReview(ctx context.Context, id *auth.Identity, uploadID string, version int64) (_ *UploadView, err error) {
	defer errs.Wrap(&err, "hermes.UndoReview(%q)", uploadID)
	if _, err := s.uploadFor(ctx, id, uploadID, auth.VisibleForeign); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := tx.Upload(ctx, uploadID)
		if err != nil {
			return err
		}
		if err := fourEyes(ctx, tx, u, id.User.ID, (*jury).concerned); err != nil {
			return err
		}
		if u.Version != version {
			return changed()
		}
		return s.undo(ctx, tx, u, id.User)
	})
	if err != nil {
		return nil, err
	}
	s.mailNotices(ctx)
	return s.Upload(ctx, id, uploadID)
}

func (s *Service) undo(ctx context.Context, tx Tx, u *Submission, by *auth.User) error {
	decider, what := u.lastDecision()
	if decider == "" {
		return errs.New(errs.Conflict, "not_decided", "This submission %s: there is no decision to undo.", statusPhrase(u.Status))
	}
	uses, err := tx.MetasUsing(ctx, u.ID)
	if err != nil {
		return err
	}
	if reason := notUndoable(uses, u.RunID); reason != "" {
		return errs.New(errs.Conflict, "in_use", "%s", reason)
	}
	h := record.Event{By: by.UserName, Object: objectUpload, ObjectID: u.ID, Action: what + " undone", Kind: audit.StatusChanged}
	if decider != by.UserName {
		h.Detail = "the decision of " + decider
	}
	h = h.From(string(u.Status), string(ReadyForReview))
	accepted := personIDs(u.acceptedBy())
	u.takeBack()
	u.StatusSince = s.now()
	if err := tx.UpdateUpload(ctx, u); err != nil {
		return err
	}
	if err := s.history(ctx, tx, h); err != nil {
		return err
	}
	return s.tell(
		ctx,
		tx,
		u,
		by,
		"The "+what+" of "+u.DatasetName+" was undone by "+by.UserName+": it waits for review again.",
		append(accepted, u.UploaderID)...)
}

// lastDecision returns the reviewer and the kind of the decision that can be undone; "" if there is
// none.
func (u *Submission) lastDecision() (by, what string) {
	switch {
	case u.Status == ReviewRejected:
		return u.ReviewedBy, "rejection"
	case u.Status == ReviewApproved:
		return u.ReviewedBy, "approval"
	case u.Step() == SecondReview:
		return u.Review.Acceptances[0].By.UserName, "first acceptance"
	case u.Step() == ChangesRequested && u.Status == ReadyForReview && !u.Review.answered():
		return u.Reviewer.UserName, "request for changes"
	}
	return "", ""
}

// takeBack restores the state before the last decision. Of two acceptances the first stays.
// Requested changes stay visible, as settled.
func (u *Submission) takeBack() {
	u.Review = u.Review.clone()
	if u.Asked {
		u.Asked = false
		u.Review.settle()
	}
	if n := len(u.Review.Acceptances); n > 0 {
		u.Review.Acceptances = u.Review.Acceptances[:n-1]
	}
	u.Status = ReadyForReview
	u.ReviewedBy, u.ReviewedAt, u.Comment = "", nil, ""
	if u.Step() == SecondReview {
		u.Reviewer = record.Person{}
	}
}

// decided reports whether a submission with this status was reviewed.
func (s UploadStatus) decided() bool { return s == ReviewApproved || s == ReviewRejected }

// notUndoable returns why the decision about a run cannot be undone: meta-analyses with a result,
// or without one yet, use it. A failed or cancelled one does not count. "" if it can be undone.
func notUndoable(uses []MetaUse, runID string) string {
	if on := resting(uses, runID); len(on) > 0 {
		return "The decision is final. " + usedBy(on)
	}
	return ""
}

// resting returns the meta-analyses that have results of a run, or will have.
func resting(uses []MetaUse, runID string) []MetaUse {
	return slices.DeleteFunc(slices.Clone(uses), func(m MetaUse) bool { return m.RunID != runID || !m.Status.counts() })
}

// counts reports whether a meta-analysis has a result or will have one.
func (s MetaStatus) counts() bool { return s != MetaFailed && s != MetaCancelled }

// usedBy names the meta-analyses that use a submission.
func usedBy(uses []MetaUse) string {
	if len(uses) == 1 {
		return metasNamed(uses) + " uses this submission."
	}
	return metasNamed(uses) + " use this submission."
}

// metasNamed names meta-analyses at the start of a sentence.
func metasNamed(uses []MetaUse) string {
	const most = 5
	names := make([]string, 0, most+1)
	for _, m := range uses[:min(len(uses), most)] {
		names = append(names, m.Name)
	}
	if more := len(uses) - most; more > 0 {
		names = append(names, strconv.Itoa(more)+" more")
	}
	if len(names) == 1 {
		return "The meta-analysis " + names[0]
	}
	return "The meta-analyses " + joined(names)
}

// joined lists words in a sentence.
func joined(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
