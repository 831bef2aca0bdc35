package meta_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// bcg returns the 13 trials of the BCG vaccine (Colditz et al. 1994, dat.bcg of metafor): cases and
// others with the vaccine, cases and others without; as log risk ratios.
func bcg() (beta, se []float64) {
	for _, c := range [][4]float64{
		{4, 119, 11, 128}, {6, 300, 29, 274}, {3, 228, 11, 209}, {62, 13536, 248, 12619}, {33, 5036, 47, 5761},
		{180, 1361, 372, 1079}, {8, 2537, 10, 619}, {505, 87886, 499, 87892}, {29, 7470, 45, 7232}, {17, 1699, 65, 1600},
		{186, 50448, 141, 27197}, {5, 2493, 3, 2338}, {27, 16886, 29, 17825},
	} {
		treated, control := c[0]+c[1], c[2]+c[3]
		beta = append(beta, math.Log(c[0]/treated/(c[2]/control)))
		se = append(se, math.Sqrt(1/c[0]-1/treated+1/c[2]-1/control))
	}
	return beta, se
}

var models = []meta.RandomModel{{}, {Tau2: meta.REML}, {Interval: meta.HartungKnapp}, {Tau2: meta.REML, Interval: meta.HartungKnapp}}

// The output of metafor for the trials with method = "DL" and "REML" (Viechtbauer 2010, J Stat
// Softw 36(3)), and the error of Hartung and Knapp in 30 digits.
func TestRandomEffectsThatMetaforPublishes(t *testing.T) {
	beta, se := bcg()
	for i, want := range []struct{ tau2, mean, se, z string }{
		{"0.3088", "-0.7141", "0.1787", "-3.9952"}, {"0.3132", "-0.7145", "0.1798", "-3.9744"},
		{"0.308760262862", "-0.714117222073", "0.180696628336", "-3.952022949466"}, {"0.313243258136", "-0.714532342158", "0.180791744093", "-3.952239886525"},
	} {
		e := models[i].Combine(beta, se)
		name := fmt.Sprintf("%+v ", models[i])
		printed(t, name+"τ²", e.Tau2, want.tau2)
		printed(t, name+"effect", e.Beta, want.mean)
		printed(t, name+"SE", e.SE, want.se)
		printed(t, name+"z", e.Z, want.z)
	}
	e := models[3].Combine(beta, se)
	printed(t, "P of Hartung–Knapp with REML", pOf(e.NegLog10P), "0.0019")
}

// restricted returns the log likelihood of τ² in the K − 1 differences from the first study, which
// have no mean: another way to the restricted likelihood.
func restricted(beta, se []float64, tau2 float64) float64 {
	n := len(beta) - 1
	first := se[0]*se[0] + tau2
	lower := make([][]float64, n) // Cholesky
	x := make([]float64, n)
	logL := 0.0
	for i := range n {
		lower[i] = make([]float64, n)
		x[i] = beta[i+1] - beta[0]
		for j := range i + 1 {
			v := first
			if i == j {
				v += se[i+1]*se[i+1] + tau2
			}
			for l := range j {
				v -= lower[i][l] * lower[j][l]
			}
			if i == j {
				lower[i][i] = math.Sqrt(v)
			} else {
				lower[i][j] = v / lower[j][j]
			}
		}
		for j := range i {
			x[i] -= lower[i][j] * x[j]
		}
		x[i] /= lower[i][i]
		logL -= math.Log(lower[i][i]) + x[i]*x[i]/2
	}
	return logL
}

// REML is where the restricted likelihood is largest of all, found by trying; and Hartung
// and Knapp's test is that of the weighted regression on a constant.
func TestRandomEffectsAgainstTrying(t *testing.T) {
	rng := rand.New(rand.NewPCG(40, 4))
	positive := 0
	for draw := range 1000 {
		k := 2 + rng.IntN(9)
		unit := math.Pow(10, float64(rng.IntN(7)-5))
		spread := rng.Float64() * 3
		beta, se := make([]float64, k), make([]float64, k)
		for i := range k {
			se[i] = unit * math.Exp(rng.NormFloat64())
			beta[i] = unit * (1 + spread*rng.NormFloat64() + se[i]/unit*rng.NormFloat64())
		}
		e := meta.RandomModel{Tau2: meta.REML}.Combine(beta, se)
		best := restricted(beta, se, e.Tau2)
		if e.Tau2 > 0 {
			positive++
			// A maximum: the likelihood is lower on either side.
			if up, down := restricted(beta, se, e.Tau2*1.001), restricted(beta, se, e.Tau2*0.999); !(best >= up && best >= down) {
				t.Fatalf("draw %d: τ² %v is no maximum", draw, e.Tau2)
			}
		}
		for x := -8.0; x < 6; x += 0.02 {
			if tau2 := unit * unit * math.Pow(10, x); restricted(beta, se, tau2) > best+1e-7 {
				t.Fatalf("draw %d: τ² %v has %v, and %v has %v", draw, e.Tau2, best, tau2, restricted(beta, se, tau2))
			}
		}
		if restricted(beta, se, 0) > best+1e-9 {
			t.Fatalf("draw %d: τ² %v is worse than 0", draw, e.Tau2)
		}
		for _, m := range models {
			checkModel(t, m, beta, se)
		}
	}
	if positive < 300 || positive > 950 {
		t.Errorf("τ² is above 0 in %d draws", positive)
	}
}

// checkModel compares effect, error and P with those of their definitions at the τ² stated.
func checkModel(t *testing.T, m meta.RandomModel, beta, se []float64) {
	t.Helper()
	e, k := m.Combine(beta, se), len(beta)
	var w []float64
	var sumW, mean, rss float64
	for i := range beta {
		w = append(w, 1/(se[i]*se[i]+e.Tau2))
		sumW += w[i]
	}
	for i := range beta {
		mean += w[i] / sumW * beta[i]
	}
	for i := range beta {
		rss += w[i] * (beta[i] - mean) * (beta[i] - mean)
	}
	want, p := math.Sqrt(1/sumW), 0.0
	if m.Interval == meta.HartungKnapp {
		want *= math.Sqrt(rss / float64(k-1))
		p = studentP(mean/want, k-1)
	} else {
		p = math.Erfc(math.Abs(mean/want) / math.Sqrt2)
	}
	if off(e.Beta, mean) > 1e-9 || off(e.SE, want) > 1e-9 || off(e.Z, mean/want) > 1e-8 || math.Abs(pOf(e.NegLog10P)-p) > 1e-7 {
		t.Fatalf("%+v: %+v, want effect %v, SE %v, P %v", m, e, mean, want, p)
	}
	if fixed := meta.CombineFixed(beta, se); e.Q != fixed.Q || e.I2 != fixed.I2 || m.Tau2 != meta.REML && e.Tau2 != fixed.Tau2 {
		t.Fatalf("%+v: heterogeneity %+v, want %+v", m, e, fixed)
	}
}

// studentP returns the two-sided P of t, by the rule of Simpson over the angle whose tangent is
// t/√df: the density there is the power df − 1 of its cosine.
func studentP(t float64, df int) float64 {
	at := math.Atan(math.Abs(t) / math.Sqrt(float64(df)))
	area := func(from, to float64) float64 {
		const steps = 400
		h, sum := (to-from)/steps, 0.0
		for i := range steps + 1 {
			weight := []float64{2, 4}[i%2]
			if i == 0 || i == steps {
				weight = 1
			}
			sum += weight * math.Pow(math.Cos(from+h*float64(i)), float64(df-1))
		}
		return sum * h / 3
	}
	return area(at, math.Pi/2) / area(0, math.Pi/2)
}

// A run takes the model to its table, its summary and its forest; studies that agree to the
// last digit are left out and counted by Hartung and Knapp, who have no width for them.
func TestRunOfRandomModels(t *testing.T) {
	beta, se := []float64{0.90, 0.62, 0.70, 0.85}, []float64{0.05, 0.10, 0.04, 0.08}
	var studies []meta.Study
	for i := range beta {
		studies = append(studies, memoryStudy(fmt.Sprint(i), []sumstats.Row{
			row(
				1,
				10,
				"A",
				"G",
				beta[i],
				se[i],
				0.3,
			),
			row(1, 5_000_000, "A", "G", 0.1, se[i], 0.3),
			row(1, 6_000_000, "A", "G", 0.1+1e-9*float64(i), se[i], 0.3),
		}))
	}
	for _, m := range models {
		opt := meta.DefaultOptions()
		opt.Scheme, opt.RandomModel = meta.RandomEffects, m
		out, s := runTable(t, studies, opt)
		e := m.Combine(beta, se)
		for column, want := range map[string]float64{"beta": e.Beta, "standard_error": e.SE, "neg_log_10_p_value": e.NegLog10P, "tau2": e.Tau2, "q": e.Q} {
			if got := out.number(0, column); off(got, want) > 1e-9 {
				t.Errorf("%+v: %s %v, want %v", m, column, got, want)
			}
		}
		rows, spread := 3, int64(0)
		if m.Interval == meta.HartungKnapp {
			rows, spread = 2, 1
		}
		if len(out.rows) != rows || s.Studies[2].DroppedByReason["no_spread"] != spread || s.Settings.RandomModel != m {
			t.Errorf("%+v: %d rows, %v left out, settings %+v", m, len(out.rows), s.Studies[2].DroppedByReason, s.Settings)
		}
		for _, l := range s.TopLoci {
			if l.Position == 10 && off(float64(l.Random.SE), e.SE) > 1e-12 {
				t.Errorf("%+v: the forest has %v", m, l.Random)
			}
		}
		opt.OutputGenomicControl = true
		corrected, s := runTable(t, studies, opt)
		scale := math.Sqrt(float64(s.LambdaApplied))
		k, want := corrected.number(0, "standard_error"), math.Erfc(math.Abs(e.Z)/scale/math.Sqrt2)
		if m.Interval == meta.HartungKnapp {
			want = studentP(e.Z/scale, 3)
		}
		if !(scale > 1) || off(k, e.SE*scale) > 1e-9 || math.Abs(pOf(corrected.number(0, "neg_log_10_p_value"))-want) > 1e-8 {
			t.Errorf("%+v after λ %v: SE %v and P %v, want %v and %v", m, s.LambdaApplied, k, corrected.text(0, "p_value"), e.SE*scale, want)
		}
	}
}

func TestRandomModelsThatMakeNoSense(t *testing.T) {
	for says, opt := range map[string]meta.Options{
		`tau2 "ml" is not one of dl, reml`:                 {Scheme: meta.RandomEffects, RandomModel: meta.RandomModel{Tau2: "ml"}},
		`ci "t" is not one of normal, hk`:                  {Scheme: meta.RandomEffects, RandomModel: meta.RandomModel{Interval: "t"}},
		"tau2 and ci are for random effects":               {Scheme: meta.FixedEffect, RandomModel: meta.RandomModel{Tau2: meta.REML}},
		"choose the scheme random, or leave them out":      {Scheme: meta.SampleSize, RandomModel: meta.RandomModel{Interval: meta.HartungKnapp}},
		"for random effects: choose the scheme random, or": {Scheme: meta.MetaRegression, RandomModel: meta.RandomModel{Interval: meta.NormalInterval}},
	} {
		full := meta.DefaultOptions()
		full.Scheme, full.RandomModel = opt.Scheme, opt.RandomModel
		if err := full.Validate(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v", opt.RandomModel, err)
		}
	}
}
