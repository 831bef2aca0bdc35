package storetest

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/sgc"
	"cohortium/internal/platform/listing"
)

// testNumberOrders walks lists row by row in the order of each of their numbers. Ties go by id, and
// what is not known comes before all others.
func testNumberOrders(t *testing.T, s *store.Store) {
	AddUser(t, s, "u1")
	t.Run("data sets", func(t *testing.T) { testUploadNumbers(t, s) })
	t.Run("meta-analyses", func(t *testing.T) { testMetaNumbers(t, s) })
	t.Run("indexes", func(t *testing.T) { testIndexNumbers(t, s) })
	t.Run("cohorts", func(t *testing.T) { testCohortNumbers(t, s) })
}

// inOrder compares the ids that page returns with those of numbers, both ways.
func inOrder(t *testing.T, sort string, numbers map[string]float64, page func(sort string, after listing.Place) []string) {
	t.Helper()
	var want []string
	for id := range numbers {
		want = append(want, id)
	}
	slices.SortFunc(want, func(a, b string) int { return cmp.Or(cmp.Compare(numbers[a], numbers[b]), cmp.Compare(a, b)) })
	for _, sort := range []string{sort, "-" + sort} {
		var got []string
		var after listing.Place
		for range len(want) + 1 {
			for _, id := range page(sort, after) {
				got = append(got, id)
				after = listing.Place{Key: strconv.FormatFloat(numbers[id], 'f', -1, 64), ID: id}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("by %s: %v, want %v", sort, got, want)
		}
		slices.Reverse(want)
	}
}

func idsOf[T any](rows []T, id func(T) string) []string {
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = id(row)
	}
	return ids
}

func testUploadNumbers(t *testing.T, s *store.Store) {
	const unknown = -1
	by := map[string]map[string]float64{"cases": {}, "controls": {}, "n_effective": {}, "variants": {}, "lambda": {}}
	for i, c := range []struct{ total, cases, variants, lambda float64 }{
		{100, unknown, 7, 1.0000000000000002}, {100, 30, unknown, unknown}, {100, 30, 7, 1}, {70, 70, 9, 0.9}, {1e6, 333333, 9007199254740991, unknown},
	} {
		u := NewUpload(numbered("d", i), "u1")
		u.NTotal, u.RunID = int64(c.total), "run of "+u.ID
		by["cases"][u.ID], by["controls"][u.ID] = unknown, unknown
		by["n_effective"][u.ID], by["variants"][u.ID], by["lambda"][u.ID] = c.total, c.variants, c.lambda
		u.Cases = nil
		if c.cases != unknown {
			n := int64(c.cases)
			u.Cases = &n
			by["cases"][u.ID], by["controls"][u.ID], by["n_effective"][u.ID] = c.cases, c.total-c.cases, unknown
			if c.cases < c.total {
				by["n_effective"][u.ID] = 4 / (1/c.cases + 1/(c.total-c.cases))
			}
		}
		addUpload(t, s, u)
		run := NewQCRun(u.RunID, u.ID)
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateQCRun(t.Context(), run) }))
		if c.variants != unknown {
			rows := int64(c.variants)
			run.RowsClean = &rows
		}
		if c.lambda != unknown {
			run.LambdaGC = &c.lambda
		}
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateQCRun(t.Context(), run) }))
	}
	for sort, numbers := range by {
		inOrder(t, sort, numbers, func(sort string, after listing.Place) []string {
			page, _, err := s.Hermes().Uploads(t.Context(), hermes.UploadFilter{Sort: sort, After: after, Limit: 1})
			must(t, err)
			return idsOf(page, func(u *hermes.Submission) string { return u.ID })
		})
	}
}

func testMetaNumbers(t *testing.T, s *store.Store) {
	by := map[string]map[string]float64{"datasets": {}, "variants": {}, "loci": {}, "lambda": {}}
	for i, number := range []float64{-1, 3, 1, 3} {
		m := newMeta(numbered("m", i), []string{"d000", "d001", "d002"}[:max(1, int(number))]...)
		by["datasets"][m.ID], by["variants"][m.ID], by["loci"][m.ID], by["lambda"][m.ID] = max(1, number), number, number, number
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateMeta(t.Context(), m) }))
		if n := int64(number); n >= 0 {
			m.NVariants, m.NLoci, m.LambdaGC = &n, &n, &number
			must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateMeta(t.Context(), m) }))
		}
	}
	for sort, numbers := range by {
		inOrder(t, sort, numbers, func(sort string, after listing.Place) []string {
			page, _, err := s.Hermes().Metas(t.Context(), hermes.MetaFilter{Sort: sort, After: after, Limit: 1})
			must(t, err)
			return idsOf(page, func(m *hermes.Meta) string { return m.ID })
		})
	}
}

func testIndexNumbers(t *testing.T, s *store.Store) {
	by := map[string]map[string]float64{"rows": {}, "bytes": {}}
	for _, c := range []struct {
		id     string
		source bioindex.SourceKind
		rows   int64 // -1 before the first build
	}{{"x1", bioindex.FromDataset, -1}, {"x2", bioindex.FromUpload, -1}, {"x3", bioindex.FromDataset, 12}, {"x4", bioindex.FromUpload, 3}, {"x5", bioindex.FromDataset, 3}} {
		newIndex(t, s, c.id, "u1", func(x *bioindex.Index) {
			x.Source.Kind = c.source
			if c.rows >= 0 {
				x.BuildID = x.NewestID
			}
		})
		by["rows"][c.id], by["bytes"][c.id] = float64(c.rows), 0
		if c.source == bioindex.FromUpload {
			by["bytes"][c.id] = 7 // see newIndex
		}
		if c.rows < 0 {
			continue
		}
		b := newIndexBuild("build of "+c.id, c.id)
		b.Made, b.Bytes = &bioindex.Made{}, c.rows
		b.Made.Rows = c.rows
		by["bytes"][c.id] += float64(c.rows)
		inIndexes(t, s, func(ctx context.Context, tx bioindex.Tx) error { return tx.UpdateBuild(ctx, b) })
	}
	for sort, numbers := range by {
		inOrder(t, sort, numbers, func(sort string, after listing.Place) []string {
			page, _, err := s.Indexes().Indexes(t.Context(), bioindex.Filter{All: true, UserID: "u1", Sort: sort, After: after, Limit: 1})
			must(t, err)
			return idsOf(page, func(x *bioindex.Index) string { return x.ID })
		})
	}
}

func testCohortNumbers(t *testing.T, s *store.Store) {
	by := map[string]map[string]float64{"males": {}, "females": {}}
	for i, males := range []int64{5, 2, 5, 0} {
		c := newCohort(numbered("c", i), "u1")
		c.Males, c.Females = males, 10-males
		by["males"][c.ID], by["females"][c.ID] = float64(males), float64(10-males)
		addCohort(t, s, c)
	}
	for sort, numbers := range by {
		inOrder(t, sort, numbers, func(sort string, after listing.Place) []string {
			page, _, err := s.SGC().Cohorts(t.Context(), sgc.CohortFilter{Sort: sort, After: after, Limit: 1})
			must(t, err)
			return idsOf(page, func(c *sgc.CohortRow) string { return c.ID })
		})
	}
}
