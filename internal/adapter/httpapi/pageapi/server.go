// Package pageapi serves the calls about pages of the page builder, and about their
// tables.
package pageapi

import (
	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/area/page"
	"cohortium/internal/area/pagetable"
)

// Server implements these calls.
type Server struct {
	*answer.Answers
	Built  *page.Service
	Tables *pagetable.Service
}
