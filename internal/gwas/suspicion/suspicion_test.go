package suspicion_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/suspicion"
)

var nan = math.NaN()

// clean is a locus with a lead of z = 8 and two linked variants that fit.
func clean() []suspicion.Variant {
	return []suspicion.Variant{{Z: 8, R: 1, N: 1000, Info: 1}, {Z: 7.2, R: 0.9, N: 1000, Info: 1}, {Z: -6.6, R: -0.8, N: 1000, Info: 1},
		{Z: 1, R: 0.1, N: 1000, Info: 1}}
}

// Each reason has a locus that deserves it and one near it that does not.
func TestEachReasonHasANeighbourWithoutIt(t *testing.T) {
	// z₁ − 0.9·8 has the variance 0.19; −log10 P is 4 at |x| = 3.8906 standard deviations.
	limit := 3.8905918864131203 * math.Sqrt(0.19)
	for name, c := range map[string]struct {
		change func(v []suspicion.Variant, by float64)
		near   float64
		far    float64
		reason suspicion.Reason
	}{
		"outlier":     {func(v []suspicion.Variant, by float64) { v[1].Z = 7.2 - by }, limit - 1e-6, limit + 1e-6, suspicion.Outliers},
		"sign":        {func(v []suspicion.Variant, by float64) { v[2].Z = by }, -6.4, 6.4, suspicion.Exchanged},
		"lead's N":    {func(v []suspicion.Variant, by float64) { v[0].N = by }, 800, 799, suspicion.Uneven},
		"another's N": {func(v []suspicion.Variant, by float64) { v[2].N = by }, 800, 799, suspicion.Uneven},
		"quality":     {func(v []suspicion.Variant, by float64) { v[0].Info = by }, 0.6, 0.599, suspicion.PoorLead},
		"not linked":  {func(v []suspicion.Variant, by float64) { v[3].Z, v[3].R = 0, by }, math.Sqrt(0.5999), math.Sqrt(0.6001), suspicion.Outliers},
	} {
		v := clean()
		c.change(v, c.near)
		if r := suspicion.Judge(0, v, 0); r.Verdict != suspicion.Believe || len(r.Reasons) != 0 || len(r.Sentences(nil, nil)) != 0 {
			t.Errorf("%s: just within is %+v", name, r)
		}
		c.change(v, c.far)
		r := suspicion.Judge(0, v, 0)
		if r.Verdict != suspicion.Doubt || !slices.Equal(r.Reasons, []suspicion.Reason{c.reason}) {
			t.Errorf("%s: just beyond is %+v", name, r)
		}
	}
}

func TestWhatCannotBeJudged(t *testing.T) {
	none := clean()
	for i := range none {
		none[i].R = nan
	}
	lead := clean()
	lead[0].R = nan
	alone := clean()
	alone[1].R, alone[2].R = 0.77, nan
	for reason, v := range map[suspicion.Reason][]suspicion.Variant{suspicion.NoLD: none, suspicion.NoLead: lead, suspicion.Alone: alone} {
		r := suspicion.Judge(0, v, 0)
		if r.Verdict != suspicion.Unjudged || !slices.Equal(r.Reasons, []suspicion.Reason{reason}) {
			t.Errorf("%s: %+v", reason, r)
		}
		if s := r.Sentences(nil, nil); len(s) != 1 || !strings.HasPrefix(s[0], "Not judged: ") {
			t.Errorf("%s: %q", reason, s)
		}
	}
}

func TestUnknownNumbersCauseNoDoubt(t *testing.T) {
	v := clean()
	for i := range v {
		v[i].N, v[i].Info = nan, nan
	}
	if r := suspicion.Judge(0, v, 0); r.Verdict != suspicion.Believe {
		t.Errorf("%+v", r)
	}
	v[1].Z = nan
	if r := suspicion.Judge(0, v, 0); len(r.Linked) != 1 {
		t.Errorf("%+v", r)
	}
}

// Studies are named where they have some of the variants only, and that may be the reason.
func TestStudiesThatCauseADoubt(t *testing.T) {
	v := clean()
	v[1].Absent = []int{2}
	if r := suspicion.Judge(0, v, 0); len(r.Studies) != 0 {
		t.Errorf("of a locus to believe: %v", r.Studies)
	}
	v[1].Z, v[2].Absent = 4, []int{1}
	r := suspicion.Judge(0, v, 0)
	if !slices.Equal(r.Studies, []int{2}) {
		t.Errorf("%v, want study 2, which lacks the outlier, and not study 1", r.Studies)
	}
	name := func(i int) string { return fmt.Sprintf("rs%d", i) }
	text := strings.Join(r.Sentences(name, []string{"A", "B", "C"}), "\n")
	if !strings.Contains(text, "1 variant do") && !strings.Contains(text, "rs1") || !strings.Contains(text, "missing in C.") || strings.Contains(text, "B") {
		t.Error(text)
	}
	for i := range v[:3] {
		v[i].Absent = []int{0}
	}
	if r := suspicion.Judge(0, v, 0); len(r.Studies) != 0 {
		t.Errorf("a study without any of them: %v", r.Studies)
	}
}

// The variance of the test allows for a panel of few haplotypes.
func TestSmallPanelsAllowForTheirError(t *testing.T) {
	v := clean()
	v[1].Z = 7.2 - 3.8905918864131203*math.Sqrt(0.19+6.0/100+64*(0.19+6.0/100)*(0.19+6.0/100)/100)
	v[1].Z += 1e-6
	if r := suspicion.Judge(0, v, 100); r.Verdict != suspicion.Believe {
		t.Errorf("%+v", r)
	}
	v[1].Z -= 2e-6
	if r := suspicion.Judge(0, v, 100); r.Verdict != suspicion.Doubt {
		t.Errorf("%+v", r)
	}
}

// planted are the ways in which a locus is spoilt; each changes z-scores and returns false if the
// locus offers no place for it.
var planted = map[string]func(random *rand.Rand, l *sumstatstest.Locus, z []float64, causal int) bool{
	"alleles of a linked variant exchanged": func(_ *rand.Rand, l *sumstatstest.Locus, z []float64, causal int) bool {
		at := linked(l, causal)
		if len(at) == 0 {
			return false
		}
		z[at[0]] = -z[at[0]]
		return true
	},
	"half of the variants in a third of the participants": func(random *rand.Rand, l *sumstatstest.Locus, z []float64, causal int) bool {
		at := linked(l, causal)
		if len(at) < 4 {
			return false
		}
		fewer := l.Noise(random)
		for k, i := range append(at, causal) {
			if k%2 == 0 {
				z[i] = math.Sqrt(1.0/3)*z[i] + math.Sqrt(2.0/3)*fewer[i]
			}
		}
		return true
	},
	"the lead is a genotyping error": func(_ *rand.Rand, l *sumstatstest.Locus, z []float64, causal int) bool {
		at := linked(l, causal)
		for i := range z {
			z[i] -= l.R[causal][i] * z[causal] // nothing is left of the association
		}
		z[causal] = 9
		return len(at) > 0
	},
}

func linked(l *sumstatstest.Locus, to int) (at []int) {
	for i, r := range l.R[to] {
		if i != to && r*r > 0.65 && r*r < 0.95 {
			at = append(at, i)
		}
	}
	return at
}

// Of simulated loci on real haplotypes at least 90 % of the spoilt ones are doubted, and at most 5 %
// of the others, also with LD of 500 haplotypes drawn from the population of the study.
func TestSpoiltLociAreDoubted(t *testing.T) {
	h := sumstatstest.ReadHaplotypes(t)
	random := rand.New(rand.NewPCG(46, 3))
	repeats := 25
	if testing.Short() {
		repeats = 10
	}
	const people = 500
	for _, drawn := range []bool{false, true} {
		spoilt, doubted, clean, wrong := map[string]int{}, map[string]int{}, 0, 0
		for first := range 6 {
			at := sumstatstest.Every(160*first, 120, 2)
			study, panel, haplotypes := h.Locus(at, nil), h.Locus(at, nil), 0
			if drawn {
				panel, haplotypes = h.Locus(at, h.Drawn(random, people)), people
			}
			for range repeats {
				causal := random.IntN(len(at))
				effect := 7 + 5*random.Float64()
				verdict := func(spoil func(*rand.Rand, *sumstatstest.Locus, []float64, int) bool) (suspicion.Verdict, bool) {
					z := study.Z(random, map[int]float64{causal: effect})
					ok := spoil == nil || spoil(random, study, z, causal)
					return suspicion.Judge(leadOf(z), variantsOf(z, panel.R[leadOf(z)]), haplotypes).Verdict, ok
				}
				if v, _ := verdict(nil); v != suspicion.Unjudged {
					clean++
					if v == suspicion.Doubt {
						wrong++
					}
				}
				for name, spoil := range planted {
					if v, ok := verdict(spoil); ok {
						spoilt[name]++
						if v == suspicion.Doubt {
							doubted[name]++
						}
					}
				}
			}
		}
		t.Logf("LD of others: %t; %d of %d clean loci doubted", drawn, wrong, clean)
		if clean < 20 || float64(wrong) > 0.05*float64(clean) {
			t.Errorf("%d of %d clean loci are doubted", wrong, clean)
		}
		for name, n := range spoilt {
			t.Logf("%s: %d of %d", name, doubted[name], n)
			if n < 20 || float64(doubted[name]) < 0.9*float64(n) {
				t.Errorf("%s: %d of %d loci are doubted", name, doubted[name], n)
			}
		}
	}
}

func leadOf(z []float64) int {
	lead := 0
	for i, x := range z {
		if math.Abs(x) > math.Abs(z[lead]) {
			lead = i
		}
	}
	return lead
}

func variantsOf(z, r []float64) []suspicion.Variant {
	out := make([]suspicion.Variant, len(z))
	for i := range z {
		out[i] = suspicion.Variant{Z: z[i], R: r[i], N: nan, Info: nan}
	}
	return out
}
