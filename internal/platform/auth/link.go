package auth

import (
	"context"
	"slices"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// Link is the view of a link for its holder.
type Link struct {
	Kind      LinkKind
	UserName  string // "" for the first administrator, who chooses it
	Email     string
	FirstName string
	LastName  string
	UserID    string
	Areas     []Area // areas that the account may enter
	InvitedBy string
	ExpiresAt time.Time
}

// SentLink reports how a link was delivered.
type SentLink struct {
	Sent      bool   // by mail
	URL       string // to copy; "" when it was sent
	ExpiresAt time.Time
}

// madeLink is a link whose token is still known.
type madeLink struct {
	StoredLink
	token string
}

// newLink creates a link of 256 random bits. by is its maker, nil for the command line and for a
// person's own request.
func (s *Service) newLink(kind LinkKind, userID string, by *Identity) (*madeLink, error) {
	token, err := s.newSecret()
	if err != nil {
		return nil, err
	}
	now := s.now()
	life := s.settings.InvitationLife
	if kind == LinkReset {
		life = s.settings.ResetLife
	}
	l := &madeLink{token: token}
	l.StoredLink = StoredLink{TokenHash: hashToken(token), Kind: kind, UserID: userID, CreatedAt: now, ExpiresAt: now.Add(life)}
	if by != nil {
		l.CreatedBy = by.User.UserName
	}
	return l, nil
}

// url puts the token into the fragment, which no browser sends to any server,
// so that no log of a proxy has it.
func (s *Service) url(l *madeLink) string {
	if l.Kind == LinkReset {
		return s.settings.BaseURL + "/login/reset#reset=" + l.token
	}
	return s.settings.BaseURL + "/register#invitation=" + l.token
}

// deliver mails a link, or returns it to copy when it cannot be mailed.
func (s *Service) deliver(ctx context.Context, l *madeLink, u *User) *SentLink {
	sent := &SentLink{ExpiresAt: l.ExpiresAt}
	if s.canMail(u) {
		err := s.mailer.Send(ctx, s.linkMail(l, u))
		if err == nil {
			sent.Sent = true
			return sent
		}
		s.log.WarnContext(ctx, "a link could not be mailed and is shown to copy", "kind", string(l.Kind), "user_id", u.ID, "err", err)
	}
	sent.URL = s.url(l)
	return sent
}

// canMail reports whether mail can reach the owner of an account. A link in a
// mail needs an origin.
func (s *Service) canMail(u *User) bool {
	return s.mailer != nil && s.settings.BaseURL != "" && addressOf(u) != ""
}

func addressOf(u *User) string {
	if u.Email == "" && isAddress(u.UserName) {
		return u.UserName
	}
	return u.Email
}

// LookUpLink returns the account and purpose of a link. errs.NotFound (link_unknown) for one that
// does not exist, was used or replaced, errs.Rule (link_expired, link_withdrawn) for one that
// expired or was withdrawn.
func (s *Service) LookUpLink(ctx context.Context, token string) (l *Link, err error) {
	defer errs.Wrap(&err, "auth.LookUpLink")
	stored, u, err := s.findLink(ctx, s.store, token)
	if err != nil {
		return nil, err
	}
	l = &Link{Kind: stored.Kind, InvitedBy: stored.CreatedBy, ExpiresAt: stored.ExpiresAt}
	if u == nil {
		l.Areas = Areas()
		return l, nil
	}
	l.UserID, l.UserName, l.Email = u.ID, u.UserName, u.Email
	l.FirstName, l.LastName, l.Areas = u.FirstName, u.LastName, areasOf(u.Roles)
	return l, nil
}

// findLink finds a valid link, with its account; nil for the first administrator's.
func (s *Service) findLink(ctx context.Context, r Reads, token string, kinds ...LinkKind) (*StoredLink, *User, error) {
	l, err := s.goodLink(ctx, r, hashToken(token), kinds...)
	if err != nil {
		return nil, nil, err
	}
	if l.Kind == LinkFirstAdmin {
		return l, nil, nil
	}
	u, err := r.User(ctx, l.UserID)
	if errs.Is(err, errs.NotFound) || err == nil && !u.IsActive {
		return nil, nil, linkUnknown()
	}
	return l, u, err
}

// goodLink returns a link of one of the kinds, of any for none, that is still valid.
func (s *Service) goodLink(ctx context.Context, r Reads, tokenHash string, kinds ...LinkKind) (*StoredLink, error) {
	l, err := r.Link(ctx, tokenHash)
	switch {
	case errs.Is(err, errs.NotFound):
		return nil, linkUnknown()
	case err != nil:
		return nil, err
	case l.Kind == LinkWithdrawn:
		return nil, errs.New(errs.Rule, "link_withdrawn", "This invitation was withdrawn. If you still need an account, ask the person who invited you.")
	case len(kinds) > 0 && !slices.Contains(kinds, l.Kind):
		return nil, linkUnknown()
	case !s.now().Before(l.ExpiresAt) || !Begun(s.now(), l.CreatedAt):
		return nil, errs.New(errs.Rule, "link_expired", "This link was good until %s. Ask for a new one.", spokenTime(l.ExpiresAt))
	}
	return l, nil
}

// useLink uses up a link of an account. Its maker could have used it as well, and counts as a maker
// of the account.
func useLink(ctx context.Context, tx Tx, l *StoredLink) error {
	if err := tx.UseLink(ctx, l.TokenHash); err != nil {
		return err
	}
	maker, err := named(ctx, tx, l.CreatedBy)
	if err != nil || maker == nil || l.UserID == "" {
		return err
	}
	return tx.AddMaker(ctx, l.UserID, maker.ID, bondOf(maker, false))
}

func linkUnknown() error {
	return errs.New(errs.NotFound, "link_unknown", "This link was used already, was replaced by a newer one, or never existed. Ask for a new one.")
}

// SendLink sends a new invitation to a person who has not accepted yet, and a link to choose a new
// password to others. It voids an older link. Errors are those of ChangeAccount, errs.Forbidden for
// the password of an equal, errs.Conflict for a disabled account.
func (s *Service) SendLink(ctx context.Context, by *Identity, area Area, userID string) (_ *SentLink, err error) {
	defer errs.Wrap(&err, "auth.SendLink(%q, %q)", area, userID)
	if err := mayManage(by, area); err != nil {
		return nil, err
	}
	var u *User
	l, err := s.replaceLink(ctx, by, func(tx Tx) (*User, error) {
		var err error
		if u, err = target(ctx, tx, by, area, userID); err != nil {
			return nil, err
		}
		return u, wholly(by, area, u)
	}, func(u *User) error { return lesser(by, area, u) })
	if err != nil {
		return nil, err
	}
	return s.deliver(ctx, l, u), nil
}

// ResetLink creates the link of SendLink for the command line, which shows it.
func (s *Service) ResetLink(ctx context.Context, userName string) (_ *SentLink, err error) {
	defer errs.Wrap(&err, "auth.ResetLink(%q)", userName)
	l, err := s.replaceLink(ctx, nil, func(tx Tx) (*User, error) { return tx.UserByName(ctx, userName) }, func(*User) error { return nil })
	if err != nil {
		return nil, err
	}
	return &SentLink{URL: s.url(l), ExpiresAt: l.ExpiresAt}, nil
}

// replaceLink creates a link for the account that find returns; mayReset is checked for a link to
// choose a new password.
func (s *Service) replaceLink(ctx context.Context, by *Identity, find func(Tx) (*User, error), mayReset func(*User) error) (l *madeLink, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := find(tx)
		if err != nil {
			return err
		}
		if !u.IsActive {
			return errs.New(errs.Conflict, "disabled", "This account is disabled; enable it first.")
		}
		kind, action := LinkReset, audit.PasswordResetSent
		switch _, err := tx.OpenInvitation(ctx, u.ID); {
		case err == nil:
			kind, action = LinkInvitation, audit.InvitationSent
		case !errs.Is(err, errs.NotFound):
			return err
		default:
			if err := mayReset(u); err != nil {
				return err
			}
		}
		if l, err = s.newLink(kind, u.ID, by); err != nil {
			return err
		}
		if err := tx.CreateLink(ctx, &l.StoredLink); err != nil {
			return err
		}
		return s.audit(ctx, tx, action, u, nil, nil)
	})
	return l, err
}

// FirstAdminLink creates the link to create the first account, and voids an older one.
// errs.Conflict (accounts_exist) once there is an account.
func (s *Service) FirstAdminLink(ctx context.Context) (_ *SentLink, err error) {
	defer errs.Wrap(&err, "auth.FirstAdminLink")
	l, err := s.newLink(LinkFirstAdmin, "", nil)
	if err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		if err := nobodyYet(ctx, tx); err != nil {
			return err
		}
		if err := tx.DeleteLinks(ctx, LinkFirstAdmin, ""); err != nil {
			return err
		}
		if err := tx.CreateLink(ctx, &l.StoredLink); err != nil {
			return err
		}
		return audit.Append(ctx, tx, s.now(), audit.Entry{Action: audit.InvitationSent, Object: "user", Detail: "first administrator"})
	})
	if err != nil {
		return nil, err
	}
	return &SentLink{URL: s.url(l), ExpiresAt: l.ExpiresAt}, nil
}

func nobodyYet(ctx context.Context, tx Tx) error {
	n, err := tx.CountUsers(ctx)
	if err == nil && n > 0 {
		return errs.New(errs.Conflict, "accounts_exist", "There are accounts already; an administrator invites others.")
	}
	return err
}

func spokenTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }
