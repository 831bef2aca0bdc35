package susie

import "math"

// thinned is how many variants the mismatch is estimated from: the work is cubic.
const thinned = 500

// Mismatch estimates λ of z ~ N(0, (1 − λ)·R + λ·I) by maximum likelihood (Zou et al. 2022; the
// "null-mle" of susieR's estimate_s_rss): near 0 where z-scores and LD agree, towards 1 where the LD
// has no information about them. Of more than 500 variants 500 at equal steps are used.
func Mismatch(z []float64, r [][]float64, n float64) float64 {
	adjusted := Adjusted(z, n)
	used := make([]int, min(len(z), thinned))
	for i := range used {
		used[i] = i * len(z) / len(used)
	}
	a := make([][]float64, len(used))
	y := make([]float64, len(used))
	for i, from := range used {
		y[i] = adjusted[from]
		a[i] = make([]float64, len(used))
		for j, other := range used {
			a[i][j] = r[from][other]
		}
	}
	values := project(a, y)
	return minimum(func(s float64) float64 {
		out := 0.0
		for i, x := range values {
			variance := (1-s)*max(x, 0) + s
			out += math.Log(variance) + y[i]*y[i]/variance
		}
		return out
	}, 0, 1, math.Sqrt(epsilon))
}

// project returns the eigenvalues of the symmetric matrix a, which it overwrites, and replaces y by
// its components along the eigenvectors: Householder's reduction to a tridiagonal matrix, then
// implicit QL steps (Golub and Van Loan, Matrix Computations, 8.3), both applied to y alone, so
// that no eigenvector is computed.
func project(a [][]float64, y []float64) []float64 {
	values, beside := tridiagonal(a, y)
	for l := range values {
		for range 60 { // two or three are usual
			m := l
			for ; m < len(values)-1; m++ {
				if math.Abs(beside[m]) <= epsilon*(math.Abs(values[m])+math.Abs(values[m+1])) {
					break
				}
			}
			if m == l {
				break
			}
			rotate(values, beside, y, l, m)
		}
	}
	return values
}

// tridiagonal reduces a by reflections, which it also applies to y, and returns the diagonal and
// the entries beside it.
func tridiagonal(a [][]float64, y []float64) (diagonal, beside []float64) {
	n := len(a)
	diagonal, beside = make([]float64, n), make([]float64, n)
	v, p := make([]float64, n), make([]float64, n)
	for k := range n - 1 {
		length := 0.0
		for i := k + 1; i < n; i++ {
			v[i] = a[i][k]
			length += v[i] * v[i]
		}
		length = math.Sqrt(length)
		if length == 0 {
			continue
		}
		beside[k] = -math.Copysign(length, v[k+1])
		v[k+1] -= beside[k]
		square := 0.0
		for i := k + 1; i < n; i++ {
			square += v[i] * v[i]
		}
		reflect(a, y, v, p, k+1, 2/square)
	}
	for i := range a {
		diagonal[i] = a[i][i]
	}
	return diagonal, beside
}

// reflect applies the reflection I − β·v·vᵀ to rows and columns of a from the first on, and to y.
func reflect(a [][]float64, y, v, p []float64, first int, beta float64) {
	dot := 0.0
	n := len(a)
	clear(p)
	for i := first; i < n; i++ { // a is symmetric: its lower half is enough
		sum := a[i][i] * v[i]
		for j, x := range a[i][first:i] {
			sum += x * v[first+j]
			p[first+j] += x * v[i]
		}
		p[i] += sum
		dot += v[i] * y[i]
	}
	vp := 0.0
	for i := first; i < n; i++ {
		p[i] *= beta
		vp += v[i] * p[i]
		y[i] -= beta * dot * v[i]
	}
	for i := first; i < n; i++ {
		p[i] -= beta / 2 * vp * v[i]
	}
	for i := first; i < n; i++ {
		vi, pi := v[i], p[i]
		row := a[i][first : i+1]
		for j := range row {
			row[j] -= vi*p[first+j] + pi*v[first+j]
		}
	}
}

// rotate is one implicit QL step on the rows from l to m.
func rotate(d, e, y []float64, l, m int) {
	g := (d[l+1] - d[l]) / (2 * e[l])
	g = d[m] - d[l] + e[l]/(g+math.Copysign(math.Hypot(g, 1), g))
	s, c, p := 1.0, 1.0, 0.0
	for i := m - 1; i >= l; i-- {
		f, b := s*e[i], c*e[i]
		r := math.Hypot(f, g)
		e[i+1] = r
		if r == 0 {
			d[i+1] -= p
			e[m] = 0
			return
		}
		s, c = f/r, g/r
		g = d[i+1] - p
		r = (d[i]-g)*s + 2*c*b
		p = s * r
		d[i+1] = g + p
		g = c*r - b
		y[i+1], y[i] = s*y[i]+c*y[i+1], c*y[i]-s*y[i+1]
	}
	d[l] -= p
	e[l] = g
	e[m] = 0
}
