package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// BenchmarkRegistry requests lists of a registry of 10,000 data sets with 50,000 files. It reports
// the time that 95 of 100 calls need.
func BenchmarkRegistry(b *testing.B) {
	for _, engine := range []struct {
		name string
		open func() *store.Store
	}{
		{"sqlite", func() *store.Store { return storetest.OpenSQLite(b) }},
		{"postgres", func() *store.Store { return storetest.Open(b, cluster.Database(b)) }},
	} {
		b.Run(engine.name, func(b *testing.B) {
			db := engine.open()
			storetest.FillRegistry(b, db, 10_000, 5)
			tidy := map[store.Engine]string{store.SQLite: "ANALYZE", store.Postgres: "VACUUM ANALYZE"}[db.Engine()]
			if err := db.Exec(b.Context(), tidy); err != nil { // as the engine does by itself, a minute later
				b.Fatal(err)
			}
			reader := &dataset.Reader{UserID: "u3", Groups: []string{"club"}}
			all := &dataset.Reader{UserID: "u1", All: true}
			deep := deepKey(b, db, all)
			for _, c := range []struct {
				name string
				f    dataset.Filter
			}{
				{"first page", dataset.Filter{Reader: all}},
				{"first page of a contributor", dataset.Filter{Reader: reader}},
				{"one's own", dataset.Filter{Reader: reader, Scope: record.ScopeMine}},
				{"shared with a contributor", dataset.Filter{Reader: reader, Scope: record.ScopeShared}},
				{"search", dataset.Filter{Reader: all, Q: "diabetes cohort 7"}},
				{"search of a contributor", dataset.Filter{Reader: reader, Q: "diabetes cohort 7"}},
				{"search that finds nothing", dataset.Filter{Reader: all, Q: "xylophone"}},
				{"filters and sort by study", dataset.Filter{Reader: all, DataType: []string{"gwas", "wgs"}, Sex: []string{"mixed"}, Sort: "study"}},
				{"sort by name", dataset.Filter{Reader: reader, Sort: "-name"}},
				{"sort by files", dataset.Filter{Reader: all, Sort: "-files"}},
				{"phenotype", dataset.Filter{Reader: all, Phenotype: "PHENO17"}},
				{"deep page", dataset.Filter{Reader: all, Sort: "name", After: listing.Place{Key: deep.Name, ID: deep.ID}}},
			} {
				c.f.Limit = 51
				b.Run(c.name, func(b *testing.B) { measure(b, db, c.f) })
			}
		})
	}
}

// deepKey returns the row before the last pages.
func deepKey(b *testing.B, db *store.Store, r *dataset.Reader) *dataset.Row {
	page, _, err := db.Datasets().Datasets(b.Context(), dataset.Filter{Reader: r, Sort: "-name", Limit: 200})
	if err != nil {
		b.Fatal(err)
	}
	return page[len(page)-1]
}

func measure(b *testing.B, db *store.Store, f dataset.Filter) {
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		page, total, err := db.Datasets().Datasets(b.Context(), f)
		if err != nil || total > 0 && len(page) == 0 {
			b.Fatal(fmt.Errorf("%d of %d: %w", len(page), total, err))
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
}
