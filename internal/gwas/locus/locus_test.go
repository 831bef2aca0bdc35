package locus

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/gwas/genome"
)

type hit struct {
	chromosome genome.Chromosome
	position   int32
	strength   float64
}

func (h hit) near(o hit) bool {
	d := int64(h.position) - int64(o.position)
	return h.chromosome == o.chromosome && -500_000 <= d && d <= 500_000
}

// greedy follows the definition literally: the strongest, then the strongest far from it, …
func greedy(hits []hit, above float64) []Lead[hit] {
	byStrength := slices.Clone(hits)
	slices.SortStableFunc(byStrength, func(a, b hit) int { return cmp.Compare(b.strength, a.strength) })
	var leads []Lead[hit]
	for _, h := range byStrength {
		if h.strength <= above {
			continue
		}
		at := slices.IndexFunc(leads, func(l Lead[hit]) bool { return l.Variant.near(h) })
		if at >= 0 {
			leads[at].Members++
			continue
		}
		l := Lead[hit]{Variant: h, NegLog10P: h.strength, Members: 1, Support: -1}
		for _, other := range hits {
			if other.near(h) {
				l.Support++
			}
		}
		leads = append(leads, l)
	}
	return leads
}

func TestLeadsAreGreedy(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	for _, step := range []int{1, 40, 3000, 60_000, 400_000} {
		for _, limit := range []int{3, 50, crowded} {
			for _, strengths := range []int{3, 4000} { // many equals, and few
				var hits []hit
				position, chromosome := int32(1), genome.Chromosome(1)
				for range 1500 {
					if position += int32(rng.IntN(step)); rng.IntN(300) == 0 {
						position, chromosome = 1, chromosome+1
					}
					hits = append(hits, hit{chromosome, position, 5 + float64(rng.IntN(strengths))/100*float64(4000/strengths)})
				}
				finder := NewFinder[hit](7.3)
				finder.limit = limit
				for _, h := range hits {
					finder.Add(h.chromosome, h.position, h.strength, h)
				}
				got, want := finder.Leads(), greedy(hits, 7.3)
				if !slices.Equal(got, want) {
					t.Fatalf("step %d, limit %d, %d strengths: %d leads, want %d%s", step, limit, strengths, len(got), len(want), firstDifference(got, want))
				}
			}
		}
	}
}

func firstDifference(got, want []Lead[hit]) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("; lead %d is %+v, want %+v", i, got[i], want[i])
		}
	}
	return ""
}

// The window is 500,000 base pairs to either side, and one more is another locus.
func TestWindow(t *testing.T) {
	for distance, want := range map[int32]int{499_999: 1, 500_000: 1, 500_001: 2} {
		finder := NewFinder[int](7)
		finder.Add(1, 1_000_000, 9, 0)
		finder.Add(1, 1_000_000+distance, 8, 1)
		leads := finder.Leads()
		if len(leads) != want {
			t.Errorf("%d apart: %d leads, want %d", distance, len(leads), want)
		}
		if supported := leads[0].Support; supported != int64(2-want) {
			t.Errorf("%d apart: support %d", distance, supported)
		}
	}
}

func TestOnlyWhatExceedsTheThresholdLeads(t *testing.T) {
	finder := NewFinder[int](7)
	finder.Add(1, 10, 7, 0)
	finder.Add(0, 0, 7, 1)
	if leads := finder.Leads(); len(leads) != 0 {
		t.Errorf("leads at the threshold: %v", leads)
	}
	finder.Add(0, 0, 7.5, 2)
	finder.Add(0, 0, 8, 3)
	if leads := finder.Leads(); len(leads) != 2 || leads[0].Variant != 3 {
		t.Errorf("without places each variant leads itself: %v", leads)
	}
}

// Memory does not grow with a genome full of hits.
func TestFinderMemoryIsBounded(t *testing.T) {
	finder := NewFinder[hit](7)
	most := 0
	for i := range int32(200_000) {
		finder.Add(1, 1+i*1000, 8, hit{})
		most = max(most, len(finder.pending))
	}
	if most > crowded {
		t.Errorf("%d variants were held at once, %d suffice", most, crowded)
	}
}

// Strongest is the first lead of a Finder to which all variants are near.
func TestStrongestIsTheFirstLead(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		strengths []float64
		want      int
	}{
		{nil, -1}, {[]float64{nan, nan}, -1}, {[]float64{0}, 0}, {[]float64{nan, 0, nan}, 1}, {[]float64{2, 7, 7, 3}, 1}, {[]float64{1, nan, math.Inf(1), math.Inf(1)}, 2},
	} {
		if got := Strongest(len(c.strengths), func(i int) float64 { return c.strengths[i] }); got != c.want {
			t.Errorf("%v: %d, want %d", c.strengths, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		strengths := rapid.SliceOfN(rapid.Float64Range(0, 3), 1, 40).Draw(t, "strengths")
		f := NewFinder[int](-1)
		for i, x := range strengths {
			f.Add(1, int32(i+1), x, i)
		}
		if got, want := Strongest(len(strengths), func(i int) float64 { return strengths[i] }), f.Leads()[0].Variant; got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	})
}
