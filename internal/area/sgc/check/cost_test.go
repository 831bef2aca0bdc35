package check_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
)

// drawPatients draws a realistic cohort: 106 phenotypes from very rare to one in ten people, a
// quarter of them part of a wider one, and people with different risks.
func drawPatients(r *rand.Rand, people int, most, spread float64) shown {
	const phenotypes = 106
	var common [phenotypes]float64
	var part [phenotypes]int
	for i := range common {
		common[i] = math.Exp(math.Log(2e-5) + r.Float64()*(math.Log(most)-math.Log(2e-5)))
	}
	slices.Sort(common[:])
	for i := range part {
		if part[i] = -1; i < phenotypes-1 && r.IntN(4) == 0 {
			part[i] = i + 1 + r.IntN(min(12, phenotypes-1-i))
		}
	}
	var n [phenotypes][phenotypes]int64
	for range people {
		prone := math.Exp(spread*r.NormFloat64() - spread*spread/2)
		var has [phenotypes]bool
		var list []int
		for i := range common {
			if r.Float64() < min(0.9, prone*common[i]) {
				for j := i; j >= 0; j = part[j] {
					has[j] = true
				}
			}
			if has[i] {
				list = append(list, i)
			}
		}
		for _, a := range list {
			for _, b := range list {
				n[a][b]++
			}
		}
	}
	s := shown{people: int64(people)}
	for a := range n {
		s.cases = append(s.cases, check.CasesRow{Code: codeAt(a), Cases: count.Exact(n[a][a]), Controls: count.Exact(s.people - n[a][a])})
		for b := range a {
			s.pairs = append(s.pairs, check.PairRow{A: codeAt(b), B: codeAt(a), N: count.Exact(n[a][b])})
		}
	}
	return s
}

// TestCostOfHiding measures how much of realistic cohorts is still shown. The figures are in
// docs/decisions/0013.
func TestCostOfHiding(t *testing.T) {
	for _, c := range []struct {
		people       int
		most, spread float64
		least        int // percent of the pairs that are not small
	}{{20_000, 0.03, 0.7, 75}, {20_000, 0.12, 0.7, 64}, {60_000, 0.03, 0.7, 75}, {60_000, 0.12, 1, 57}} {
		sent := drawPatients(rand.New(rand.NewPCG(uint64(c.people), 1)), c.people, c.most, c.spread)
		kept := sent.hide(5)
		var many, exact, few, asFew, nobody, asNobody int
		for i, p := range sent.pairs {
			n := kept.pairs[i].N
			switch {
			case p.N.Low >= 5:
				many++
				if n.IsExact() {
					exact++
				}
			case p.N.Low > 0:
				few++
				if n.High < 5 {
					asFew++
				}
			default:
				nobody++
				if n.IsExact() {
					asNobody++
				}
			}
		}
		t.Logf("%d people, up to %.2f, spread %.1f: %d of %d pairs exactly, %d of %d few as <5, %d of %d nobody as 0",
			c.people, c.most, c.spread, exact, many, asFew, few, asNobody, nobody)
		if exact*100 < c.least*many {
			t.Errorf("of %d people only %d of %d pairs are shown", c.people, exact, many)
		}
	}
}

// BenchmarkWorstFile hides the maximum number of pairs, most of which find room only after a long
// search.
func BenchmarkWorstFile(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	s := shown{people: 1_000_000}
	for i := range 200 {
		s.cases = append(s.cases, check.CasesRow{Code: codeAt(i), Cases: count.Exact(1000 + r.Int64N(5000)), Controls: count.Exact(900_000)})
		for j := range i {
			s.pairs = append(s.pairs, check.PairRow{A: codeAt(j), B: codeAt(i), N: count.Exact([]int64{0, 0, 3, 5 + r.Int64N(30)}[r.IntN(4)])})
		}
	}
	for b.Loop() {
		s.hide(5)
	}
}
