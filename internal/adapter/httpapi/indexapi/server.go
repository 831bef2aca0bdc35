// Package indexapi serves the calls about indexes, and the questions that programs of the
// BioIndex ask.
package indexapi

import (
	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/area/bioindex"
)

// Server answers them.
type Server struct {
	*answer.Answers
	Indexes *bioindex.Service
	NewID   func() string
}
