package store

import (
	"context"
	"strings"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// CreateAPIToken implements auth.CredentialTx.
func (t accountTx) CreateAPIToken(ctx context.Context, x *auth.APIToken) (err error) {
	defer errs.Wrap(&err, "store.CreateAPIToken(%q)", x.ID)
	return problem(t.q.InsertAPIToken(ctx, sqlcgen.InsertAPITokenParams{
		ID: x.ID, TokenHash: x.Hash, UserID: x.UserID, Name: x.Name, Prefix: x.Prefix, Scopes: joinScopes(x.Scopes),
		ProvisionRole: x.ProvisionRole, CreatedAt: x.CreatedAt, ExpiresAt: x.ExpiresAt, LastUsedAt: x.LastUsedAt,
		LastUsedFrom: printable(x.LastUsedFrom),
	}))
}

// DeleteAPIToken implements auth.CredentialTx.
func (t accountTx) DeleteAPIToken(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.DeleteAPIToken(%q)", id)
	n, err := t.q.DeleteAPIToken(ctx, id)
	return changed(n, err, "token")
}

// DeleteAPITokensExpiredBy implements auth.CredentialTx.
func (t accountTx) DeleteAPITokensExpiredBy(ctx context.Context, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.DeleteAPITokensExpiredBy(%s)", at)
	return problem(t.q.DeleteAPITokensExpiredBy(ctx, at))
}

// TouchAPIToken implements auth.CredentialStore.
func (a *Accounts) TouchAPIToken(ctx context.Context, id string, at time.Time, from string) (err error) {
	defer errs.Wrap(&err, "store.TouchAPIToken(%q)", id)
	n, err := a.writer().TouchAPIToken(ctx, sqlcgen.TouchAPITokenParams{ID: id, LastUsedAt: &at, LastUsedFrom: printable(from)})
	return changed(n, err, "token")
}

// APIToken implements auth.CredentialReads.
func (r accountReads) APIToken(ctx context.Context, id string) (x *auth.APIToken, err error) {
	defer errs.Wrap(&err, "store.APIToken(%q)", id)
	row, err := r.from.GetAPIToken(ctx, id)
	return apiToken(row, err)
}

// APITokenByHash implements auth.CredentialStore, in one statement when the account was read since
// the last change of any account.
func (a *Accounts) APITokenByHash(ctx context.Context, hash string) (x *auth.APIToken, u *auth.User, err error) {
	defer errs.Wrap(&err, "store.APITokenByHash")
	row, err := a.from.GetAPITokenByHash(ctx, hash)
	if x, err = apiToken(row.ApiToken, err); err != nil {
		return nil, nil, err
	}
	x.Revisions = (*auth.Revisions)(&row.AllRevision)
	u, err = a.accountAt(ctx, x.UserID, x.Revisions.Accounts)
	return x, u, err
}

func apiToken(row sqlcgen.ApiToken, err error) (*auth.APIToken, error) {
	if err != nil {
		return nil, missing(err, "token")
	}
	token := toAPIToken(row)
	return &token, nil
}

// APITokensOf implements auth.CredentialReads.
func (r accountReads) APITokensOf(ctx context.Context, userID string) (list []auth.APIToken, err error) {
	defer errs.Wrap(&err, "store.APITokensOf(%q)", userID)
	rows, err := r.from.ListAPITokensOf(ctx, userID)
	for _, row := range rows {
		list = append(list, toAPIToken(row))
	}
	return list, problem(err)
}

func toAPIToken(r sqlcgen.ApiToken) auth.APIToken {
	return auth.APIToken{
		ID: r.ID, UserID: r.UserID, Name: r.Name, Hash: r.TokenHash, Prefix: r.Prefix, Scopes: splitScopes(r.Scopes),
		ProvisionRole: r.ProvisionRole, CreatedAt: r.CreatedAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(),
		LastUsedAt: utc(r.LastUsedAt), LastUsedFrom: r.LastUsedFrom,
	}
}

func joinScopes(scopes []auth.Scope) string {
	words := make([]string, len(scopes))
	for i, s := range scopes {
		words[i] = string(s)
	}
	return strings.Join(words, " ")
}

func splitScopes(text string) (scopes []auth.Scope) {
	for _, word := range strings.Fields(text) {
		scopes = append(scopes, auth.Scope(word))
	}
	return scopes
}
