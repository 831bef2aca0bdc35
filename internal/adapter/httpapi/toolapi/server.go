// Package toolapi serves the calls about single files of summary statistics: previews, and runs of
// the tools.
package toolapi

import (
	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/toolrun"
)

// Server implements these calls.
type Server struct {
	*answer.Answers
	Tools  *toolrun.Service
	Hermes *hermes.Service
}
