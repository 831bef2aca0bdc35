package store

import (
	"context"
	"strings"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// SecondFactor implements auth.CredentialReads.
func (r accountReads) SecondFactor(ctx context.Context, userID string) (f *auth.SecondFactor, err error) {
	defer errs.Wrap(&err, "store.SecondFactor(%q)", userID)
	row, err := r.from.GetSecondFactor(ctx, userID)
	if err != nil {
		return nil, missing(err, "second factor")
	}
	return &auth.SecondFactor{
		UserID: row.UserID, Secret: row.Secret, ConfirmedAt: utc(row.ConfirmedAt), LastStep: row.LastStep,
		Pending: row.Pending, PendingAt: utc(row.PendingAt),
	}, nil
}

// SaveSecondFactor implements auth.CredentialTx.
func (t accountTx) SaveSecondFactor(ctx context.Context, f *auth.SecondFactor) (err error) {
	defer errs.Wrap(&err, "store.SaveSecondFactor(%q)", f.UserID)
	return problem(t.q.SaveSecondFactor(ctx, sqlcgen.SaveSecondFactorParams{
		UserID: f.UserID, Secret: f.Secret, ConfirmedAt: f.ConfirmedAt, LastStep: f.LastStep, Pending: f.Pending, PendingAt: f.PendingAt,
	}))
}

// DeleteSecondFactor implements auth.CredentialTx.
func (t accountTx) DeleteSecondFactor(ctx context.Context, userID string) (err error) {
	defer errs.Wrap(&err, "store.DeleteSecondFactor(%q)", userID)
	if err := t.q.DeleteRecoveryCodesOf(ctx, userID); err != nil {
		return problem(err)
	}
	n, err := t.q.DeleteSecondFactor(ctx, userID)
	return changed(n, err, "second factor")
}

// DeletePendingSecondFactors implements auth.CredentialTx.
func (t accountTx) DeletePendingSecondFactors(ctx context.Context, before time.Time) (err error) {
	defer errs.Wrap(&err, "store.DeletePendingSecondFactors(%s)", before)
	return problem(t.q.DropPendingSecondFactors(ctx, &before))
}

// CountRecoveryCodes implements auth.CredentialReads.
func (r accountReads) CountRecoveryCodes(ctx context.Context, userID string) (n int64, err error) {
	defer errs.Wrap(&err, "store.CountRecoveryCodes(%q)", userID)
	n, err = r.from.CountRecoveryCodes(ctx, userID)
	return n, problem(err)
}

// ReplaceRecoveryCodes implements auth.CredentialTx.
func (t accountTx) ReplaceRecoveryCodes(ctx context.Context, userID string, hashes []string) (err error) {
	defer errs.Wrap(&err, "store.ReplaceRecoveryCodes(%q)", userID)
	if err := t.q.DeleteRecoveryCodesOf(ctx, userID); err != nil {
		return problem(err)
	}
	for _, hash := range hashes {
		if err := t.q.InsertRecoveryCode(ctx, sqlcgen.InsertRecoveryCodeParams{UserID: userID, CodeHash: hash}); err != nil {
			return problem(err)
		}
	}
	return nil
}

// UseRecoveryCode implements auth.CredentialTx.
func (t accountTx) UseRecoveryCode(ctx context.Context, userID, hash string) (err error) {
	defer errs.Wrap(&err, "store.UseRecoveryCode(%q)", userID)
	n, err := t.q.DeleteRecoveryCode(ctx, sqlcgen.DeleteRecoveryCodeParams{UserID: userID, CodeHash: hash})
	return changed(n, err, "recovery code")
}

// LinkIdentity implements auth.CredentialTx.
func (t accountTx) LinkIdentity(ctx context.Context, x *auth.AccountIdentity) (err error) {
	defer errs.Wrap(&err, "store.LinkIdentity(%q of user %q)", x.ID, x.UserID)
	err = t.q.InsertIdentity(ctx, sqlcgen.InsertIdentityParams{
		ID: x.ID, UserID: x.UserID, Issuer: x.Issuer, Subject: x.Subject, Email: printable(x.Email), LinkedAt: x.LinkedAt,
	})
	if strings.HasPrefix(taken(err), "issuer") { // the engines name the two columns differently
		return conflict("identity_taken", "Another account is linked to this one already.")
	}
	return problem(err)
}

// DeleteIdentity implements auth.CredentialTx.
func (t accountTx) DeleteIdentity(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.DeleteIdentity(%q)", id)
	n, err := t.q.DeleteIdentity(ctx, id)
	return changed(n, err, "identity")
}

// Identity implements auth.CredentialReads.
func (r accountReads) Identity(ctx context.Context, issuer, subject string) (x *auth.AccountIdentity, err error) {
	defer errs.Wrap(&err, "store.Identity(%q)", issuer)
	row, err := r.from.GetIdentity(ctx, sqlcgen.GetIdentityParams{Issuer: issuer, Subject: subject})
	if err != nil {
		return nil, missing(err, "identity")
	}
	identity := toIdentity(row)
	return &identity, nil
}

// IdentitiesOf implements auth.CredentialReads.
func (r accountReads) IdentitiesOf(ctx context.Context, userID string) (list []auth.AccountIdentity, err error) {
	defer errs.Wrap(&err, "store.IdentitiesOf(%q)", userID)
	rows, err := r.from.ListIdentitiesOf(ctx, userID)
	for _, row := range rows {
		list = append(list, toIdentity(row))
	}
	return list, problem(err)
}

func toIdentity(r sqlcgen.AccountIdentity) auth.AccountIdentity {
	return auth.AccountIdentity{
		ID: r.ID, UserID: r.UserID, Issuer: r.Issuer, Subject: r.Subject, Email: r.Email, LinkedAt: r.LinkedAt.UTC(),
	}
}

// CreateFlow implements auth.CredentialTx.
func (t accountTx) CreateFlow(ctx context.Context, f *auth.ProviderFlow) (err error) {
	defer errs.Wrap(&err, "store.CreateFlow(%s)", f.Purpose)
	return problem(t.q.InsertFlow(ctx, sqlcgen.InsertFlowParams{
		StateHash: f.StateHash, BindingHash: f.BindingHash, Purpose: f.Purpose, InvitationHash: f.InvitationHash,
		UserID: nullText(f.UserID), Remember: f.Remember, ExpiresAt: f.ExpiresAt,
	}))
}

// TakeFlow implements auth.CredentialTx.
func (t accountTx) TakeFlow(ctx context.Context, bindingHash string) (f *auth.ProviderFlow, err error) {
	defer errs.Wrap(&err, "store.TakeFlow")
	row, err := t.q.TakeFlow(ctx, bindingHash)
	if err != nil {
		return nil, missing(err, "flow")
	}
	return &auth.ProviderFlow{
		StateHash: row.StateHash, BindingHash: row.BindingHash, Purpose: row.Purpose, InvitationHash: row.InvitationHash,
		UserID: row.UserID.String, Remember: row.Remember, ExpiresAt: row.ExpiresAt.UTC(),
	}, nil
}

// DeleteFlowsExpiredBy implements auth.CredentialTx.
func (t accountTx) DeleteFlowsExpiredBy(ctx context.Context, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.DeleteFlowsExpiredBy(%s)", at)
	return problem(t.q.DeleteFlowsExpiredBy(ctx, at))
}
