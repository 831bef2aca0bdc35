package plot

import "math"

// Histogram counts values over [0, Max) in equal bins; larger values go to the
// last bin, negative ones to the first.
type Histogram struct {
	name  string
	max   float64
	bins  []int64
	n     int64
	empty int64
}

// NewHistogram returns an empty histogram.
func NewHistogram(name string, limit float64, bins int) *Histogram {
	return &Histogram{name: name, max: limit, bins: make([]int64, bins)}
}

// Add takes one value; NaN counts as missing.
func (h *Histogram) Add(x float64) {
	if math.IsNaN(x) {
		h.empty++
		return
	}
	h.n++
	bin := 0
	if at := x / h.max * float64(len(h.bins)); at >= float64(len(h.bins)) {
		bin = len(h.bins) - 1
	} else if at > 0 {
		bin = int(at)
	}
	h.bins[bin]++
}

// HistogramData is the reduction: Counts[i] values in [i, i+1)·Max/len(Counts).
type HistogramData struct {
	Name    string  `json:"name"`
	Max     float64 `json:"max"`
	N       int64   `json:"n"`
	Missing int64   `json:"missing"`
	Counts  []int64 `json:"counts"`
}

// Data returns the counts so far.
func (h *Histogram) Data() *HistogramData {
	return &HistogramData{Name: h.name, Max: h.max, N: h.n, Missing: h.empty, Counts: append([]int64{}, h.bins...)}
}
