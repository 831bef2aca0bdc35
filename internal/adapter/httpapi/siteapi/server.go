// Package siteapi serves the calls about the whole server: its version and state, setup,
// reference data, jobs and their events, search, the audit trail and the profile of the
// consortium.
package siteapi

import (
	"context"
	"log/slog"
	"time"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/area/consortium"
	"cohortium/internal/area/operation"
	"cohortium/internal/area/reference"
	"cohortium/internal/area/search"
	"cohortium/internal/area/setup"
	"cohortium/internal/area/storage"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/rule"
)

// Server implements these calls.
type Server struct {
	*answer.Answers
	*credential.Credentials
	Audit      *audit.Log
	Jobs       *job.Service
	Find       *search.Service
	FindPublic *search.Service // searches public objects
	Consortium *consortium.Service
	Rules      *rule.Service
	Setup      *setup.Service
	Operation  *operation.Service
	Storage    *storage.Service
	Reference  *reference.Installer
	Events     *Events
	Now        func() time.Time
	Log        *slog.Logger
	// Ready reports whether database and blob store answer; nil if nothing can fail.
	Ready func(ctx context.Context) error
	// Stopping is closed when the server starts to stop; nil for never.
	Stopping <-chan struct{}
	Facts    Facts
}

// Facts are the server's public facts about itself.
type Facts struct {
	Version        string
	Commit         string
	Demo           bool
	MaxUploadBytes int64
	ChunkBytes     int64
	UserServiceURL string // where the SGC area signs in
	SGCGroup       string // the group of the SGC area in the user service
	ProviderName   string // label of the button for external sign-in; "" for none
	Registration   bool   // visitors may request access
	Mail           bool   // links are sent by mail
}
