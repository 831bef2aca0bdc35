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

// Median gathers numbers of 0 or more one at a time and returns their median in fixed memory, at
// most 8 MiB: exactly up to half a million values; beyond, to better than 2·10⁻⁵ relative where the
// median is in [2⁻⁶, 2⁶), and 5·10⁻⁴ elsewhere. The answer does not depend on the order of the
// values. The zero value is ready for use. It is not safe for concurrent use.
type Median struct {
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

// Add counts one number; NaN is ignored.
func (m *Median) Add(x float64) {
	if math.IsNaN(x) {
		return
	}
	m.n++
	if m.fine != nil {
		m.count(x)
		return
	}
	m.exact = append(m.exact, x)
	if len(m.exact) == exactLimit {
		m.fine = make([]uint32, fineLast-fineFirst)
		m.coarse = make([]uint32, coarseLast-coarseFirst+1)
		for _, x := range m.exact {
			m.count(x)
		}
		m.exact = nil
	}
}

// N returns how many values were counted.
func (m *Median) N() int64 { return m.n }

// Value returns the median of the values so far, NaN when there are none.
func (m *Median) Value() float64 {
	if m.n == 0 {
		return math.NaN()
	}
	if m.fine == nil {
		lo, hi := middle(m.exact)
		return (lo + hi) / 2
	}
	return (m.rank((m.n-1)/2) + m.rank(m.n/2)) / 2
}

// count puts x into a fine bin near the middle, and into a coarse one elsewhere.
func (m *Median) count(x float64) {
	bits := int64(math.Float64bits(math.Abs(x)))
	if j := bits>>(mantissa-fineBits) - fineFirst; uint64(j) < uint64(len(m.fine)) {
		m.fine[j]++
		return
	}
	m.coarse[min(max(bits>>(mantissa-coarseBits), coarseFirst), coarseLast)-coarseFirst]++
}

// rank returns the k-th smallest value (from 0), interpolated within its bin.
// The coarse bins that the fine ones divide are empty.
func (m *Median) rank(k int64) float64 {
	const gap = fineFirst>>(fineBits-coarseBits) - coarseFirst
	for _, part := range []struct {
		counts []uint32
		first  int64
		bits   int
	}{{m.coarse[:gap], coarseFirst, coarseBits}, {m.fine, fineFirst, fineBits}, {m.coarse[gap:], coarseFirst + gap, coarseBits}} {
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

// middle returns the two middle values of v, equal when its length is odd.
func middle(v []float64) (lo, hi float64) {
	k := len(v) / 2
	hi = quickselect(v, k)
	if len(v)%2 == 1 {
		return hi, hi
	}
	lo = v[0]
	for _, x := range v[1:k] {
		lo = math.Max(lo, x)
	}
	return lo, hi
}

// quickselect returns the k-th smallest value of v (from 0) and leaves v split
// around it. Pivots are medians of three, so the result and the time do not
// depend on chance.
func quickselect(v []float64, k int) float64 {
	lo, hi := 0, len(v)-1
	for hi > lo {
		pivot := medianOfThree(v[lo], v[lo+(hi-lo)/2], v[hi])
		i, j := lo, hi
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return v[k]
		}
	}
	return v[k]
}

func medianOfThree(a, b, c float64) float64 {
	return math.Max(math.Min(a, b), math.Min(math.Max(a, b), c))
}
