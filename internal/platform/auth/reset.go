package auth

import (
	"context"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// resetLimits slow down requests for links by name and by address. Every request counts, as
// failures cannot be distinguished. As with signing in, an address that the account knows has a
// separate allowance.
func (s *Service) resetLimits(ctx context.Context, userName string, p place) ([]limit, error) {
	known, err := s.knownPlace(ctx, userName, p)
	if err != nil {
		return nil, err
	}
	name, from := resetKey(userName), p.address()
	keys := []limit{
		{key: name + "|" + from, free: 3, longest: 15 * time.Minute},
		{key: name, free: 10, longest: 15 * time.Minute},
		{key: "reset-" + from, free: 20, longest: time.Minute},
	}
	if known != "" {
		keys = keys[:1]
	}
	return keys, nil
}

// resetKey returns the key of all requests for links of an account.
func resetKey(userName string) string { return "reset:" + FoldName(userName) }

// RequestReset mails a link to choose a new password, where there is an active
// account with a password and an address; nothing without a mail server. The
// answer is the same for every name. Too many requests are *RateLimited.
//
// It also takes the same time: the outbox looks up whether the account exists, after the answer.
// Equal work before the answer would not be enough, as a mail server may take seconds. The outbox
// writes one transaction for every name, so that the next request does not meet a database that is
// busy with known names only.
func (s *Service) RequestReset(ctx context.Context, userName, address string) (err error) {
	defer errs.Wrap(&err, "auth.RequestReset")
	lock := s.stripes.of(resetKey(userName))
	lock.Lock()
	defer lock.Unlock()
	keys, err := s.resetLimits(ctx, userName, place{Address: address})
	if err != nil {
		return err
	}
	if err := s.slowDown(ctx, keys); err != nil {
		return amend(err, "A link that was already mailed works for %s. Open the latest mail.", s.settings.ResetLife)
	}
	if err := s.countFailure(ctx, keys); err != nil {
		return err
	}
	if s.mailer == nil || s.settings.BaseURL == "" {
		return nil
	}
	if !s.outbox.add(ctx, func(ctx context.Context) { s.mailReset(ctx, userName) }) {
		return &RateLimited{
			Refusal:    errs.New(errs.RateLimited, "busy", "Too many people ask for a new password at this moment. Try again in a minute."),
			RetryAfter: time.Minute,
		}
	}
	return nil
}

func (s *Service) mailReset(ctx context.Context, userName string) {
	var l *madeLink
	var u *User
	err := s.store.InTx(ctx, func(tx Tx) (err error) {
		l, u, err = s.resetFor(ctx, tx, userName)
		return err
	})
	if err == nil && l != nil {
		err = s.mailer.Send(ctx, s.linkMail(l, u))
	}
	if err != nil {
		s.log.WarnContext(ctx, "a link to choose a new password could not be mailed", "err", err)
	}
}

// resetFor creates the link of an account that may have one, nil for others. Both write an entry.
func (s *Service) resetFor(ctx context.Context, tx Tx, userName string) (*madeLink, *User, error) {
	u, err := named(ctx, tx, userName)
	if err != nil {
		return nil, nil, err
	}
	entry := audit.Entry{Action: audit.PasswordResetSent, Object: "user", Refused: true, Detail: "asked on the sign-in page"}
	if u != nil { // a text that is not the name of an account is not stored
		entry.Actor = u.UserName
	}
	if u == nil || !u.IsActive || u.PasswordHash == "" || addressOf(u) == "" {
		return nil, nil, audit.Append(ctx, tx, s.now(), entry)
	}
	l, err := s.newLink(LinkReset, u.ID, nil)
	if err != nil {
		return nil, nil, err
	}
	if err := tx.CreateLink(ctx, &l.StoredLink); err != nil {
		return nil, nil, err
	}
	entry.ObjectID, entry.Refused = u.ID, false
	return l, u, audit.Append(ctx, tx, s.now(), entry)
}

// ConfirmReset sets a new password for the account of a reset link and ends all its sessions and
// API tokens. errs.NotFound and errs.Rule as LookUpLink, errs.Rule for a weak password.
func (s *Service) ConfirmReset(ctx context.Context, token, password string) (err error) {
	defer errs.Wrap(&err, "auth.ConfirmReset")
	_, u, err := s.findLink(ctx, s.store, token, LinkReset)
	if err != nil {
		return err
	}
	hash, err := s.newPassword(ctx, u, password)
	if err != nil {
		return err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		var l *StoredLink
		if l, u, err = s.findLink(ctx, tx, token, LinkReset); err != nil {
			return err
		}
		if err := useLink(ctx, tx, l); err != nil {
			return err
		}
		s.setPassword(u, hash)
		if err := tx.UpdateUser(ctx, u); err != nil {
			return err
		}
		if err := s.endAll(ctx, tx, u); err != nil {
			return err
		}
		// The holder of the link is the owner and will sign in from here.
		here := place{Address: audit.OriginOf(ctx).Address}
		if err := tx.RememberPlace(ctx, u.ID, here.address(), s.now()); err != nil {
			return err
		}
		return audit.Append(ctx, tx, s.now(), audit.Entry{
			Action: audit.PasswordChanged, Object: "user", ObjectID: u.ID, Detail: "by a link", Actor: u.UserName, ActorID: u.ID,
		})
	})
	if err != nil {
		return err
	}
	s.notify(ctx, u, s.passwordMail(u))
	// Failed tries were at the old password; its owner need not wait for them.
	return s.store.ClearAttempts(ctx, accountKey(u.UserName))
}

// KeepPassword uses a reset link and leaves the password as it is. The account
// knows the device from then on, so that its owner signs in there while others
// guess. The link could have set a password, so it grants nothing new. Errors as
// LookUpLink.
func (s *Service) KeepPassword(ctx context.Context, token, device string) (err error) {
	defer errs.Wrap(&err, "auth.KeepPassword")
	var u *User
	err = s.store.InTx(ctx, func(tx Tx) error {
		var l *StoredLink
		if l, u, err = s.findLink(ctx, tx, token, LinkReset); err != nil {
			return err
		}
		if err := tx.UseLink(ctx, l.TokenHash); err != nil {
			return err
		}
		if err := tx.RememberPlace(ctx, u.ID, deviceKey(device), s.now()); err != nil {
			return err
		}
		return audit.Append(ctx, tx, s.now(), audit.Entry{
			Action: audit.DeviceAdmitted, Object: "user", ObjectID: u.ID, Detail: "by a link", Actor: u.UserName, ActorID: u.ID,
		})
	})
	if err != nil {
		return err
	}
	// The latest mail has no link that works. The owner may need one for the next browser.
	return s.store.ClearAttempts(ctx, resetKey(u.UserName))
}

// setPassword stores the hash of a password that the owner chose.
func (s *Service) setPassword(u *User, hash string) {
	now := s.now()
	u.PasswordHash, u.PasswordChangedAt, u.MustChangePassword = hash, &now, false
}
