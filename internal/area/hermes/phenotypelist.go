package hermes

import (
	"bytes"
	"context"
	"encoding/csv"
	"strconv"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/spreadsheet"
)

// DefaultPhenotypes returns the phenotypes of the heart-failure consortium that the area was made
// for.
func DefaultPhenotypes() []Phenotype {
	return []Phenotype{
		{Code: "ALL_HF", Description: "All heart failure", Dichotomous: true},
		{Code: "I_HF", Description: "Ischaemic heart failure", Dichotomous: true},
		{Code: "NI_HF", Description: "Non-ischaemic heart failure", Dichotomous: true},
		{Code: "DCM_Broad", Description: "Dilated cardiomyopathy", Dichotomous: true},
		{Code: "NI_CM", Description: "Non-ischaemic cardiomyopathy", Dichotomous: true},
	}
}

// PhenotypeMatches is the result of a phenotype search.
type PhenotypeMatches struct {
	Items []*PhenotypeView
	Near  bool // none contains all words; these have a similar spelling
}

// Phenotypes lists the phenotypes that match a search, closest first, or all of them by code for an
// empty search.
func (s *Service) Phenotypes(ctx context.Context, id *auth.Identity, q string) (_ *PhenotypeMatches, err error) {
	defer errs.Wrap(&err, "hermes.Phenotypes(%q)", q)
	list, err := s.store.Phenotypes(ctx)
	if err != nil {
		return nil, err
	}
	counts, err := s.store.CountByPhenotype(ctx, onlyOwn(id))
	if err != nil {
		return nil, err
	}
	found, near := matchPhenotypes(list, q)
	out := &PhenotypeMatches{Items: make([]*PhenotypeView, len(found)), Near: near}
	for i, p := range found {
		out.Items[i] = &PhenotypeView{Phenotype: p, Datasets: counts[p.Code]}
	}
	return out, nil
}

// Phenotype returns one phenotype with its history.
func (s *Service) Phenotype(ctx context.Context, id *auth.Identity, code string) (_ *PhenotypeView, err error) {
	defer errs.Wrap(&err, "hermes.Phenotype(%q)", code)
	p, err := s.store.Phenotype(ctx, code)
	if err != nil {
		return nil, err
	}
	counts, err := s.store.CountByPhenotype(ctx, onlyOwn(id))
	if err != nil {
		return nil, err
	}
	history, err := s.store.History(ctx, objectPhenotype, code)
	return &PhenotypeView{Phenotype: p, Datasets: counts[code], History: history}, err
}

// PhenotypesCSV returns the list of Phenotypes as CSV.
func (s *Service) PhenotypesCSV(ctx context.Context, id *auth.Identity, q string) (_ []byte, err error) {
	defer errs.Wrap(&err, "hermes.PhenotypesCSV(%q)", q)
	list, err := s.Phenotypes(ctx, id, q)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF = true // RFC 4180
	if err := w.Write([]string{"name", "description", "dichotomous", "ontology_terms", "other_names", "retired", "data_sets"}); err != nil {
		return nil, err
	}
	for _, p := range list.Items {
		err := w.Write([]string{
			spreadsheet.Text(p.Code), spreadsheet.Text(p.Description), strconv.FormatBool(p.Dichotomous), spreadsheet.List(p.Terms),
			spreadsheet.Text(spreadsheet.List(p.Synonyms)), strconv.FormatBool(p.RetiredAt != nil), strconv.FormatInt(p.Datasets, 10),
		})
		if err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// EnsurePhenotypes loads the phenotypes of the settings into an empty database. Several servers may
// call it at once, and at every start.
func (s *Service) EnsurePhenotypes(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "hermes.EnsurePhenotypes")
	now := s.now()
	err = s.store.InTx(ctx, func(tx Tx) error {
		there, err := tx.Phenotypes(ctx)
		if err != nil || len(there) > 0 {
			return err
		}
		for _, p := range s.cfg.Phenotypes {
			p.Version, p.CreatedAt, p.UpdatedAt = 1, now, now
			if err := namesFree(ctx, tx, &p, ""); err != nil {
				return err
			}
			if err := tx.CreatePhenotype(ctx, &p); err != nil {
				return err
			}
		}
		return audit.Append(ctx, tx, now, audit.Entry{
			Action: audit.Created, Object: objectPhenotype, Actor: audit.System, Detail: "the list of the consortium",
		})
	})
	if !errs.Is(err, errs.Conflict) {
		return err
	}
	there, again := s.store.Phenotypes(ctx)
	if again == nil && len(there) > 0 { // another server was faster
		return nil
	}
	return err
}
