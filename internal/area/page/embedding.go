package page

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

const maxOrigins = 50

var hostForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`)

// SetEmbedding sets the sites that may embed a page. errs.Rule (origins).
func (s *Service) SetEmbedding(ctx context.Context, by *auth.Identity, id string, version int64, origins []string) (_ *View, err error) {
	defer errs.Wrap(&err, "page.SetEmbedding(%q, %d)", id, version)
	if len(origins) > maxOrigins {
		return nil, errs.AtField("origins", "A page can be embedded in at most 50 sites.")
	}
	var kept []string
	for _, text := range origins {
		origin, ok := originOf(text)
		if !ok {
			return nil, errs.AtField(
				"origins",
				quoted(text)+" is not the address of a site. Enter https:// and the name only, such as https://portal.example.org.",
			)
		}
		if !slices.Contains(kept, origin) {
			kept = append(kept, origin)
		}
	}
	return s.change(ctx, by, id, record.At(version), func(_ Tx, p *Page) (*record.Event, error) {
		before := p.sheet()
		p.Origins = kept
		changes := record.Changes(before, p.sheet())
		if len(changes) == 0 {
			return nil, nil
		}
		return &record.Event{Action: "changed which sites may embed it", Kind: audit.Changed, Changes: changes}, nil
	})
}

// originOf reads the origin of a site as a browser names it: scheme, host and a port that is not
// the usual one. Only sites of this machine may be without TLS.
func originOf(text string) (string, bool) {
	u, err := url.Parse(strings.ToLower(strings.TrimSuffix(strings.TrimSpace(text), "/")))
	if err != nil || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.ForceQuery {
		return "", false
	}
	host, port := u.Hostname(), u.Port()
	here := host == "localhost" || host == "127.0.0.1"
	if !hostForm.MatchString(host) || u.Scheme != "https" && (u.Scheme != "http" || !here) {
		return "", false
	}
	origin := u.Scheme + "://" + host
	if port != "" && port != map[string]string{"https": "443", "http": "80"}[u.Scheme] {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return "", false
		}
		origin += ":" + port
	}
	return origin, !strings.HasSuffix(u.Host, ":")
}

// Embeddable reports whether any site may embed the page.
func (p *Page) Embeddable() bool { return p.Sharing == Public && len(p.Origins) > 0 }

// Frames returns the sites that may embed the page at an address, nil for none. An embedded page
// has no session, so only public ones can be embedded.
func (s *Service) Frames(ctx context.Context, slug string) (_ []string, err error) {
	defer errs.Wrap(&err, "page.Frames(%q)", slug)
	p, _, err := s.at(ctx, nil, slug)
	if errs.Is(err, errs.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return p.Origins, nil
}
