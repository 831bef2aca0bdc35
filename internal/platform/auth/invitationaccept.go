package auth

import (
	"cmp"
	"context"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// Accept is the answer to an invitation.
type Accept struct {
	Token     string
	UserName  string // for the first administrator, who chooses it
	Password  string
	FirstName string // "" leaves the one in the invitation
	LastName  string
	Address   string
	Device    string // as in SignIn
	UserAgent string
	OldToken  string // session that this browser had; it is ended
}

// WithdrawInvitation withdraws an invitation that was not accepted: the account is deleted, its
// link reports that, and the address can be invited again. Errors are those of ChangeAccount,
// errs.Conflict (accepted) for an accepted invitation and (in_use) for an account that others have
// given something.
func (s *Service) WithdrawInvitation(ctx context.Context, by *Identity, area Area, userID string) (err error) {
	defer errs.Wrap(&err, "auth.WithdrawInvitation(%q, %q)", area, userID)
	return s.manage(ctx, by, area, userID, func(tx Tx, u *User) error {
		l, err := tx.OpenInvitation(ctx, u.ID)
		if errs.Is(err, errs.NotFound) {
			return errs.New(errs.Conflict, "accepted", "There is no open invitation for this account; disable the account instead.")
		}
		if err != nil {
			return err
		}
		if err := tx.DeleteUser(ctx, u.ID); err != nil {
			return err
		}
		l.Kind, l.UserID = LinkWithdrawn, ""
		if err := tx.CreateLink(ctx, l); err != nil {
			return err
		}
		return s.audit(ctx, tx, audit.InvitationWithdrawn, u, described(u), nil)
	})
}

// AcceptInvitation sets the password of an invited account, or creates that of the first
// administrator, and signs its owner in. errs.NotFound and errs.Rule as LookUpLink, errs.Rule for a
// weak password or a bad name, errs.Conflict when the name is taken or the first administrator
// exists.
func (s *Service) AcceptInvitation(ctx context.Context, in Accept) (token string, id *Identity, err error) {
	defer errs.Wrap(&err, "auth.AcceptInvitation")
	_, u, err := s.findLink(ctx, s.store, in.Token, LinkInvitation, LinkFirstAdmin)
	if err != nil {
		return "", nil, err
	}
	name := strings.TrimSpace(in.UserName)
	if u != nil {
		name = u.UserName
	}
	if err := firstError(checkName(name), checkPerson(in.FirstName, in.LastName), CheckPassword(in.Password, name, false)); err != nil {
		return "", nil, err
	}
	hash, err := s.hasher.hash(in.Password)
	if err != nil {
		return "", nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := s.accept(ctx, tx, in, name, hash)
		if err != nil {
			return err
		}
		token, id, err = s.openSession(ctx, tx, u, opening{place: place{in.Address, in.Device}, UserAgent: in.UserAgent, OldToken: in.OldToken})
		return err
	})
	if err != nil {
		return "", nil, err
	}
	return token, id, nil
}

// accept uses up the link and writes its account.
func (s *Service) accept(ctx context.Context, tx Tx, in Accept, name, hash string) (*User, error) {
	l, u, err := s.findLink(ctx, tx, in.Token, LinkInvitation, LinkFirstAdmin)
	if err != nil {
		return nil, err
	}
	if err := useLink(ctx, tx, l); err != nil {
		return nil, err
	}
	write := tx.UpdateUser
	if u == nil {
		if err := nobodyYet(ctx, tx); err != nil {
			return nil, err
		}
		u = &User{ID: s.newID(), UserName: name, IsActive: true, CreatedAt: s.now(), Roles: []string{RoleAdmin}}
		if isAddress(name) {
			u.Email = name
		}
		write = tx.CreateUser
	}
	u.FirstName, u.LastName = cmp.Or(in.FirstName, u.FirstName), cmp.Or(in.LastName, u.LastName)
	s.setPassword(u, hash)
	if err := write(ctx, u); err != nil {
		return nil, err
	}
	return u, audit.Append(ctx, tx, s.now(), audit.Entry{
		Action: audit.InvitationAccepted, Object: "user", ObjectID: u.ID, After: described(u), Actor: u.UserName, ActorID: u.ID,
	})
}
