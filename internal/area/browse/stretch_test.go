package browse_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cohortium/internal/area/browse"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/errs"
)

// The data of a stretch are compared with the strongest of each square, by a rule independent of
// columns: two variants overlap when they are in the same thousandth of the stretch and the same
// tenth of −log10 P.
func TestStretchReportsTheStrongestOfOverlappingPoints(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	table := points(func(int) float64 { return random.ExpFloat64() / math.Ln10 }, 60_000, 100)
	table[77].NegLog10P = math.NaN()
	s := service(result("dense", genome.GRCh37, table))
	const start, end = 501, 5_000_500
	got, err := s.Stretch(t.Context(), somebody(), refs("dense")[0], "4:501-5000500")
	must(t, err)
	type square struct{ column, step int }
	best := map[square]browse.Row{}
	total := 0
	for _, row := range table {
		if row.Position < start || row.Position > end || math.IsNaN(row.NegLog10P) {
			continue
		}
		total++
		at := square{int(row.Position-start) / ((end - start) / 1000), int(row.NegLog10P / 0.1)}
		if other, there := best[at]; !there || row.NegLog10P > other.NegLog10P {
			best[at] = row
		}
	}
	var want []browse.Row
	for _, row := range best {
		want = append(want, row)
	}
	slices.SortFunc(want, func(a, b browse.Row) int { return int(a.Position - b.Position) })
	if got.Total != total || len(got.Position) != len(want) || len(got.NegLog10P) != len(want) || len(want) < 5000 || len(want) > total/2 {
		t.Fatalf("%d of %d variants, want %d of %d", len(got.Position), got.Total, len(want), total)
	}
	for i, row := range want {
		if got.Position[i] != row.Position || got.NegLog10P[i] != row.NegLog10P {
			t.Fatalf("variant %d is %d with %g, want %d with %g", i, got.Position[i], got.NegLog10P[i], row.Position, row.NegLog10P)
		}
	}
}

func TestStretchesThatCannotBeShown(t *testing.T) {
	s := service(result("few", genome.GRCh37, rows{{Chromosome: 4, Position: 5, NegLog10P: 1}}), result("broken", genome.GRCh37, broken{}))
	for _, c := range []struct {
		id, region string
		kind       errs.Kind
	}{
		{"few", "4:9-5", errs.Rule}, {"few", "4:1-999999999", errs.Rule}, {"few", "4", errs.Rule}, {"few", "PITX2", errs.Rule},
		{"absent", "4:1-5", errs.NotFound}, {"broken", "4:1-5", errs.Internal},
	} {
		if _, err := s.Stretch(t.Context(), somebody(), refs(c.id)[0], c.region); !errs.Is(err, c.kind) {
			t.Errorf("%s of %s: %v", c.region, c.id, err)
		}
	}
	if _, err := s.Stretch(t.Context(), nil, refs("few")[0], "4:1-5"); !errs.Is(err, errs.NotFound) {
		t.Errorf("a stranger: %v", err)
	}
	none, err := s.Stretch(t.Context(), somebody(), refs("few")[0], "4:6-190000000")
	if err != nil || none.Total != 0 || len(none.Position) != 0 {
		t.Errorf("a stretch without variants: %+v, %v", none, err)
	}
}
