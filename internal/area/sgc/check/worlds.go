package check

import (
	"cmp"
	"maps"
	"slices"

	"cohortium/internal/area/sgc/count"
)

// listing is the knowledge about a pair of phenotypes.
type listing uint8

const (
	unlisted listing = iota // it is not in the file
	exact                   // how many people have both
	hidden                  // that few people have both
	withheld                // only what the cases imply
	odd                     // impossible; a finding to correct
)

// known holds the facts that the cases imply.
type known struct {
	cases           map[string]count.Count
	people, minCell int64
}

func knownOf(cases []CasesRow, people, minCell int64) known {
	k := known{cases: make(map[string]count.Count, len(cases)), people: people, minCell: minCell}
	for _, c := range cases {
		k.cases[c.Code] = c.Cases
	}
	return k
}

// of returns how many people have a phenotype; any number for one without cases.
func (k known) of(code string) count.Count {
	if n, ok := k.cases[code]; ok {
		return n
	}
	return count.Count{High: k.people}
}

// counted reports whether a phenotype has cases.
func (k known) counted(code string) bool {
	_, ok := k.cases[code]
	return ok
}

// early reports whether a pair was uploaded before the cases of its phenotypes.
func (k known) early(a, b string) bool { return !k.counted(a) || !k.counted(b) }

// anyone reports whether the cases of a phenotype are hidden, so that anyone could have it.
func (k known) anyone(code string) bool {
	n, counted := k.cases[code]
	return counted && !n.IsExact()
}

// possible returns how many people can have both phenotypes by their cases alone.
func (k known) possible(a, b string) count.Count {
	x, y := k.of(a), k.of(b)
	high := min(x.High, y.High, k.people)
	low := min(high, max(0, x.Low+y.Low-k.people))
	if low < k.minCell {
		low = 0
	}
	return count.Count{Low: low, High: high}
}

func (k known) listing(p PairRow) listing {
	all := k.possible(p.A, p.B)
	switch {
	case p.N.Low > all.High || p.N.High < all.Low || max(k.of(p.A).Low, k.of(p.B).Low) > k.people:
		return odd
	case p.N == all:
		return withheld
	case p.N == count.Exact(0) && k.early(p.A, p.B):
		return hidden // it may be small once there are cases, and must not differ from small then
	case p.N.IsExact():
		return exact
	case p.N.Low == 0 && p.N.High < all.High:
		return hidden
	}
	return withheld
}

// worlds are the possible people of a cohort, see the package documentation. Phenotypes are
// numbered, and pairs have an index.
type worlds struct {
	known
	rows  []PairRow
	codes []string
	size  []int64   // by phenotype: how many people have it in a world; 0 if its pairs reveal nothing
	row   []int     // by index
	says  []listing // by index
	fixed []bool    // by index: every world has exactly the shown number of people with both
	most  int64     // the highest end of a hidden pair
}

// newWorlds takes the most common phenotypes of a file and withholds the pairs of the others; cut
// reports whether this changed any.
func newWorlds(rows []PairRow, k known) (w *worlds, cut bool) {
	seen := make(map[string]bool)
	for _, p := range rows {
		seen[p.A], seen[p.B] = true, true
	}
	codes := slices.SortedFunc(maps.Keys(seen), func(a, b string) int {
		return cmp.Or(cmp.Compare(k.of(b).High, k.of(a).High), cmp.Compare(a, b))
	})
	codes = codes[:min(len(codes), maxPlaced)]
	n := len(codes)
	w = &worlds{known: k, rows: rows, codes: codes, size: make([]int64, n), row: make([]int, n*n), says: make([]listing, n*n), fixed: make([]bool, n*n)}
	at := make(map[string]int, n)
	for i, code := range codes {
		at[code] = i
	}
	for i, p := range rows {
		a, hasA := at[p.A]
		b, hasB := at[p.B]
		says := k.listing(p)
		if hasA && hasB {
			w.row[w.index(a, b)], w.says[w.index(a, b)] = i, says
			continue
		}
		if all := k.possible(p.A, p.B); says != odd && p.N != all {
			rows[i].N, cut = all, true
		}
	}
	w.sizes()
	return w, cut
}

func (w *worlds) index(a, b int) int { return min(a, b)*len(w.size) + max(a, b) }

// sizes sets how many people have each phenotype. One without cases has enough people for each of
// its pairs, because its number is unknown. One with hidden cases has no size.
func (w *worlds) sizes() {
	sum := make([]int64, len(w.size))
	for a := range w.size {
		for b := range a {
			switch i := w.index(a, b); w.says[i] {
			case exact:
				n := w.rows[w.row[i]].N.Low
				sum[a], sum[b] = sum[a]+n, sum[b]+n
			case hidden:
				w.most = max(w.most, w.high(a, b))
			}
		}
	}
	for a := range w.size {
		switch c := w.of(w.codes[a]); {
		case !w.counted(w.codes[a]):
			w.size[a] = sum[a] + 2*w.most
		case c.IsExact() && c.Low <= w.people:
			w.size[a] = c.Low
		}
	}
}

// high returns the highest end of a hidden pair.
func (w *worlds) high(a, b int) int64 {
	return max(w.minCell-1, w.rows[w.row[w.index(a, b)]].N.High)
}
