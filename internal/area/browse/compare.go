package browse

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cohortium/internal/gwas/compare"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
	"cohortium/internal/platform/phrase"
)

// ComparisonQuery requests the comparison of two results.
type ComparisonQuery struct {
	Up, Down Ref
	Z        bool // compare Z against Z, whatever the scales of the effects
}

// Comparison is the comparison of two results.
type Comparison struct {
	Up, Down  Result // on one assembly
	Z         bool   // the points are Z
	Loci      []ComparedLocus
	Genes     *gene.Origin // the list that the genes of loci are from; nil where there is none
	Line      compare.Line
	NoLine    string // why there is no slope, as a sentence; "" when there is one
	Unmatched []Unmatched
	Notes     []string // limits of the comparison, as sentences
}

// ComparedLocus is a locus with its stronger lead looked up in the other result.
type ComparedLocus struct {
	compare.Locus
	Genes   *gene.Near       // of the stronger lead; nil where none is known
	Other   *compare.Variant // that lead in the other result, with its effect allele; nil when it could not be matched
	Point   *compare.Point   // nil when it could not be matched
	Missing compare.Reason   // why; "" when it could
}

// Unmatched counts lead variants that could not be compared.
type Unmatched struct {
	Reason compare.Reason
	N      int
}

var reasons = []compare.Reason{compare.Absent, compare.Alleles, compare.Strand, compare.NoEffect}

var reasonWords = map[compare.Reason][2]string{
	compare.Absent:  {"lead variant is not in the other result.", "lead variants are not in the other result."},
	compare.Alleles: {"lead variant has other alleles in the other result.", "lead variants have other alleles in the other result."},
	compare.Strand: {
		"lead variant is A/T or C/G, and its strand cannot be determined from frequencies.",
		"lead variants are A/T or C/G, and their strand cannot be determined from frequencies.",
	},
	compare.NoEffect: {
		"lead variant has no effect with its standard error in one of the results.",
		"lead variants have no effect with its standard error in one of the results.",
	},
}

// Sentence words the counts.
func (u Unmatched) Sentence() string {
	words := reasonWords[u.Reason]
	return phrase.Counted(int64(u.N), words[0], words[1])
}

// readers is how many variants of a comparison are looked up in parallel.
const readers = 8

// Compare compares two results. errs.Rule with the codes same_result, builds_differ and
// scales_differ for those that cannot be compared, else the errors of Open. by is nil for a caller
// who is not signed in.
func (s *Service) Compare(ctx context.Context, by *auth.Identity, q ComparisonQuery) (_ *Comparison, err error) {
	defer errs.Wrap(&err, "browse.Compare(%+v)", q)
	if q.Up == q.Down {
		return nil, refused("same_result", "These are the same result twice. Choose another one to compare it with.")
	}
	up, err := s.side(ctx, by, q.Up)
	if err != nil {
		return nil, err
	}
	down, err := s.side(ctx, by, q.Down)
	if err != nil {
		return nil, err
	}
	if err := mayCompare(&up.Result, &down.Result, q.Z); err != nil {
		return nil, err
	}
	c := &Comparison{Up: up.Result, Down: down.Result, Z: q.Z, Notes: notes(up, down)}
	genes, _, err := s.references.Genes(ctx, up.Build)
	if err != nil {
		return nil, err
	}
	c.Genes = genes.NamedOrigin()
	if err := c.lookUp(ctx, up, down, genes); err != nil {
		return nil, err
	}
	c.fit()
	return c, nil
}

// side is one of the two results with its leads.
type side struct {
	*Opened
	leads Leads
}

func (s *Service) side(ctx context.Context, by *auth.Identity, ref Ref) (*side, error) {
	opened, err := s.Open(ctx, by, ref)
	if err != nil {
		return nil, err
	}
	leads, err := s.Leads(ctx, by, ref)
	return &side{opened, leads}, err
}

// notes returns the limits of a comparison.
func notes(up, down *side) (out []string) {
	for _, one := range []*side{up, down} {
		if n := int64(len(one.leads.Variants)); one.leads.Total > n {
			out = append(out, fmt.Sprintf("%s has %s loci; the strongest %s are compared.", one.Title, phrase.Thousands(one.leads.Total), phrase.Thousands(n)))
		}
	}
	common := 0
	for _, ref := range up.leads.Of {
		if slices.Contains(down.leads.Of, ref) {
			common++
		}
	}
	if common > 0 {
		out = append(
			out,
			phrase.Counted(
				int64(common),
				"submission is",
				"submissions are",
			)+" in both results, so their effects are not independent: they agree better than those of two samples would.",
		)
	}
	return out
}

// mayCompare rejects results on two assemblies, and effects on two scales or an unknown one.
func mayCompare(up, down *Result, z bool) error {
	if up.Build != down.Build {
		return refused("builds_differ", "%s is on %s and %s on %s. Results of two genome builds cannot be compared: their positions mean different places.",
			up.Title, up.Build.Label(), down.Title, down.Build.Label())
	}
	if z {
		return nil
	}
	for _, r := range []*Result{up, down} {
		if r.Scale == sumstats.ScaleUnknown {
			return refused("scales_differ", "It is not known on which scale the effects of %s are, so they cannot be compared. Z against Z can.", r.Title)
		}
	}
	if up.Scale == down.Scale {
		return nil
	}
	return refused("scales_differ", "The effects of %s are on %s, those of %s on %s. Effects on two scales cannot be compared, Z against Z can.",
		up.Title, up.Scale.Words(), down.Title, down.Scale.Words())
}

func refused(code, sentence string, args ...any) error {
	return errs.New(errs.Rule, code, sentence, args...)
}

// lookUp finds the loci, and each stronger lead in the other result.
func (c *Comparison) lookUp(ctx context.Context, up, down *side, genes *gene.List) error {
	loci := compare.Loci(up.leads.Variants, down.leads.Variants)
	c.Loci = make([]ComparedLocus, len(loci))
	group, ctx := guard.WithContext(ctx)
	group.SetLimit(readers)
	for i := range loci {
		group.Go(func() error {
			l := &c.Loci[i]
			l.Locus = loci[i]
			index, isUp := l.Index()
			other := up
			if isUp {
				other = down
			}
			rows, err := variantsAt(ctx, other, index)
			if err != nil {
				return err
			}
			l.Genes = genes.At(index.Chromosome, index.Position)
			l.match(index, isUp, rows, c.Z)
			return nil
		})
	}
	return group.Wait()
}

// match takes the stronger lead's row of the other result.
func (l *ComparedLocus) match(index *compare.Variant, isUp bool, rows []compare.Variant, z bool) {
	row, reason := compare.Align(index, rows)
	if l.Missing = reason; reason != "" {
		return
	}
	l.Other = &row
	x, y := *index, row
	if !isUp {
		x, y = y, x
	}
	if z {
		x, y = x.Z(), y.Z()
	}
	l.Point = &compare.Point{X: x.Beta, SX: x.SE, Y: y.Beta, SY: y.SE}
}

// variantsAt returns the rows of a result at the position of a variant.
func variantsAt(ctx context.Context, from *side, v *compare.Variant) ([]compare.Variant, error) {
	rows, err := rowsAt(ctx, from, []Variant{{Chromosome: v.Chromosome, Position: v.Position}})
	if err != nil {
		return nil, err
	}
	variants := make([]compare.Variant, len(rows))
	for i, row := range rows {
		variants[i] = compare.Variant{
			Chromosome: v.Chromosome, Position: row.Position, EffectAllele: row.EffectAllele, OtherAllele: row.OtherAllele,
			RSID: row.RS(), Beta: row.Beta, SE: row.SE, NegLog10P: row.NegLog10P, EAF: row.EAF, N: row.N,
		}
	}
	return variants, nil
}

// fit fits the line through the points, and counts loci without one.
func (c *Comparison) fit() {
	var points []compare.Point
	counts := map[compare.Reason]int{}
	for i := range c.Loci {
		if p := c.Loci[i].Point; p != nil {
			points = append(points, *p)
		} else {
			counts[c.Loci[i].Missing]++
		}
	}
	for _, reason := range reasons {
		if counts[reason] > 0 {
			c.Unmatched = append(c.Unmatched, Unmatched{reason, counts[reason]})
		}
	}
	var err error
	switch c.Line, err = compare.Fit(points); {
	case errors.Is(err, compare.ErrFewPoints):
		c.NoLine = fmt.Sprintf("A slope needs %d independent lead variants that both results have; here it is %d.", compare.FewestPoints, len(points))
	case err != nil:
		c.NoLine = fmt.Sprintf("The effects in %s are too close to 0 to estimate a slope.", c.Up.Title)
	}
}
