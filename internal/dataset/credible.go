package dataset

import (
	"context"

	"cohortium/internal/audit"
	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/file"
)

// AddCredibleSet adds a named file to a phenotype. Errors as AddPhenotype.
func (s *Service) AddCredibleSet(ctx context.Context, by *auth.Identity, id, phenotypeID, name, uploadID string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.AddCredibleSet(%q, %q, %q)", id, phenotypeID, name)
	sent, err := s.checkedSet(ctx, by, id, &name, uploadID, true)
	if err != nil {
		return nil, err
	}
	return s.changeFiles(ctx, by, id, func(tx Tx, d *Dataset) (*happening, error) {
		p, err := phenotypeIn(ctx, tx, d, phenotypeID)
		if err != nil {
			return nil, err
		}
		c := &CredibleSet{ID: s.newID(), DatasetID: d.ID, PhenotypeID: p.ID, Name: name, CreatedAt: s.now()}
		if err := tx.CreateCredibleSet(ctx, c); err != nil {
			return nil, err
		}
		h := &happening{action: "added a credible set", detail: name + " of " + p.label(), kind: audit.Changed}
		return h, s.addFile(ctx, tx, by, d, CredibleOne, c.ID, sent, h)
	})
}

// UpdateCredibleSet renames a credible set, and gives it another version of its
// file if one is named. Errors as AddPhenotype.
func (s *Service) UpdateCredibleSet(ctx context.Context, by *auth.Identity, id, phenotypeID, setID, name, uploadID string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.UpdateCredibleSet(%q, %q, %q)", id, setID, name)
	sent, err := s.checkedSet(ctx, by, id, &name, uploadID, false)
	if err != nil {
		return nil, err
	}
	return s.changeFiles(ctx, by, id, func(tx Tx, d *Dataset) (*happening, error) {
		c, err := credibleSetIn(ctx, tx, d, phenotypeID, setID)
		if err != nil {
			return nil, err
		}
		h := &happening{action: "changed a credible set", detail: name, kind: audit.Changed}
		h.changes = differences([]entry{{"name", "Name of the credible set", c.Name}}, []entry{{"name", "Name of the credible set", name}})
		if len(h.changes) == 0 && sent == nil {
			return nil, nil
		}
		c.Name = name
		if err := tx.UpdateCredibleSet(ctx, c); err != nil {
			return nil, err
		}
		return h, s.addFile(ctx, tx, by, d, CredibleOne, c.ID, sent, h)
	})
}

// DeleteCredibleSet removes a credible set with every version of its file.
func (s *Service) DeleteCredibleSet(ctx context.Context, by *auth.Identity, id, phenotypeID, setID string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.DeleteCredibleSet(%q, %q)", id, setID)
	return s.removing(ctx, by, id, func(tx Tx, d *Dataset) (*happening, []string, error) {
		c, err := credibleSetIn(ctx, tx, d, phenotypeID, setID)
		if err != nil {
			return nil, nil, err
		}
		h := &happening{action: "removed a credible set", detail: c.Name, kind: audit.Changed}
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

// credibleSetIn gives a credible set of a phenotype of a data set that the
// transaction has locked.
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
