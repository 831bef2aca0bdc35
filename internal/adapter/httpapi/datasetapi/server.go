// Package datasetapi serves the calls about data sets of the registry: studies, files, checks,
// links and sheets, and the public views.
package datasetapi

import (
	"log/slog"
	"time"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/area/dataset"
)

// Server implements these calls.
type Server struct {
	*answer.Answers
	*credential.Credentials
	Datasets *dataset.Service
	Now      func() time.Time
	Log      *slog.Logger
}
