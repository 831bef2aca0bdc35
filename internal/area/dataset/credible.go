package dataset

import (
	"context"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/record"
)

// AddCredibleSet adds a named file to a phenotype. Errors as AddPhenotype.
func (s *Service) AddCredibleSet(ctx context.Context, by *auth.Identity, id, phenotypeID, name, uploadID string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.AddCredibleSet(%q, %q, %q)", id, phenotypeID, name)
	sent, err := s.checkedSet(ctx, by, id, &name, uploadID, true)
	if err != nil {
		return nil, err
	}
	return s.changeFiles(ctx, by, id, func(tx Tx, d *Dataset) (*record.Event, error) {
		p, err := phenotypeIn(ctx, tx, d, phenotypeID)
		if err != nil {
			return nil, err
		}
		c := &CredibleSet{ID: s.newID(), DatasetID: d.ID, PhenotypeID: p.ID, Name: name, CreatedAt: s.now()}
		if err := tx.CreateCredibleSet(ctx, c); err != nil {
			return nil, err
		}
		h := &record.Event{Action: "added a credible set", Detail: name + " of " + p.label(), Kind: audit.Changed}
		return h, s.addFile(ctx, tx, by, d, CredibleOne, c.ID, sent, h)
	})
}

// UpdateCredibleSet renames a credible set, and adds a version of its file if one is given. Errors
// as AddPhenotype.
func (s *Service) UpdateCredibleSet(ctx context.Context, by *auth.Identity, id, phenotypeID, setID, name, uploadID string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.UpdateCredibleSet(%q, %q, %q)", id, setID, name)
	sent, err := s.checkedSet(ctx, by, id, &name, uploadID, false)
	if err != nil {
		return nil, err
	}
	return s.changeFiles(ctx, by, id, func(tx Tx, d *Dataset) (*record.Event, error) {
		c, err := credibleSetIn(ctx, tx, d, phenotypeID, setID)
		if err != nil {
			return nil, err
		}
		h := &record.Event{Action: "changed a credible set", Detail: name, Kind: audit.Changed}
		named := func(name string) []record.Value {
			return []record.Value{record.Of("name", "Name of the credible set", name)}
		}
		h.Changes = record.Changes(named(c.Name), named(name))
		if len(h.Changes) == 0 && sent == nil {
			return nil, nil
		}
		c.Name = name
		if err := tx.UpdateCredibleSet(ctx, c); err != nil {
			return nil, err
		}
		return h, s.addFile(ctx, tx, by, d, CredibleOne, c.ID, sent, h)
	})
}

// DeleteCredibleSet deletes a credible set with every version of its file.
func (s *Service) DeleteCredibleSet(ctx context.Context, by *auth.Identity, id, phenotypeID, setID string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.DeleteCredibleSet(%q, %q)", id, setID)
	return s.removing(ctx, by, id, func(tx Tx, d *Dataset) (*record.Event, []string, error) {
		c, err := credibleSetIn(ctx, tx, d, phenotypeID, setID)
		if err != nil {
			return nil, nil, err
		}
		h := &record.Event{Action: "removed a credible set", Detail: c.Name, Kind: audit.Changed}
		return h, []string{c.ID}, tx.DeleteCredibleSet(ctx, c.ID)
	})
}

// checkedSet checks the name of a credible set together with its file.
func (s *Service) checkedSet(ctx context.Context, by *auth.Identity, id string, name *string, uploadID string, needed bool) (*file.Info, error) {
	var f faults
	f.line("name", name, maxShortLine, true)
	if needed && uploadID == "" {
		f.add("upload_id", "A credible set is a file. Choose one.")
	}
	sent, err := s.incoming(ctx, by, id, uploadID, &f)
	if err != nil {
		return nil, err
	}
	return sent, f.err()
}

// credibleSetIn returns a credible set of a phenotype of a data set that is locked in the
// transaction.
func credibleSetIn(ctx context.Context, tx Tx, d *Dataset, phenotypeID, id string) (*CredibleSet, error) {
	list, err := tx.CredibleSets(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		if c.ID == id && c.PhenotypeID == phenotypeID {
			return c, nil
		}
	}
	return nil, errs.Missing("credible set")
}
