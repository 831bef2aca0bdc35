package check_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/sgc/check"
	"cohortium/internal/sgc/count"
)

// A crowd is the people of a cohort by what they have: crowd[3] is how many have
// the first and the second of the phenotypes and nothing else.
type crowd []int64

func (c crowd) phenotypes() int {
	k := 0
	for 1<<k < len(c) {
		k++
	}
	return k
}

// with is how many people have all of a set.
func (c crowd) with(set int) (n int64) {
	for s, people := range c {
		if s&set == set {
			n += people
		}
	}
	return n
}

func codeAt(i int) string { return "P" + strconv.Itoa(i) }

// sets is the set of each case and pair, in the order of files.
func (c crowd) files() (cases []check.CasesRow, pairs []check.PairRow) {
	people := c.with(0)
	for a := range c.phenotypes() {
		n := c.with(1 << a)
		cases = append(cases, check.CasesRow{Code: codeAt(a), Cases: count.Exact(n), Controls: count.Exact(people - n)})
		for b := range a {
			pairs = append(pairs, check.PairRow{A: codeAt(b), B: codeAt(a), N: count.Exact(c.with(1<<a | 1<<b))})
		}
	}
	return cases, pairs
}

// drawCrowd draws people of whom few kinds exist, so that numbers tell each other.
func drawCrowd(r *rand.Rand, phenotypes int) crowd {
	c := make(crowd, 1<<phenotypes)
	kinds := 2 + r.IntN(2*phenotypes)
	for range kinds {
		set := r.IntN(len(c))
		if r.IntN(2) == 0 { // most people have little
			set &= r.IntN(len(c))
		}
		c[set] += []int64{1, 1 + r.Int64N(4), 1 + r.Int64N(30), 50 + r.Int64N(300)}[r.IntN(4)]
	}
	if r.IntN(3) > 0 {
		c[0] += r.Int64N(1 << r.IntN(12))
	}
	return c
}

// shown is what files say of a crowd once they are hidden.
type shown struct {
	people int64
	cases  []check.CasesRow
	pairs  []check.PairRow
}

func (c crowd) hide(minCell int64) shown {
	cases, pairs := c.files()
	people := c.with(0)
	cases = check.HideCases(cases, people, minCell)
	return shown{people, cases, check.HidePairs(pairs, cases, people, minCell)}
}

// sums are all equations that what is shown gives for the kinds of people.
func (s shown) sums(kinds int) (sums []sum) {
	add := func(set int, n count.Count) {
		sums = append(sums, sum{membersOf(set, kinds), float64(n.Low), float64(n.High)})
	}
	add(0, count.Exact(s.people))
	for a, row := range s.cases {
		n := row.Cases
		n.High = min(n.High, s.people-row.Controls.Low)
		n.Low = min(n.Low, n.High)
		add(1<<a, n)
	}
	i := 0
	for a := range s.cases {
		for b := range a {
			add(1<<a|1<<b, s.pairs[i].N)
			i++
		}
	}
	return sums
}

// membersOf are the kinds of people that have all of a set.
func membersOf(set, kinds int) []bool {
	of := make([]bool, kinds)
	for s := range of {
		of[s] = s&set == set
	}
	return of
}

// leaks lists hidden numbers of few people that what is shown bounds more
// closely than "0 to the smallest cell − 1", besides what the cases of a pair say.
func (c crowd) leaks(minCell int64) (found []string) {
	s := c.hide(minCell)
	people := s.people
	var solver *simplex
	check := func(set int, name string, least, most int64) {
		n := c.with(set)
		if n == 0 || n >= minCell {
			return
		}
		if solver == nil {
			solver = newSimplex(len(c), s.sums(len(c)))
			if !solver.feasible() {
				found = append(found, "the truth is impossible")
			}
		}
		of := membersOf(set, len(c))
		low, high := solver.most(of, -1), solver.most(of, 1)
		if low > float64(least)+1e-4 || high < float64(min(most, minCell-1))-1e-4 {
			found = append(found, fmt.Sprintf("%s is %d and lies within %.2f and %.2f", name, n, low, high))
		}
	}
	for a := range c.phenotypes() {
		x := c.with(1 << a)
		check(1<<a, "cases of "+codeAt(a), 0, people)
		for b := range a {
			y := c.with(1 << b)
			check(1<<a|1<<b, "pair of "+codeAt(b)+" and "+codeAt(a), max(0, x+y-people), min(x, y))
		}
	}
	return found
}

// TestSixPhenotypesTellNoHiddenNumber bounds every hidden number from all that
// is shown of six phenotypes, by all kinds of people that there could be.
// SGC_CROWDS is how many cohorts are drawn; a hundred thousand take minutes.
func TestSixPhenotypesTellNoHiddenNumber(t *testing.T) {
	crowds := 3000
	if n, err := strconv.Atoi(os.Getenv("SGC_CROWDS")); err == nil {
		crowds = n
	}
	told, all, few := 0, 0, 0
	for seed := range uint64(crowds) {
		r := rand.New(rand.NewPCG(seed, 6))
		c := drawCrowd(r, 6)
		minCell := []int64{5, 5, 3, 11}[r.IntN(4)]
		if found := c.leaks(minCell); len(found) > 0 {
			s := c.hide(minCell)
			t.Errorf("cohort %d, smallest cell %d: %v\n%v\n%v\n%v", seed, minCell, found, c, s.cases, s.pairs)
			if told++; told > 5 {
				break
			}
		}
		before, pairs := c.files()
		s := c.hide(minCell)
		again := check.HidePairs(s.pairs, s.cases, s.people, minCell)
		if diff := cmp.Diff(s.pairs, again); diff != "" {
			t.Errorf("cohort %d: hidden again it changes: %s", seed, diff)
		}
		_ = before
		for i, p := range pairs {
			if p.N.Low >= minCell {
				all++
				if s.pairs[i].N.IsExact() {
					few++
				}
			}
		}
	}
	t.Logf("%d cohorts, %d of %d pairs shown", crowds, few, all)
}
