package consortium

import (
	"context"
	"sync/atomic"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Stored is a version of the profile; version 0 is that of the program.
type Stored struct {
	Profile
	Version int64
	SetAt   time.Time
	SetBy   string
}

// Store keeps every version of the profile.
type Store interface {
	InTx(ctx context.Context, fn func(Tx) error) error
	// ProfileVersion returns the newest version; 0 when none was stored.
	ProfileVersion(ctx context.Context) (int64, error)
	// Profile returns the newest version; version 0 and an empty profile when none was stored.
	Profile(ctx context.Context) (*Stored, error)
}

// Tx is a transaction of a Store.
type Tx interface {
	audit.Tx
	Profile(ctx context.Context) (*Stored, error)
	// AddProfile stores a version; errs.Conflict when there is one of its number.
	AddProfile(ctx context.Context, p *Stored) error
}

// Service answers for the profile.
type Service struct {
	store Store
	now   func() time.Time
	kept  atomic.Pointer[Stored] // the version that was read last
}

// NewService makes a service.
func NewService(store Store, now func() time.Time) *Service { return &Service{store: store, now: now} }

// Profile returns the profile as it is now. Every page asks for it, so it is read again
// only when another process or a user has changed it. Callers must not change it.
func (s *Service) Profile(ctx context.Context) (_ *Stored, err error) {
	defer errs.Wrap(&err, "consortium.Profile")
	version, err := s.store.ProfileVersion(ctx)
	if err != nil {
		return nil, err
	}
	if kept := s.kept.Load(); kept != nil && kept.Version == version {
		return kept, nil
	}
	stored, err := s.store.Profile(ctx)
	if err != nil {
		return nil, err
	}
	orStandard(stored)
	s.kept.Store(stored)
	return stored, nil
}

func orStandard(p *Stored) {
	if p.Version == 0 {
		p.Profile = Standard()
	}
}

// Logo returns a logo of the profile by its id; errs.NotFound for any other id.
func (s *Service) Logo(ctx context.Context, id string) (_ *Logo, err error) {
	defer errs.Wrap(&err, "consortium.Logo(%q)", id)
	p, err := s.Profile(ctx)
	if err != nil {
		return nil, err
	}
	for _, logo := range p.logos() {
		if *logo != nil && (*logo).ID() == id {
			return *logo, nil
		}
	}
	return nil, errs.Missing("logo")
}

// Pictures are the logos of a change by the field that holds them: "" for none, the
// address of a logo of the current version, or a data: URL of a new one.
type Pictures map[string]string

// SetProfile replaces the version of the profile that the caller has read.
// errs.Rule for what cannot be kept, errs.Conflict when there is a newer version.
func (s *Service) SetProfile(ctx context.Context, by *auth.Identity, version int64, in Profile, pictures Pictures) (_ *Stored, err error) {
	defer errs.Wrap(&err, "consortium.SetProfile")
	if err := in.check(); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		stored, err := tx.Profile(ctx)
		if err != nil {
			return err
		}
		orStandard(stored)
		if stored.Version != version {
			return record.Changed("Another user has changed the settings. Load them again.")
		}
		if err := in.hang(pictures, &stored.Profile); err != nil {
			return err
		}
		before, after := record.Differing(stored.values(), in.values())
		if len(before) == 0 && len(after) == 0 {
			return nil
		}
		at := s.now()
		if err := tx.AddProfile(ctx, &Stored{Profile: in, Version: version + 1, SetAt: at, SetBy: by.User.UserName}); err != nil {
			return err
		}
		return audit.Append(ctx, tx, at, audit.Entry{Action: audit.SettingsChanged, Object: "consortium", ObjectID: "profile", Before: before, After: after})
	})
	if err != nil {
		return nil, err
	}
	return s.Profile(ctx)
}

// hang puts pictures into the profile, known ones from the current version.
func (p *Profile) hang(pictures Pictures, current *Profile) error {
	known := map[string]*Logo{}
	for _, logo := range current.logos() {
		known[(*logo).Address()] = *logo
	}
	for field, place := range p.logos() {
		text := pictures[field]
		if text == "" {
			continue
		}
		if *place = known[text]; *place != nil {
			continue
		}
		logo, err := readLogo(field, text)
		if err != nil {
			return err
		}
		*place = logo
	}
	return nil
}
