package browse_test

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/browse"
	"cohortium/internal/gwas/genome"
)

// One locus has one credible set, however much of it is in view. The probabilities are
// those of the script of the test of a whole locus.
func TestCredibleSetDoesNotDependOnTheView(t *testing.T) {
	s := service(result("bmi", genome.GRCh37, fto(t)))
	want := map[string]float64{
		"16:53831354:C:T": 0.3479177320821145, "16:53834608:G:A": 0.28110346216446075, "16:53827179:G:C": 0.19354932450384915,
	}
	for _, c := range []struct {
		view    string
		outside bool // the lead is
	}{
		{"16:53831354-53831354", false}, {"16:53830000-53832000", false}, {"16:53.83-53.84Mb", false}, {"16:53.7-53.9Mb", false},
		{"16:53.4-54.4Mb", false}, {"16:51000001-56000000", false}, {"16:53.8-53.83Mb", true}, {"16:53834000-53835000", true}, {"16:53827179-53827179", true},
	} {
		track := ask(t, s, browse.RegionQuery{Results: refs("bmi"), Region: c.view}).Tracks[0]
		if track.Credible.Size != 6 || track.Credible.Of != 1000 || strings.Contains(track.Credible.Assumption, "rs72805611, is outside") != c.outside {
			t.Errorf("%s: %+v", c.view, track.Credible)
		}
		for i, p := range track.Points {
			if pip, known := want[p.ID()]; known && (math.Abs(track.PIP[i]-pip) > 1e-10 || !track.InSet[i]) {
				t.Errorf("%s: probability of %s: %.12g, want %.12g", c.view, p.ID(), track.PIP[i], pip)
			}
		}
	}
}

// Random tables and views, compared with the rules as they are written: the leads of the chromosome
// are picked one after the other, and the Bayes factors are those of the lead that represents the
// strongest variant in view.
func TestCredibleSetIsThatOfTheLocus(t *testing.T) {
	r := rand.New(rand.NewPCG(40, 5))
	outside, chained := 0, 0
	for draw := range 300 {
		table := randomLoci(r)
		from := 1 + r.Int32N(7_500_000)
		to := from + []int32{1000, 50_000, 400_000, 1_000_000, 4_900_000}[r.IntN(5)]
		track := ask(t, service(result("r", genome.GRCh37, table)),
			browse.RegionQuery{Results: refs("r"), Region: fmt.Sprintf("4:%d-%d", from, to)}).Tracks[0]
		var lead, strongest browse.Row
		want, ok := expectedSet(table, from, to, &lead, &strongest)
		if !ok {
			if track.PIP != nil || track.Credible.Missing == "" {
				t.Fatalf("draw %d: a set without a signal in view: %+v", draw, track.Credible)
			}
			continue
		}
		if lead.Position < from || lead.Position > to {
			outside++
		}
		if lead.Position != strongest.Position {
			chained++
		}
		if track.Credible.Of != len(want) {
			t.Fatalf("draw %d: %d variants weighed, want %d", draw, track.Credible.Of, len(want))
		}
		for i, p := range track.Points {
			pip, in := want[p.Position]
			if in != !math.IsNaN(track.PIP[i]) || in && math.Abs(track.PIP[i]-pip) > 1e-9 {
				t.Fatalf("draw %d, %s: probability %g, want %g (%v)", draw, p.ID(), track.PIP[i], pip, in)
			}
		}
	}
	if outside < 20 || chained < 20 {
		t.Errorf("%d views without their lead, %d whose strongest variant does not lead: too few to show anything", outside, chained)
	}
}

// randomLoci returns 400 variants in 8 Mb, with enough signals for loci to meet.
func randomLoci(r *rand.Rand) rows {
	positions := map[int32]bool{}
	for len(positions) < 400 {
		positions[1+r.Int32N(8_000_000)] = true
	}
	var table rows
	for at := range positions {
		row := browse.Row{Chromosome: 4, Position: at, EffectAllele: "A", OtherAllele: "G", SE: 0.02, EAF: 0.3, N: 1000}
		row.Beta = 0.02 * r.NormFloat64()
		if r.IntN(20) == 0 {
			row.Beta = 0.02 * (5.5 + float64(r.IntN(6)))
		}
		z := row.Beta / row.SE
		row.NegLog10P = -math.Log10(math.Erfc(math.Abs(z) / math.Sqrt2))
		table = append(table, row)
	}
	slices.SortFunc(table, func(a, b browse.Row) int { return cmp.Compare(a.Position, b.Position) })
	return table
}

// expectedSet has the probability of each variant by position.
func expectedSet(table rows, from, to int32, lead, strongest *browse.Row) (map[int32]float64, bool) {
	for _, row := range table {
		if row.Position >= from && row.Position <= to && row.NegLog10P > strongest.NegLog10P {
			*strongest = row
		}
	}
	if !(strongest.NegLog10P > -math.Log10(5e-8)) {
		return nil, false
	}
	byStrength := slices.Clone(table)
	slices.SortStableFunc(byStrength, func(a, b browse.Row) int { return cmp.Compare(b.NegLog10P, a.NegLog10P) })
	near := func(a, b browse.Row) bool { return max(a.Position-b.Position, b.Position-a.Position) <= 500_000 }
	var leads []browse.Row
	for _, row := range byStrength {
		if !slices.ContainsFunc(leads, func(l browse.Row) bool { return near(l, row) }) {
			leads = append(leads, row)
		}
	}
	*lead = leads[slices.IndexFunc(leads, func(l browse.Row) bool { return near(l, *strongest) })]
	factors, total := map[int32]float64{}, 0.0
	for _, row := range table {
		if near(*lead, row) {
			v, w := row.SE*row.SE, 0.15*0.15
			factors[row.Position] = math.Sqrt(v/(v+w)) * math.Exp(row.Beta*row.Beta/v*w/(v+w)/2)
			total += factors[row.Position]
		}
	}
	for at := range factors {
		factors[at] /= total
	}
	return factors, true
}

// crowd is a strong variant at 4:1000000 with that many rows on either side of it.
type crowd int32

func (n crowd) Rows(_ context.Context, region genome.Region) iter.Seq2[browse.Row, error] {
	return func(yield func(browse.Row, error) bool) {
		for at := max(region.Start, 1_000_000-int32(n)); at <= min(region.End, 1_000_000+int32(n)); at++ {
			row := browse.Row{Chromosome: 4, Position: at, EffectAllele: "A", OtherAllele: "G", Beta: 0.01, SE: 0.02, NegLog10P: 0.2}
			if at == 1_000_000 {
				row.Beta, row.NegLog10P = 1, 30
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

// The rows around a lead that are not in view are bounded as those in view are.
func TestCrowdedLociAreNotWeighed(t *testing.T) {
	for beside, missing := range map[crowd]bool{250_000: false, 250_001: true} {
		track := ask(t, service(result("r", genome.GRCh37, beside)), browse.RegionQuery{Results: refs("r"), Region: "4:1000000-1000000"}).Tracks[0]
		if c := track.Credible; missing != strings.Contains(c.Missing, "More than 500,000 variants") || missing == (track.PIP != nil) ||
			!missing && c.Of != 500_001 {
			t.Errorf("%d to either side: %+v", beside, c)
		}
	}
}
