// Package browseapi serves the calls that browse results: regions, variants, comparisons, credible
// sets and known loci, and the calls of LocusZoom.
package browseapi

import (
	"log/slog"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/area/browse"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
)

// Server implements these calls.
type Server struct {
	*answer.Answers
	Browse    *browse.Service
	Hermes    *hermes.Service
	Reference *reference.Installer
	Log       *slog.Logger
}
