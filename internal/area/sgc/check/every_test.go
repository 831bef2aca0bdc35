package check_test

import (
	"slices"
	"testing"

	"cohortium/internal/area/sgc/count"
)

// every calls do with every crowd of a number of people.
func every(c crowd, kind int, people int64, do func()) {
	if kind == len(c)-1 {
		c[kind] = people
		do()
		return
	}
	for n := range people + 1 {
		c[kind] = n
		every(c, kind+1, people-n, do)
	}
}

// numbers are the cases and pairs of four phenotypes, the cases first.
type numbers [10]int64

var numberSets = []int{1, 2, 4, 8, 3, 5, 6, 9, 10, 12}

func (c crowd) numbers() (n numbers) {
	for i, set := range numberSets {
		n[i] = c.with(set)
	}
	return n
}

// ranges are the visible ranges of numbers.
type ranges [10]count.Count

func (r *ranges) include(n numbers) bool {
	for i := range n {
		if n[i] < r[i].Low || n[i] > r[i].High {
			return false
		}
	}
	return true
}

// TestEverySmallCohort tries every possible cohort of six people and four phenotypes, one for each
// order of the phenotypes. Each small number must be able to be any other small number, in whole
// people.
func TestEverySmallCohort(t *testing.T) {
	const people, minCell = 6, 3
	seen := map[numbers]bool{}
	few := map[ranges][10]bool{} // which numbers occur in some cohort that looks like this
	c := make(crowd, 16)
	every(c, 0, people, func() {
		n := c.numbers()
		if seen[n] {
			return
		}
		seen[n] = true
		if !slices.IsSorted(n[:4]) {
			return
		}
		within := c.sent(nil, minCell).hide(minCell).within()
		var r ranges
		for i, set := range numberSets {
			r[i] = within[set]
		}
		which := few[r]
		for i := range n {
			which[i] = which[i] || n[i] > 0 && n[i] < minCell
		}
		few[r] = which
	})
	all := make([]numbers, 0, len(seen))
	for n := range seen {
		all = append(all, n)
	}
	hidden := 0
	for r, which := range few {
		var can [10][minCell]bool
		for _, m := range all {
			if r.include(m) {
				for i := range m {
					if m[i] < minCell {
						can[i][m[i]] = true
					}
				}
			}
		}
		for i := range which {
			if !which[i] {
				continue
			}
			hidden++
			least := int64(0)
			if i >= 4 {
				a, b := pairOf(i)
				least = max(0, r[a].Low+r[b].Low-people)
			}
			for v := least; v < minCell; v++ {
				if !can[i][v] {
					t.Fatalf("%v tells that number %d is not %d", r, i, v)
				}
			}
		}
	}
	t.Logf("%d cohorts, %d that look different, %d hidden numbers", len(seen), len(few), hidden)
	if hidden < 500 {
		t.Errorf("only %d hidden numbers", hidden)
	}
}

// pairOf returns the cases of a pair.
func pairOf(i int) (a, b int) {
	for bit := range 4 {
		if numberSets[i]>>bit&1 == 1 {
			a, b = b, bit
		}
	}
	return a, b
}
