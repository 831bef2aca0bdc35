package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/consortium"
	"cohortium/internal/platform/errs"
)

// Consortium is the database as package consortium sees it.
type Consortium struct{ *Store }

// Consortium returns the part of the store with the public profile of the registry.
func (s *Store) Consortium() *Consortium { return &Consortium{s} }

// consortiumTx is a transaction as package consortium sees it.
type consortiumTx struct{ *tx }

var (
	_ consortium.Store = (*Consortium)(nil)
	_ consortium.Tx    = consortiumTx{}
)

// InTx implements consortium.Store.
func (d *Consortium) InTx(ctx context.Context, fn func(consortium.Tx) error) error {
	return d.inTx(ctx, func(t *tx) error { return fn(consortiumTx{t}) })
}

// ProfileVersion implements consortium.Store.
func (d *Consortium) ProfileVersion(ctx context.Context) (version int64, err error) {
	defer errs.Wrap(&err, "store.Consortium.ProfileVersion")
	version, err = d.reader().GetConsortiumVersion(ctx)
	return version, problem(err)
}

// Profile implements consortium.Store.
func (d *Consortium) Profile(ctx context.Context) (_ *consortium.Stored, err error) {
	defer errs.Wrap(&err, "store.Consortium.Profile")
	return toProfile(d.reader().GetConsortiumProfile(ctx))
}

// Profile implements consortium.Tx.
func (t consortiumTx) Profile(ctx context.Context) (_ *consortium.Stored, err error) {
	defer errs.Wrap(&err, "store.ConsortiumTx.Profile")
	return toProfile(t.q.GetConsortiumProfile(ctx))
}

func toProfile(row sqlcgen.ConsortiumProfile, err error) (*consortium.Stored, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return &consortium.Stored{}, nil
	}
	if err != nil {
		return nil, problem(err)
	}
	out := &consortium.Stored{Version: row.Version, SetAt: row.SetAt.UTC(), SetBy: row.SetBy}
	return out, json.Unmarshal([]byte(row.Profile), &out.Profile)
}

// AddProfile implements consortium.Tx.
func (t consortiumTx) AddProfile(ctx context.Context, p *consortium.Stored) (err error) {
	defer errs.Wrap(&err, "store.ConsortiumTx.AddProfile(%d)", p.Version)
	text, err := json.Marshal(p.Profile)
	if err != nil {
		return err
	}
	err = t.q.InsertConsortiumProfile(ctx, sqlcgen.InsertConsortiumProfileParams{Version: p.Version, SetAt: p.SetAt, SetBy: p.SetBy, Profile: string(text)})
	if taken(err) != "" {
		return conflict("changed", "Another user has changed the settings. Load them again.")
	}
	return problem(err)
}
