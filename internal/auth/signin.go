package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"time"

	"cohortium/internal/errs"
)

// Settings are the lifetimes of sessions and the cost of passwords.
type Settings struct {
	Idle             time.Duration // without a request, for sign-ins of one browser session
	Absolute         time.Duration // in all
	RememberIdle     time.Duration // the same for "remember me"
	RememberAbsolute time.Duration
	Passwords        PasswordParams
	ParallelHashes   int // hashes computed at once
}

// DefaultSettings are the documented lifetimes: 12 hours idle and 24 in all,
// or 14 and 30 days for "remember me".
func DefaultSettings() Settings {
	return Settings{
		Idle: 12 * time.Hour, Absolute: 24 * time.Hour,
		RememberIdle: 14 * 24 * time.Hour, RememberAbsolute: 30 * 24 * time.Hour,
		Passwords: DefaultPasswordParams(), ParallelHashes: 2,
	}
}

// touchEvery bounds how often a request writes that a session is alive.
const touchEvery = time.Minute

// Service signs people in and out and manages accounts.
type Service struct {
	store    Store
	now      func() time.Time
	newID    func() string
	random   io.Reader
	settings Settings
	hasher   *hasher
	stripes  stripes
}

// NewService makes a service. random yields bytes for session tokens and must
// be cryptographically strong.
func NewService(store Store, now func() time.Time, newID func() string, random io.Reader, settings Settings) (*Service, error) {
	h, err := newHasher(settings.Passwords, max(1, settings.ParallelHashes))
	if err != nil {
		return nil, err
	}
	return &Service{store: store, now: now, newID: newID, random: random, settings: settings, hasher: h}, nil
}

// SignIn is a try to open a session.
type SignIn struct {
	UserName  string
	Password  string
	Remember  bool
	Address   string // of the client, for slowing guesses down
	UserAgent string
	OldToken  string // session that this browser had; it ends
}

// SignIn opens a session and gives its token, which is kept nowhere else.
// Unknown user, wrong, empty or absent password and disabled account are the
// same errs.Unauthenticated after the same work; too many tries are *RateLimited.
func (s *Service) SignIn(ctx context.Context, in SignIn) (token string, id *Identity, err error) {
	defer errs.Wrap(&err, "auth.SignIn")
	lock := s.stripes.of(in.UserName)
	lock.Lock()
	defer lock.Unlock()

	keys := limits(in.UserName, in.Address)
	if err := s.slowDown(ctx, keys); err != nil {
		return "", nil, err
	}
	user, err := s.store.UserByName(ctx, in.UserName)
	if err != nil && !errs.Is(err, errs.NotFound) {
		return "", nil, err
	}
	hash := ""
	if user != nil {
		hash = user.PasswordHash
	}
	match, weaker := s.hasher.check(in.Password, hash)
	if !match || in.Password == "" || user == nil || !user.IsActive {
		if err := s.countFailure(ctx, keys); err != nil {
			return "", nil, err
		}
		return "", nil, errs.New(errs.Unauthenticated, "wrong_credentials", "User name or password is wrong.")
	}
	return s.open(ctx, in, user, weaker, keys)
}

// open makes the session of a user whose password matched.
func (s *Service) open(ctx context.Context, in SignIn, user *User, rehash bool, keys []limit) (string, *Identity, error) {
	now := s.now()
	if rehash {
		hash, err := s.hasher.hash(in.Password)
		if err != nil {
			return "", nil, err
		}
		user.PasswordHash = hash
	}
	user.LastLogin = &now
	if err := s.store.UpdateUser(ctx, user); err != nil {
		return "", nil, err
	}
	if in.OldToken != "" {
		if err := s.SignOut(ctx, in.OldToken); err != nil {
			return "", nil, err
		}
	}
	secret := make([]byte, 32)
	if _, err := io.ReadFull(s.random, secret); err != nil {
		return "", nil, err
	}
	token := base64.RawURLEncoding.EncodeToString(secret)
	life := s.settings.Absolute
	if in.Remember {
		life = s.settings.RememberAbsolute
	}
	session := &Session{
		TokenHash: hashToken(token), UserID: user.ID, Remember: in.Remember,
		CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(life),
		UserAgent: in.UserAgent, Address: in.Address,
	}
	if err := s.store.CreateSession(ctx, session); err != nil {
		return "", nil, err
	}
	// The address keeps its count: one good account must not wash it clean.
	for _, l := range keys[:2] {
		if err := s.store.ClearAttempts(ctx, l.key); err != nil {
			return "", nil, err
		}
	}
	return token, NewIdentity(user, session), nil
}

// Authenticate finds who holds a session token, with the account and roles as
// they are now. errs.Unauthenticated for a token that is unknown, idle too
// long, past its end, or of a disabled account.
func (s *Service) Authenticate(ctx context.Context, token string) (id *Identity, err error) {
	defer errs.Wrap(&err, "auth.Authenticate")
	id, err = s.Check(ctx, token)
	if err != nil {
		return nil, err
	}
	if now := s.now(); now.Sub(id.Session.LastSeenAt) >= touchEvery {
		err := s.store.TouchSession(ctx, id.Session.TokenHash, now)
		if errs.Is(err, errs.NotFound) { // signed out at this moment
			return nil, sessionEnded()
		}
		if err != nil {
			return nil, err
		}
	}
	return id, nil
}

// Check is Authenticate that does not count as a use of the session: a page that
// only listens grows idle.
func (s *Service) Check(ctx context.Context, token string) (*Identity, error) {
	session, err := s.store.Session(ctx, hashToken(token))
	if errs.Is(err, errs.NotFound) {
		return nil, sessionEnded()
	}
	if err != nil {
		return nil, err
	}
	now := s.now()
	idle := s.settings.Idle
	if session.Remember {
		idle = s.settings.RememberIdle
	}
	if !now.Before(session.ExpiresAt) || now.Sub(session.LastSeenAt) >= idle {
		return nil, sessionEnded()
	}
	user, err := s.store.User(ctx, session.UserID)
	if errs.Is(err, errs.NotFound) || (err == nil && !user.IsActive) {
		return nil, sessionEnded()
	}
	if err != nil {
		return nil, err
	}
	return NewIdentity(user, session), nil
}

func sessionEnded() error {
	return errs.New(errs.Unauthenticated, "session_ended", "Your session has ended. Please sign in again.")
}

// SignOut ends the session of a token; an unknown token is no error.
func (s *Service) SignOut(ctx context.Context, token string) error {
	err := s.store.DeleteSession(ctx, hashToken(token))
	if errs.Is(err, errs.NotFound) {
		return nil
	}
	return err
}

// Sweep forgets sessions that are over.
func (s *Service) Sweep(ctx context.Context) error {
	return s.store.DeleteSessionsExpiredBy(ctx, s.now())
}

func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
