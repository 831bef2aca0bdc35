package auth

import (
	"context"
	"time"
)

// Session is one sign-in. The token itself is never stored, only its SHA-256.
type Session struct {
	ID              string // id shown to its owner; not a secret
	TokenHash       string
	UserID          string
	Group           string // of the user service, for bearer tokens; "" for the cookie of a browser
	Remember        bool
	CreatedAt       time.Time
	AuthenticatedAt time.Time // when its owner last proved who they are
	LastSeenAt      time.Time
	ExpiresAt       time.Time // absolute end
	UserAgent       string
	Address         string
	// Revisions are those of the moment when the session was read; nil for a new one.
	Revisions *Revisions
}

// Revisions invalidate cached answers: each grows in the transaction of every change of its
// subject, in any process. Data that was read after a revision is valid as long as the revision
// stays.
type Revisions struct {
	Accounts int64 // and what they may do
	Datasets int64 // the list of data sets
	Uploads  int64 // that of HERMES
	Cohorts  int64 // that of SGC
}

// APIToken lets a program act as an account, within scopes. Its text is kept by
// its SHA-256 only.
type APIToken struct {
	ID            string
	UserID        string
	Name          string
	Hash          string
	Prefix        string // first characters of the text, to distinguish tokens
	Scopes        []Scope
	ProvisionRole string // for provisioning tokens, which make accounts with this role and do nothing else
	CreatedAt     time.Time
	ExpiresAt     time.Time
	LastUsedAt    *time.Time
	LastUsedFrom  string // address of the client
	// Revisions are those of the moment when the token was looked up by its text; nil otherwise.
	Revisions *Revisions
}

// AccountIdentity links an account to one at an external provider.
type AccountIdentity struct {
	ID       string
	UserID   string
	Issuer   string
	Subject  string // with the issuer, the key of the person
	Email    string // Email is as stated by the provider; for display, never compared
	LinkedAt time.Time
}

// SecondFactor is the authenticator app of an account.
type SecondFactor struct {
	UserID      string
	Secret      string // base 32; "" until one is confirmed
	ConfirmedAt *time.Time
	LastStep    int64  // newest time step whose code was used; earlier ones are invalid
	Pending     string // secret that waits for its first code
	PendingAt   *time.Time
}

// ProviderFlow is a sign-in at an external provider in progress. Values that pass through the
// browser are stored by their SHA-256.
type ProviderFlow struct {
	StateHash      string
	BindingHash    string
	Purpose        string
	InvitationHash string // hash of the invitation's token, for PurposeAccept
	UserID         string // for PurposeLink
	Remember       bool
	ExpiresAt      time.Time
}

// CredentialReads are the queries of a store and a transaction about credentials. An absent item is
// errs.NotFound.
type CredentialReads interface {
	// Session returns a session, expired or not, and its account.
	Session(ctx context.Context, tokenHash string) (*Session, *User, error)
	SessionsOf(ctx context.Context, userID string) ([]Session, error) // newest first, expired ones too
	APIToken(ctx context.Context, id string) (*APIToken, error)
	APITokensOf(ctx context.Context, userID string) ([]APIToken, error) // newest first
	SecondFactor(ctx context.Context, userID string) (*SecondFactor, error)
	CountRecoveryCodes(ctx context.Context, userID string) (int64, error)
	Identity(ctx context.Context, issuer, subject string) (*AccountIdentity, error)
	IdentitiesOf(ctx context.Context, userID string) ([]AccountIdentity, error) // oldest first
}

// CredentialTx changes credentials.
type CredentialTx interface {
	CreateSession(ctx context.Context, s *Session) error
	// RenewSession stores the hash and times of s for the session with this id.
	RenewSession(ctx context.Context, s *Session) error
	DeleteSession(ctx context.Context, tokenHash string) error
	DeleteSessionsOf(ctx context.Context, userID, exceptTokenHash string) error
	DeleteSessionsExpiredBy(ctx context.Context, at time.Time) error

	CreateAPIToken(ctx context.Context, t *APIToken) error
	DeleteAPIToken(ctx context.Context, id string) error
	DeleteAPITokensExpiredBy(ctx context.Context, at time.Time) error

	// SaveSecondFactor replaces that of the account.
	SaveSecondFactor(ctx context.Context, f *SecondFactor) error
	// DeleteSecondFactor also deletes the recovery codes.
	DeleteSecondFactor(ctx context.Context, userID string) error
	DeletePendingSecondFactors(ctx context.Context, before time.Time) error
	ReplaceRecoveryCodes(ctx context.Context, userID string, hashes []string) error
	// UseRecoveryCode removes a code; errs.NotFound when it does not exist or was used.
	UseRecoveryCode(ctx context.Context, userID, hash string) error

	// LinkIdentity is errs.Conflict (identity_taken) when an account has it.
	LinkIdentity(ctx context.Context, i *AccountIdentity) error
	DeleteIdentity(ctx context.Context, id string) error

	CreateFlow(ctx context.Context, f *ProviderFlow) error
	// TakeFlow removes the flow of a browser and returns it, once.
	TakeFlow(ctx context.Context, bindingHash string) (*ProviderFlow, error)
	DeleteFlowsExpiredBy(ctx context.Context, at time.Time) error
}

// CredentialStore finds credentials and notes their use outside of any change. All return
// errs.NotFound for one that has ended.
type CredentialStore interface {
	// APITokenByHash returns an API token, expired or not, and its account.
	APITokenByHash(ctx context.Context, hash string) (*APIToken, *User, error)
	TouchSession(ctx context.Context, tokenHash string, at time.Time) error
	TouchAPIToken(ctx context.Context, id string, at time.Time, from string) error
}
