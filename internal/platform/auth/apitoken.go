package auth

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

const (
	tokenPrefix     = "coh_" // lets leak scanners recognise a token
	shownPrefix     = 8      // characters of the text that stay visible
	defaultDays     = 90
	maxDays         = 366
	maxTokenName    = 100 // characters
	maxTokensPerOne = 100
)

// NewToken describes an API token to create.
type NewToken struct {
	Name          string
	Scopes        []Scope
	Days          int    // until it expires; 0 for 90
	Current       string // password of the account, if it was not entered a short while ago
	ProvisionRole string // for CreateTokenFor: create a provisioning token for this role instead
}

// Tokens lists the API tokens of the caller's account, newest first.
func (s *Service) Tokens(ctx context.Context, id *Identity) (list []APIToken, err error) {
	defer errs.Wrap(&err, "auth.Tokens")
	if err := localAccount(id); err != nil {
		return nil, err
	}
	return s.store.APITokensOf(ctx, id.User.ID)
}

// TokensOf lists the API tokens of an account, for the command line.
func (s *Service) TokensOf(ctx context.Context, userName string) (list []APIToken, err error) {
	defer errs.Wrap(&err, "auth.TokensOf(%q)", userName)
	u, err := s.store.UserByName(ctx, userName)
	if err != nil {
		return nil, err
	}
	return s.store.APITokensOf(ctx, u.ID)
}

// CreateToken creates an API token that acts as the caller within its scopes and returns its text,
// which is stored nowhere else. It needs a browser session. errs.Rule for a bad name, scope or
// number of days.
func (s *Service) CreateToken(ctx context.Context, id *Identity, in NewToken) (text string, token *APIToken, err error) {
	defer errs.Wrap(&err, "auth.CreateToken")
	if err := browserSession(id); err != nil {
		return "", nil, err
	}
	in.ProvisionRole = ""
	if err := s.checkToken(&in); err != nil {
		return "", nil, err
	}
	if _, err := s.reauthenticate(ctx, id, in.Current); err != nil {
		return "", nil, err
	}
	return s.createToken(ctx, id.User, in)
}

// CreateTokenFor creates an API token of an account, or a provisioning token with which another
// program creates accounts of one role in the user service. It is for the command line.
func (s *Service) CreateTokenFor(ctx context.Context, userName string, in NewToken) (text string, token *APIToken, err error) {
	defer errs.Wrap(&err, "auth.CreateTokenFor(%q)", userName)
	if err := s.checkToken(&in); err != nil {
		return "", nil, err
	}
	u, err := s.store.UserByName(ctx, userName)
	if err != nil {
		return "", nil, err
	}
	if role, _ := RoleNamed(in.ProvisionRole); in.ProvisionRole != "" && !NewIdentity(u, nil).MayGrant(role) {
		return "", nil, errs.New(errs.Forbidden, "may_not_grant", "The account %s may not assign the role %s.", u.UserName, role.Name)
	}
	return s.createToken(ctx, u, in)
}

// checkToken fills in defaults and sorts the scopes.
func (s *Service) checkToken(in *NewToken) error {
	in.Name = strings.TrimSpace(in.Name)
	if err := checkLine("name", in.Name, 1, maxTokenName, "A token needs a name of 1 to 100 characters on one line."); err != nil {
		return err
	}
	if in.Days == 0 {
		in.Days = defaultDays
	}
	if in.Days < 1 || in.Days > maxDays {
		return errs.AtField("days", fmt.Sprintf("A token lasts 1 to %d days.", maxDays))
	}
	if in.ProvisionRole != "" {
		in.Scopes = nil
		return s.checkProvisionRole(in.ProvisionRole)
	}
	for _, scope := range in.Scopes {
		if !slices.Contains(Scopes(), scope) {
			return errs.AtField("scopes", fmt.Sprintf("Unknown scope %q. The scopes are read, upload, review and admin.", scope))
		}
	}
	in.Scopes = slices.DeleteFunc(Scopes(), func(scope Scope) bool { return !slices.Contains(in.Scopes, scope) })
	if len(in.Scopes) == 0 {
		return errs.AtField("scopes", "A token needs at least one of the scopes read, upload, review and admin.")
	}
	return nil
}

// checkProvisionRole accepts roles of areas that have a group; only administrators create
// administrators.
func (s *Service) checkProvisionRole(name string) error {
	role, ok := RoleNamed(name)
	if !ok || s.groupOf(role.Area) == "" {
		return errs.AtField("provision_role", fmt.Sprintf("A provisioning token cannot be made for %q; it needs a role of the sgc or hermes area.", name))
	}
	return nil
}

func (s *Service) createToken(ctx context.Context, u *User, in NewToken) (text string, token *APIToken, err error) {
	secret, err := s.newSecret()
	if err != nil {
		return "", nil, err
	}
	text = tokenPrefix + secret
	now := s.now()
	token = &APIToken{
		ID: s.newID(), UserID: u.ID, Name: in.Name, Hash: hashToken(text), Prefix: text[:shownPrefix], Scopes: in.Scopes,
		ProvisionRole: in.ProvisionRole, CreatedAt: now, ExpiresAt: now.Add(time.Duration(in.Days) * 24 * time.Hour),
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		all, err := tx.APITokensOf(ctx, u.ID)
		if err != nil {
			return err
		}
		if len(all) >= maxTokensPerOne {
			return errs.New(errs.Conflict, "too_many_tokens", "An account has at most %d API tokens; revoke some first.", maxTokensPerOne)
		}
		if err := tx.CreateAPIToken(ctx, token); err != nil {
			return err
		}
		return s.auditToken(ctx, tx, audit.TokenCreated, u, token)
	})
	if err != nil {
		return "", nil, err
	}
	return text, token, nil
}

func (s *Service) auditToken(ctx context.Context, tx Tx, action audit.Action, owner *User, t *APIToken) error {
	values := map[string]string{
		"name": t.Name, "owner": owner.UserName, "scopes": joinWords(t.Scopes), "expires_at": t.ExpiresAt.UTC().Format(time.RFC3339),
	}
	if t.ProvisionRole != "" {
		values["provision_role"] = t.ProvisionRole
	}
	e := audit.Entry{Action: action, Object: "token", ObjectID: t.ID, After: values}
	if action == audit.TokenRevoked {
		e.Before, e.After = values, nil
	}
	return audit.Append(ctx, tx, s.now(), e)
}

func joinWords(scopes []Scope) string {
	words := make([]string, len(scopes))
	for i, scope := range scopes {
		words[i] = string(scope)
	}
	return strings.Join(words, ", ")
}

// RevokeToken ends an API token of the caller's account. errs.NotFound for others'.
func (s *Service) RevokeToken(ctx context.Context, id *Identity, tokenID string) (err error) {
	defer errs.Wrap(&err, "auth.RevokeToken(%q)", tokenID)
	if err := localAccount(id); err != nil {
		return err
	}
	return s.revoke(ctx, tokenID, id.User.ID)
}

// RevokeTokenByID ends an API token of any account, for the command line.
func (s *Service) RevokeTokenByID(ctx context.Context, tokenID string) (err error) {
	defer errs.Wrap(&err, "auth.RevokeTokenByID(%q)", tokenID)
	return s.revoke(ctx, tokenID, "")
}

// revoke ends a token, if it belongs to the account; to any for "".
func (s *Service) revoke(ctx context.Context, tokenID, userID string) error {
	return s.store.InTx(ctx, func(tx Tx) error {
		t, err := tx.APIToken(ctx, tokenID)
		if err == nil && userID != "" && t.UserID != userID {
			err = errs.Missing("token")
		}
		if err != nil {
			return err
		}
		owner, err := tx.User(ctx, t.UserID)
		if err != nil {
			return err
		}
		return s.dropToken(ctx, tx, owner, t)
	})
}

func (s *Service) dropToken(ctx context.Context, tx Tx, owner *User, t *APIToken) error {
	if err := tx.DeleteAPIToken(ctx, t.ID); err != nil {
		return err
	}
	return s.auditToken(ctx, tx, audit.TokenRevoked, owner, t)
}

// findToken finds a valid API token, with its account.
func (s *Service) findToken(ctx context.Context, text string) (*APIToken, *User, error) {
	t, u, err := s.store.APITokenByHash(ctx, hashToken(text))
	switch {
	case errs.Is(err, errs.NotFound):
		return nil, nil, tokenUnknown()
	case err != nil:
		return nil, nil, err
	case !s.now().Before(t.ExpiresAt) || !Begun(s.now(), t.CreatedAt):
		return nil, nil, errs.New(errs.Unauthenticated, "token_expired",
			"This API token expired on %s; make a new one on your profile page.", t.ExpiresAt.UTC().Format(time.DateOnly))
	case !u.IsActive:
		return nil, nil, tokenUnknown()
	}
	return t, u, nil
}

// apiTokenHolder returns the account of an API token, narrowed to its scopes; a provisioning token
// has none.
func (s *Service) apiTokenHolder(ctx context.Context, text, address string) (*Identity, error) {
	t, u, err := s.findToken(ctx, text)
	if err != nil {
		return nil, err
	}
	if err := s.touchToken(ctx, t, address); err != nil {
		return nil, err
	}
	id, err := s.identity(ctx, s.store, u, nil)
	if err != nil {
		return nil, err
	}
	id.Token = t
	return id, nil
}

// touchToken notes the use of a token, once in a while.
func (s *Service) touchToken(ctx context.Context, t *APIToken, address string) error {
	now := s.now()
	if t.LastUsedAt != nil && now.Sub(*t.LastUsedAt) < touchEvery {
		return nil
	}
	err := s.store.TouchAPIToken(ctx, t.ID, now, address)
	if errs.Is(err, errs.NotFound) { // revoked at this moment
		return tokenUnknown()
	}
	return noted(err)
}
