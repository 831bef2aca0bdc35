package check_test

import "math"

// simplex maximises a sum of non-negative variables while other sums are within bounds. It does not
// know phenotypes.
type simplex struct {
	rows  [][]float64 // one per equation: variables, slacks, one artificial each, and the right side last
	basis []int
	vars  int
}

// sum is a sum of variables and its bounds.
type sum struct {
	of        []bool
	low, high float64
}

const tiny = 1e-7

func newSimplex(vars int, sums []sum) *simplex {
	slacks := 2 * len(sums)
	s := &simplex{vars: vars}
	width := vars + slacks + 2*len(sums) + 1
	add := func(of []bool, slack int, sign, right float64) {
		row := make([]float64, width)
		for v, in := range of {
			if in {
				row[v] = 1
			}
		}
		row[vars+slack] = sign
		artificial := vars + slacks + len(s.rows)
		row[artificial], row[width-1] = 1, right
		s.rows, s.basis = append(s.rows, row), append(s.basis, artificial)
	}
	for i, x := range sums {
		if x.low == x.high {
			add(x.of, 2*i, 0, x.high)
			continue
		}
		add(x.of, 2*i, 1, x.high)
		if x.low > 0 {
			add(x.of, 2*i+1, -1, x.low)
		}
	}
	return s
}

// feasible reports whether such variables exist, and prepares max.
func (s *simplex) feasible() bool {
	goal := make([]float64, s.width())
	for j := s.real(); j < s.width(); j++ {
		goal[j] = -1
	}
	return s.climb(goal, s.width()) > -1e-5
}

func (s *simplex) width() int { return len(s.rows[0]) - 1 }

// real returns the number of columns that are not artificial.
func (s *simplex) real() int { return s.vars + (s.width()-s.vars)/2 }

// most returns the greatest value of a sum of variables, times sign.
func (s *simplex) most(of []bool, sign float64) float64 {
	goal := make([]float64, s.width())
	for v, in := range of {
		if in {
			goal[v] = sign
		}
	}
	return sign * s.climb(goal, s.real())
}

// climb maximises by Bland's rule, which does not cycle.
func (s *simplex) climb(goal []float64, columns int) float64 {
	for {
		enter := -1
		for j := 0; j < columns && enter < 0; j++ {
			gain := goal[j]
			for i, b := range s.basis {
				gain -= goal[b] * s.rows[i][j]
			}
			if gain > tiny {
				enter = j
			}
		}
		if enter < 0 {
			break
		}
		leave, least := -1, math.Inf(1)
		for i, row := range s.rows {
			if row[enter] <= tiny {
				continue
			}
			ratio := row[len(row)-1] / row[enter]
			if ratio < least-tiny || ratio < least+tiny && s.basis[i] < s.basis[leave] {
				leave, least = i, ratio
			}
		}
		if leave < 0 {
			return math.Inf(1)
		}
		s.pivot(leave, enter)
	}
	value := 0.0
	for i, b := range s.basis {
		value += goal[b] * s.rows[i][len(s.rows[i])-1]
	}
	return value
}

func (s *simplex) pivot(leave, enter int) {
	by := s.rows[leave]
	scale := 1 / by[enter]
	for j := range by {
		by[j] *= scale
	}
	for i, row := range s.rows {
		if f := row[enter]; i != leave && f != 0 {
			for j := range row {
				row[j] -= f * by[j]
			}
		}
	}
	s.basis[leave] = enter
}
