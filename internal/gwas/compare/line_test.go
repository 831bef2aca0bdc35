package compare

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %.9g, want %.9g", what, got, want)
	}
}

// pearson returns the data of Pearson (1901) with the weights of York (1966), on which methods for
// errors on both axes are compared.
func pearson(intercept float64) []Point {
	x := []float64{0.0, 0.9, 1.8, 2.6, 3.3, 4.4, 5.2, 6.1, 6.5, 7.4}
	y := []float64{5.9, 5.4, 4.4, 4.6, 3.5, 3.7, 2.8, 2.8, 2.4, 1.5}
	wx := []float64{1000, 1000, 500, 800, 200, 80, 60, 20, 1.8, 1.0}
	wy := []float64{1.0, 1.8, 4, 8, 20, 20, 70, 70, 100, 500}
	points := make([]Point, len(x))
	for i := range x {
		points[i] = Point{x[i], 1 / math.Sqrt(wx[i]), y[i] - intercept, 1 / math.Sqrt(wy[i])}
	}
	return points
}

// With the published intercept taken off, the line through 0 is the published
// line: intercept and slope minimise the same sum together (York et al. 2004,
// table II: 5.47991022, −0.48053341, and 1.4832941 over eight degrees of freedom).
func TestFitReturnsThePublishedSlopeOfPearsonsData(t *testing.T) {
	line, err := Fit(pearson(5.47991022))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "slope", line.Slope, -0.48053341, 1e-8)
	near(t, "sum of squares", line.Scatter*9, 1.4832941*8, 1e-6)
}

// Where the errors have one ratio, Deming's slope is the root of
// Sxy·b² + (δSxx−Syy)·b − δSxy = 0 with δ = SY²/SX². Sxx = Syy = 14, Sxy = 13.
func TestFitIsDemingsForOneRatioOfErrors(t *testing.T) {
	for _, c := range []struct{ sx, sy, want float64 }{
		{1, 1, 1},
		{1, 2, (14 - 4*14 + math.Sqrt(42*42+4*4*13*13)) / 26},                     // δ = 4
		{3, 1, (14 - 14/9.0 + math.Sqrt((14-14/9.0)*(14-14/9.0)+4/9.0*169)) / 26}, // δ = 1/9
	} {
		line, err := Fit([]Point{{1, c.sx, 1, c.sy}, {2, c.sx, 3, c.sy}, {3, c.sx, 2, c.sy}})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "slope", line.Slope, c.want, 1e-9)
		near(t, "correlation", line.Correlation, 13.0/14, 1e-12)
	}
}

// Without errors along X it is the weighted line: b = Σwxy/Σwx², SE = 1/√Σwx².
// With weights 1, 1/4, 1: Σwxy = 1+1.5+6 = 8.5, Σwx² = 1+1+9 = 11.
func TestFitIsWeightedWithoutErrorsAlongX(t *testing.T) {
	const none = 1e-6
	line, err := Fit([]Point{{1, none, 1, 1}, {2, none, 3, 2}, {3, none, 2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "slope", line.Slope, 8.5/11, 1e-8)
	near(t, "standard error", line.SE, 1/math.Sqrt(11), 1e-8)
	// Σw(y−bx)² = Σwy² − b²Σwx² = 1+2.25+4 − 8.5²/11
	near(t, "scatter", line.Scatter, (7.25-8.5*8.5/11)/2, 1e-8)
	near(t, "low", line.Low, 8.5/11-1.959964/math.Sqrt(11), 1e-6) // scatter is below 1
}

func TestIntervalWidensWithTheScatterOnly(t *testing.T) {
	calm, err := Fit([]Point{{1, 1e-9, 1, 1}, {2, 1e-9, 2, 1}, {3, 1e-9, 3, 1}})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "width without scatter", calm.High-calm.Low, 2*1.959964/math.Sqrt(14), 1e-6)
	wild, err := Fit([]Point{{1, 1e-9, 9, 1}, {2, 1e-9, -4, 1}, {3, 1e-9, 5, 1}})
	if err != nil {
		t.Fatal(err)
	}
	// b = (9−8+15)/14; Σ(y−bx)² = 122 − 16²/14
	near(t, "scatter", wild.Scatter, (122-256.0/14)/2, 1e-6)
	near(t, "width with scatter", wild.High-wild.Low, 2*1.959964*math.Sqrt((122-256.0/14)/2/14), 1e-6)
}

func noisy(rng *rand.Rand, n int, slope float64) []Point {
	points := make([]Point, n)
	for i := range points {
		mean := rng.NormFloat64() * 0.1
		sx, sy := 0.005+0.02*rng.Float64(), 0.005+0.03*rng.Float64()
		points[i] = Point{mean + sx*rng.NormFloat64(), sx, slope*mean + sy*rng.NormFloat64(), sy}
	}
	return points
}

func TestFitTreatsTheAxesAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 5))
	for range 200 {
		points := noisy(rng, 3+rng.IntN(40), rng.NormFloat64())
		swapped, turned, larger := make([]Point, len(points)), make([]Point, len(points)), make([]Point, len(points))
		for i, p := range points {
			swapped[i] = Point{p.Y, p.SY, p.X, p.SX}
			turned[i] = p
			larger[i] = Point{p.X * 1000, p.SX * 1000, p.Y, p.SY}
			if rng.IntN(2) == 0 {
				turned[i].X, turned[i].Y = -p.X, -p.Y
			}
		}
		a, errA := Fit(points)
		b, errB := Fit(swapped)
		c, errC := Fit(turned)
		d, errD := Fit(larger)
		if err := errors.Join(errA, errB, errC, errD); err != nil {
			t.Fatal(err)
		}
		near(t, "slope × slope of the exchanged", a.Slope*b.Slope, 1, 1e-5)
		near(t, "correlation of the exchanged", b.Correlation, a.Correlation, 1e-12)
		near(t, "slope with other alleles counted", c.Slope, a.Slope, 1e-7*(1+math.Abs(a.Slope)))
		near(t, "SE with other alleles counted", c.SE, a.SE, 1e-5*a.SE)
		near(t, "slope on another unit", d.Slope*1000, a.Slope, 1e-6*(1+math.Abs(a.Slope)))
		if c.Opposite != a.Opposite || b.Opposite != a.Opposite || math.Abs(c.Correlation-a.Correlation) > 1e-12 {
			t.Errorf("the alleles counted change the answer: %+v and %+v", a, c)
		}
	}
}

// The slopes of many draws scatter around the truth as the standard error predicts.
func TestStandardErrorIsThatOfManyDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	var z, zz float64
	const draws, truth = 3000, 1.4
	for range draws {
		line, err := Fit(noisy(rng, 60, truth))
		if err != nil {
			t.Fatal(err)
		}
		score := (line.Slope - truth) / line.SE
		z, zz = z+score, zz+score*score
	}
	near(t, "mean of the scores", z/draws, 0, 0.08)
	near(t, "spread of the scores", math.Sqrt(zz/draws), 1, 0.05)
}

func TestFitRefuses(t *testing.T) {
	line, err := Fit([]Point{{1, 1, 2, 1}, {-1, 1, 2, 1}})
	if !errors.Is(err, ErrFewPoints) || line.Opposite != 1 || line.N != 2 || !math.IsNaN(line.Slope) || !math.IsNaN(line.Correlation) {
		t.Errorf("two points: %+v, %v", line, err)
	}
	if _, err := Fit([]Point{{0, 1, 2, 1}, {0, 1, 3, 1}, {0, 1, -4, 1}}); !errors.Is(err, ErrVertical) {
		t.Errorf("an upright line: %v", err)
	}
}
