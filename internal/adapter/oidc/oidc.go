// Package oidc signs people in at an OpenID Connect provider: authorization code flow with PKCE,
// and every check of the identity token. It implements auth.Provider over go-oidc and x/oauth2 and
// imports errs and auth. Package auth maps subjects to accounts, and stores state and nonce.
package oidc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Google is the default issuer.
const Google = "https://accounts.google.com"

// patience is how long one half of a sign-in may wait for the provider.
const patience = 10 * time.Second

// fresh is how long the discovery document is used before it is fetched again.
const fresh = 24 * time.Hour

// Options describe a provider and this client. They come from the settings of the server only.
type Options struct {
	Issuer       string // "" for Google; compared exactly, to the last slash
	ClientID     string
	ClientSecret string // "" for a client that has none
	RedirectURL  string // of this server, as registered at the provider
	Name         string // label of the button; "" for Google or the issuer's host
	HTTP         *http.Client
	Now          func() time.Time // time.Now when nil
}

// Provider signs people in. It is safe for concurrent use.
type Provider struct {
	opt      Options
	http     *http.Client
	discover singleflight.Group

	mu    sync.Mutex
	known *discovery
}

var _ auth.Provider = (*Provider)(nil)

// discovery is the provider's discovery document.
type discovery struct {
	at       time.Time
	provider *oidc.Provider
	keys     *oidc.RemoteKeySet
	flow     *oauth2.Config
	algs     []string // that may sign identity tokens
}

// New checks the options and contacts no server. Plain http is for providers on this machine, as in
// tests.
func New(o Options) (*Provider, error) {
	o.Issuer = cmp.Or(o.Issuer, Google)
	issuer, err := secureURL(o.Issuer, true)
	if err != nil {
		return nil, badOption("issuer", o.Issuer, err)
	}
	if back, err := url.Parse(o.RedirectURL); err != nil || back.Host == "" || back.Fragment != "" || (back.Scheme != "https" && back.Scheme != "http") {
		return nil, badOption("redirect URL", o.RedirectURL, errors.New("it must be an http or https address"))
	}
	if o.ClientID == "" {
		return nil, badOption("client id", "", errors.New("the provider has one for each of its clients"))
	}
	if o.Name == "" && o.Issuer == Google {
		o.Name = "Google"
	}
	o.Name = cmp.Or(o.Name, issuer.Host)
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Provider{opt: o, http: careful(o.HTTP)}, nil
}

func badOption(what, value string, cause error) error {
	return errs.New(errs.Invalid, "sign_in_provider", "The %s of the sign-in provider, %q, cannot be used: %v.", what, value, cause)
}

// secureURL parses an address for this server or the browser: https, or http on this machine where
// that is allowed.
func secureURL(address string, loopback bool) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, errors.New("it is not an address")
	case u.Host == "" || u.User != nil || u.Fragment != "":
		return nil, errors.New("it must be an address with a host, without user name and fragment")
	case u.Scheme == "https", loopback && u.Scheme == "http" && isLoopback(u.Hostname()):
		return u, nil
	}
	return nil, errors.New("it must begin with https://")
}

func isLoopback(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// Name implements auth.Provider.
func (p *Provider) Name() string { return p.opt.Name }

// Begin implements auth.Provider. The address carries the state, the nonce and
// the hash of the verifier, and always the redirect URL of the options.
func (p *Provider) Begin(ctx context.Context, f auth.Flow) (address string, err error) {
	defer errs.Wrap(&err, "oidc.Begin(%s)", p.opt.Issuer)
	if f.State == "" {
		return "", errors.New("a flow begins with a state")
	}
	if err := checkFlow(f); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	d, err := p.discovery(ctx)
	if err != nil {
		return "", err
	}
	return d.flow.AuthCodeURL(f.State, oidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier),
		oauth2.SetAuthURLParam("prompt", "select_account")), nil
}

// checkFlow rejects flows that would prove nothing. RFC 7636 requires a verifier of 43 to 128
// characters.
func checkFlow(f auth.Flow) error {
	if f.Nonce == "" || len(f.Verifier) < 43 || len(f.Verifier) > 128 {
		return errors.New("a flow needs a nonce and a verifier of 43 to 128 characters")
	}
	return nil
}

// discovery returns the provider's document, and fetches it when it is missing or old. Concurrent
// callers share one request; a failure is not cached, so that the next caller retries.
func (p *Provider) discovery(ctx context.Context) (*discovery, error) {
	p.mu.Lock()
	known := p.known
	p.mu.Unlock()
	if known != nil && p.opt.Now().Sub(known.at) < fresh {
		return known, nil
	}
	asked := p.discover.DoChan("", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		d, err := p.ask(ctx)
		if err != nil {
			return nil, err
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.known = d
		return d, nil
	})
	select {
	case <-ctx.Done():
		return nil, p.unavailable(ctx.Err())
	case answer := <-asked:
		if answer.Err != nil {
			return nil, answer.Err
		}
		return answer.Val.(*discovery), nil
	}
}

func (p *Provider) ask(ctx context.Context) (*discovery, error) {
	ctx = oidc.ClientContext(ctx, p.http)
	found, err := oidc.NewProvider(ctx, p.opt.Issuer) // rejects a document of another issuer
	var other *oidc.IssuerMismatchError
	if errors.As(err, &other) {
		return nil, p.misconfigured(err)
	}
	if err != nil {
		return nil, p.unavailable(brief(err))
	}
	var said struct {
		Keys        string   `json:"jwks_uri"`
		AuthMethods []string `json:"token_endpoint_auth_methods_supported"`
		Algorithms  []string `json:"id_token_signing_alg_values_supported"`
	}
	if err := found.Claims(&said); err != nil {
		return nil, p.unavailable(brief(err))
	}
	endpoint := found.Endpoint()
	for name, address := range map[string]string{"authorization_endpoint": endpoint.AuthURL, "token_endpoint": endpoint.TokenURL, "jwks_uri": said.Keys} {
		if _, err := secureURL(address, strings.HasPrefix(p.opt.Issuer, "http://")); err != nil {
			return nil, p.misconfigured(fmt.Errorf("%s %q: %w", name, address, err))
		}
	}
	endpoint.AuthStyle = authStyle(p.opt.ClientSecret, said.AuthMethods)
	return &discovery{
		at: p.opt.Now(), provider: found, keys: oidc.NewRemoteKeySet(ctx, said.Keys), algs: signing(said.Algorithms),
		flow: &oauth2.Config{
			ClientID: p.opt.ClientID, ClientSecret: p.opt.ClientSecret, RedirectURL: p.opt.RedirectURL,
			Endpoint: endpoint, Scopes: []string{oidc.ScopeOpenID, "email", "profile"},
		},
	}, nil
}

// authStyle chooses how the client authenticates, so that a code is never sent twice to find out.
// HTTP Basic is the default of providers that do not state it (OpenID Connect Discovery 1.0,
// section 3).
func authStyle(secret string, methods []string) oauth2.AuthStyle {
	basic := len(methods) == 0 || slices.Contains(methods, "client_secret_basic")
	if secret != "" && basic {
		return oauth2.AuthStyleInHeader
	}
	return oauth2.AuthStyleInParams
}

// signing returns those announced algorithms that use a key pair; "none" and HS*, whose key would
// be the client secret, are never among them. Every provider must have RS256.
func signing(announced []string) []string {
	asymmetric := []string{
		oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA,
	}
	kept := slices.DeleteFunc(slices.Clone(announced), func(alg string) bool { return !slices.Contains(asymmetric, alg) })
	if len(kept) == 0 {
		return []string{oidc.RS256}
	}
	return kept
}
