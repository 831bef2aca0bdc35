// Package sgcapi serves the calls of the SGC area: cohorts, their files, phenotypes and totals.
package sgcapi

import (
	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/area/sgc"
)

// Server implements these calls.
type Server struct {
	*answer.Answers
	SGC *sgc.Service
}
