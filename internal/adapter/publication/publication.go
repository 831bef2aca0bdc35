// Package publication looks articles up at PubMed, the PMC id converter and Crossref. It implements
// dataset.Publications over HTTP and imports errs, cache and dataset. It decides nothing: it
// returns plain text that a curator may accept, and texts of the services are untrusted.
package publication

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
)

// patience is how long a look-up may take.
const patience = 5 * time.Second

// How long an article is cached, and how many are.
const (
	keep    = time.Hour
	maxKept = 500
)

// Hosts are the addresses of the services. They never come from a request.
type Hosts struct {
	Converter string
	PubMed    string
	Crossref  string
}

// RealHosts returns the public services.
func RealHosts() Hosts {
	return Hosts{
		Converter: "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles/",
		PubMed:    "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/efetch.fcgi",
		Crossref:  "https://api.crossref.org/works/",
	}
}

// Options come from the settings of the server.
type Options struct {
	Hosts   Hosts  // RealHosts when empty; tests use their own
	Contact string // mail address that the services may write to; "" to name none
	Version string // of the program
	Now     func() time.Time
	HTTP    *http.Client
	// Patience is how long a look-up may take, 5 seconds when 0. A service with a fallback gets two
	// fifths of it.
	Patience time.Duration
}

// Client looks publications up. It is safe for concurrent use.
type Client struct {
	opt   Options
	http  *http.Client
	found *cache.Cache[string, dataset.Publication] // by keyOf
}

var _ dataset.Publications = (*Client)(nil)

// New returns a client and contacts no service.
func New(o Options) *Client {
	if o.Hosts == (Hosts{}) {
		o.Hosts = RealHosts()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Patience == 0 {
		o.Patience = patience
	}
	return &Client{opt: o, http: careful(o.HTTP, o.Patience), found: cache.New[string, dataset.Publication](maxKept, keep, o.Now)}
}

// Publication implements dataset.Publications. Found articles are cached for an hour.
func (c *Client) Publication(ctx context.Context, id dataset.PubID) (_ *dataset.Publication, err error) {
	defer errs.Wrap(&err, "publication.Publication(%q)", id.Value)
	p, err := c.found.Get(ctx, keyOf(id), func(ctx context.Context) (dataset.Publication, error) { return c.lookUp(ctx, id) })
	if err != nil {
		return nil, err
	}
	return &p, nil
}

// keyOf returns an id for comparison: a DOI has no case.
func keyOf(id dataset.PubID) string { return id.Kind + " " + strings.ToLower(id.Value) }

func (c *Client) lookUp(ctx context.Context, id dataset.PubID) (none dataset.Publication, _ error) {
	ctx, cancel := context.WithTimeout(ctx, c.opt.Patience)
	defer cancel()
	p, err := c.find(ctx, id)
	switch {
	case errors.Is(err, errUnknown):
		return none, errs.New(errs.NotFound, "publication_unknown",
			"PubMed and Crossref know no publication with this ID. Check it, or fill in the fields by hand.").Because(err)
	case err != nil:
		return none, errs.New(errs.Unavailable, "lookup_down",
			"The publication services cannot be reached. Fill in the fields by hand.").Because(err)
	}
	return *p, nil
}

// errUnknown reports that a service answered, and does not have the article.
var errUnknown = errors.New("no such article")

func (c *Client) find(ctx context.Context, id dataset.PubID) (*dataset.Publication, error) {
	switch id.Kind {
	case dataset.PMID:
		return c.pubmed(ctx, ids{pmid: id.Value})
	case dataset.PMCID:
		return c.byPMCID(ctx, id.Value)
	case dataset.DOI:
		return c.byDOI(ctx, id.Value)
	}
	return nil, errUnknown
}

func (c *Client) byPMCID(ctx context.Context, pmcid string) (*dataset.Publication, error) {
	known, err := c.convert(ctx, dataset.PMCID, pmcid)
	switch {
	case err != nil:
		return nil, err
	case known.pmid != "":
		return c.pubmed(ctx, known)
	}
	p, err := c.crossref(ctx, known.doi)
	if err != nil {
		return nil, err
	}
	p.PMCID = known.pmcid
	return p, nil
}

// byDOI asks PubMed for an article that is in PMC, as PubMed has the most data, and Crossref
// otherwise or when NCBI does not answer.
func (c *Client) byDOI(ctx context.Context, doi string) (*dataset.Publication, error) {
	p, first := c.pubmedByDOI(ctx, doi)
	if first == nil {
		return p, nil
	}
	p, second := c.crossref(ctx, doi)
	if errors.Is(second, errUnknown) && !errors.Is(first, errUnknown) {
		return nil, first // a service that did not answer might have it
	}
	return p, second
}

func (c *Client) pubmedByDOI(ctx context.Context, doi string) (*dataset.Publication, error) {
	ctx, cancel := context.WithTimeout(ctx, c.opt.Patience*2/5)
	defer cancel()
	known, err := c.convert(ctx, dataset.DOI, doi)
	if err != nil {
		return nil, err
	}
	if known.pmid == "" {
		return nil, errUnknown
	}
	return c.pubmed(ctx, known)
}
