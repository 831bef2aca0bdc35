package store

import (
	"context"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// CreateSession implements auth.CredentialTx.
func (t accountTx) CreateSession(ctx context.Context, x *auth.Session) (err error) {
	defer errs.Wrap(&err, "store.CreateSession(user %q)", x.UserID)
	return problem(t.q.InsertSession(ctx, sqlcgen.InsertSessionParams{
		TokenHash: x.TokenHash, UserID: x.UserID, Remember: x.Remember, CreatedAt: x.CreatedAt, LastSeenAt: x.LastSeenAt,
		ExpiresAt: x.ExpiresAt, UserAgent: printable(x.UserAgent), Address: printable(x.Address),
		ID: x.ID, GroupName: x.Group, AuthenticatedAt: x.AuthenticatedAt,
	}))
}

// RenewSession implements auth.CredentialTx.
func (t accountTx) RenewSession(ctx context.Context, x *auth.Session) (err error) {
	defer errs.Wrap(&err, "store.RenewSession(%q)", x.ID)
	n, err := t.q.RenewSession(ctx, sqlcgen.RenewSessionParams{
		ID: x.ID, TokenHash: x.TokenHash, AuthenticatedAt: x.AuthenticatedAt, LastSeenAt: x.LastSeenAt,
	})
	return changed(n, err, "session")
}

// Session implements auth.CredentialReads.
func (r accountReads) Session(ctx context.Context, tokenHash string) (x *auth.Session, u *auth.User, err error) {
	defer errs.Wrap(&err, "store.Session")
	x, err = r.session(ctx, tokenHash)
	if err != nil {
		return nil, nil, err
	}
	u, err = r.User(ctx, x.UserID)
	return x, u, err
}

// Session implements auth.CredentialReads, in one statement when the account was read since the
// last change of any account.
func (a *Accounts) Session(ctx context.Context, tokenHash string) (x *auth.Session, u *auth.User, err error) {
	defer errs.Wrap(&err, "store.Session")
	x, err = a.session(ctx, tokenHash)
	if err != nil {
		return nil, nil, err
	}
	u, err = a.accountAt(ctx, x.UserID, x.Revisions.Accounts)
	return x, u, err
}

func (r accountReads) session(ctx context.Context, tokenHash string) (*auth.Session, error) {
	row, err := r.from.GetSession(ctx, tokenHash)
	if err != nil {
		return nil, missing(err, "session")
	}
	x := toSession(row.Session)
	x.Revisions = (*auth.Revisions)(&row.AllRevision)
	return &x, nil
}

// SessionsOf implements auth.CredentialReads.
func (r accountReads) SessionsOf(ctx context.Context, userID string) (list []auth.Session, err error) {
	defer errs.Wrap(&err, "store.SessionsOf(%q)", userID)
	rows, err := r.from.ListSessionsOf(ctx, userID)
	for _, row := range rows {
		list = append(list, toSession(row))
	}
	return list, problem(err)
}

func toSession(r sqlcgen.Session) auth.Session {
	return auth.Session{
		ID: r.ID, TokenHash: r.TokenHash, UserID: r.UserID, Group: r.GroupName, Remember: r.Remember,
		CreatedAt: r.CreatedAt.UTC(), AuthenticatedAt: r.AuthenticatedAt.UTC(), LastSeenAt: r.LastSeenAt.UTC(),
		ExpiresAt: r.ExpiresAt.UTC(), UserAgent: r.UserAgent, Address: r.Address,
	}
}

// TouchSession implements auth.CredentialStore.
func (a *Accounts) TouchSession(ctx context.Context, tokenHash string, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.TouchSession")
	n, err := a.writer().TouchSession(ctx, sqlcgen.TouchSessionParams{TokenHash: tokenHash, LastSeenAt: at})
	return changed(n, err, "session")
}

// DeleteSession implements auth.CredentialTx.
func (t accountTx) DeleteSession(ctx context.Context, tokenHash string) (err error) {
	defer errs.Wrap(&err, "store.DeleteSession")
	return problem(t.q.DeleteSession(ctx, tokenHash))
}

// DeleteSessionsOf implements auth.CredentialTx.
func (t accountTx) DeleteSessionsOf(ctx context.Context, userID, exceptTokenHash string) (err error) {
	defer errs.Wrap(&err, "store.DeleteSessionsOf(%q)", userID)
	return problem(t.q.DeleteSessionsOf(ctx, sqlcgen.DeleteSessionsOfParams{UserID: userID, TokenHash: exceptTokenHash}))
}

// DeleteSessionsExpiredBy implements auth.CredentialTx.
func (t accountTx) DeleteSessionsExpiredBy(ctx context.Context, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.DeleteSessionsExpiredBy(%s)", at)
	return problem(t.q.DeleteSessionsExpiredBy(ctx, at))
}
