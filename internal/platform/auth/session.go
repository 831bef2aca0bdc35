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

// opening is what a new session is made of.
type opening struct {
	Group     string // "" for a browser
	Remember  bool
	place     place
	UserAgent string
	OldToken  string // session that this browser had; it ends
}

// openSession makes a session for somebody who has proved who they are. The
// account is saved with the time; the audit entry is the caller's.
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

// renewSession gives a session another token, so that one that leaked before is
// void. Its absolute end stays. proved says that the owner has just shown who
// they are. errs.Unauthenticated when it has ended meanwhile.
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

// lifetimes are how long a session lasts without a request and in all.
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

// Begun reports whether what was made at a time counts at another, now. A clock that was set
// back leaves behind what was made in the future, and would outlast its lifetime by as much.
func Begun(now, made time.Time) bool { return made.Sub(now) <= clockSlack }

func (s *Service) alive(x *Session) bool {
	now := s.now()
	idle, _ := s.lifetimes(x)
	return now.Before(x.ExpiresAt) && now.Sub(x.LastSeenAt) < idle && Begun(now, x.CreatedAt)
}

// Authenticate finds who holds the token of a browser's session, with the
// account and roles as they are now. errs.Unauthenticated for a token that is
// unknown, idle too long, past its end, or of a disabled account.
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

// noted forgives that a use could not be noted: who may read goes on while the database
// takes no changes.
func noted(err error) error {
	if errs.Is(err, errs.Unavailable) {
		return nil
	}
	return err
}

// Check is Authenticate that does not count as a use of the session: a page that
// only listens grows idle.
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

// holder is the account of a session that has not ended.
func (s *Service) holder(ctx context.Context, session *Session, user *User) (*Identity, error) {
	if !s.alive(session) || !user.IsActive {
		return nil, sessionEnded()
	}
	return s.identity(ctx, s.store, user, session)
}

// identity works out what an account may do with a session, or with an API
// token for nil, and what it owes.
func (s *Service) identity(ctx context.Context, r Reads, u *User, session *Session) (*Identity, error) {
	id := NewIdentity(u, session)
	switch {
	case id.bound():
		id.open = nil
		if session.Group == s.settings.SGCGroup && s.directory == nil {
			id.open = []Area{AreaSGC}
		}
	case s.directory != nil: // who may do what in the area is the user service's to say
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

// expiredTokensKept is how long a program that uses an expired API token is
// told so.
const expiredTokensKept = 90 * 24 * time.Hour

// expiredLinksKept is how long a link that ran out is known, so that its use
// says so.
const expiredLinksKept = 7 * 24 * time.Hour

// Sweep forgets what is over: sessions, sign-ins elsewhere that nobody
// finished, links, secrets that nobody confirmed, places of long ago, API tokens
// long expired.
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

// localAccount refuses accounts that an external user service keeps.
func localAccount(id *Identity) error {
	if id.External {
		return errs.New(errs.Forbidden, "session_needed", "Your account is kept by another user service; change it there.")
	}
	return nil
}
