package plot

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHistogramWithBounds(t *testing.T) {
	name := HistogramName{Key: "info", Name: "Imputation quality", From: "clean"}
	h := NewHistogram(name, 0, 1, 4)
	for _, x := range []float64{-1, 0, 0.25, 0.99, 1, 7, math.NaN(), math.Inf(1), math.Inf(-1)} {
		h.Add(x)
	}
	want := &HistogramData{HistogramName: name, N: 8, Missing: 1, Step: 0.25, Counts: []int64{1, 1, 0, 2}, Below: 2, Above: 2}
	if diff := cmp.Diff(want, h.Data()); diff != "" {
		t.Error(diff)
	}
}

// Whatever the range of the values and their order, each is counted in the right bin: counted once
// more, one by one, between the bounds that the histogram names.
func TestHistogramWithoutBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	for _, scale := range []float64{1e-5, 3e-4, 0.02, 1, 30} {
		for _, signed := range []bool{false, true} {
			h := NewSpread(HistogramName{Key: "x"}, signed)
			values := []float64{0, scale, 9 * scale, math.Inf(1)}
			for range 20_000 {
				x := random.NormFloat64() * scale
				if !signed {
					x = math.Abs(x)
				}
				values = append(values, x)
			}
			for _, x := range values {
				h.Add(x)
			}
			d := h.Data()
			if len(d.Counts) < 12 || len(d.Counts) > 61 {
				t.Errorf("%v, signed %v: %d bins", scale, signed, len(d.Counts))
			}
			counts, below, above := make([]int64, len(d.Counts)), int64(0), int64(0)
			for _, x := range values {
				switch at := math.Floor((x - d.Min) / d.Step); {
				case at < 0:
					below++
				case at >= float64(len(counts)):
					above++
				default:
					counts[int(at)]++
				}
			}
			if diff := cmp.Diff(counts, d.Counts); diff != "" || below != d.Below || above != d.Above {
				t.Errorf("%v, signed %v: %d and %d beyond, want %d and %d%s", scale, signed, d.Below, d.Above, below, above, diff)
			}
			if beyond := d.Below + d.Above; beyond == 0 || beyond*1000 > d.N {
				t.Errorf("%v, signed %v: %d of %d values are beyond the axis", scale, signed, beyond, d.N)
			}
		}
	}
}

func TestHistogramOfOneValue(t *testing.T) {
	h := NewSpread(HistogramName{}, true)
	h.Add(0.5)
	if d := h.Data(); d.N != 1 || sum(d.Counts) != 1 {
		t.Errorf("%+v", d)
	}
}

func sum(counts []int64) (all int64) {
	for _, n := range counts {
		all += n
	}
	return all
}

// A factor below 1 would make every P smaller: it corrects nothing.
func TestACorrectionNeverSharpens(t *testing.T) {
	q := NewQQ(QQOptions{Points: 10})
	for i := range 100 {
		q.Add(-math.Log10((float64(i)+0.5)/100), 0)
	}
	d := q.Data()
	d.Correct("GC lambda", 0.8, true)
	plain, corrected := d.Series[0], d.Series[len(d.Series)-1]
	if corrected.Name != "GC lambda" || *corrected.Lambda != *plain.Lambda {
		t.Errorf("corrected by 0.8, λ %v is %v", *plain.Lambda, *corrected.Lambda)
	}
	for i, y := range plain.Observed {
		if math.Abs(corrected.Observed[i]-y) > 1e-3 {
			t.Errorf("−log10 P %v is %v after a correction by 0.8", y, corrected.Observed[i])
		}
	}
}
