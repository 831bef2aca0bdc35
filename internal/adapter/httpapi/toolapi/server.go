// Package toolapi serves the calls about single files of summary statistics: looking at one,
// and running the tools on it.
package toolapi

import (
	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/toolrun"
)

// Server answers them.
type Server struct {
	*answer.Answers
	Tools  *toolrun.Service
	Hermes *hermes.Service
}
