package meta_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/stat"
)

// printed fails unless got shows as want with as many decimals as want has.
func printed(t *testing.T, name string, got float64, want string) {
	t.Helper()
	decimals := len(want) - strings.IndexByte(want, '.') - 1
	if mantissa, exponent, scientific := strings.Cut(want, "e"); scientific {
		decimals = len(mantissa) - 2
		if text := fmt.Sprintf("%.*e", decimals, got); text != want {
			t.Errorf("%s = %s, want %se%s", name, text, mantissa, exponent)
		}
		return
	}
	if text := fmt.Sprintf("%.*f", decimals, got); text != want {
		t.Errorf("%s = %s, want %s", name, text, want)
	}
}

func pOf(negLog10P float64) float64 { return math.Pow(10, -negLog10P) }

func TestPublishedEstimates(t *testing.T) {
	e := meta.CombineFixed([]float64{0.10, 0.20, 0.05}, []float64{0.05, 0.10, 0.04})
	printed(t, "first beta", e.Beta, "0.0811111111")
	printed(t, "first SE", e.SE, "0.0298142397")
	printed(t, "first Z", e.Z, "2.7205493726")
	printed(t, "first P", pOf(e.NegLog10P), "0.0065173538")
	printed(t, "first Q", e.Q, "2.1611111111")
	printed(t, "first het P", pOf(e.NegLog10HetP), "0.3394069139")
	printed(t, "first I²", e.I2, "7.4550128535")
	printed(t, "first τ²", e.Tau2, "0.0002570922")

	beta, se := []float64{0.30, 0.02, 0.10}, []float64{0.05, 0.10, 0.04}
	e = meta.CombineFixed(beta, se)
	printed(t, "second beta", e.Beta, "0.164")
	printed(t, "second Z", e.Z, "5.5007272246")
	printed(t, "second P", pOf(e.NegLog10P), "3.7822797e-08")
	printed(t, "second Q", e.Q, "12.032")
	printed(t, "second het P", pOf(e.NegLog10HetP), "0.0024394077")
	printed(t, "second I²", e.I2, "83.3776595745")
	printed(t, "second τ²", e.Tau2, "0.0160085106")
	e = meta.CombineRandom(beta, se)
	printed(t, "random beta", e.Beta, "0.1517852344")
	printed(t, "random SE", e.SE, "0.0818493764")
	printed(t, "random P", pOf(e.NegLog10P), "0.0636754037")

	e = meta.CombineZ([]float64{2, 2, 1.25}, []float64{1000, 400, 1500})
	printed(t, "sample-size Z", e.Z, "2.8162154820")
	printed(t, "sample-size P", pOf(e.NegLog10P), "0.0048593063")
	e = meta.CombineZ([]float64{2, 2}, []float64{1000, 400})
	printed(t, "sample-size Z of two", e.Z, "2.7593534771")

	e = meta.CombineFixed([]float64{0.10, 0.06, 0.12}, []float64{0.02, 0.03, 0.05})
	printed(t, "third beta", e.Beta, "0.09091413")
	printed(t, "third SE", e.SE, "0.01578947")
	printed(t, "third z", e.Z, "5.757895")
	printed(t, "third −log10 P", e.NegLog10P, "8.069716")
	printed(t, "third Q", e.Q, "1.606648")
	printed(t, "third het P", pOf(e.NegLog10HetP), "0.447838")
	if e.I2 != 0 {
		t.Errorf("third I² = %v, want 0", e.I2)
	}
}

func TestEstimatorsAgainstReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	worst := map[string]float64{}
	check := func(name string, got, want float64) {
		err := off(got, want)
		worst[name] = max(worst[name], err)
		if err > 1e-9 {
			t.Errorf("%s: %v, want %v (off by %.2g)", name, got, want, err)
		}
	}
	compare := func(name string, e meta.Estimate, r *reference) {
		check(name+" beta", e.Beta, number(r.beta))
		check(name+" se", e.SE, number(r.se))
		check(name+" z", e.Z, number(r.z))
		check(name+" p", e.NegLog10P, number(r.negLog10P))
		check(name+" q", e.Q, number(r.q))
		check(name+" het", e.NegLog10HetP, number(r.negLog10HetP))
		check(name+" i2", e.I2, number(r.i2))
		check(name+" tau2", e.Tau2, number(r.tau2))
	}
	for range 100 {
		k := 1 + rng.IntN(12)
		spread := math.Exp(rng.NormFloat64() * 2)
		beta, se, z, n := make([]float64, k), make([]float64, k), make([]float64, k), make([]float64, k)
		for i := range k {
			se[i] = 0.01 * math.Exp(rng.NormFloat64()*2)
			beta[i] = 0.1 + rng.NormFloat64()*se[i]*spread
			z[i] = rng.NormFloat64() * 5
			n[i] = math.Round(math.Exp(5 + rng.Float64()*8))
		}
		r := fixedReference(beta, se)
		if k == 1 {
			r.q = nil
		}
		compare("fixed", meta.CombineFixed(beta, se), r)
		r = randomReference(beta, se)
		if k == 1 {
			r.q = nil
		}
		compare("random", meta.CombineRandom(beta, se), r)
		r = sampleSizeReference(z, n)
		if k == 1 {
			r.q = nil
		}
		compare("sample size", meta.CombineZ(z, n), r)
	}
	t.Log(worst)
}

func TestEstimatorProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 9).Draw(t, "k")
		beta := rapid.SliceOfN(rapid.Float64Range(-3, 3), k, k).Draw(t, "beta")
		se := rapid.SliceOfN(rapid.Float64Range(1e-3, 3), k, k).Draw(t, "se")
		negative := make([]float64, k)
		for i := range beta {
			negative[i] = -beta[i]
		}
		for name, combine := range map[string]func(b, s []float64) meta.Estimate{
			"fixed": meta.CombineFixed, "random": meta.CombineRandom, "z": meta.CombineZ,
		} {
			e, m := combine(beta, se), combine(negative, se)
			if e.Z != -m.Z || e.NegLog10P != m.NegLog10P || off(e.Q, m.Q) > 0 {
				t.Fatalf("%s: %+v for effects, %+v for their negatives", name, e, m)
			}
			if e.I2 < 0 || e.I2 > 100 || e.Tau2 < 0 || e.Q < 0 {
				t.Fatalf("%s: out of range: %+v", name, e)
			}
		}
		if f, r := meta.CombineFixed(beta, se), meta.CombineRandom(beta, se); r.SE < f.SE*(1-1e-12) {
			t.Fatalf("random effects are more certain than a fixed one: %v < %v", r.SE, f.SE)
		}
	})
}

func TestNoUnderflow(t *testing.T) {
	e := meta.CombineFixed([]float64{1, 1}, []float64{0.01, 0.01})
	if want := stat.NegLog10PFromZ(math.Sqrt2 * 100); off(e.NegLog10P, want) > 1e-12 || e.NegLog10P < 4340 {
		t.Errorf("−log10 P = %v, want %v", e.NegLog10P, want)
	}
}
