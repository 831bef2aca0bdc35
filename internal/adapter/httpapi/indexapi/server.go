// Package indexapi serves the calls about indexes, and the calls of BioIndex programs.
package indexapi

import (
	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/area/bioindex"
)

// Server implements these calls.
type Server struct {
	*answer.Answers
	Indexes *bioindex.Service
	NewID   func() string
}
