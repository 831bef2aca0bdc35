package auth

import (
	"context"
	"errors"
	"slices"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// touchEvery bounds how often a request writes that a credential is in use.
const touchEvery = time.Minute

// opening describes a new session.
type opening struct {
	Group     string // "" for a browser
	Remember  bool
	place     place
	UserAgent string
	OldToken  string // session that this browser had; it is ended
}

// openSession creates a session for an authenticated person. The account is saved with the time;
// the caller writes the audit entry.
func (s *Service) openSession(ctx context.Context, tx Tx, u *User, o opening) (token string, id *Identity, err error) {
	if token, err = s.newSecret(); err != nil {
		return "", nil, err
	}
	now := s.now()
	session := &Session{
		ID: s.newID(), TokenHash: hashToken(token), UserID: u.ID, Group: o.Group, Remember: o.Remember && o.Group == "",
		CreatedAt: now, AuthenticatedAt: now, LastSeenAt: now, UserAgent: o.UserAgent, Address: o.place.Address,
	}
	_, absolute := s.lifetimes(session)
	session.ExpiresAt = now.Add(absolute)
	u.LastLogin = &now
	if err := tx.UpdateUser(ctx, u); err != nil {
		return "", nil, err
	}
	if o.OldToken != "" {
		if err := tx.DeleteSession(ctx, hashToken(o.OldToken)); err != nil {
			return "", nil, err
		}
	}
	if err := tx.CreateSession(ctx, session); err != nil {
		return "", nil, err
	}
	for _, key := range o.place.keys() {
		if err := tx.RememberPlace(ctx, u.ID, key, now); err != nil {
			return "", nil, err
		}
	}
	id, err = s.identity(ctx, tx, u, session)
	return token, id, err
}

// renewSession replaces the token of a session, so that a leaked one is void. Its absolute end
// stays. proved reports that the owner has just authenticated. errs.Unauthenticated when it has
// ended meanwhile.
func (s *Service) renewSession(ctx context.Context, tx Tx, old *Session, proved bool) (token string, renewed *Session, err error) {
	if token, err = s.newSecret(); err != nil {
		return "", nil, err
	}
	session := *old
	session.TokenHash, session.LastSeenAt = hashToken(token), s.now()
	if proved {
		session.AuthenticatedAt = session.LastSeenAt
	}
	err = tx.RenewSession(ctx, &session)
	if errs.Is(err, errs.NotFound) {
		err = sessionEnded()
	}
	return token, &session, err
}

// lifetimes returns how long a session lasts without a request and in all.
func (s *Service) lifetimes(x *Session) (idle, absolute time.Duration) {
	switch {
	case x.Group != "":
		return s.settings.BearerIdle, s.settings.BearerAbsolute
	case x.Remember:
		return s.settings.RememberIdle, s.settings.RememberAbsolute
	}
	return s.settings.Idle, s.settings.Absolute
}

// clockSlack is how much the clocks of servers may differ.
const clockSlack = 5 * time.Minute

// Begun reports whether something created at the time made is valid at now. After a clock was set
// back, things created in the future would otherwise outlast their lifetime by as much.
func Begun(now, made time.Time) bool { return made.Sub(now) <= clockSlack }

func (s *Service) alive(x *Session) bool {
	now := s.now()
	idle, _ := s.lifetimes(x)
	return now.Before(x.ExpiresAt) && now.Sub(x.LastSeenAt) < idle && Begun(now, x.CreatedAt)
}

// Authenticate returns the holder of a browser session's token, with the current account and roles.
// errs.Unauthenticated for a token that is unknown, idle too long, past its end, or of a disabled
// account.
func (s *Service) Authenticate(ctx context.Context, token string) (id *Identity, err error) {
	defer errs.Wrap(&err, "auth.Authenticate")
	id, err = s.Check(ctx, token)
	if err != nil {
		return nil, err
	}
	return id, s.touch(ctx, id.Session)
}

// touch notes the use of a session, once in a while.
func (s *Service) touch(ctx context.Context, x *Session) error {
	now := s.now()
	if now.Sub(x.LastSeenAt) < touchEvery {
		return nil
	}
	err := s.store.TouchSession(ctx, x.TokenHash, now)
	if errs.Is(err, errs.NotFound) { // signed out at this moment
		return sessionEnded()
	}
	return noted(err)
}

// noted ignores an error of noting a use: readers can continue while the database is read-only.
func noted(err error) error {
	if errs.Is(err, errs.Unavailable) {
		return nil
	}
	return err
}

// Check is like Authenticate but does not count as a use of the session: a page that only listens
// becomes idle.
func (s *Service) Check(ctx context.Context, token string) (id *Identity, err error) {
	session, user, err := s.store.Session(ctx, hashToken(token))
	if errs.Is(err, errs.NotFound) || err == nil && session.Group != "" {
		return nil, sessionEnded()
	}
	if err != nil {
		return nil, err
	}
	return s.holder(ctx, session, user)
}

// holder returns the account of a session that has not ended.
func (s *Service) holder(ctx context.Context, session *Session, user *User) (*Identity, error) {
	if !s.alive(session) || !user.IsActive {
		return nil, sessionEnded()
	}
	return s.identity(ctx, s.store, user, session)
}

// identity derives the rights of an account with a session, or with an API token for nil, and its
// open duties.
func (s *Service) identity(ctx context.Context, r Reads, u *User, session *Session) (*Identity, error) {
	id := NewIdentity(u, session)
	switch {
	case id.bound():
		id.open = nil
		if session.Group == s.settings.SGCGroup && s.directory == nil {
			id.open = []Area{AreaSGC}
		}
	case s.directory != nil: // the user service decides the rights in the area
		id.open = slices.DeleteFunc(id.open, func(a Area) bool { return a == AreaSGC })
	}
	if u.MustChangePassword {
		id.Duties = append(id.Duties, DutyPassword)
	}
	if u.PasswordHash == "" || !s.NeedsSecondFactor(u) {
		return id, nil
	}
	factor, err := confirmedFactor(ctx, r, u.ID)
	if err == nil && factor == nil {
		id.Duties = append(id.Duties, DutySecondFactor)
	}
	return id, err
}

func sessionEnded() error {
	return errs.New(errs.Unauthenticated, "session_ended", "Your session has ended. Sign in again.")
}

// Sessions lists where the caller's account is signed in, newest first.
func (s *Service) Sessions(ctx context.Context, id *Identity) (list []Session, err error) {
	defer errs.Wrap(&err, "auth.Sessions")
	if err := localAccount(id); err != nil {
		return nil, err
	}
	list, err = s.store.SessionsOf(ctx, id.User.ID)
	return slices.DeleteFunc(list, func(x Session) bool { return !s.alive(&x) }), err
}

// EndSession ends one session of the caller's account. errs.NotFound for others'.
func (s *Service) EndSession(ctx context.Context, id *Identity, sessionID string) (err error) {
	defer errs.Wrap(&err, "auth.EndSession(%q)", sessionID)
	if err := localAccount(id); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		list, err := tx.SessionsOf(ctx, id.User.ID)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(x Session) bool { return x.ID == sessionID })
		if i < 0 {
			return errs.Missing("session")
		}
		if err := tx.DeleteSession(ctx, list[i].TokenHash); err != nil {
			return err
		}
		return s.audit(ctx, tx, audit.SessionsEnded, id.User, nil, nil)
	})
}

// EndOtherSessions ends all sessions of the caller's account but the one in use.
func (s *Service) EndOtherSessions(ctx context.Context, id *Identity) (err error) {
	defer errs.Wrap(&err, "auth.EndOtherSessions")
	if err := localAccount(id); err != nil {
		return err
	}
	keep := ""
	if id.Session != nil {
		keep = id.Session.TokenHash
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		if err := tx.DeleteSessionsOf(ctx, id.User.ID, keep); err != nil {
			return err
		}
		return s.audit(ctx, tx, audit.SessionsEnded, id.User, nil, nil)
	})
}

// expiredTokensKept is how long the use of an expired API token is reported as such.
const expiredTokensKept = 90 * 24 * time.Hour

// expiredLinksKept is how long an expired link is kept, so that its use is reported as such.
const expiredLinksKept = 7 * 24 * time.Hour

// Sweep deletes what has expired: sessions, unfinished external sign-ins, links, unconfirmed
// secrets, old places, API tokens long expired.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "auth.Sweep")
	now := s.now()
	return s.store.InTx(ctx, func(tx Tx) error {
		return errors.Join(
			tx.DeleteSessionsExpiredBy(ctx, now),
			tx.DeleteFlowsExpiredBy(ctx, now),
			tx.DeleteLinksExpiredBy(ctx, now.Add(-expiredLinksKept)),
			tx.ForgetPlacesBefore(ctx, now.Add(-PlaceLife)),
			tx.DeletePendingSecondFactors(ctx, now.Add(-pendingLife)),
			tx.DeleteAPITokensExpiredBy(ctx, now.Add(-expiredTokensKept)),
		)
	})
}

// localAccount rejects accounts of an external user service.
func localAccount(id *Identity) error {
	if id.External {
		return errs.New(errs.Forbidden, "session_needed", "Your account is kept by another user service; change it there.")
	}
	return nil
}
