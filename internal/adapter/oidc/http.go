package oidc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"cohortium/internal/platform/errs"
)

// maxAnswer exceeds the size of any provider's document, key set or token, in bytes.
const maxAnswer = 1 << 20

// careful derives from a client (the standard one when nil) one for calling the provider: limited
// in time and size, and it follows no redirect, which would carry code and secret elsewhere.
func careful(c *http.Client) *http.Client {
	out := http.Client{}
	if c != nil {
		out = *c
	}
	if out.Transport == nil {
		out.Transport = http.DefaultTransport
	}
	out.Transport = &transport{out.Transport}
	out.Timeout = patience
	out.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &out
}

// errNoAnswer reports that the provider's answer is invalid.
var errNoAnswer = errors.New("no proper answer")

// transport reads each answer whole and accepts only JSON: documents with status 200, and from the
// token address any success or error.
type transport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	defer answer.Body.Close()
	if wrong := answer.StatusCode != http.StatusOK; wrong && (r.Method == http.MethodGet || answer.StatusCode < http.StatusBadRequest) {
		return nil, fmt.Errorf("%w: status %d", errNoAnswer, answer.StatusCode)
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, answer.Body, maxAnswer))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	if answer.StatusCode == http.StatusOK && !json.Valid(body) {
		return nil, fmt.Errorf("%w: it is not JSON", errNoAnswer)
	}
	answer.Body = io.NopCloser(bytes.NewReader(body))
	return answer, nil
}

// problem distinguishes faults of the provider from faults of the sign-in.
func (p *Provider) problem(err error) error {
	if errors.Is(err, errNoAnswer) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return p.unavailable(brief(err))
	}
	return p.refused(brief(err))
}

func (p *Provider) unavailable(cause error) error {
	return errs.New(errs.Unavailable, "sign_in_provider_unavailable", "%s does not answer at the moment; try again in a minute.", p.opt.Name).Because(cause)
}

func (p *Provider) misconfigured(cause error) error {
	return errs.New(errs.Unavailable, "sign_in_provider_settings",
		"Signing in with %s is not set up correctly on this server; contact its operator.", p.opt.Name).Because(cause)
}

func (p *Provider) refused(cause error) error {
	return errs.New(errs.Unauthenticated, "sign_in_refused", "Signing in with %s did not succeed; start again.", p.opt.Name).Because(cause)
}

// brief returns the beginning of an error for the log: some of the library's errors contain the
// whole answer.
func brief(err error) error {
	if text := err.Error(); len(text) > 300 {
		return errors.New(strings.ToValidUTF8(text[:300], "") + "…")
	}
	return err
}
