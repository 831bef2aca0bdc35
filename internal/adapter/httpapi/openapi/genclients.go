//go:build ignore

// Writes the operations of the contract as the table that the R and Python packages read: one line
// for each, by operation id. Arguments are the contract as JSON and the files to write.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"os"
	"slices"
	"strings"
)

// operation is what a client needs for a call.
type operation struct {
	Method   string   `json:"method"`
	Path     string   `json:"path"`
	Query    []string `json:"query,omitempty"`
	Required []string `json:"required,omitempty"` // query parameters without which the call is refused
	IfMatch  bool     `json:"if_match,omitempty"` // it takes the version that a change is based on
	Body     string   `json:"body,omitempty"`     // media type of the request
	Returns  string   `json:"returns,omitempty"`  // media type of the answer; absent for JSON and for none
	Summary  string   `json:"summary"`
}

type parameter struct {
	Ref      string `json:"$ref"`
	Name     string
	In       string
	Required bool
}

type media struct {
	Ref     string `json:"$ref"`
	Content map[string]json.RawMessage
}

type call struct {
	OperationID string
	Summary     string
	Parameters  []parameter
	RequestBody *media
	Responses   map[string]media
}

type contract struct {
	Paths      map[string]map[string]json.RawMessage
	Components struct {
		Parameters map[string]parameter
		Responses  map[string]media
	}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var c contract
	if err := json.Unmarshal(text, &c); err != nil {
		log.Fatal(err)
	}
	table := c.operations()
	for _, name := range os.Args[2:] {
		if err := os.WriteFile(name, table, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// operations returns the table as JSON.
func (c *contract) operations() []byte {
	all := map[string]operation{}
	for path, item := range c.Paths {
		var shared []parameter
		if text, ok := item["parameters"]; ok {
			read(text, &shared)
		}
		for method, text := range item {
			if !slices.Contains([]string{"get", "head", "post", "put", "patch", "delete"}, method) {
				continue
			}
			var one call
			read(text, &one)
			all[one.OperationID] = c.operation(method, path, append(shared, one.Parameters...), &one)
		}
	}
	var out bytes.Buffer
	out.WriteString("{\n")
	ids := slices.Sorted(maps.Keys(all))
	for i, id := range ids {
		line, err := json.Marshal(all[id])
		if err != nil {
			log.Fatal(err)
		}
		fmt.Fprintf(&out, "%q: %s%s\n", id, line, map[bool]string{true: ","}[i < len(ids)-1])
	}
	out.WriteString("}\n")
	return out.Bytes()
}

func (c *contract) operation(method, path string, parameters []parameter, one *call) operation {
	o := operation{Method: strings.ToUpper(method), Path: path, Summary: one.Summary}
	for _, p := range parameters {
		if p.Ref != "" {
			p = c.Components.Parameters[lastOf(p.Ref)]
		}
		switch p.In {
		case "query":
			o.Query = append(o.Query, p.Name)
			if p.Required {
				o.Required = append(o.Required, p.Name)
			}
		case "header":
			o.IfMatch = o.IfMatch || p.Name == "If-Match"
		}
	}
	if one.RequestBody != nil {
		o.Body = firstOf(one.RequestBody.Content)
	}
	for status, answer := range one.Responses {
		if answer.Ref != "" {
			answer = c.Components.Responses[lastOf(answer.Ref)]
		}
		if kind := firstOf(answer.Content); strings.HasPrefix(status, "2") && kind != "application/json" {
			o.Returns = kind
		}
	}
	return o
}

// firstOf returns JSON if it is among the media types, else the first of them.
func firstOf(content map[string]json.RawMessage) string {
	types := slices.Sorted(maps.Keys(content))
	switch {
	case slices.Contains(types, "application/json"):
		return "application/json"
	case len(types) == 0:
		return ""
	}
	return types[0]
}

func lastOf(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

func read(text json.RawMessage, into any) {
	if err := json.Unmarshal(text, into); err != nil {
		log.Fatal(err)
	}
}
