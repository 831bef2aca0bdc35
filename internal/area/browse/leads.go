package browse

import (
	"context"
	"encoding/json"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/compare"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Leads are the reported lead variants of a result, by the rule of package locus.
type Leads struct {
	Variants []compare.Variant // strongest first
	Total    int64             // number of all leads
	// Of lists the data sets and files of which the result was made.
	Of []Ref
}

// Overview is a Source that stores what was computed over its whole results.
type Overview interface {
	Source
	// Leads returns the lead variants of a result, with the errors of Open.
	Leads(ctx context.Context, by *auth.Identity, id string) (Leads, error)
	// Manhattan returns the data of its Manhattan plot as JSON, with the errors of Open.
	Manhattan(ctx context.Context, by *auth.Identity, id string) ([]byte, error)
}

// Leads returns the lead variants of a result, with the errors of Open.
func (s *Service) Leads(ctx context.Context, by *auth.Identity, ref Ref) (_ Leads, err error) {
	defer errs.Wrap(&err, "browse.Leads(%q)", ref)
	source, err := s.overview(ref)
	if err != nil {
		return Leads{}, err
	}
	return source.Leads(ctx, by, ref.ID)
}

// Manhattan returns the data of the Manhattan plot of a result as JSON, with the errors of Open.
func (s *Service) Manhattan(ctx context.Context, by *auth.Identity, ref Ref) (_ []byte, err error) {
	defer errs.Wrap(&err, "browse.Manhattan(%q)", ref)
	source, err := s.overview(ref)
	if err != nil {
		return nil, err
	}
	return source.Manhattan(ctx, by, ref.ID)
}

func (s *Service) overview(ref Ref) (Overview, error) {
	for _, source := range s.sources {
		if overview, ok := source.(Overview); ok && source.Kind() == ref.Kind {
			return overview, nil
		}
	}
	return nil, errs.Missing("result")
}

// Leads implements Overview: those that the current QC run lists.
func (u uploads) Leads(ctx context.Context, by *auth.Identity, id string) (Leads, error) {
	run, err := u.run(ctx, by, id)
	if err != nil {
		return Leads{}, err
	}
	var report reportedLeads
	err = json.Unmarshal(run.Report, &report)
	return report.leads(Ref{UploadResult, id}), err
}

// Manhattan implements Overview.
func (u uploads) Manhattan(ctx context.Context, by *auth.Identity, id string) ([]byte, error) {
	run, err := u.run(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return u.hermes.RunPlot(ctx, by, id, run.ID, manhattan)
}

// run returns the QC run whose clean file Open reads.
func (u uploads) run(ctx context.Context, by *auth.Identity, id string) (*hermes.RunView, error) {
	if !may("GET /api/hermes/uploads/{id}/qc-runs/{run}/plots/{name}", by) {
		return nil, errs.Missing("result")
	}
	v, _, err := u.hermes.CleanRows(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return u.hermes.Run(ctx, by, id, v.Run.ID)
}

// Leads implements Overview.
func (m metas) Leads(ctx context.Context, by *auth.Identity, id string) (Leads, error) {
	if !may("GET /api/hermes/meta-analyses/{id}", by) {
		return Leads{}, errs.Missing("result")
	}
	v, err := m.hermes.Meta(ctx, by, id)
	if err != nil {
		return Leads{}, err
	}
	var summary struct {
		Total int64         `json:"n_loci"`
		Loci  []variantFact `json:"top_loci"`
	}
	if err := json.Unmarshal(v.Summary, &summary); err != nil {
		return Leads{}, err
	}
	leads := Leads{Variants: variantsOf(summary.Loci), Total: summary.Total}
	for _, in := range v.Inputs {
		leads.Of = append(leads.Of, Ref{UploadResult, in.UploadID})
	}
	return leads, nil
}

// Manhattan implements Overview.
func (m metas) Manhattan(ctx context.Context, by *auth.Identity, id string) ([]byte, error) {
	if !may("GET /api/hermes/meta-analyses/{id}/plots/{name}", by) {
		return nil, errs.Missing("result")
	}
	return m.hermes.MetaPlot(ctx, by, id, manhattan)
}

// Leads implements Overview: those that the newest check with a verdict lists.
func (f files) Leads(ctx context.Context, by *auth.Identity, id string) (Leads, error) {
	by = asMember("GET /api/datasets/{id}/files/{fid}/checks", by)
	c, _, err := f.datasets.CheckedRows(ctx, by, id)
	if err != nil {
		return Leads{}, err
	}
	text, err := f.datasets.CheckedReport(ctx, c)
	if err != nil {
		return Leads{}, err
	}
	var report reportedLeads
	err = json.Unmarshal(text, &report)
	return report.leads(Ref{FileResult, id}), err
}

// Manhattan implements Overview.
func (f files) Manhattan(ctx context.Context, by *auth.Identity, id string) ([]byte, error) {
	by = asMember("GET /api/datasets/{id}/files/{fid}/plots/{name}", by)
	c, _, err := f.datasets.CheckedRows(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return f.datasets.CheckPlot(ctx, by, c.Dataset.ID, id, manhattan)
}

// manhattan names the plot data among those of a result.
const manhattan = "manhattan"

// variantFact is a lead variant in reports and summaries.
type variantFact struct {
	Chromosome   genome.Chromosome `json:"chromosome"`
	Position     int32             `json:"base_pair_location"`
	EffectAllele string            `json:"effect_allele"`
	OtherAllele  string            `json:"other_allele"`
	RSID         string            `json:"rsid"`
	Beta         stat.Number       `json:"beta"`
	SE           stat.Number       `json:"standard_error"`
	NegLog10P    stat.Number       `json:"neg_log_10_p_value"`
	EAF          stat.Number       `json:"effect_allele_frequency"`
	N            stat.Number       `json:"n"`
}

func variantsOf(facts []variantFact) []compare.Variant {
	out := make([]compare.Variant, len(facts))
	for i, v := range facts {
		out[i] = compare.Variant{
			Chromosome: v.Chromosome, Position: v.Position, EffectAllele: v.EffectAllele, OtherAllele: v.OtherAllele, RSID: v.RSID,
			Beta: float64(v.Beta), SE: float64(v.SE), NegLog10P: float64(v.NegLog10P), EAF: float64(v.EAF), N: float64(v.N),
		}
	}
	return out
}

// reportedLeads holds the lead variants of a QC report.
type reportedLeads struct {
	Total int64         `json:"n_leads"`
	Leads []variantFact `json:"lead_variants"`
}

func (r *reportedLeads) leads(of Ref) Leads {
	return Leads{Variants: variantsOf(r.Leads), Total: r.Total, Of: []Ref{of}}
}
