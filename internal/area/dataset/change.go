package dataset

import (
	"context"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// errStudy is the error for a missing study.
func errStudy() error {
	return errs.AtField("study_id", "This study does not exist (any more). Choose another or register it.")
}

// mustRegister refuses accounts without a role in the area.
func mustRegister(by *auth.Identity) error {
	if by.In(auth.AreaDatasets) {
		return nil
	}
	return errs.New(errs.Forbidden, "forbidden", "Your account may not register data sets.")
}

// CreateDataset registers a data set of the caller. errs.Rule with the fields at
// fault, errs.Conflict (name_taken, field name).
func (s *Service) CreateDataset(ctx context.Context, by *auth.Identity, m Metadata) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.CreateDataset(%q)", m.Name)
	return s.register(ctx, by, m, "")
}

func (s *Service) register(ctx context.Context, by *auth.Identity, m Metadata, detail string) (*View, error) {
	if err := mustRegister(by); err != nil {
		return nil, err
	}
	m, err := m.checked()
	if err != nil {
		return nil, err
	}
	d := s.newDataset(by, m)
	if err := s.store.InTx(ctx, func(tx Tx) error { return s.insert(ctx, tx, by, d, detail) }); err != nil {
		return nil, err
	}
	return s.Dataset(ctx, by, d.ID)
}

// newDataset returns a private data set of the caller that is not stored yet.
func (s *Service) newDataset(by *auth.Identity, m Metadata) *Dataset {
	now := s.now()
	return &Dataset{
		ID: s.newID(), Metadata: m, Owner: Person{ID: by.User.ID, UserName: by.User.UserName}, Sharing: Private,
		CreatedAt: now, UpdatedAt: now, UpdatedBy: by.User.UserName, Version: 1,
	}
}

// insert stores a new data set and records it in the history.
func (s *Service) insert(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, detail string) error {
	study, err := studyIn(ctx, tx, d.StudyID)
	if err != nil {
		return err
	}
	if err := tx.CreateDataset(ctx, d); err != nil {
		return err
	}
	h := record.Event{Action: "registered", Detail: detail, Kind: audit.Created}
	var none Metadata
	for _, c := range record.Changes(none.sheet(""), d.sheet(study.Name)) {
		if c.After != "" && c.Key != "data_source_type" {
			h.Changes = append(h.Changes, c)
		}
	}
	return s.note(ctx, tx, by, d.ID, h)
}

// studyIn returns the chosen study, errs.Rule if it does not exist.
func studyIn(ctx context.Context, tx Tx, id string) (*Study, error) {
	study, err := tx.Study(ctx, id)
	if errs.Is(err, errs.NotFound) {
		return nil, errStudy()
	}
	return study, err
}

// CloneDataset registers a new data set of the caller with the metadata of one that the caller may
// read. It does not copy files, owners and sharing.
func (s *Service) CloneDataset(ctx context.Context, by *auth.Identity, id, name string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.CloneDataset(%q, %q)", id, name)
	d, _, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	m := d.Metadata
	m.Name = name
	return s.register(ctx, by, m, "As a copy of "+d.Name)
}

// UpdateDataset replaces the metadata of a data set. *ConflictError if the version is not current;
// errs.Rule and errs.Conflict as CreateDataset.
func (s *Service) UpdateDataset(ctx context.Context, by *auth.Identity, id string, version int64, m Metadata) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.UpdateDataset(%q, %d)", id, version)
	f := m.check()
	return s.change(ctx, by, id, record.At(version), func(tx Tx, d *Dataset, r record.Access) (*record.Event, error) {
		if err := mustEdit(d, r); err != nil {
			return nil, err
		}
		if err := f.err(); err != nil {
			return nil, err
		}
		return s.describe(ctx, tx, by, d, m)
	})
}

// describe writes checked metadata into a data set and returns the event; nil if nothing changed. A
// new build starts new checks of the files without their own build.
func (s *Service) describe(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, m Metadata) (*record.Event, error) {
	was, err := tx.Study(ctx, d.StudyID)
	if err != nil {
		return nil, err
	}
	is, err := studyIn(ctx, tx, m.StudyID)
	if err != nil {
		return nil, err
	}
	changes := record.Changes(d.sheet(was.Name), m.sheet(is.Name))
	if len(changes) == 0 && was.ID == is.ID {
		return nil, nil
	}
	rebuilt := m.GenomeBuild != d.GenomeBuild
	d.Metadata = m
	if rebuilt {
		if err := s.checkAnew(ctx, tx, by, d, func(f *File) bool { return f.Build == "" }); err != nil {
			return nil, err
		}
	}
	return &record.Event{Action: "edited", Detail: record.Labels(changes), Kind: audit.MetadataChanged, Changes: changes}, nil
}

// change lets fn change a data set that the caller may see, and stores it with the event in one
// transaction. fn returns nil if it changed nothing. *ConflictError if the version is not current.
func (s *Service) change(ctx context.Context, by *auth.Identity, id string, expected record.Expected,
	fn func(tx Tx, d *Dataset, r record.Access) (*record.Event, error),
) (*View, error) {
	var now *Dataset
	err := s.store.InTx(ctx, func(tx Tx) error {
		read, err := tx.Dataset(ctx, id)
		d, r, err := admitted(by, read, err)
		if err != nil {
			return err
		}
		if !expected.Fits(d.Version) {
			return record.Changed("Another user has changed this data set.")
		}
		now = d
		h, err := fn(tx, d, r)
		if err != nil || h == nil {
			return err
		}
		d.UpdatedAt, d.UpdatedBy = s.now(), by.User.UserName
		if err := tx.UpdateDataset(ctx, d); err != nil {
			return err
		}
		return s.note(ctx, tx, by, d.ID, *h)
	})
	if record.IsChanged(err) {
		return nil, s.changedMeanwhile(ctx, by, id)
	}
	if err != nil {
		return nil, err
	}
	return s.view(ctx, by, now, relationOf(by, now))
}
