package oidc

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// maxCode exceeds the length of any provider's authorization code.
const maxCode = 4 << 10

// Finish implements auth.Provider: it sends the code with the client secret and the verifier, and
// checks the returned identity token. E-mail and name missing in the token are requested from the
// provider's userinfo address.
func (p *Provider) Finish(ctx context.Context, code string, f auth.Flow) (c *auth.Claims, err error) {
	defer errs.Wrap(&err, "oidc.Finish(%s)", p.opt.Issuer)
	if err := checkFlow(f); err != nil {
		return nil, err
	}
	if code == "" || len(code) > maxCode {
		return nil, p.refused(errors.New("there is no code, or one of absurd length"))
	}
	ctx, cancel := context.WithTimeout(oidc.ClientContext(ctx, p.http), patience)
	defer cancel()
	d, err := p.discovery(ctx)
	if err != nil {
		return nil, err
	}
	token, err := d.flow.Exchange(ctx, code, oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return nil, p.exchangeProblem(err)
	}
	id, err := p.identity(ctx, d, token, f.Nonce)
	if err != nil {
		return nil, err
	}
	var said profile
	if err := id.Claims(&said); err != nil {
		return nil, p.refused(brief(err))
	}
	if said.Email == "" && d.provider.UserInfoEndpoint() != "" {
		if said, err = p.userInfo(ctx, d, token, id.Subject); err != nil {
			return nil, err
		}
	}
	return said.claims(id), nil
}

// exchangeProblem distinguishes a rejected code from a provider that fails or does not accept this
// client.
func (p *Provider) exchangeProblem(err error) error {
	var said *oauth2.RetrieveError
	if !errors.As(err, &said) {
		return p.problem(err)
	}
	cause := fmt.Errorf("the token address answers %d, error %.100q", said.Response.StatusCode, said.ErrorCode)
	switch {
	case said.ErrorCode == "invalid_client", said.ErrorCode == "unauthorized_client":
		return p.misconfigured(cause)
	case said.ErrorCode == "", said.ErrorCode == "server_error", said.ErrorCode == "temporarily_unavailable",
		said.Response.StatusCode >= http.StatusInternalServerError, said.Response.StatusCode == http.StatusTooManyRequests:
		return p.unavailable(cause)
	}
	return p.refused(cause)
}

// identity checks the identity token: signature by a key and with an algorithm
// of the provider, issuer, audience, end of validity, nonce, subject, and the
// hash of the access token if there is one (OpenID Connect Core 1.0, 3.1.3.7).
func (p *Provider) identity(ctx context.Context, d *discovery, token *oauth2.Token, nonce string) (*oidc.IDToken, error) {
	raw, _ := token.Extra("id_token").(string)
	if raw == "" {
		return nil, p.refused(errors.New("there is no identity token"))
	}
	keys := &keySet{remote: d.keys}
	id, err := oidc.NewVerifier(p.opt.Issuer, keys, &oidc.Config{ClientID: p.opt.ClientID, SupportedSigningAlgs: d.algs, Now: p.opt.Now}).Verify(ctx, raw)
	if err != nil {
		if keys.problem != nil {
			err = keys.problem // the library's error has only its text
		}
		return nil, p.problem(err)
	}
	var party struct {
		AuthorizedParty string `json:"azp"`
	}
	if err := id.Claims(&party); err != nil {
		return nil, p.refused(brief(err))
	}
	switch {
	case id.Issuer != p.opt.Issuer: // the library also takes a second spelling from Google
		err = errors.New("the issuer is another")
	case len(id.Audience) > 1 && party.AuthorizedParty == "", party.AuthorizedParty != "" && party.AuthorizedParty != p.opt.ClientID:
		err = errors.New("the token was made for another client")
	case subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(nonce)) != 1:
		err = errors.New("the nonce is not that of this flow")
	case id.Subject == "" || len(id.Subject) > 255:
		err = errors.New("the subject is missing or over 255 bytes")
	case id.AccessTokenHash != "":
		err = id.VerifyAccessToken(token.AccessToken)
	}
	if err != nil {
		return nil, p.refused(err)
	}
	return id, nil
}

// keySet records why keys could not be fetched.
type keySet struct {
	remote  *oidc.RemoteKeySet
	problem error
}

// VerifySignature implements oidc.KeySet.
func (k *keySet) VerifySignature(ctx context.Context, jwt string) ([]byte, error) {
	payload, err := k.remote.VerifySignature(ctx, jwt)
	k.problem = err
	return payload, err
}

func (p *Provider) userInfo(ctx context.Context, d *discovery, token *oauth2.Token, subject string) (profile, error) {
	var said profile
	info, err := d.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return said, p.problem(err)
	}
	if info.Subject != subject {
		return said, p.refused(errors.New("userinfo describes another subject"))
	}
	if err := info.Claims(&said); err != nil {
		return said, p.refused(brief(err))
	}
	return said, nil
}

// profile is the data of a person from a provider besides the subject.
type profile struct {
	Email      string   `json:"email"`
	Verified   verified `json:"email_verified"`
	GivenName  string   `json:"given_name"`
	FamilyName string   `json:"family_name"`
	Name       string   `json:"name"`
}

// verified is true for true and "true", which some providers send.
type verified bool

// UnmarshalJSON implements json.Unmarshaler.
func (v *verified) UnmarshalJSON(data []byte) error {
	var said any
	if err := json.Unmarshal(data, &said); err != nil {
		return err
	}
	*v = said == true || said == "true"
	return nil
}

func (s profile) claims(id *oidc.IDToken) *auth.Claims {
	c := &auth.Claims{
		Issuer: id.Issuer, Subject: id.Subject,
		Email: plain(s.Email), FirstName: plain(s.GivenName), LastName: plain(s.FamilyName),
	}
	c.EmailVerified = bool(s.Verified) && c.Email != ""
	if c.FirstName == "" && c.LastName == "" {
		c.FirstName = plain(s.Name)
	}
	return c
}

// plain returns a text of the provider if it is one line of a valid length for a name or an
// address.
func plain(s string) string {
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) > 320 || strings.ContainsFunc(s, unicode.IsControl) {
		return ""
	}
	return s
}
