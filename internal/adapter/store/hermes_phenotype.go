package store

import (
	"context"
	"encoding/json"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
)

// Phenotypes implements hermes.Phenotypes.
func (r hermesReads) Phenotypes(ctx context.Context) (list []*hermes.Phenotype, err error) {
	defer errs.Wrap(&err, "store.Phenotypes")
	rows, err := r.from.ListHermesPhenotypes(ctx)
	if err != nil {
		return nil, problem(err)
	}
	for _, row := range rows {
		p, err := toHermesPhenotype(row)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// Phenotype implements hermes.Phenotypes.
func (r hermesReads) Phenotype(ctx context.Context, code string) (p *hermes.Phenotype, err error) {
	defer errs.Wrap(&err, "store.Phenotype(%q)", code)
	row, err := r.from.GetHermesPhenotype(ctx, code)
	if err != nil {
		return nil, missing(err, "phenotype")
	}
	return toHermesPhenotype(row)
}

// CountByPhenotype implements hermes.Phenotypes.
func (r hermesReads) CountByPhenotype(ctx context.Context, uploaderID string) (counts map[string]int64, err error) {
	defer errs.Wrap(&err, "store.CountByPhenotype(%q)", uploaderID)
	rows, err := r.from.CountUploadsByPhenotype(ctx, uploaderID)
	counts = make(map[string]int64, len(rows))
	for _, row := range rows {
		counts[row.Phenotype] = row.N
	}
	return counts, problem(err)
}

// PhenotypeRequest implements hermes.Phenotypes.
func (r hermesReads) PhenotypeRequest(ctx context.Context, id string) (q *hermes.PhenotypeRequest, err error) {
	defer errs.Wrap(&err, "store.PhenotypeRequest(%q)", id)
	row, err := r.from.GetPhenotypeRequest(ctx, id)
	return toPhenotypeRequest(row), missing(err, "request")
}

// PhenotypeRequests implements hermes.Phenotypes.
func (r hermesReads) PhenotypeRequests(ctx context.Context, askerID string, most int) (list []*hermes.PhenotypeRequest, err error) {
	defer errs.Wrap(&err, "store.PhenotypeRequests(%q)", askerID)
	rows, err := r.from.ListPhenotypeRequests(ctx, sqlcgen.ListPhenotypeRequestsParams{AskerID: askerID, Most: int32(most)})
	for _, row := range rows {
		list = append(list, toPhenotypeRequest(row))
	}
	return list, problem(err)
}

const phenotypeTaken = "Another phenotype has this code already."

// CreatePhenotype implements hermes.Tx.
func (t hermesTx) CreatePhenotype(ctx context.Context, p *hermes.Phenotype) (err error) {
	defer errs.Wrap(&err, "store.Tx.CreatePhenotype(%q)", p.Code)
	terms, synonyms, err := phenotypeTexts(p)
	if err != nil {
		return err
	}
	err = t.q.InsertHermesPhenotype(ctx, sqlcgen.InsertHermesPhenotypeParams{
		Code: p.Code, CodeKey: hermes.NameKey(p.Code), Description: p.Description, Dichotomous: p.Dichotomous, Terms: terms, Synonyms: synonyms,
		RetiredAt: p.RetiredAt, Version: p.Version, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt,
	})
	if taken(err) != "" {
		return conflict("name_taken", phenotypeTaken)
	}
	return problem(err)
}

// UpdatePhenotype implements hermes.Tx; it sets the new version in p.
func (t hermesTx) UpdatePhenotype(ctx context.Context, p *hermes.Phenotype) (err error) {
	defer errs.Wrap(&err, "store.Tx.UpdatePhenotype(%q)", p.Code)
	terms, synonyms, err := phenotypeTexts(p)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateHermesPhenotype(ctx, sqlcgen.UpdateHermesPhenotypeParams{
		Code: p.Code, Version: p.Version, Description: p.Description, Dichotomous: p.Dichotomous, Terms: terms, Synonyms: synonyms,
		RetiredAt: p.RetiredAt, UpdatedAt: p.UpdatedAt,
	})
	if err != nil {
		return problem(err)
	}
	if err := written(ctx, n, "phenotype", p.Code, t.q.GetHermesPhenotype); err != nil {
		return err
	}
	p.Version++
	return nil
}

// DeletePhenotype implements hermes.Tx.
func (t hermesTx) DeletePhenotype(ctx context.Context, code string) (err error) {
	defer errs.Wrap(&err, "store.Tx.DeletePhenotype(%q)", code)
	n, err := t.q.DeleteHermesPhenotype(ctx, code)
	return changed(n, err, "phenotype")
}

// CreatePhenotypeRequest implements hermes.Tx.
func (t hermesTx) CreatePhenotypeRequest(ctx context.Context, r *hermes.PhenotypeRequest) (err error) {
	defer errs.Wrap(&err, "store.Tx.CreatePhenotypeRequest(%q)", r.ID)
	return problem(t.q.InsertPhenotypeRequest(ctx, sqlcgen.InsertPhenotypeRequestParams{
		ID: r.ID, Wanted: r.Wanted, Why: r.Why, Dichotomous: r.Dichotomous, Term: r.Term, Status: string(r.Status),
		AskedBy: r.AskedBy, AskerID: r.AskerID, AskedAt: r.AskedAt, DecidedBy: r.DecidedBy, DecidedAt: r.DecidedAt, Code: r.Code, Answer: r.Answer,
	}))
}

// DecidePhenotypeRequest implements hermes.Tx.
func (t hermesTx) DecidePhenotypeRequest(ctx context.Context, r *hermes.PhenotypeRequest) (err error) {
	defer errs.Wrap(&err, "store.Tx.DecidePhenotypeRequest(%q)", r.ID)
	n, err := t.q.DecidePhenotypeRequest(ctx, sqlcgen.DecidePhenotypeRequestParams{
		ID: r.ID, Status: string(r.Status), DecidedBy: r.DecidedBy, DecidedAt: r.DecidedAt, Code: r.Code, Answer: r.Answer,
	})
	if err == nil && n == 0 {
		if _, err := t.q.GetPhenotypeRequest(ctx, r.ID); err != nil {
			return missing(err, "request")
		}
		return conflict("decided", "This request was decided already.")
	}
	return problem(err)
}

func phenotypeTexts(p *hermes.Phenotype) (terms, synonyms string, err error) {
	t, err := json.Marshal(p.Terms)
	if err != nil {
		return "", "", err
	}
	s, err := json.Marshal(p.Synonyms)
	return string(t), string(s), err
}

func toHermesPhenotype(r sqlcgen.HermesPhenotype) (*hermes.Phenotype, error) {
	p := &hermes.Phenotype{
		Code: r.Code, Description: r.Description, Dichotomous: r.Dichotomous, RetiredAt: utc(r.RetiredAt), Version: r.Version,
		CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(),
	}
	if err := json.Unmarshal([]byte(r.Terms), &p.Terms); err != nil {
		return nil, err
	}
	return p, json.Unmarshal([]byte(r.Synonyms), &p.Synonyms)
}

func toPhenotypeRequest(r sqlcgen.HermesPhenotypeRequest) *hermes.PhenotypeRequest {
	return &hermes.PhenotypeRequest{
		ID: r.ID, Wanted: r.Wanted, Why: r.Why, Dichotomous: r.Dichotomous, Term: r.Term, Status: hermes.RequestStatus(r.Status),
		AskedBy: r.AskedBy, AskerID: r.AskerID, AskedAt: r.AskedAt.UTC(), DecidedBy: r.DecidedBy, DecidedAt: utc(r.DecidedAt), Code: r.Code, Answer: r.Answer,
	}
}
