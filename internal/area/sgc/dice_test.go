package sgc

import (
	"math/rand/v2"

	"cohortium/internal/area/sgc/check"
)

// dice draws small consortia, with numbers that are small or nearly complete.
type dice struct{ *rand.Rand }

func (d dice) upTo(n int64) int64 { return d.Int64N(max(0, n) + 1) }

func (d dice) one(of ...int64) int64 { return of[d.IntN(len(of))] }

func (d dice) number(limit, minCell int64) int64 {
	return max(0, min(limit, d.one(d.upTo(minCell), 1+d.upTo(minCell-2), limit-d.upTo(minCell), d.upTo(limit))))
}

func (d dice) hiding(n, minCell int64) cell {
	if d.IntN(8) == 0 && n < 2*minCell {
		return cell{n, max(n+1, minCell) + d.upTo(3)}
	}
	return cell{n: n}
}

func (d dice) truth() *truth {
	t := &truth{minCell: d.one(2, 5, 5, 11)}
	for range 1 + d.IntN(3) {
		c := &trueCohort{
			males: d.one(1+d.upTo(12), 20+d.upTo(60), 400), females: d.one(1+d.upTo(12), 20+d.upTo(60), 600),
			wasLarger: d.one(0, 0, d.upTo(20)), pairsFirst: d.IntN(3) == 0, sex: map[check.Sex]*trueSex{},
		}
		for _, sex := range sexes() {
			c.sex[sex] = d.files(c.of(sex), t.minCell)
		}
		t.cohorts = append(t.cohorts, c)
	}
	return t
}

// crowd draws people by their phenotypes: crowd[3] is the number of people with exactly the first
// and the second.
func (d dice) crowd(people, minCell int64, phenotypes int) []int64 {
	crowd := make([]int64, 1<<phenotypes)
	for range 2 * phenotypes {
		kind, n := d.IntN(len(crowd)), d.number(people, minCell)
		crowd[kind], people = crowd[kind]+n, people-n
	}
	crowd[0] += people
	return crowd
}

// files draws numbers: any possible ones for up to three phenotypes, those of a crowd for more.
func (d dice) files(people, minCell int64) *trueSex {
	codes := 1 + d.IntN(len(testCodes))
	crowd := d.crowd(people, minCell, codes)
	with := func(set int) (n int64) {
		for kind, m := range crowd {
			if kind&set == set {
				n += m
			}
		}
		return n
	}
	s := &trueSex{}
	for a, i := range d.Perm(len(testCodes))[:codes] {
		n := with(1 << a)
		if codes <= 3 {
			n = d.number(people, minCell)
		}
		row := trueRow{code: testCodes[i], cases: d.hiding(n, minCell)}
		row.controls = cell{n: people - row.cases.n}
		if d.IntN(2) == 0 {
			row.controls = d.hiding(d.number(people-row.cases.n, minCell), minCell)
		}
		for range d.IntN(3) {
			row.parts = append(row.parts, d.number(row.cases.n, minCell))
		}
		s.rows = append(s.rows, row)
	}
	for a := range s.rows {
		for b := range a {
			if d.IntN(3) == 0 {
				continue
			}
			n := with(1<<a | 1<<b)
			if codes <= 3 {
				low, high := s.boundsOfThird(a, b, people)
				n = low + d.number(high-low, minCell)
			}
			s.pairs = append(s.pairs, truePair{a, b, d.hiding(n, minCell)})
		}
	}
	return s
}

// bounds returns how many people can have both phenotypes.
func (s *trueSex) bounds(a, b int, people int64) (low, high int64) {
	x, y := s.rows[a].cases.n, s.rows[b].cases.n
	return max(0, x+y-people), min(x, y)
}

// boundsOfThird returns how many people can have both phenotypes, given their pairs with a third
// one.
func (s *trueSex) boundsOfThird(a, b int, people int64) (low, high int64) {
	low, high = s.bounds(a, b, people)
	if len(s.pairs) < 2 {
		return low, high
	}
	c := 3 - a - b
	with := map[int]int64{} // how many have c and this one
	for _, p := range s.pairs {
		with[p.a+p.b-c] = p.n.n
	}
	x, y, z := s.rows[a].cases.n, s.rows[b].cases.n, s.rows[c].cases.n
	low = max(low, with[a]+with[b]-z, x+y+z-with[a]-with[b]-people)
	return low, min(high, x-with[a]+with[b], y-with[b]+with[a])
}

var testCodes = []string{"ACNE", "PSOR", "ZOSTER", "KELOID", "LUPUS", "SCABIES"}
