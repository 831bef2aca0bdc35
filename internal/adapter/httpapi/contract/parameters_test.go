package contract

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"cohortium/internal/adapter/httpapi/openapi"
)

// TestQueryParametersOfEveryType checks that a value of the declared type is accepted for every query
// parameter of the contract, and a text refused where a number or a truth value is declared.
func TestQueryParametersOfEveryType(t *testing.T) {
	c, err := Read(openapi.Document())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for name, op := range c.Operations {
		for _, p := range op.Parameters {
			s := c.Resolve(p.Schema)
			if p.In != "query" || s.Type != "integer" && s.Type != "number" && s.Type != "boolean" {
				continue
			}
			seen[s.Type]++
			if err := c.CheckParameters(alone(op, p), asking(p.Name, valueOf(s))); err != nil {
				t.Errorf("%s: %s=%s: %v", name, p.Name, valueOf(s), err)
			}
			if c.CheckParameters(alone(op, p), asking(p.Name, "word")) == nil {
				t.Errorf("%s: %s=word, a %s, is accepted", name, p.Name, s.Type)
			}
		}
	}
	for _, kind := range []string{"integer", "number", "boolean"} {
		if seen[kind] == 0 {
			t.Errorf("no query parameter of type %s was tried", kind)
		}
	}
}

func TestNumbersInQueries(t *testing.T) {
	c, err := Read(openapi.Document())
	if err != nil {
		t.Fatal(err)
	}
	least, most := 0.0, 1.0
	p := &parameter{Name: "p12", In: "query", Schema: &Schema{Type: "number", Minimum: &least, Maximum: &most}}
	op := &Operation{Parameters: []*parameter{p}}
	for text, accepted := range map[string]bool{
		"0": true, "1": true, "0.00001": true, "1e-5": true, "1E-05": true, "1e+0": true,
		"1.0001": false, "-0.0001": false, "": false, "NaN": false, "Inf": false, "0x1p-2": false, "1e999": false, ".5": false, "1_0": false,
	} {
		if err := c.CheckParameters(op, asking("p12", text)); (err == nil) != accepted {
			t.Errorf("p12=%s: %v, accepted is %t", text, err, accepted)
		}
	}
}

// alone returns the operation with one of its parameters.
func alone(op *Operation, p *parameter) *Operation {
	one := *op
	one.Parameters = []*parameter{p}
	return &one
}

func asking(name, text string) *http.Request {
	return httptest.NewRequest(http.MethodGet, "/?"+url.Values{name: {text}}.Encode(), nil)
}

// valueOf returns a text that the schema allows.
func valueOf(s *Schema) string {
	switch {
	case s.Type == "boolean":
		return "true"
	case s.Minimum != nil:
		return fmt.Sprint(*s.Minimum)
	case s.Maximum != nil:
		return fmt.Sprint(*s.Maximum)
	}
	return "1"
}
