// Package openapi is the contract of the HTTP API as Go types and a server
// interface, generated from api/openapi.yaml, and the same contract as JSON for
// checks at run time. It imports the generator's small runtime and the areas whose
// types are the contract's (decision 43); nothing in it is written by hand except
// this page and document.go.
package openapi

//go:generate go run -modfile=../../../../tools/go.mod github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen -config config.yaml ../../../../api/openapi.yaml
//go:generate go run -modfile=../../../../tools/go.mod gendocument.go ../../../../api/openapi.yaml openapi.gen.json
//go:generate go run genclients.go openapi.gen.json ../../../../clients/python/src/cohortium/operations.json ../../../../clients/r/inst/operations.json
