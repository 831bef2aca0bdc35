package openapi

import _ "embed"

//go:embed openapi.gen.json
var document []byte

// Document is the contract as JSON (OpenAPI 3.0.3).
func Document() []byte { return document }
