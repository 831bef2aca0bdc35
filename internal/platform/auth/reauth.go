package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// reauthenticate makes sure that the owner changes how an account is signed in to: by the current
// password, or, without one, by a recent sign-in. A wrong password counts like one at sign-in.
// proved reports that the password was given.
func (s *Service) reauthenticate(ctx context.Context, id *Identity, current string) (proved bool, err error) {
	if err := ownSession(id); err != nil {
		return false, err
	}
	if current == "" {
		return false, s.signedInLately(id)
	}
	lock := s.stripes.of(id.User.UserName)
	lock.Lock()
	defer lock.Unlock()
	keys := sessionLimits(id)
	if err := s.slowDown(ctx, keys); err != nil {
		return false, err
	}
	if match, _ := s.hasher.check(current, id.User.PasswordHash); match {
		return true, s.clearAttempts(ctx, keys)
	}
	if err := s.countFailure(ctx, keys); err != nil {
		return false, err
	}
	if err := s.auditFailure(ctx, id.User.UserName, "wrong_password"); err != nil {
		return false, err
	}
	return false, errs.New(errs.Rule, "wrong_password", "The current password is wrong.").
		WithFields(errs.Field{Field: "current_password", Message: "This is not your current password."})
}

// ownSession requires a session of a local account: a stolen API token must not allow taking over
// the account.
func ownSession(id *Identity) error {
	if err := localAccount(id); err != nil {
		return err
	}
	if id.Session == nil {
		return errs.New(errs.Forbidden, "session_needed", "An API token cannot do this; sign in with the browser.")
	}
	return nil
}

// browserSession requires a browser session: bearer tokens are bound to one group and must not open
// the others.
func browserSession(id *Identity) error {
	if err := ownSession(id); err != nil {
		return err
	}
	if id.Session.Group != "" {
		return errs.New(errs.Forbidden, "session_needed", "A token of the user service cannot do this; sign in with the browser.")
	}
	return nil
}

func minutes(d time.Duration) string { return fmt.Sprintf("%d minutes", int(d.Minutes())) }

// fresh reports whether the owner of a session proved who they are a short time ago.
func (s *Service) fresh(x *Session) bool {
	now := s.now()
	return now.Sub(x.AuthenticatedAt) <= s.settings.Fresh && Begun(now, x.AuthenticatedAt)
}

func (s *Service) signedInLately(id *Identity) error {
	if s.fresh(id.Session) {
		return nil
	}
	if id.User.PasswordHash == "" {
		return errs.New(errs.Forbidden, "sign_in_again", "Sign out and in again first: you signed in more than %s ago.", minutes(s.settings.Fresh))
	}
	return passwordNeeded("Enter your current password: you signed in more than " + minutes(s.settings.Fresh) + " ago.")
}

func passwordNeeded(sentence string) error {
	return errs.New(errs.Rule, "current_password_needed", "%s", sentence).
		WithFields(errs.Field{Field: "current_password", Message: "Enter your current password."})
}

// ChangePassword sets a new password for the caller's account. The current one may be omitted a
// short while after signing in. All other sessions end, the caller's continues under a new token of
// the same kind, open reset links are void, and the owner gets a mail. errs.Rule for a weak or the
// same password and for a wrong current one.
func (s *Service) ChangePassword(ctx context.Context, id *Identity, password, current string) (token string, changed *Identity, err error) {
	defer errs.Wrap(&err, "auth.ChangePassword")
	proved, err := s.reauthenticate(ctx, id, current)
	if err != nil {
		return "", nil, err
	}
	hash, err := s.newPassword(ctx, id.User, password)
	if err != nil {
		return "", nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := tx.User(ctx, id.User.ID)
		if err != nil {
			return err
		}
		s.setPassword(u, hash)
		var session *Session
		if token, session, err = s.renewSession(ctx, tx, id.Session, proved); err != nil {
			return err
		}
		err = errors.Join(
			tx.UpdateUser(ctx, u),
			s.endOthers(ctx, tx, u, session.TokenHash),
			tx.DeleteLinks(ctx, LinkReset, u.ID),
			s.audit(ctx, tx, audit.PasswordChanged, u, nil, nil),
		)
		if err != nil {
			return err
		}
		changed, err = s.identity(ctx, tx, u, session)
		return err
	})
	if err != nil {
		return "", nil, err
	}
	s.notify(ctx, changed.User, s.passwordMail(changed.User))
	return token, changed, nil
}

// newPassword checks a new password and hashes it.
func (s *Service) newPassword(ctx context.Context, u *User, password string) (hash string, err error) {
	factor, err := confirmedFactor(ctx, s.store, u.ID)
	if err != nil {
		return "", err
	}
	if err := CheckPassword(password, u.UserName, factor != nil); err != nil {
		return "", err
	}
	if same, _ := s.hasher.check(password, u.PasswordHash); same {
		return "", errs.New(errs.Rule, "same_password", "This is the password that the account has already; choose another one.").
			WithFields(errs.Field{Field: "password", Message: "This is the password that the account has already."})
	}
	return s.hasher.hash(password)
}
