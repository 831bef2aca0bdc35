// Package hermesapi serves the calls of the HERMES area: submissions, their QC and review,
// phenotypes and meta-analyses.
package hermesapi

import (
	"log/slog"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/contract"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
)

// Server implements these calls.
type Server struct {
	*answer.Answers
	Hermes    *hermes.Service
	Datasets  *dataset.Service
	Reference *reference.Installer
	Contract  *contract.Contract // limits the texts of metadata
	Log       *slog.Logger
}
