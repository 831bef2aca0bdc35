// Package locus picks lead variants: the strongest variant, then the strongest that is further than
// Window from it, and so on. It owns that rule for every list of loci. The caller defines what a
// variant is, and how strong one must be to lead. It imports genome only, and neither reads files
// nor formats numbers.
package locus

import (
	"cmp"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
)

// Window is how far to either side a lead variant represents others, in base pairs.
const Window = 500_000

// crowded is how many variants are held before the decided ones are cleared away.
const crowded = 4096

// Lead is a variant that leads a locus.
type Lead[T any] struct {
	Variant   T
	NegLog10P float64
	// Members are the variants strong enough to lead that it represents, itself included. Each
	// variant belongs to one lead only.
	Members int
	// Support are the other variants within Window, whatever their strength.
	Support int64
}

// Finder picks the leads among variants that come in genome order. It takes n·log n steps and drops
// variants that can neither lead nor support a later one, so it holds little besides the leads.
type Finder[T any] struct {
	above      float64 // a lead is stronger than this
	chromosome genome.Chromosome
	pending    []candidate[T] // in genome order
	limit      int            // of pending, at which to clear
	leads      []Lead[T]

	order []int          // scratch: undecided variants, strongest first
	taken map[int64]int  // leads by bucket, as index of pending
	open  map[int64]span // undecided variants of this round by bucket
}

type candidate[T any] struct {
	variant   T
	position  int64
	negLog10P float64
	members   int
	state     state
}

type state uint8

const (
	undecided state = iota // may lead, or may be represented by one that may lead
	leading
	settled // is represented, has been handed out, or is too weak to lead
)

// span is the first and the last of some positions.
type span struct{ from, to int64 }

// NewFinder picks leads whose −log10 P exceeds above.
func NewFinder[T any](above float64) *Finder[T] {
	return &Finder[T]{above: above, limit: crowded, taken: map[int64]int{}, open: map[int64]span{}}
}

// Add takes the next variant. One without position leads itself.
func (f *Finder[T]) Add(c genome.Chromosome, position int32, negLog10P float64, variant T) {
	strong := negLog10P > f.above
	if position == 0 {
		if strong {
			f.leads = append(f.leads, Lead[T]{Variant: variant, NegLog10P: negLog10P, Members: 1})
		}
		return
	}
	at := int64(position)
	if n := len(f.pending); n > 0 && (c != f.chromosome || at-f.pending[n-1].position > Window) {
		f.decide(math.MaxInt64)
	}
	f.chromosome = c
	next := candidate[T]{variant: variant, position: at, negLog10P: negLog10P}
	if !strong {
		next.state = settled
	}
	f.pending = append(f.pending, next)
	if len(f.pending) >= f.limit {
		f.decide(at)
		f.limit = max(crowded, 2*len(f.pending))
	}
}

// Leads returns all leads, strongest first, equals in genome order.
func (f *Finder[T]) Leads() []Lead[T] {
	f.decide(math.MaxInt64)
	slices.SortStableFunc(f.leads, func(a, b Lead[T]) int { return cmp.Compare(b.NegLog10P, a.NegLog10P) })
	return f.leads
}

// Strongest returns the index of the variant that leads when all are within one window: of n in
// genome order the strongest, of equals the first; −1 when none has a strength (NaN has none). It
// is the first lead of a Finder without a threshold.
func Strongest(n int, negLog10P func(i int) float64) int {
	best, most := -1, math.NaN()
	for i := range n {
		if x := negLog10P(i); x > most || best < 0 && !math.IsNaN(x) {
			best, most = i, x
		}
	}
	return best
}

// decide settles the variants that no later one, at next or beyond, can reach.
func (f *Finder[T]) decide(next int64) {
	f.order = f.order[:0]
	for i := range f.pending {
		if f.pending[i].state == undecided {
			f.order = append(f.order, i)
		}
	}
	slices.SortFunc(f.order, func(i, j int) int {
		return cmp.Or(cmp.Compare(f.pending[j].negLog10P, f.pending[i].negLog10P), cmp.Compare(i, j))
	})
	clear(f.open)
	for _, i := range f.order {
		v := &f.pending[i]
		lead, spoken := f.leadNear(v.position)
		open := next-v.position <= Window || f.openNear(v.position)
		switch {
		case spoken && !open:
			v.state = settled
			f.pending[lead].members++
		case spoken: // by this lead, or by a stronger one that is not decided yet
		case open:
			f.leaveOpen(v.position)
		default:
			v.state, v.members = leading, 1
			f.taken[v.position/Window] = i
		}
	}
	f.forget(f.handOut(next))
}

// leadNear finds the strongest lead that represents a position. Positions of one bucket are near
// each other, so a bucket holds one lead at most.
func (f *Finder[T]) leadNear(position int64) (lead int, ok bool) {
	for b := position/Window - 1; b <= position/Window+1; b++ {
		i, taken := f.taken[b]
		if !taken || abs(f.pending[i].position-position) > Window {
			continue
		}
		if !ok || f.stronger(i, lead) {
			lead, ok = i, true
		}
	}
	return lead, ok
}

func (f *Finder[T]) stronger(i, j int) bool {
	a, b := &f.pending[i], &f.pending[j]
	return a.negLog10P > b.negLog10P || a.negLog10P == b.negLog10P && i < j
}

// openNear reports whether a stronger undecided variant might represent a position.
func (f *Finder[T]) openNear(position int64) bool {
	b := position / Window
	if _, same := f.open[b]; same {
		return true
	}
	before, left := f.open[b-1]
	after, right := f.open[b+1]
	return left && position-before.to <= Window || right && after.from-position <= Window
}

func (f *Finder[T]) leaveOpen(position int64) {
	s, ok := f.open[position/Window]
	if !ok {
		s = span{position, position}
	}
	f.open[position/Window] = span{min(s.from, position), max(s.to, position)}
}

// handOut hands out the leads that no undecided variant can join, and returns the place of the
// first variant that is still needed.
func (f *Finder[T]) handOut(next int64) int64 {
	reach := next
	if i := slices.IndexFunc(f.pending, func(c candidate[T]) bool { return c.state == undecided }); i >= 0 {
		reach = min(reach, f.pending[i].position)
	}
	for i := range f.pending {
		v := &f.pending[i]
		if v.state != leading {
			continue
		}
		if v.position >= reach-Window {
			return v.position
		}
		f.leads = append(f.leads, Lead[T]{Variant: v.variant, NegLog10P: v.negLog10P, Members: v.members, Support: f.within(v.position) - 1})
		v.state = settled
	}
	return reach
}

// within counts the variants around a position.
func (f *Finder[T]) within(position int64) int64 {
	from := f.first(position - Window)
	to := f.first(position + Window + 1)
	return int64(to - from)
}

// first returns the index of the first variant at a position or beyond.
func (f *Finder[T]) first(position int64) int {
	i, _ := slices.BinarySearchFunc(f.pending, position, func(c candidate[T], p int64) int { return cmp.Compare(c.position, p) })
	return i
}

// forget drops what no later lead can count: all that is further than Window
// before needed.
func (f *Finder[T]) forget(needed int64) {
	kept := f.pending[:0]
	clear(f.taken)
	for _, c := range f.pending[f.first(needed-Window):] {
		switch c.state {
		case leading:
			f.taken[c.position/Window] = len(kept)
		case settled:
			var none T
			c.variant = none // only its place counts now
		}
		kept = append(kept, c)
	}
	clear(f.pending[len(kept):])
	f.pending = kept
}

func abs(x int64) int64 { return max(x, -x) }
