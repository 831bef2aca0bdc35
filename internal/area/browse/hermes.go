package browse

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"cohortium/internal/area/drs"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// Hermes returns the results of HERMES. None of them is public.
func Hermes(s *hermes.Service) []Source { return []Source{uploads{s}, metas{s}} }

// may reports whether a caller may call a route; one who is not signed in may not.
func may(pattern string, by *auth.Identity) bool {
	return by != nil && auth.RuleOf(pattern).Admit(by) == nil
}

type uploads struct{ hermes *hermes.Service }

func (uploads) Kind() Kind { return UploadResult }

// Results implements Source behind the rule of the list of data sets.
func (u uploads) Results(ctx context.Context, by *auth.Identity, q string) ([]Result, error) {
	if !may("GET /api/hermes/uploads", by) {
		return nil, nil
	}
	views, err := u.hermes.UploadResults(ctx, by, q)
	if err != nil {
		return nil, err
	}
	out := make([]Result, len(views))
	for i, v := range views {
		if out[i], err = u.result(ctx, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Open implements Source behind the rule of the plots of a QC run.
func (u uploads) Open(ctx context.Context, by *auth.Identity, id string) (*Opened, error) {
	if !may("GET /api/hermes/uploads/{id}/qc-runs/{run}/plots/{name}", by) {
		return nil, errs.Missing("result")
	}
	v, rows, err := u.hermes.CleanRows(ctx, by, id)
	if err != nil {
		return nil, err
	}
	result, err := u.result(ctx, v)
	return &Opened{result, rows}, err
}

func (u uploads) result(ctx context.Context, v *hermes.UploadView) (Result, error) {
	phenotype, err := u.hermes.PhenotypeWords(ctx, v.Phenotype)
	return Result{
		Ref: Ref{UploadResult, v.ID}, Title: v.DatasetName, Detail: detail(v.Cohort, phenotype, ancestryName(v.Ancestry)), Phenotype: phenotype,
		Ancestry: ancestryName(v.Ancestry), Groups: hermes.GroupsFor(v.Ancestry),
		Build: v.Run.Facts.Build, Scale: v.Run.Facts.Scale, N: &v.NTotal, Cases: v.Cases, Verdict: v.Run.Verdict,
		Caveat: caveatOf(v.Status, v.Run.Verdict), Content: v.SHA256, Address: "/hermes/qc/" + url.PathEscape(v.ID), SubjectID: v.ID,
		Object: drs.IDOf(drs.UploadKind, v.ID, v.Run.ID, qc.FileClean), RowsKey: hermes.RunRowsKey(v.ID, v.Run.ID, v.Run.Attempt),
	}, err
}

type metas struct{ hermes *hermes.Service }

func (metas) Kind() Kind { return MetaResult }

// Results implements Source behind the rule of the list of meta-analyses.
func (m metas) Results(ctx context.Context, by *auth.Identity, q string) ([]Result, error) {
	if !may("GET /api/hermes/meta-analyses", by) {
		return nil, nil
	}
	views, err := m.hermes.MetaResults(ctx, by, q)
	if err != nil {
		return nil, err
	}
	out := make([]Result, len(views))
	for i, v := range views {
		if out[i], err = m.result(ctx, v.Meta); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Open implements Source behind the rule of the rows of a meta-analysis.
func (m metas) Open(ctx context.Context, by *auth.Identity, id string) (*Opened, error) {
	if !may("GET /api/hermes/meta-analyses/{id}/results", by) {
		return nil, errs.Missing("result")
	}
	found, rows, err := m.hermes.MetaRows(ctx, by, id)
	if err != nil {
		return nil, err
	}
	result, err := m.result(ctx, found)
	return &Opened{result, rows}, err
}

// studies returns the studies of a meta-analysis, see Result.
func (m metas) studies(ctx context.Context, of *hermes.Meta) ([]Study, bool, error) {
	facts, err := m.hermes.MetaFacts(ctx, of.ID)
	if err != nil {
		return nil, false, err
	}
	keys, err := m.hermes.StudyKeys(ctx, of.Inputs)
	if err != nil {
		return nil, false, err
	}
	out := make([]Study, len(of.Inputs))
	for i, in := range of.Inputs {
		out[i] = Study{
			Result: Result{
				RowsKey: keys[i],
				Ref: Ref{
					UploadResult,
					in.UploadID,
				},
				Title:    in.DatasetName,
				Detail:   detail(in.Cohort, ancestryName(in.Ancestry)),
				Ancestry: ancestryName(in.Ancestry),
				Build:    facts.Build,
				Scale:    facts.Scale,
				N:        &in.NTotal,
				Cases:    in.Cases,
				Address:  "/hermes/qc/" + url.PathEscape(in.UploadID),
			},
			LambdaApplied: facts.LambdaApplied[in.DatasetName],
			Open:          func(ctx context.Context) (Table, error) { return m.hermes.StudyRows(ctx, in) },
		}
	}
	return out, facts.InverseVariance, nil
}

func (m metas) result(ctx context.Context, v *hermes.Meta) (Result, error) {
	facts, err := m.hermes.MetaFacts(ctx, v.ID)
	if err != nil {
		return Result{}, fmt.Errorf("meta-analysis %s: %w", v.ID, err)
	}
	phenotype, err := m.hermes.PhenotypeWords(ctx, v.Phenotype)
	if err != nil {
		return Result{}, err
	}
	var ancestries []string
	people, cases, split := int64(0), int64(0), true
	for _, in := range v.Inputs {
		if name := ancestryName(in.Ancestry); !slices.Contains(ancestries, name) {
			ancestries = append(ancestries, name)
		}
		people += in.NTotal
		if in.Cases == nil {
			split = false
			continue
		}
		cases += *in.Cases
	}
	r := Result{
		Ref: Ref{MetaResult, v.ID}, Title: v.Name, Phenotype: phenotype, Ancestry: strings.Join(ancestries, ", "),
		Detail: detail(phenotype, strings.Join(ancestries, ", "), phrase.Counted(int64(len(v.Inputs)), "study", "studies")),
		Build:  facts.Build, Scale: facts.Scale, N: &people, Address: "/hermes/ma/" + url.PathEscape(v.ID), SubjectID: v.ID,
		Object: drs.IDOf(drs.MetaKind, v.ID, meta.FileResults), RowsKey: hermes.MetaRowsKey(v.ID, v.Attempt),
		Studies: func(ctx context.Context) ([]Study, bool, error) { return m.studies(ctx, v) },
		Locus: func(ctx context.Context, region genome.Region) (*locusreport.Mapped, locusreport.Settings, error) {
			return m.hermes.StoredLocus(ctx, v.ID, region)
		},
	}
	if len(ancestries) == 1 {
		r.Groups = hermes.GroupsFor(v.Inputs[0].Ancestry)
	}
	if split {
		r.Cases = &cases
	}
	return r, nil
}

// ancestryName returns the name of an ancestry of HERMES for people.
func ancestryName(value string) string {
	for _, c := range hermes.Ancestries() {
		if c.Value == value {
			return c.Label
		}
	}
	return value
}

// detail joins the known facts of a result.
func detail(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " · ")
}
