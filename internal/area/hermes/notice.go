package hermes

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// Notice is a notification of an account about a submission or a prepared meta-analysis.
type Notice struct {
	ID          string
	UserID      string
	UploadID    string       // "" if the submission was deleted
	PreparedID  string       // "" if it is about a submission
	DatasetName string       // current name, or the last one of a deleted submission; that of the meta-analysis when told
	Status      UploadStatus // of the submission, if it changed after the notice; "" otherwise
	At          time.Time
	Text        string // one sentence
	Seen        bool
}

// MailWhen is when an account's notices are mailed.
type MailWhen string

// The choices.
const (
	MailAtOnce MailWhen = "at_once"
	MailDaily  MailWhen = "daily"
	MailNever  MailWhen = "never"
)

// MailChoice is an account's choice; the default is MailAtOnce.
type MailChoice struct {
	When      MailWhen
	LastDaily *time.Time
}

const (
	// noticeAge is how long notices are kept; the history of a submission has no limit.
	noticeAge   = 180 * 24 * time.Hour
	digestEvery = 24 * time.Hour
)

// tell adds a notice for accounts, one each, but never for the account that acted. Mails are sent
// after the transaction.
func (s *Service) tell(ctx context.Context, tx Tx, u *Submission, by *auth.User, sentence string, userIDs ...string) error {
	slices.Sort(userIDs)
	for _, userID := range slices.Compact(userIDs) {
		if userID == "" || by != nil && userID == by.ID {
			continue
		}
		n := &Notice{ID: s.newID(), UserID: userID, UploadID: u.ID, DatasetName: u.DatasetName, At: s.now(), Text: sentence}
		if err := tx.AddNotice(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// tellDecision notifies the uploader and earlier reviewers of a decision, and the other reviewers
// if a second acceptance is needed.
func (s *Service) tellDecision(ctx context.Context, tx Tx, u *Submission, by *auth.User, in Decision, accepted []record.Person) error {
	sentence := by.UserName
	switch {
	case u.Status == ReviewApproved:
		sentence += " accepted " + u.DatasetName + "."
	case u.Status == ReviewRejected:
		sentence += " rejected " + u.DatasetName + ": " + in.Comment
	case u.Asked:
		sentence += " asks for changes of " + u.DatasetName + ": " + plural(len(in.Comments), "comment", "comments") + " to answer."
	default:
		waits := by.UserName + " accepted " + u.DatasetName + " as the first of two reviewers: it waits for a second."
		reviewers, err := reviewersOf(ctx, tx, u)
		if err != nil {
			return err
		}
		return s.tell(ctx, tx, u, by, waits, append(reviewers, u.UploaderID)...)
	}
	return s.tell(ctx, tx, u, by, sentence, append(personIDs(accepted), u.UploaderID)...)
}

// tellWithdrawn notifies accounts once that an acceptance was withdrawn: its reviewers and the
// uploader. If meta-analyses use it, it also notifies their authors and all reviewers. The uploader
// does not learn the names of meta-analyses.
func (s *Service) tellWithdrawn(ctx context.Context, tx Tx, u *Submission, h record.Event, by *auth.User, gone *Withdrawal) error {
	if gone == nil {
		return nil
	}
	ids := personIDs(gone.AcceptedBy)
	if len(gone.Metas) > 0 {
		staff, err := reviewers(ctx, tx)
		if err != nil {
			return err
		}
		for _, m := range staff {
			ids = append(ids, m.ID)
		}
		for _, m := range gone.Metas {
			ids = append(ids, m.CreatorID)
		}
	}
	what := h.By + " changed " + u.DatasetName + " (" + whatChanged(h) + "). "
	if err := s.tell(ctx, tx, u, by, what+gone.sentence(true), ids...); err != nil || slices.Contains(ids, u.UploaderID) {
		return err
	}
	return s.tell(ctx, tx, u, by, what+gone.sentence(false), u.UploaderID)
}

// tellDeleted notifies the reviewers and the uploader of a deleted submission. The notices stay.
func (s *Service) tellDeleted(ctx context.Context, tx Tx, u *Submission, by *auth.User) error {
	what := by.UserName + " deleted " + u.DatasetName + "."
	if gone := withdrawalOf(u, nil); gone != nil {
		what += " " + gone.sentence(false)
	}
	return s.tell(ctx, tx, &Submission{DatasetName: u.DatasetName}, by, what, append(personIDs(u.acceptedBy()), u.UploaderID)...)
}

// whatChanged describes an event of a submission, with the fields that an edit changed.
func whatChanged(h record.Event) string {
	const most = 5
	keys := maps.Clone(h.Before)
	maps.Copy(keys, h.After)
	delete(keys, "status")
	if len(keys) == 0 {
		return h.Action
	}
	var fields []string
	for key := range keys {
		fields = append(fields, sheetWords(key))
	}
	slices.Sort(fields)
	if len(fields) > most {
		fields = append(fields[:most], "others")
	}
	return h.Action + ": " + joined(fields)
}

func personIDs(people []record.Person) (ids []string) {
	for _, p := range people {
		ids = append(ids, p.ID)
	}
	return ids
}

// tellRunEnded notifies the accounts that act next after QC.
func (s *Service) tellRunEnded(ctx context.Context, tx Tx, u *Submission, by string) error {
	switch {
	case u.Status == ReadyForReview && u.Asked:
		return s.tell(ctx, tx, u, nil, "QC of "+u.DatasetName+" has passed: send it back to review when you have answered the comments.", u.UploaderID)
	case u.Status == ReadyForReview:
		reviewers, err := reviewersOf(ctx, tx, u)
		if err != nil {
			return err
		}
		return s.tell(ctx, tx, u, nil, u.DatasetName+" has passed QC and waits for review.", reviewers...)
	case u.WaitsOn() == WaitingOnUploader && by == bySystem:
		return s.tell(ctx, tx, u, nil, "QC of "+u.DatasetName+" failed. Its report explains why and what to do.", u.UploaderID)
	}
	return nil
}

// NoticePage is a page of an account's notices.
type NoticePage struct {
	Items  []Notice
	Next   listing.Place // start of the next page; zero on the last page
	Unseen int64         // of all pages
	Mails  MailWhen
}

// Notices lists the caller's notices, newest first.
func (s *Service) Notices(ctx context.Context, id *auth.Identity, after listing.Place, limit int) (_ *NoticePage, err error) {
	defer errs.Wrap(&err, "hermes.Notices")
	page := &NoticePage{}
	notices, err := s.store.NoticesOf(ctx, id.User.ID, after, limit+1)
	if err != nil {
		return nil, err
	}
	page.Items, page.Next = listing.PageOf(notices, limit, func(n Notice) listing.Place { return listing.At(n.At, n.ID) })
	if page.Unseen, err = s.store.CountUnseen(ctx, id.User.ID); err != nil {
		return nil, err
	}
	choice, err := s.store.MailsOf(ctx, id.User.ID)
	page.Mails = cmp.Or(choice.When, MailAtOnce)
	return page, err
}

// SeeNotices marks the caller's notices up to a time as seen.
func (s *Service) SeeNotices(ctx context.Context, id *auth.Identity, until time.Time) (err error) {
	defer errs.Wrap(&err, "hermes.SeeNotices")
	return s.store.InTx(ctx, func(tx Tx) error { return tx.SeeNotices(ctx, id.User.ID, until) })
}

// ChooseMails sets when the caller's notices are mailed. With no mails, earlier notices are not
// mailed either.
func (s *Service) ChooseMails(ctx context.Context, id *auth.Identity, when MailWhen) (err error) {
	defer errs.Wrap(&err, "hermes.ChooseMails")
	if !slices.Contains([]MailWhen{MailAtOnce, MailDaily, MailNever}, when) {
		return errs.AtField("mails", "Choose at once, once a day or never.")
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		choice, err := tx.MailsOf(ctx, id.User.ID)
		if err != nil {
			return err
		}
		choice.When = when
		return tx.SetMails(ctx, id.User.ID, choice)
	})
}

// mailNotices sends the mails that are due: at once, or once a day. The pages show the same
// notices, so a failed mail is only logged.
func (s *Service) mailNotices(ctx context.Context) {
	if s.cfg.Mailer == nil || s.cfg.Accounts == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), mailPatience)
	defer cancel()
	userIDs, err := s.store.UnmailedUsers(ctx)
	for _, userID := range userIDs {
		if failed := s.mailTo(ctx, userID); failed != nil {
			s.cfg.Log.WarnContext(ctx, "an account got no mail about its submissions", "user", userID, "err", failed)
		}
	}
	if err != nil {
		s.cfg.Log.WarnContext(ctx, "no mail was sent about submissions", "err", err)
	}
}

func (s *Service) mailTo(ctx context.Context, userID string) error {
	notices, err := s.claim(ctx, userID)
	if err != nil || len(notices) == 0 {
		return err
	}
	u, err := s.cfg.Accounts.User(ctx, userID)
	if err != nil || u.Email == "" || !u.IsActive {
		return err
	}
	return s.cfg.Mailer.Send(ctx, auth.Message{To: u.Email, Subject: subject(notices), Text: s.noticeLetter(notices)})
}

// claim returns the notices that an account's next mail contains, and marks them as mailed, so that
// no other process sends them too.
func (s *Service) claim(ctx context.Context, userID string) (due []Notice, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		due = nil
		choice, err := tx.MailsOf(ctx, userID)
		if err != nil {
			return err
		}
		now := s.now()
		if choice.When == MailDaily && choice.LastDaily != nil && now.Sub(*choice.LastDaily) < digestEvery {
			return nil
		}
		notices, err := tx.Unmailed(ctx, userID)
		if err != nil {
			return err
		}
		for _, n := range notices {
			first, err := tx.MarkMailed(ctx, n.ID)
			if err != nil {
				return err
			}
			if first && choice.When != MailNever {
				due = append(due, n)
			}
		}
		if choice.When != MailDaily || len(due) == 0 {
			return nil
		}
		choice.LastDaily = &now
		return tx.SetMails(ctx, userID, choice)
	})
	return due, err
}

// forgetNotices deletes notices older than noticeAge.
func (s *Service) forgetNotices(ctx context.Context) error {
	return s.store.InTx(ctx, func(tx Tx) error { return tx.DeleteNotices(ctx, s.now().Add(-noticeAge)) })
}

func subject(notices []Notice) string {
	first := notices[0].DatasetName
	same := !slices.ContainsFunc(notices, func(n Notice) bool { return n.DatasetName != first })
	switch {
	case same && notices[0].PreparedID != "":
		return "About the meta-analysis " + first
	case same:
		return "About the submission " + first
	case slices.ContainsFunc(notices, func(n Notice) bool { return n.PreparedID != "" }):
		return "About " + plural(len(notices), "event", "events") + " in HERMES"
	}
	return "About " + plural(len(notices), "thing that happened", "things that happened") + " to submissions"
}

func (s *Service) noticeLetter(notices []Notice) string {
	var b strings.Builder
	b.WriteString("Hello,\n")
	for _, n := range notices {
		fmt.Fprintf(&b, "\n%s\n", n.Text)
		if n.Status != "" {
			fmt.Fprintf(&b, "Now: the submission %s.\n", statusPhrase(n.Status))
		}
		switch {
		case s.cfg.BaseURL == "":
		case n.UploadID != "":
			fmt.Fprintf(&b, "%s/hermes/qc/%s\n", s.cfg.BaseURL, n.UploadID)
		case n.PreparedID != "":
			fmt.Fprintf(&b, "%s/hermes/ma/prepared/%s\n", s.cfg.BaseURL, n.PreparedID)
		}
	}
	b.WriteString("\nWhen you get these mails is your choice, on the page of your notices.\n")
	return b.String()
}

func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
