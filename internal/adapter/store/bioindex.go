package store

import (
	"context"
	"encoding/json"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Indexes implements the store of package bioindex.
type Indexes struct{ *Store }

// Indexes returns the part of the store for indexes.
func (s *Store) Indexes() *Indexes { return &Indexes{s} }

// indexTx is a transaction of package bioindex.
type indexTx struct{ *tx }

var (
	_ bioindex.Store = (*Indexes)(nil)
	_ bioindex.Tx    = indexTx{}
)

// InTx implements bioindex.Store. Transactions are serializable on both engines.
func (d *Indexes) InTx(ctx context.Context, fn func(bioindex.Tx) error) error {
	return d.inTx(ctx, func(t *tx) error { return fn(indexTx{t}) })
}

// Index implements bioindex.Store.
func (d *Indexes) Index(ctx context.Context, id string) (_ *bioindex.Index, err error) {
	defer errs.Wrap(&err, "store.Indexes.Index(%q)", id)
	row, err := d.reader().GetIndex(ctx, id)
	return indexWithPeople(ctx, d.reader(), row, err)
}

// Index implements bioindex.Tx.
func (t indexTx) Index(ctx context.Context, id string) (_ *bioindex.Index, err error) {
	defer errs.Wrap(&err, "store.IndexTx.Index(%q)", id)
	row, err := t.q.GetIndexForUpdate(ctx, id)
	return indexWithPeople(ctx, t.q, row, err)
}

func indexWithPeople(ctx context.Context, q *sqlcgen.Queries, row sqlcgen.Index, err error) (*bioindex.Index, error) {
	if err != nil {
		return nil, missing(err, "index")
	}
	x := toIndex(row)
	return x, addPeople(ctx, q, x)
}

func addPeople(ctx context.Context, q *sqlcgen.Queries, x *bioindex.Index) error {
	people, err := q.ListIndexPeople(ctx, x.ID)
	for _, p := range people {
		x.People = append(x.People, record.Person{ID: p.ID, UserName: p.UserName})
	}
	return problem(err)
}

// Asked implements bioindex.Store.
func (d *Indexes) Asked(ctx context.Context, id string) (_ *bioindex.Index, _ bioindex.Status, err error) {
	defer errs.Wrap(&err, "store.Indexes.Asked(%q)", id)
	row, err := d.reader().GetAskedIndex(ctx, id)
	if err != nil {
		return nil, "", missing(err, "index")
	}
	x := toIndex(row.Index)
	if x.Sharing == bioindex.Named {
		err = addPeople(ctx, d.reader(), x)
	}
	return x, bioindex.Status(row.BuildStatus), err
}

func toIndex(r sqlcgen.Index) *bioindex.Index {
	return &bioindex.Index{
		ID: r.ID, Name: r.Name, Area: auth.Area(r.Area), Owner: record.Person{ID: r.OwnerID, UserName: r.Owner}, Sharing: bioindex.Sharing(r.Sharing),
		Source:     bioindex.Source{Kind: bioindex.SourceKind(r.SourceKind), ID: r.SourceID, FileID: r.SourceFileID},
		SourceName: r.SourceName, SourceBytes: r.SourceBytes, BuildID: r.BuildID, NewestID: r.NewestID,
		CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(), UpdatedBy: r.UpdatedBy, DeletedAt: utc(r.DeletedAt), Version: r.Version,
	}
}

// CreateIndex implements bioindex.Tx.
func (t indexTx) CreateIndex(ctx context.Context, x *bioindex.Index) (err error) {
	defer errs.Wrap(&err, "store.IndexTx.CreateIndex(%q)", x.ID)
	err = t.q.InsertIndex(ctx, sqlcgen.InsertIndexParams{
		ID: x.ID, Name: x.Name, Area: string(x.Area), Owner: x.Owner.UserName, OwnerID: x.Owner.ID, Sharing: string(x.Sharing),
		SourceKind: string(x.Source.Kind), SourceID: x.Source.ID, SourceFileID: x.Source.FileID, SourceName: printable(x.SourceName),
		SourceBytes: x.SourceBytes, BuildID: x.BuildID, NewestID: x.NewestID, CreatedAt: x.CreatedAt, UpdatedAt: x.UpdatedAt,
		UpdatedBy: x.UpdatedBy, DeletedAt: x.DeletedAt, Version: x.Version, SearchKey: indexWords(x), NameKey: fold(x.Name),
	})
	if err != nil {
		return problem(err)
	}
	return t.insertIndexPeople(ctx, x)
}

func indexWords(x *bioindex.Index) string { return searchKey(x.Name, x.Owner.UserName, x.SourceName) }

func (t indexTx) insertIndexPeople(ctx context.Context, x *bioindex.Index) error {
	for _, p := range x.People {
		if err := t.q.InsertIndexPerson(ctx, sqlcgen.InsertIndexPersonParams{IndexID: x.ID, UserID: p.ID}); err != nil {
			return problem(err)
		}
	}
	return nil
}

// UpdateIndex implements bioindex.Tx; it sets the new version in x.
func (t indexTx) UpdateIndex(ctx context.Context, x *bioindex.Index) (err error) {
	defer errs.Wrap(&err, "store.IndexTx.UpdateIndex(%q)", x.ID)
	n, err := t.q.UpdateIndex(ctx, sqlcgen.UpdateIndexParams{
		ID: x.ID, Version: x.Version, Name: x.Name, Sharing: string(x.Sharing), SourceName: printable(x.SourceName), SourceBytes: x.SourceBytes,
		NewestID: x.NewestID, UpdatedAt: x.UpdatedAt, UpdatedBy: x.UpdatedBy, DeletedAt: x.DeletedAt, SearchKey: indexWords(x),
		NameKey: fold(x.Name),
	})
	if err != nil {
		return problem(err)
	}
	if err := written(ctx, n, "index", x.ID, t.q.GetIndex); err != nil {
		return err
	}
	x.Version++
	if err := t.q.DeleteIndexPeople(ctx, x.ID); err != nil {
		return problem(err)
	}
	return t.insertIndexPeople(ctx, x)
}

// SwitchBuild implements bioindex.Tx.
func (t indexTx) SwitchBuild(ctx context.Context, indexID, buildID string) (err error) {
	defer errs.Wrap(&err, "store.IndexTx.SwitchBuild(%q, %q)", indexID, buildID)
	n, err := t.q.SwitchIndexBuild(ctx, sqlcgen.SwitchIndexBuildParams{ID: indexID, BuildID: buildID})
	return changed(n, err, "index")
}

// DeleteIndex implements bioindex.Tx.
func (t indexTx) DeleteIndex(ctx context.Context, id string) (uploadID string, err error) {
	defer errs.Wrap(&err, "store.IndexTx.DeleteIndex(%q)", id)
	row, err := t.q.GetIndexForUpdate(ctx, id)
	if err != nil {
		return "", missing(err, "index")
	}
	n, err := t.q.DeleteIndex(ctx, id)
	if err := changed(n, err, "index"); err != nil {
		return "", err
	}
	if err := t.q.DeleteHistory(ctx, sqlcgen.DeleteHistoryParams{Object: bioindex.ObjectIndex, ObjectID: id}); err != nil {
		return "", problem(err)
	}
	if row.SourceKind != string(bioindex.FromUpload) {
		return "", nil
	}
	if left, err := t.q.CountIndexesOfUpload(ctx, row.SourceID); err != nil || left > 0 {
		return "", problem(err)
	}
	return row.SourceID, problem(t.q.UnregisterFile(ctx, row.SourceID))
}

// ClaimUpload implements bioindex.Tx.
func (t indexTx) ClaimUpload(ctx context.Context, fileID, ownerID string) (err error) {
	defer errs.Wrap(&err, "store.IndexTx.ClaimUpload(%q)", fileID)
	n, err := t.q.RegisterFile(ctx, fileID)
	if err != nil || n > 0 {
		return problem(err)
	}
	own, err := t.q.CountIndexesOfUploadOwner(ctx, sqlcgen.CountIndexesOfUploadOwnerParams{SourceID: fileID, OwnerID: ownerID})
	if err != nil || own > 0 {
		return problem(err)
	}
	return conflict("file_used", "This file belongs to something else already, or it is not complete.")
}

// Usage implements bioindex.Store.
func (d *Indexes) Usage(ctx context.Context, ownerID string) (_ bioindex.Usage, err error) {
	defer errs.Wrap(&err, "store.Indexes.Usage(%q)", ownerID)
	return usage(ctx, d.reader(), ownerID)
}

// Usage implements bioindex.Tx.
func (t indexTx) Usage(ctx context.Context, ownerID string) (_ bioindex.Usage, err error) {
	defer errs.Wrap(&err, "store.IndexTx.Usage(%q)", ownerID)
	return usage(ctx, t.q, ownerID)
}

func usage(ctx context.Context, q *sqlcgen.Queries, ownerID string) (bioindex.Usage, error) {
	row, err := q.IndexUsage(ctx, ownerID)
	return bioindex.Usage{Indexes: row.Indexes, Bytes: row.Bytes}, problem(err)
}

// Purgeable implements bioindex.Store.
func (d *Indexes) Purgeable(ctx context.Context, before time.Time) (ids []string, err error) {
	defer errs.Wrap(&err, "store.Indexes.Purgeable(%s)", before)
	ids, err = d.reader().ListPurgeableIndexes(ctx, &before)
	return ids, problem(err)
}

// jsonOrNothing returns a value as JSON, "" for nil.
func jsonOrNothing[T any](v *T) (string, error) {
	if v == nil {
		return "", nil
	}
	text, err := json.Marshal(v)
	return string(text), err
}

// fromJSON returns the value of jsonOrNothing.
func fromJSON[T any](text string) (*T, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // nothing is a value here
	}
	v := new(T)
	return v, json.Unmarshal([]byte(text), v)
}
