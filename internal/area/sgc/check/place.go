package check

import (
	"cmp"
	"math"
	"slices"
)

// Limits of the work that a file can cause.
const (
	maxPlaced = 150 // phenotypes whose pairs are shown, the most common ones
	maxRounds = 8   // a third one is rare
)

// withholdTelling withholds, in place, pairs that together with others could reveal a hidden
// number. After the first round no pair reveals one. Further rounds handle pairs that are shown
// only next to a pair that is withheld now, so that hiding again changes nothing.
func withholdTelling(rows []PairRow, k known) {
	for i, p := range rows {
		if says := k.listing(p); says == withheld || says != odd && (k.anyone(p.A) || k.anyone(p.B)) {
			rows[i].N = k.possible(p.A, p.B)
		}
	}
	hides := func(p PairRow) bool { return k.listing(p) == hidden }
	for range maxRounds {
		if !slices.ContainsFunc(rows, hides) {
			return
		}
		if w, cut := newWorlds(rows, k); !w.settle() && !cut {
			return
		}
	}
}

// settle places one phenotype after the other, and withholds the pairs that cannot be guaranteed.
func (w *worlds) settle() (changed bool) {
	first, others := w.order()
	for i, a := range first {
		for _, b := range first[:i] {
			w.fixed[w.index(a, b)] = w.says[w.index(a, b)] == exact
		}
	}
	placed := first
	for _, a := range others {
		if !w.place(a, placed) {
			changed = w.silence(a) || changed
			continue
		}
		for _, b := range placed {
			if i := w.index(a, b); w.says[i] == exact && !w.fixed[i] {
				changed = w.withhold(a, b) || changed
			}
		}
		placed = append(placed, a)
	}
	return changed
}

// order returns the phenotypes without hidden pairs among each other, which keep their true
// numbers, and the others; most common first.
func (w *worlds) order() (first, others []int) {
	var all []int
	for a, size := range w.size {
		if size > 0 {
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(w.size[b], w.size[a]) })
	for _, a := range all {
		hides := func(b int) bool { return w.says[w.index(a, b)] == hidden }
		if w.counted(w.codes[a]) && !slices.ContainsFunc(first, hides) {
			first = append(first, a)
		} else {
			others = append(others, a)
		}
	}
	return first, others
}

// place determines which numbers a phenotype can have with those placed before, and fixes them. It
// returns false if there is no room for its hidden pairs.
func (w *worlds) place(a int, before []int) bool {
	r := newRoom(w, a)
	var asked []int
	for _, b := range before {
		switch w.says[w.index(a, b)] {
		case hidden:
			r.hide(b)
		case exact, unlisted:
			asked = append(asked, b)
		}
	}
	if !r.fits() {
		return false
	}
	slices.SortFunc(asked, func(b, c int) int {
		return cmp.Or(cmp.Compare(w.rank(a, b), w.rank(a, c)), cmp.Compare(w.size[b], w.size[c]), cmp.Compare(b, c))
	})
	for _, b := range r.away {
		w.fixed[w.index(a, b)] = true
	}
	for _, b := range asked {
		w.fixed[w.index(a, b)] = r.admit(b)
	}
	return true
}

// rank sorts numbers of people before 0, and missing pairs last.
func (w *worlds) rank(a, b int) int {
	switch i := w.index(a, b); {
	case w.says[i] == unlisted:
		return 2
	case w.shared(a, b) == 0:
		return 1
	}
	return 0
}

// shared returns how many people have both in a world; every hidden pair but one is 0.
func (w *worlds) shared(a, b int) int64 {
	if i := w.index(a, b); w.says[i] == exact {
		return w.rows[w.row[i]].N.Low
	}
	return 0
}

// atMost returns the maximum number of people with both in a world.
func (w *worlds) atMost(a, b int) int64 {
	if w.fixed[w.index(a, b)] {
		return w.shared(a, b)
	}
	return min(w.size[a], w.size[b])
}

// silence withholds all pairs of a phenotype.
func (w *worlds) silence(a int) (changed bool) {
	for b := range w.size {
		if b != a {
			changed = w.withhold(a, b) || changed
		}
	}
	return changed
}

func (w *worlds) withhold(a, b int) (changed bool) {
	i := w.index(a, b)
	if w.says[i] == unlisted || w.says[i] == odd {
		return false
	}
	w.says[i] = withheld
	n, all := &w.rows[w.row[i]].N, w.possible(w.codes[a], w.codes[b])
	changed = *n != all
	*n = all
	return changed
}

// room counts the people available for a phenotype while it is placed.
type room struct {
	*worlds
	a       int
	own     int64   // people with a who are not placed yet
	outside int64   // people with none of away, minus those that a needs
	away    []int   // phenotypes whose overlap with a is fixed
	left    []int64 // for each of away: people with none of the others, minus those needed
}

func newRoom(w *worlds, a int) *room {
	return &room{worlds: w, a: a, own: w.size[a], outside: w.people - w.size[a]}
}

// hide separates a from a phenotype with which it has a hidden pair. One world has as many people
// with both as the highest end of the hidden number.
func (r *room) hide(b int) {
	r.outside -= r.reach(b)
	r.away, r.left = append(r.away, b), append(r.left, r.size[b]-r.high(r.a, b))
	r.own = min(r.own, r.size[r.a]-r.high(r.a, b))
}

// fits reports whether there is room for the hidden pairs. Their few people may share phenotypes
// whose numbers are hidden with the same bound, but no others, nor any that may be 0.
func (r *room) fits() bool {
	for i, b := range r.away {
		for _, c := range r.away {
			if c != b && (r.high(r.a, c) < r.high(r.a, b) || r.early(r.codes[r.a], r.codes[c])) {
				r.left[i] -= r.atMost(b, c)
			}
		}
		if r.left[i] < 0 {
			return false
		}
	}
	return r.own >= 0 && r.outside >= 0
}

// reach returns how many people of another phenotype are not yet in away.
func (r *room) reach(b int) int64 {
	most := int64(0)
	for _, c := range r.away {
		if r.fixed[r.index(b, c)] {
			most = max(most, r.shared(b, c))
		}
	}
	return r.size[b] - most
}

// admit fixes the number of people with a and another phenotype, if enough people have only that
// one, and enough remain for those fixed before.
func (r *room) admit(b int) bool {
	n := r.shared(r.a, b)
	alone := int64(math.MaxInt64)
	if n > 0 {
		alone = r.size[b] - n - r.most
		for _, c := range r.away {
			alone -= r.atMost(b, c)
		}
	}
	outside := r.outside - r.reach(b) + n
	if n > r.own || alone < 0 || outside < 0 {
		return false
	}
	for i, c := range r.away {
		if r.left[i] < r.atMost(c, b) {
			return false
		}
	}
	for i, c := range r.away {
		r.left[i] -= r.atMost(c, b)
	}
	r.own, r.outside = r.own-n, outside
	r.away, r.left = append(r.away, b), append(r.left, alone)
	return true
}
