package compare

import (
	"cohortium/internal/gwas/variant"
)

// Reason is why two results cannot be compared at a variant; empty when they can.
type Reason string

// The reasons.
const (
	Absent   Reason = "absent"    // the other result has no variant at this position
	Alleles  Reason = "alleles"   // it has other alleles there
	Strand   Reason = "strand"    // A/T or C/G, and the frequencies do not determine the strand
	NoEffect Reason = "no_effect" // one of the two has no effect with its error
)

// Align finds a variant among the rows of another result at its position, and returns that row with
// the effect allele and strand of the variant. The sign of the effect changes where the alleles are
// exchanged.
//
// Single bases on the other strand are the same alleles. A/T and C/G alleles do not determine the
// strand: the minor allele is assumed to be the same in both, where both frequencies identify it
// (variant.TellsStrand). Meta-analyses use the same rule. Of several rows the first that has the
// alleles as written counts.
func Align(v *Variant, rows []Variant) (Variant, Reason) {
	if len(rows) == 0 {
		return Variant{}, Absent
	}
	dict := variant.NewDict()
	ea, oa, ok := alleles(dict, v)
	if !ok {
		return Variant{}, Alleles
	}
	row, same, found := find(dict, ea, oa, rows)
	if !found {
		return Variant{}, Alleles
	}
	if variant.Palindromic(ea, oa) {
		if !variant.TellsStrand(v.EAF) || !variant.TellsStrand(row.EAF) {
			return Variant{}, Strand
		}
		same = (v.EAF < 0.5) == (row.EAF < 0.5)
	}
	if !v.Estimated() || !row.Estimated() {
		return Variant{}, NoEffect
	}
	if !same {
		row.Beta, row.EAF = -row.Beta, 1-row.EAF
	}
	row.EffectAllele, row.OtherAllele = v.EffectAllele, v.OtherAllele
	return row, ""
}

// find looks for a pair of alleles, as they are written first, then as single bases on the other
// strand; same reports whether the effect allele is the same one.
func find(dict *variant.Dict, ea, oa variant.Allele, rows []Variant) (row Variant, same, found bool) {
	pairs := [][2]variant.Allele{{ea, oa}}
	if ea.Single() && oa.Single() {
		pairs = append(pairs, [2]variant.Allele{ea.OtherStrand(), oa.OtherStrand()})
	}
	for _, pair := range pairs {
		for i := range rows {
			a, b, ok := alleles(dict, &rows[i])
			switch {
			case ok && a == pair[0] && b == pair[1]:
				return rows[i], true, true
			case ok && a == pair[1] && b == pair[0]:
				return rows[i], false, true
			}
		}
	}
	return Variant{}, false, false
}

func alleles(dict *variant.Dict, v *Variant) (effect, other variant.Allele, ok bool) {
	effect, known := dict.Parse([]byte(v.EffectAllele))
	other, knownToo := dict.Parse([]byte(v.OtherAllele))
	return effect, other, known && knownToo
}
