package rule

import (
	"context"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Reads reads the rules, inside or outside of a transaction.
type Reads interface {
	// Rules returns the newest version; version 0 with the rules of the program when none was stored.
	Rules(ctx context.Context) (*Stored, error)
}

// Store keeps every version of the rules.
type Store interface {
	Reads
	InTx(ctx context.Context, fn func(Tx) error) error
	AllRules(ctx context.Context) ([]*Stored, error) // newest first
	Finished(ctx context.Context) (Finished, error)
}

// Tx is a transaction of a Store.
type Tx interface {
	Reads
	audit.Tx
	// AddRules stores a version; errs.Conflict when there is one of its number.
	AddRules(ctx context.Context, r *Stored) error
	// UsedRules returns what the results of a database without rules were computed with; zero values
	// without results.
	UsedRules(ctx context.Context) (Rules, error)
}

// Finished counts the results that a change of the rules does not alter.
type Finished struct {
	QCRuns int64
	Metas  int64
}

// Area is the part that an area has in a change of the rules.
type Area interface {
	// CheckRules refuses rules that the area cannot work with.
	CheckRules(ctx context.Context, in Rules) error
	// ApplyRules changes what is stored, if it must not stay as it is. It is called after each change;
	// the sweep repeats it, so failures are only logged.
	ApplyRules(ctx context.Context)
}

// Service answers for the rules.
type Service struct {
	store Store
	now   func() time.Time
	areas []Area
}

// NewService returns a service of the consortium's rules, which apply in areas.
func NewService(store Store, now func() time.Time, areas ...Area) *Service {
	return &Service{store: store, now: now, areas: areas}
}

// View is the rules with their history.
type View struct {
	*Stored
	History  []*Stored // newest first, the current version included
	Finished Finished
}

// Rules returns the current rules.
func (s *Service) Rules(ctx context.Context) (_ Rules, err error) {
	defer errs.Wrap(&err, "rule.Rules")
	stored, err := s.store.Rules(ctx)
	if err != nil {
		return Rules{}, err
	}
	return stored.Rules, nil
}

// View returns the rules for an administrator.
func (s *Service) View(ctx context.Context) (_ *View, err error) {
	defer errs.Wrap(&err, "rule.View")
	v := &View{}
	if v.Stored, err = s.store.Rules(ctx); err != nil {
		return nil, err
	}
	if v.History, err = s.store.AllRules(ctx); err != nil {
		return nil, err
	}
	v.Finished, err = s.store.Finished(ctx)
	return v, err
}

// Begin stores the first rules of a database: those given, those its results were computed with, or
// the program's. It then refuses a process that was given others, with errs.Conflict (other_rules).
func (s *Service) Begin(ctx context.Context, given Given) error {
	err := s.store.InTx(ctx, func(tx Tx) error {
		stored, err := tx.Rules(ctx)
		if err != nil || stored.Version > 0 {
			return err
		}
		used, err := tx.UsedRules(ctx)
		if err != nil {
			return err
		}
		first := Standard()
		if used.TargetBuild != "" {
			first.TargetBuild = used.TargetBuild
		}
		if used.MinCell > 0 {
			first.MinCell = used.MinCell
		}
		return s.add(audit.WithOrigin(ctx, audit.Origin{Actor: audit.System}), tx, stored, given.or(first), audit.System)
	})
	if err != nil && !record.IsChanged(err) { // another process was first
		return err
	}
	stored, err := s.store.Rules(ctx)
	if err != nil {
		return err
	}
	return stored.contradicted(given)
}

// SetRules replaces the version that the caller has read. Results that are finished stay as they are,
// except that raising the smallest count hides more of the stored counts. errs.Rule for what is not
// possible, errs.Conflict when there is a newer version.
func (s *Service) SetRules(ctx context.Context, by *auth.Identity, version int64, in Rules) (_ *View, err error) {
	defer errs.Wrap(&err, "rule.SetRules")
	if err := in.check(); err != nil {
		return nil, err
	}
	for _, a := range s.areas {
		if err := a.CheckRules(ctx, in); err != nil {
			return nil, err
		}
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		stored, err := tx.Rules(ctx)
		if err != nil {
			return err
		}
		if stored.Version != version {
			return record.Changed("Another user has changed the rules. Load them again.")
		}
		if stored.Rules == in {
			return nil
		}
		return s.add(ctx, tx, stored, in, by.User.UserName)
	})
	if err != nil {
		return nil, err
	}
	for _, a := range s.areas {
		a.ApplyRules(context.WithoutCancel(ctx))
	}
	return s.View(ctx)
}

// add stores the version after before.
func (s *Service) add(ctx context.Context, tx Tx, before *Stored, in Rules, by string) error {
	at := s.now()
	if err := tx.AddRules(ctx, &Stored{Rules: in, Version: before.Version + 1, SetAt: at, SetBy: by}); err != nil {
		return err
	}
	e := audit.Entry{Action: audit.SettingsChanged, Object: "consortium", ObjectID: "rules", After: in.values()}
	if before.Version > 0 {
		e.Before, e.After = record.Differing(before.values(), in.values())
	}
	return audit.Append(ctx, tx, at, e)
}
