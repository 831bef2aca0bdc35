package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/table"
)

// cohort is the cohort of the examples: 1000 people, 400 males, 600 females.
var cohort = check.Cohort{Total: 1000, Males: 400, Females: 600}

func phenotypes() *check.Phenotypes {
	return check.NewPhenotypes([]check.Entry{
		{Code: "PSOR", Aliases: []string{"L40"}}, {Code: "ACNE_VULGARIS"}, {Code: "ZOSTER"}, {Code: "VITILIGO"}, {Code: "OLD_CODE", Retired: true},
	})
}

func context(sex check.Sex) check.Context {
	return check.Context{Phenotypes: phenotypes(), Sex: sex, Expected: cohort.Of(sex), MinCell: 5}
}

func read(t testing.TB, text string) *table.Table {
	t.Helper()
	got, err := table.Read(t.Context(), strings.NewReader(text), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func casesOf(t testing.TB, sex check.Sex, lines ...string) ([]check.CasesRow, check.Report) {
	t.Helper()
	kind := check.CasesMale
	if sex == check.Female {
		kind = check.CasesFemale
	}
	tab := read(t, "phenotype,cases,controls,breakdown\n"+strings.Join(lines, "\n")+"\n")
	return check.CasesTable(kind, tab, check.SuggestMapping(kind, tab.Header), context(sex))
}

func pairsOf(t testing.TB, sex check.Sex, lines ...string) ([]check.PairRow, check.Report) {
	t.Helper()
	kind := check.PairsMale
	if sex == check.Female {
		kind = check.PairsFemale
	}
	tab := read(t, "phenotype1,phenotype2,count\n"+strings.Join(lines, "\n")+"\n")
	return check.PairsTable(kind, tab, check.SuggestMapping(kind, tab.Header), nil, context(sex))
}

func codes(r check.Report) string {
	out := make([]string, len(r.Findings))
	for i, f := range r.Findings {
		out[i] = string(f.Severity) + " " + f.Code
	}
	return strings.Join(out, ", ")
}

func TestAcceptanceExamplesOfCases(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		codes string
		says  string
	}{
		"everybody is one or the other":   {[]string{"PSOR,100,300,"}, "", ""},
		"some are neither":                {[]string{"PSOR,100,250,"}, "warn total_below", "350 together, fewer than the 400 males"},
		"more than there are":             {[]string{"PSOR,101,300,"}, "block total_above", "401 together, but the cohort has 400 males"},
		"hidden cases":                    {[]string{"PSOR,<5,395,"}, "warn total_below", "395–399 together"},
		"hidden cases that may be enough": {[]string{"PSOR,<5,396,"}, "", ""},
		"the same phenotype twice":        {[]string{"PSOR,1,2,", "PSOR,1,2,"}, "warn total_below, block phenotype_twice, warn total_below", "already in line 2"},
		"lower case":                      {[]string{"psor,1,2,"}, "block phenotype_unknown, warn total_below", "Did you mean PSOR?"},
		"a slip of the finger":            {[]string{"ACNE_VULGRAIS,100,300,"}, "block phenotype_unknown", "Did you mean ACNE_VULGARIS?"},
		"nothing like it":                 {[]string{"XYZXYZXYZ,100,300,"}, "block phenotype_unknown", "See the list of phenotypes"},
		"a known other name":              {[]string{"L40,100,300,"}, "", ""},
		"retired":                         {[]string{"OLD_CODE,100,300,"}, "warn phenotype_retired", "retired"},
		"no phenotype":                    {[]string{",100,300,"}, "block phenotype_empty", "Write its code"},
		"below zero":                      {[]string{"PSOR,-1,5,"}, "block count_invalid", "below zero"},
		"half a person":                   {[]string{"PSOR,1.5,5,"}, "block count_invalid", "not a whole number"},
		"a whole number with a point":     {[]string{"PSOR,100.0,300,"}, "", ""},
		"no number":                       {[]string{"PSOR,,5,"}, "block count_invalid", "cases is empty"},
		"a word":                          {[]string{"PSOR,many,5,"}, "block count_invalid", `cases is "many"`},
		"breakdown above in sum":          {[]string{"PSOR,100,300,L400:60;L401:50"}, "", ""},
		"breakdown above in one":          {[]string{"PSOR,100,300,L400:120"}, "block breakdown_above", "120, more than the 100 cases"},
		"breakdown below":                 {[]string{"PSOR,100,300,L400:60"}, "warn breakdown_below", "60 of 100"},
		"breakdown without a colon":       {[]string{"PSOR,100,300,L400-60"}, "block breakdown_format", "B361:12"},
		"breakdown with two colons":       {[]string{"PSOR,100,300,L400:6:0"}, "block breakdown_format", ""},
		"breakdown without a code":        {[]string{"PSOR,100,300,:60"}, "block breakdown_format", ""},
		"breakdown without a number":      {[]string{"PSOR,100,300,L400:"}, "block breakdown_number", "L400 is empty"},
		"breakdown with hidden numbers":   {[]string{"PSOR,100,300, L400 : <5 ;; L401:98"}, "", ""},
		"breakdown with withheld numbers": {[]string{"PSOR,100,300,L400:*;L401:>20"}, "", ""},
		"breakdown that is missing":       {[]string{"PSOR,100,300,NA"}, "", ""},
		"every fault at once":             {[]string{"psor,-1,x,", ",1,2,"}, "block phenotype_unknown, block count_invalid, block count_invalid, block phenotype_empty, warn total_below", ""},
	} {
		t.Run(name, func(t *testing.T) {
			rows, report := casesOf(t, check.Male, c.lines...)
			if diff := cmp.Diff(c.codes, codes(report)); diff != "" {
				t.Errorf("(-want +got):\n%s\n%v", diff, report.Findings)
			}
			if (report.Blocking > 0) != (rows == nil) {
				t.Errorf("%d blocking findings, %d rows", report.Blocking, len(rows))
			}
			if said := fmt.Sprint(report.Findings); !strings.Contains(said, c.says) {
				t.Errorf("%s does not say %q", said, c.says)
			}
		})
	}
}

func TestAcceptanceExamplesOfPairs(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		codes string
	}{
		"a pair":                 {[]string{"PSOR,ACNE_VULGARIS,100"}, ""},
		"above the cohort":       {[]string{"PSOR,ACNE_VULGARIS,401"}, "block pair_above_cohort"},
		"the same pair, turned":  {[]string{"PSOR,ZOSTER,10", "ZOSTER,PSOR,10"}, "block pair_twice"},
		"a phenotype and itself": {[]string{"PSOR,PSOR,10"}, "block pair_self"},
		"hidden":                 {[]string{"PSOR,ZOSTER,<5"}, ""},
		"unknown":                {[]string{"PSOR,ZOSTR,5"}, "block phenotype_unknown"},
		"empty":                  {[]string{",ZOSTER,5", "PSOR,,NA"}, "block phenotype_empty, block phenotype_empty, block count_invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			_, report := pairsOf(t, check.Male, c.lines...)
			if diff := cmp.Diff(c.codes, codes(report)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func files(t testing.TB, maleCases, femaleCases, malePairs, femalePairs []string) check.Files {
	t.Helper()
	f := check.Files{Cases: map[check.Sex][]check.CasesRow{}, Pairs: map[check.Sex][]check.PairRow{}}
	f.Cases[check.Male], _ = casesOf(t, check.Male, maleCases...)
	f.Cases[check.Female], _ = casesOf(t, check.Female, femaleCases...)
	f.Pairs[check.Male], _ = pairsOf(t, check.Male, malePairs...)
	f.Pairs[check.Female], _ = pairsOf(t, check.Female, femalePairs...)
	return f
}

func TestConsistency(t *testing.T) {
	good := []string{"PSOR,100,300,", "ZOSTER,200,200,"}
	for name, c := range map[string]struct {
		size  check.Cohort
		males []string
		pairs []string
		codes string
		kind  check.Kind // the file to correct
	}{
		"everything fits":             {cohort, good, []string{"ZOSTER,PSOR,50"}, "", ""},
		"a pair without cases":        {cohort, good, []string{"PSOR,VITILIGO,1"}, "block pair_without_cases", check.PairsMale},
		"more pairs than cases":       {cohort, good, []string{"PSOR,ZOSTER,150"}, "block pair_above_cases", check.PairsMale},
		"more pairs than hidden":      {cohort, []string{"PSOR,<5,390,", "ZOSTER,200,200,"}, []string{"PSOR,ZOSTER,6"}, "block pair_above_cases", check.PairsMale},
		"a pair that may fit":         {cohort, []string{"PSOR,<10,380,", "ZOSTER,200,200,"}, []string{"PSOR,ZOSTER,6"}, "", ""},
		"the cohort shrank":           {check.Cohort{Total: 1000, Males: 350, Females: 600}, good, []string{"PSOR,ZOSTER,50"}, "block total_above, block total_above", check.CasesMale},
		"more people than altogether": {check.Cohort{Total: 900, Males: 400, Females: 600}, good, []string{"PSOR,ZOSTER,50"}, "block sizes", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := check.Consistency(c.size, files(t, c.males, []string{"PSOR,1,599,", "ZOSTER,8,592,"}, c.pairs, []string{"PSOR,ZOSTER,0"}))
			if diff := cmp.Diff(c.codes, codes(got)); diff != "" {
				t.Errorf("(-want +got):\n%s\n%v", diff, got.Findings)
			}
			for _, f := range got.Findings {
				if f.Kind != c.kind {
					t.Errorf("%s is to be corrected in %q, want %q", f.Code, f.Kind, c.kind)
				}
			}
		})
	}
}

func TestPairsOfBothSexesAreAddedInEitherOrder(t *testing.T) {
	males, _ := pairsOf(t, check.Male, "PSOR,ZOSTER,13")
	females, _ := pairsOf(t, check.Female, "ZOSTER,PSOR,14")
	want := []check.PairRow{{A: "PSOR", B: "ZOSTER", N: count.Exact(27)}}
	if diff := cmp.Diff(want, check.SumPairs(males, females)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestATableOfTenThousandFaultsListsAThousand(t *testing.T) {
	lines := make([]string, 10_000)
	for i := range lines {
		lines[i] = fmt.Sprintf("CODE_%d,1,2,", i)
	}
	_, report := casesOf(t, check.Male, lines...)
	if len(report.Findings) != 1000 || report.Blocking != 10_000 || report.ByCode["phenotype_unknown"] != 10_000 {
		t.Errorf("%d listed, %d blocking, %v", len(report.Findings), report.Blocking, report.ByCode)
	}
}

// TestTwoWorldsLookTheSame draws a row with few cases, and one with another small number. Controls
// are either unrelated or all other people.
func TestTwoWorldsLookTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minCell := rapid.Int64Range(2, 20).Draw(t, "smallest number shown")
		people := rapid.Int64Range(1, 500).Draw(t, "people")
		few := rapid.Int64Range(1, min(people, minCell-1))
		controls := rapid.Int64Range(0, people).Draw(t, "controls")
		rest := rapid.Bool().Draw(t, "everybody else is a control")
		world := func(cases int64) []check.CasesRow {
			n := controls
			if rest {
				n = people - cases
			}
			row := check.CasesRow{Code: "PSOR", Cases: count.Exact(cases), Controls: count.Exact(n)}
			return check.HideCases([]check.CasesRow{row}, people, minCell)
		}
		one, other := few.Draw(t, "cases"), few.Draw(t, "other cases")
		if diff := cmp.Diff(world(one), world(other)); diff != "" {
			t.Fatalf("%d and %d cases of %d people are told apart:\n%s", one, other, people, diff)
		}
		hidden := world(one)
		if diff := cmp.Diff(hidden, check.HideCases(hidden, people, minCell)); diff != "" {
			t.Fatalf("hiding again changes:\n%s", diff)
		}
	})
}

func TestNumbersNextToHiddenOnesAreWithheld(t *testing.T) {
	rows, _ := casesOf(t, check.Male, "PSOR,3,397,L400:3", "ZOSTER,100,300,B02:97;B03:3", "VITILIGO,<5,300,", "ACNE_VULGARIS,398,2,")
	want := []check.CasesRow{
		{Code: "PSOR", Cases: count.Below(5), Controls: count.Count{Low: 396, High: 400}, Breakdown: []check.Part{{Code: "L400", Hidden: true}}},
		{
			Code:      "ZOSTER",
			Cases:     count.Exact(100),
			Controls:  count.Exact(300),
			Breakdown: []check.Part{{Code: "B02", Hidden: true}, {Code: "B03", Hidden: true}},
		},
		{Code: "VITILIGO", Cases: count.Below(5), Controls: count.Exact(300)},
		{Code: "ACNE_VULGARIS", Cases: count.Count{Low: 396, High: 400}, Controls: count.Below(5)},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	pairs := check.HidePairs(
		[]check.PairRow{{A: "PSOR", B: "ZOSTER", N: count.Exact(2)}, {A: "VITILIGO", B: "ZOSTER", N: count.Exact(7)}, {A: "X", B: "ZOSTER", N: count.Exact(9)}},
		[]check.CasesRow{{Code: "VITILIGO", Cases: count.Below(10)}},
		400,
		5,
	)
	wantPairs := []check.PairRow{
		{A: "PSOR", B: "ZOSTER", N: count.Below(5)},
		{A: "VITILIGO", B: "ZOSTER", N: count.Below(10)},
		{A: "X", B: "ZOSTER", N: count.Exact(9)},
	}
	if diff := cmp.Diff(wantPairs, pairs); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
}

func TestWrittenTables(t *testing.T) {
	var b strings.Builder
	rows, _ := casesOf(t, check.Male, "PSOR,3,397,L400:3", "ZOSTER,100,300,B02:97;B03:30")
	if err := check.WriteCases(&b, rows); err != nil {
		t.Fatal(err)
	}
	want := "phenotype\tcases\tcontrols\tbreakdown\nPSOR\t<5\t396–400\tL400:*\nZOSTER\t100\t300\tB02:97;B03:30\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzCasesTable(f *testing.F) {
	f.Add("PSOR,3,397,L400:3")
	f.Add("psor,<5,1e3,;:;")
	f.Fuzz(func(t *testing.T, line string) {
		tab, err := table.Read(t.Context(), strings.NewReader("phenotype,cases,controls,breakdown\n"+line+"\n"), table.Options{})
		if err != nil {
			return
		}
		m := check.SuggestMapping(check.CasesMale, tab.Header)
		rows, report := check.CasesTable(check.CasesMale, tab, m, context(check.Male))
		if (report.Blocking > 0) != (rows == nil) {
			t.Errorf("%d blocking, %d rows", report.Blocking, len(rows))
		}
		for _, row := range rows {
			if n := row.Cases; n.IsExact() && n.Low > 0 && n.Low < 5 {
				t.Errorf("%v is shown", row)
			}
		}
	})
}

// TestThreePhenotypesRevealNoHiddenPair: of 1000 people with C, 600 also have A and 402 also have B,
// so at least 2 have A and B.
func TestThreePhenotypesRevealNoHiddenPair(t *testing.T) {
	exact := func(code string, cases int64) check.CasesRow {
		return check.CasesRow{Code: code, Cases: count.Exact(cases), Controls: count.Exact(100_000 - cases)}
	}
	cases := []check.CasesRow{exact("A", 700), exact("B", 500), exact("C", 1000), exact("D", 50)}
	pairs := func(ab int64) []check.PairRow {
		return []check.PairRow{
			{
				A: "A",
				B: "B",
				N: count.Exact(ab),
			},
			{A: "A", B: "C", N: count.Exact(600)},
			{A: "B", B: "C", N: count.Exact(402)},
			{A: "A", B: "D", N: count.Exact(20)},
		}
	}
	got := check.HidePairs(pairs(3), cases, 100_000, 5)
	want := []check.PairRow{
		{A: "A", B: "B", N: count.Below(5)}, {A: "A", B: "C", N: count.Exact(600)}, {A: "B", B: "C", N: count.Below(501)}, {A: "A", B: "D", N: count.Exact(20)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(got, check.HidePairs(got, cases, 100_000, 5)); diff != "" {
		t.Errorf("hidden again it changes:\n%s", diff)
	}
	if diff := cmp.Diff(pairs(50), check.HidePairs(pairs(50), cases, 100_000, 5)); diff != "" {
		t.Errorf("nothing is few, and yet:\n%s", diff)
	}
}

// BenchmarkHidePairs hides the pairs of 106 phenotypes, one in ten of them small.
func BenchmarkHidePairs(b *testing.B) {
	var cases []check.CasesRow
	var pairs []check.PairRow
	for i := range int64(106) {
		cases = append(cases, check.CasesRow{Code: fmt.Sprintf("P%03d", i), Cases: count.Exact(100 + 37*i), Controls: count.Exact(50_000)})
		for j := range i {
			n := 5 + (i*j)%60
			if (i+j)%10 == 0 {
				n = 3
			}
			pairs = append(pairs, check.PairRow{A: fmt.Sprintf("P%03d", j), B: fmt.Sprintf("P%03d", i), N: count.Exact(n)})
		}
	}
	for b.Loop() {
		check.HidePairs(pairs, cases, 60_000, 5)
	}
}
