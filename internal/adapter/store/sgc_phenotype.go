package store

import (
	"context"
	"encoding/json"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/sgc"
	"cohortium/internal/platform/errs"
)

// Phenotypes implements sgc.Store.
func (g *SGC) Phenotypes(ctx context.Context) (list []*sgc.Phenotype, err error) {
	defer errs.Wrap(&err, "store.SGC.Phenotypes")
	rows, err := g.reader().ListSGCPhenotypes(ctx)
	if err != nil {
		return nil, problem(err)
	}
	for _, r := range rows {
		p, err := toPhenotype(r)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// Phenotype implements sgc.Store.
func (g *SGC) Phenotype(ctx context.Context, code string) (p *sgc.Phenotype, err error) {
	defer errs.Wrap(&err, "store.SGC.Phenotype(%q)", code)
	row, err := g.reader().GetSGCPhenotype(ctx, code)
	if err != nil {
		return nil, missing(err, "phenotype")
	}
	return toPhenotype(row)
}

// PhenotypeUsers implements sgc.Store.
func (g *SGC) PhenotypeUsers(ctx context.Context, code, memberID string) (list []sgc.PhenotypeUser, err error) {
	defer errs.Wrap(&err, "store.SGC.PhenotypeUsers(%q)", code)
	var w filter
	w.add(`EXISTS (SELECT 1 FROM sgc_counts AS n WHERE n.code = %s AND n.cohort_id = sgc_cohorts.id)
		OR EXISTS (SELECT 1 FROM sgc_pairs AS n WHERE n.code_a = %s AND n.cohort_id = sgc_cohorts.id)
		OR EXISTS (SELECT 1 FROM sgc_pairs AS n WHERE n.code_b = %s AND n.cohort_id = sgc_cohorts.id)`, code, code, code)
	w.where[0] = "(" + w.where[0] + ")"
	w.member(memberID)
	current := filter{args: w.args}
	current.add(`EXISTS (SELECT 1 FROM sgc_counts AS n WHERE n.code = %s AND n.cohort_id = sgc_cohorts.id AND n.is_current)
		OR EXISTS (SELECT 1 FROM sgc_pairs AS n WHERE n.code_a = %s AND n.cohort_id = sgc_cohorts.id AND n.is_current)
		OR EXISTS (SELECT 1 FROM sgc_pairs AS n WHERE n.code_b = %s AND n.cohort_id = sgc_cohorts.id AND n.is_current)`, code, code, code)
	query := "SELECT id, name, (" + current.where[0] + ") AS is_current FROM sgc_cohorts" + w.sql() + " ORDER BY name_key, id"
	return selectAll(ctx, g.Store, query, current.args, func(row scanner) (u sgc.PhenotypeUser, err error) {
		err = row.Scan(&u.CohortID, &u.Name, &u.Current)
		return u, err
	})
}

// CountPhenotypes implements sgc.Tx.
func (t sgcTx) CountPhenotypes(ctx context.Context) (n int64, err error) {
	defer errs.Wrap(&err, "store.SGC.CountPhenotypes")
	n, err = t.q.CountSGCPhenotypes(ctx)
	return n, problem(err)
}

// CreatePhenotype implements sgc.Tx.
func (t sgcTx) CreatePhenotype(ctx context.Context, p *sgc.Phenotype) (err error) {
	defer errs.Wrap(&err, "store.SGC.CreatePhenotype(%q)", p.Code)
	aliases, err := json.Marshal(p.Aliases)
	if err != nil {
		return err
	}
	err = t.q.InsertSGCPhenotype(ctx, sqlcgen.InsertSGCPhenotypeParams{
		Code: p.Code, Description: p.Description, Aliases: string(aliases), Retired: p.Retired, Version: p.Version,
		CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt,
	})
	if taken(err) != "" {
		return conflict("phenotype_exists", "The phenotype %s exists already.", p.Code)
	}
	return problem(err)
}

// UpdatePhenotype implements sgc.Tx; it sets the new version in p.
func (t sgcTx) UpdatePhenotype(ctx context.Context, p *sgc.Phenotype) (err error) {
	defer errs.Wrap(&err, "store.SGC.UpdatePhenotype(%q)", p.Code)
	aliases, err := json.Marshal(p.Aliases)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateSGCPhenotype(ctx, sqlcgen.UpdateSGCPhenotypeParams{
		Code: p.Code, Version: p.Version, Description: p.Description, Aliases: string(aliases), Retired: p.Retired, UpdatedAt: p.UpdatedAt,
	})
	if err != nil {
		return problem(err)
	}
	if err := written(ctx, n, "phenotype", p.Code, t.q.GetSGCPhenotype); err != nil {
		return err
	}
	p.Version++
	return nil
}

// DeletePhenotype implements sgc.Tx.
func (t sgcTx) DeletePhenotype(ctx context.Context, code string) (err error) {
	defer errs.Wrap(&err, "store.SGC.DeletePhenotype(%q)", code)
	n, err := t.q.DeleteSGCPhenotype(ctx, code)
	if referenced(err) {
		return conflict("phenotype_used", "Files name this phenotype, so it can only be retired.")
	}
	return changed(n, err, "phenotype")
}

func toPhenotype(r sqlcgen.SgcPhenotype) (*sgc.Phenotype, error) {
	p := &sgc.Phenotype{
		Code: r.Code, Description: r.Description, Retired: r.Retired, Version: r.Version, CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(),
	}
	return p, json.Unmarshal([]byte(r.Aliases), &p.Aliases)
}
