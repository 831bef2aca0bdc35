package store

import (
	"context"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Hermes implements the store of package hermes.
type Hermes struct {
	*Store
	hermesReads
}

// Hermes returns the part of the store for submissions, runs and meta-analyses of the area hermes.
func (s *Store) Hermes() *Hermes { return &Hermes{s, readsHermes(s.reader())} }

// hermesTx is a transaction of package hermes.
type hermesTx struct {
	*tx
	hermesReads
}

// hermesReads runs queries inside and outside of a transaction.
type hermesReads struct {
	ruleReads
	from *sqlcgen.Queries
}

func readsHermes(q *sqlcgen.Queries) hermesReads { return hermesReads{ruleReads{q}, q} }

var (
	_ hermes.Store = (*Hermes)(nil)
	_ hermes.Tx    = hermesTx{}
)

// InTx implements hermes.Store. Transactions are serializable on both engines.
func (h *Hermes) InTx(ctx context.Context, fn func(hermes.Tx) error) error {
	return h.inTx(ctx, func(t *tx) error { return fn(hermesTx{t, readsHermes(t.q)}) })
}

// Ties implements hermes.Ties.
func (r hermesReads) Ties(ctx context.Context) (ties []auth.Tie, err error) {
	defer errs.Wrap(&err, "store.Ties")
	rows, err := r.from.ListAccountTies(ctx)
	for _, t := range rows {
		ties = append(ties, auth.Tie{UserID: t.UserID, MakerID: t.MakerID, Bond: auth.Bond(t.Bond), Proven: t.Proven})
	}
	return ties, problem(err)
}
