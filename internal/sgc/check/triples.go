package check

import "cohortium/internal/sgc/count"

// maxNarrowing bounds how often conclusions are drawn from conclusions.
const maxNarrowing = 16

// hideTriples widens pairs that together tell a hidden number, in place. Of three
// phenotypes A, B and C, who has A and C and who has B and C says how many have A
// and B: at least AC + BC − C, and at most A − AC + BC. Pairs whose phenotypes
// are unknown or too few for them say nothing.
func hideTriples(rows []PairRow, cases []CasesRow, people, minCell int64) {
	o := newOverlaps(rows, cases, people)
	for range len(rows) { // each round widens a pair
		o.start(rows)
		few := o.few(rows, minCell)
		if len(few) == 0 {
			return
		}
		o.narrow()
		if !o.widen(rows, few) {
			return
		}
	}
}

// overlaps is what can be concluded about the cases of phenotypes and about the
// people with two of them. A phenotype with itself is its cases.
type overlaps struct {
	n       int // phenotypes
	people  int64
	cases   []count.Count
	row     []int         // of a pair, -1 without one; pairs by index
	bounds  []count.Count // by index
	because [][]int       // the indexes from which a bound was concluded last
}

func newOverlaps(rows []PairRow, cases []CasesRow, people int64) *overlaps {
	n := len(cases)
	o := &overlaps{n: n, people: people, row: make([]int, n*n), bounds: make([]count.Count, n*n), because: make([][]int, n*n)}
	at := make(map[string]int, n)
	for i, c := range cases {
		at[c.Code] = i
		o.cases = append(o.cases, count.Count{Low: c.Cases.Low, High: max(c.Cases.Low, min(c.Cases.High, people))})
	}
	for i := range o.row {
		o.row[i] = -1
	}
	for i, p := range rows {
		a, knowsA := at[p.A]
		b, knowsB := at[p.B]
		if !knowsA || !knowsB {
			continue
		}
		if all := o.possible(a, b); p.N.Low <= all.High && p.N.High >= all.Low {
			o.row[o.index(a, b)] = i
		}
	}
	return o
}

func (o *overlaps) index(a, b int) int { return min(a, b)*o.n + max(a, b) }

// possible is how many people can have both phenotypes by their cases alone.
func (o *overlaps) possible(a, b int) count.Count {
	x, y := o.cases[a], o.cases[b]
	low := max(0, x.Low+y.Low-o.people)
	return count.Count{Low: low, High: max(low, min(x.High, y.High))}
}

// start forgets all conclusions.
func (o *overlaps) start(rows []PairRow) {
	clear(o.because)
	for a := range o.n {
		o.bounds[o.index(a, a)] = o.cases[a]
		for b := range a {
			i := o.index(a, b)
			o.bounds[i] = o.possible(a, b)
			if r := o.row[i]; r >= 0 {
				o.bounds[i] = count.Count{Low: max(o.bounds[i].Low, rows[r].N.Low), High: min(o.bounds[i].High, rows[r].N.High)}
			}
		}
	}
}

// few gives the bounds of hidden cases, and of pairs that are hidden as they are
// few: nothing may be concluded beyond them. A pair that was widened for another
// is not few.
func (o *overlaps) few(rows []PairRow, minCell int64) map[int]count.Count {
	few := make(map[int]count.Count)
	for a := range o.n {
		for b := range a + 1 {
			i := o.index(a, b)
			of := o.bounds[i]
			switch r := o.row[i]; {
			case of.IsExact():
			case a == b:
				few[i] = of
			case r >= 0 && !rows[r].N.IsExact() && of.High < o.possible(a, b).Low+2*minCell:
				if of != o.possible(a, b) || !o.cases[a].IsExact() || !o.cases[b].IsExact() {
					few[i] = of
				}
			}
		}
	}
	return few
}

// narrow draws all conclusions.
func (o *overlaps) narrow() {
	for range maxNarrowing {
		changed := false
		for a := range o.n {
			changed = o.narrowCases(a) || changed
			for b := range a {
				changed = o.narrowPair(a, b) || changed
			}
		}
		if !changed {
			return
		}
	}
}

func (o *overlaps) narrowPair(a, b int) (changed bool) {
	i := o.index(a, b)
	if o.bounds[i].IsExact() {
		return false
	}
	ia, ib := o.index(a, a), o.index(b, b)
	x, y := o.bounds[ia], o.bounds[ib]
	changed = o.conclude(i, x.Low+y.Low-o.people, min(x.High, y.High), ia, ib)
	for c := range o.n {
		if c == a || c == b {
			continue
		}
		ic, iac, ibc := o.index(c, c), o.index(a, c), o.index(b, c)
		z, xz, yz := o.bounds[ic], o.bounds[iac], o.bounds[ibc]
		low := max(xz.Low+yz.Low-z.High, x.Low+y.Low+z.Low-xz.High-yz.High-o.people)
		high := min(x.High-xz.Low+yz.High, y.High-yz.Low+xz.High)
		changed = o.conclude(i, low, high, iac, ibc, ia, ib, ic) || changed
	}
	return changed
}

func (o *overlaps) narrowCases(a int) (changed bool) {
	i := o.index(a, a)
	for b := range o.n {
		if o.bounds[i].IsExact() {
			return changed
		}
		if b == a {
			continue
		}
		ib, iab := o.index(b, b), o.index(a, b)
		y, xy := o.bounds[ib], o.bounds[iab]
		changed = o.conclude(i, xy.Low, o.people-y.Low+xy.High, iab, ib) || changed
		for c := range b {
			if c == a {
				continue
			}
			ic, iac, ibc := o.index(c, c), o.index(a, c), o.index(b, c)
			z, xz, yz := o.bounds[ic], o.bounds[iac], o.bounds[ibc]
			changed = o.conclude(i, xy.Low+xz.Low-yz.High, o.people-y.Low-z.Low+xy.High+xz.High+yz.High, iab, iac, ibc, ib, ic) || changed
		}
	}
	return changed
}

// conclude narrows a bound. Numbers that cannot all be true tell nothing.
func (o *overlaps) conclude(i int, low, high int64, because ...int) (changed bool) {
	of := &o.bounds[i]
	low, high = max(low, of.Low), min(high, of.High)
	if *of == (count.Count{Low: low, High: high}) || low > high {
		return false
	}
	*of = count.Count{Low: low, High: high}
	o.because[i] = append(o.because[i], because...)
	return true
}

// widen lets the pairs from which something was concluded about few people be
// anything that is possible; few ones only when there are no others.
func (o *overlaps) widen(rows []PairRow, few map[int]count.Count) (changed bool) {
	seen := make(map[int]bool)
	var spared []int
	var widen func(i int)
	widen = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		if _, isFew := few[i]; isFew {
			spared = append(spared, i)
		} else {
			changed = o.open(rows, i) || changed
		}
		for _, j := range o.because[i] {
			widen(j)
		}
	}
	for i, of := range few {
		if o.bounds[i] != of {
			widen(i)
		}
	}
	if changed {
		return true
	}
	for _, i := range spared {
		changed = o.open(rows, i) || changed
	}
	return changed
}

func (o *overlaps) open(rows []PairRow, i int) bool {
	r, all := o.row[i], o.possible(i/o.n, i%o.n)
	if r < 0 || rows[r].N == all {
		return false
	}
	rows[r].N = all
	return true
}
