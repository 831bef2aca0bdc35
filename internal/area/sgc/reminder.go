package sgc

import (
	"context"
	"fmt"
	"strings"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Reminder is a message that lists only what this cohort still has to do, to copy or to send. To is
// "" if the owner's address is unknown.
type Reminder struct {
	auth.Message
	Missing []string // missing data, one sentence each
	Wrong   []string // wrong data, one sentence each
}

// Reminder returns the current reminder for a cohort. Reviewers only. errs.Conflict
// (nothing_missing) for a validated cohort.
func (s *Service) Reminder(ctx context.Context, by *auth.Identity, cohortID string) (_ *Reminder, err error) {
	defer errs.Wrap(&err, "sgc.Reminder(%q)", cohortID)
	if err := mustReview(by); err != nil {
		return nil, err
	}
	v, err := s.Cohort(ctx, by, cohortID)
	if err != nil {
		return nil, err
	}
	if v.Status == Validated {
		return nil, errs.New(errs.Conflict, "nothing_missing", "This cohort is validated; nothing is missing.")
	}
	r := &Reminder{Message: auth.Message{Subject: s.cfg.Group + ": " + v.Name + " is not complete yet", Text: s.reminderText(v)}}
	r.Missing, r.Wrong = v.toDo()
	r.To, err = s.addressOf(ctx, v.Owner)
	return r, err
}

// toDo returns the missing parts of a cohort and the faults of the rest.
func (v *CohortView) toDo() (missing, wrong []string) {
	for _, t := range v.Tasks {
		if !t.Done {
			missing = append(missing, t.Missing)
		}
	}
	for _, f := range v.Findings {
		if f.Severity == check.Block {
			wrong = append(wrong, f.Message)
		}
	}
	return missing, wrong
}

func (s *Service) reminderText(v *CohortView) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Hello,\n\nthank you for taking part in %s. ", s.cfg.Group)
	missing, wrong := v.toDo()
	if len(missing)+len(wrong) == 0 {
		fmt.Fprintf(&b, "Everything of the cohort %s is there; it only has to be validated.\n", v.Name)
	}
	if len(missing) > 0 {
		fmt.Fprintf(&b, "Of the cohort %s only this is missing:\n\n- %s\n", v.Name, strings.Join(missing, "\n- "))
	}
	if len(wrong) > 0 {
		head := "Besides, this has to be corrected:"
		if len(missing) == 0 {
			head = "Nothing of the cohort " + v.Name + " is missing, but this has to be corrected:"
		} else {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n\n- %s\n", head, strings.Join(wrong, "\n- "))
	}
	if s.cfg.BaseURL != "" {
		fmt.Fprintf(&b, "\nPlease continue here: %s/sgc/edit/%s\n", strings.TrimRight(s.cfg.BaseURL, "/"), v.ID)
	}
	return b.String()
}

// addressOf returns the mail address of a person, "" if unknown.
func (s *Service) addressOf(ctx context.Context, p Person) (string, error) {
	if s.cfg.Accounts != nil {
		u, err := s.cfg.Accounts.UserByName(ctx, p.UserName)
		if err == nil && u.ID == p.ID && u.Email != "" {
			return u.Email, nil
		}
		if err != nil && !errs.Is(err, errs.NotFound) {
			return "", err
		}
	}
	if strings.Contains(p.UserName, "@") {
		return p.UserName, nil
	}
	return "", nil
}

// SendReminder mails the reminder to the owner. errs.Conflict (no_mail, no_address) without a mail
// server or address, errs.Unavailable if the mail server refuses it.
func (s *Service) SendReminder(ctx context.Context, by *auth.Identity, cohortID string) (err error) {
	defer errs.Wrap(&err, "sgc.SendReminder(%q)", cohortID)
	m, err := s.Reminder(ctx, by, cohortID)
	switch {
	case err != nil:
		return err
	case s.cfg.Mailer == nil:
		return errs.New(errs.Conflict, "no_mail", "This server sends no mail. Copy the message instead.")
	case m.To == "":
		return errs.New(errs.Conflict, "no_address", "The mail address of the owner is not known. Copy the message instead.")
	}
	if err := s.cfg.Mailer.Send(ctx, m.Message); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		return s.note(ctx, tx, cohortID, record.Event{By: by.User.UserName, Action: "reminded the owner", Kind: audit.Changed})
	})
}
