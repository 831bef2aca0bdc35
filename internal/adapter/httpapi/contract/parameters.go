package contract

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
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
			c.checkText(c.Resolve(s.Items), p.Name, v, f)
		}
		return
	}
	if len(values) > 1 {
		f.misshapen(p.Name, "This parameter is repeated.")
		return
	}
	c.checkText(s, p.Name, values[0], f)
}

// checkText compares the text of a parameter, or of one item of a list, with its schema.
func (c *Contract) checkText(s *Schema, name, text string, f *Faults) {
	switch s.Type {
	case "integer":
		if _, err := strconv.ParseInt(text, 10, 64); err != nil {
			f.broken(name, "A whole number is expected.")
			return
		}
		c.Check(s, json.Number(text), name, f)
	case "number":
		if !decimal.MatchString(text) {
			f.broken(name, "A number is expected.")
			return
		}
		c.Check(s, json.Number(text), name, f)
	case "boolean":
		if text != "true" && text != "false" {
			f.misshapen(name, "true or false is expected.")
		}
	default:
		c.Check(s, text, name, f)
	}
}

// decimal matches a number as JSON writes it: neither NaN, nor infinity, nor hexadecimal.
var decimal = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
