package store

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// Roles in dataset_people.
const (
	roleCoOwner = "co-owner"
	roleReader  = "reader"
)

// Dataset implements dataset.Store.
func (d *Datasets) Dataset(ctx context.Context, id string) (_ *dataset.Dataset, err error) {
	defer errs.Wrap(&err, "store.Datasets.Dataset(%q)", id)
	row, err := d.reader().GetDataset(ctx, id)
	return datasetWithPeople(ctx, d.reader(), row, err)
}

// Dataset implements dataset.Tx.
func (t datasetTx) Dataset(ctx context.Context, id string) (_ *dataset.Dataset, err error) {
	defer errs.Wrap(&err, "store.DatasetTx.Dataset(%q)", id)
	row, err := t.q.GetDatasetForUpdate(ctx, id)
	return datasetWithPeople(ctx, t.q, row, err)
}

func datasetWithPeople(ctx context.Context, q *sqlcgen.Queries, row sqlcgen.Dataset, err error) (*dataset.Dataset, error) {
	if err != nil {
		return nil, missing(err, "data set")
	}
	d, err := toDataset(row)
	if err != nil {
		return nil, err
	}
	people, err := q.ListDatasetPeople(ctx, row.ID)
	if err != nil {
		return nil, problem(err)
	}
	for _, p := range people {
		addPerson(d, p.Role, dataset.Person{ID: p.ID, UserName: p.UserName})
	}
	d.Groups, err = q.ListDatasetGroups(ctx, row.ID)
	return d, problem(err)
}

func addPerson(d *dataset.Dataset, role string, p dataset.Person) {
	if role == roleCoOwner {
		d.CoOwners = append(d.CoOwners, p)
	} else {
		d.People = append(d.People, p)
	}
}

func toDataset(r sqlcgen.Dataset) (*dataset.Dataset, error) {
	d := &dataset.Dataset{
		ID: r.ID, Owner: dataset.Person{ID: r.OwnerID, UserName: r.Owner}, Sharing: dataset.Sharing(r.Sharing),
		CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(), UpdatedBy: r.UpdatedBy, DeletedAt: utc(r.DeletedAt), PublishedAt: utc(r.PublishedAt),
		Version: r.Version,
	}
	var kept keptMetadata
	err := json.Unmarshal([]byte(r.Metadata), &kept)
	d.Metadata, d.Despite = kept.Metadata, kept.Despite
	return d, err
}

// keptMetadata is the part of a data set that is stored as JSON.
type keptMetadata struct {
	dataset.Metadata
	Despite *dataset.Despite `json:"published_despite,omitempty"`
}

// CreateDataset implements dataset.Tx.
func (t datasetTx) CreateDataset(ctx context.Context, d *dataset.Dataset) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.CreateDataset(%q)", d.ID)
	metadata, err := json.Marshal(keptMetadata{d.Metadata, d.Despite})
	if err != nil {
		return err
	}
	err = t.q.InsertDataset(ctx, sqlcgen.InsertDatasetParams{
		ID: d.ID, Name: d.Name, NameKey: fold(d.Name), StudyID: d.StudyID, DataType: d.DataType, GenomeBuild: d.GenomeBuild,
		Ancestry: d.Ancestry, Sex: d.Sex, GlobalSampleSize: d.GlobalSampleSize, Status: d.Status, Metadata: string(metadata),
		Owner: d.Owner.UserName, OwnerKey: fold(d.Owner.UserName), OwnerID: d.Owner.ID, Sharing: string(d.Sharing),
		CreatedAt: d.CreatedAt, UpdatedAt: d.UpdatedAt, UpdatedBy: d.UpdatedBy, DeletedAt: d.DeletedAt, Version: d.Version,
		PublishedAt: d.PublishedAt,
	})
	if err != nil {
		return datasetProblem(err, d)
	}
	if err := t.insertPeople(ctx, d); err != nil {
		return err
	}
	return t.refresh(ctx, d.ID)
}

// UpdateDataset implements dataset.Tx; it sets the new version in d.
func (t datasetTx) UpdateDataset(ctx context.Context, d *dataset.Dataset) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.UpdateDataset(%q)", d.ID)
	metadata, err := json.Marshal(keptMetadata{d.Metadata, d.Despite})
	if err != nil {
		return err
	}
	n, err := t.q.UpdateDataset(ctx, sqlcgen.UpdateDatasetParams{
		ID: d.ID, Version: d.Version, Name: d.Name, NameKey: fold(d.Name), StudyID: d.StudyID, DataType: d.DataType, GenomeBuild: d.GenomeBuild,
		Ancestry: d.Ancestry, Sex: d.Sex, GlobalSampleSize: d.GlobalSampleSize, Status: d.Status, Metadata: string(metadata),
		Owner: d.Owner.UserName, OwnerKey: fold(d.Owner.UserName), OwnerID: d.Owner.ID, Sharing: string(d.Sharing),
		UpdatedAt: d.UpdatedAt, UpdatedBy: d.UpdatedBy, DeletedAt: d.DeletedAt, PublishedAt: d.PublishedAt,
	})
	if err != nil {
		return datasetProblem(err, d)
	}
	if err := written(ctx, n, "data set", d.ID, t.q.GetDataset); err != nil {
		return err
	}
	d.Version++
	if err := t.q.DeleteDatasetPeople(ctx, d.ID); err != nil {
		return problem(err)
	}
	if err := t.q.DeleteDatasetGroups(ctx, d.ID); err != nil {
		return problem(err)
	}
	if err := t.insertPeople(ctx, d); err != nil {
		return err
	}
	return t.refresh(ctx, d.ID)
}

func (t datasetTx) insertPeople(ctx context.Context, d *dataset.Dataset) error {
	for role, people := range map[string][]dataset.Person{roleCoOwner: d.CoOwners, roleReader: d.People} {
		for _, p := range people {
			if err := t.q.InsertDatasetPerson(ctx, sqlcgen.InsertDatasetPersonParams{DatasetID: d.ID, UserID: p.ID, Role: role}); err != nil {
				return problem(err)
			}
		}
	}
	for _, name := range d.Groups {
		if err := t.q.InsertDatasetGroup(ctx, sqlcgen.InsertDatasetGroupParams{DatasetID: d.ID, Name: name}); err != nil {
			return problem(err)
		}
	}
	return nil
}

func datasetProblem(err error, d *dataset.Dataset) error {
	switch {
	case taken(err) == "name_key":
		return nameTaken("%s", dataset.NameTaken(d.Name))
	case referenced(err):
		return errs.New(errs.Rule, "rule", "This study does not exist (any more).").
			WithFields(errs.Field{Field: "study_id", Message: "This study does not exist (any more)."})
	}
	return problem(err)
}

func nameTaken(format, name string) error {
	e := errs.New(errs.Conflict, "name_taken", format, name)
	return e.WithFields(errs.Field{Field: "name", Message: e.Detail})
}

// DeleteDataset implements dataset.Tx.
func (t datasetTx) DeleteDataset(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.DeleteDataset(%q)", id)
	if err := t.q.UnregisterDatasetFiles(ctx, id); err != nil {
		return problem(err)
	}
	if err := t.q.DeleteHistory(ctx, sqlcgen.DeleteHistoryParams{Object: dataset.ObjectDataset, ObjectID: id}); err != nil {
		return problem(err)
	}
	n, err := t.q.DeleteDataset(ctx, id)
	return changed(n, err, "data set")
}

// descriptionWords bounds how much of a description is searched, in bytes.
const descriptionWords = 2000

// refresh updates the data of lists and searches that a data set's row derives from other tables:
// number and size of its current files, and the words of its study and phenotypes. Every change of
// those calls it.
func (t datasetTx) refresh(ctx context.Context, id string) error {
	row, err := t.q.GetDataset(ctx, id)
	if err != nil {
		return missing(err, "data set")
	}
	d, err := toDataset(row)
	if err != nil {
		return err
	}
	study, err := t.q.GetStudy(ctx, d.StudyID)
	if err != nil {
		return missing(err, "study")
	}
	phenotypes, err := t.q.ListDatasetPhenotypes(ctx, id)
	if err != nil {
		return problem(err)
	}
	files, err := t.q.SumCurrentDatasetFiles(ctx, id)
	if err != nil {
		return problem(err)
	}
	description := d.Description
	if len(description) > descriptionWords {
		description = strings.ToValidUTF8(description[:descriptionWords], "")
	}
	words := []string{
		d.Name, study.Name, study.Institution, d.Submitter, d.Contributor, d.Owner.UserName, d.PubID, d.Publication, description,
	}
	for _, p := range phenotypes {
		words = append(words, p.Code, p.Description)
	}
	for _, term := range d.Terms {
		words = append(words, term.CURIE, term.Label)
	}
	return problem(t.q.RefreshDataset(ctx, sqlcgen.RefreshDatasetParams{ID: id, Files: files.Files, Bytes: files.Bytes, SearchKey: searchWords(words)}))
}

// searchWords returns a search key with each line once: names of phenotypes, terms and data sets
// repeat each other.
func searchWords(words []string) string {
	seen := make(map[string]bool)
	return searchKey(slices.DeleteFunc(words, func(line string) bool {
		key := fold(line)
		defer func() { seen[key] = true }()
		return key == "" || seen[key]
	})...)
}

// Views implements dataset.Store.
func (d *Datasets) Views(ctx context.Context, userID string) (list []dataset.SavedView, err error) {
	defer errs.Wrap(&err, "store.Datasets.Views(%q)", userID)
	rows, err := d.reader().ListDatasetViews(ctx, userID)
	for _, r := range rows {
		list = append(list, dataset.SavedView{Name: r.Name, Search: r.Search})
	}
	return list, problem(err)
}

// SaveView implements dataset.Tx.
func (t datasetTx) SaveView(ctx context.Context, userID string, v dataset.SavedView) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.SaveView(%q, %q)", userID, v.Name)
	return problem(t.q.UpsertDatasetView(ctx, sqlcgen.UpsertDatasetViewParams{UserID: userID, Name: v.Name, NameKey: fold(v.Name), Search: v.Search}))
}

// DeleteView implements dataset.Tx.
func (t datasetTx) DeleteView(ctx context.Context, userID, name string) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.DeleteView(%q, %q)", userID, name)
	n, err := t.q.DeleteDatasetView(ctx, sqlcgen.DeleteDatasetViewParams{UserID: userID, NameKey: fold(name)})
	return changed(n, err, "saved search")
}

// Purgeable implements dataset.Store; at most 100 at once.
func (d *Datasets) Purgeable(ctx context.Context, before time.Time) (ids []string, err error) {
	defer errs.Wrap(&err, "store.Datasets.Purgeable(%s)", before)
	ids, err = d.reader().ListPurgeableDatasets(ctx, &before)
	return ids, problem(err)
}
