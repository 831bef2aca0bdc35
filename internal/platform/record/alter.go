package record

import (
	"context"
	"time"

	"cohortium/internal/platform/audit"
)

// Expected is the version that a change is made for. No number means every version, so a caller
// cannot send one that does.
type Expected struct {
	version int64
	any     bool
}

// At expects one version.
func At(version int64) Expected { return Expected{version: version} }

// Any expects no particular version, for changes that fit any.
func Any() Expected { return Expected{any: true} }

// Fits reports whether a version is the expected one.
func (e Expected) Fits(version int64) bool { return e.any || e.version == version }

// Alteration describes how one caller changes things of a kind: each is read, checked and stored
// with its events, all in one transaction.
type Alteration[Tx, T, View any] struct {
	What string // name of the kind for people
	// Seen rejects callers from whom a thing is hidden; nil when Read does.
	Seen func(ctx context.Context, id string) error
	InTx func(ctx context.Context, fn func(tx Tx) error) error
	// Read returns a thing and the caller's access to it; errs.NotFound for callers that may not
	// see it.
	Read    func(ctx context.Context, tx Tx, id string) (T, Access, error)
	Version func(thing T) int64
	Store   func(ctx context.Context, tx Tx, thing T, h Event) error
	// Show returns the changed thing as the caller sees it.
	Show      func(ctx context.Context, id string) (*View, error)
	UpdatedBy func(v *View) string // user who changed it last

	// MayEdit rejects callers who may not change a thing, and all callers while it is in the bin.
	MayEdit func(thing T, r Access) error
	Bin     func(thing T) **time.Time // when a thing was put into the bin
}

// Alter lets fn change a thing. fn returns nil when it changed nothing. An owner's version must be
// the current one, *ConflictError otherwise; fn checks the rights of others.
func (a *Alteration[Tx, T, View]) Alter(ctx context.Context, id string, expected Expected,
	fn func(tx Tx, thing T, r Access) (*Event, error),
) (*View, error) {
	if a.Seen != nil {
		if err := a.Seen(ctx, id); err != nil {
			return nil, err
		}
	}
	err := a.InTx(ctx, func(tx Tx) error {
		thing, r, err := a.Read(ctx, tx, id)
		if err != nil {
			return err
		}
		if !expected.Fits(a.Version(thing)) && r >= Owner {
			return Changed("Another user has changed this %s.", a.What)
		}
		h, err := fn(tx, thing, r)
		if err != nil || h == nil {
			return err
		}
		return a.Store(ctx, tx, thing, *h)
	})
	if err != nil && !IsChanged(err) {
		return nil, err
	}
	view, shown := a.Show(ctx, id)
	if err == nil || shown != nil {
		return view, shown
	}
	return nil, Conflict(view, "%s has changed this %s meanwhile. Compare both versions and save again.", a.UpdatedBy(view), a.What)
}

// Change lets fn change a thing that the caller may edit, see Alter.
func (a *Alteration[Tx, T, View]) Change(ctx context.Context, id string, expected Expected,
	fn func(tx Tx, thing T) (*Event, error),
) (*View, error) {
	return a.Alter(ctx, id, expected, func(tx Tx, thing T, r Access) (*Event, error) {
		if err := a.MayEdit(thing, r); err != nil {
			return nil, err
		}
		return fn(tx, thing)
	})
}

// Restore takes a thing out of the bin. errs.Conflict (not_in_bin).
func (a *Alteration[Tx, T, View]) Restore(ctx context.Context, id string) (*View, error) {
	return a.Alter(ctx, id, Any(), func(_ Tx, thing T, r Access) (*Event, error) {
		at := a.Bin(thing)
		if *at == nil {
			if err := a.MayEdit(thing, r); err != nil {
				return nil, err
			}
			return nil, NotInBin(a.What)
		}
		*at = nil
		return &Event{Action: "restored from the bin", Kind: audit.Restored}, nil
	})
}
