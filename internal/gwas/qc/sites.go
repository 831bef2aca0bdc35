package qc

import "cohortium/internal/gwas/variant"

// siteIndex is the variants of a panel at one position. Where they are many, a
// row is compared only with those that its alleles can mean.
type siteIndex struct {
	panel    string // its name
	all      []site
	byPair   map[pair][]site // of crowded positions
	symbolic []site          // spelled I and D, which match by length
	found    []site          // scratch
}

// reset empties the index for another position.
func (x *siteIndex) reset() {
	x.all, x.symbolic = x.all[:0], x.symbolic[:0]
	clear(x.byPair)
}

// build prepares the look-up once all sites are in.
func (x *siteIndex) build() {
	if len(x.all) <= fewRows {
		return
	}
	if x.byPair == nil {
		x.byPair = map[pair][]site{}
	}
	for _, s := range x.all {
		if symbolic(s.ref, s.alt) {
			x.symbolic = append(x.symbolic, s)
			continue
		}
		p := pairOf(s.ref, s.alt)
		x.byPair[p] = append(x.byPair[p], s)
	}
}

// candidates returns the sites that a row with these alleles may be: all that match and almost none
// that do not.
func (x *siteIndex) candidates(ea, oa variant.Allele) []site {
	if len(x.all) <= fewRows || symbolic(ea, oa) {
		return x.all
	}
	p := pairOf(ea, oa)
	x.found = append(append(x.found[:0], x.byPair[p]...), x.symbolic...)
	if ea.Single() && oa.Single() {
		if turned := pairOf(complementSingle(ea), complementSingle(oa)); turned != p {
			x.found = append(x.found, x.byPair[turned]...)
		}
	}
	return x.found
}
