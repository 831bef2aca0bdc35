package ssf

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/variant"
)

// TestPVectors are the published pairs of z and −log10 P, read back through text.
func TestPVectors(t *testing.T) {
	for _, tt := range []struct{ z, x float64 }{
		{1.959963985, 1.301030}, {5.451310443, 7.301030}, {10, 22.817023}, {20, 88.259065}, {37.5, 307.035707},
		{38.5, 323.550311}, {40, 349.135976}, {100, 2173.570513},
	} {
		x := stat.NegLog10PFromZ(tt.z)
		if math.Abs(x-tt.x) > 1e-6 {
			t.Errorf("z %g gives %g, want %g", tt.z, x, tt.x)
		}
		text := AppendP(nil, x)
		back, ok := sumstats.ParseNegLog10P(text)
		if !ok || math.Abs(back-x) > 1e-11*x {
			t.Errorf("%g is written %s and read as %g", x, text, back)
		}
	}
}

func TestAppendP(t *testing.T) {
	for x, want := range map[float64]string{
		0: "1", 1: "0.1", 1.301029995663981: "0.05", 4: "0.0001", 8: "1e-08", 7.301029995663981: "5e-08", 411.494850021680094: "3.2e-412",
		400: "1e-400", 0.301029995663981: "0.5", 2173.570513: "2.68835736963e-2174", 1e-13: "1", 5.5e-12: "0.999999999987",
		math.Inf(1): "0", math.NaN(): "NA", 100000: "1e-100000",
		1e15 + 0.4: "1e-1000000000000001", 9.3e18: "1e-9300000000000000000", 1e20: "1e-100000000000000000000",
	} {
		if got := string(AppendP(nil, x)); got != want {
			t.Errorf("AppendP(%v) = %s, want %s", x, got, want)
		}
	}
}

func TestPRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(0, 5000).Draw(t, "x")
		back, ok := sumstats.ParseNegLog10P(AppendP(nil, x))
		if !ok || math.Abs(back-x) > 1e-11 {
			t.Fatalf("%v is written %s and read as %v", x, AppendP(nil, x), back)
		}
	})
}

func TestAppendNumberRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		text := AppendNumber(nil, v)
		got, ok := sumstats.ParseFloat(text)
		if math.IsInf(v, 0) || math.IsNaN(v) {
			if string(text) != "NA" {
				t.Fatalf("%v is written %s", v, text)
			}
			return
		}
		if !ok || got != v {
			t.Fatalf("%v is written %s and read as %v", v, text, got)
		}
	})
	if got := string(AppendNumber(nil, 1234567)); got != "1234567" {
		t.Errorf("a whole number is written %s", got)
	}
}

// TestLargeP writes and reads P values far beyond any exponent of a whole number.
func TestLargeP(t *testing.T) {
	for _, x := range []float64{308.5, 1e6, 9.2e18, 9.3e18, 1e19, 3e25, 1e300} {
		text := AppendP(nil, x)
		got, ok := sumstats.ParseNegLog10P(text)
		if !ok || math.Abs(got-x) > 1e-9*x {
			t.Errorf("%v is written as %.40s and read as %v, %v", x, text, got, ok)
		}
	}
}

// TestEffectiveNIsShort writes what the file had and not what single precision
// looks like in double precision.
func TestEffectiveNIsShort(t *testing.T) {
	for text, want := range map[string]string{"18181.818": "18181.818", "0.1": "#NA", "1000000": "1000000", "3600.5": "3600.5", "NA": "#NA"} {
		row := sumstatstest.One(
			t,
			sumstatstest.Table("chr pos ea oa beta se p ne", "1 5 A G 0.1 0.1 0.3 "+text),
			sumstats.ReadOptions{Mapping: sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldNEff: "ne"})},
		)
		line := strings.TrimSpace(string(AppendRow(nil, &row, variant.NewDict(), NEff)))
		if got := line[strings.LastIndexByte(line, '\t')+1:]; got != want {
			t.Errorf("%s is written as %s, want %s", text, got, want)
		}
	}
}
