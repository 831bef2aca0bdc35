package rowsort

import (
	"cmp"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Key is the order of rows. Both keys end in the unordered allele pair (smaller allele, larger
// allele) and the line, so that the same variant in two studies sorts to the same place whichever
// allele is the effect allele.
type Key uint8

// The sort keys.
const (
	ByPosition Key = iota // chromosome, position, alleles, line
	ByRSID                // rs number, alleles, line; rows without one come first
)

// order compares rows by a key.
type order struct {
	by   Key
	dict *variant.Dict
}

// primary returns the leading part of the key as one word.
func (o order) primary(r *sumstats.Row) uint64 {
	if o.by == ByRSID {
		return r.RSID
	}
	return uint64(r.Chromosome)<<32 | uint64(uint32(r.Position))
}

func (o order) compare(a, b *sumstats.Row) int {
	if c := cmp.Compare(o.primary(a), o.primary(b)); c != 0 {
		return c
	}
	return o.compareTies(a, b)
}

// compareTies orders rows of the same primary key.
func (o order) compareTies(a, b *sumstats.Row) int {
	aLow, aHigh := o.pair(a)
	bLow, bHigh := o.pair(b)
	if c := o.compareAlleles(aLow, bLow); c != 0 {
		return c
	}
	if c := o.compareAlleles(aHigh, bHigh); c != 0 {
		return c
	}
	return cmp.Compare(a.Line, b.Line)
}

func (o order) pair(r *sumstats.Row) (low, high variant.Allele) {
	if o.compareAlleles(r.EA, r.OA) <= 0 {
		return r.EA, r.OA
	}
	return r.OA, r.EA
}

// compareAlleles orders packed alleles by length, then by base, and puts long
// and symbolic ones behind them.
func (o order) compareAlleles(a, b variant.Allele) int {
	if a == b || o.dict == nil || !a.Long() || !b.Long() {
		return cmp.Compare(a, b)
	}
	aText, bText := o.dict.Text(a), o.dict.Text(b)
	if c := cmp.Compare(len(aText), len(bText)); c != 0 {
		return c
	}
	return cmp.Compare(aText, bText)
}
