package ldsc

import "math"

// sums are weighted sums of one block of variants: all that a line of least squares needs.
type sums struct {
	w, x, y, xx, xy float64
}

func (s *sums) add(w, x, y float64) {
	s.w += w
	s.x += w * x
	s.y += w * y
	s.xx += w * x * x
	s.xy += w * x * y
}

func (s sums) plus(o sums) sums {
	return sums{s.w + o.w, s.x + o.x, s.y + o.y, s.xx + o.xx, s.xy + o.xy}
}

func (s sums) minus(o sums) sums {
	return sums{s.w - o.w, s.x - o.x, s.y - o.y, s.xx - o.xx, s.xy - o.xy}
}

// line is y = slope·x + constant.
type line struct {
	slope, constant float64
}

// same is how little x may vary, relative to its size, before rounding decides the slope.
const same = 1e-12

// line returns the one of least squares; NaN when all x are one.
func (s sums) line() line {
	mx, my := s.x/s.w, s.y/s.w
	spread := s.xx - s.x*mx
	if !(spread > same*s.xx) {
		return line{math.NaN(), math.NaN()}
	}
	slope := (s.xy - s.x*my) / spread
	return line{slope, my - slope*mx}
}

// through returns the line of least squares whose constant is given.
func (s sums) through(constant float64) line {
	return line{(s.xy - constant*s.x) / s.xx, constant}
}

// blocked are the sums of each block of a regression, and of all.
type blocked struct {
	blocks []sums
	all    sums
}

// leaveOut fits the line of all variants, and one without each block.
func (b blocked) leaveOut(fit func(sums) line) (line, []line) {
	without := make([]line, len(b.blocks))
	for i, block := range b.blocks {
		without[i] = fit(b.all.minus(block))
	}
	return fit(b.all), without
}

// standardError returns the standard error of the jack-knife, where whole is the statistic of all
// variants, and without[i] the statistic without block i. With pseudo-values pᵢ = n·whole −
// (n−1)·withoutᵢ it is √(var(p)/n).
func standardError(whole float64, without []float64) float64 {
	n := float64(len(without))
	pseudo := make([]float64, len(without))
	mean := 0.0
	for i, v := range without {
		pseudo[i] = n*whole - (n-1)*v
		mean += pseudo[i] / n
	}
	squares := 0.0
	for _, p := range pseudo {
		squares += (p - mean) * (p - mean)
	}
	return math.Sqrt(squares / (n - 1) / n)
}

// ends are where blocks of nearly equal size end among n variants.
func ends(n, blocks int) []int {
	out := make([]int, blocks)
	for i := range out {
		out[i] = (i + 1) * n / blocks
	}
	return out
}
