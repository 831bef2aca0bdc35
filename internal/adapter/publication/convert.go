package publication

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"cohortium/internal/area/dataset"
)

// ids are the identifiers of one article; "" for missing ones.
type ids struct{ pmid, pmcid, doi string }

// convert asks the PMC id converter, which has the articles in PMC, for the other ids of an
// article. errUnknown for all others.
func (c *Client) convert(ctx context.Context, kind, id string) (ids, error) {
	const service = "PMC id converter"
	query := c.named(url.Values{"ids": {id}, "idtype": {kind}, "format": {"json"}, "versions": {"no"}})
	body, err := c.get(ctx, service, c.opt.Hosts.Converter+"?"+query, "application/json")
	if err != nil {
		return ids{}, err
	}
	var said struct {
		Records []struct {
			PMID   json.RawMessage `json:"pmid"` // a number or a text
			PMCID  string          `json:"pmcid"`
			DOI    string          `json:"doi"`
			Status string          `json:"status"`
		} `json:"records"`
	}
	if err := json.Unmarshal(body, &said); err != nil {
		return ids{}, errors.New(service + ": the answer is not understood")
	}
	if len(said.Records) == 0 || said.Records[0].Status == "error" {
		return ids{}, errUnknown
	}
	r := said.Records[0]
	out := ids{
		pmid: checked(dataset.PMID, strings.Trim(string(r.PMID), `"`)), pmcid: checked(dataset.PMCID, r.PMCID), doi: checked(dataset.DOI, r.DOI),
	}
	if out.pmid == "" && out.doi == "" {
		return ids{}, errUnknown
	}
	return out, nil
}

// checked returns an id of a kind in its plain form, "" when it is invalid: an id from one service
// is used in the next request.
func checked(kind, id string) string {
	p, err := dataset.ParsePubID(id)
	if err != nil || p.Kind != kind {
		return ""
	}
	return p.Value
}
