package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"strings"
	"time"

	"cohortium/internal/platform/errs"
)

// Signing in at an external provider has two halves with the provider's page between them. The
// state goes through that page, the binding stays in a cookie of the browser; the server keeps the
// hashes of both. Nonce and PKCE verifier are derived from the binding, so that the database holds
// nothing with which another browser could continue. The binding alone ties the second half to the
// browser: a code that was made for another one fails at the provider, for its verifier, and by its
// nonce. A state is checked when it is sent.
//
// An account that signs in this way is not asked for its second factor here: the provider is
// responsible for authenticating its users, and asking for two apps would make people turn one off.
// See docs/decisions/0010-second-factor.md.

// The purposes of a sign-in at a provider.
const (
	PurposeSignIn = "sign_in"
	PurposeAccept = "accept" // an invitation
	PurposeLink   = "link"   // the provider's account to the caller's
)

// flowLife is how long a sign-in at the provider's page may take.
const flowLife = 10 * time.Minute

// ProviderStart starts a sign-in at the provider.
type ProviderStart struct {
	Purpose         string
	InvitationToken string // for PurposeAccept
	Remember        bool
	Identity        *Identity // the caller, for PurposeLink
}

// BeginProvider returns the address to which the browser is redirected, and the value of the cookie
// that binds the second half to this browser. errs.NotFound when there is no provider,
// errs.Unavailable when it cannot be reached; for an invitation as LookUpLink; for linking
// errs.Forbidden unless the caller signed in with a browser a short while ago.
func (s *Service) BeginProvider(ctx context.Context, in ProviderStart) (address, binding string, err error) {
	defer errs.Wrap(&err, "auth.BeginProvider(%q)", in.Purpose)
	if s.provider == nil {
		return "", "", noProvider()
	}
	flow := &ProviderFlow{Purpose: in.Purpose, Remember: in.Remember, ExpiresAt: s.now().Add(flowLife)}
	if err := s.admitFlow(ctx, in, flow); err != nil {
		return "", "", err
	}
	state, err := s.newSecret()
	if err != nil {
		return "", "", err
	}
	if binding, err = s.newSecret(); err != nil {
		return "", "", err
	}
	if address, err = s.provider.Begin(ctx, secretsOf(state, binding)); err != nil {
		return "", "", err
	}
	flow.StateHash, flow.BindingHash = hashToken(state), hashToken(binding)
	if err := s.store.InTx(ctx, func(tx Tx) error { return tx.CreateFlow(ctx, flow) }); err != nil {
		return "", "", err
	}
	return address, binding, nil
}

func noProvider() error {
	return errs.New(errs.NotFound, "no_provider", "External sign-in is not set up on this server.")
}

// admitFlow checks whether a flow may begin, and notes its account.
func (s *Service) admitFlow(ctx context.Context, in ProviderStart, flow *ProviderFlow) error {
	switch in.Purpose {
	case PurposeSignIn:
		return nil
	case PurposeAccept:
		l, u, err := s.findLink(ctx, s.store, in.InvitationToken, LinkInvitation, LinkFirstAdmin)
		if err != nil {
			return err
		}
		if u == nil {
			return errs.New(errs.Rule, "password_needed", "The first administrator signs in with a password; an account from elsewhere can be linked later.")
		}
		flow.InvitationHash = l.TokenHash
		return nil
	case PurposeLink:
		return s.admitLinking(in.Identity, flow)
	}
	return errs.New(errs.Invalid, "malformed", "Unknown purpose.")
}

// admitLinking lets only the owner of an account add a way into it.
func (s *Service) admitLinking(id *Identity, flow *ProviderFlow) error {
	if id == nil {
		return errs.New(errs.Unauthenticated, "not_signed_in", "Sign in.")
	}
	if err := browserSession(id); err != nil {
		return err
	}
	if len(id.Duties) > 0 {
		return id.Duties[0].refusal()
	}
	if !s.fresh(id.Session) {
		return errs.New(errs.Forbidden, "sign_in_again", "Sign out and in again first: you signed in more than %s ago.", minutes(s.settings.Fresh))
	}
	flow.UserID = id.User.ID
	return nil
}

// secretsOf returns the secrets of a flow.
func secretsOf(state, binding string) Flow {
	return Flow{State: state, Nonce: derived(binding, "nonce"), Verifier: derived(binding, "verifier")}
}

// derived returns 256 bits as 43 characters, which is what PKCE asks for at least.
func derived(binding, label string) string {
	mac := hmac.New(sha256.New, []byte(binding))
	mac.Write([]byte(label))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// ProviderFinish holds the values returned from the provider's page, and from this browser.
type ProviderFinish struct {
	Code      string
	State     string // as the provider sent it back; "" for none
	Binding   string // from the cookie
	Address   string
	Device    string // as in SignIn
	UserAgent string
	OldToken  string    // session that this browser had; it is ended
	Identity  *Identity // the caller, for PurposeLink
}

// FinishProvider exchanges the code and signs in, accepts or links, as started. token is "" after
// linking: the session continues. errs.Invalid (invalid_state) when this browser did not start the
// flow, took too long, repeats it, or sends another state; the provider is then not contacted.
// errs.Unauthenticated (unknown_account, access_requested) when no account here belongs to the one
// at the provider, errs.Conflict (identity_taken) when another one does.
func (s *Service) FinishProvider(ctx context.Context, in ProviderFinish) (token string, id *Identity, purpose string, err error) {
	defer errs.Wrap(&err, "auth.FinishProvider")
	if s.provider == nil {
		return "", nil, "", noProvider()
	}
	flow, err := s.takeFlow(ctx, in)
	if err != nil {
		return "", nil, "", err
	}
	claims, err := s.provider.Finish(ctx, in.Code, secretsOf(in.State, in.Binding))
	if err != nil {
		return "", nil, "", s.refuseProvider(ctx, "", err)
	}
	claims.Email = strings.TrimSpace(claims.Email)
	switch flow.Purpose {
	case PurposeAccept:
		token, id, err = s.acceptWith(ctx, in, flow, claims)
	case PurposeLink:
		id, err = in.Identity, s.link(ctx, in.Identity, claims)
	default:
		token, id, err = s.signInWith(ctx, in, flow, claims)
	}
	if err != nil {
		return "", nil, "", err
	}
	return token, id, flow.Purpose, nil
}

// takeFlow removes the flow in a separate transaction, before the exchange: whatever its result, it
// cannot be repeated.
func (s *Service) takeFlow(ctx context.Context, in ProviderFinish) (flow *ProviderFlow, err error) {
	err = s.store.InTx(ctx, func(tx Tx) (err error) {
		flow, err = tx.TakeFlow(ctx, hashToken(in.Binding))
		return err
	})
	if err != nil && !errs.Is(err, errs.NotFound) {
		return nil, err
	}
	good := err == nil && s.now().Before(flow.ExpiresAt) && Begun(s.now().Add(flowLife), flow.ExpiresAt) &&
		(in.State == "" || subtle.ConstantTimeCompare([]byte(hashToken(in.State)), []byte(flow.StateHash)) == 1)
	if good && flow.Purpose == PurposeLink { // the account that began is the one that returns
		good = in.Identity != nil && browserSession(in.Identity) == nil && in.Identity.User.ID == flow.UserID
	}
	if good {
		return flow, nil
	}
	refusal := errs.New(
		errs.Invalid,
		"invalid_state",
		"This sign-in was not begun in this browser, took longer than %s, or was used already. Begin again.",
		minutes(flowLife),
	)
	if err := s.auditFailure(ctx, "", "invalid_state"); err != nil {
		return nil, err
	}
	return nil, refusal
}

// refuseProvider records a sign-in that the provider or this server refused, and returns the error.
// who is the address from the provider, if any.
func (s *Service) refuseProvider(ctx context.Context, who string, refusal error) error {
	if !errs.Is(refusal, errs.Unauthenticated) {
		return refusal
	}
	if err := s.auditFailure(ctx, who, codeOf(refusal)); err != nil {
		return err
	}
	return refusal
}
