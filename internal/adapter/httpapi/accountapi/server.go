// Package accountapi serves the calls about accounts: sign-in and sign-out, profiles, invitations,
// tokens, and the user service for other programs.
package accountapi

import (
	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/platform/auth"
)

// Server implements these calls.
type Server struct {
	*answer.Answers
	*credential.Credentials
	Auth         *auth.Service
	Registration bool   // visitors may request access
	SGCGroup     string // the group of the SGC area in the user service
}
