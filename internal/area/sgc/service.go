package sgc

import (
	"context"
	"log/slog"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
	"cohortium/internal/platform/rule"
)

// Config contains the consortium's decisions.
type Config struct {
	Group    string          // name of the consortium in messages; SGC if ""
	BaseURL  string          // of this server, for links in messages; "" for none
	Accounts record.Accounts // nil if accounts cannot be looked up
	Mailer   auth.Mailer     // nil: reminders can be copied, not sent
	Log      *slog.Logger
	// Crash is called at named points of a job. Tests stop the process there;
	// nil in production.
	Crash func(point string)
}

func (c Config) withDefaults() Config {
	if c.Group == "" {
		c.Group = "SGC"
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Crash == nil {
		c.Crash = func(string) {}
	}
	return c
}

// Service holds the rules of the area.
type Service struct {
	*job.Executor[Tx, *Archive]

	store Store
	blobs Blobs
	now   func() time.Time
	newID func() string
	cfg   Config

	orphans job.Daily // time of the last search
}

// NewService creates a service; now and newID supply the time and unique ids that are safe in keys
// and addresses.
func NewService(store Store, blobs Blobs, now func() time.Time, newID func() string, cfg Config) *Service {
	s := &Service{store: store, blobs: blobs, now: now, newID: newID, cfg: cfg.withDefaults()}
	s.Executor = s.executor()
	return s
}

// minCell returns the smallest number of people that is not hidden, except 0.
func (s *Service) minCell(ctx context.Context) (int64, error) {
	rules, err := s.store.Rules(ctx)
	if err != nil {
		return 0, err
	}
	return rules.MinCell, nil
}

// CheckRules implements rule.Area.
func (s *Service) CheckRules(context.Context, rule.Rules) error { return nil }

// ApplyRules implements rule.Area: numbers below a raised smallest cell are hidden at once.
func (s *Service) ApplyRules(ctx context.Context) {
	if err := s.EnsureHidden(ctx); err != nil {
		s.cfg.Log.ErrorContext(ctx, "numbers below the smallest cell were not hidden; the next sweep hides them", "err", err)
	}
}

// Mails reports whether reminders can be sent.
func (s *Service) Mails() bool { return s.cfg.Mailer != nil }

func reviews(by *auth.Identity) bool { return by.Can(auth.AreaSGC, auth.SGCReviewData) }

func uploads(by *auth.Identity) bool { return by.Can(auth.AreaSGC, auth.SGCUploadData) }

func mustReview(by *auth.Identity) error {
	if !reviews(by) {
		return errs.New(errs.Forbidden, "forbidden", "Only reviewers of the consortium may do this.")
	}
	return nil
}

// relationOf returns the caller's relation to a cohort. An account that may not upload does not own
// anything any more.
func relationOf(by *auth.Identity, c *Cohort) record.Access {
	switch {
	case reviews(by):
		return record.Keeper
	case !uploads(by):
		return record.Stranger
	}
	return record.AccessOf(by.User.ID, c.Owner, c.CoOwners)
}

// Can contains the rights of the caller to a cohort.
type Can struct {
	Edit     bool // change it, upload files, validate
	Transfer bool // change its owner
	Delete   bool
}

func canOf(r record.Access) Can {
	return Can{Edit: r >= record.CoOwner, Transfer: r >= record.Owner, Delete: r == record.Keeper}
}

// cohortFor returns a cohort that the caller may see.
func (s *Service) cohortFor(ctx context.Context, by *auth.Identity, id string) (*Cohort, record.Access, error) {
	if !reviews(by) && !uploads(by) {
		return nil, record.Stranger, errs.New(errs.Forbidden, "forbidden", "Your account may not work with cohorts.")
	}
	c, err := s.store.Cohort(ctx, id)
	return record.Admitted(c, err, "cohort", func(c *Cohort) record.Access { return relationOf(by, c) })
}

// record reads all stored data of a cohort, of one version.
func (s *Service) record(ctx context.Context, c *Cohort, onlyCurrent bool) (*Record, error) {
	for {
		files, err := s.store.Files(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		rows, err := s.store.Rows(ctx, c.ID, onlyCurrent)
		if err != nil {
			return nil, err
		}
		now, err := s.store.Cohort(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		if now.Version == c.Version {
			return &Record{Cohort: c, Files: files, Rows: rows}, nil
		}
		c = now // another request changed it between the reads
	}
}
