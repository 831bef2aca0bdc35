package compare

import (
	"cmp"
	"slices"

	"cohortium/internal/gwas/locus"
)

// Window is the distance, in base pairs, within which a lead represents other variants.
const Window = locus.Window

// Locus is a stretch of the genome in which at least one of two results has a
// lead variant.
type Locus struct {
	// Up and Down are the strongest lead that each result has here, nil for none.
	Up, Down *Variant
}

// Shared reports whether both results have a lead here.
func (l *Locus) Shared() bool { return l.Up != nil && l.Down != nil }

// Index returns the stronger of the two leads, which identifies the locus, and whether it is a lead
// of the upper result. On a tie it is that one.
func (l *Locus) Index() (index *Variant, up bool) {
	if l.Down == nil || l.Up != nil && l.Up.NegLog10P >= l.Down.NegLog10P {
		return l.Up, true
	}
	return l.Down, false
}

// Loci applies the rule for lead variants to the leads of both results together: the strongest lead
// represents the others within Window to either side, then the strongest that is left, and so on.
// So each lead belongs to one locus, the leads by which loci are known are further from each other
// than the window, and exchanging the results only exchanges the sides. The loci come in genome
// order. Leads without a position are left out.
func Loci(up, down []Variant) []Locus {
	all := make([]*Variant, 0, len(up)+len(down))
	side := make(map[*Variant]bool, cap(all)) // true for the upper result
	for i := range up {
		all, side[&up[i]] = append(all, &up[i]), true
	}
	for i := range down {
		all, side[&down[i]] = append(all, &down[i]), false
	}
	all = slices.DeleteFunc(all, func(v *Variant) bool { return v.Position <= 0 || !(v.NegLog10P >= 0) })
	slices.SortStableFunc(all, inGenome)
	finder := locus.NewFinder[*Variant](-1) // each of them is strong enough to lead
	for _, v := range all {
		finder.Add(v.Chromosome, v.Position, v.NegLog10P, v)
	}
	leads := finder.Leads() // strongest first
	loci := make([]Locus, len(leads))
	for _, v := range all {
		at := slices.IndexFunc(leads, func(l locus.Lead[*Variant]) bool { return Near(l.Variant, v) })
		place := &loci[at].Down
		if side[v] {
			place = &loci[at].Up
		}
		if *place == nil || v.NegLog10P > (*place).NegLog10P {
			*place = v
		}
	}
	slices.SortFunc(loci, func(a, b Locus) int {
		first, _ := a.Index()
		second, _ := b.Index()
		return inGenome(first, second)
	})
	return loci
}

// Near reports whether two variants are within Window of each other.
func Near(a, b *Variant) bool {
	d := int64(a.Position) - int64(b.Position)
	return a.Chromosome == b.Chromosome && -Window <= d && d <= Window
}

func inGenome(a, b *Variant) int {
	return cmp.Or(cmp.Compare(a.Chromosome, b.Chromosome), cmp.Compare(a.Position, b.Position))
}
