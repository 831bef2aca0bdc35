package qc

import (
	"cmp"
	"context"
	"math"
	"slices"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// resolver takes the rows of one position to the clean file or to a reason.
type resolver struct {
	opt    *Options
	filter filter
	dict   *variant.Dict
	panel  bool

	sites  siteIndex // of the panel at this position
	kept   []matched // scratch
	seen   map[pair]int
	result decisions

	matched      int64 // rows whose position the panel has, alleles agreeing
	positionHits int64 // rows whose position the panel has
	positions    int64 // rows looked up
	palindromic  int64
	indels       int64
	multiAllelic int64 // positions with more than one variant
}

// decisions are the decisions of resolve about one position.
type decisions struct {
	clean    []matched
	excluded []exclusion
	outliers []matched // left out for their frequency
}

// exclusion is an excluded row.
type exclusion struct {
	row    sumstats.Row // as it was when the reason applied
	reason sumstats.Reason
	field  sumstats.Field
	value  float64
}

func (d *decisions) reset() {
	d.clean, d.excluded, d.outliers = d.clean[:0], d.excluded[:0], d.outliers[:0]
}

func newResolver(o *Options, d *variant.Dict, panel bool, nMax float64) *resolver {
	return &resolver{opt: o, dict: d, panel: panel, seen: map[pair]int{},
		filter: filter{rules: o.Rules, limits: o.Limits, removeIndels: o.RemoveIndels, nMax: nMax, warnings: map[Warning]int64{}}}
}

// resolve decides on rows of one position. The result is valid until the next call.
func (v *resolver) resolve(ctx context.Context, rows []sumstats.Row) (*decisions, error) {
	v.result.reset()
	v.kept = v.kept[:0]
	for i := range rows {
		r := &rows[i]
		if reason, field := v.filter.test(r); reason != "" {
			v.exclude(r, reason, field, valueOf(r, field))
			continue
		}
		v.kept = append(v.kept, matched{row: *r, af: math.NaN()})
	}
	v.dropDuplicates()
	if err := v.harmonise(ctx); err != nil {
		return nil, err
	}
	if v.panel {
		v.dropDuplicates() // the same variant may have been written on both strands
	}
	if len(v.kept) > 1 {
		v.multiAllelic++
		slices.SortFunc(v.kept, compareMatched)
	}
	for i := range v.kept {
		v.checkFrequency(&v.kept[i])
	}
	return &v.result, nil
}

func compareMatched(a, b matched) int {
	aLow, aHigh := variant.UnorderedPair(a.row.EA, a.row.OA)
	bLow, bHigh := variant.UnorderedPair(b.row.EA, b.row.OA)
	return cmp.Or(cmp.Compare(aLow, bLow), cmp.Compare(aHigh, bHigh), cmp.Compare(a.row.Line, b.row.Line))
}

func (v *resolver) exclude(r *sumstats.Row, reason sumstats.Reason, field sumstats.Field, value float64) {
	v.result.excluded = append(v.result.excluded, exclusion{*r, reason, field, value})
}

// pair is the two alleles of a variant in either order.
type pair [2]variant.Allele

func pairOf(a, b variant.Allele) pair {
	low, high := variant.UnorderedPair(a, b)
	return pair{low, high}
}

// fewRows is how many rows of one position are compared one by one; an index
// costs more there.
const fewRows = 8

// dropDuplicates keeps of each variant the row with the larger N, of equals the
// first of the file.
func (v *resolver) dropDuplicates() {
	if len(v.kept) < 2 {
		return
	}
	crowded := len(v.kept) > fewRows
	if crowded {
		clear(v.seen)
	}
	out := v.kept[:0]
	for _, m := range v.kept {
		at := v.earlier(out, pairOf(m.row.EA, m.row.OA), crowded)
		if at == len(out) {
			out = append(out, m)
			continue
		}
		loser := m
		if preferred(&m.row, &out[at].row) {
			loser, out[at] = out[at], m
		}
		v.exclude(&loser.row, ReasonDuplicate, "", math.NaN())
	}
	v.kept = out
}

// earlier returns the index of the row of a variant among those kept, their number when it is new.
func (v *resolver) earlier(kept []matched, p pair, crowded bool) int {
	if crowded {
		at, ok := v.seen[p]
		if !ok {
			at = len(kept)
			v.seen[p] = at
		}
		return at
	}
	for i := range kept {
		if pairOf(kept[i].row.EA, kept[i].row.OA) == p {
			return i
		}
	}
	return len(kept)
}

func preferred(a, b *sumstats.Row) bool {
	an, bn := a.N, b.N
	if math.IsNaN(an) {
		an = -1
	}
	if math.IsNaN(bn) {
		bn = -1
	}
	if an != bn {
		return an > bn
	}
	return a.Line < b.Line
}

// harmonise turns the kept rows to the panel. Without a panel it leaves out rows that cannot be
// oriented later.
func (v *resolver) harmonise(ctx context.Context) error {
	out := v.kept[:0]
	for i, m := range v.kept {
		if i%1024 == 1023 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		v.positions++
		if !m.row.EA.Single() || !m.row.OA.Single() {
			v.indels++
		}
		if variant.Palindromic(m.row.EA, m.row.OA) {
			v.palindromic++
		}
		if reason, field := v.orient(&m); reason != "" {
			v.exclude(&m.row, reason, field, valueOf(&m.row, field))
			continue
		}
		out = append(out, m)
	}
	v.kept = out
	return nil
}

func (v *resolver) orient(m *matched) (sumstats.Reason, sumstats.Field) {
	r := &m.row
	palindromic := variant.Palindromic(r.EA, r.OA)
	if palindromic && v.opt.Palindromes.Rule == PalindromesDrop {
		return ReasonPalindromic, sumstats.FieldEAF
	}
	if !v.panel {
		return v.orientAlone(r, palindromic)
	}
	if len(v.sites.all) == 0 {
		return v.absent(r, palindromic)
	}
	v.positionHits++
	if symbolic(r.EA, r.OA) {
		v.filter.warnings[WarnIndelSymbols]++
	}
	s, verdict := v.opt.Palindromes.harmonise(r, v.sites.candidates(r.EA, r.OA), v.dict)
	switch verdict {
	case rowNotMatched:
		return ReasonMismatch, sumstats.FieldEffectAllele
	case rowSeveral:
		return ReasonSeveralIndels, sumstats.FieldEffectAllele
	case rowAmbiguous:
		v.matched++
		return ReasonPalindromic, sumstats.FieldEAF
	}
	v.matched++
	m.af = s.af
	if r.RSID == 0 {
		r.RSID = s.rsid
	}
	return "", ""
}

// absent decides about a row whose position the panel does not have.
func (v *resolver) absent(r *sumstats.Row, palindromic bool) (sumstats.Reason, sumstats.Field) {
	switch v.opt.Rules.NotInPanel.Mode {
	case Exclude:
		return ReasonNotInPanel, sumstats.FieldPosition
	case Warn:
		v.filter.warnings[WarnNotInPanel]++
	}
	return v.orientAlone(r, palindromic)
}

// orientAlone decides without a panel: a palindromic variant stays when its own frequency is clear
// enough to determine the strand among other studies.
func (v *resolver) orientAlone(r *sumstats.Row, palindromic bool) (sumstats.Reason, sumstats.Field) {
	p := &v.opt.Palindromes
	switch {
	case symbolic(r.EA, r.OA):
		return ReasonSymbolicIndel, sumstats.FieldEffectAllele
	case palindromic && p.Rule == PalindromesByFrequency &&
		(!p.clear(r.EAF) || r.Flags&sumstats.EAFIsMAF != 0):
		return ReasonPalindromic, sumstats.FieldEAF
	}
	return "", ""
}

// checkFrequency passes a row on, or leaves it out when its frequency is too
// far from the panel's.
func (v *resolver) checkFrequency(m *matched) {
	off := difference(m.row.Flags, m.row.EAF, m.af)
	if off >= v.opt.FrequencyDifference {
		switch v.opt.Rules.Frequency.Mode {
		case Exclude:
			v.result.outliers = append(v.result.outliers, *m)
			v.exclude(&m.row, ReasonFrequency, sumstats.FieldEAF, m.row.EAF)
			return
		case Warn:
			v.filter.warnings[WarnFrequency]++
		}
	}
	v.result.clean = append(v.result.clean, *m)
}
