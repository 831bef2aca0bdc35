package susie

import (
	"cmp"
	"math"
	"slices"
)

// effect is one single-effect regression.
type effect struct {
	alpha, mu, mu2, logBF []float64
	mean                  []float64 // α·μ, the posterior mean
	fitted                []float64 // XᵀX·mean
	prior                 float64
	logBFAll, kl          float64
}

// model holds sufficient statistics and the state of the fit. XᵀX is d·r.
type model struct {
	r        [][]float64
	xty      []float64
	d, yty   float64
	n        float64
	residual float64
	effects  []effect
	fitted   []float64 // of all effects
	largest  float64   // |z|

	remainder, z2 []float64 // scratch
}

func newModel(z []float64, r [][]float64, n float64, opt Options) *model {
	p := len(z)
	m := &model{r: r, xty: Adjusted(z, n), d: n - 1, yty: n - 1, n: n, residual: 1,
		effects: make([]effect, opt.Signals), fitted: make([]float64, p), remainder: make([]float64, p), z2: make([]float64, p)}
	prior := priorShare
	if math.IsNaN(n) {
		m.d, m.yty, m.n, prior = 1, 1, 2, priorUnscaled
	}
	for i, x := range m.xty {
		m.largest = max(m.largest, math.Abs(x))
		m.xty[i] = x * math.Sqrt(m.d)
	}
	for l := range m.effects {
		values := make([]float64, 6*p)
		column := func(i int) []float64 { return values[i*p : (i+1)*p : (i+1)*p] }
		m.effects[l] = effect{alpha: column(0), mu: column(1), mu2: column(2), logBF: column(3), mean: column(4), fitted: column(5), prior: prior}
	}
	return m
}

// update fits one effect to what the others leave.
func (m *model) update(e *effect) {
	most := 0.0
	for i := range m.fitted {
		m.fitted[i] -= e.fitted[i]
		m.remainder[i] = m.xty[i] - m.fitted[i]
		m.z2[i] = m.remainder[i] * m.remainder[i] / (m.d * m.residual)
		most = max(most, m.z2[i])
	}
	e.prior = m.bestPrior(e.prior, most)
	s := m.residual / m.d
	shrinkage := e.prior / (e.prior + s)
	base := 0.5 * math.Log(s/(e.prior+s))
	total := 0.0
	for i, z2 := range m.z2 {
		e.logBF[i] = base + 0.5*shrinkage*z2
		e.alpha[i] = math.Exp(0.5 * shrinkage * (z2 - most))
		total += e.alpha[i]
	}
	variance := shrinkage * s
	dot, square := 0.0, 0.0
	for i := range e.alpha {
		e.alpha[i] /= total
		e.mu[i] = shrinkage * m.remainder[i] / m.d
		e.mu2[i] = variance + e.mu[i]*e.mu[i]
		e.mean[i] = e.alpha[i] * e.mu[i]
		dot += e.mean[i] * m.remainder[i]
		square += e.alpha[i] * e.mu2[i]
	}
	e.logBFAll = base + 0.5*shrinkage*most + math.Log(total/float64(len(e.alpha)))
	e.kl = -e.logBFAll - 0.5/m.residual*(m.d*square-2*dot)
	m.multiply(e.fitted, e.mean)
	for i := range m.fitted {
		m.fitted[i] += e.fitted[i]
	}
}

// multiply sets out to XᵀX·b. Entries too small to change a double are left out: most effects have
// few others.
func (m *model) multiply(out, b []float64) {
	clear(out)
	most := 0.0
	for _, x := range b {
		most = max(most, math.Abs(x))
	}
	if most == 0 {
		return
	}
	for j, x := range b {
		if math.Abs(x) < most*1e-17 {
			continue
		}
		x *= m.d
		for i, r := range m.r[j] {
			out[i] += x * r
		}
	}
}

// bestPrior returns the prior variance of the largest likelihood, the earlier one where that is not
// exceeded, and 0 where no effect is at least as likely.
func (m *model) bestPrior(before, most float64) float64 {
	s := m.residual / m.d
	likelihood := func(v float64) float64 {
		half := 0.5 * v / (v + s)
		total := 0.0
		for _, z2 := range m.z2 {
			if x := half * (z2 - most); x > -45 { // smaller terms do not change a double
				total += math.Exp(x)
			}
		}
		return 0.5*math.Log(s/(v+s)) + half*most + math.Log(total/float64(len(m.z2)))
	}
	best := math.Exp(minimum(func(x float64) float64 { return -likelihood(math.Exp(x)) }, -30, 15, math.Sqrt(epsilon)))
	at := likelihood(best)
	if earlier := likelihood(before); at < earlier {
		best, at = before, earlier
	}
	if at <= 0 { // the logarithm of the likelihood without an effect is 0
		return 0
	}
	return best
}

// unreasonable reports whether an effect is larger than data of this z could show.
func (m *model) unreasonable() bool {
	return slices.ContainsFunc(m.effects, func(e effect) bool { return e.prior > 100*m.largest*m.largest })
}

// squares returns the expected residual sum of squares.
func (m *model) squares() float64 {
	sum := m.yty
	for l := range m.effects {
		e := &m.effects[l]
		for i, b := range e.mean {
			sum += b*(m.fitted[i]-2*m.xty[i]-e.fitted[i]) + m.d*e.alpha[i]*e.mu2[i]
		}
	}
	return sum
}

// objective returns the evidence lower bound.
func (m *model) objective() float64 {
	out := -m.n/2*math.Log(2*math.Pi*m.residual) - m.squares()/(2*m.residual)
	for l := range m.effects {
		out -= m.effects[l].kl
	}
	return out
}

func (m *model) pip() []float64 {
	out := make([]float64, len(m.xty))
	for i := range out {
		none := 1.0
		for l := range m.effects {
			if e := &m.effects[l]; e.prior > leastPrior {
				none *= 1 - e.alpha[i]
			}
		}
		out[i] = 1 - none
	}
	return out
}

// signals returns the effects with a pure credible set; two effects with the same set are one.
func (m *model) signals(coverage float64) (out []Signal, impure int) {
	var seen [][]int
	for l := range m.effects {
		e := &m.effects[l]
		if e.prior <= leastPrior {
			continue
		}
		set, covered := smallest(e.alpha, coverage)
		sorted := slices.Sorted(slices.Values(set))
		if slices.ContainsFunc(seen, func(other []int) bool { return slices.Equal(other, sorted) }) {
			continue
		}
		seen = append(seen, sorted)
		purity := m.purity(set)
		if purity < LeastPurity {
			impure++
			continue
		}
		out = append(out, Signal{Set: set, Coverage: covered, Purity: purity, LogBF: e.logBF, LogBFAll: e.logBFAll})
	}
	slices.SortStableFunc(out, func(a, b Signal) int { return cmp.Compare(b.Purity, a.Purity) })
	return out, impure
}

// smallest returns the smallest set of variants with a probability of at least coverage.
func smallest(alpha []float64, coverage float64) (set []int, covered float64) {
	order := make([]int, len(alpha))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(alpha[j], alpha[i]) })
	for _, i := range order {
		if covered >= coverage {
			break
		}
		covered += alpha[i]
		set = append(set, i)
	}
	return set, covered
}

func (m *model) purity(set []int) float64 {
	least := 1.0
	for i, a := range set {
		for _, b := range set[:i] {
			least = min(least, math.Abs(m.r[a][b]))
		}
	}
	return least
}
