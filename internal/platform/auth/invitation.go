package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// NewInvitation describes a person to invite.
type NewInvitation struct {
	UserName  string // the e-mail address
	UserType  string
	AlsoRoles []string // names of roles in other areas that the inviter manages, one per area
	FirstName string
	LastName  string
	// Life is how long the link is valid, from an hour up to Settings.InvitationLife (SEC-21), which
	// is also what 0 means.
	Life time.Duration
}

// shortestInvitation is the least that a link is valid: a mail takes its time.
const shortestInvitation = time.Hour

// checkLife rejects a lifetime out of bounds.
func (s *Service) checkLife(life time.Duration) error {
	if life != 0 && (life < shortestInvitation || life > s.settings.InvitationLife) {
		return errs.AtField("valid_hours", fmt.Sprintf("An invitation is valid for 1 to %d hours.", int(s.settings.InvitationLife.Hours())))
	}
	return nil
}

// Outcome is the outcome of an invitation.
type Outcome string

// The outcomes. Added means that an account of another area got a role in this
// one as well.
const (
	Invited Outcome = "invited"
	Added   Outcome = "added"
	Refused Outcome = "refused"
)

// InvitationResult is the outcome of one row.
type InvitationResult struct {
	UserName string
	Outcome  Outcome
	Field    string    // at fault, for Refused
	Message  string    // why, for Refused
	Link     *SentLink // for Invited, unless it was a dry run
}

// MaxInvitations bounds how many people are invited at once.
const MaxInvitations = 500

// parallelMails is how many mails of one call are under way at once.
const parallelMails = 8

// Invite creates an account without a password for each row and sends a link with which its owner
// sets one. Rows are independent: a fault of one does not stop the others. A dry run changes
// nothing and returns the expected outcomes.
func (s *Service) Invite(ctx context.Context, by *Identity, area Area, rows []NewInvitation, dryRun bool) (results []InvitationResult, err error) {
	defer errs.Wrap(&err, "auth.Invite(%q, %d rows)", area, len(rows))
	if err := mayManage(by, area); err != nil {
		return nil, err
	}
	if len(rows) > MaxInvitations {
		return nil, errs.AtField("items", "At most 500 people can be invited at once.")
	}
	results = make([]InvitationResult, len(rows))
	made := make([]*invited, len(rows))
	seen := make(map[string]int, len(rows))
	for i, row := range rows {
		row.UserName = strings.TrimSpace(row.UserName)
		results[i].UserName = row.UserName
		key := FoldName(row.UserName)
		if first, twice := seen[key]; twice {
			results[i].refuse(errs.AtField("user_name", "This address is in the list twice; row "+strconv.Itoa(first+1)+" counts."))
			continue
		}
		seen[key] = i
		if made[i], err = s.inviteOne(ctx, by, area, row, dryRun); err != nil {
			results[i].refuse(s.ofTheRow(ctx, err))
			continue
		}
		results[i].Outcome = made[i].outcome
	}
	if !dryRun {
		s.deliverAll(ctx, by, made, results)
	}
	return results, nil
}

// ofTheRow returns the message of an error for its row. An internal error does not stop other rows
// either: links of earlier rows must be sent.
func (s *Service) ofTheRow(ctx context.Context, err error) error {
	switch errs.KindOf(err) {
	case errs.Rule, errs.Forbidden, errs.Conflict, errs.Invalid:
		return err
	}
	s.log.ErrorContext(ctx, "an invitation could not be saved", "err", err)
	return errs.New(errs.Unavailable, "not_saved", "This row could not be saved; try it again.").Because(err)
}

func (r *InvitationResult) refuse(err error) {
	r.Outcome = Refused
	var e *errs.Error
	if errors.As(err, &e) {
		r.Message = e.Detail
		if len(e.Fields) > 0 {
			r.Field = e.Fields[0].Field
		}
	}
}

// invited is an invitation that is stored.
type invited struct {
	outcome Outcome
	user    *User
	roles   []Role
	link    *madeLink // nil for Added and for a dry run
}

func (s *Service) inviteOne(ctx context.Context, by *Identity, area Area, in NewInvitation, dryRun bool) (*invited, error) {
	roles, err := invitedRoles(by, area, in)
	if err != nil {
		return nil, err
	}
	if err := firstError(checkAddress("user_name", in.UserName), checkPerson(in.FirstName, in.LastName), s.checkLife(in.Life)); err != nil {
		return nil, err
	}
	if dryRun {
		u, err := invitable(ctx, s.store, roles, in.UserName)
		return &invited{outcome: outcomeFor(u)}, err
	}
	var out *invited
	err = s.store.InTx(ctx, func(tx Tx) (err error) {
		out, err = s.inviteTx(ctx, tx, by, in, roles)
		return err
	})
	return out, err
}

// invitedRoles returns the roles of an invitation, at most one per area: each is one that the caller
// may grant.
func invitedRoles(by *Identity, area Area, in NewInvitation) ([]Role, error) {
	first, err := grantable(by, area, in.UserType)
	if err != nil {
		return nil, err
	}
	roles := []Role{first}
	for _, name := range in.AlsoRoles {
		role, known := RoleNamed(name)
		switch {
		case !known:
			return nil, errs.AtField("also_roles", "Unknown role "+strconv.Quote(name)+".")
		case !by.MayGrant(role):
			return nil, mayNotGrant(role, "also_roles")
		case role.Name == RoleAdmin || first.Name == RoleAdmin:
			return nil, errs.AtField("also_roles", "An administrator has every right and needs no other role.")
		case slices.ContainsFunc(roles, func(r Role) bool { return r.Area == role.Area }):
			return nil, errs.AtField("also_roles", "An account has one role per area; "+role.Name+" is a second one.")
		}
		roles = append(roles, role)
	}
	return roles, nil
}

// inviteTx adds the roles to an account of other areas, or creates an account and its link.
func (s *Service) inviteTx(ctx context.Context, tx Tx, by *Identity, in NewInvitation, roles []Role) (*invited, error) {
	u, err := invitable(ctx, tx, roles, in.UserName)
	if err != nil {
		return nil, err
	}
	out := &invited{outcome: outcomeFor(u), user: u, roles: roles}
	if u != nil {
		had, before := u.Roles, map[string]string{"roles": strings.Join(u.Roles, ", ")}
		s.setRoles(u, withRoles(u.Roles, roles))
		if err := errors.Join(tx.UpdateUser(ctx, u), promoted(ctx, tx, by, u, had)); err != nil {
			return nil, err
		}
		return out, s.audit(ctx, tx, audit.RolesChanged, u, before, map[string]string{"roles": strings.Join(u.Roles, ", ")})
	}
	u = &User{
		ID: s.newID(), UserName: in.UserName, Email: in.UserName, FirstName: in.FirstName, LastName: in.LastName,
		IsActive: true, InvitedBy: by.User.UserName, CreatedAt: s.now(),
	}
	s.setRoles(u, withRoles(nil, roles))
	out.user = u
	if out.link, err = s.newLink(LinkInvitation, u.ID, by); err != nil {
		return nil, err
	}
	out.link.ExpiresAt = out.link.CreatedAt.Add(cmp.Or(in.Life, s.settings.InvitationLife))
	if err := tx.CreateUser(ctx, u); err != nil {
		return nil, err
	}
	if err := tx.CreateLink(ctx, &out.link.StoredLink); err != nil {
		return nil, err
	}
	after := described(u)
	after["valid_until"] = out.link.ExpiresAt.Format(time.RFC3339)
	return out, s.audit(ctx, tx, audit.InvitationSent, u, nil, after)
}

func outcomeFor(u *User) Outcome {
	if u != nil {
		return Added
	}
	return Invited
}

// invitable finds the existing account of a name, nil for none, and rejects an invitation that
// adds a role in an area where the account has one already.
func invitable(ctx context.Context, r Reads, roles []Role, userName string) (*User, error) {
	u, err := r.UserByName(ctx, userName)
	if errs.Is(err, errs.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	refuse := func(field, sentence string) error {
		return errs.New(errs.Conflict, "not_invitable", "%s", sentence).WithFields(errs.Field{Field: field, Message: sentence})
	}
	switch _, err := r.OpenInvitation(ctx, u.ID); {
	case err != nil && !errs.Is(err, errs.NotFound):
		return nil, err
	case !u.IsActive:
		return nil, refuse("user_name", "This account is disabled; an administrator can enable it.")
	case len(rolesIn(roles[0].Area, u.Roles)) > 0 && err == nil:
		return nil, refuse("user_name", "This person is invited already; send the link again from the list.")
	case len(rolesIn(roles[0].Area, u.Roles)) > 0:
		return nil, refuse("user_name", "This person has an account here already; change its role in the list.")
	case slices.Contains(u.Roles, RoleAdmin):
		return nil, refuse("user_name", "This person is an administrator, who needs no other role.")
	}
	for _, role := range roles[1:] {
		if had := rolesIn(role.Area, u.Roles); len(had) > 0 {
			return nil, refuse("also_roles", "This account has the role "+had[0]+" already; change it in the list of that area.")
		}
	}
	return u, nil
}

// deliverAll mails the links, a few at a time. When the mail server does not accept one, the rest
// is shown to copy instead of waiting for each.
func (s *Service) deliverAll(ctx context.Context, by *Identity, made []*invited, results []InvitationResult) {
	var broken atomic.Bool
	var wg sync.WaitGroup
	slots := make(chan struct{}, parallelMails)
	for i, m := range made {
		switch {
		case m == nil:
		case m.link == nil:
			s.notify(ctx, m.user, s.addedMail(m.user, m.roles, by))
		default:
			slots <- struct{}{}
			wg.Go(func() {
				defer func() { <-slots }()
				if broken.Load() {
					results[i].Link = &SentLink{URL: s.url(m.link), ExpiresAt: m.link.ExpiresAt}
					return
				}
				results[i].Link = s.deliver(ctx, m.link, m.user)
				if !results[i].Link.Sent {
					broken.Store(true)
				}
			})
		}
	}
	wg.Wait()
}
