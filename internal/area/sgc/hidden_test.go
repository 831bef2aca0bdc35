package sgc

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/table"
)

// A truth is a consortium with its real numbers, before any is hidden.
type truth struct {
	minCell int64
	cohorts []*trueCohort
}

type trueCohort struct {
	males, females int64
	wasLarger      int64 // how much larger each sex of the cohort was before its size was corrected
	pairsFirst     bool  // the order of the uploads
	sex            map[check.Sex]*trueSex
}

type trueSex struct {
	rows  []trueRow
	pairs []truePair
}

type trueRow struct {
	code            string
	cases, controls cell
	parts           []int64
}

type truePair struct {
	a, b int // rows
	n    cell
}

// cell is a number, and the bound below which the cohort itself hides it, or 0.
type cell struct{ n, bound int64 }

func (c cell) text() string {
	if c.bound > 0 {
		return "<" + strconv.FormatInt(c.bound, 10)
	}
	return strconv.FormatInt(c.n, 10)
}

func (t *trueCohort) of(sex check.Sex) int64 {
	if sex == check.Male {
		return t.males
	}
	return t.females
}

// place identifies a number of a truth.
type place struct {
	cohort int
	sex    check.Sex
	what   string // cases, controls, pair or part
	i, j   int
}

// few lists the small numbers that the cohort does not hide itself.
func (t *truth) few() (out []place) {
	isFew := func(c cell) bool { return c.bound == 0 && c.n > 0 && c.n < t.minCell }
	for i, c := range t.cohorts {
		for _, sex := range sexes() {
			for j, row := range c.sex[sex].rows {
				if isFew(row.cases) {
					out = append(out, place{i, sex, "cases", j, 0})
				}
				if isFew(row.controls) {
					out = append(out, place{i, sex, "controls", j, 0})
				}
				for k, n := range row.parts {
					if isFew(cell{n: n}) {
						out = append(out, place{i, sex, "part", j, k})
					}
				}
			}
			for j, p := range c.sex[sex].pairs {
				if isFew(p.n) {
					out = append(out, place{i, sex, "pair", j, 0})
				}
			}
		}
	}
	return out
}

// other returns a truth that differs in one number and in those that depend on it: its complement,
// its parts, and the numbers that contain it. ok is false if no such consortium can exist.
func (t *truth) other(p place, n int64) (out *truth, ok bool) {
	out = t.clone()
	c := out.cohorts[p.cohort]
	s, people := c.sex[p.sex], c.of(p.sex)
	switch p.what {
	case "pair":
		pair := &s.pairs[p.i]
		pair.n.n = n
		low, high := s.bounds(pair.a, pair.b, people)
		return out, n >= low && n <= high
	case "part":
		s.rows[p.i].parts[p.j] = n
		return out, n <= s.rows[p.i].cases.n
	}
	row := &s.rows[p.i]
	number, rest := &row.cases, &row.controls
	if p.what == "controls" {
		number, rest = rest, number
	}
	if number.n+rest.n == people && rest.bound == 0 {
		rest.n = people - n
	}
	number.n = n
	for k := range row.parts {
		row.parts[k] = min(row.parts[k], row.cases.n)
	}
	for k := range s.pairs {
		pair := &s.pairs[k]
		if pair.a == p.i || pair.b == p.i {
			low, high := s.bounds(pair.a, pair.b, people)
			pair.n.n = min(max(pair.n.n, low), high)
			if pair.n.bound > 0 && pair.n.n >= pair.n.bound {
				return out, false
			}
		}
	}
	return out, row.cases.n >= 0 && row.controls.n >= 0 && row.cases.n+row.controls.n <= people
}

func (t *truth) clone() *truth {
	out := &truth{minCell: t.minCell}
	for _, c := range t.cohorts {
		copied := *c
		copied.sex = map[check.Sex]*trueSex{}
		for sex, s := range c.sex {
			files := &trueSex{pairs: append([]truePair(nil), s.pairs...)}
			for _, row := range s.rows {
				row.parts = append([]int64(nil), row.parts...)
				files.rows = append(files.rows, row)
			}
			copied.sex[sex] = files
		}
		out.cohorts = append(out.cohorts, &copied)
	}
	return out
}

// tables returns the files as the cohort uploads them.
func (s *trueSex) tables() (cases, pairs *table.Table) {
	cases = &table.Table{Header: []string{"phenotype", "cases", "controls", "breakdown"}}
	for i, row := range s.rows {
		var parts []check.Part
		for k, n := range row.parts {
			parts = append(parts, check.Part{Code: fmt.Sprint("L", k), N: count.Exact(n)})
		}
		cases.Rows = append(cases.Rows, table.Row{Line: i + 2, Cells: []string{row.code, row.cases.text(), row.controls.text(), check.BreakdownText(parts)}})
	}
	pairs = &table.Table{Header: []string{"phenotype1", "phenotype2", "count"}}
	for i, p := range s.pairs {
		pairs.Rows = append(pairs.Rows, table.Row{Line: i + 2, Cells: []string{s.rows[p.a].code, s.rows[p.b].code, p.n.text()}})
	}
	return cases, pairs
}

var (
	testEpoch      = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	testPhenotypes = []*Phenotype{
		{Code: "ACNE", Description: "Acne"}, {Code: "KELOID", Description: "Keloid"}, {Code: "LUPUS", Description: "Lupus"},
		{Code: "PSOR", Description: "Psoriasis"}, {Code: "SCABIES", Description: "Scabies"}, {Code: "ZOSTER", Description: "=Zoster", Retired: true},
	}
	testDictionary = check.NewPhenotypes([]check.Entry{
		{Code: "ACNE"}, {Code: "KELOID"}, {Code: "LUPUS"}, {Code: "PSOR"}, {Code: "SCABIES"}, {Code: "ZOSTER", Retired: true},
	})
)

// accept uploads every file of a truth and returns the stored records.
func (t *truth) accept(fail func(format string, args ...any)) []*Record {
	s := &Service{cfg: Config{}.withDefaults(), now: func() time.Time { return testEpoch }, newID: func() string { return "" }}
	var out []*Record
	for i, c := range t.cohorts {
		name := fmt.Sprint("cohort", i)
		r := &Record{
			Cohort: &Cohort{ID: name, Name: name, Status: Incomplete, Males: c.males + c.wasLarger, Females: c.females + c.wasLarger},
			Rows:   Rows{Cases: map[string][]check.CasesRow{}, Pairs: map[string][]check.PairRow{}},
		}
		r.Total = r.Males + r.Females
		for _, sex := range sexes() {
			cases, pairs := c.sex[sex].tables()
			inputs := []FileInput{{Kind: check.CasesOf(sex)}, {Kind: check.PairsOf(sex)}}
			tables := []*table.Table{cases, pairs}
			if c.pairsFirst {
				inputs[0], inputs[1], tables[0], tables[1] = inputs[1], inputs[0], pairs, cases
			}
			for k, in := range inputs {
				if len(tables[k].Rows) > 0 {
					s.acceptTable(r, in, tables[k], t.minCell, fail)
				}
			}
		}
		r.Males, r.Females, r.Total = c.males, c.females, c.males+c.females
		s.kept(r, r.hide(t.minCell))
		if len(r.findings(testDictionary).Findings) == 0 {
			r.Status = Validated
		}
		out = append(out, r)
	}
	return out
}

// acceptTable does the work of PutFile without a database.
func (s *Service) acceptTable(r *Record, in FileInput, t *table.Table, minCell int64, fail func(format string, args ...any)) {
	found := &FileCheck{MinCell: minCell, SHA256: fmt.Sprint(t.Rows), contentType: "text/plain"}
	found.checkTable(t, in, nil, r, check.Context{Phenotypes: testDictionary, MinCell: minCell})
	if found.Report.Blocking > 0 {
		fail("the file is refused: %v", found.Report.Findings)
	}
	f := s.newFile(testIdentity, r, in, found)
	f.ID = fmt.Sprint(r.ID, in.Kind)
	r.with(f, found)
	s.kept(r, r.hide(minCell), f)
}

// kept does the work of storeFiles without blobs.
func (s *Service) kept(r *Record, rewritten []*File, added ...*File) {
	r.recount(testDictionary, rewritten)
	for _, f := range slices.Concat(rewritten, added) {
		content, err := r.table(f)
		if err != nil {
			panic(err)
		}
		f.Size, f.StoredSHA256 = int64(len(content)), hashOf(content)
	}
}

// TestNothingHiddenCanBeSeen draws consortia and, for one small number in each, the same consortium
// with another small number instead. All visible output of both must be equal, byte by byte. In
// addition, no visible output may bound the number more closely than its hidden range.
// SGC_CONSORTIA is the number of draws; 10,000 take half a minute.
func TestNothingHiddenCanBeSeen(t *testing.T) {
	consortia := 2_500
	if n, err := strconv.Atoi(os.Getenv("SGC_CONSORTIA")); err == nil {
		consortia = n
	}
	compared, solved := 0, 0
	for seed := range uint64(consortia) {
		d := dice{rand.New(rand.NewPCG(seed, 1))}
		world := d.truth()
		fail := func(format string, args ...any) {
			t.Fatalf("consortium %d: %s\n%s", seed, fmt.Sprintf(format, args...), world)
		}
		few := world.few()
		if len(few) == 0 {
			continue
		}
		records := world.accept(fail)
		known := newSolver(world, records)
		for _, p := range few {
			solved++
			if err := known.hides(world, p); err != nil {
				fail("%+v: %v", p, err)
			}
		}
		p := few[d.IntN(len(few))]
		twin, ok := world.other(p, 1+d.Int64N(world.minCell-1))
		if !ok {
			continue
		}
		compared++
		seen, err := views(world, records)
		if err != nil {
			fail("%v", err)
		}
		seenTwin, err := views(twin, twin.accept(fail))
		if err != nil {
			fail("%v", err)
		}
		if seen != seenTwin {
			fail("%+v can be told from another world:\n%s\n%s", p, twin, cmp.Diff(seen, seenTwin))
		}
	}
	t.Logf("%d consortia, %d compared with another, %d hidden numbers bounded", consortia, compared, solved)
	if compared < consortia/4 {
		t.Errorf("only %d of %d consortia were compared", compared, consortia)
	}
}

// String formats a truth as its files.
func (t *truth) String() string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "smallest cell %d\n", t.minCell)
	for i, c := range t.cohorts {
		fmt.Fprintf(&b, "cohort %d: %d males, %d females, were %d more, pairs first %t\n", i, c.males, c.females, c.wasLarger, c.pairsFirst)
		for _, sex := range sexes() {
			cases, pairs := c.sex[sex].tables()
			for _, row := range append(cases.Rows, pairs.Rows...) {
				fmt.Fprintf(&b, "  %s %v\n", sex, row.Cells)
			}
		}
	}
	return b.String()
}
