package hermes

import (
	"cmp"
	"context"
	"slices"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// mostFreezeLoci limits the lead variants of one answer.
const mostFreezeLoci = 500

// FreezeLoci are the loci of a freeze, strongest first, and the influence of its studies.
type FreezeLoci struct {
	Total     int               `json:"total"`
	Loci      []FreezeLocus     `json:"loci"`
	Influence []FreezeInfluence `json:"influence"`
}

// FreezeLocus is a lead variant of the main result of a cell.
type FreezeLocus struct {
	Phenotype    string   `json:"phenotype"`
	Ancestry     string   `json:"ancestry"`
	Sex          string   `json:"sex"`
	Chromosome   string   `json:"chromosome"`
	Position     int      `json:"position"` // 1-based
	RSID         string   `json:"rsid,omitempty"`
	EffectAllele string   `json:"effect_allele"`
	OtherAllele  string   `json:"other_allele"`
	Gene         string   `json:"gene,omitempty"`
	Beta         *float64 `json:"beta,omitempty"`
	SE           *float64 `json:"standard_error,omitempty"`
	NegLog10P    *float64 `json:"neg_log10_p,omitempty"`
	NStudies     int      `json:"n_studies"`
	DrivenBy     string   `json:"driven_by,omitempty"` // a cohort
	MetaID       string   `json:"meta_id"`
}

// FreezeInfluence is what one study changes in a cell.
type FreezeInfluence struct {
	Phenotype   string `json:"phenotype"`
	Ancestry    string `json:"ancestry"`
	Sex         string `json:"sex"`
	Cohort      string `json:"cohort"`
	DatasetName string `json:"dataset_name"`
	MetaID      string `json:"meta_id"`
	NLoci       int64  `json:"n_loci"`
	Without     int64  `json:"n_loci_without"`
	NLost       int64  `json:"n_lost"`   // variants that are significant only with the study
	NGained     int64  `json:"n_gained"` // variants that are significant only without it
	Drives      int    `json:"drives"`   // loci
}

// FreezeLoci returns the loci of the main results of a freeze, and what each study changes.
func (s *Service) FreezeLoci(ctx context.Context, id *auth.Identity, freezeID string) (_ *FreezeLoci, err error) {
	defer errs.Wrap(&err, "hermes.FreezeLoci(%q)", freezeID)
	f, err := s.freezeFor(ctx, id, freezeID)
	if err != nil {
		return nil, err
	}
	main, err := s.mainResults(ctx, f)
	if err != nil {
		return nil, err
	}
	out := &FreezeLoci{Loci: []FreezeLocus{}, Influence: []FreezeInfluence{}}
	for _, r := range main {
		found, err := s.lociOf(ctx, r.MetaID)
		if err != nil {
			return nil, err
		}
		out.add(r, found)
	}
	slices.SortFunc(out.Loci, func(a, b FreezeLocus) int {
		return cmp.Or(cmp.Compare(strengthOf(b.NegLog10P), strengthOf(a.NegLog10P)), cmp.Compare(a.Phenotype, b.Phenotype),
			cmp.Compare(a.Ancestry, b.Ancestry), cmp.Compare(a.Sex, b.Sex), cmp.Compare(a.Position, b.Position))
	})
	slices.SortFunc(out.Influence, func(a, b FreezeInfluence) int {
		return cmp.Or(cmp.Compare(b.NLost+b.NGained, a.NLost+a.NGained), cmp.Compare(b.Drives, a.Drives), cmp.Compare(a.Cohort, b.Cohort),
			cmp.Compare(a.Phenotype, b.Phenotype), cmp.Compare(a.Ancestry, b.Ancestry), cmp.Compare(a.Sex, b.Sex))
	})
	out.Loci = out.Loci[:min(len(out.Loci), mostFreezeLoci)]
	return out, nil
}

func strengthOf(p *float64) float64 {
	if p == nil {
		return -1
	}
	return *p
}

// add adds the loci of a complete main result.
func (l *FreezeLoci) add(r *FreezeRow, found resultLoci) {
	cohorts, drives := map[string]string{}, map[string]int{}
	for _, in := range r.Spec.Inputs {
		cohorts[in.DatasetName] = in.Cohort
	}
	for i := range found.loci {
		one := &found.loci[i]
		at := changeAt(r.place(), one, [2]string{r.MetaID})
		drives[one.DrivenBy]++
		l.Loci = append(l.Loci, FreezeLocus{Phenotype: r.Phenotype, Ancestry: r.Ancestry, Sex: r.Sex, Chromosome: at.Chromosome, Position: at.Position,
			RSID: at.RSID, EffectAllele: at.EffectAllele, OtherAllele: at.OtherAllele, Gene: at.Gene, Beta: stat.Finite(float64(one.Beta)),
			SE: stat.Finite(float64(one.SE)), NegLog10P: stat.Finite(float64(one.NegLog10P)), NStudies: one.NStudies,
			DrivenBy: cohorts[one.DrivenBy], MetaID: r.MetaID})
	}
	l.Total += int(max(found.all, int64(len(found.loci))))
	for _, w := range found.without {
		l.Influence = append(l.Influence, FreezeInfluence{Phenotype: r.Phenotype, Ancestry: r.Ancestry, Sex: r.Sex, Cohort: cohorts[w.Name],
			DatasetName: w.Name, MetaID: r.MetaID, NLoci: found.all, Without: w.NLoci, NLost: w.NLost, NGained: w.NGained, Drives: drives[w.Name]})
	}
}
