package stat_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/gwas/stat"
)

func acat(negLog10P ...float64) float64 {
	var a stat.ACAT
	for _, x := range negLog10P {
		a.Add(x)
	}
	return a.NegLog10P()
}

// By hand: equal P values combine to themselves, at ½ the statistic is 0 and at ¼ it is 1. P of 1/8
// and ¾ have statistics 1 + √2 and −1 with the mean 1/√2. In the tail 1/(π·P) adds up, so that
// 1e-300 with three P values of ½ is 4e-300.
func TestACATByHand(t *testing.T) {
	log := func(p float64) float64 { return -math.Log10(p) }
	for name, c := range map[string]struct{ got, want float64 }{
		"one":           {acat(log(0.03)), log(0.03)},
		"equals":        {acat(log(0.2), log(0.2), log(0.2)), log(0.2)},
		"a half":        {acat(log(0.5), log(0.25)), log(0.5 - math.Atan(0.5)/math.Pi)},
		"two sides":     {acat(log(0.125), log(0.75)), log(0.5 - math.Atan(math.Sqrt2/2)/math.Pi)},
		"below half":    {acat(log(0.75), log(0.75)), log(0.75)},
		"tail":          {acat(300, log(0.5), log(0.5), log(0.5)), 300 - math.Log10(4)},
		"tail last":     {acat(log(0.5), log(0.5), log(0.5), 300), 300 - math.Log10(4)},
		"beyond double": {acat(5000, 5000, 4000), 5000 + math.Log10(2.0/3)},
		"rounded to 1":  {acat(0), log(0.999)},
	} {
		if math.Abs(c.got-c.want) > 1e-9*max(1, c.want) {
			t.Errorf("%s: %.12g, want %.12g", name, c.got, c.want)
		}
	}
	if x := acat(); !math.IsNaN(x) {
		t.Errorf("of nothing: %g", x)
	}
	if x := acat(math.NaN(), 3); math.Abs(x-3) > 1e-12 {
		t.Errorf("with an unknown one: %g", x)
	}
}

// Where P values fit a double, the result is that of the definition; the order does not matter.
func TestACATIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		logs := rapid.SliceOfN(rapid.Float64Range(0.001, 40), 1, 30).Draw(t, "-log10 P")
		sum := 0.0
		for _, x := range logs {
			if p := math.Pow(10, -x); x > 6 {
				sum += 1 / (math.Pi * p) * (1 - math.Pi*math.Pi*p*p/3)
			} else {
				sum += math.Tan((0.5 - min(p, 0.999)) * math.Pi)
			}
		}
		mean := sum / float64(len(logs))
		want := -math.Log10(0.5 - math.Atan(mean)/math.Pi)
		if mean > 1e6 {
			want = math.Log10(math.Pi * mean)
		}
		got := acat(logs...)
		var backwards stat.ACAT
		for i := range logs {
			backwards.Add(logs[len(logs)-1-i])
		}
		if math.Abs(got-want) > 1e-6*max(1, want) || math.Abs(backwards.NegLog10P()-got) > 1e-9*max(1, got) {
			t.Fatalf("%.12g and %.12g backwards, want %.12g", got, backwards.NegLog10P(), want)
		}
	})
}
