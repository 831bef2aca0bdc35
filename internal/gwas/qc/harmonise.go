package qc

import (
	"bytes"
	"math"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// outcome is how a row relates to one site of the panel.
type outcome uint8

const (
	noMatch outcome = iota
	asIs
	swapped
	strandFlipped
	strandFlippedSwapped
)

// site is one variant of the panel; effects and frequencies are those of ALT.
type site struct {
	ref, alt variant.Allele
	af       float64 // NaN when the panel states none
	rsid     uint64
}

// match compares the alleles of a row with a site: effect allele with ALT,
// other allele with REF. Palindromic pairs match by letters alone; whether
// their strand is right is a question for the frequencies.
func match(ea, oa variant.Allele, s site) outcome {
	switch {
	case ea == oa || ea == variant.Missing || oa == variant.Missing:
		return noMatch
	case ea == s.alt && oa == s.ref:
		return asIs
	case ea == s.ref && oa == s.alt:
		return swapped
	case !ea.Single() || !oa.Single() || variant.Palindromic(ea, oa):
		return noMatch
	}
	ea, oa = complementSingle(ea), complementSingle(oa)
	switch {
	case ea == s.alt && oa == s.ref:
		return strandFlipped
	case ea == s.ref && oa == s.alt:
		return strandFlippedSwapped
	}
	return noMatch
}

// complementSingle returns the base on the other strand of one base: the words of A and T, of C and
// G, add up to the same sum.
func complementSingle(a variant.Allele) variant.Allele { return variant.A + variant.T - a }

// spell writes the alleles I, D and - of a row with the sequences of the site, or
// those of the site with the sequences of the row: the longer allele is the
// insertion. Pairs without symbols come back unchanged; ok is false when the
// two cannot mean the same.
func spell(ea, oa variant.Allele, s site, d *variant.Dict) (spelledEA, spelledOA variant.Allele, spelled site, ok bool) {
	rowSymbols, siteSymbols := symbolic(ea, oa), symbolic(s.ref, s.alt)
	switch {
	case rowSymbols == siteSymbols:
		return ea, oa, s, true
	case rowSymbols:
		longer, shorter, differ := byLength(s.ref, s.alt, d)
		switch {
		case !differ:
			return ea, oa, s, false
		case ea == variant.Gap:
			return shorter, longer, s, lacks(shorter, longer, oa, d)
		case oa == variant.Gap:
			return longer, shorter, s, lacks(shorter, longer, ea, d)
		}
		return replaceSymbol(ea, longer, shorter), replaceSymbol(oa, longer, shorter), s, true
	default:
		longer, shorter, differ := byLength(ea, oa, d)
		if !differ {
			return ea, oa, s, false
		}
		s.ref, s.alt = replaceSymbol(s.ref, longer, shorter), replaceSymbol(s.alt, longer, shorter)
		return ea, oa, s, true
	}
}

// lacks reports whether the shorter allele is the longer one without some bases. In a repeat they
// may be written from another of its bases on.
func lacks(shorter, longer, without variant.Allele, d *variant.Dict) bool {
	long, short, bases := d.Append(nil, longer), d.Append(nil, shorter), d.Append(nil, without)
	var gap []byte
	switch {
	case len(long) != len(short)+len(bases):
		return false
	case bytes.HasPrefix(long, short):
		gap = long[len(short):]
	case bytes.HasSuffix(long, short):
		gap = long[:len(bases)]
	default:
		return false
	}
	return bytes.Contains(append(gap, gap...), bases)
}

func symbolic(a, b variant.Allele) bool { return a.Symbolic() || b.Symbolic() }

func byLength(a, b variant.Allele, d *variant.Dict) (longer, shorter variant.Allele, differ bool) {
	la, lb := d.Len(a), d.Len(b)
	if la < lb {
		a, b = b, a
	}
	return a, b, la != lb
}

func replaceSymbol(a, longer, shorter variant.Allele) variant.Allele {
	switch a {
	case variant.Insertion:
		return longer
	case variant.Deletion:
		return shorter
	}
	return a
}

// exchange makes the other allele the effect allele. A minor allele frequency
// has no orientation and stays.
func exchange(r *sumstats.Row) {
	r.EA, r.OA = r.OA, r.EA
	r.Beta = 0 - r.Beta
	if r.Flags&sumstats.EAFIsMAF == 0 {
		r.EAF = sumstats.ComplementFrequency(r.EAF)
	}
	r.Flags ^= sumstats.Swapped
}

func flipStrand(r *sumstats.Row) {
	r.EA, r.OA = complementSingle(r.EA), complementSingle(r.OA)
	r.Flags ^= sumstats.StrandFlipped
}

// verdictOnRow is the result of harmonising one row.
type verdictOnRow uint8

const (
	rowKept verdictOnRow = iota
	rowNotMatched
	rowAmbiguous // palindromic, and the frequencies do not determine the strand
	rowSeveral   // alleles without letters that may be several variants
)

// harmonise turns r to the forward strand and the panel's effect allele, trying
// every site of the position, and returns the site it matched.
func (p Palindromes) harmonise(r *sumstats.Row, sites []site, d *variant.Dict) (site, verdictOnRow) {
	var best candidate
	symbols := symbolic(r.EA, r.OA)
	for _, s := range sites {
		ea, oa, s, ok := spell(r.EA, r.OA, s, d)
		if !ok {
			continue
		}
		found := match(ea, oa, s)
		if found == noMatch {
			continue
		}
		c := candidate{site: s, ea: ea, oa: oa, found: found, distance: frequencyDistance(r, s.af, found)}
		if symbols && best.found != noMatch && pairOf(c.ea, c.oa) != pairOf(best.ea, best.oa) {
			return site{}, rowSeveral
		}
		if best.found == noMatch || c.before(&best) {
			best = c
		}
	}
	if best.found == noMatch {
		return site{}, rowNotMatched
	}
	r.EA, r.OA = best.ea, best.oa
	if best.found >= strandFlipped {
		flipStrand(r)
	}
	if best.found == swapped || best.found == strandFlippedSwapped {
		exchange(r)
	}
	if variant.Palindromic(r.EA, r.OA) {
		return best.site, p.strand(r, best.site.af)
	}
	return best.site, rowKept
}

// candidate is a site that a row may be.
type candidate struct {
	site     site
	ea, oa   variant.Allele // of the row, spelled as the site is
	found    outcome
	distance float64
}

// before prefers the strand as given, then the closest frequency, then the
// alleles; which of the two alleles a file calls the effect allele plays no part.
func (c *candidate) before(other *candidate) bool {
	if flip, otherFlip := c.found >= strandFlipped, other.found >= strandFlipped; flip != otherFlip {
		return otherFlip
	}
	if c.distance != other.distance {
		return c.distance < other.distance
	}
	if c.site.ref != other.site.ref {
		return c.site.ref < other.site.ref
	}
	return c.site.alt < other.site.alt
}

// frequencyDistance returns |EAF − panel| after the change that found asks for; +Inf when one of
// the two is unknown.
func frequencyDistance(r *sumstats.Row, af float64, found outcome) float64 {
	f := r.EAF
	if found == swapped || found == strandFlippedSwapped {
		f = sumstats.ComplementFrequency(f)
	}
	if off := difference(r.Flags, f, af); !math.IsNaN(off) {
		return off
	}
	return math.Inf(1)
}

// difference returns |EAF − panel|; a minor allele frequency is compared with the panel's. NaN when
// one of the two is unknown. The result has no binary dust, so that 0.7 against 0.5 is 0.2 and no
// less.
func difference(flags sumstats.RowFlags, eaf, af float64) float64 {
	if flags&sumstats.EAFIsMAF != 0 {
		eaf, af = min(eaf, 1-eaf), min(af, 1-af)
	}
	return math.Round(math.Abs(eaf-af)*1e12) / 1e12
}

// strand decides for a palindromic row whose letters already agree with the panel. Both frequencies
// must be outside the ambiguous range: on the same side of one half the strand is right, on
// opposite sides the row was given on the other strand, which for such a pair amounts to an
// exchange.
func (p Palindromes) strand(r *sumstats.Row, af float64) verdictOnRow {
	if p.Rule == PalindromesKeep {
		return rowKept
	}
	if !p.clear(r.EAF) || !p.clear(af) || r.Flags&sumstats.EAFIsMAF != 0 {
		return rowAmbiguous
	}
	if (r.EAF > 0.5) != (af > 0.5) {
		flipStrand(r)
		exchange(r)
	}
	return rowKept
}

// clear reports whether a frequency is far enough from one half to determine the strand.
func (p Palindromes) clear(f float64) bool { return f < p.From || f > p.To }
