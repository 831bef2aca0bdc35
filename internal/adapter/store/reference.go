package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/reference"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/record"
)

// Reference implements the store of package reference.
type Reference struct{ *Store }

// Reference returns the part of the store for reference data.
func (s *Store) Reference() *Reference { return &Reference{s} }

// referenceTx is a transaction of package reference.
type referenceTx struct{ *tx }

var (
	_ reference.Store = (*Reference)(nil)
	_ reference.Tx    = referenceTx{}
)

// InTx implements reference.Store. Transactions are serializable on both engines.
func (d *Reference) InTx(ctx context.Context, fn func(reference.Tx) error) error {
	return d.inTx(ctx, func(t *tx) error { return fn(referenceTx{t}) })
}

// Files implements reference.Store.
func (d *Reference) Files(ctx context.Context, t reference.Type) (files []*reference.File, err error) {
	defer errs.Wrap(&err, "store.Reference.Files(%q)", t)
	rows, err := d.reader().ListReferenceFiles(ctx, string(t))
	if err != nil {
		return nil, problem(err)
	}
	for _, r := range rows {
		f, err := toReferenceFile(r)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// File implements reference.Store.
func (d *Reference) File(ctx context.Context, name string) (_ *reference.File, err error) {
	defer errs.Wrap(&err, "store.Reference.File(%q)", name)
	r, err := d.reader().GetReferenceFile(ctx, name)
	if err != nil {
		return nil, missing(err, referenceFile)
	}
	return toReferenceFile(r)
}

// referenceFile is the name of the kind in errors.
const referenceFile = "file of reference data"

// Has implements reference.Store.
func (d *Reference) Has(ctx context.Context, id string) (_ bool, err error) {
	defer errs.Wrap(&err, "store.Reference.Has(%q)", id)
	n, err := d.reader().HasReferenceFile(ctx, id)
	return n > 0, problem(err)
}

// Had implements reference.Store.
func (d *Reference) Had(ctx context.Context, n *reference.Note) (_ bool, err error) {
	defer errs.Wrap(&err, "store.Reference.Had(%q)", n.Name)
	count, err := d.reader().HadReferenceFile(ctx, sqlcgen.HadReferenceFileParams{Type: string(n.Type), Lower: n.Name, Sha256: n.SHA256})
	return count > 0, problem(err)
}

// Installations implements reference.Store.
func (d *Reference) Installations(ctx context.Context) (list []*reference.Installation, err error) {
	defer errs.Wrap(&err, "store.Reference.Installations")
	rows, err := d.reader().ListReferenceInstallations(ctx)
	if err != nil {
		return nil, problem(err)
	}
	for _, r := range rows {
		i, err := toInstallation(r)
		if err != nil {
			return nil, err
		}
		list = append(list, i)
	}
	return list, nil
}

// CreateFile implements reference.Tx.
func (t referenceTx) CreateFile(ctx context.Context, f *reference.File) (err error) {
	defer errs.Wrap(&err, "store.ReferenceTx.CreateFile(%q)", f.Note.Name)
	note, err := json.Marshal(f.Note)
	if err != nil {
		return err
	}
	parts, err := json.Marshal(f.Parts)
	if err != nil {
		return err
	}
	n, err := t.q.InsertReferenceFile(ctx, sqlcgen.InsertReferenceFileParams{
		ID: f.ID, Type: string(f.Note.Type), Name: f.Note.Name, Build: f.Note.Build, Ancestry: f.Note.Ancestry, Sha256: f.Note.SHA256,
		SizeBytes: f.Bytes(), Note: string(note), Parts: string(parts), InstalledBy: f.By, InstalledAt: f.Note.Added,
	})
	if err == nil && n == 0 {
		return errs.New(errs.Conflict, "name_taken", "%s is installed already.", f.Note.Name)
	}
	return problem(err)
}

// File implements reference.Tx.
func (t referenceTx) File(ctx context.Context, name string) (_ *reference.File, err error) {
	defer errs.Wrap(&err, "store.ReferenceTx.File(%q)", name)
	r, err := t.q.GetReferenceFileForUpdate(ctx, name)
	if err != nil {
		return nil, missing(err, referenceFile)
	}
	return toReferenceFile(r)
}

// RemoveFile implements reference.Tx.
func (t referenceTx) RemoveFile(ctx context.Context, f *reference.File) (err error) {
	defer errs.Wrap(&err, "store.ReferenceTx.RemoveFile(%q)", f.Note.Name)
	n, err := t.q.RemoveReferenceFile(ctx, sqlcgen.RemoveReferenceFileParams{ID: f.ID, RemovedBy: f.RemovedBy, RemovedAt: f.RemovedAt})
	return changed(n, err, referenceFile)
}

// Unfinished implements reference.Tx.
func (t referenceTx) Unfinished(ctx context.Context) (_ map[string]int64, err error) {
	defer errs.Wrap(&err, "store.ReferenceTx.Unfinished")
	rows, err := t.q.CountUnfinishedKinds(ctx)
	counts := make(map[string]int64, len(rows))
	for _, r := range rows {
		counts[r.Kind] = r.Jobs
	}
	return counts, problem(err)
}

// CreateInstallation implements reference.Tx.
func (t referenceTx) CreateInstallation(ctx context.Context, i *reference.Installation) (err error) {
	defer errs.Wrap(&err, "store.ReferenceTx.CreateInstallation(%q)", i.UploadID)
	note, err := json.Marshal(i.Note)
	if err != nil {
		return err
	}
	return problem(t.q.InsertReferenceInstallation(ctx, sqlcgen.InsertReferenceInstallationParams{
		UploadID: i.UploadID, Note: string(note), FileName: []byte(i.FileName), OwnerID: i.By.ID, Owner: i.By.UserName, State: string(i.State),
		SizeBytes: i.Size, Why: i.Why, JobID: i.JobID, CreatedAt: i.CreatedAt,
	}))
}

// Installation implements reference.Tx.
func (t referenceTx) Installation(ctx context.Context, uploadID string) (_ *reference.Installation, err error) {
	defer errs.Wrap(&err, "store.ReferenceTx.Installation(%q)", uploadID)
	r, err := t.q.GetReferenceInstallationForUpdate(ctx, uploadID)
	if err != nil {
		return nil, missing(err, "installation")
	}
	return toInstallation(r)
}

// UpdateInstallation implements reference.Tx.
func (t referenceTx) UpdateInstallation(ctx context.Context, i *reference.Installation) (err error) {
	defer errs.Wrap(&err, "store.ReferenceTx.UpdateInstallation(%q)", i.UploadID)
	n, err := t.q.UpdateReferenceInstallation(ctx, sqlcgen.UpdateReferenceInstallationParams{
		UploadID: i.UploadID, State: string(i.State), Why: i.Why, JobID: i.JobID,
	})
	return changed(n, err, "installation")
}

// DeleteInstallation implements reference.Tx.
func (t referenceTx) DeleteInstallation(ctx context.Context, uploadID string) (err error) {
	defer errs.Wrap(&err, "store.ReferenceTx.DeleteInstallation(%q)", uploadID)
	n, err := t.q.DeleteReferenceInstallation(ctx, uploadID)
	return changed(n, err, "installation")
}

// KeepUpload implements reference.Tx.
func (t referenceTx) KeepUpload(ctx context.Context, uploadID string, until time.Time) error {
	return toolTx(t).KeepUpload(ctx, uploadID, until)
}

func toReferenceFile(r sqlcgen.ReferenceFile) (*reference.File, error) {
	f := &reference.File{ID: r.ID, By: r.InstalledBy, RemovedBy: r.RemovedBy, RemovedAt: utc(r.RemovedAt)}
	return f, errors.Join(json.Unmarshal([]byte(r.Note), &f.Note), json.Unmarshal([]byte(r.Parts), &f.Parts))
}

func toInstallation(r sqlcgen.ReferenceInstallation) (*reference.Installation, error) {
	i := &reference.Installation{
		UploadID: r.UploadID, FileName: string(r.FileName), By: record.Person{ID: r.OwnerID, UserName: r.Owner}, State: reference.State(r.State),
		Size: r.SizeBytes, Why: r.Why, JobID: r.JobID, CreatedAt: r.CreatedAt.UTC(),
	}
	return i, json.Unmarshal([]byte(r.Note), &i.Note)
}

func storedReference(ctx context.Context, q *sqlcgen.Queries) (files []file.Stored, err error) {
	rows, err := q.ListStoredReference(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		f := reference.File{ID: r.ID}
		if err := json.Unmarshal([]byte(r.Parts), &f.Parts); err != nil {
			return nil, err
		}
		files = append(files, f.Stored()...)
	}
	return files, nil
}
