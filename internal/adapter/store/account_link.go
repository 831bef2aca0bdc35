package store

import (
	"context"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// CreateLink implements auth.Tx.
func (t accountTx) CreateLink(ctx context.Context, l *auth.StoredLink) (err error) {
	defer errs.Wrap(&err, "store.CreateLink(%s of user %q)", l.Kind, l.UserID)
	return problem(t.q.InsertLink(ctx, sqlcgen.InsertLinkParams{
		TokenHash: l.TokenHash, Kind: string(l.Kind), UserID: nullText(l.UserID), CreatedBy: l.CreatedBy,
		CreatedAt: l.CreatedAt, ExpiresAt: l.ExpiresAt,
	}))
}

// UseLink implements auth.Tx.
func (t accountTx) UseLink(ctx context.Context, tokenHash string) (err error) {
	defer errs.Wrap(&err, "store.UseLink")
	n, err := t.q.DeleteLink(ctx, tokenHash)
	return changed(n, err, "link")
}

// DeleteLinks implements auth.Tx.
func (t accountTx) DeleteLinks(ctx context.Context, kind auth.LinkKind, userID string) (err error) {
	defer errs.Wrap(&err, "store.DeleteLinks(%s of user %q)", kind, userID)
	if userID == "" {
		return problem(t.q.DeleteLinksOfNobody(ctx, string(kind)))
	}
	return problem(t.q.DeleteLinksOf(ctx, sqlcgen.DeleteLinksOfParams{Kind: string(kind), UserID: nullText(userID)}))
}

// DeleteLinksExpiredBy implements auth.Tx.
func (t accountTx) DeleteLinksExpiredBy(ctx context.Context, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.DeleteLinksExpiredBy(%s)", at)
	return problem(t.q.DeleteLinksExpiredBy(ctx, at))
}

// Link implements auth.Reads.
func (r accountReads) Link(ctx context.Context, tokenHash string) (l *auth.StoredLink, err error) {
	defer errs.Wrap(&err, "store.Link")
	row, err := r.from.GetLink(ctx, tokenHash)
	return toLink(row, err)
}

// OpenInvitation implements auth.Reads.
func (r accountReads) OpenInvitation(ctx context.Context, userID string) (l *auth.StoredLink, err error) {
	defer errs.Wrap(&err, "store.OpenInvitation(%q)", userID)
	row, err := r.from.GetOpenInvitation(ctx, nullText(userID))
	return toLink(row, err)
}

func toLink(r sqlcgen.AccountLink, err error) (*auth.StoredLink, error) {
	if err != nil {
		return nil, missing(err, "link")
	}
	return &auth.StoredLink{
		TokenHash: r.TokenHash, Kind: auth.LinkKind(r.Kind), UserID: r.UserID.String, CreatedBy: r.CreatedBy,
		CreatedAt: r.CreatedAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(),
	}, nil
}

// CreateAccessRequest implements auth.Tx.
func (t accountTx) CreateAccessRequest(ctx context.Context, x *auth.AccessRequest) (err error) {
	defer errs.Wrap(&err, "store.CreateAccessRequest(%q)", x.ID)
	key := fold(x.Email)
	if err := t.q.DeleteAccessRequestOf(ctx, sqlcgen.DeleteAccessRequestOfParams{Area: string(x.Area), EmailKey: key}); err != nil {
		return problem(err)
	}
	return problem(t.q.InsertAccessRequest(ctx, sqlcgen.InsertAccessRequestParams{
		ID: x.ID, Email: x.Email, EmailKey: key, FirstName: x.FirstName, LastName: x.LastName, Area: string(x.Area),
		Reason: x.Reason, Verified: x.Verified, CreatedAt: x.CreatedAt,
	}))
}

// DeleteAccessRequest implements auth.Tx.
func (t accountTx) DeleteAccessRequest(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.DeleteAccessRequest(%q)", id)
	n, err := t.q.DeleteAccessRequest(ctx, id)
	return changed(n, err, "request")
}

// AccessRequest implements auth.Reads.
func (r accountReads) AccessRequest(ctx context.Context, id string) (x *auth.AccessRequest, err error) {
	defer errs.Wrap(&err, "store.AccessRequest(%q)", id)
	row, err := r.from.GetAccessRequest(ctx, id)
	if err != nil {
		return nil, missing(err, "request")
	}
	return toAccessRequest(row), nil
}

// AccessRequests implements auth.Store.
func (a *Accounts) AccessRequests(ctx context.Context, area auth.Area) (list []*auth.AccessRequest, err error) {
	defer errs.Wrap(&err, "store.AccessRequests(%q)", area)
	rows, err := a.from.ListAccessRequests(ctx, string(area))
	for _, row := range rows {
		list = append(list, toAccessRequest(row))
	}
	return list, problem(err)
}

func toAccessRequest(r sqlcgen.AccessRequest) *auth.AccessRequest {
	return &auth.AccessRequest{
		ID: r.ID, Email: r.Email, FirstName: r.FirstName, LastName: r.LastName, Area: auth.Area(r.Area),
		Reason: r.Reason, Verified: r.Verified, CreatedAt: r.CreatedAt.UTC(),
	}
}
