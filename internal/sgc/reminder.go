package sgc

import (
	"context"
	"fmt"
	"strings"

	"cohortium/internal/audit"
	"cohortium/internal/auth"
	"cohortium/internal/errs"
)

// Reminder is a message that says what a cohort still has to do, to copy or to
// send; To is "" when the owner's address is not known. Only for reviewers.
// errs.Conflict (nothing_missing) for a validated cohort.
func (s *Service) Reminder(ctx context.Context, by *auth.Identity, cohortID string) (_ auth.Message, err error) {
	defer errs.Wrap(&err, "sgc.Reminder(%q)", cohortID)
	if err := mustReview(by); err != nil {
		return auth.Message{}, err
	}
	v, err := s.Cohort(ctx, by, cohortID)
	if err != nil {
		return auth.Message{}, err
	}
	if v.Status == Validated {
		return auth.Message{}, errs.New(errs.Conflict, "nothing_missing", "This cohort is validated; nothing is missing.")
	}
	m := auth.Message{Subject: s.cfg.Group + ": " + v.Name + " is not complete yet", Text: s.reminderText(v)}
	m.To, err = s.addressOf(ctx, v.Owner)
	return m, err
}

func (s *Service) reminderText(v *CohortView) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Hello,\n\nthank you for taking part in %s. For the cohort %s this is still open:\n\n", s.cfg.Group, v.Name)
	open := 0
	for _, t := range v.Tasks {
		if !t.Done {
			open++
			fmt.Fprintf(&b, "- %s\n", t.Missing)
		}
	}
	for _, f := range v.Findings {
		if f.Severity == "block" {
			open++
			fmt.Fprintf(&b, "- %s\n", f.Message)
		}
	}
	if open == 0 {
		b.WriteString("- Everything is there; it only has to be validated.\n")
	}
	if s.cfg.BaseURL != "" {
		fmt.Fprintf(&b, "\nPlease continue here: %s/sgc/edit/%s\n", strings.TrimRight(s.cfg.BaseURL, "/"), v.ID)
	}
	return b.String()
}

// addressOf is the mail address of a person, "" when it is not known.
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

// SendReminder mails the reminder to the owner. errs.Conflict (no_mail,
// no_address) when that cannot be done here, errs.Unavailable when the mail
// server does not take it.
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
	if err := s.cfg.Mailer.Send(ctx, m); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		return s.note(ctx, tx, cohortID, happening{by: by.User.UserName, action: "reminded the owner", kind: audit.Changed})
	})
}
