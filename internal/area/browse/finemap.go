package browse

import (
	"context"
	"math"
	"strings"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/finemap"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// computedMost is how many computed loci stay in memory, of about 1 MB each.
const computedMost = 32

// LocusQuery requests the strongest locus of a region.
type LocusQuery struct {
	Result Ref
	Region string
	LDFrom string // name of phased genotypes; "" for those of the participants' ancestry
}

// JudgedLocus is a locus of a result with its verdict and signals.
type JudgedLocus struct {
	Result Result
	locusreport.Settings
	Kept  bool                // stored with the result
	None  string              // why there is no locus, as a sentence
	Locus *locusreport.Mapped // nil without a locus
}

// Locus judges and fine-maps the strongest locus of a region: from the report stored with the result,
// else computed. The errors of Open. by is nil for a caller who is not signed in.
func (s *Service) Locus(ctx context.Context, by *auth.Identity, q LocusQuery) (_ *JudgedLocus, err error) {
	defer errs.Wrap(&err, "browse.Locus(%+v)", q)
	o, err := s.Open(ctx, by, q.Result)
	if err != nil {
		return nil, err
	}
	span, err := spanOf(q.Region, o.Build)
	if err != nil {
		return nil, err
	}
	return s.locusIn(ctx, o, span, q.LDFrom)
}

func (s *Service) locusIn(ctx context.Context, o *Opened, span genome.Region, from string) (*JudgedLocus, error) {
	if o.Result.Locus != nil && from == "" {
		m, settings, err := o.Result.Locus(ctx, span)
		if err != nil || m != nil {
			return &JudgedLocus{Result: o.Result, Settings: settings, Kept: true, Locus: m}, err
		}
	}
	rows, err := readRows(ctx, o, span, maxRows)
	if err != nil {
		return nil, err
	}
	lead := locus.Strongest(len(rows), func(i int) float64 { return rows[i].NegLog10P })
	if lead < 0 || !(rows[lead].NegLog10P > plot.GenomeWide) {
		return &JudgedLocus{Result: o.Result, Settings: locusreport.DefaultSettings(),
			None: "No variant in this region has P < 5e-8, so there is no locus to judge."}, nil
	}
	at := rows[lead].Position
	return s.judged(ctx, o, genome.Region{Chromosome: span.Chromosome, Start: max(1, at-locus.Window), End: at + locus.Window}, &rows[lead], from)
}

// judged judges the locus of a lead, or of the strongest variant without one.
func (s *Service) judged(ctx context.Context, o *Opened, region genome.Region, lead *Row, from string) (*JudgedLocus, error) {
	out := &JudgedLocus{Result: o.Result, Settings: locusreport.DefaultSettings()}
	panel, people, why, err := s.haplotypesFor(ctx, &o.Result, from)
	if err != nil {
		return nil, err
	}
	if out.Missing = why; panel != nil {
		out.LD = &panel.Panel
	}
	compute := func(ctx context.Context) (*locusreport.Mapped, error) {
		return mapLocus(ctx, o, region, lead, panel, people)
	}
	if o.RowsKey == "" {
		out.Locus, err = compute(ctx)
		return out, err
	}
	key := []string{o.RowsKey, region.String(), from, strings.Join(people, ",")}
	if lead != nil {
		key = append(key, lead.ID())
	}
	if panel != nil {
		key = append(key, panel.Name, panel.SHA256)
	}
	out.Locus, err = s.computed.Get(ctx, strings.Join(key, " "), compute)
	return out, err
}

// haplotypesFor returns the LD panel for the participants of a result and their ancestry groups, or
// why there is none.
func (s *Service) haplotypesFor(ctx context.Context, r *Result, from string) (_ *hermes.LDPanel, people []string, why string, err error) {
	choice := LDChoice{Name: from}
	switch {
	case len(r.Groups) > 0:
		people, choice.Groups = hermes.PanelsFor(r.Groups[0])
	case strings.Contains(r.Ancestry, ", "):
		people = strings.Split(r.Ancestry, ", ")
		return nil, people, "The participants are of several ancestries (" + r.Ancestry + "), and LD differs between them, so the locus is not judged.", nil
	case from == "":
		return nil, nil, "The ancestry of the participants is not known, so the locus is not judged. Choose an LD panel.", nil
	}
	panel, err := s.references.Haplotypes(ctx, r.Build, choice)
	if err != nil || panel != nil {
		if panel != nil && (from == "" || len(people) == 0) {
			people = []string{panel.Ancestry}
		}
		return panel, people, "", err
	}
	if from != "" {
		return nil, people, "No phased genotypes named " + errs.Shortened(from, 60) + " are installed on " +
			r.Build.Label() + ", so the locus is not judged.", nil
	}
	return nil, people, "No phased genotypes of " + people[0] + " participants on " + r.Build.Label() + " are installed, so the locus is not judged. " +
		"Ask the operator for an LD panel.", nil
}

// mapLocus reads the rows of a locus, and fine-maps them.
func mapLocus(ctx context.Context, o *Opened, region genome.Region, lead *Row, panel *hermes.LDPanel, people []string) (*locusreport.Mapped, error) {
	rows, err := readRows(ctx, o, region, maxRows)
	if err != nil {
		return nil, err
	}
	in := &finemap.Input{Dict: variant.NewDict(), Scale: o.Scale, Ancestries: people}
	if panel != nil {
		in.LDAncestry = panel.Ancestry
		if in.Sites, err = panel.Source.Sites(ctx, region); err != nil {
			return nil, err
		}
		if in.Sites == nil {
			in.Sites = []ld.Site{} // a panel without variants here
		}
	}
	for i := range rows {
		r := &rows[i]
		if lead != nil && r.Position == lead.Position && r.EffectAllele == lead.EffectAllele && r.OtherAllele == lead.OtherAllele {
			in.LeadRow = i + 1
		}
		in.Rows = append(in.Rows, rowOf(r, in.Dict))
	}
	return locusreport.Of(region, in, finemap.Run(in), nil), in.Dict.Err()
}

func rowOf(r *Row, dict *variant.Dict) sumstats.Row {
	nan := math.NaN()
	ea, _ := dict.Parse([]byte(r.EffectAllele)) // an invalid allele is missing
	oa, _ := dict.Parse([]byte(r.OtherAllele))
	return sumstats.Row{Chromosome: r.Chromosome, Position: r.Position, RSID: r.RSID, EA: ea, OA: oa, Beta: r.Beta, SE: r.SE, EAF: r.EAF,
		NegLog10P: r.NegLog10P, N: r.N, NCases: nan, NControls: nan, Info: nan, NEff: float32(nan)}
}
