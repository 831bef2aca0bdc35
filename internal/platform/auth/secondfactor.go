package auth

import (
	"bytes"
	"context"
	"encoding/base32"
	"errors"
	"image/png"
	"io"
	"slices"
	"time"

	"github.com/pquerna/otp/totp"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// The second factor is a time-based one-time password (RFC 6238: SHA-1, six digits, 30 seconds),
// which every authenticator app makes. Why its secrets are readable in the database:
// docs/decisions/0010-second-factor.md.

const (
	factorIssuer  = "Cohortium" // label above the code in the app
	factorBytes   = 20
	factorPicture = 256              // pixels of a side
	pendingLife   = 15 * time.Minute // for a secret to be confirmed
)

// Secret is the secret for an authenticator app, shown once.
type Secret struct {
	Text string // base 32, to type
	URI  string // otpauth:
	QR   []byte // the URI as a picture, PNG
}

// NeedsSecondFactor reports whether a role of the account requires one.
func (s *Service) NeedsSecondFactor(u *User) bool {
	return slices.ContainsFunc(u.Roles, func(role string) bool { return slices.Contains(s.settings.RequireSecondFactor, role) })
}

// confirmedFactor returns the second factor of an account, nil if it has none.
func confirmedFactor(ctx context.Context, r Reads, userID string) (*SecondFactor, error) {
	f, err := r.SecondFactor(ctx, userID)
	if errs.Is(err, errs.NotFound) || err == nil && f.ConfirmedAt == nil {
		return nil, nil
	}
	return f, err
}

// FactorState is the state of an account's second factor.
type FactorState struct {
	On, Needed    bool
	RecoveryCodes int64 // not used yet
}

// FactorState returns the state for the caller's account.
func (s *Service) FactorState(ctx context.Context, id *Identity) (state FactorState, err error) {
	defer errs.Wrap(&err, "auth.FactorState")
	factor, err := confirmedFactor(ctx, s.store, id.User.ID)
	if err != nil {
		return FactorState{}, err
	}
	state = FactorState{On: factor != nil, Needed: s.NeedsSecondFactor(id.User)}
	state.RecoveryCodes, err = s.store.CountRecoveryCodes(ctx, id.User.ID)
	return state, err
}

// BeginSecondFactor creates a secret to be confirmed with a code. Until then nothing changes; an
// existing second factor stays valid.
func (s *Service) BeginSecondFactor(ctx context.Context, id *Identity, current string) (_ *Secret, err error) {
	defer errs.Wrap(&err, "auth.BeginSecondFactor")
	if _, err := s.reauthenticate(ctx, id, current); err != nil {
		return nil, err
	}
	random := make([]byte, factorBytes)
	if _, err := io.ReadFull(s.random, random); err != nil {
		return nil, err
	}
	secret, err := newAppSecret(id.User.UserName, random)
	if err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		f, err := tx.SecondFactor(ctx, id.User.ID)
		if errs.Is(err, errs.NotFound) {
			f, err = &SecondFactor{UserID: id.User.ID}, nil
		}
		if err != nil {
			return err
		}
		now := s.now()
		f.Pending, f.PendingAt = secret.Text, &now
		return tx.SaveSecondFactor(ctx, f)
	})
	if err != nil {
		return nil, err
	}
	return secret, nil
}

func newAppSecret(userName string, random []byte) (*Secret, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: factorIssuer, AccountName: userName, Secret: random})
	if err != nil {
		return nil, err
	}
	picture, err := key.Image(factorPicture, factorPicture)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		return nil, err
	}
	return &Secret{
		Text: base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(random), URI: key.String(), QR: out.Bytes(),
	}, nil
}

// ConfirmSecondFactor enables the secret of BeginSecondFactor with its first code and returns the
// recovery codes, which are stored nowhere else. The session continues under a new token. errs.Rule
// for a wrong code, which counts like a wrong password, and when there is nothing to confirm.
func (s *Service) ConfirmSecondFactor(ctx context.Context, id *Identity, code string) (codes []string, token string, confirmed *Identity, err error) {
	defer errs.Wrap(&err, "auth.ConfirmSecondFactor")
	if err := ownSession(id); err != nil {
		return nil, "", nil, err
	}
	lock := s.stripes.of(id.User.UserName)
	lock.Lock()
	defer lock.Unlock()
	keys := sessionLimits(id)
	if err := s.slowDown(ctx, keys); err != nil {
		return nil, "", nil, err
	}
	codes, err = s.newRecoveryCodes()
	if err != nil {
		return nil, "", nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		token, confirmed, err = s.confirm(ctx, tx, id, code, codes)
		return err
	})
	if hasCode(err, wrongCode) {
		if err = s.refuse(ctx, id.User.UserName, keys, err); !hasCode(err, wrongCode) {
			return nil, "", nil, err
		}
		return nil, "", nil, errs.New(errs.Rule, wrongCode, "This is not the code that the app shows now; check the clock of the device and try again.").
			WithFields(errs.Field{Field: "code", Message: "This is not the code that the app shows now."})
	}
	if err != nil {
		return nil, "", nil, err
	}
	s.notify(ctx, id.User, s.factorMail(id.User, "set up"))
	return codes, token, confirmed, nil
}

// confirm does the work of ConfirmSecondFactor.
func (s *Service) confirm(ctx context.Context, tx Tx, id *Identity, code string, codes []string) (token string, confirmed *Identity, err error) {
	now := s.now()
	f, err := tx.SecondFactor(ctx, id.User.ID)
	if errs.Is(err, errs.NotFound) || err == nil && (f.Pending == "" || now.Sub(*f.PendingAt) > pendingLife) {
		return "", nil, errs.New(errs.Rule, "nothing_to_confirm", "Start again: no secret is waiting to be confirmed.")
	}
	if err != nil {
		return "", nil, err
	}
	step, ok := stepOf(f.Pending, normalCode(code), now, 0)
	if !ok {
		return "", nil, codeRefused()
	}
	token, session, err := s.renewSession(ctx, tx, id.Session, false)
	if err != nil {
		return "", nil, err
	}
	u, err := tx.User(ctx, id.User.ID)
	if err != nil {
		return "", nil, err
	}
	err = errors.Join(
		tx.SaveSecondFactor(ctx, &SecondFactor{UserID: u.ID, Secret: f.Pending, ConfirmedAt: &now, LastStep: step}),
		tx.ReplaceRecoveryCodes(ctx, u.ID, hashCodes(codes)),
		s.endOthers(ctx, tx, u, session.TokenHash),
		s.audit(ctx, tx, audit.SecondFactorAdded, u, nil, nil),
	)
	if err != nil {
		return "", nil, err
	}
	confirmed, err = s.identity(ctx, tx, u, session)
	return token, confirmed, err
}

// RemoveSecondFactor removes the second factor of the caller's account. It needs the current
// password, which is then the only factor: errs.Rule when it is too weak for that. errs.Forbidden
// (second_factor_needed) while a role requires a second factor.
func (s *Service) RemoveSecondFactor(ctx context.Context, id *Identity, current string) (err error) {
	defer errs.Wrap(&err, "auth.RemoveSecondFactor")
	if err := ownSession(id); err != nil {
		return err
	}
	if s.NeedsSecondFactor(id.User) {
		return errs.New(errs.Forbidden, "second_factor_needed", "Your role requires a second factor; you can set up another app in its place.")
	}
	if id.User.PasswordHash != "" && current == "" {
		return passwordNeeded("Enter your current password.")
	}
	if _, err := s.reauthenticate(ctx, id, current); err != nil {
		return err
	}
	if current != "" && CheckPassword(current, id.User.UserName, false) != nil {
		return errs.New(
			errs.Rule,
			"weak_password",
			"Your password is too weak to be the only factor; change it to one of %d characters or more first.",
			MinPasswordRunes,
		).
			WithFields(
				errs.Field{Field: "current_password", Message: "Too weak to be the only factor."},
			)
	}
	return s.removeFactor(ctx, id.User)
}

// ResetSecondFactor removes the second factor of a person who has lost both app and recovery codes.
// It is for the command line.
func (s *Service) ResetSecondFactor(ctx context.Context, userName string) (err error) {
	defer errs.Wrap(&err, "auth.ResetSecondFactor(%q)", userName)
	u, err := s.store.UserByName(ctx, userName)
	if err != nil {
		return err
	}
	return s.removeFactor(ctx, u)
}

// RemoveSecondFactorOf does the same for a manager. Errors are those of ChangeAccount,
// errs.Forbidden for an equal's account, errs.Conflict (no_second_factor) for an account without
// one.
func (s *Service) RemoveSecondFactorOf(ctx context.Context, by *Identity, area Area, userID string) (err error) {
	defer errs.Wrap(&err, "auth.RemoveSecondFactorOf(%q, %q)", area, userID)
	var owner *User
	err = s.manage(ctx, by, area, userID, func(tx Tx, u *User) error {
		owner = u
		if by.User.ID == u.ID { // for the caller's own account the password is required
			return errs.New(errs.Forbidden, "own_account", "Your own second factor is removed in your profile.")
		}
		if err := lesser(by, area, u); err != nil {
			return err
		}
		return s.dropFactor(ctx, tx, u)
	})
	if errs.Is(err, errs.NotFound) && owner != nil {
		return errs.New(errs.Conflict, "no_second_factor", "This account has no second factor.")
	}
	if err != nil {
		return err
	}
	s.notify(ctx, owner, s.factorMail(owner, "removed"))
	return nil
}

func (s *Service) removeFactor(ctx context.Context, u *User) error {
	if err := s.store.InTx(ctx, func(tx Tx) error { return s.dropFactor(ctx, tx, u) }); err != nil {
		return err
	}
	s.notify(ctx, u, s.factorMail(u, "removed"))
	return nil
}

func (s *Service) dropFactor(ctx context.Context, tx Tx, u *User) error {
	if err := tx.DeleteSecondFactor(ctx, u.ID); err != nil {
		return err
	}
	return s.audit(ctx, tx, audit.SecondFactorRemoved, u, nil, nil)
}

// RenewRecoveryCodes voids the recovery codes of the caller's account and returns new ones.
// errs.Conflict for an account without a second factor.
func (s *Service) RenewRecoveryCodes(ctx context.Context, id *Identity, current string) (codes []string, err error) {
	defer errs.Wrap(&err, "auth.RenewRecoveryCodes")
	if _, err := s.reauthenticate(ctx, id, current); err != nil {
		return nil, err
	}
	if codes, err = s.newRecoveryCodes(); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		factor, err := confirmedFactor(ctx, tx, id.User.ID)
		if err != nil {
			return err
		}
		if factor == nil {
			return errs.New(errs.Conflict, "no_second_factor", "Set up a second factor first.")
		}
		if err := tx.ReplaceRecoveryCodes(ctx, id.User.ID, hashCodes(codes)); err != nil {
			return err
		}
		return audit.Append(ctx, tx, s.now(), audit.Entry{
			Action: audit.SecondFactorAdded, Object: "user", ObjectID: id.User.ID, Detail: "new recovery codes",
		})
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// factorMail informs the owner of an account about its second factor.
func (s *Service) factorMail(u *User, what string) Message {
	return Message{
		To: addressOf(u), Subject: "Second factor " + what + " at " + hostOf(s.settings.BaseURL),
		Text: greeting(u) + "The second factor of your account " + u.UserName + " at " + s.settings.BaseURL + " was " + what +
			" at " + spokenTime(s.now()) + ".\n\nIf this was not you, change your password and contact the coordinators of your consortium at once.\n",
	}
}
