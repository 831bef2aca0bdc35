package store

import (
	"context"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/auth"
)

// Accounts is the database as package auth sees it.
type Accounts struct {
	*Store
	accountReads
}

// Accounts gives the part of the store that keeps accounts and what they sign in with.
func (s *Store) Accounts() *Accounts { return &Accounts{s, accountReads{s.reader()}} }

// accountTx is a transaction as package auth sees it.
type accountTx struct {
	*tx
	accountReads
}

// accountReads answers what is asked inside of a transaction and outside alike.
type accountReads struct{ from *sqlcgen.Queries }

var (
	_ auth.Store = (*Accounts)(nil)
	_ auth.Tx    = accountTx{}
)

// InTx implements auth.Store. Transactions are serializable on both engines.
func (a *Accounts) InTx(ctx context.Context, fn func(auth.Tx) error) error {
	return a.inTx(ctx, func(t *tx) error { return fn(accountTx{t, accountReads{t.q}}) })
}
