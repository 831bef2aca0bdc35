package stat

import "math"

// Exact values are kept up to exactLimit; beyond, counts in bins take over. Near
// the middle of any usable scan, χ² in [2⁻⁶, 2⁶), a bin is 2⁻¹⁶ of its value
// wide, elsewhere 2⁻¹¹.
const (
	exactLimit = 1 << 19
	fineBits   = 16
	coarseBits = 11
	mantissa   = 52
)

// Lambda gathers χ² statistics with one degree of freedom one at a time and
// answers λ in fixed memory, at most 8 MiB: exactly up to half a million values,
// and to better than 2·10⁻⁵ relative for any number. The answer does not depend
// on the order of the values. The zero value is ready for use. It is not safe
// for concurrent use.
type Lambda struct {
	n      int64
	exact  []float64
	fine   []uint32
	coarse []uint32
}

// The numbers of the first and the last bins: exponent and leading bits of the
// mantissa of the floating-point form, in whose order positive numbers sort.
const (
	fineFirst   = (1023 - 6) << fineBits
	fineLast    = (1023 + 6) << fineBits
	coarseFirst = (1023 - 60) << coarseBits
	coarseLast  = (1023 + 40) << coarseBits
)

// Add counts one χ² statistic, z²; NaN is ignored.
func (l *Lambda) Add(chiSquare float64) {
	if math.IsNaN(chiSquare) {
		return
	}
	l.n++
	if l.fine != nil {
		l.count(chiSquare)
		return
	}
	l.exact = append(l.exact, chiSquare)
	if len(l.exact) == exactLimit {
		l.fine = make([]uint32, fineLast-fineFirst)
		l.coarse = make([]uint32, coarseLast-coarseFirst+1)
		for _, x := range l.exact {
			l.count(x)
		}
		l.exact = nil
	}
}

// N returns how many values were counted.
func (l *Lambda) N() int64 { return l.n }

// Value returns λ of the values so far, NaN when there are none.
func (l *Lambda) Value() float64 {
	if l.n == 0 {
		return math.NaN()
	}
	if l.fine == nil {
		lo, hi := middle(l.exact)
		return (lo + hi) / 2 / MedianChiSquare1
	}
	return (l.rank((l.n-1)/2) + l.rank(l.n/2)) / 2 / MedianChiSquare1
}

// count puts x into a fine bin near the middle, and into a coarse one elsewhere.
func (l *Lambda) count(x float64) {
	bits := int64(math.Float64bits(math.Abs(x)))
	if j := bits>>(mantissa-fineBits) - fineFirst; uint64(j) < uint64(len(l.fine)) {
		l.fine[j]++
		return
	}
	l.coarse[min(max(bits>>(mantissa-coarseBits), coarseFirst), coarseLast)-coarseFirst]++
}

// rank returns the k-th smallest value (from 0), interpolated within its bin.
// The coarse bins that the fine ones divide are empty.
func (l *Lambda) rank(k int64) float64 {
	const gap = fineFirst>>(fineBits-coarseBits) - coarseFirst
	for _, part := range []struct {
		counts []uint32
		first  int64
		bits   int
	}{{l.coarse[:gap], coarseFirst, coarseBits}, {l.fine, fineFirst, fineBits}, {l.coarse[gap:], coarseFirst + gap, coarseBits}} {
		bin, below := findBin(part.counts, k)
		if bin < len(part.counts) {
			edge := func(n int64) float64 { return math.Float64frombits(uint64(n) << (mantissa - part.bits)) }
			lo, hi := edge(part.first+int64(bin)), edge(part.first+int64(bin)+1)
			return lo + (hi-lo)*(float64(k-below)+0.5)/float64(part.counts[bin])
		}
		k -= below
	}
	return math.NaN()
}

// findBin returns the bin that holds the k-th smallest value and how many values
// lie in the bins before it; len(counts) and all values when there are no more
// than k.
func findBin(counts []uint32, k int64) (bin int, below int64) {
	for i, c := range counts {
		if below+int64(c) > k {
			return i, below
		}
		below += int64(c)
	}
	return len(counts), below
}
