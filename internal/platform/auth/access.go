package auth

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// maxReason limits the text people write about themselves, in characters.
const maxReason = 1000

// accessLimits slow down requests from one address.
func accessLimits(address string) []limit {
	return []limit{{key: "access:" + Network(address), free: 5, longest: time.Hour}}
}

// RequestAccess stores the request of a person without an account. The answer is the same whether
// the account exists or not. errs.NotFound unless registration is enabled, errs.Rule for a bad
// address or area, *RateLimited for too many.
func (s *Service) RequestAccess(ctx context.Context, r AccessRequest) (err error) {
	defer errs.Wrap(&err, "auth.RequestAccess(%q)", r.Area)
	if !s.settings.Registration {
		return errs.Missing("page")
	}
	r.Email, r.Reason = strings.TrimSpace(r.Email), strings.TrimSpace(r.Reason)
	if err := firstError(checkAddress("email", r.Email), checkPerson(r.FirstName, r.LastName), checkReason(r.Reason), checkArea(r)); err != nil {
		return err
	}
	keys := accessLimits(r.Address)
	if err := s.slowDown(ctx, keys); err != nil {
		return err
	}
	if err := s.countFailure(ctx, keys); err != nil {
		return err
	}
	r.ID, r.CreatedAt = s.newID(), s.now()
	return s.store.InTx(ctx, func(tx Tx) error {
		if err := tx.CreateAccessRequest(ctx, &r); err != nil {
			return err
		}
		return audit.Append(ctx, tx, r.CreatedAt, audit.Entry{
			Action: audit.AccessRequested, Object: "access-request", ObjectID: r.ID, Actor: r.Email,
			After: map[string]string{"area": string(r.Area)},
		})
	})
}

func checkReason(reason string) error {
	if !utf8.ValidString(reason) || strings.ContainsRune(reason, 0) || utf8.RuneCountInString(reason) > maxReason {
		return errs.AtField("reason", "A reason has at most 1000 characters.")
	}
	return nil
}

// checkArea accepts a request without an area only from people who come from an external provider,
// which cannot ask for one; administrators see those.
func checkArea(r AccessRequest) error {
	for _, area := range Areas() {
		if r.Area == area {
			return nil
		}
	}
	if r.Area == "" && r.Verified {
		return nil
	}
	return errs.AtField("area", "Unknown area.")
}

// AccessRequests lists the open requests of an area, oldest first; of every area for "".
func (s *Service) AccessRequests(ctx context.Context, by *Identity, area Area) (list []*AccessRequest, err error) {
	defer errs.Wrap(&err, "auth.AccessRequests(%q)", area)
	if err := mayManage(by, area); err != nil {
		return nil, err
	}
	return s.store.AccessRequests(ctx, area)
}

// DecideAccess invites the person of a request, as Invite does, or rejects the request.
// errs.NotFound for a request of another area.
func (s *Service) DecideAccess(ctx context.Context, by *Identity, area Area, id string, invite bool, userType string) (_ *SentLink, err error) {
	defer errs.Wrap(&err, "auth.DecideAccess(%q, %q)", area, id)
	if err := mayManage(by, area); err != nil {
		return nil, err
	}
	var role Role
	if invite {
		if role, err = grantable(by, area, userType); err != nil {
			return nil, err
		}
	}
	var made *invited
	err = s.store.InTx(ctx, func(tx Tx) error {
		r, err := tx.AccessRequest(ctx, id)
		if err == nil && area != "" && r.Area != area {
			err = errs.Missing("request")
		}
		if err != nil {
			return err
		}
		if err := tx.DeleteAccessRequest(ctx, id); err != nil {
			return err
		}
		decision := map[string]string{"email": r.Email, "decision": "refuse"}
		if invite {
			decision["decision"], decision["role"] = "invite", role.Name
			in := NewInvitation{UserName: r.Email, FirstName: r.FirstName, LastName: r.LastName}
			if made, err = s.inviteTx(ctx, tx, by, in, []Role{role}); err != nil {
				return err
			}
		}
		return audit.Append(ctx, tx, s.now(), audit.Entry{
			Action: audit.AccessDecided, Object: "access-request", ObjectID: id, Refused: !invite, After: decision,
		})
	})
	switch {
	case err != nil:
		return nil, err
	case made == nil:
		return &SentLink{}, nil
	case made.link == nil:
		s.notify(ctx, made.user, s.addedMail(made.user, made.roles, by))
		return &SentLink{Sent: s.canMail(made.user)}, nil
	}
	return s.deliver(ctx, made.link, made.user), nil
}
