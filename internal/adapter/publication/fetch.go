package publication

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// maxAnswer is how many bytes of an answer are read; a longer one is invalid. Articles with
// thousands of authors take some megabytes.
const maxAnswer = 8 << 20

// maxRedirects is how often a service may redirect to another of its pages.
const maxRedirects = 2

// careful derives a client that stays on its host, and waits at most for patience.
func careful(c *http.Client, patience time.Duration) *http.Client {
	out := http.Client{}
	if c != nil {
		out = *c
	}
	out.Timeout = patience
	out.Jar = nil
	out.CheckRedirect = func(next *http.Request, before []*http.Request) error {
		first := before[0].URL
		if len(before) > maxRedirects || next.URL.Scheme != first.Scheme || next.URL.Host != first.Host {
			return errors.New("the service points elsewhere")
		}
		return nil
	}
	return &out
}

// get requests an address derived from a fixed one, and returns the whole answer. The error never
// contains text of the service.
func (c *Client) get(ctx context.Context, service, address, accept string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("%s: the request cannot be made", service)
	}
	r.Header.Set("Accept", accept)
	r.Header.Set("User-Agent", c.userAgent())
	said, err := c.http.Do(r)
	if err != nil {
		return nil, withoutAddress(service, err)
	}
	defer said.Body.Close()
	switch said.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusBadRequest, http.StatusGone: // NCBI sends 400 for unknown ids
		return nil, fmt.Errorf("%s: status %d: %w", service, said.StatusCode, errUnknown)
	default:
		return nil, fmt.Errorf("%s: status %d", service, said.StatusCode)
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, said.Body, maxAnswer))
	if err != nil {
		return nil, withoutAddress(service, err)
	}
	return body, nil
}

// userAgent names the program and a contact address, as both services require.
func (c *Client) userAgent() string {
	agent := "Cohortium"
	if c.opt.Version != "" {
		agent += "/" + c.opt.Version
	}
	if c.opt.Contact != "" {
		agent += " (mailto:" + c.opt.Contact + ")"
	}
	return agent
}

// named adds the caller's identity to a query of NCBI.
func (c *Client) named(query url.Values) string {
	query.Set("tool", "cohortium")
	if c.opt.Contact != "" {
		query.Set("email", c.opt.Contact)
	}
	return query.Encode()
}

// withoutAddress returns an error without the address. It is text only: a timeout here is not the
// timeout of the waiting request.
func withoutAddress(service string, err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	return errors.New(service + ": " + err.Error())
}
