package record

import (
	"context"
	"time"

	"cohortium/internal/platform/audit"
)

// Expected is the version that a change is made for. No number means every version, so that
// none that a caller sends does.
type Expected struct {
	version int64
	any     bool
}

// At expects one version.
func At(version int64) Expected { return Expected{version: version} }

// Any is for changes that fit to whatever is there.
func Any() Expected { return Expected{any: true} }

// Fits reports whether a version is the expected one.
func (e Expected) Fits(version int64) bool { return e.any || e.version == version }

// Alteration is how one caller changes things of a kind: each is read, judged and
// stored with what happened, all in one transaction.
type Alteration[Tx, T, View any] struct {
	What string // as people call it
	// Seen refuses those from whom a thing is hidden; nil when Read does.
	Seen func(ctx context.Context, id string) error
	InTx func(ctx context.Context, fn func(tx Tx) error) error
	// Read gives a thing to those to whom it is not absent; errs.NotFound.
	Read    func(ctx context.Context, tx Tx, id string) (T, Access, error)
	Version func(thing T) int64
	Store   func(ctx context.Context, tx Tx, thing T, h Event) error
	// Show gives the thing as the caller sees it afterwards.
	Show      func(ctx context.Context, id string) (*View, error)
	UpdatedBy func(v *View) string // who changed it last

	// MayEdit refuses those who may not change a thing, and everybody while it is in the bin.
	MayEdit func(thing T, r Access) error
	Bin     func(thing T) **time.Time // when a thing was put into the bin
}

// Alter lets fn change a thing. fn gives nil when it changed nothing. The version of
// owners must be the current one, *ConflictError otherwise; others are left to fn,
// which refuses them by what they may do.
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
