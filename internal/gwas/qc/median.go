package qc

import (
	"math"
	"slices"
)

// median answers the median of positive numbers in little memory: exact up to
// exactMedian values, then to one part in 8,192. The order of the values does
// not matter. The zero value is empty.
type median struct {
	n      int64
	exact  []float64
	counts []uint32
}

const (
	exactMedian = 1 << 16
	medianBits  = 12 // of the mantissa that name a bin
	medianShift = 52 - medianBits
)

var (
	medianFirst = int64(math.Float64bits(0x1p-40) >> medianShift)
	medianLast  = int64(math.Float64bits(0x1p40) >> medianShift)
)

// add takes one value; what is not a positive number is ignored.
func (m *median) add(x float64) {
	if !(x > 0) || math.IsInf(x, 1) {
		return
	}
	m.n++
	if m.counts != nil {
		m.count(x)
		return
	}
	m.exact = append(m.exact, x)
	if len(m.exact) == exactMedian {
		m.counts = make([]uint32, medianLast-medianFirst+1)
		for _, x := range m.exact {
			m.count(x)
		}
		m.exact = nil
	}
}

func (m *median) count(x float64) {
	bin := int64(math.Float64bits(x) >> medianShift)
	m.counts[min(max(bin, medianFirst), medianLast)-medianFirst]++
}

// value returns the median, NaN when there is none.
func (m *median) value() float64 {
	if m.n == 0 {
		return math.NaN()
	}
	if m.counts == nil {
		slices.Sort(m.exact)
		return (m.exact[(m.n-1)/2] + m.exact[m.n/2]) / 2
	}
	var below int64
	for i, c := range m.counts {
		below += int64(c)
		if below > m.n/2 {
			from := math.Float64frombits(uint64(medianFirst+int64(i)) << medianShift)
			to := math.Float64frombits(uint64(medianFirst+int64(i)+1) << medianShift)
			return (from + to) / 2
		}
	}
	return math.NaN()
}
