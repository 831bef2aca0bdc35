// Package oidctest runs a real OpenID Connect provider for tests on a loopback address: zitadel's,
// with accounts and a client in memory and a sign-in form. Go tests use it directly; the browser
// tests use it through internal/dev/teststack. It imports no package of this module.
package oidctest

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// Person is an account at the provider.
type Person struct {
	Subject       string `json:"subject"`
	UserName      string `json:"user_name"`
	Password      string `json:"password"`
	Email         string `json:"email"`
	EmailVerified bool   `json:"email_verified"`
	FirstName     string `json:"first_name"`
	LastName      string `json:"last_name"`
}

// People returns two default accounts for tests; the e-mail address of the second is not verified.
func People() []Person {
	return []Person{
		{
			Subject:       "subject-one",
			UserName:      "person-one",
			Password:      "person-one has a long pass phrase",
			Email:         "person-one@example.org",
			EmailVerified: true,
			FirstName:     "Person",
			LastName:      "One",
		},
		{
			Subject:   "subject-two",
			UserName:  "person-two",
			Password:  "person-two has a long pass phrase",
			Email:     "person-two@example.org",
			FirstName: "Person",
			LastName:  "Two",
		},
	}
}

// The registered client of the provider.
const (
	ClientID     = "cohortium-test"
	ClientSecret = "cohortium-test-secret"
)

// Options configure the provider.
type Options struct {
	RedirectURLs   []string // of the client, compared exactly
	People         []Person // People() when empty
	ClaimsInTokens bool     // names and e-mail in the identity token, and not at the userinfo address only
	// Around wraps the provider's handler and may change its answers.
	Around func(http.Handler) http.Handler
}

// Provider is a running provider.
type Provider struct {
	issuer  string
	people  []Person
	storage *storage.Storage
	server  *http.Server
	served  chan error
}

// Start starts a provider on a free port of the loopback address.
func Start(o Options) (*Provider, error) {
	if len(o.People) == 0 {
		o.People = People()
	}
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Provider{issuer: "http://" + listener.Addr().String(), people: o.People, served: make(chan error, 1)}
	handler, err := p.handler(o)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	p.server = &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go func() { p.served <- p.server.Serve(listener) }()
	return p, nil
}

func (p *Provider) handler(o Options) (http.Handler, error) {
	clients := map[string]*storage.Client{ClientID: storage.WebClient(ClientID, ClientSecret, o.RedirectURLs...)}
	p.storage = storage.NewStorageWithClients(people(o.People), clients)
	config := &op.Config{CodeMethodS256: true, AuthMethodPost: true}
	if _, err := rand.Read(config.CryptoKey[:]); err != nil {
		return nil, err
	}
	quiet := slog.New(slog.DiscardHandler) // tests cause refusals
	provider, err := op.NewProvider(config, &accounts{p.storage, o.ClaimsInTokens}, op.StaticIssuer(p.issuer), op.WithAllowInsecure(), op.WithLogger(quiet))
	if err != nil {
		return nil, fmt.Errorf("oidctest: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", provider)
	form := &loginForm{storage: p.storage, next: op.AuthCallbackURL(provider)}
	mux.HandleFunc("GET "+loginPath, form.show)
	mux.Handle("POST "+loginPath, op.NewIssuerInterceptor(provider.IssuerFromRequest).HandlerFunc(form.check))
	if o.Around == nil {
		return mux, nil
	}
	return o.Around(mux), nil
}

// Issuer returns the provider's address.
func (p *Provider) Issuer() string { return p.issuer }

// People lists the accounts.
func (p *Provider) People() []Person { return p.people }

// SigningKey returns the key of the identity tokens and its id.
func (p *Provider) SigningKey(ctx context.Context) (id string, key *rsa.PrivateKey, err error) {
	k, err := p.storage.SigningKey(ctx)
	if err != nil {
		return "", nil, err
	}
	key, ok := k.Key().(*rsa.PrivateKey)
	if !ok {
		return "", nil, fmt.Errorf("oidctest: the key is a %T", k.Key())
	}
	return k.ID(), key, nil
}

// Stop ends the provider.
func (p *Provider) Stop() error {
	err := p.server.Close()
	if served := <-p.served; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// accounts is the library's storage in memory, with control over the content of identity tokens.
type accounts struct {
	*storage.Storage
	claimsInTokens bool
}

type client struct {
	op.Client
	claimsInTokens bool
}

// GetClientByClientID implements op.OPStorage.
func (a *accounts) GetClientByClientID(ctx context.Context, id string) (op.Client, error) {
	c, err := a.Storage.GetClientByClientID(ctx, id)
	if err != nil {
		return nil, err
	}
	return &client{c, a.claimsInTokens}, nil
}

// IDTokenUserinfoClaimsAssertion implements op.Client.
func (c *client) IDTokenUserinfoClaimsAssertion() bool { return c.claimsInTokens }

// people implements storage.UserStore.
type people []Person

func (all people) find(is func(Person) bool) *storage.User {
	for _, p := range all {
		if is(p) {
			return &storage.User{
				ID: p.Subject, Username: p.UserName, Password: p.Password, Email: p.Email, EmailVerified: p.EmailVerified,
				FirstName: p.FirstName, LastName: p.LastName,
			}
		}
	}
	return nil
}

// GetUserByID finds an account by its subject.
func (all people) GetUserByID(id string) *storage.User {
	return all.find(func(p Person) bool { return p.Subject == id })
}

// GetUserByUsername finds an account by its user name.
func (all people) GetUserByUsername(name string) *storage.User {
	return all.find(func(p Person) bool { return p.UserName == name })
}

// ExampleClientID is required by the library and unused by the code flow.
func (all people) ExampleClientID() string { return "service" }
