package meta_test

import (
	"math"
	"math/big"

	ref "cohortium/internal/gwas/stat/stattest"
)

// reference is an estimate computed in 144 digits straight from the textbook
// formulas, sharing nothing with the package.
type reference struct {
	beta, se, z, negLog10P, q, negLog10HetP, i2, tau2 *big.Float
}

func bigs(x []float64) []*big.Float {
	out := make([]*big.Float, len(x))
	for i := range x {
		out[i] = ref.Float(x[i])
	}
	return out
}

// sum adds f(i) over i < n.
func sum(n int, f func(i int) *big.Float) *big.Float {
	s := ref.Float(0)
	for i := range n {
		s = ref.Add(s, f(i))
	}
	return s
}

func square(x *big.Float) *big.Float { return ref.Mul(x, x) }

func positive(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		return ref.Float(0)
	}
	return x
}

func (r *reference) finish(k int) {
	r.negLog10P = ref.NegLog10PFromZ(r.z)
	if k < 2 {
		return
	}
	df := ref.Float(float64(k - 1))
	r.negLog10HetP = ref.NegLog10(ref.ChiSquareSurvival(r.q, k-1))
	r.i2 = ref.Float(0)
	if r.q.Sign() > 0 {
		r.i2 = ref.Mul(ref.Float(100), positive(ref.Quo(ref.Sub(r.q, df), r.q)))
	}
}

func fixedReference(beta, se []float64) *reference {
	b, s, k := bigs(beta), bigs(se), len(beta)
	w := func(i int) *big.Float { return ref.Quo(ref.Float(1), square(s[i])) }
	sumW := sum(k, w)
	sumWB := sum(k, func(i int) *big.Float { return ref.Mul(w(i), b[i]) })
	r := &reference{beta: ref.Quo(sumWB, sumW), se: ref.Quo(ref.Float(1), ref.Sqrt(sumW))}
	r.z = ref.Quo(r.beta, r.se)
	// Q in its other form, Σwβ² − (Σwβ)²/Σw: harmless at this precision.
	r.q = ref.Sub(sum(k, func(i int) *big.Float { return ref.Mul(w(i), square(b[i])) }), ref.Quo(square(sumWB), sumW))
	r.finish(k)
	if k > 1 {
		c := ref.Sub(sumW, ref.Quo(sum(k, func(i int) *big.Float { return square(w(i)) }), sumW))
		r.tau2 = positive(ref.Quo(ref.Sub(r.q, ref.Float(float64(k-1))), c))
	}
	return r
}

func randomReference(beta, se []float64) *reference {
	r := fixedReference(beta, se)
	if len(beta) < 2 {
		return r
	}
	b, s, k := bigs(beta), bigs(se), len(beta)
	w := func(i int) *big.Float { return ref.Quo(ref.Float(1), ref.Add(square(s[i]), r.tau2)) }
	sumW := sum(k, w)
	r.beta = ref.Quo(sum(k, func(i int) *big.Float { return ref.Mul(w(i), b[i]) }), sumW)
	r.se = ref.Quo(ref.Float(1), ref.Sqrt(sumW))
	r.z = ref.Quo(r.beta, r.se)
	r.negLog10P = ref.NegLog10PFromZ(r.z)
	return r
}

func sampleSizeReference(z, n []float64) *reference {
	bz, bn, k := bigs(z), bigs(n), len(z)
	sumN := sum(k, func(i int) *big.Float { return bn[i] })
	s := sum(k, func(i int) *big.Float { return ref.Mul(ref.Sqrt(bn[i]), bz[i]) })
	r := &reference{z: ref.Quo(s, ref.Sqrt(sumN))}
	r.q = sum(k, func(i int) *big.Float {
		return square(ref.Sub(bz[i], ref.Quo(ref.Mul(ref.Sqrt(bn[i]), s), sumN)))
	})
	r.finish(k)
	return r
}

// number returns a reference value as float64, NaN when it is not defined.
func number(x *big.Float) float64 {
	if x == nil {
		return math.NaN()
	}
	return ref.Float64(x)
}

// off returns the error of got: relative, but absolute below one (heterogeneity statistics cross
// 0).
func off(got, want float64) float64 {
	if math.IsNaN(got) || math.IsNaN(want) {
		if math.IsNaN(got) && math.IsNaN(want) {
			return 0
		}
		return math.Inf(1)
	}
	return math.Abs(got-want) / math.Max(math.Abs(want), 1e-300)
}
