package browseapi

import (
	"context"
	"encoding/json"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/browse"
	"cohortium/internal/gwas/coloc"
	"cohortium/internal/gwas/locusreport"
)

// GetBrowseLocus implements GET /api/browse/locus.
func (s *Server) GetBrowseLocus(ctx context.Context, in openapi.GetBrowseLocusRequestObject) (openapi.GetBrowseLocusResponseObject, error) {
	ref, err := browse.ParseRef(in.Params.Result)
	if err != nil {
		return nil, err
	}
	q := browse.LocusQuery{Result: ref, Region: in.Params.Region, LDFrom: request.OrZero(in.Params.LdFrom)}
	l, err := s.Browse.Locus(ctx, request.Identity(ctx), q)
	if err != nil {
		return nil, err
	}
	out := openapi.GetBrowseLocus200JSONResponse{
		Result: browseResultOf(l.Result), GenomeBuild: l.Result.Build, Kept: l.Kept, Missing: view.Some(l.None),
	}
	if out.Settings, err = json.Marshal(l.Settings); err != nil || l.Locus == nil {
		return out, err
	}
	report, err := json.Marshal(l.Locus.Locus)
	if err != nil {
		return nil, err
	}
	out.Locus, out.Variants = view.Ptr(json.RawMessage(report)), view.Ptr(locusVariantsOf(l.Locus))
	return out, s.recordPoints(ctx, &l.Result, len(l.Locus.Variants))
}

// locusVariantsOf converts the variants of a locus to columns.
func locusVariantsOf(m *locusreport.Mapped) openapi.BrowseLocusVariants {
	number := func(of func(*locusreport.Variant) float64) openapi.BrowseNumbers {
		values := make([]float64, len(m.Variants))
		for i := range m.Variants {
			values[i] = of(&m.Variants[i])
		}
		return numbers(values)
	}
	type v = *locusreport.Variant
	out := openapi.BrowseLocusVariants{
		Position:          view.Each(m.Variants, func(v locusreport.Variant) int32 { return v.Position }),
		EffectAllele:      view.Each(m.Variants, func(v locusreport.Variant) string { return v.EffectAllele }),
		OtherAllele:       view.Each(m.Variants, func(v locusreport.Variant) string { return v.OtherAllele }),
		Rsid:              view.Each(m.Variants, func(v locusreport.Variant) string { return v.RS() }),
		NegLog10PValue:    number(func(v v) float64 { return v.NegLog10P }),
		Beta:              number(func(v v) float64 { return v.Beta }),
		StandardError:     number(func(v v) float64 { return v.SE }),
		N:                 number(func(v v) float64 { return v.N }),
		R:                 number(func(v v) float64 { return v.R }),
		DentistSNegLog10P: number(func(v v) float64 { return v.Dentist }),
		Outlier:           view.Each(m.Variants, func(v locusreport.Variant) bool { return v.Outlier() }),
		Pip:               number(func(v v) float64 { return v.PIP }),
		CredibleSet:       view.Each(m.Variants, func(v locusreport.Variant) int { return v.Set }),
		LogBayesFactors:   []openapi.BrowseNumbers{},
	}
	for k := range m.Locus.Sets {
		out.LogBayesFactors = append(out.LogBayesFactors, number(func(v v) float64 { return v.LogBF[k] }))
	}
	return out
}

// ColocaliseResults implements GET /api/browse/colocalisation.
func (s *Server) ColocaliseResults(ctx context.Context, in openapi.ColocaliseResultsRequestObject) (openapi.ColocaliseResultsResponseObject, error) {
	first, err := browse.ParseRef(in.Params.First)
	if err != nil {
		return nil, err
	}
	second, err := browse.ParseRef(in.Params.Second)
	if err != nil {
		return nil, err
	}
	prior := coloc.Default
	for _, p := range []struct {
		to   *float64
		from *float64
	}{{&prior.P1, in.Params.P1}, {&prior.P2, in.Params.P2}, {&prior.P12, in.Params.P12}} {
		if p.from != nil {
			*p.to = *p.from
		}
	}
	c, err := s.Browse.Colocalise(ctx, request.Identity(ctx), browse.ColocQuery{First: first, Second: second, Region: in.Params.Region, Prior: prior})
	if err != nil {
		return nil, err
	}
	out := openapi.ColocaliseResults200JSONResponse{
		First: browseResultOf(c.First.Result), Second: browseResultOf(c.Second.Result), GenomeBuild: c.First.Result.Build,
		P1: prior.P1, P2: prior.P2, P12: prior.P12, Points: colocPointsOf(c),
	}
	if out.Comparison, err = json.Marshal(c.Comparison); err != nil {
		return nil, err
	}
	for _, r := range []*browse.Result{&c.First.Result, &c.Second.Result} {
		if err := s.recordPoints(ctx, r, len(out.Points.Position)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// colocPointsOf returns the variants of both results, with z-scores for the effect allele of the first.
func colocPointsOf(c *browse.Colocalisation) openapi.BrowseColocPoints {
	out := openapi.BrowseColocPoints{Position: []int32{}, Variant: []string{}, SetFirst: []int{}, SetSecond: []int{}}
	add := func(to *openapi.BrowseNumbers, x float64) { *to = append(*to, numberOrNil(x)) }
	for _, to := range []*openapi.BrowseNumbers{&out.ZFirst, &out.ZSecond, &out.NegLog10PFirst, &out.NegLog10PSecond, &out.R} {
		*to = openapi.BrowseNumbers{}
	}
	for i, k := range c.Other {
		if k < 0 {
			continue
		}
		a, b := &c.First.Locus.Variants[i], &c.Second.Locus.Variants[k]
		sign := 1.0
		if c.Turned[i] {
			sign = -1
		}
		out.Position, out.Variant = append(out.Position, a.Position), append(out.Variant, c.First.Locus.Name(i))
		add(&out.ZFirst, a.Beta/a.SE)
		add(&out.ZSecond, sign*b.Beta/b.SE)
		add(&out.NegLog10PFirst, a.NegLog10P)
		add(&out.NegLog10PSecond, b.NegLog10P)
		add(&out.R, a.R)
		out.SetFirst, out.SetSecond = append(out.SetFirst, a.Set), append(out.SetSecond, b.Set)
	}
	return out
}
