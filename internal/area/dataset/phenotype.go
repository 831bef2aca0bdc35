package dataset

import (
	"context"
	"fmt"
	"strconv"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/record"
)

// PhenotypeInput is the description of a phenotype.
type PhenotypeInput struct {
	Code        string
	Description string // "" for none
	Dichotomous bool
	SampleSize  int64
	Cases       *int64 // with Controls for a dichotomous trait, nil otherwise
	Controls    *int64
	UploadID    string // of a file that the caller uploaded; "" for none
}

// check normalises the input and reports its faults, by the field names of the API.
func (in *PhenotypeInput) check() (f faults) {
	f.line("phenotype", &in.Code, maxShortLine, true)
	f.line("description", &in.Description, maxLine, false)
	f.size("sample_size", in.SampleSize)
	if !in.Dichotomous {
		f.none("cases", in.Cases)
		f.none("controls", in.Controls)
		return f
	}
	before := len(f)
	f.side("cases", in.Cases)
	f.side("controls", in.Controls)
	if len(f) == before && *in.Cases+*in.Controls != in.SampleSize { // neither is large enough to overflow
		f.add(
			"sample_size",
			"%s and %s are %s, not %s.",
			phrase.Counted(
				*in.Cases,
				"case",
				"cases",
			),
			phrase.Counted(*in.Controls, "control", "controls"),
			phrase.Counted(*in.Cases+*in.Controls, "person", "people"),
			phrase.Thousands(in.SampleSize),
		)
	}
	return f
}

// none checks that a quantitative trait has no cases or controls.
func (f *faults) none(field string, n *int64) {
	if n != nil {
		f.add(field, "Only a dichotomous trait has %s.", field)
	}
}

// side checks the cases or the controls of a dichotomous trait.
func (f *faults) side(field string, n *int64) {
	if n == nil {
		f.add(field, "A dichotomous trait has a number of %s.", field)
		return
	}
	f.size(field, *n)
}

// put copies the input into a phenotype.
func (in PhenotypeInput) put(p *Phenotype) {
	p.Code, p.Description, p.Dichotomous = in.Code, in.Description, in.Dichotomous
	p.SampleSize, p.Cases, p.Controls = in.SampleSize, in.Cases, in.Controls
}

// sheet returns the description of a phenotype as display texts.
func (p *Phenotype) sheet() []record.Value {
	number := func(n *int64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatInt(*n, 10)
	}
	kind := "quantitative"
	if p.Dichotomous {
		kind = "dichotomous"
	}
	return []record.Value{
		record.Of("phenotype", "Phenotype", p.Code),
		record.Of("description", "Description of the phenotype", p.Description),
		record.Of("dichotomous", "Kind of trait", kind),
		record.Of("sample_size", "Sample size", strconv.FormatInt(p.SampleSize, 10)),
		record.Of("cases", "Cases", number(p.Cases)),
		record.Of("controls", "Controls", number(p.Controls)),
	}
}

// AddPhenotype adds a phenotype to a data set, with or without a file. errs.Rule with the fields at
// fault; errs.Conflict (file_used, field upload_id) if the uploaded file is already in use.
func (s *Service) AddPhenotype(ctx context.Context, by *auth.Identity, id string, in PhenotypeInput) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.AddPhenotype(%q, %q)", id, in.Code)
	sent, err := s.checkedPhenotype(ctx, by, id, &in)
	if err != nil {
		return nil, err
	}
	return s.changeFiles(ctx, by, id, func(tx Tx, d *Dataset) (*record.Event, error) {
		existing, err := tx.Phenotypes(ctx, d.ID)
		if err != nil {
			return nil, err
		}
		if len(existing) >= s.cfg.MaxFiles {
			return nil, errs.AtField("phenotype", fmt.Sprintf("A data set has at most %d phenotypes.", s.cfg.MaxFiles))
		}
		p := &Phenotype{ID: s.newID(), DatasetID: d.ID, CreatedAt: s.now()}
		in.put(p)
		if err := tx.CreatePhenotype(ctx, p); err != nil {
			return nil, err
		}
		h := phenotypeAdded(p)
		return &h, s.addFile(ctx, tx, by, d, DataFile, p.ID, sent, &h)
	})
}

func phenotypeAdded(p *Phenotype) record.Event {
	h := record.Event{Action: "added a phenotype", Detail: p.label(), Kind: audit.Changed}
	for _, c := range record.Changes(new(Phenotype).sheet(), p.sheet()) {
		c.Before = ""
		h.Changes = append(h.Changes, c)
	}
	return h
}

// UpdatePhenotype changes the description of a phenotype, and adds a version of its file if one is
// given. Errors as AddPhenotype.
func (s *Service) UpdatePhenotype(ctx context.Context, by *auth.Identity, id, phenotypeID string, in PhenotypeInput) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.UpdatePhenotype(%q, %q)", id, phenotypeID)
	sent, err := s.checkedPhenotype(ctx, by, id, &in)
	if err != nil {
		return nil, err
	}
	return s.changeFiles(ctx, by, id, func(tx Tx, d *Dataset) (*record.Event, error) {
		p, err := phenotypeIn(ctx, tx, d, phenotypeID)
		if err != nil {
			return nil, err
		}
		before := *p
		in.put(p)
		changes := record.Changes(before.sheet(), p.sheet())
		if len(changes) == 0 && sent == nil {
			return nil, nil
		}
		if err := tx.UpdatePhenotype(ctx, p); err != nil {
			return nil, err
		}
		h := &record.Event{Action: "changed a phenotype", Detail: p.label(), Kind: audit.Changed, Changes: changes}
		if sent != nil {
			return h, s.addFile(ctx, tx, by, d, DataFile, p.ID, sent, h)
		}
		return h, s.resized(ctx, tx, by, d, &before, p)
	})
}

// resized starts a new check of the file of a phenotype after its sample sizes changed, because
// rows without sample sizes use them.
func (s *Service) resized(ctx context.Context, tx Tx, by *auth.Identity, d *Dataset, was, is *Phenotype) error {
	same := func(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b }
	if was.SampleSize == is.SampleSize && same(was.Cases, is.Cases) && same(was.Controls, is.Controls) {
		return nil
	}
	return s.checkAnew(ctx, tx, by, d, func(f *File) bool { return f.ParentID == is.ID })
}

// DeletePhenotype deletes a phenotype with its credible sets and every version of their files.
func (s *Service) DeletePhenotype(ctx context.Context, by *auth.Identity, id, phenotypeID string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.DeletePhenotype(%q, %q)", id, phenotypeID)
	return s.removing(ctx, by, id, func(tx Tx, d *Dataset) (*record.Event, []string, error) {
		p, err := phenotypeIn(ctx, tx, d, phenotypeID)
		if err != nil {
			return nil, nil, err
		}
		sets, err := tx.CredibleSets(ctx, d.ID)
		if err != nil {
			return nil, nil, err
		}
		parents := []string{p.ID}
		for _, c := range sets {
			if c.PhenotypeID == p.ID {
				parents = append(parents, c.ID)
			}
		}
		h := &record.Event{Action: "removed a phenotype", Detail: p.label(), Kind: audit.Changed}
		for _, c := range record.Changes(p.sheet(), new(Phenotype).sheet()) {
			c.After = ""
			h.Changes = append(h.Changes, c)
		}
		return h, parents, tx.DeletePhenotype(ctx, p.ID)
	})
}

// checkedPhenotype checks the description of a phenotype together with its file.
func (s *Service) checkedPhenotype(ctx context.Context, by *auth.Identity, id string, in *PhenotypeInput) (*file.Info, error) {
	f := in.check()
	sent, err := s.incoming(ctx, by, id, in.UploadID, &f)
	if err != nil {
		return nil, err
	}
	return sent, f.err()
}

// phenotypeIn returns a phenotype of a data set that is locked in the transaction.
func phenotypeIn(ctx context.Context, tx Tx, d *Dataset, id string) (*Phenotype, error) {
	list, err := tx.Phenotypes(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		if p.ID == id {
			return p, nil
		}
	}
	return nil, errs.Missing("phenotype")
}
