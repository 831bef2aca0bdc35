package auth

import (
	"context"
	"time"
)

// Message is one mail, in plain text.
type Message struct {
	To      string
	Subject string
	Text    string
}

// Mailer sends mail. A server without one shows links to copy instead.
type Mailer interface {
	Send(ctx context.Context, m Message) error // errs.Unavailable when the mail server does not accept it
}

// Flow is the secret part of one sign-in elsewhere: the server keeps it between the two halves, and
// the browser proves by a cookie that both are from it.
type Flow struct {
	State    string // handle that the provider sends back; never an address
	Nonce    string // nonce that the identity token must contain
	Verifier string // PKCE code verifier (S256)
}

// Claims are verified statements of a provider.
type Claims struct {
	Issuer        string
	Subject       string // with the issuer, the key of the person
	Email         string
	EmailVerified bool
	FirstName     string
	LastName      string
}

// Provider signs people in elsewhere, by OpenID Connect's code flow.
type Provider interface {
	Name() string // label of the button, such as Google
	// Begin returns the address to redirect the browser to. errs.Unavailable when the provider
	// cannot be reached.
	Begin(ctx context.Context, f Flow) (address string, err error)
	// Finish exchanges the code and checks the identity token. errs.Unauthenticated when either is
	// rejected, errs.Unavailable when the provider cannot be reached.
	Finish(ctx context.Context, code string, f Flow) (*Claims, error)
}

// DirectoryUser is an account as returned by a user service.
type DirectoryUser struct {
	ID          string
	UserName    string
	Email       string
	FirstName   string
	LastName    string
	Roles       []string
	Permissions []string
	Groups      []string
	IsActive    bool
	JoinedAt    time.Time
}

// Directory is an external user service.
type Directory interface {
	// Verify returns the account of a token. errs.Unauthenticated for an invalid token,
	// errs.Forbidden for one of another group, errs.Unavailable when the service does not answer
	// correctly: access is then denied.
	Verify(ctx context.Context, token, group string) (*DirectoryUser, error)
	// CreateUser creates an account with one of the roles that this server holds a provisioning
	// token for. errs.Conflict when the name is taken, errs.Rule with the service's words for a
	// field it rejects.
	CreateUser(ctx context.Context, u NewUser) error
	// Users lists the accounts of the group.
	Users(ctx context.Context) ([]DirectoryUser, error)
}
