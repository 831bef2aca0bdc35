package storetest

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/sgc"
	"cohortium/internal/sgc/check"
	"cohortium/internal/sgc/count"
	"cohortium/internal/store"
)

// FillConsortium makes cohorts with cases of both sexes for every code and some
// pairs, and gives their rows, as sums have to be made of them.
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
			if i%5 == 4 && k == check.CasesFemale {
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
	old := newSGCFile(c, check.CasesMale, 2) // replaced and taken away: rows that count no more
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
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("sums, validated %t (-want +got):\n%s", validated, diff)
		}
		for _, sex := range []check.Sex{check.Male, check.Female, check.Both} {
			pairs, err := g.PairSums(ctx, sex, validated)
			must(t, err)
			if diff := cmp.Diff(wantPairSums(all, sex, validated, codes), pairs); diff != "" {
				t.Errorf("pairs of %s, validated %t (-want +got):\n%s", sex, validated, diff)
			}
		}
	}
	list, err := g.CountsOf(ctx, "PSOR", true)
	must(t, err)
	if len(list) != 7 || list[0].CohortID != "c0000" || list[0].Sex != check.Male || list[1].Sex != check.Female || !list[0].Validated || list[6].CohortID != "c0009" {
		t.Errorf("%d rows behind a total: %+v", len(list), list)
	}
	users, err := g.PhenotypeUsers(ctx, "ACNE", "u1")
	must(t, err)
	want := []sgc.PhenotypeUser{{CohortID: "c0001", Name: "Cohort c0001", Current: true}, {CohortID: "c0008", Name: "Cohort c0008", Current: true}}
	if diff := cmp.Diff(want, users); diff != "" {
		t.Errorf("users of a phenotype: %s", diff)
	}
}

func sexOf(fileID string) check.Sex { return check.Kind(fileID[6 : len(fileID)-2]).Sex() }

func wantCountSums(all map[string]sgc.Rows, validated bool) map[string]sgc.CountSum {
	out := map[string]sgc.CountSum{}
	for id, rows := range all {
		if validated && id[4]%3 != '0'%3 {
			continue
		}
		counted := map[string]bool{}
		once := func(n *int64, what string, holds bool) {
			if holds && !counted[what] {
				counted[what] = true
				*n++
			}
		}
		for file, list := range rows.Cases {
			for _, row := range list {
				for _, sex := range []check.Sex{sexOf(file), check.Both} {
					key := row.Code + " " + string(sex)
					sum := out[key]
					sum.Code, sum.Sex = row.Code, sex
					sum.Cases, sum.Controls = sum.Cases.Add(row.Cases), sum.Controls.Add(row.Controls)
					once(&sum.Cohorts, key, true)
					once(&sum.CasesHidden, key+" cases", !row.Cases.IsExact())
					once(&sum.ControlsHidden, key+" controls", !row.Controls.IsExact())
					out[key] = sum
				}
			}
		}
	}
	return out
}

func wantPairSums(all map[string]sgc.Rows, sex check.Sex, validated bool, codes []string) []sgc.PairSum {
	out := make([]sgc.PairSum, len(codes)-1)
	for i := range out {
		out[i].A, out[i].B = codes[i], codes[i+1]
		for id, rows := range all {
			if validated && id[4]%3 != '0'%3 {
				continue
			}
			counted, hidden := false, false
			for file, list := range rows.Pairs {
				if sex == check.Both || sexOf(file) == sex {
					out[i].N, counted, hidden = out[i].N.Add(list[i].N), true, hidden || !list[i].N.IsExact()
				}
			}
			if counted {
				out[i].Cohorts++
			}
			if hidden {
				out[i].Hidden++
			}
		}
	}
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
