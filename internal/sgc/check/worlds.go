package check

import (
	"cohortium/internal/sgc/count"
)

// saying is what a pair of phenotypes says.
type saying uint8

const (
	unlisted saying = iota // it is not in the file
	told                   // how many people have both
	hidden                 // that few people have both
	withheld               // no more than the cases do
	odd                    // what cannot be; a finding for people to correct
)

// worlds are the people of a cohort as they could be: what is shown of pairs is
// shown only as far as such people are known to exist for every value of each
// hidden number. See the proof in the documentation of the package.
type worlds struct {
	minCell int64
	people  int64
	rows    []PairRow
	codes   []string
	cases   []count.Count
	counted []bool   // its cases are in the file of cases
	size    []int64  // how many people have the phenotype in a world; 0 when its pairs say nothing
	row     []int    // by index
	says    []saying // by index
	fixed   []bool   // by index: every world has as many people with both as it says
	most    int64    // the highest end of a hidden pair
}

func newWorlds(rows []PairRow, cases []CasesRow, people, minCell int64) *worlds {
	w := &worlds{people: people, minCell: minCell, rows: rows}
	known := make(map[string]count.Count, len(cases))
	for _, c := range cases {
		known[c.Code] = c.Cases
	}
	at := make(map[string]int)
	for _, p := range rows {
		for _, code := range []string{p.A, p.B} {
			if _, seen := at[code]; seen {
				continue
			}
			n, ok := known[code]
			if !ok {
				n = count.Count{High: people}
			}
			at[code] = len(w.codes)
			w.codes, w.cases, w.counted = append(w.codes, code), append(w.cases, n), append(w.counted, ok)
		}
	}
	n := len(w.codes)
	w.size, w.row, w.says, w.fixed = make([]int64, n), make([]int, n*n), make([]saying, n*n), make([]bool, n*n)
	for i, p := range rows {
		a, b := at[p.A], at[p.B]
		w.row[w.index(a, b)] = i
		w.says[w.index(a, b)] = w.saying(a, b, p.N)
	}
	w.sizes()
	return w
}

func (w *worlds) index(a, b int) int { return min(a, b)*len(w.codes) + max(a, b) }

// possible is how many people can have both phenotypes by their cases alone.
func (w *worlds) possible(a, b int) count.Count {
	x, y := w.cases[a], w.cases[b]
	high := min(x.High, y.High, w.people)
	return count.Count{Low: min(high, max(0, x.Low+y.Low-w.people)), High: high}
}

func (w *worlds) saying(a, b int, n count.Count) saying {
	all := w.possible(a, b)
	switch {
	case n.Low > all.High || n.High < all.Low || max(w.cases[a].Low, w.cases[b].Low) > w.people:
		return odd
	case n.IsExact():
		return told
	case n.Low == 0 && n.High < all.High:
		return hidden
	}
	return withheld
}

// sizes says how many people have each phenotype. Of one without cases nobody
// knows, so that it may have people of its own for every pair. One whose cases
// are hidden has no size, and its pairs say nothing.
func (w *worlds) sizes() {
	sum := make([]int64, len(w.codes))
	w.each(func(a, b int, says saying, n count.Count) {
		switch says {
		case told:
			sum[a], sum[b] = sum[a]+n.Low, sum[b]+n.Low
		case hidden:
			w.most = max(w.most, n.High)
		}
	})
	for i, c := range w.cases {
		switch {
		case !w.counted[i]:
			w.size[i] = sum[i] + 2*w.most
		case c.IsExact() && c.Low <= w.people:
			w.size[i] = c.Low
		}
	}
}

func (w *worlds) each(do func(a, b int, says saying, n count.Count)) {
	for a := range w.codes {
		for b := a + 1; b < len(w.codes); b++ {
			if i := w.index(a, b); w.says[i] != unlisted {
				do(a, b, w.says[i], w.rows[w.row[i]].N)
			}
		}
	}
}
