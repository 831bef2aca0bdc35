package auth

import (
	"context"
	"errors"

	"cohortium/internal/platform/errs"
)

// MailAdmins sends a mail to each active administrator with an address. It does nothing without a
// mail server.
func (s *Service) MailAdmins(ctx context.Context, subject, text string) (err error) {
	defer errs.Wrap(&err, "auth.MailAdmins")
	if s.mailer == nil {
		return nil
	}
	rows, _, err := s.store.Accounts(ctx, AccountFilter{Roles: []string{RoleAdmin}, States: []AccountState{StateActive}, Limit: maxAccounts, Now: s.now()})
	if err != nil {
		return err
	}
	var failures []error
	for _, row := range rows {
		if to := addressOf(row.User); to != "" {
			m := Message{To: to, Subject: hostOf(s.settings.BaseURL) + ": " + subject, Text: greeting(row.User) + text + "\n" + s.settings.BaseURL + "/admin\n"}
			failures = append(failures, s.mailer.Send(ctx, m))
		}
	}
	return errors.Join(failures...)
}
