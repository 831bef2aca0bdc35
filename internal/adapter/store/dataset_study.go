package store

import (
	"context"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// Study implements dataset.Store.
func (r datasetReads) Study(ctx context.Context, id string) (_ *dataset.Study, err error) {
	defer errs.Wrap(&err, "store.Datasets.Study(%q)", id)
	row, err := r.from.GetStudy(ctx, id)
	if err != nil {
		return nil, missing(err, "study")
	}
	return toStudy(row), nil
}

func toStudy(r sqlcgen.Study) *dataset.Study {
	return &dataset.Study{
		ID: r.ID, Name: r.Name, Institution: r.Institution, CreatedBy: r.CreatedBy, CreatorID: r.CreatorID, CreatedAt: r.CreatedAt.UTC(), Version: r.Version,
	}
}

// CreateStudy implements dataset.Tx.
func (t datasetTx) CreateStudy(ctx context.Context, s *dataset.Study) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.CreateStudy(%q)", s.ID)
	return studyProblem(s, t.q.InsertStudy(ctx, sqlcgen.InsertStudyParams{
		ID: s.ID, Name: s.Name, NameKey: fold(s.Name), Institution: s.Institution, CreatedBy: s.CreatedBy, CreatorID: s.CreatorID,
		CreatedAt: s.CreatedAt, Version: s.Version, SearchKey: searchKey(s.Name, s.Institution),
	}))
}

// UpdateStudy implements dataset.Tx; it sets the new version in s. It also updates the search text
// of its data sets.
func (t datasetTx) UpdateStudy(ctx context.Context, s *dataset.Study) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.UpdateStudy(%q)", s.ID)
	n, err := t.q.UpdateStudy(ctx, sqlcgen.UpdateStudyParams{
		ID: s.ID, Version: s.Version, Name: s.Name, NameKey: fold(s.Name), Institution: s.Institution, SearchKey: searchKey(s.Name, s.Institution),
	})
	if err != nil {
		return studyProblem(s, err)
	}
	if err := written(ctx, n, "study", s.ID, t.q.GetStudy); err != nil {
		return err
	}
	s.Version++
	ids, err := t.q.ListDatasetsOfStudy(ctx, s.ID)
	if err != nil {
		return problem(err)
	}
	for _, id := range ids {
		if err := t.refresh(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func studyProblem(s *dataset.Study, err error) error {
	if taken(err) == "name_key" {
		return nameTaken("A study named %q exists already. Choose it, or another name.", s.Name)
	}
	return problem(err)
}

// DeleteStudy implements dataset.Tx.
func (t datasetTx) DeleteStudy(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.DeleteStudy(%q)", id)
	used, err := t.q.CountDatasetsOfStudy(ctx, id)
	if err != nil {
		return problem(err)
	}
	if used > 0 {
		return conflict("study_used", "This study has %d data sets, perhaps in the bin, and stays while it has any.", used)
	}
	n, err := t.q.DeleteStudy(ctx, id)
	return changed(n, err, "study")
}
