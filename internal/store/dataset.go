package store

import (
	"context"

	"cohortium/internal/dataset"
	"cohortium/internal/job"
)

// Datasets is the database as package dataset sees it.
type Datasets struct{ *Store }

// Datasets gives the part of the store that keeps the registry of data sets.
func (s *Store) Datasets() *Datasets { return &Datasets{s} }

// datasetTx is a transaction as package dataset sees it.
type datasetTx struct{ *tx }

var (
	_ dataset.Store = (*Datasets)(nil)
	_ dataset.Tx    = datasetTx{}
	_ job.Store     = (*Datasets)(nil)
)

// InTx implements dataset.Store. Transactions are serializable on both engines.
func (d *Datasets) InTx(ctx context.Context, fn func(dataset.Tx) error) error {
	return d.inTx(ctx, func(t *tx) error { return fn(datasetTx{t}) })
}
