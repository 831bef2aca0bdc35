package record

import "context"

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
	InTx func(ctx context.Context, fn func(tx Tx) error) error
	// Read gives a thing to those to whom it is not absent; errs.NotFound.
	Read    func(ctx context.Context, tx Tx, id string) (T, Standing, error)
	Version func(thing T) int64
	Store   func(ctx context.Context, tx Tx, thing T, h Happening) error
	// Show gives the thing as the caller sees it afterwards.
	Show      func(ctx context.Context, id string) (*View, error)
	UpdatedBy func(v *View) string // who changed it last
}

// Alter lets fn change a thing. fn gives nil when it changed nothing. The version of
// owners must be the current one, *ConflictError otherwise; others are left to fn,
// which refuses them by what they may do.
func (a *Alteration[Tx, T, View]) Alter(ctx context.Context, id string, expected Expected,
	fn func(tx Tx, thing T, r Standing) (*Happening, error),
) (*View, error) {
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
