package meta

import (
	"cmp"
	"math"
	"slices"
)

// genomeWide is −log10 of the genome-wide significance level 5·10⁻⁸.
const genomeWide = 7.3010299956639813

// locusWindow is how far to either side a lead variant speaks for others, in
// base pairs.
const locusWindow = 500_000

// crowdedLoci is how many undecided variants are held before the decided ones
// are cleared away.
const crowdedLoci = 4096

// lociFinder picks lead variants greedily: the strongest, then the strongest
// that is further than locusWindow from it, and so on. It takes variants in
// genome order and forgets those that cannot lead any more, so it holds few
// besides the leads. Without coordinates every variant leads itself.
type lociFinder struct {
	pending []candidate // undecided, in genome order
	leads   []candidate
	limit   int // pending size at which to clear
}

// candidate is a hit and the number of significant variants it speaks for.
type candidate struct {
	hit
	members int
}

func newLociFinder() *lociFinder { return &lociFinder{limit: crowdedLoci} }

func (f *lociFinder) add(h hit) {
	if h.row.Position == 0 {
		f.leads = append(f.leads, candidate{h, 1})
		return
	}
	if n := len(f.pending); n > 0 && !near(&f.pending[n-1].hit, &h) {
		f.decide(nil)
	}
	f.pending = append(f.pending, candidate{h, 1})
	if len(f.pending) >= f.limit {
		f.decide(&h)
		f.limit = max(crowdedLoci, 2*len(f.pending))
	}
}

// near says whether one of two variants can speak for the other.
func near(a, b *hit) bool {
	return a.row.Chromosome == b.row.Chromosome &&
		math.Abs(float64(a.row.Position)-float64(b.row.Position)) <= locusWindow
}

// decide settles pending variants. With last given, more variants may follow
// from its place on, so only those are settled that they cannot reach.
func (f *lociFinder) decide(last *hit) {
	byStrength := make([]int, len(f.pending))
	for i := range byStrength {
		byStrength[i] = i
	}
	slices.SortStableFunc(byStrength, func(i, j int) int {
		return cmp.Compare(f.pending[j].NegLog10P, f.pending[i].NegLog10P)
	})
	const undecided, lead, spoken = 0, 1, 2
	state := make([]uint8, len(f.pending))
	for _, i := range byStrength {
		if state[i] == spoken {
			continue
		}
		if last != nil && (near(&f.pending[i].hit, last) || f.overshadowed(i, state)) {
			continue
		}
		state[i] = lead
		f.around(i, func(j int) bool {
			if state[j] == undecided {
				state[j] = spoken
				f.pending[i].members++
			}
			return true
		})
	}
	kept := f.pending[:0]
	for i := range f.pending {
		switch state[i] {
		case lead:
			f.leads = append(f.leads, f.pending[i])
		case undecided:
			kept = append(kept, f.pending[i])
		}
	}
	clear(f.pending[len(kept):])
	f.pending = kept
}

// overshadowed says whether a stronger undecided variant might speak for i.
func (f *lociFinder) overshadowed(i int, state []uint8) bool {
	found := false
	f.around(i, func(j int) bool {
		d := f.pending[j].NegLog10P - f.pending[i].NegLog10P
		found = state[j] == 0 && (d > 0 || d == 0 && j < i)
		return !found
	})
	return found
}

// around visits the pending variants that i can speak for until visit says stop.
func (f *lociFinder) around(i int, visit func(j int) bool) {
	for j := i - 1; j >= 0 && near(&f.pending[j].hit, &f.pending[i].hit); j-- {
		if !visit(j) {
			return
		}
	}
	for j := i + 1; j < len(f.pending) && near(&f.pending[j].hit, &f.pending[i].hit); j++ {
		if !visit(j) {
			return
		}
	}
}

// finish returns all leads, strongest first.
func (f *lociFinder) finish() []candidate {
	f.decide(nil)
	slices.SortStableFunc(f.leads, func(a, b candidate) int { return cmp.Compare(b.NegLog10P, a.NegLog10P) })
	return f.leads
}
