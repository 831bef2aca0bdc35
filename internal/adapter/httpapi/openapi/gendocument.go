//go:build ignore

// Writes api/openapi.yaml as compact JSON, so that the server needs
// no YAML reader. Names of Go types are left out.
package main

import (
	"encoding/json"
	"log"
	"os"

	"go.yaml.in/yaml/v3"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var document map[string]any
	if err := yaml.Unmarshal(text, &document); err != nil {
		log.Fatal(err)
	}
	dropGoTypes(document)
	out, err := json.Marshal(document)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(os.Args[2], append(out, '\n'), 0o644); err != nil {
		log.Fatal(err)
	}
}

// dropGoTypes removes x-go-type from a document.
func dropGoTypes(part any) {
	switch part := part.(type) {
	case map[string]any:
		delete(part, "x-go-type")
		for _, v := range part {
			dropGoTypes(v)
		}
	case []any:
		for _, v := range part {
			dropGoTypes(v)
		}
	}
}
