package storetest

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
)

// FillConsortium creates cohorts with cases of both sexes for every code and some pairs, and
// returns their rows for the expected sums.
func FillConsortium(t testing.TB, s *store.Store, cohorts int, codes []string) map[string]sgc.Rows {
	t.Helper()
	AddPhenotypes(t, s, codes...)
	d := rand.New(rand.NewPCG(1, 2))
	number := func(small bool) count.Count {
		if small && d.IntN(2) == 0 {
			return count.Below(5)
		}
		return count.Exact(5 + d.Int64N(1000))
	}
	all := map[string]sgc.Rows{}
	for i := range cohorts {
		c := newCohort(fmt.Sprintf("c%04d", i), fmt.Sprint("u", i%7))
		if i%3 == 0 {
			c.Status = sgc.Validated
		}
		addCohort(t, s, c)
		rows := sgc.Rows{Cases: map[string][]check.CasesRow{}, Pairs: map[string][]check.PairRow{}}
		small := i%10 == 3 // a cohort that hides many numbers
		for _, k := range check.Kinds()[:4] {
			if i%5 == 4 && k == check.CasesFemale || i%7 == 5 && k == check.PairsMale { // counted for one sex only
				continue
			}
			f := newSGCFile(c, k, 1)
			for j, code := range codes {
				switch k {
				case check.CasesMale, check.CasesFemale:
					rows.Cases[f.ID] = append(rows.Cases[f.ID], check.CasesRow{Code: code, Cases: number(small), Controls: number(small)})
				default:
					if j > 0 {
						rows.Pairs[f.ID] = append(rows.Pairs[f.ID], check.PairRow{A: codes[j-1], B: code, N: number(small)})
					}
				}
			}
			if err := inSGC(t.Context(), s, func(tx sgc.Tx) error { return tx.AddFile(t.Context(), f, rows) }); err != nil {
				t.Fatal(err)
			}
		}
		all[c.ID] = rows
	}
	return all
}

func testSGCSums(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.SGC()
	codes := []string{"ACNE", "PSOR", "ZOSTER"}
	all := FillConsortium(t, s, 10, codes)
	c, err := g.Cohort(ctx, "c0001")
	must(t, err)
	old := newSGCFile(c, check.CasesMale, 2) // replaced and removed: rows that do not count
	rows := sgc.Rows{Cases: map[string][]check.CasesRow{old.ID: {{Code: "ACNE", Cases: count.Exact(1e6)}}}}
	must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.AddFile(ctx, old, rows) }))
	must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.RetireFile(ctx, "c0001", check.CasesMale) }))
	delete(all["c0001"].Cases, "c0001-cases_controls_male-1")
	for _, validated := range []bool{false, true} {
		sums, err := g.CountSums(ctx, validated)
		must(t, err)
		got, want := map[string]sgc.CountSum{}, wantCountSums(all, validated)
		for _, sum := range sums {
			got[sum.Code+" "+string(sum.Sex)] = sum
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("sums, validated %t (-want +got):\n%s", validated, diff)
		}
		for _, sex := range []check.Sex{check.Male, check.Female, check.Both} {
			pairs, err := g.PairSums(ctx, sex, validated)
			must(t, err)
			if diff := gocmp.Diff(wantPairSums(all, sex, validated), pairs); diff != "" {
				t.Errorf("pairs of %s, validated %t (-want +got):\n%s", sex, validated, diff)
			}
		}
	}
	list, err := g.CountsOf(ctx, "PSOR", true)
	must(t, err)
	if len(list) != 7 || list[0].CohortID != "c0000" || list[0].Sex != check.Male || list[1].Sex != check.Female || !list[0].Validated ||
		list[6].CohortID != "c0009" {
		t.Errorf("%d rows behind a total: %+v", len(list), list)
	}
	users, err := g.PhenotypeUsers(ctx, "ACNE", "u1")
	must(t, err)
	want := []sgc.PhenotypeUser{{CohortID: "c0001", Name: "Cohort c0001", Current: true}, {CohortID: "c0008", Name: "Cohort c0008", Current: true}}
	if diff := gocmp.Diff(want, users); diff != "" {
		t.Errorf("users of a phenotype: %s", diff)
	}
}

// wantCountSums adds rows with the domain's package, not with SQL.
func wantCountSums(all map[string]sgc.Rows, validated bool) map[string]sgc.CountSum {
	out, effective := map[string]sgc.CountSum{}, map[string]count.Effective{}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if validated && id[4]%3 != '0'%3 {
			continue
		}
		male, female := all[id].Cases[id+"-cases_controls_male-1"], all[id].Cases[id+"-cases_controls_female-1"]
		for sex, rows := range map[check.Sex][]check.CasesRow{check.Male: male, check.Female: female, check.Both: check.SumCases(male, female)} {
			for _, row := range rows {
				key := row.Code + " " + string(sex)
				sum := out[key]
				effective[key] = effective[key].Add(count.EffectiveN(row.Cases, row.Controls))
				sum.Code, sum.Sex, sum.EffectiveN = row.Code, sex, effective[key].Rounded()
				sum.Cases, sum.Controls, sum.Cohorts = sum.Cases.Add(row.Cases), sum.Controls.Add(row.Controls), sum.Cohorts+1
				if !row.Cases.IsExact() {
					sum.CasesHidden++
				}
				if !row.Controls.IsExact() {
					sum.ControlsHidden++
				}
				out[key] = sum
			}
		}
	}
	return out
}

func wantPairSums(all map[string]sgc.Rows, sex check.Sex, validated bool) (out []sgc.PairSum) {
	at := map[[2]string]int{}
	for id, rows := range all {
		if validated && id[4]%3 != '0'%3 {
			continue
		}
		pairs := rows.Pairs[id+"-"+string(check.PairsOf(sex))+"-1"]
		if sex == check.Both {
			pairs = check.SumPairs(rows.Pairs[id+"-cooccurrence_male-1"], rows.Pairs[id+"-cooccurrence_female-1"])
		}
		for _, p := range pairs {
			i, known := at[[2]string{p.A, p.B}]
			if !known {
				i = len(out)
				at[[2]string{p.A, p.B}], out = i, append(out, sgc.PairSum{A: p.A, B: p.B})
			}
			out[i].N, out[i].Cohorts = out[i].N.Add(p.N), out[i].Cohorts+1
			if !p.N.IsExact() {
				out[i].Hidden++
			}
		}
	}
	slices.SortFunc(out, func(a, b sgc.PairSum) int { return cmp.Or(strings.Compare(a.A, b.A), strings.Compare(a.B, b.B)) })
	return out
}

// testSGCPhenotypesAtOnce lets servers that start together load the list.
func testSGCPhenotypesAtOnce(t *testing.T, s *store.Store) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			service := sgc.NewService(s.SGC(), nil, func() time.Time { return Epoch }, func() string { return "" }, sgc.Config{})
			if err := service.EnsurePhenotypes(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	list, err := s.SGC().Phenotypes(t.Context())
	must(t, err)
	if len(list) != 106 {
		t.Errorf("%d phenotypes, want 106", len(list))
	}
}
