package store

import (
	"context"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
)

// Datasets implements the store of package dataset.
type Datasets struct {
	*Store
	datasetReads
}

// Datasets returns the part of the store for the registry of data sets.
func (s *Store) Datasets() *Datasets { return &Datasets{s, datasetReads{s.reader()}} }

// datasetTx is a transaction of package dataset.
type datasetTx struct {
	*tx
	datasetReads
}

// datasetReads runs queries inside and outside of a transaction.
type datasetReads struct{ from *sqlcgen.Queries }

var (
	_ dataset.Store = (*Datasets)(nil)
	_ dataset.Tx    = datasetTx{}
)

// InTx implements dataset.Store. Transactions are serializable on both engines.
func (d *Datasets) InTx(ctx context.Context, fn func(dataset.Tx) error) error {
	return d.inTx(ctx, func(t *tx) error { return fn(datasetTx{t, datasetReads{t.q}}) })
}
