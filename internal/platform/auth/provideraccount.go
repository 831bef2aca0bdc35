package auth

import (
	"cmp"
	"context"
	"slices"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// signInWith opens a session of the account that issuer and subject belong to. The e-mail address
// is ignored: at another provider, or later at this one, it may be another person's.
func (s *Service) signInWith(ctx context.Context, in ProviderFinish, flow *ProviderFlow, claims *Claims) (token string, id *Identity, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		linked, err := tx.Identity(ctx, claims.Issuer, claims.Subject)
		if err != nil {
			return err
		}
		u, err := tx.User(ctx, linked.UserID)
		if err == nil && !u.IsActive {
			return s.unknownAccount()
		}
		if err != nil {
			return err
		}
		if token, id, err = s.openSession(ctx, tx, u, s.openingOf(in, flow)); err != nil {
			return err
		}
		return s.auditSignIn(ctx, tx, u, claims.Issuer)
	})
	if errs.Is(err, errs.NotFound) {
		err = s.stranger(ctx, in, claims)
	}
	if err != nil {
		return "", nil, s.refuseProvider(ctx, claims.Email, err)
	}
	return token, id, nil
}

func (s *Service) openingOf(in ProviderFinish, flow *ProviderFlow) opening {
	return opening{Remember: flow.Remember, place: place{in.Address, in.Device}, UserAgent: in.UserAgent, OldToken: in.OldToken}
}

func (s *Service) unknownAccount() error {
	name := s.provider.Name()
	return errs.New(
		errs.Unauthenticated,
		"unknown_account",
		"No account here is linked to this %s account. Ask a coordinator for an invitation; or, if you have an account, sign in with its password and link %s on your profile page.",
		name,
		name,
	)
}

// stranger stores a request for access, where registration is enabled and the provider vouches for
// the address; it always returns an error.
func (s *Service) stranger(ctx context.Context, in ProviderFinish, claims *Claims) error {
	if !s.settings.Registration || !claims.EmailVerified {
		return s.unknownAccount()
	}
	r := AccessRequest{Email: claims.Email, Verified: true, Address: in.Address}
	if checkPerson(claims.FirstName, claims.LastName) == nil {
		r.FirstName, r.LastName = claims.FirstName, claims.LastName
	}
	err := s.RequestAccess(ctx, r)
	if errs.Is(err, errs.Rule) { // the provider accepts addresses that this server does not
		return s.unknownAccount()
	}
	if err != nil {
		return err
	}
	return errs.New(errs.Unauthenticated, "access_requested",
		"You do not have an account yet. Your request for access was recorded. You will be notified when a coordinator has decided.")
}

// acceptWith accepts an invitation: the account of the provider becomes the way
// into the invited account.
func (s *Service) acceptWith(ctx context.Context, in ProviderFinish, flow *ProviderFlow, claims *Claims) (token string, id *Identity, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := s.invitedUser(ctx, tx, flow.InvitationHash)
		if err != nil {
			return err
		}
		if checkPerson(claims.FirstName, claims.LastName) == nil {
			u.FirstName, u.LastName = cmp.Or(u.FirstName, claims.FirstName), cmp.Or(u.LastName, claims.LastName)
		}
		if err := tx.LinkIdentity(ctx, s.linkedIdentity(u.ID, claims)); err != nil {
			return s.taken(err)
		}
		if token, id, err = s.openSession(ctx, tx, u, s.openingOf(in, flow)); err != nil {
			return err
		}
		after := described(u)
		after["issuer"] = claims.Issuer
		return audit.Append(ctx, tx, s.now(), audit.Entry{
			Action: audit.InvitationAccepted, Object: "user", ObjectID: u.ID, After: after, Actor: u.UserName, ActorID: u.ID,
		})
	})
	return token, id, err
}

// invitedUser uses up an invitation and returns its account.
func (s *Service) invitedUser(ctx context.Context, tx Tx, tokenHash string) (*User, error) {
	l, err := s.goodLink(ctx, tx, tokenHash, LinkInvitation)
	if err != nil {
		return nil, err
	}
	u, err := tx.User(ctx, l.UserID)
	if err == nil && !u.IsActive {
		return nil, linkUnknown()
	}
	if err != nil {
		return nil, err
	}
	return u, useLink(ctx, tx, l)
}

func (s *Service) linkedIdentity(userID string, claims *Claims) *AccountIdentity {
	return &AccountIdentity{
		ID: s.newID(), UserID: userID, Issuer: claims.Issuer, Subject: claims.Subject, Email: claims.Email, LinkedAt: s.now(),
	}
}

func (s *Service) taken(err error) error {
	if hasCode(err, "identity_taken") {
		return errs.New(errs.Conflict, "identity_taken", "This %s account is linked to an account here already.", s.provider.Name())
	}
	return err
}

// link adds the account at the provider to the ways into the caller's account.
func (s *Service) link(ctx context.Context, id *Identity, claims *Claims) error {
	return s.store.InTx(ctx, func(tx Tx) error {
		if err := tx.LinkIdentity(ctx, s.linkedIdentity(id.User.ID, claims)); err != nil {
			return s.taken(err)
		}
		return s.audit(ctx, tx, audit.IdentityLinked, id.User, nil, map[string]string{"issuer": claims.Issuer, "email": claims.Email})
	})
}

// Identities lists the accounts at external providers that can sign in to the caller's account.
func (s *Service) Identities(ctx context.Context, id *Identity) (list []AccountIdentity, err error) {
	defer errs.Wrap(&err, "auth.Identities")
	if err := localAccount(id); err != nil {
		return nil, err
	}
	return s.store.IdentitiesOf(ctx, id.User.ID)
}

// UnlinkIdentity removes one of them. errs.NotFound for others', errs.Conflict
// (last_way_in) for the only way into an account without a password.
func (s *Service) UnlinkIdentity(ctx context.Context, id *Identity, identityID string) (err error) {
	defer errs.Wrap(&err, "auth.UnlinkIdentity(%q)", identityID)
	if err := ownSession(id); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		list, err := tx.IdentitiesOf(ctx, id.User.ID)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(x AccountIdentity) bool { return x.ID == identityID })
		if i < 0 {
			return errs.Missing("identity")
		}
		u, err := tx.User(ctx, id.User.ID)
		if err != nil {
			return err
		}
		if u.PasswordHash == "" && len(list) == 1 {
			return errs.New(errs.Conflict, "last_way_in", "This is the only way into your account; choose a password first.")
		}
		if err := tx.DeleteIdentity(ctx, identityID); err != nil {
			return err
		}
		before := map[string]string{"issuer": list[i].Issuer, "email": list[i].Email}
		return s.audit(ctx, tx, audit.IdentityUnlinked, u, before, nil)
	})
}
