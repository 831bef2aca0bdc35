// Package stattest is an arbitrary-precision reference for package stat and for
// everything computed with it: exponentials, logarithms and distribution tails
// in math/big, by methods other than those under test. It is slow, imports the
// standard library only, and is meant for tests.
package stattest

import (
	"math"
	"math/big"
)

// Prec is the working precision in bits, about 144 decimal digits.
const Prec = 480

// Float returns x as a number of the working precision.
func Float(x float64) *big.Float { return new(big.Float).SetPrec(Prec).SetFloat64(x) }

// Add and Sub, Mul, Quo, Sqrt are the operations of big.Float as expressions.
func Add(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(Prec).Add(a, b) }

// Sub returns a − b.
func Sub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(Prec).Sub(a, b) }

// Mul returns a·b.
func Mul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(Prec).Mul(a, b) }

// Quo returns a/b.
func Quo(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(Prec).Quo(a, b) }

// Sqrt returns the square root of a ≥ 0 with Prec bits.
func Sqrt(a *big.Float) *big.Float { return new(big.Float).SetPrec(Prec).Sqrt(a) }

// Float64 rounds x to a float64.
func Float64(x *big.Float) float64 {
	f, _ := x.Float64()
	return f
}

// negligible reports whether term is too small to change sum.
func negligible(term, sum *big.Float) bool {
	return term.Sign() == 0 || sum.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-Prec-8
}

// Exp returns eˣ by halving x until it is small and squaring its Taylor series.
func Exp(x *big.Float) *big.Float {
	const halvings = 40
	shift := max(0, x.MantExp(nil)) + halvings
	small := new(big.Float).SetPrec(Prec+128).SetMantExp(x, -shift)
	sum := new(big.Float).SetPrec(Prec + 128).SetInt64(1)
	term := new(big.Float).SetPrec(Prec + 128).SetInt64(1)
	for n := int64(1); !negligible(term, sum) || n < 3; n++ {
		term.Mul(term, small)
		term.Quo(term, new(big.Float).SetInt64(n))
		sum.Add(sum, term)
	}
	for range shift {
		sum.Mul(sum, sum)
	}
	return new(big.Float).SetPrec(Prec).Set(sum)
}

// Log returns ln x by Newton's method on Exp, from a float64 start.
func Log(x *big.Float) *big.Float {
	exp := x.MantExp(nil)
	m := Float64(new(big.Float).SetMantExp(x, -exp))
	y := Float(math.Log(m) + float64(exp)*math.Ln2)
	for range 8 {
		// y += 2 (x − e^y)/(x + e^y), cubic convergence.
		e := Exp(y)
		y = Add(y, Quo(Mul(Float(2), Sub(x, e)), Add(x, e)))
	}
	return y
}

// Pi returns π by the Gauss–Legendre iteration.
func Pi() *big.Float {
	a, b, t, p := Float(1), Quo(Float(1), Sqrt(Float(2))), Float(0.25), Float(1)
	for range 10 {
		mean := Quo(Add(a, b), Float(2))
		d := Sub(a, mean)
		b = Sqrt(Mul(a, b))
		t = Sub(t, Mul(p, Mul(d, d)))
		p = Mul(p, Float(2))
		a = mean
	}
	s := Add(a, b)
	return Quo(Mul(s, s), Mul(Float(4), t))
}

// NegLog10 returns −log₁₀ x.
func NegLog10(x *big.Float) *big.Float {
	return new(big.Float).Neg(Quo(Log(x), Log(Float(10))))
}

// TwoSidedP returns 2Φ(−|z|): one minus the Taylor series of the error function
// for small z, the continued fraction of Mills' ratio beyond.
func TwoSidedP(z *big.Float) *big.Float {
	z = new(big.Float).SetPrec(Prec).Abs(z)
	half := Quo(Mul(z, z), Float(2))
	density := Quo(Mul(Float(2), Exp(new(big.Float).Neg(half))), Sqrt(Mul(Float(2), Pi())))
	if z.Cmp(Float(9)) < 0 {
		// 2Φ(z) − 1 = 2φ(z)·Σ z^(2n+1)/(2n+1)!!
		sum, term := Float(0), z
		for n := 1.0; !negligible(term, sum); n++ {
			sum = Add(sum, term)
			term = Quo(Mul(term, Mul(z, z)), Float(2*n+1))
		}
		return Sub(Float(1), Mul(density, sum))
	}
	f := z
	for n := 4000.0; n >= 1; n-- {
		f = Add(z, Quo(Float(n), f))
	}
	return Quo(density, f)
}

// NegLog10PFromZ returns −log₁₀ of TwoSidedP.
func NegLog10PFromZ(z *big.Float) *big.Float { return NegLog10(TwoSidedP(z)) }

// ChiSquareSurvival returns the upper tail at q ≥ 0 of χ² with a whole number of
// degrees of freedom: one minus the power series of the lower tail, or in
// the far tail, where that would cancel, the recurrence
// Q(a + 1, x) = Q(a, x) + xᵃe⁻ˣ/Γ(a + 1) from one or two degrees of freedom.
func ChiSquareSurvival(q *big.Float, df int) *big.Float {
	x := Quo(q, Float(2))
	tail, a := Exp(new(big.Float).Neg(x)), Float(1) // of two degrees of freedom
	term := tail                                    // xᵃe⁻ˣ/Γ(a + 1) at the running a
	if df%2 == 1 {
		term = Quo(Mul(term, Sqrt(x)), Mul(Float(0.5), Sqrt(Pi())))
		tail, a = TwoSidedP(Sqrt(q)), Float(0.5)
	} else {
		term = Mul(term, x)
	}
	for half := Float(float64(df) / 2); a.Cmp(half) < 0; {
		tail = Add(tail, term)
		a = Add(a, Float(1))
		term = Quo(Mul(term, x), a)
	}
	if q.Cmp(Float(math.Max(100, float64(df)))) >= 0 {
		return tail
	}
	sum, step := Float(0), Float(1)
	for n := Add(a, Float(1)); !negligible(step, sum); n = Add(n, Float(1)) {
		sum = Add(sum, step)
		step = Quo(Mul(step, x), n)
	}
	return Sub(Float(1), Mul(term, sum))
}

// BetaCDF returns I_x(a, b) for whole a and b, the probability of at least a
// successes in a + b − 1 trials, summed over the fewer than a that are missing.
func BetaCDF(x *big.Float, a, b int) *big.Float {
	n := a + b - 1
	c := Sub(Float(1), x)
	term := Exp(Mul(Float(float64(n)), Log(c)))
	sum := Float(0)
	for j := range a {
		sum = Add(sum, term)
		term = Quo(Mul(Mul(term, Float(float64(n-j))), x), Mul(Float(float64(j+1)), c))
	}
	return Sub(Float(1), sum)
}
