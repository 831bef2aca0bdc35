// Package accountapi serves the calls about accounts: signing in and out, profiles, invitations,
// tokens, and the user service that other programs ask.
package accountapi

import (
	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/platform/auth"
)

// Server answers them.
type Server struct {
	*answer.Answers
	*credential.Credentials
	Auth         *auth.Service
	Registration bool   // strangers may ask for access
	SGCGroup     string // the group of the SGC area in the user service
}
