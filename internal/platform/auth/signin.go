package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// SignIn is an attempt to open a session.
type SignIn struct {
	UserName  string
	Password  string
	Code      string // of the authenticator app, or a recovery code; for accounts that have a second factor
	Remember  bool
	Address   string // of the client, for slowing guesses down
	Device    string // random value that this browser keeps, "" for none; known after a success
	UserAgent string
	OldToken  string // session that this browser had; it is ended
}

// guess reports whether an attempt could have found something out. Without a name or a password it
// could not, so it does not count against the owner.
func (in SignIn) guess() bool { return FoldName(in.UserName) != "" && in.Password != "" }

func (in SignIn) place() place { return place{Address: in.Address, Device: in.Device} }

// SignIn opens the session of a browser and returns its token, which is stored nowhere else.
// Unknown user, wrong, empty or absent password and disabled account are the same
// errs.Unauthenticated (wrong_credentials) after the same work. Once the password is right, an
// account with a second factor needs a code: second_factor_required without one, wrong_code for a
// wrong or used one. Too many tries are *RateLimited.
func (s *Service) SignIn(ctx context.Context, in SignIn) (token string, id *Identity, err error) {
	defer errs.Wrap(&err, "auth.SignIn")
	tokens, id, err := s.signIn(ctx, in, "")
	if err != nil {
		return "", nil, err
	}
	return tokens[0], id, nil
}

// GroupSignIn is like SignIn, at the user service: its token is a bearer token that serves one
// group only. errs.Forbidden (wrong_group) for an account outside of it.
func (s *Service) GroupSignIn(ctx context.Context, in SignIn, group string) (token string, id *Identity, err error) {
	defer errs.Wrap(&err, "auth.GroupSignIn(%q)", group)
	if group == "" {
		return "", nil, namelessGroup()
	}
	in.OldToken = "" // a bearer token is not a cookie; both may coexist
	tokens, id, err := s.signIn(ctx, in, group)
	if err != nil {
		return "", nil, err
	}
	return tokens[0], id, nil
}

// GroupSignInHere is like GroupSignIn, on a page of this server: the same credentials also open the
// session of the browser. An account outside of the group gets neither.
func (s *Service) GroupSignInHere(ctx context.Context, in SignIn, group string) (token, session string, id *Identity, err error) {
	defer errs.Wrap(&err, "auth.GroupSignInHere(%q)", group)
	if group == "" {
		return "", "", nil, namelessGroup()
	}
	tokens, id, err := s.signIn(ctx, in, group, "")
	if err != nil {
		return "", "", nil, err
	}
	return tokens[0], tokens[1], id, nil
}

func namelessGroup() error { return errs.AtField("group", "Name the group to sign in to.") }

// signIn opens one session for each of the groups, "" for the browser, and returns their tokens in
// that order and the identity of the first.
func (s *Service) signIn(ctx context.Context, in SignIn, groups ...string) ([]string, *Identity, error) {
	lock := s.stripes.of(in.UserName)
	lock.Lock()
	defer lock.Unlock()
	keys, err := s.limits(ctx, in.UserName, in.place())
	if err != nil {
		return nil, nil, err
	}
	if err := s.slowDown(ctx, keys); err != nil {
		return nil, nil, amend(err, "%s", s.wayIn())
	}
	user, newHash, err := s.checkPassword(ctx, in)
	for i := 0; err == nil && i < len(groups); i++ {
		err = s.admitToGroup(user, groups[i])
	}
	var tokens []string
	var id *Identity
	if err == nil {
		tokens, id, err = s.open(ctx, in, groups, user, newHash)
	}
	if err != nil {
		if !in.guess() {
			keys = nil
		}
		return nil, nil, s.refuse(ctx, in.UserName, keys, err)
	}
	return tokens, id, s.clearAttempts(ctx, keys)
}

// checkPassword finds the account of a password. newHash is a stronger one than
// the account has, "" if there is no need.
func (s *Service) checkPassword(ctx context.Context, in SignIn) (user *User, newHash string, err error) {
	user, err = named(ctx, s.store, in.UserName)
	if err != nil {
		return nil, "", err
	}
	hash := ""
	if user != nil {
		hash = user.PasswordHash
	}
	match, weaker := s.hasher.check(in.Password, hash)
	if !match || in.Password == "" || user == nil || !user.IsActive {
		return nil, "", wrongCredentials()
	}
	factor, err := confirmedFactor(ctx, s.store, user.ID)
	if err != nil {
		return nil, "", err
	}
	if factor != nil && in.Code == "" {
		return nil, "", errs.New(errs.Unauthenticated, codeNeeded, "Enter the code that your authenticator app shows, or a recovery code.")
	}
	if weaker {
		newHash, err = s.hasher.hash(in.Password)
	}
	return user, newHash, err
}

func wrongCredentials() error {
	return errs.New(errs.Unauthenticated, "wrong_credentials", "User name or password is wrong.")
}

// open makes the sessions of a user whose password matched, in one transaction with the use of the
// code. Changes of the account since then count.
func (s *Service) open(ctx context.Context, in SignIn, groups []string, checked *User, newHash string) (tokens []string, id *Identity, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		user, err := tx.User(ctx, checked.ID)
		if errs.Is(err, errs.NotFound) || err == nil && (!user.IsActive || user.PasswordHash != checked.PasswordHash) {
			return wrongCredentials()
		}
		if err != nil {
			return err
		}
		if newHash != "" {
			user.PasswordHash = newHash
		}
		if err := s.useCode(ctx, tx, user, in.Code); err != nil {
			return err
		}
		tokens, id, err = s.openSessions(ctx, tx, user, in, groups)
		return err
	})
	return tokens, id, err
}

// openSessions makes a session for each group, with its audit entry; id is that
// of the first.
func (s *Service) openSessions(ctx context.Context, tx Tx, user *User, in SignIn, groups []string) (tokens []string, id *Identity, err error) {
	for _, group := range groups {
		token, opened, err := s.openSession(ctx, tx, user, opening{
			Group: group, Remember: in.Remember, place: in.place(), UserAgent: in.UserAgent, OldToken: in.OldToken,
		})
		if err != nil {
			return nil, nil, err
		}
		if err := s.auditSignIn(ctx, tx, user, group); err != nil {
			return nil, nil, err
		}
		if tokens = append(tokens, token); id == nil {
			id = opened
		}
	}
	return tokens, id, nil
}

// auditSignIn writes the entry of a new session.
func (s *Service) auditSignIn(ctx context.Context, tx Tx, u *User, how string) error {
	return audit.Append(ctx, tx, s.now(), audit.Entry{
		Action: audit.SignIn, Object: "user", ObjectID: u.ID, Detail: how, Actor: u.UserName, ActorID: u.ID,
	})
}

// refuse counts a failed attempt under the keys and records it, when its error is a refusal, and
// returns the error. The password alone, without the code that is still needed, is not a failure.
func (s *Service) refuse(ctx context.Context, userName string, keys []limit, refusal error) error {
	if !errs.Is(refusal, errs.Unauthenticated) && !errs.Is(refusal, errs.Forbidden) || hasCode(refusal, codeNeeded) {
		return refusal
	}
	if errs.Is(refusal, errs.Unauthenticated) {
		if err := s.countFailure(ctx, keys); err != nil {
			return err
		}
	}
	if err := s.auditFailure(ctx, userName, codeOf(refusal)); err != nil {
		return err
	}
	return refusal
}

// auditFailure writes the entry of a sign-in that failed. The typed name is included only if an
// account has that name: otherwise it may be anything, such as a password in the wrong field.
func (s *Service) auditFailure(ctx context.Context, userName, why string) error {
	return s.store.InTx(ctx, func(tx Tx) error {
		entry := audit.Entry{Action: audit.SignInFailed, Object: "user", Refused: true, Detail: why}
		u, err := named(ctx, tx, userName)
		if err != nil {
			return err
		}
		if u != nil {
			entry.Actor = u.UserName
		}
		return audit.Append(ctx, tx, s.now(), entry)
	})
}

// named returns the account of a typed name, nil for none.
func named(ctx context.Context, r Reads, userName string) (*User, error) {
	u, err := r.UserByName(ctx, userName)
	if errs.Is(err, errs.NotFound) || errs.Is(err, errs.Invalid) { // Invalid: not even a text
		return nil, nil
	}
	return u, err
}

// SignOut ends the session of a browser; an unknown token is not an error.
func (s *Service) SignOut(ctx context.Context, token string) (err error) {
	defer errs.Wrap(&err, "auth.SignOut")
	return s.signOut(ctx, token, false)
}

// SignOutBearer ends a bearer token of the user service; an unknown one is not an error.
func (s *Service) SignOutBearer(ctx context.Context, token string) (err error) {
	defer errs.Wrap(&err, "auth.SignOutBearer")
	return s.signOut(ctx, token, true)
}

func (s *Service) signOut(ctx context.Context, token string, bearer bool) error {
	hash := hashToken(token)
	return s.store.InTx(ctx, func(tx Tx) error {
		session, user, err := tx.Session(ctx, hash)
		if errs.Is(err, errs.NotFound) || err == nil && (session.Group != "") != bearer {
			return nil
		}
		if err != nil {
			return err
		}
		if err := tx.DeleteSession(ctx, hash); err != nil {
			return err
		}
		return audit.Append(ctx, tx, s.now(), audit.Entry{
			Action: audit.SignOut, Object: "user", ObjectID: user.ID, Detail: session.Group, Actor: user.UserName, ActorID: user.ID,
		})
	})
}

// newSecret returns 256 random bits as text for a cookie, a header or an address.
func (s *Service) newSecret() (string, error) {
	secret := make([]byte, 32)
	if _, err := io.ReadFull(s.random, secret); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(secret), nil
}

func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
