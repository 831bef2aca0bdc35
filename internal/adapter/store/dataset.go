package store

import (
	"context"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
)

// Datasets is the database as package dataset sees it.
type Datasets struct {
	*Store
	datasetReads
}

// Datasets gives the part of the store that keeps the registry of data sets.
func (s *Store) Datasets() *Datasets { return &Datasets{s, datasetReads{s.reader()}} }

// datasetTx is a transaction as package dataset sees it.
type datasetTx struct {
	*tx
	datasetReads
}

// datasetReads answers what is asked inside of a transaction and outside alike.
type datasetReads struct{ from *sqlcgen.Queries }

var (
	_ dataset.Store = (*Datasets)(nil)
	_ dataset.Tx    = datasetTx{}
)

// InTx implements dataset.Store. Transactions are serializable on both engines.
func (d *Datasets) InTx(ctx context.Context, fn func(dataset.Tx) error) error {
	return d.inTx(ctx, func(t *tx) error { return fn(datasetTx{t, datasetReads{t.q}}) })
}
