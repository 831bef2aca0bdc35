package meta

import (
	"math"
	"slices"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// entry is one study's row at the place being combined, and how it relates to
// the result: turned to the other strand, effect and other allele exchanged.
type entry struct {
	study   int // index in name order
	row     *sumstats.Row
	ea, oa  variant.Allele // alleles after the strand has been settled
	flipped bool           // on the strand opposite to the file's
}

// group is the entries of one variant.
type group struct {
	lo, hi  variant.Allele // variant.Class
	entries []entry        // one per study, by study
	dropped bool
}

// matcher sorts the rows of one place into variants. It is not safe for concurrent use and reuses
// its memory from place to place.
type matcher struct {
	opt    *Options
	dict   *variant.Dict
	groups []group
	n      int                       // groups in use
	index  map[[2]variant.Allele]int // of the groups by class, once they are many
	places []int                     // scratch: groups that each study is in
	counts []studyCounts
}

// manyGroups is how many groups of one place are searched one by one.
const manyGroups = 16

// studyCounts counts what matching did with the rows of one study.
type studyCounts struct {
	used    int64
	flipped int64 // turned to the other strand
	swapped int64 // effect and other allele exchanged
	dropped [accepted]int64
}

func (c *studyCounts) add(o *studyCounts) {
	c.used += o.used
	c.flipped += o.flipped
	c.swapped += o.swapped
	for i := range c.dropped {
		c.dropped[i] += o.dropped[i]
	}
}

// match returns the variants at one place that enough studies report, each with
// its entries on one strand. Rows that take no part are counted.
func (m *matcher) match(rows []entry) []group {
	m.n = 0
	for _, e := range rows {
		m.assign(e)
	}
	for i := range m.n {
		g := &m.groups[i]
		if variant.Palindromic(g.lo, g.hi) {
			m.settlePalindromic(g)
		} else {
			m.settleStrand(g)
		}
		g.dropped = len(g.entries) < m.opt.MinStudies
	}
	m.explain()
	return m.groups[:m.n]
}

// assign puts an entry into its group; of two rows of one study the one with the larger
// N stays, else the one that is first in the file, which it always is with FirstOfDuplicates.
func (m *matcher) assign(e entry) {
	lo, hi := variant.Class(e.row.EA, e.row.OA)
	e.ea, e.oa = e.row.EA, e.row.OA
	g := m.group(lo, hi)
	if last := len(g.entries) - 1; last >= 0 && g.entries[last].study == e.study {
		m.counts[e.study].dropped[Duplicate]++
		if m.precedes(e.row, g.entries[last].row) {
			g.entries[last] = e
		}
		return
	}
	g.entries = append(g.entries, e)
}

func (m *matcher) precedes(a, b *sumstats.Row) bool {
	if na, nb := known(a.N), known(b.N); na != nb && !m.opt.FirstOfDuplicates {
		return na > nb
	}
	return a.Line < b.Line
}

// known reads a missing number as 0.
func known(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}

func (m *matcher) group(lo, hi variant.Allele) *group {
	if i, ok := m.find(lo, hi); ok {
		return &m.groups[i]
	}
	if m.n == len(m.groups) {
		m.groups = append(m.groups, group{})
	}
	g := &m.groups[m.n]
	if m.n == manyGroups {
		clear(m.index)
	}
	if m.n >= manyGroups {
		m.index[[2]variant.Allele{lo, hi}] = m.n
	}
	m.n++
	g.lo, g.hi, g.entries, g.dropped = lo, hi, g.entries[:0], false
	return g
}

// find returns the group of a class. A place has few variants as a rule; where
// it has many, an index keeps the work from growing with their square.
func (m *matcher) find(lo, hi variant.Allele) (int, bool) {
	for i := range min(m.n, manyGroups) {
		if m.groups[i].lo == lo && m.groups[i].hi == hi {
			return i, true
		}
	}
	if m.n <= manyGroups {
		return 0, false
	}
	i, ok := m.index[[2]variant.Allele{lo, hi}]
	return i, ok
}

// settleStrand turns entries to the strand that most of them report; equal
// numbers go to the strand of the class.
func (m *matcher) settleStrand(g *group) {
	if !g.lo.Single() || !g.hi.Single() {
		return
	}
	other := 0
	for i := range g.entries {
		if e := &g.entries[i]; e.ea != g.lo && e.ea != g.hi {
			other++
		}
	}
	if other == 0 {
		return
	}
	turn := other*2 <= len(g.entries) // turn the others to the class, or the class to them
	for i := range g.entries {
		e := &g.entries[i]
		if onClass := e.ea == g.lo || e.ea == g.hi; onClass != turn {
			e.ea, e.oa, e.flipped = e.ea.OtherStrand(), e.oa.OtherStrand(), true
		}
	}
}

// settlePalindromic applies the rule for variants whose alleles do not determine the strand.
func (m *matcher) settlePalindromic(g *group) {
	if m.opt.Palindromic == KeepAsStated {
		return
	}
	kept := g.entries[:0]
	var low, high int
	var lowN, highN float64
	for _, e := range g.entries {
		f := e.row.EAF
		if m.opt.Palindromic == DropAll || !variant.TellsStrand(f) {
			m.counts[e.study].dropped[PalindromicRow]++
			continue
		}
		if (f < 0.5) == (e.ea == g.lo) {
			low++
			lowN += known(e.row.N)
		} else {
			high++
			highN += known(e.row.N)
		}
		kept = append(kept, e)
	}
	g.entries = kept
	minor := low > high || low == high && lowN >= highN // the first allele is the minor one
	for i := range kept {
		e := &kept[i]
		if ((e.row.EAF < 0.5) == (e.ea == g.lo)) != minor {
			e.ea, e.oa, e.flipped = e.oa, e.ea, true
		}
	}
}

// explain counts the entries of the groups that too few studies report. A study
// whose only row here is in such a group, while another study reports other
// alleles here instead, disagrees about the alleles.
func (m *matcher) explain() {
	dropped := false
	for i := range m.n {
		dropped = dropped || m.groups[i].dropped
	}
	if !dropped {
		return
	}
	m.places = slices.Grow(m.places[:0], len(m.counts))[:len(m.counts)]
	clear(m.places)
	studies := 0 // that have a row here
	for i := range m.n {
		for _, e := range m.groups[i].entries {
			if m.places[e.study]++; m.places[e.study] == 1 {
				studies++
			}
		}
	}
	for i := range m.n {
		g := &m.groups[i]
		for _, e := range g.entries {
			switch {
			case !g.dropped:
			case m.places[e.study] == 1 && studies > len(g.entries):
				m.counts[e.study].dropped[AlleleMismatch]++
			default:
				m.counts[e.study].dropped[FewStudies]++
			}
		}
	}
}

// effect chooses the effect allele: the one that most entries report, else the
// smaller one.
func (m *matcher) effect(g *group) (effect, other variant.Allele) {
	a, b := g.entries[0].ea, g.entries[0].oa
	if m.less(b, a) {
		a, b = b, a
	}
	votes := 0
	for i := range g.entries {
		if g.entries[i].ea == a {
			votes++
		}
	}
	if votes*2 < len(g.entries) {
		return b, a
	}
	return a, b
}

// less orders alleles by length, then by text.
func (m *matcher) less(a, b variant.Allele) bool {
	la, lb := m.dict.Len(a), m.dict.Len(b)
	switch {
	case la != lb:
		return la < lb
	case a == b || la <= 31: // packed words of one length sort as their text
		return a < b
	default:
		return m.dict.Text(a) < m.dict.Text(b)
	}
}
