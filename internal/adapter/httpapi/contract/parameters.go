package contract

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/errs"
)

// CheckParameters compares path, query and header parameters with the contract. Unknown query
// parameters are ignored.
func (c *Contract) CheckParameters(op *Operation, r *http.Request) error {
	f := new(Faults)
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return request.Malformed(err)
	}
	for _, p := range op.Parameters {
		var values []string
		switch p.In {
		case "query":
			values = query[p.Name]
		case "path":
			values = []string{r.PathValue(p.Name)}
		case "header":
			values = r.Header.Values(p.Name)
		}
		if len(values) == 0 {
			if p.Required && p.In == "header" {
				return errs.New(errs.Invalid, "missing_header", "This request lacks the header %s.", p.Name)
			}
			if p.Required {
				f.broken(p.Name, "Fill this in.")
			}
			continue
		}
		c.checkParameter(p, values, f)
	}
	return f.Err()
}

func (c *Contract) checkParameter(p *parameter, values []string, f *Faults) {
	s := c.Resolve(p.Schema)
	if s.Type == "array" {
		for _, v := range values {
			c.Check(s.Items, v, p.Name, f)
		}
		return
	}
	if len(values) > 1 {
		f.misshapen(p.Name, "This parameter is repeated.")
		return
	}
	if s.Type == "integer" {
		if _, err := strconv.ParseInt(values[0], 10, 64); err != nil {
			f.broken(p.Name, "A whole number is expected.")
			return
		}
		c.Check(s, json.Number(values[0]), p.Name, f)
		return
	}
	if s.Type == "boolean" {
		if values[0] != "true" && values[0] != "false" {
			f.misshapen(p.Name, "true or false is expected.")
		}
		return
	}
	c.Check(s, values[0], p.Name, f)
}
