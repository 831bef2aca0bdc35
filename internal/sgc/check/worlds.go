package check

import (
	"cmp"
	"maps"
	"slices"

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

// worlds are the people of a cohort as they could be, see the documentation of
// the package. Phenotypes are numbered, and pairs have an index.
type worlds struct {
	people, minCell int64
	rows            []PairRow
	cases           []count.Count
	counted         []bool   // by phenotype: its cases are known
	size            []int64  // by phenotype: how many people have it in a world; 0 when its pairs say nothing
	row             []int    // by index
	says            []saying // by index
	fixed           []bool   // by index: every world has as many people with both as it says
	most            int64    // the highest end of a hidden pair
}

// newWorlds takes the most common phenotypes of a file. It cuts the others off:
// their pairs are withheld.
func newWorlds(rows []PairRow, cases []CasesRow, people, minCell int64) (w *worlds, cut bool) {
	known := make(map[string]count.Count, len(cases))
	for _, c := range cases {
		known[c.Code] = c.Cases
	}
	of := make(map[string]count.Count)
	for _, p := range rows {
		for _, code := range []string{p.A, p.B} {
			n, counted := known[code]
			if !counted {
				n = count.Count{High: people}
			}
			of[code] = n
		}
	}
	codes := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		return cmp.Or(cmp.Compare(of[b].High, of[a].High), cmp.Compare(a, b))
	})
	n := min(len(codes), maxPlaced)
	w = &worlds{
		people: people, minCell: minCell, rows: rows, cases: make([]count.Count, n), counted: make([]bool, n),
		size: make([]int64, n), row: make([]int, n*n), says: make([]saying, n*n), fixed: make([]bool, n*n),
	}
	at := make(map[string]int, n)
	for i, code := range codes[:n] {
		at[code], w.cases[i] = i, of[code]
		_, w.counted[i] = known[code]
	}
	for i, p := range rows {
		a, hasA := at[p.A]
		b, hasB := at[p.B]
		x, y := of[p.A], of[p.B]
		says := w.saying(x, y, p.N)
		if hasA && hasB {
			w.row[w.index(a, b)], w.says[w.index(a, b)] = i, says
			continue
		}
		if all := w.possible(x, y); says != odd && p.N != all {
			rows[i].N, cut = all, true
		}
	}
	w.sizes()
	return w, cut
}

func (w *worlds) index(a, b int) int { return min(a, b)*len(w.size) + max(a, b) }

// possible is how many people can have both of two phenotypes by their cases alone.
func (w *worlds) possible(x, y count.Count) count.Count {
	high := min(x.High, y.High, w.people)
	low := min(high, max(0, x.Low+y.Low-w.people))
	if low < w.minCell {
		low = 0
	}
	return count.Count{Low: low, High: high}
}

func (w *worlds) saying(x, y, n count.Count) saying {
	all := w.possible(x, y)
	switch {
	case n.Low > all.High || n.High < all.Low || max(x.Low, y.Low) > w.people:
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
// are hidden has no size.
func (w *worlds) sizes() {
	sum := make([]int64, len(w.size))
	for a := range w.size {
		for b := range a {
			switch i := w.index(a, b); w.says[i] {
			case told:
				n := w.rows[w.row[i]].N.Low
				sum[a], sum[b] = sum[a]+n, sum[b]+n
			case hidden:
				w.most = max(w.most, w.rows[w.row[i]].N.High)
			}
		}
	}
	for a, c := range w.cases {
		switch {
		case !w.counted[a]:
			w.size[a] = sum[a] + 2*w.most
		case c.IsExact() && c.Low <= w.people:
			w.size[a] = c.Low
		}
	}
}
