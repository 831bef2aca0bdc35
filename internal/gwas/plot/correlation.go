package plot

import "math"

// Correlation accumulates a Pearson correlation by Welford's updates, which
// stay exact when the values lie close together.
type Correlation struct {
	n, meanX, meanY, xx, yy, xy float64
}

// Add takes one pair; both must be finite.
func (c *Correlation) Add(x, y float64) {
	c.n++
	dx, dy := x-c.meanX, y-c.meanY
	c.meanX += dx / c.n
	c.meanY += dy / c.n
	c.xx += dx * (x - c.meanX)
	c.yy += dy * (y - c.meanY)
	c.xy += dx * (y - c.meanY)
}

// N returns how many pairs were added.
func (c *Correlation) N() int64 { return int64(c.n) }

// R returns the correlation, NaN when a side does not vary or there are fewer
// than two pairs.
func (c *Correlation) R() float64 {
	if c.n < 2 || c.xx <= 0 || c.yy <= 0 {
		return math.NaN()
	}
	return max(-1, min(1, c.xy/math.Sqrt(c.xx*c.yy)))
}
