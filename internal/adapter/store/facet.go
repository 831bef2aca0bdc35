package store

import (
	"context"
	"fmt"

	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// facet is a filter of a list whose values are counted: for each row that the other filters select,
// rows has a row with its value.
type facet struct {
	name string
	rows string
	args []any
}

// facetOf counts a column of a table, or an expression of its columns.
func facetOf(name, value, from string, others filter) facet {
	return facet{name, "SELECT " + value + " AS value FROM " + from + others.sql(), others.args}
}

// facets counts the rows of each facet by value. A row without a value is not counted, as no choice
// of the filter selects it.
func (s *Store) facets(ctx context.Context, of ...facet) (listing.Facets, error) {
	type valued struct {
		value string
		n     int64
	}
	out := make(listing.Facets, len(of))
	for _, f := range of {
		counts, err := selectAll(ctx, s, "SELECT value, count(*) FROM ("+f.rows+") AS counted WHERE value <> '' GROUP BY value", f.args,
			func(row scanner) (v valued, err error) {
				err = row.Scan(&v.value, &v.n)
				return v, err
			})
		if err != nil {
			return nil, err
		}
		out[f.name] = make(map[string]int64, len(counts))
		for _, v := range counts {
			out[f.name][v.value] = v.n
		}
	}
	return out, nil
}

// DatasetFacets implements dataset.Store.
func (d *Datasets) DatasetFacets(ctx context.Context, f dataset.Filter) (_ listing.Facets, err error) {
	defer errs.Wrap(&err, "store.Datasets.DatasetFacets(%+v)", f)
	without := func(drop func(*dataset.Filter)) (w filter) {
		other := f
		drop(&other)
		w.dataset(other)
		return w
	}
	builds := without(func(f *dataset.Filter) { f.GenomeBuild = nil })
	return d.facets(ctx,
		facetOf("data_type", "data_type", "datasets", without(func(f *dataset.Filter) { f.DataType = nil })),
		// A data set has its build and those of its current files, each once.
		facet{"genome_build", "SELECT id, genome_build AS value FROM datasets" + builds.sql() +
			" UNION SELECT dataset_id, genome_build FROM dataset_files WHERE is_current AND dataset_id IN (SELECT id FROM datasets" + builds.sql() + ")", builds.args},
		facetOf("ancestry", "ancestry", "datasets", without(func(f *dataset.Filter) { f.Ancestry = nil })),
		facetOf("sex", "sex", "datasets", without(func(f *dataset.Filter) { f.Sex = nil })),
		facetOf("status", "status", "datasets", without(func(f *dataset.Filter) { f.Status = nil })),
		facetOf("sharing", "sharing", "datasets", without(func(f *dataset.Filter) { f.Sharing = nil })),
	)
}

// UploadFacets implements hermes.Store.
func (h *Hermes) UploadFacets(ctx context.Context, f hermes.UploadFilter) (_ listing.Facets, err error) {
	defer errs.Wrap(&err, "store.UploadFacets(%+v)", f)
	const (
		uploads = "hermes_uploads"
		verdict = "(SELECT verdict FROM qc_runs WHERE qc_runs.id = run_id)"
	)
	without := func(drop func(*hermes.UploadFilter)) filter {
		other := f
		drop(&other)
		return uploadsWhere(other)
	}
	return h.facets(ctx,
		facetOf("status", "status", uploads, without(func(f *hermes.UploadFilter) { f.Statuses = nil })),
		facetOf("verdict", verdict, uploads, without(func(f *hermes.UploadFilter) { f.Verdicts = nil })),
		facetOf("waiting_on", "waiting_on", uploads, without(func(f *hermes.UploadFilter) { f.WaitingOn = nil })),
		facetOf("phenotype", "phenotype", uploads, without(func(f *hermes.UploadFilter) { f.Phenotypes = nil })),
		facetOf("ancestry", "ancestry", uploads, without(func(f *hermes.UploadFilter) { f.Ancestries = nil })),
		facetOf("sex", "sex", uploads, without(func(f *hermes.UploadFilter) { f.Sexes = nil })),
	)
}

// MetaFacets implements hermes.Store.
func (h *Hermes) MetaFacets(ctx context.Context, f hermes.MetaFilter) (_ listing.Facets, err error) {
	defer errs.Wrap(&err, "store.MetaFacets(%+v)", f)
	f.Statuses = nil
	return h.facets(ctx, facetOf("status", "status", "meta_analyses", metasWhere(f)))
}

// FreezeFacets implements hermes.FreezeReads.
func (h *Hermes) FreezeFacets(ctx context.Context, f hermes.FreezeFilter) (_ listing.Facets, err error) {
	defer errs.Wrap(&err, "store.FreezeFacets(%+v)", f)
	f.States = nil
	return h.facets(ctx, facetOf("state", freezeState, "freezes", freezesWhere(f)))
}

// IndexFacets implements bioindex.Store.
func (d *Indexes) IndexFacets(ctx context.Context, f bioindex.Filter) (_ listing.Facets, err error) {
	defer errs.Wrap(&err, "store.Indexes.IndexFacets(%+v)", f)
	counts := make(map[string]int64)
	for _, scope := range []string{record.ScopeMine, record.ScopeShared, record.ScopePublic} {
		f.Scope = scope
		w := indexesWhere(f)
		n, err := d.count(ctx, "SELECT count(*) FROM indexes"+w.sql(), w.args)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			counts[scope] = n
		}
	}
	return listing.Facets{"scope": counts}, nil
}

// AuditFacets implements audit.Store.
func (s *Store) AuditFacets(ctx context.Context, f audit.Filter) (_ listing.Facets, err error) {
	defer errs.Wrap(&err, "store.AuditFacets")
	of := func(name string, f audit.Filter) facet { return facetOf(name, name, "audit_events", *auditFilter(f)) }
	actions, objects := f, f
	actions.Action, actions.Actions, objects.Object = "", nil, ""
	return s.facets(ctx, of("action", actions), of("object", objects))
}

// AccountFacets implements auth.Store.
func (a *Accounts) AccountFacets(ctx context.Context, f auth.AccountFilter) (_ listing.Facets, err error) {
	defer errs.Wrap(&err, "store.AccountFacets(%+v)", f)
	byRole, byState := f, f
	byRole.Roles, byState.States = nil, nil
	others := accountsWhere(byRole)
	var roles filter
	roles.args = others.args
	if f.AnyRole != nil {
		roles.in("role", f.AnyRole) // roles in other areas stay hidden
	}
	roles.where = append(roles.where, "user_id IN (SELECT users.id"+accountTables+others.sql()+")")
	states := accountsWhere(byState)
	states.args = append(states.args, f.Now)
	state := fmt.Sprintf("CASE WHEN NOT users.is_active THEN '%s' WHEN invitation.expires_at IS NULL THEN '%s' "+
		"WHEN invitation.expires_at > $%d THEN '%s' ELSE '%s' END",
		auth.StateDisabled, auth.StateActive, len(states.args), auth.StateInvited, auth.StateExpired)
	return a.facets(ctx,
		facetOf("role", "role", "user_roles", roles),
		facet{"state", "SELECT " + state + " AS value" + accountTables + states.sql(), states.args},
	)
}
