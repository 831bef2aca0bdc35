package browse

import (
	"cmp"
	"context"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locus"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// Track is one result in a region.
type Track struct {
	Result Result
	Total  int   // variants in the region
	Points []Row // by position; all of them, or up to MaxPoints
	// KeptAbove is the −log10 P from which no point was left out; NaN when none was.
	KeptAbove float64
	Lead      int       // index of the lead variant among the points; −1 without points
	R2        []float64 // with the reference variant of LD, by point, NaN if unknown; nil without LD
	Credible  Credible
	PIP       []float64 // by point, NaN where it was not weighed; nil without a credible set
	InSet     []bool    // by point; nil without a credible set
}

// readTrack reads the rows of a result in a region, and weighs those of the locus of the
// strongest.
func readTrack(ctx context.Context, o *Opened, span genome.Region) (*Track, error) {
	points, err := readRows(ctx, o, span, maxRows)
	if err != nil {
		return nil, err
	}
	t := &Track{Result: o.Result, Points: points, Total: len(points), KeptAbove: math.NaN()}
	t.Lead = locus.Strongest(len(t.Points), func(i int) float64 { return t.Points[i].NegLog10P })
	return t, t.weighLocus(ctx, o, span)
}

// readRows reads the rows of a result in a region, of which there may be at most `most`.
func readRows(ctx context.Context, o *Opened, span genome.Region, most int) (rows []Row, err error) {
	for row, err := range o.Rows(ctx, span) {
		if err != nil {
			return nil, err
		}
		if len(rows) == most {
			return nil, tooMany(o, most)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func tooMany(o *Opened, most int) error {
	return errs.AtField("region", "This region of “"+o.Title+"” has more than "+phrase.Thousands(int64(most))+" variants. Ask for a part of it.")
}

// variant returns the variant of a point.
func (t *Track) variant(i int, build genome.Build) *Variant {
	p := &t.Points[i]
	return &Variant{Build: build, Chromosome: p.Chromosome, Position: p.Position, EffectAllele: p.EffectAllele, OtherAllele: p.OtherAllele, RSID: p.RSID}
}

// find returns the index of a variant among the points, −1 when it is not there: the one with its
// rs number, else the strongest at its position that has its alleles, in any order, as far as they
// are known.
func (t *Track) find(v Variant) int {
	best := -1
	for i := range t.Points {
		p := &t.Points[i]
		if v.Position > 0 && (p.Position != v.Position || p.Chromosome != v.Chromosome) || v.Position == 0 && p.RSID != v.RSID {
			continue
		}
		if v.EffectAllele != "" && !sameAlleles(p, v) {
			continue
		}
		if best < 0 || p.NegLog10P > t.Points[best].NegLog10P {
			best = i
		}
	}
	return best
}

func sameAlleles(p *Row, v Variant) bool {
	return p.EffectAllele == v.EffectAllele && p.OtherAllele == v.OtherAllele || p.EffectAllele == v.OtherAllele && p.OtherAllele == v.EffectAllele
}

// finish drops points where there are too many, and adds LD.
func (t *Track) finish(ld LD, of *Variant) {
	always := []int{t.Lead}
	if of != nil {
		always = append(always, t.find(*of))
	}
	t.thin(MaxPoints, always)
	if ld.R2 == nil {
		return
	}
	t.R2 = make([]float64, len(t.Points))
	for i := range t.Points {
		t.R2[i] = math.NaN()
		if r2, ok := ld.R2(&t.Points[i]); ok {
			t.R2[i] = r2
		}
	}
}

// thin leaves at most limit points: all whose P is below a threshold, which are up to half of them,
// and an even sample of the others. always are indexes of points that always stay.
func (t *Track) thin(limit int, always []int) {
	if len(t.Points) <= limit {
		return
	}
	strengths := make([]float64, 0, len(t.Points))
	for i := range t.Points {
		strengths = append(strengths, strength(&t.Points[i]))
	}
	slices.SortFunc(strengths, func(a, b float64) int { return cmp.Compare(b, a) })
	above := strengths[limit/2-1]
	if strengths[limit/2] == above { // equals stay together: none of them, or all
		above = math.Nextafter(above, math.Inf(1))
	}
	keep := make([]bool, len(t.Points))
	kept := 0
	for i := range t.Points {
		if strength(&t.Points[i]) >= above || slices.Contains(always, i) {
			keep[i] = true
			kept++
		}
	}
	room, others, seen := limit-kept, len(t.Points)-kept, 0
	for i := range keep {
		if keep[i] {
			continue
		}
		// The seen-th of the others is taken where the share of the room grows by one.
		keep[i] = (seen+1)*room/others > seen*room/others
		seen++
	}
	t.KeptAbove = above
	t.only(keep)
}

// strength returns −log10 P; a row without P is the weakest.
func strength(p *Row) float64 {
	if math.IsNaN(p.NegLog10P) {
		return -1
	}
	return p.NegLog10P
}

// only keeps the points that are marked in keep.
func (t *Track) only(keep []bool) {
	at := 0
	lead := t.Lead
	for i, stays := range keep {
		if !stays {
			continue
		}
		t.Points[at] = t.Points[i]
		if t.PIP != nil {
			t.PIP[at], t.InSet[at] = t.PIP[i], t.InSet[i]
		}
		if i == lead {
			t.Lead = at
		}
		at++
	}
	t.Points = t.Points[:at]
	if t.PIP != nil {
		t.PIP, t.InSet = t.PIP[:at], t.InSet[:at]
	}
}
