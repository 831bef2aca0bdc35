package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cohortium/internal/adapter/httpapi/contract"
	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/adapter/httpapi/drsapi"
	"cohortium/internal/adapter/httpapi/openapi"
)

// known is the contract with a mux that finds the operation of a request, read once for all tests.
var known = sync.OnceValues(func() (*knownContract, error) {
	c, err := contract.Read(openapi.Document())
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	for pattern := range c.Operations {
		mux.HandleFunc(pattern, func(http.ResponseWriter, *http.Request) {})
	}
	return &knownContract{c, mux}, nil
})

type knownContract struct {
	*contract.Contract
	mux *http.ServeMux
}

// AnswerFaults compares an answer with the contract. Routes outside the contract must answer errors
// in its form, and are skipped otherwise.
func AnswerFaults(r *http.Request, w *httptest.ResponseRecorder) ([]string, error) {
	k, err := known()
	if err != nil {
		return nil, err
	}
	c := k.Contract
	_, pattern := k.mux.Handler(r)
	media, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	var s *contract.Schema
	switch op := c.Operations[pattern]; {
	case r.Method == http.MethodHead:
		return nil, nil
	case w.Code >= http.StatusBadRequest:
		s = &contract.Schema{Ref: "#/components/schemas/Error"}
		if op != nil && answerOf(op, strconv.Itoa(w.Code)) != nil { // the contract may define this one more closely
			s = answerOf(op, strconv.Itoa(w.Code)).Content["application/json"].Schema
		}
		if op == nil && strings.HasPrefix(r.URL.Path, drsapi.Path) {
			s = &contract.Schema{Ref: "#/components/schemas/DrsError"}
		}
		if op == nil && strings.HasPrefix(r.URL.Path, credential.UserServicePath) { // forms also name the fields, see failForm
			open := *c.Resolve(s)
			open.AdditionalProperties = &contract.Additional{Any: true}
			s = &open
		}
	case op == nil || w.Code == http.StatusNotModified || w.Code == http.StatusPartialContent:
		return nil, nil
	default:
		answer := answerOf(op, strconv.Itoa(w.Code))
		if answer == nil {
			return []string{"the contract does not know status " + strconv.Itoa(w.Code)}, nil
		}
		content, ok := answer.Content[media]
		if len(answer.Content) == 0 && w.Body.Len() == 0 {
			return nil, nil
		}
		if _, any := answer.Content["application/octet-stream"]; any {
			return nil, nil
		}
		if !ok {
			return []string{"the contract does not know content of type " + media}, nil
		}
		s = content.Schema
	}
	if media != "application/json" {
		return nil, nil
	}
	return faultsOf(c, s, w.Body.Bytes())
}

// DocumentFaults compares a document with a named schema of the contract.
func DocumentFaults(name string, text []byte) ([]string, error) {
	k, err := known()
	if err != nil {
		return nil, err
	}
	if k.Components.Schemas[name] == nil {
		return nil, fmt.Errorf("the contract has no schema %s", name)
	}
	return faultsOf(k.Contract, &contract.Schema{Ref: "#/components/schemas/" + name}, text)
}

func faultsOf(c *contract.Contract, s *contract.Schema, text []byte) (out []string, err error) {
	var value any
	d := json.NewDecoder(bytes.NewReader(text)) // not contract.DecodeJSON: plot data contain more values than a request may
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	f := new(contract.Faults)
	c.Check(s, value, "", f)
	for _, fault := range append(f.Shape, f.Rules...) {
		out = append(out, fault.Field+": "+fault.Message)
	}
	return out, nil
}

// answerOf finds an operation's response for a status.
func answerOf(op *contract.Operation, status string) *contract.Response {
	if r, ok := op.Responses[status]; ok {
		return r
	}
	return op.Responses["default"]
}

// Takes lists the content types that a route of the contract accepts.
func Takes(pattern string) ([]string, error) {
	c, err := known()
	if err != nil {
		return nil, err
	}
	op := c.Operations[pattern]
	if op == nil || op.RequestBody == nil {
		return nil, nil
	}
	return slices.Sorted(maps.Keys(op.RequestBody.Content)), nil
}
