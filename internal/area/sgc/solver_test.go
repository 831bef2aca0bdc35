package sgc

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/auth"
)

var testIdentity = auth.NewIdentity(&auth.User{ID: "u1", UserName: "u1"}, nil)

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// sumCounts computes the result of Store.CountSums from records in memory.
func sumCounts(records []*Record, validatedOnly bool) (out []CountSum) {
	n := map[int]count.Effective{}
	add := func(sex check.Sex, row check.CasesRow) {
		i := slices.IndexFunc(out, func(s CountSum) bool { return s.Sex == sex && s.Code == row.Code })
		if i < 0 {
			i, out = len(out), append(out, CountSum{Code: row.Code, Sex: sex})
		}
		out[i].Cases, out[i].Controls = out[i].Cases.Add(row.Cases), out[i].Controls.Add(row.Controls)
		n[i] = n[i].Add(count.EffectiveN(row.Cases, row.Controls))
		out[i].EffectiveN = n[i].Rounded()
		out[i].Cohorts++
		if !row.Cases.IsExact() {
			out[i].CasesHidden++
		}
		if !row.Controls.IsExact() {
			out[i].ControlsHidden++
		}
	}
	for _, r := range records {
		if validatedOnly && r.Status != Validated {
			continue
		}
		for _, sex := range sexes() {
			for _, row := range r.cases(sex) {
				add(sex, row)
			}
		}
		for _, row := range check.SumCases(r.cases(check.Male), r.cases(check.Female)) {
			add(check.Both, row)
		}
	}
	slices.SortFunc(out, func(a, b CountSum) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Sex, b.Sex))
	})
	return out
}

// sumPairs computes the result of Store.PairSums for each sex and for both.
func sumPairs(records []*Record, validatedOnly bool) map[check.Sex][]PairSum {
	out := map[check.Sex][]PairSum{}
	for _, sex := range []check.Sex{check.Male, check.Female, check.Both} {
		for _, r := range records {
			if validatedOnly && r.Status != Validated {
				continue
			}
			rows := r.pairs(sex)
			if sex == check.Both {
				rows = check.SumPairs(r.pairs(check.Male), r.pairs(check.Female))
			}
			for _, row := range rows {
				i := slices.IndexFunc(out[sex], func(s PairSum) bool { return s.A == row.A && s.B == row.B })
				if i < 0 {
					i, out[sex] = len(out[sex]), append(out[sex], PairSum{A: row.A, B: row.B})
				}
				out[sex][i].N, out[sex][i].Cohorts = out[sex][i].N.Add(row.N), out[sex][i].Cohorts+1
				if !row.N.IsExact() {
					out[sex][i].Hidden++
				}
			}
		}
		slices.SortFunc(out[sex], func(a, b PairSum) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	}
	return out
}

// solver computes what all visible numbers together imply for each number. It knows which group is
// part of which, and all visible sums.
type solver struct {
	at     map[string]int
	bounds []count.Count
	rules  []bound
	pairs  map[string][2]string // pair → its phenotypes, all as variables
	people map[string]int64
}

// bound bounds a sum of variables, some of them subtracted.
type bound struct {
	plus, minus []int
	within      count.Count
}

const anyLow = -1 << 40

func (s *solver) variable(name string, n count.Count) int {
	i, ok := s.at[name]
	if !ok {
		i = len(s.bounds)
		s.at[name], s.bounds = i, append(s.bounds, n)
	}
	return i
}

func variableOf(cohort int, sex check.Sex, what, a, b string) string {
	return fmt.Sprint(cohort, " ", sex, " ", what, " ", min(a, b), " ", max(a, b))
}

func newSolver(t *truth, records []*Record) *solver {
	s := &solver{at: map[string]int{}, pairs: map[string][2]string{}, people: map[string]int64{}}
	for i, r := range records {
		for _, sex := range sexes() {
			s.addFiles(i, sex, r)
		}
	}
	s.addSums(records)
	for changed := true; changed; {
		changed = false
		for _, r := range s.rules {
			changed = s.narrow(r) || changed
		}
	}
	return s
}

func (s *solver) addFiles(i int, sex check.Sex, r *Record) {
	people := r.size().Of(sex)
	upTo := count.Count{Low: anyLow, High: people}
	for _, row := range r.cases(sex) {
		cases := s.variable(variableOf(i, sex, "cases", row.Code, ""), row.Cases)
		controls := s.variable(variableOf(i, sex, "controls", row.Code, ""), row.Controls)
		s.rules = append(s.rules, bound{plus: []int{cases, controls}, within: upTo})
		for _, p := range row.Breakdown {
			if !p.Hidden {
				s.rules = append(s.rules, bound{plus: []int{cases}, within: count.Count{Low: p.N.Low, High: people}})
			}
		}
	}
	for _, p := range r.pairs(sex) {
		s.variable(variableOf(i, sex, "pair", p.A, p.B), p.N)
	}
	cases := r.cases(sex)
	for k, x := range cases {
		for _, y := range cases[:k] {
			name := variableOf(i, sex, "pair", x.Code, y.Code)
			pair := s.variable(name, count.Count{Low: 0, High: people}) // unless it is visible
			a, b := variableOf(i, sex, "cases", x.Code, ""), variableOf(i, sex, "cases", y.Code, "")
			s.pairs[name], s.people[name] = [2]string{a, b}, people
			for _, of := range []string{a, b} {
				s.rules = append(s.rules, bound{plus: []int{pair}, minus: []int{s.at[of]}, within: count.Count{Low: anyLow, High: 0}})
			}
			s.rules = append(s.rules, bound{plus: []int{s.at[a], s.at[b]}, minus: []int{pair}, within: upTo})
		}
	}
	for k := range cases {
		for l := range k {
			for m := range l {
				s.addTriple(i, sex, people, cases[k].Code, cases[l].Code, cases[m].Code)
			}
		}
	}
}

// addTriple adds the rules of three phenotypes: people with the first and second, and with the
// first and third, have the first, and all people with any of them belong to the cohort.
func (s *solver) addTriple(i int, sex check.Sex, people int64, codes ...string) {
	var cases, pairs []int // pairs[k] is the one without codes[k]
	for k, code := range codes {
		cases = append(cases, s.at[variableOf(i, sex, "cases", code, "")])
		pairs = append(pairs, s.at[variableOf(i, sex, "pair", codes[(k+1)%3], codes[(k+2)%3])])
	}
	for k := range codes {
		s.rules = append(s.rules, bound{
			plus: []int{pairs[(k+1)%3], pairs[(k+2)%3]}, minus: []int{pairs[k], cases[k]}, within: count.Count{Low: anyLow, High: 0},
		})
	}
	s.rules = append(s.rules, bound{plus: cases, minus: pairs, within: count.Count{Low: anyLow, High: people}})
}

// addSums adds the visible sums of both sexes and of all cohorts.
func (s *solver) addSums(records []*Record) {
	for _, sum := range sumCounts(records, false) {
		var cases, controls []int
		for i := range records {
			for _, sex := range sexes() {
				other := map[check.Sex]check.Sex{check.Male: check.Female, check.Female: check.Male}[sex]
				_, paired := s.at[variableOf(i, other, "cases", sum.Code, "")]
				if v, ok := s.at[variableOf(i, sex, "cases", sum.Code, "")]; ok && (sum.Sex == sex || sum.Sex == check.Both && paired) {
					cases, controls = append(cases, v), append(controls, s.at[variableOf(i, sex, "controls", sum.Code, "")])
				}
			}
		}
		s.rules = append(s.rules, bound{plus: cases, within: sum.Cases}, bound{plus: controls, within: sum.Controls})
	}
	for i, r := range records {
		for _, row := range check.SumPairs(r.pairs(check.Male), r.pairs(check.Female)) {
			var both []int
			for _, sex := range sexes() {
				if slices.ContainsFunc(r.pairs(sex), func(p check.PairRow) bool { return p.A == row.A && p.B == row.B }) {
					both = append(both, s.at[variableOf(i, sex, "pair", row.A, row.B)])
				}
			}
			s.rules = append(s.rules, bound{plus: both, within: row.N})
		}
	}
}

// narrow applies one rule to the bounds of each of its variables.
func (s *solver) narrow(r bound) (changed bool) {
	low, high := int64(0), int64(0)
	for _, v := range r.plus {
		low, high = low+s.bounds[v].Low, high+s.bounds[v].High
	}
	for _, v := range r.minus {
		low, high = low-s.bounds[v].High, high-s.bounds[v].Low
	}
	for _, v := range r.plus {
		b := &s.bounds[v]
		least, most := r.within.Low-(high-b.High), r.within.High-(low-b.Low)
		if least > b.Low {
			low, b.Low, changed = low+least-b.Low, least, true
		}
		if most < b.High {
			high, b.High, changed = high+most-b.High, most, true
		}
	}
	for _, v := range r.minus {
		b := &s.bounds[v]
		least, most := (low+b.High)-r.within.High, (high+b.Low)-r.within.Low
		if least > b.Low {
			high, b.Low, changed = high-(least-b.Low), least, true
		}
		if most < b.High {
			low, b.High, changed = low+(b.High-most), most, true
		}
	}
	return changed
}

// hides returns an error if a small number is bounded more closely than "few". What the sizes of
// two phenotypes imply for their pair, without the pair itself, is no secret.
func (s *solver) hides(t *truth, p place) error {
	c := t.cohorts[p.cohort]
	files := c.sex[p.sex]
	var name string
	var n int64
	low, high := int64(0), min(t.minCell-1, c.of(p.sex))
	switch p.what {
	case "part":
		return nil // withheld completely; nothing else depends on it
	case "cases":
		name, n = variableOf(p.cohort, p.sex, "cases", files.rows[p.i].code, ""), files.rows[p.i].cases.n
	case "controls":
		name, n = variableOf(p.cohort, p.sex, "controls", files.rows[p.i].code, ""), files.rows[p.i].controls.n
	case "pair":
		pair := files.pairs[p.i]
		name, n = variableOf(p.cohort, p.sex, "pair", files.rows[pair.a].code, files.rows[pair.b].code), pair.n.n
		of := s.pairs[name]
		a, b := s.bounds[s.at[of[0]]], s.bounds[s.at[of[1]]]
		low = max(0, a.Low+b.Low-s.people[name])
		high = min(low+t.minCell-1, a.High, b.High)
	}
	got := s.bounds[s.at[name]]
	if got.Low > n || got.High < n {
		return fmt.Errorf("%d is bounded by %v", n, got)
	}
	if got.Low > low || got.High < high {
		return fmt.Errorf("%d is bounded by %v, more closely than %d to %d", n, got, low, high)
	}
	return nil
}
