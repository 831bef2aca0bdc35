package store

import (
	"context"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/auth"
)

// Accounts implements the store of package auth.
type Accounts struct {
	*Store
	accountReads
}

// Accounts returns the part of the store for accounts and their credentials.
func (s *Store) Accounts() *Accounts { return &Accounts{s, accountReads{s.reader()}} }

// accountTx is a transaction of package auth.
type accountTx struct {
	*tx
	accountReads
}

// accountReads runs queries inside and outside of a transaction.
type accountReads struct{ from *sqlcgen.Queries }

var (
	_ auth.Store = (*Accounts)(nil)
	_ auth.Tx    = accountTx{}
)

// InTx implements auth.Store. Transactions are serializable on both engines.
func (a *Accounts) InTx(ctx context.Context, fn func(auth.Tx) error) error {
	return a.inTx(ctx, func(t *tx) error { return fn(accountTx{t, accountReads{t.q}}) })
}
