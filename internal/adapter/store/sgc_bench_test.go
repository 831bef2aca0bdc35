package store_test

import (
	"encoding/csv"
	"os"
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/sgc"
)

// BenchmarkTotals sums 500 cohorts × 106 phenotypes × 2 sexes.
func BenchmarkTotals(b *testing.B) {
	for _, engine := range []struct {
		name string
		open func() *store.Store
	}{
		{"sqlite", func() *store.Store { return storetest.OpenSQLite(b) }},
		{"postgres", func() *store.Store { return storetest.Open(b, cluster.Database(b)) }},
	} {
		b.Run(engine.name, func(b *testing.B) {
			db := engine.open()
			storetest.FillConsortium(b, db, 500, consortiumCodes(b))
			if err := db.Exec(b.Context(), "ANALYZE"); err != nil { // as the engine does by itself, a minute later
				b.Fatal(err)
			}
			for _, c := range []struct {
				name string
				run  func(g *store.SGC) (int, error)
			}{
				{"cases and controls", func(g *store.SGC) (int, error) { l, err := g.CountSums(b.Context(), false); return len(l), err }},
				{"of validated cohorts", func(g *store.SGC) (int, error) { l, err := g.CountSums(b.Context(), true); return len(l), err }},
				{"co-occurrence", func(g *store.SGC) (int, error) { l, err := g.PairSums(b.Context(), "both", false); return len(l), err }},
				{"cohorts behind a total", func(g *store.SGC) (int, error) { l, err := g.CountsOf(b.Context(), "PSOR", false); return len(l), err }},
				{"a page of cohorts", func(g *store.SGC) (int, error) {
					_, n, err := g.Cohorts(b.Context(), sgc.CohortFilter{Q: "cohort", Limit: 20})
					return int(n), err
				}},
			} {
				b.Run(c.name, func(b *testing.B) {
					for b.Loop() {
						if n, err := c.run(db.SGC()); err != nil || n == 0 {
							b.Fatal(n, err)
						}
					}
				})
			}
		})
	}
}

// consortiumCodes returns the 106 codes of the consortium.
func consortiumCodes(b *testing.B) (codes []string) {
	f, err := os.Open("../../area/sgc/phenotypes.csv")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	for _, row := range rows[1:] {
		codes = append(codes, row[0])
	}
	return codes
}
