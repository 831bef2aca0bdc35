// Package drsapi serves the calls of GA4GH: service-info and the Data Repository Service.
package drsapi

import (
	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/area/drs"
)

// Server implements these calls.
type Server struct {
	*answer.Answers
	DRS       *drs.Service
	PublicURL string // the origin of this server; "" to take it from each request
}
