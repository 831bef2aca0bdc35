package susie

import "math"

// epsilon is the distance from 1 to the next double.
const epsilon = 0x1p-52

// bracket is the state of a search for a minimum: x is the best point, w the second best, v the
// one before, and the minimum is between low and high.
type bracket struct {
	low, high     float64
	x, w, v       float64
	fx, fw, fv    float64
	step, earlier float64
}

// minimum returns where f is smallest between low and high, by golden section and parabolas (Brent
// 1973, Algorithms for Minimization without Derivatives, chapter 5, localmin).
func minimum(f func(float64) float64, low, high, tolerance float64) float64 {
	golden := (3 - math.Sqrt(5)) / 2
	start := low + golden*(high-low)
	at := f(start)
	b := &bracket{low: low, high: high, x: start, w: start, v: start, fx: at, fw: at, fv: at}
	for range 1000 { // it needs about 40
		middle := (b.low + b.high) / 2
		least := math.Sqrt(epsilon)*math.Abs(b.x) + tolerance/3
		if math.Abs(b.x-middle) <= 2*least-(b.high-b.low)/2 {
			break
		}
		if !b.parabola(least, middle) {
			b.earlier = b.low - b.x
			if b.x < middle {
				b.earlier = b.high - b.x
			}
			b.step = golden * b.earlier
		}
		step := b.step
		if math.Abs(step) < least {
			step = math.Copysign(least, step)
		}
		b.take(b.x+step, f(b.x+step))
	}
	return b.x
}

// parabola sets the step to the vertex of the parabola through the three points, where that is
// inside and the steps become shorter.
func (b *bracket) parabola(least, middle float64) bool {
	if math.Abs(b.earlier) <= least {
		return false
	}
	r := (b.x - b.w) * (b.fx - b.fv)
	q := (b.x - b.v) * (b.fx - b.fw)
	p := (b.x-b.v)*q - (b.x-b.w)*r
	q = 2 * (q - r)
	if q > 0 {
		p = -p
	}
	q = math.Abs(q)
	before := b.earlier
	b.earlier = b.step
	if math.Abs(p) >= math.Abs(q*before/2) || p <= q*(b.low-b.x) || p >= q*(b.high-b.x) {
		return false
	}
	b.step = p / q
	if u := b.x + b.step; u-b.low < 2*least || b.high-u < 2*least {
		b.step = least
		if b.x >= middle {
			b.step = -least
		}
	}
	return true
}

// take narrows the bracket by one more point.
func (b *bracket) take(u, fu float64) {
	switch {
	case fu <= b.fx:
		if u < b.x {
			b.high = b.x
		} else {
			b.low = b.x
		}
		b.v, b.w, b.x = b.w, b.x, u
		b.fv, b.fw, b.fx = b.fw, b.fx, fu
		return
	case u < b.x:
		b.low = u
	default:
		b.high = u
	}
	switch {
	case fu <= b.fw || b.w == b.x:
		b.v, b.w, b.fv, b.fw = b.w, u, b.fw, fu
	case fu <= b.fv || b.v == b.x || b.v == b.w:
		b.v, b.fv = u, fu
	}
}
