package check_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
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

// with returns how many people have all of a set.
func (c crowd) with(set int) (n int64) {
	for s, people := range c {
		if s&set == set {
			n += people
		}
	}
	return n
}

func codeAt(i int) string { return "P" + strconv.Itoa(i) }

// sent returns an irregular upload of a cohort: it hides numbers itself, omits pairs and cases, and
// has controls that are not all other people.
func (c crowd) sent(r *rand.Rand, minCell int64) shown {
	s := shown{people: c.with(0)}
	ragged := func(one int) bool { return r != nil && r.IntN(one) == 0 }
	leavesOut, hidesMore := ragged(4), ragged(4)
	for a := range c.phenotypes() {
		n := c.with(1 << a)
		row := check.CasesRow{Code: codeAt(a), Cases: count.Exact(n), Controls: count.Exact(s.people - n)}
		if ragged(4) {
			row.Controls = count.Exact(r.Int64N(s.people - n + 1))
		}
		if !leavesOut || !ragged(6) {
			s.cases = append(s.cases, row)
		}
		for b := range a {
			pair := check.PairRow{A: codeAt(b), B: codeAt(a), N: count.Exact(c.with(1<<a | 1<<b))}
			if hidesMore && pair.N.Low < 2*minCell && ragged(2) {
				pair.N = count.Below(pair.N.Low + 1 + r.Int64N(minCell))
			}
			if !leavesOut || !ragged(3) {
				s.pairs = append(s.pairs, pair)
			}
		}
	}
	return s
}

// drawCrowd draws people of few kinds, so that numbers reveal each other.
func drawCrowd(r *rand.Rand, phenotypes int) crowd {
	c := make(crowd, 1<<phenotypes)
	kinds := 2 + r.IntN(2*phenotypes)
	for range kinds {
		set := r.IntN(len(c))
		if r.IntN(2) == 0 { // most people have few phenotypes
			set &= r.IntN(len(c))
		}
		c[set] += []int64{1, 1 + r.Int64N(4), 1 + r.Int64N(30), 50 + r.Int64N(300)}[r.IntN(4)]
	}
	if r.IntN(3) > 0 {
		c[0] += r.Int64N(1 << r.IntN(12))
	}
	return c
}

// shown is the visible content of files about a crowd.
type shown struct {
	people int64
	cases  []check.CasesRow
	pairs  []check.PairRow
}

func (s shown) hide(minCell int64) shown {
	cases := check.HideCases(s.cases, s.people, minCell)
	return shown{s.people, cases, check.HidePairs(s.pairs, cases, s.people, minCell)}
}

// set returns the phenotypes of a number, which counts the people with all of them.
func set(codes ...string) (set int) {
	for _, code := range codes {
		i, _ := strconv.Atoi(code[1:])
		set |= 1 << i
	}
	return set
}

// within returns the visible ranges of people with a set, by set.
func (s shown) within() map[int]count.Count {
	w := map[int]count.Count{0: count.Exact(s.people)}
	for _, row := range s.cases {
		w[set(row.Code)] = count.Count{Low: row.Cases.Low, High: min(row.Cases.High, s.people-row.Controls.Low)}
	}
	for _, p := range s.pairs {
		w[set(p.A, p.B)] = p.N
	}
	return w
}

// membersOf returns the kinds of people that have all of a set.
func membersOf(set, kinds int) []bool {
	of := make([]bool, kinds)
	for s := range of {
		of[s] = s&set == set
	}
	return of
}

// promises returns the values that a hidden small number must be able to have: those of its range
// that the cases of a pair allow by themselves.
func (c crowd) promises(sent, kept shown, minCell int64) map[int]count.Count {
	cases := map[string]count.Count{}
	out := map[int]count.Count{}
	few := func(n count.Count) bool { return n.IsExact() && n.Low > 0 && n.Low < minCell }
	for i, row := range sent.cases {
		if cases[row.Code] = kept.cases[i].Cases; few(row.Cases) {
			out[set(row.Code)] = count.Count{Low: 0, High: min(minCell-1, sent.people)}
		}
	}
	of := func(code string) count.Count {
		if n, ok := cases[code]; ok {
			return n
		}
		return count.Count{High: sent.people}
	}
	for i, p := range kept.pairs {
		a, b := of(p.A), of(p.B)
		most := count.Count{Low: max(0, a.Low+b.Low-sent.people), High: min(a.High, b.High, sent.people)}
		switch {
		case few(sent.pairs[i].N):
			out[set(p.A, p.B)] = count.Count{Low: most.Low, High: min(most.High, max(minCell-1, p.N.Low))}
		case !p.N.IsExact() && p.N.High < most.High: // the cohort hides it itself
			out[set(p.A, p.B)] = p.N
		}
	}
	return out
}

// leaks lists hidden numbers that visible numbers bound more closely than promised.
func (c crowd) leaks(sent shown, minCell int64) (found []string) {
	kept := sent.hide(minCell)
	return c.exact(kept.within(), c.promises(sent, kept, minCell))
}

// exact lists promises that contradict visible numbers.
func (c crowd) exact(within, promises map[int]count.Count) (found []string) {
	if len(promises) == 0 {
		return nil
	}
	var sums []sum
	for set := range c { // in order, so that a failure is repeatable
		if n, ok := within[set]; ok {
			sums = append(sums, sum{membersOf(set, len(c)), float64(n.Low), float64(n.High)})
		}
	}
	solver := newSimplex(len(c), sums)
	if !solver.feasible() {
		found = append(found, "the truth is impossible")
	}
	for set, free := range promises {
		of := membersOf(set, len(c))
		low, high := solver.most(of, -1), solver.most(of, 1)
		if low > float64(free.Low)+1e-4 || high < float64(free.High)-1e-4 {
			found = append(found, fmt.Sprintf("%b is %d and lies within %.2f and %.2f, not %v", set, c.with(set), low, high, free))
		}
	}
	return found
}

// crowdsToDraw returns SGC_CROWDS, or a number that takes a second or two.
func crowdsToDraw(n int) int {
	if asked, err := strconv.Atoi(os.Getenv("SGC_CROWDS")); err == nil {
		return asked
	}
	return n
}

// firstCrowd starts with draws of which number 10,850 needs room for hidden numbers of phenotypes
// placed before.
const firstCrowd = 9000

// TestSixPhenotypesRevealNoHiddenNumber bounds every hidden number from all visible numbers of six
// phenotypes, over all possible kinds of people. SGC_CROWDS is the number of draws; 60,000 take a
// minute.
func TestSixPhenotypesRevealNoHiddenNumber(t *testing.T) {
	crowds := crowdsToDraw(3000)
	pairs, exact := 0, 0
	for i := range uint64(crowds) {
		seed := i + firstCrowd
		r := rand.New(rand.NewPCG(seed, 6))
		c := drawCrowd(r, 6)
		minCell := []int64{5, 5, 3, 11}[r.IntN(4)]
		sent := c.sent(r, minCell)
		if found := c.leaks(sent, minCell); len(found) > 0 {
			t.Fatalf("cohort %d, smallest cell %d: %v\n%v\n%v\n%v", seed, minCell, found, c, sent, sent.hide(minCell))
		}
		kept := sent.hide(minCell)
		if diff := cmp.Diff(kept, kept.hide(minCell), cmp.AllowUnexported(shown{})); diff != "" {
			t.Fatalf("cohort %d: hidden again it changes: %s", seed, diff)
		}
		for i, p := range sent.pairs {
			if p.N.Low >= minCell {
				pairs++
				if kept.pairs[i].N.IsExact() {
					exact++
				}
			}
		}
	}
	t.Logf("%d cohorts, %d of %d pairs that are not few are shown", crowds, exact, pairs)
	if exact < pairs/2 {
		t.Errorf("only %d of %d pairs that are not few are shown", exact, pairs)
	}
}

// otherwise returns the crowd with errors, as in a first version: some people have two phenotypes
// instead of one of them, or the other way round.
func (c crowd) otherwise(r *rand.Rand) crowd {
	out := slices.Clone(c)
	for range 4 {
		a, b := 1<<r.IntN(c.phenotypes()), 1<<r.IntN(c.phenotypes())
		rest := r.IntN(len(c)) &^ a &^ b
		most := min(out[rest], out[rest|a|b])
		if a == b || most == 0 {
			continue
		}
		n := 1 + r.Int64N(most)
		out[rest], out[rest|a|b] = out[rest]-n, out[rest|a|b]-n
		out[rest|a], out[rest|b] = out[rest|a]+n, out[rest|b]+n
	}
	return out
}

// TestVersionsRevealNoHiddenNumber combines two versions of a file; the first has other numbers and
// omits other pairs.
func TestVersionsRevealNoHiddenNumber(t *testing.T) {
	for seed := range uint64(crowdsToDraw(1500)) {
		r := rand.New(rand.NewPCG(seed, 7))
		c := drawCrowd(r, 6)
		const minCell = 5
		sent := c.sent(nil, minCell)
		before := c.otherwise(r)
		var first, second []check.PairRow
		for _, p := range sent.pairs {
			if r.IntN(4) > 0 {
				second = append(second, p)
			}
			if r.IntN(4) > 0 {
				p.N = count.Exact(before.with(set(p.A, p.B)))
				first = append(first, p)
			}
		}
		cases := check.HideCases(sent.cases, sent.people, minCell)
		versions := check.HideVersions([][]check.PairRow{first, second}, cases, sent.people, minCell)
		if diff := cmp.Diff(versions, check.HideVersions(versions, cases, sent.people, minCell)); diff != "" {
			t.Fatalf("cohort %d: hidden again it changes: %s", seed, diff)
		}
		sent.pairs = second
		kept := shown{sent.people, cases, versions[1]}
		within, promises := kept.within(), c.promises(sent, kept, minCell)
		for i, p := range first {
			pair := set(p.A, p.B)
			if p.N.Low != c.with(pair) {
				continue
			}
			n, both := within[pair]
			if !both {
				n = versions[0][i].N
			}
			within[pair] = count.Count{Low: max(n.Low, versions[0][i].N.Low), High: min(n.High, versions[0][i].N.High)}
		}
		if found := c.exact(within, promises); len(found) > 0 {
			t.Fatalf("cohort %d: %v\n%v\n%v\n%v", seed, found, c, cases, versions)
		}
	}
}

// TestAVersionOfNoUseSilencesNothing checks that a version which only has a phenotype next to one
// with hidden cases reveals nothing about it, and hides nothing of it.
func TestAVersionOfNoUseSilencesNothing(t *testing.T) {
	row := func(code string, cases count.Count) check.CasesRow { return check.CasesRow{Code: code, Cases: cases} }
	cases := []check.CasesRow{row("A", count.Exact(100)), row("B", count.Exact(200)), row("H", count.Below(5))}
	ab, ah := check.PairRow{A: "A", B: "B", N: count.Exact(50)}, check.PairRow{A: "A", B: "H", N: count.Exact(1)}
	got := check.HideVersions([][]check.PairRow{{ah}, {ab, ah}}, cases, 1000, 5)
	ah.N = count.Below(5)
	if diff := cmp.Diff([][]check.PairRow{{ah}, {ab, ah}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestOnlySoManyPhenotypesShowPairs checks that, if something is hidden, phenotypes beyond the 150
// most common show no pairs, so that no file takes long.
func TestOnlySoManyPhenotypesShowPairs(t *testing.T) {
	var cases []check.CasesRow
	var pairs []check.PairRow
	for i := range 152 {
		cases = append(cases, check.CasesRow{Code: codeAt(i), Cases: count.Exact(int64(2000 - i))})
		if i > 0 {
			pairs = append(pairs, check.PairRow{A: codeAt(0), B: codeAt(i), N: count.Exact(10)})
		}
	}
	for _, few := range []int64{0, 3} {
		pairs[0].N = count.Exact(few)
		got := check.HidePairs(pairs, cases, 1_000_000, 5)
		shows := []bool{got[148].N.IsExact(), got[149].N.IsExact(), got[150].N.IsExact()}
		if want := []bool{true, few == 0, few == 0}; !slices.Equal(shows, want) {
			t.Errorf("with %d people in a pair, the last phenotypes show %v, want %v", few, shows, want)
		}
	}
}
