// Package pageapi serves the calls about pages that people build, and about the tables that
// they show.
package pageapi

import (
	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/area/page"
	"cohortium/internal/area/pagetable"
)

// Server answers them.
type Server struct {
	*answer.Answers
	Built  *page.Service
	Tables *pagetable.Service
}
