package store

import (
	"context"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// Links implements dataset.Store.
func (d *Datasets) Links(ctx context.Context, datasetID string) (list []*dataset.Link, err error) {
	defer errs.Wrap(&err, "store.Datasets.Links(%q)", datasetID)
	rows, err := d.reader().ListDatasetLinks(ctx, datasetID)
	for _, r := range rows {
		list = append(list, toDatasetLink(r))
	}
	return list, problem(err)
}

// Link implements dataset.Store.
func (d *Datasets) Link(ctx context.Context, id string) (l *dataset.Link, err error) {
	defer errs.Wrap(&err, "store.Datasets.Link(%q)", id)
	row, err := d.reader().GetDatasetLink(ctx, id)
	if err != nil {
		return nil, missing(err, "link")
	}
	return toDatasetLink(row), nil
}

// CreateLink implements dataset.Tx.
func (t datasetTx) CreateLink(ctx context.Context, l *dataset.Link) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.CreateLink(%q)", l.ID)
	return absentParent("file", t.q.InsertDatasetLink(ctx, sqlcgen.InsertDatasetLinkParams{
		ID: l.ID, DatasetID: l.DatasetID, FileID: l.FileID, Note: l.Note, CreatedBy: l.CreatedBy, CreatedAt: l.CreatedAt,
		ExpiresAt: l.ExpiresAt, RevokedAt: l.RevokedAt, Uses: l.Uses,
	}))
}

// RevokeLink implements dataset.Tx. A link that was revoked before stays unchanged.
func (t datasetTx) RevokeLink(ctx context.Context, id string, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.RevokeLink(%q)", id)
	n, err := t.q.RevokeDatasetLink(ctx, sqlcgen.RevokeDatasetLinkParams{ID: id, RevokedAt: &at})
	return changed(n, err, "link")
}

// RevokeLinks implements dataset.Tx.
func (t datasetTx) RevokeLinks(ctx context.Context, datasetID string, at time.Time) (n int64, err error) {
	defer errs.Wrap(&err, "store.DatasetTx.RevokeLinks(%q)", datasetID)
	n, err = t.q.RevokeDatasetLinks(ctx, sqlcgen.RevokeDatasetLinksParams{DatasetID: datasetID, RevokedAt: &at})
	return n, problem(err)
}

// CountLinkUse implements dataset.Tx.
func (t datasetTx) CountLinkUse(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.CountLinkUse(%q)", id)
	n, err := t.q.CountDatasetLinkUse(ctx, id)
	return changed(n, err, "link")
}

// SigningKeys implements dataset.Store.
func (d *Datasets) SigningKeys(ctx context.Context) (list []dataset.SigningKey, err error) {
	defer errs.Wrap(&err, "store.Datasets.SigningKeys")
	rows, err := d.reader().ListSigningKeys(ctx)
	for _, r := range rows {
		list = append(list, dataset.SigningKey{ID: r.ID, Key: r.KeyBytes, CreatedAt: r.CreatedAt.UTC()})
	}
	return list, problem(err)
}

// AddSigningKey implements dataset.Tx.
func (t datasetTx) AddSigningKey(ctx context.Context, k dataset.SigningKey) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.AddSigningKey(%q)", k.ID)
	return problem(t.q.InsertSigningKey(ctx, sqlcgen.InsertSigningKeyParams{ID: k.ID, KeyBytes: k.Key, CreatedAt: k.CreatedAt}))
}

// DropSigningKeys implements dataset.Tx.
func (t datasetTx) DropSigningKeys(ctx context.Context, before time.Time) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.DropSigningKeys(%s)", before)
	return problem(t.q.DeleteSigningKeys(ctx, before))
}

func toDatasetLink(r sqlcgen.DatasetLink) *dataset.Link {
	return &dataset.Link{
		ID: r.ID, DatasetID: r.DatasetID, FileID: r.FileID, Note: r.Note, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt.UTC(),
		ExpiresAt: r.ExpiresAt.UTC(), RevokedAt: utc(r.RevokedAt), Uses: r.Uses,
	}
}
