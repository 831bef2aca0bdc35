package auth

import (
	"context"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// ProfileChange is a person's change of their own account; nil fields stay unchanged.
type ProfileChange struct {
	FirstName *string
	LastName  *string
	Email     *string
	Current   string // password; needed with a new address
}

// UpdateProfile changes names and address of the caller's own account. Links to choose a password
// go to the address: a new one needs the current password, which may be omitted a short while after
// signing in, and the old one gets a mail. errs.Rule for a bad value and for a wrong password.
func (s *Service) UpdateProfile(ctx context.Context, id *Identity, in ProfileChange) (u *User, err error) {
	defer errs.Wrap(&err, "auth.UpdateProfile(%q)", id.User.ID)
	if err := localAccount(id); err != nil {
		return nil, err
	}
	if in.Email != nil && *in.Email == id.User.Email {
		in.Email = nil
	}
	if in.Email != nil {
		if err := checkEmail(*in.Email); err != nil {
			return nil, err
		}
		if _, err := s.reauthenticate(ctx, id, in.Current); err != nil {
			return nil, err
		}
	}
	before, after := map[string]string{}, map[string]string{}
	var old string
	err = s.store.InTx(ctx, func(tx Tx) error {
		if u, err = tx.User(ctx, id.User.ID); err != nil {
			return err
		}
		old = addressOf(u)
		clear(before)
		clear(after)
		for name, field := range map[string]struct{ have, want *string }{
			"first_name": {&u.FirstName, in.FirstName}, "last_name": {&u.LastName, in.LastName}, "email": {&u.Email, in.Email},
		} {
			if field.want != nil && *field.want != *field.have {
				before[name], after[name] = *field.have, *field.want
				*field.have = *field.want
			}
		}
		if len(after) == 0 {
			return nil
		}
		if err := checkPerson(u.FirstName, u.LastName); err != nil {
			return err
		}
		if err := tx.UpdateUser(ctx, u); err != nil {
			return err
		}
		if in.Email != nil { // links sent to the old address
			if err := tx.DeleteLinks(ctx, LinkReset, u.ID); err != nil {
				return err
			}
		}
		return s.audit(ctx, tx, audit.UserChanged, u, before, after)
	})
	if err != nil {
		return nil, err
	}
	if now := addressOf(u); now != old && old != "" {
		s.notify(ctx, u, s.addressMail(u, old))
	}
	return u, nil
}
