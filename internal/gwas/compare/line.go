package compare

import (
	"errors"
	"math"
	"slices"
)

// Point is one variant: its effect in the upper result along X, in the lower one
// along Y, each with its standard error.
type Point struct{ X, SX, Y, SY float64 }

// Line is a straight line through 0 fitted with errors on both axes, and further statistics of the
// points.
type Line struct {
	Slope float64
	// SE is the standard error of the slope from the errors of the points.
	SE float64
	// Scatter is the sum of squared distances from the line in units of their
	// errors, over its degrees of freedom: near 1 where the errors alone explain how
	// the points scatter.
	Scatter float64
	// Low and High are the 95 % interval of the slope. Where Scatter exceeds 1, SE
	// is multiplied by its root first (Birge 1932, Phys Rev 40:207).
	Low, High float64
	// Correlation of X and Y about 0: ΣXY/√(ΣX²·ΣY²). It is taken about 0 and not
	// about the means, as these depend on which allele of each variant is counted.
	Correlation float64
	Opposite    int // points whose effects have different signs
	N           int
}

// FewestPoints is how many points a line needs.
const FewestPoints = 3

// Errors of Fit.
var (
	ErrFewPoints = errors.New("compare: a line needs three points or more")
	ErrVertical  = errors.New("compare: the effects along X are all close to 0; no slope can be estimated")
)

const (
	z95      = 1.959963984540054
	angles   = 1440 // tried over half a turn before the best is refined
	vertical = 1e-7 // cosine below which a line has no slope
)

// Fit finds the line Y = b·X that minimises Σ (Y−bX)²/(SY²+b²SX²): the maximum
// likelihood for independent normal errors on both axes, known as York's regression
// without intercept (York et al. 2004, Am J Phys 72:367, with the line held at 0),
// and with one ratio of errors for all points as Deming's. It is minimised over the
// angle of the line, where the sum is bounded and the axes play the same part:
// exchanging them gives the reciprocal slope, and changing the sign of both effects
// of a variant changes nothing. The standard error is 1/√ΣWβ², equation (13d) of
// York 2004, β being the adjusted X.
//
// ErrFewPoints below FewestPoints; ErrVertical when the line is upright.
func Fit(points []Point) (Line, error) {
	line := summary(points)
	if len(points) < FewestPoints {
		return line, ErrFewPoints
	}
	// In units of a typical error the angles are spread evenly over what can be distinguished.
	ux, uy := median(points, func(p Point) float64 { return p.SX }), median(points, func(p Point) float64 { return p.SY })
	scaled := make([]Point, len(points))
	for i, p := range points {
		scaled[i] = Point{p.X / ux, p.SX / ux, p.Y / uy, p.SY / uy}
	}
	angle := bestAngle(scaled)
	if math.Abs(math.Cos(angle)) < vertical {
		return line, ErrVertical
	}
	b := math.Tan(angle)
	line.Slope = b * uy / ux
	line.SE = slopeError(scaled, b) * uy / ux
	line.Scatter = distance(scaled, angle) / float64(len(points)-1)
	wide := z95 * line.SE * math.Sqrt(max(1, line.Scatter))
	line.Low, line.High = line.Slope-wide, line.Slope+wide
	return line, nil
}

// summary returns the statistics of points that have no line.
func summary(points []Point) Line {
	nan := math.NaN()
	line := Line{Slope: nan, SE: nan, Scatter: nan, Low: nan, High: nan, N: len(points)}
	var xx, yy, xy float64
	for _, p := range points {
		xx, yy, xy = xx+p.X*p.X, yy+p.Y*p.Y, xy+p.X*p.Y
		if p.X*p.Y < 0 {
			line.Opposite++
		}
	}
	line.Correlation = nan
	if len(points) >= FewestPoints {
		line.Correlation = xy / math.Sqrt(xx*yy)
	}
	return line
}

// distance returns the sum of squared distances of the points from a line through 0 at an angle,
// each in units of its error across the line.
func distance(points []Point, angle float64) float64 {
	sin, cos := math.Sincos(angle)
	sum := 0.0
	for _, p := range points {
		off := p.Y*cos - p.X*sin
		sum += off * off / (p.SY*p.SY*cos*cos + p.SX*p.SX*sin*sin)
	}
	return sum
}

// bestAngle minimises distance over half a turn: the best of many angles, which no
// narrower valley escapes in practice, then where the sum is level between its
// neighbours.
func bestAngle(points []Point) float64 {
	step := math.Pi / angles
	best, least := 0.0, math.Inf(1)
	for i := range angles {
		angle := -math.Pi/2 + float64(i)*step
		if d := distance(points, angle); d < least {
			best, least = angle, d
		}
	}
	low, high := best-step, best+step
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return middle
		}
		if rise(points, middle) > 0 {
			high = middle
		} else {
			low = middle
		}
	}
}

// rise returns the derivative of distance by the angle.
func rise(points []Point, angle float64) float64 {
	sin, cos := math.Sincos(angle)
	sum := 0.0
	for _, p := range points {
		off, turn := p.Y*cos-p.X*sin, -p.Y*sin-p.X*cos
		v := p.SY*p.SY*cos*cos + p.SX*p.SX*sin*sin
		sum += off * (2*turn*v - off*2*sin*cos*(p.SX*p.SX-p.SY*p.SY)) / (v * v)
	}
	return sum
}

// slopeError returns the standard error of a slope b.
func slopeError(points []Point, b float64) float64 {
	sum := 0.0
	for _, p := range points {
		w := 1 / (p.SY*p.SY + b*b*p.SX*p.SX)
		adjusted := w * (p.X*p.SY*p.SY + b*p.Y*p.SX*p.SX)
		sum += w * adjusted * adjusted
	}
	return 1 / math.Sqrt(sum)
}

func median(points []Point, of func(Point) float64) float64 {
	values := make([]float64, len(points))
	for i, p := range points {
		values[i] = of(p)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
