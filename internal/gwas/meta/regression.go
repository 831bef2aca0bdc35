package meta

import (
	"math"

	"cohortium/internal/gwas/stat"
)

// Regression is the meta-regression of one variant on axes of genetic variation. Values that cannot
// be estimated are NaN.
type Regression struct {
	// Effects are those on the axes, without the effect where all axes are 0, and
	// Errors their standard errors.
	Effects, Errors [MaxAxes]float64
	Association     float64 // χ² with T + 1 degrees of freedom, before genomic control
	Ancestry        float64 // χ² with T: heterogeneity correlated with the axes
	Residual        float64 // χ² with K − T − 1: the rest of the heterogeneity

	NegLog10AncestryP, NegLog10ResidualP float64
}

// Regress returns the weighted linear regression of effects on T axes (Mägi et al. 2017,
// doi:10.1093/hmg/ddx280): w = 1/SE², at(i, t) is the place of study i on axis t. With b̂ of the
// regression and b̄ = Σwb/Σw,
//
//	association Σwb² − Σw(b − b̂)², ancestry Σw(b − b̄)² − Σw(b − b̂)², residual Σw(b − b̂)².
//
// Beta is the effect where all axes are 0, P that of the association, and Q, I² and τ² are those of
// CombineFixed. ok is false unless there are more than T + 2 studies whose places determine the
// axes.
func Regress(beta, se []float64, axes int, at func(i, t int) float64) (e Estimate, r Regression, ok bool) {
	k := len(beta)
	if k <= axes+2 || axes < 1 || axes > MaxAxes {
		return e, r, false
	}
	e = CombineFixed(beta, se)
	// Modified Gram–Schmidt on the columns 1, x_1 … x_T and then b, all times 1/SE: it
	// keeps the digits that the normal equations would lose.
	n := axes + 1
	var upper [MaxAxes + 1][MaxAxes + 2]float64
	columns := make([][]float64, n+1)
	block := make([]float64, (n+1)*k)
	for c := range columns {
		columns[c] = block[c*k : (c+1)*k]
		for i := range k {
			value := 1.0
			switch {
			case c == n:
				value = beta[i]
			case c > 0:
				value = at(i, c-1)
			}
			columns[c][i] = value / se[i]
		}
	}
	for c := range n {
		before := norm(columns[c])
		for d := range c {
			upper[d][c] += remove(columns[c], columns[d])
		}
		for d := range c { // once more: rounding leaves something of the others
			upper[d][c] += remove(columns[c], columns[d])
		}
		upper[c][c] = norm(columns[c])
		if !(upper[c][c] > dependent*before) {
			return e, r, false
		}
		for i := range columns[c] {
			columns[c][i] /= upper[c][c]
		}
	}
	for range 2 {
		for c := range n {
			upper[c][n] += remove(columns[n], columns[c])
		}
	}
	r.Residual = dot(columns[n], columns[n])
	for c := 1; c < n; c++ {
		r.Ancestry += upper[c][n] * upper[c][n]
	}
	r.Association = upper[0][n]*upper[0][n] + r.Ancestry
	solved, variance := solve(&upper, n)
	e.Beta, e.SE = solved[0], math.Sqrt(variance[0])
	for t := range axes {
		r.Effects[t], r.Errors[t] = solved[t+1], math.Sqrt(variance[t+1])
	}
	r.NegLog10AncestryP = stat.ChiSquareSurvivalNegLog10(r.Ancestry, float64(axes))
	r.NegLog10ResidualP = stat.ChiSquareSurvivalNegLog10(r.Residual, float64(k-n))
	e.associate(r.Association, axes)
	return e, r, true
}

// associate sets P of the association, and Z as the one of one degree of freedom with
// that P and the sign of the effect.
func (e *Estimate) associate(chiSquare float64, axes int) {
	e.NegLog10P = stat.ChiSquareSurvivalNegLog10(chiSquare, float64(axes+1))
	e.Z = math.Copysign(stat.ZFromNegLog10P(e.NegLog10P), e.Beta)
}

// LocusRegression is a Regression at a lead variant.
type LocusRegression struct {
	AncestryHetP string   `json:"het_ancestry_p"` // heterogeneity correlated with the axes
	ResidualHetP string   `json:"het_residual_p"`
	Axes         []Pooled `json:"axes"` // effect on each axis
}

func (r *Regression) locus(axes int) *LocusRegression {
	if axes == 0 {
		return nil
	}
	l := &LocusRegression{AncestryHetP: pText(r.NegLog10AncestryP), ResidualHetP: pText(r.NegLog10ResidualP)}
	for t := range axes {
		z := r.Effects[t] / r.Errors[t]
		l.Axes = append(l.Axes, Pooled{Beta: Number(r.Effects[t]), SE: Number(r.Errors[t]), NegLog10P: Number(stat.NegLog10PFromZ(z))})
	}
	return l
}

// dependent is the part of a column that must be left when those before it are taken
// out of it.
const dependent = 1e-8

// solve returns the coefficients and their variances from the triangle of a regression.
func solve(upper *[MaxAxes + 1][MaxAxes + 2]float64, n int) (x, variance [MaxAxes + 1]float64) {
	var inverse [MaxAxes + 1][MaxAxes + 1]float64
	for c := range n {
		for row := n - 1; row >= 0; row-- {
			sum := 0.0
			if row == c {
				sum = 1
			}
			for d := row + 1; d < n; d++ {
				sum -= upper[row][d] * inverse[d][c]
			}
			inverse[row][c] = sum / upper[row][row]
		}
	}
	for row := range n {
		for c := range n {
			x[row] += inverse[row][c] * upper[c][n]
			variance[row] += inverse[row][c] * inverse[row][c]
		}
	}
	return x, variance
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

func norm(a []float64) float64 { return math.Sqrt(dot(a, a)) }

// remove removes from a its component along the unit vector u, and returns that component.
func remove(a, u []float64) float64 {
	part := dot(a, u)
	for i := range a {
		a[i] -= part * u[i]
	}
	return part
}
