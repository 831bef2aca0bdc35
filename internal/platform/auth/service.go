package auth

import (
	"errors"
	"io"
	"log/slog"
	"time"
)

// Settings are lifetimes, the cost of passwords, and the account rules of the deployment.
type Settings struct {
	Idle             time.Duration // without a request, for sign-ins of one browser session
	Absolute         time.Duration // in all
	RememberIdle     time.Duration // the same for "remember me"
	RememberAbsolute time.Duration
	BearerIdle       time.Duration // the same for tokens of the user service
	BearerAbsolute   time.Duration
	Fresh            time.Duration // after signing in, for changes that need the password otherwise
	InvitationLife   time.Duration
	ResetLife        time.Duration

	Passwords      PasswordParams
	ParallelHashes int // hashes computed at once

	RequireSecondFactor []string // roles that require one
	Registration        bool     // people without an account may request one
	BaseURL             string   // origin of links, as in https://cohort.example.org; "" for the path alone
	SGCGroup            string   // group of the user service whose tokens open the sgc area
}

// DefaultSettings returns the documented lifetimes: 12 hours idle and 24 in all, or 14 and 30 days
// for "remember me", 1 and 12 hours for bearer tokens.
func DefaultSettings() Settings {
	return Settings{
		Idle: 12 * time.Hour, Absolute: 24 * time.Hour,
		RememberIdle: 14 * 24 * time.Hour, RememberAbsolute: 30 * 24 * time.Hour,
		BearerIdle: time.Hour, BearerAbsolute: 12 * time.Hour,
		Fresh: 10 * time.Minute, InvitationLife: 24 * time.Hour, ResetLife: time.Hour,
		Passwords: DefaultPasswordParams(), ParallelHashes: 2,
		SGCGroup: "sgc",
	}
}

// Deps are what a Service needs.
type Deps struct {
	Store     Store
	Now       func() time.Time
	NewID     func() string
	Random    io.Reader // cryptographically strong
	Mailer    Mailer    // nil: links are shown to copy
	Provider  Provider  // nil: no external sign-in
	Directory Directory // nil: the accounts here are the user service
	Settings  Settings
	Log       *slog.Logger // nil: nothing is logged
}

// Service signs people in and out and manages accounts.
type Service struct {
	store     Store
	now       func() time.Time
	newID     func() string
	random    io.Reader
	mailer    Mailer
	provider  Provider
	directory Directory
	settings  Settings
	log       *slog.Logger
	hasher    *hasher
	stripes   stripes
	outbox    *outbox
}

// New returns a service. Close it.
func New(d Deps) (*Service, error) {
	if d.Store == nil || d.Now == nil || d.NewID == nil || d.Random == nil {
		return nil, errors.New("auth.New: store, clock, ids and randomness are needed")
	}
	h, err := newHasher(d.Settings.Passwords, max(1, d.Settings.ParallelHashes))
	if err != nil {
		return nil, err
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		store: d.Store, now: d.Now, newID: d.NewID, random: d.Random, mailer: d.Mailer, provider: d.Provider,
		directory: d.Directory, settings: d.Settings, log: d.Log, hasher: h, outbox: newOutbox(),
	}, nil
}

// Close finishes the mail that waits, for a few seconds at most.
func (s *Service) Close() error { return s.outbox.close(closePatience) }
