// Package browseapi serves the calls that look into results: regions, variants, comparisons,
// credible sets and known loci, and the questions that LocusZoom asks.
package browseapi

import (
	"log/slog"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/area/browse"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
)

// Server answers them.
type Server struct {
	*answer.Answers
	Browse    *browse.Service
	Hermes    *hermes.Service
	Reference *reference.Installer
	Log       *slog.Logger
}
