// Package ancestry estimates the ancestry of participants from allele frequencies: shares of
// reference populations by least squares with shares of at least 0 that add up to 1 (the model of
// Summix, Arriaga-MacKenzie et al. 2021, Am J Hum Genet 108:1270), and F_ST to each population. It
// imports nothing of ours and knows no files.
package ancestry

import "math"

// Limits of an estimate.
const (
	Fewest      = 2000 // matched variants
	Most        = 10   // populations, whose subsets are all tried
	OneAncestry = 0.8  // share from which participants count as of one population
)

// Tally collects variants.
type Tally struct {
	n            int
	gram         [][]float64 // Σ pᵢ·pⱼ
	product      []float64   // Σ pᵢ·f
	square       float64     // Σ f²
	apart, pairs []float64   // of F_ST: Σ(f − p)² and Σ f(1 − p) + p(1 − f)
}

// NewTally collects frequencies for a number of populations.
func NewTally(populations int) *Tally {
	t := &Tally{product: make([]float64, populations), apart: make([]float64, populations), pairs: make([]float64, populations)}
	for range populations {
		t.gram = append(t.gram, make([]float64, populations))
	}
	return t
}

// Add adds the frequency of an allele in the study and in each population. A variant with an unknown
// frequency takes no part.
func (t *Tally) Add(f float64, populations []float64) {
	unknown := !(f >= 0 && f <= 1)
	for _, p := range populations {
		unknown = unknown || !(p >= 0 && p <= 1)
	}
	if unknown {
		return
	}
	t.n++
	t.square += f * f
	for i, p := range populations {
		t.product[i] += p * f
		t.apart[i] += (f - p) * (f - p)
		t.pairs[i] += f*(1-p) + p*(1-f)
		for j, q := range populations {
			t.gram[i][j] += p * q
		}
	}
}

// Estimate is the ancestry of a study.
type Estimate struct {
	Variants int
	Shares   []float64 // of each population, adding up to 1
	FST      []float64 // to each population, by Hudson's estimator as a ratio of averages (Bhatia et al. 2013, Genome Res 23:1514), samples taken as large
	Residual float64   // root mean square difference of frequencies from the mixture
}

// Nearest returns the population of the largest share.
func (e *Estimate) Nearest() int {
	best := 0
	for i, s := range e.Shares {
		if s > e.Shares[best] {
			best = i
		}
	}
	return best
}

// Estimate returns the shares with the smallest squared error: of all sets of populations it solves
// the equations of those whose shares are above 0, and takes the best valid solution. ok is false
// with fewer than Fewest variants.
func (t *Tally) Estimate() (e *Estimate, ok bool) {
	if t.n < Fewest {
		return nil, false
	}
	k := len(t.product)
	e = &Estimate{Variants: t.n, FST: make([]float64, k)}
	for i := range e.FST {
		e.FST[i] = t.apart[i] / t.pairs[i]
	}
	least := math.Inf(1)
	for set := 1; set < 1<<k; set++ {
		shares, ok := t.solve(set)
		if !ok {
			continue
		}
		if err := t.squaredError(shares); err < least {
			least, e.Shares = err, shares
		}
	}
	e.Residual = math.Sqrt(max(least, 0) / float64(t.n))
	return e, e.Shares != nil
}

func (t *Tally) squaredError(shares []float64) float64 {
	out := t.square
	for i, s := range shares {
		out -= 2 * s * t.product[i]
		for j, u := range shares {
			out += s * u * t.gram[i][j]
		}
	}
	return out
}

// solve returns the least squares shares of a set of populations that add up to 1 (a Lagrange
// multiplier is the last unknown); ok is false if one is negative or the populations are not distinct.
func (t *Tally) solve(set int) (shares []float64, ok bool) {
	var in []int
	for i := range t.product {
		if set>>i&1 == 1 {
			in = append(in, i)
		}
	}
	m := len(in) + 1
	rows := make([][]float64, m)
	for a := range rows {
		rows[a] = make([]float64, m+1)
		for b := range in {
			switch {
			case a < len(in):
				rows[a][b] = t.gram[in[a]][in[b]]
			default:
				rows[a][b] = float64(t.n)
			}
		}
		if a < len(in) {
			rows[a][m-1], rows[a][m] = float64(t.n), t.product[in[a]]
		} else {
			rows[a][m] = float64(t.n)
		}
	}
	x, ok := eliminate(rows)
	if !ok {
		return nil, false
	}
	shares = make([]float64, len(t.product))
	for a, i := range in {
		if x[a] < 0 {
			return nil, false
		}
		shares[i] = x[a]
	}
	return shares, true
}

// eliminate solves linear equations, whose right side is the last column, by Gaussian elimination
// with the largest pivots.
func eliminate(rows [][]float64) (x []float64, ok bool) {
	n := len(rows)
	largest := 0.0
	for _, r := range rows {
		for _, v := range r {
			largest = max(largest, math.Abs(v))
		}
	}
	for c := range n {
		pivot := c
		for r := c; r < n; r++ {
			if math.Abs(rows[r][c]) > math.Abs(rows[pivot][c]) {
				pivot = r
			}
		}
		if math.Abs(rows[pivot][c]) < 1e-10*largest {
			return nil, false
		}
		rows[c], rows[pivot] = rows[pivot], rows[c]
		for r := range rows {
			if r == c {
				continue
			}
			factor := rows[r][c] / rows[c][c]
			for k := c; k <= n; k++ {
				rows[r][k] -= factor * rows[c][k]
			}
		}
	}
	x = make([]float64, n)
	for i := range x {
		x[i] = rows[i][n] / rows[i][i]
	}
	return x, true
}
