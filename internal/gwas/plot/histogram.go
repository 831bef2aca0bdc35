package plot

import "math"

// Histogram counts values in equal bins, in memory that does not grow with them. One with bounds
// has its bins from the start; one without starts with fine bins around 0 and joins neighbours
// whenever a value is beyond them, so that no value moves to a wrong bin.
type Histogram struct {
	HistogramName
	low, width   float64 // of the first bin
	bins         []int64
	bounded      bool
	below, above int64
	n, empty     int64
}

// HistogramName describes the values of a histogram.
type HistogramName struct {
	Key  string `json:"key"`
	Name string `json:"name"` // of the axis
	From string `json:"from"` // which rows: clean, or read
	// Mark is a threshold that rows are tested by, nil where there is none.
	Mark *float64 `json:"mark"`
}

// NewHistogram returns an empty one over [low, high], the last bin with its end.
func NewHistogram(name HistogramName, low, high float64, bins int) *Histogram {
	return &Histogram{HistogramName: name, low: low, width: (high - low) / float64(bins), bins: make([]int64, bins), bounded: true}
}

// Of a histogram without bounds: fine enough for a standard error of 1e-5, as wide as
// an effect can be.
const (
	spreadBins   = 1 << 16
	finestSpread = 1.0 / (1 << 24)
	widestSpread = 128.0
)

// NewSpread returns an empty histogram of values whose range is not known, to both
// sides of 0 or above it.
func NewSpread(name HistogramName, signed bool) *Histogram {
	h := &Histogram{HistogramName: name, width: finestSpread, bins: make([]int64, spreadBins)}
	if signed {
		h.low = -finestSpread * spreadBins / 2
	}
	return h
}

// Add takes one value; NaN counts as missing.
func (h *Histogram) Add(x float64) {
	if math.IsNaN(x) {
		h.empty++
		return
	}
	h.n++
	for !h.bounded && !math.IsInf(x, 0) && (x < h.low && h.low < 0 || x >= h.high()) && h.high() < widestSpread {
		h.widen()
	}
	at := (x - h.low) / h.width
	if h.bounded {
		at += 1e-9 // 0.95 is 0.95, whatever numbers the bin is computed from
	}
	switch {
	case at < 0:
		h.below++
	case at < float64(len(h.bins)):
		h.bins[int(at)]++
	case h.bounded && x <= h.high():
		h.bins[len(h.bins)-1]++
	default:
		h.above++
	}
}

func (h *Histogram) high() float64 { return h.low + h.width*float64(len(h.bins)) }

// widen joins neighbouring bins, so that there is room for values of twice the size.
func (h *Histogram) widen() {
	zero := int(math.Round(-h.low / h.width))
	joined := make([]int64, len(h.bins))
	for i, n := range h.bins {
		joined[zero+(i-zero)>>1] += n
	}
	h.bins, h.low, h.width = joined, 2*h.low, 2*h.width
}

// HistogramData is the reduction: Counts[i] values in [Min + i·Step, Min + (i+1)·Step),
// Below and Above beyond them.
type HistogramData struct {
	HistogramName
	N       int64   `json:"n"`
	Missing int64   `json:"missing"`
	Min     float64 `json:"min"`
	Step    float64 `json:"step"`
	Counts  []int64 `json:"counts"`
	Below   int64   `json:"below"`
	Above   int64   `json:"above"`
}

// Data returns the counts so far. Of a histogram without bounds it shows where all but
// one in a thousand of the values lie, in some tens of bins.
func (h *Histogram) Data() *HistogramData {
	d := &HistogramData{HistogramName: h.HistogramName, N: h.n, Missing: h.empty, Min: h.low, Step: h.width, Below: h.below, Above: h.above}
	if h.bounded {
		d.Counts = append([]int64{}, h.bins...)
		return d
	}
	zero := int(math.Round(-h.low / h.width))
	reach := h.reach(zero)
	join := 1
	for reach > spreadShown*join {
		join *= 2
	}
	d.Step = h.width * float64(join)
	shown := (reach + join - 1) / join
	first := 0
	if h.low < 0 {
		first = -shown
	}
	d.Min, d.Counts = float64(first)*d.Step, make([]int64, shown-first)
	for i, n := range h.bins {
		switch at := int(math.Floor(float64(i-zero)/float64(join))) - first; {
		case at < 0:
			d.Below += n
		case at >= len(d.Counts):
			d.Above += n
		default:
			d.Counts[at] += n
		}
	}
	return d
}

// spreadShown is how many bins are shown to one side of 0.
const spreadShown = 30

// reach returns the number of bins to either side of the one at 0 that hold all but one in a
// thousand of the values.
func (h *Histogram) reach(zero int) int {
	outside := h.below + h.above
	reach := len(h.bins) - zero
	for ; reach > 1; reach-- {
		if outside += h.bins[zero+reach-1]; zero >= reach {
			outside += h.bins[zero-reach]
		}
		if outside*1000 > h.n {
			break
		}
	}
	return reach
}
