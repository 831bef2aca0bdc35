package browse

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// VariantQuery requests the results for a variant.
type VariantQuery struct {
	Text         string       // an rs number, chromosome:position, or that with two alleles
	Build        genome.Build // UnknownBuild for that of most results
	EffectAllele string       // effect allele; "" for the one that is named last, else the commonest
	From         int          // how many results an answer before has asked
	All          bool         // include results with a caveat
}

// VariantPage holds the results for a variant: effects and frequencies are those of
// Variant.EffectAllele.
type VariantPage struct {
	Variant Variant
	// Palindromic alleles read the same on both strands, so a file on the other strand cannot be
	// distinguished from one with the opposite effect.
	Palindromic bool
	Found       []FoundVariant // all at the place, the answered one first
	Genes       []GeneNear     // nearest first
	GeneSource  string         // of the genes; "" where there is no list
	Elsewhere   Elsewhere
	Panels      []reference.Frequency // of the effect allele, by panel
	Combined    []*Combination
	Others      []Effect // of results that are not studies of a combination
	Absent      []Absent
	Asked       Asked
}

// FoundVariant is a variant at the requested place.
type FoundVariant struct {
	Variant
	Results int // that have it
}

// Effect is the effect of the variant in a result, on the effect allele of the page.
type Effect struct {
	Result Result
	Row    Row
}

// P returns the P value as text; "" when it is not known.
func (e *Effect) P() string {
	if math.IsNaN(e.Row.NegLog10P) {
		return ""
	}
	return stat.FormatP(e.Row.NegLog10P)
}

// Absent is a result without the requested variant or gene, and the reason.
type Absent struct {
	Result Result
	Why    string // as a sentence
}

// Asked counts the results behind an answer.
type Asked struct {
	Total       int // results on the genome build that the caller may see
	From, To    int // of them the searched ones, from From up to, excluding, To
	OtherBuilds []OtherBuild
	LeftOut     []LeftOut // results on the genome build that are not in Total
	// Failures are why results could not be read; they are among the absent.
	Failures []error
}

// Variant answers a query: errs.NotFound when the text names no variant, errs.Rule for an effect
// allele that it does not have. by is nil for a caller who is not signed in.
func (s *Service) Variant(ctx context.Context, by *auth.Identity, q VariantQuery) (_ *VariantPage, err error) {
	defer errs.Wrap(&err, "browse.Variant(%+v)", q)
	asked, results, build, err := s.ask(ctx, by, q.Build, q.From, q.All)
	if err != nil {
		return nil, err
	}
	wanted, err := s.wanted(ctx, by, q.Text, build)
	if err != nil {
		return nil, err
	}
	page := &VariantPage{Asked: asked}
	looks, err := s.lookUp(ctx, by, results, wanted)
	if err != nil {
		return nil, err
	}
	page.Found = foundIn(looks, wanted, build)
	page.Variant = page.Found[0].Variant
	if err := page.tellOf(q.EffectAllele); err != nil {
		return nil, err
	}
	if err := s.explain(ctx, by, looks, page.Variant); err != nil {
		return nil, err
	}
	page.take(looks)
	if err := s.combine(ctx, page); err != nil {
		return nil, err
	}
	return page, page.surround(ctx, s.references)
}

// ask lists the results on a genome build that an answer asks.
func (s *Service) ask(ctx context.Context, by *auth.Identity, build genome.Build, from int, all bool) (a Asked, asked []Result, _ genome.Build, err error) {
	every, err := s.gather(ctx, by, "")
	if err != nil {
		return a, nil, build, err
	}
	if build == genome.UnknownBuild {
		build = buildOfMost(every)
	}
	l := listingOf(every, build, all)
	a = Asked{Total: len(l.Items), OtherBuilds: l.OtherBuilds, LeftOut: l.LeftOut, From: min(max(from, 0), len(l.Items))}
	n, err := s.reach(ctx, l.Items[a.From:])
	a.To = a.From + n
	return a, l.Items[a.From:a.To], build, err
}

// buildOfMost returns the genome build of most results, GRCh37 where there are none.
func buildOfMost(results []Result) genome.Build {
	of := map[genome.Build]int{}
	for _, r := range results {
		of[r.Build]++
	}
	if of[genome.GRCh38] > of[genome.GRCh37] {
		return genome.GRCh38
	}
	return genome.GRCh37
}

// tellOf sets the effect allele of the page.
func (p *VariantPage) tellOf(allele string) error {
	v := &p.Variant
	p.Palindromic = palindromic(v.EffectAllele, v.OtherAllele)
	switch allele = strings.ToUpper(allele); allele {
	case "", v.EffectAllele:
	case v.OtherAllele:
		v.EffectAllele, v.OtherAllele = v.OtherAllele, v.EffectAllele
	default:
		return errs.AtField(
			"effect_allele",
			"The alleles of this variant are "+v.OtherAllele+" and "+v.EffectAllele+"; "+errs.Shortened(allele, 20)+" is none of them.",
		)
	}
	p.Found[0].Variant = *v
	return nil
}

// palindromic reports whether two single bases are each other's complement.
func palindromic(a, b string) bool {
	if a > b {
		a, b = b, a
	}
	return a == "A" && b == "T" || a == "C" && b == "G"
}

// take sorts the looks into effects and absent results.
func (p *VariantPage) take(looks []look) {
	for i := range looks {
		l := &looks[i]
		if l.err != nil {
			p.Asked.Failures = append(p.Asked.Failures, l.err)
		}
		if row, ok := l.aligned(p.Variant); ok {
			p.Others = append(p.Others, Effect{l.result, row})
			continue
		}
		p.Absent = append(p.Absent, Absent{l.result, l.why(p.Variant)})
	}
	slices.SortStableFunc(p.Others, func(a, b Effect) int {
		return cmp.Or(cmp.Compare(b.Row.NegLog10P, a.Row.NegLog10P), cmp.Compare(a.Result.Ref.String(), b.Result.Ref.String()))
	})
}

// Align returns a row with the given effect allele: unchanged when it has it, with the sign of the
// effect changed and the frequency of the other allele when the two are exchanged; false when its
// alleles are not these two. A row on the other strand is not changed: alleles alone do not show
// that it is.
func Align(row Row, effectAllele, otherAllele string) (Row, bool) {
	switch {
	case row.EffectAllele == effectAllele && row.OtherAllele == otherAllele:
		return row, true
	case row.EffectAllele == otherAllele && row.OtherAllele == effectAllele:
		row.EffectAllele, row.OtherAllele = effectAllele, otherAllele
		if !math.IsNaN(row.Beta) {
			row.Beta = 0 - row.Beta // not −0 of an effect of 0
		}
		if !math.IsNaN(row.EAF) {
			row.EAF = sumstats.ComplementFrequency(row.EAF)
		}
		return row, true
	}
	return row, false
}
