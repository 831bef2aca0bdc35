package dataset

import (
	"context"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// StudyInput is the description of a study.
type StudyInput struct {
	Name        string
	Institution string
}

// maxInstitution is the maximum length in characters.
const maxInstitution = 1000

func (in *StudyInput) check() (f faults) {
	f.line("name", &in.Name, maxName, true)
	f.line("institution", &in.Institution, maxInstitution, true)
	return f
}

func (s *Study) sheet() []record.Value {
	return []record.Value{record.Of("name", "Name", s.Name), record.Of("institution", "Institution", s.Institution)}
}

func studyView(by *auth.Identity, s *Study) *StudyView {
	return &StudyView{Study: s, CanEdit: by != nil && (editsAll(by) || by.In(auth.AreaDatasets) && s.CreatorID == by.User.ID)}
}

// StudyPage is a page of studies.
type StudyPage struct {
	Items []*StudyView
	Total int64         // on all pages
	Next  listing.Place // start of the next page; zero on the last page
}

// ListStudies lists studies by name. All accounts of the area see all.
func (s *Service) ListStudies(ctx context.Context, by *auth.Identity, f StudyFilter) (_ *StudyPage, err error) {
	defer errs.Wrap(&err, "dataset.ListStudies")
	if err := mustRegister(by); err != nil {
		return nil, err
	}
	limit := f.Limit
	f.Limit++ // one extra row shows whether there is a next page
	list, total, err := s.store.Studies(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &StudyPage{Total: total}
	list, page.Next = listing.PageOf(list, limit, func(s *Study) listing.Place { return listing.Place{Key: s.Name, ID: s.ID} })
	for _, study := range list {
		page.Items = append(page.Items, studyView(by, study))
	}
	return page, nil
}

// CreateStudy registers a study. errs.Rule with the fields at fault,
// errs.Conflict (name_taken, field name).
func (s *Service) CreateStudy(ctx context.Context, by *auth.Identity, in StudyInput) (_ *StudyView, err error) {
	defer errs.Wrap(&err, "dataset.CreateStudy(%q)", in.Name)
	if err := mustRegister(by); err != nil {
		return nil, err
	}
	if err := in.check().err(); err != nil {
		return nil, err
	}
	study := s.newStudy(by, in)
	if err := s.store.InTx(ctx, func(tx Tx) error { return s.insertStudy(ctx, tx, by, study) }); err != nil {
		return nil, err
	}
	return studyView(by, study), nil
}

func (s *Service) newStudy(by *auth.Identity, in StudyInput) *Study {
	return &Study{
		ID: s.newID(), Name: in.Name, Institution: in.Institution, CreatedBy: by.User.UserName, CreatorID: by.User.ID, CreatedAt: s.now(), Version: 1,
	}
}

func (s *Service) insertStudy(ctx context.Context, tx Tx, by *auth.Identity, study *Study) error {
	if err := tx.CreateStudy(ctx, study); err != nil {
		return err
	}
	var none Study
	return s.auditOnly(
		ctx,
		tx,
		by,
		objectStudy,
		study.ID,
		record.Event{Action: "registered", Kind: audit.Created, Changes: record.Changes(none.sheet(), study.sheet())},
	)
}

// studyToChange returns a study that the caller may change.
func studyToChange(ctx context.Context, tx Tx, by *auth.Identity, id string) (*Study, error) {
	study, err := tx.Study(ctx, id)
	if err != nil {
		return nil, err
	}
	if !studyView(by, study).CanEdit {
		return nil, errs.New(errs.Forbidden, "forbidden", "Only %s, who registered this study, and curators may change it.", study.CreatedBy)
	}
	return study, nil
}

// UpdateStudy renames a study or changes its institution. errs.Conflict (changed) if the version is
// not current; otherwise as CreateStudy.
func (s *Service) UpdateStudy(ctx context.Context, by *auth.Identity, id string, version int64, in StudyInput) (_ *StudyView, err error) {
	defer errs.Wrap(&err, "dataset.UpdateStudy(%q, %d)", id, version)
	if err := mustRegister(by); err != nil {
		return nil, err
	}
	f := in.check()
	var now *Study
	err = s.store.InTx(ctx, func(tx Tx) error {
		study, err := studyToChange(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if err := f.err(); err != nil {
			return err
		}
		if study.Version != version {
			return record.Changed("Another user has changed this study. Load it again.")
		}
		before := study.sheet()
		study.Name, study.Institution = in.Name, in.Institution
		now = study
		changes := record.Changes(before, study.sheet())
		if len(changes) == 0 {
			return nil
		}
		if err := tx.UpdateStudy(ctx, study); err != nil {
			return err
		}
		return s.auditOnly(ctx, tx, by, objectStudy, id, record.Event{Action: "edited", Kind: audit.Changed, Changes: changes})
	})
	if err != nil {
		return nil, err
	}
	return studyView(by, now), nil
}

// DeleteStudy deletes a study that no data set uses, also none in the bin. errs.Conflict
// (study_used).
func (s *Service) DeleteStudy(ctx context.Context, by *auth.Identity, id string) (err error) {
	defer errs.Wrap(&err, "dataset.DeleteStudy(%q)", id)
	if err := mustRegister(by); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		study, err := studyToChange(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if err := tx.DeleteStudy(ctx, id); err != nil {
			return err
		}
		var none Study
		return s.auditOnly(
			ctx,
			tx,
			by,
			objectStudy,
			id,
			record.Event{Action: "removed", Kind: audit.Deleted, Changes: record.Changes(study.sheet(), none.sheet())},
		)
	})
}
