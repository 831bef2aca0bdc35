package meta_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// sharing are three studies of people in common: z of a variant are normal with these
// correlations. Study 2 lacks a third of the variants, every hundredth has an effect, and
// alleles are exchanged at random. They are listed in another order than that of their names.
var sharing = struct {
	names []string
	n     []float64
	r     [3][3]float64
}{[]string{"c", "a", "b"}, []float64{1500, 2600, 4200}, [3][3]float64{{1, 0.4, 0.1}, {0.4, 1, 0.25}, {0.1, 0.25, 1}}}

const sharedVariants = 30000

// sharedStudies returns the rows of the studies, and z of each variant on allele G, NaN where a
// study lacks it.
func sharedStudies() (studies []meta.Study, z [][3]float64) {
	random := rand.New(rand.NewPCG(40, 2))
	rows := make([][]sumstats.Row, 3)
	r := sharing.r
	l11 := math.Sqrt(1 - r[0][1]*r[0][1]) // Cholesky
	l21 := (r[1][2] - r[0][2]*r[0][1]) / l11
	l22 := math.Sqrt(1 - r[0][2]*r[0][2] - l21*l21)
	for v := range sharedVariants {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		one := [3]float64{a, r[0][1]*a + l11*b, r[0][2]*a + l21*b + l22*c}
		for i := range one {
			if v%100 == 0 {
				one[i] += 0.15 * math.Sqrt(sharing.n[i])
			}
			if i == 1 && v%3 == 0 {
				one[i] = nan
				continue
			}
			x := row(1+v%22, int32(1000+v/22), "G", "A", one[i]*0.02, 0.02, 0.3)
			if random.IntN(2) == 0 {
				x.EA, x.OA, x.Beta, x.EAF = x.OA, x.EA, -x.Beta, 0.7
			}
			x.N = sharing.n[i]
			rows[i] = append(rows[i], x)
		}
		z = append(z, one)
	}
	for i, name := range sharing.names {
		slices.SortFunc(rows[i], func(a, b sumstats.Row) int {
			return cmp.Or(cmp.Compare(a.Chromosome, b.Chromosome), cmp.Compare(a.Position, b.Position))
		})
		studies = append(studies, memoryStudy(name, rows[i]))
	}
	return studies, z
}

// squareOf integrates the density of two correlated normal numbers over a square.
func squareOf(c, r float64) float64 {
	const steps = 80 // Simpson
	sum, h := 0.0, 2*c/steps
	weight := func(i int) float64 {
		switch {
		case i == 0 || i == steps:
			return 1
		case i%2 == 1:
			return 4
		}
		return 2
	}
	for i := range steps + 1 {
		for j := range steps + 1 {
			sum += weight(i) * weight(j) * math.Exp(logDensity(-c+h*float64(i), -c+h*float64(j), r))
		}
	}
	return sum * h * h / 9
}

func logDensity(x, y, r float64) float64 {
	return -math.Log(2*math.Pi) - math.Log(1-r*r)/2 - (x*x-2*r*x*y+y*y)/(2*(1-r*r))
}

// likeliest returns the correlation of points in a square with the largest likelihood, by a search
// in thirds between 0 and 0.95.
func likeliest(points [][2]float64, c float64) float64 {
	at := func(r float64) float64 {
		sum := -float64(len(points)) * math.Log(squareOf(c, r))
		for _, p := range points {
			sum += logDensity(p[0], p[1], r)
		}
		return sum
	}
	lo, hi := 0.0, 0.95
	for hi-lo > 1e-8 {
		a, b := lo+(hi-lo)/3, hi-(hi-lo)/3
		if at(a) < at(b) {
			lo = a
		} else {
			hi = b
		}
	}
	return (lo + hi) / 2
}

// byHand adds the studies one after the other as in the documentation of METAL.
func byHand(z [][3]float64, cutoff float64) (combined, people []float64, rho []map[int]float64) {
	sum, weight := make([]float64, len(z)), make([]float64, len(z))
	people = make([]float64, len(z))
	for study, n := range sharing.n {
		points := map[int][][2]float64{}
		class := func(v int) int { return int(people[v]+n) / 1000 }
		for v := range z {
			before, own := sum[v]/math.Sqrt(weight[v]), z[v][study]
			if math.Abs(before) < cutoff && math.Abs(own) < cutoff {
				points[class(v)] = append(points[class(v)], [2]float64{before, own})
			}
		}
		rho = append(rho, map[int]float64{})
		for k, p := range points {
			rho[study][k] = likeliest(p, cutoff)
		}
		for v := range z {
			if math.IsNaN(z[v][study]) {
				continue
			}
			both := rho[study][class(v)] * math.Sqrt(n*weight[v])
			sum[v] += math.Sqrt(n) * z[v][study]
			weight[v] += n + 2*both
			people[v] += n - both
		}
	}
	for v := range z {
		combined = append(combined, sum[v]/math.Sqrt(weight[v]))
	}
	return combined, people, rho
}

func TestEstimatedOverlap(t *testing.T) {
	studies, z := sharedStudies()
	opt := meta.DefaultOptions()
	opt.Scheme, opt.MinStudies = meta.SampleSize, 1
	_, without := runTable(t, studies, opt)
	opt.EstimateOverlap = true
	for _, cutoff := range []float64{0, 1.6} {
		opt.ZCutoff = cutoff
		got, s := runTable(t, studies, opt)
		combined, people, rho := byHand(z, cmp.Or(cutoff, 1))
		for i := range got.rows {
			v := int(got.number(i, "base_pair_location")-1000)*22 + int(got.number(i, "chromosome")) - 1
			x := math.Copysign(stat.ZFromNegLog10P(got.number(i, "neg_log_10_p_value")), got.number(i, "beta"))
			if got.text(i, "effect_allele") == "A" {
				x = -x
			}
			if math.Abs(x-combined[v]) > 1e-6*max(1, math.Abs(x)) || math.Abs(got.number(i, "n")/people[v]-1) > 1e-6 {
				t.Fatalf("cutoff %v, variant %d: z %v of %s people, want %v of %v", cutoff, v, x, got.text(i, "n"), combined[v], people[v])
			}
		}
		if len(got.rows) != sharedVariants || len(s.Overlap) != 3 {
			t.Errorf("%d variants, %v", len(got.rows), s.Overlap)
		}
		for _, class := range s.Overlap {
			want := rho[slices.Index(sharing.names, class.Study)][int(class.WeightFrom/1000)]
			if math.Abs(float64(class.Correlation)-want) > 1e-6 {
				t.Errorf("cutoff %v: %+v, want %v", cutoff, class, want)
			}
		}
		// Of variants without effect χ² have λ = 1 again.
		if l := float64(s.LambdaGC); math.Abs(l-1) > 0.03 || float64(without.LambdaGC) < 1.2 {
			t.Errorf("cutoff %v: λ %v, without an estimate %v", cutoff, l, without.LambdaGC)
		}
	}
}

// The first estimate is that of two studies: 0.4 of all that both report. Of 13,000 pairs
// its standard error is about 0.02.
func TestEstimateOfKnownOverlap(t *testing.T) {
	studies, _ := sharedStudies()
	opt := meta.DefaultOptions()
	opt.Scheme, opt.EstimateOverlap = meta.SampleSize, true
	_, s := runTable(t, studies[:2], opt)
	if len(s.Overlap) != 1 || s.Overlap[0].Study != "a" || s.Overlap[0].WeightFrom != 4000 || s.Overlap[0].WeightTo != 5000 ||
		math.Abs(float64(s.Overlap[0].Correlation)-0.4) > 0.06 || s.Overlap[0].Variants < 8000 {
		t.Errorf("%+v", s.Overlap)
	}
	if text := s.Overlap[0].Sentence(); strings.Contains(text, "chance") {
		t.Error(text)
	}
	// The same study twice is one study: its z, N once.
	twice := []meta.Study{studies[0], studies[0]}
	twice[1].Name = "again"
	one, _ := runTable(
		t,
		studies[:1],
		meta.Options{Scheme: meta.SampleSize, Key: meta.ByPosition, GCThreshold: 1, MinStudies: 1, Palindromic: meta.KeepAsStated},
	)
	same, s := runTable(t, twice, opt)
	for i := range same.rows {
		if d := same.number(i, "neg_log_10_p_value") - one.number(i, "neg_log_10_p_value"); math.Abs(d) > 1e-4 || math.Abs(same.number(i, "n")-1500) > 0.1 {
			t.Fatalf("row %d: −log10 P %v and %v, N %v", i, same.text(i, "neg_log_10_p_value"), one.text(i, "neg_log_10_p_value"), same.text(i, "n"))
		}
	}
	if r := float64(s.Overlap[0].Correlation); r < 0.9999 || r >= 1 {
		t.Errorf("a study overlaps with itself by %v", r)
	}
	few := meta.OverlapClass{Study: "x", Variants: 99, WeightTo: 1000}
	if !strings.Contains(few.Sentence(), "mostly chance") {
		t.Error(few.Sentence())
	}
	if few.Variants++; strings.Contains(few.Sentence(), "chance") {
		t.Error(few.Sentence())
	}
	opt.ZCutoff = meta.MaxZCutoff
	if err := opt.Validate(); err != nil {
		t.Error(err)
	}
}

// Z-scores that are less alike than those of strangers are taken for those of strangers.
func TestEstimateIsNotNegative(t *testing.T) {
	studies, _ := sharedStudies()
	turned := studies[1]
	opt := meta.DefaultOptions()
	opt.Scheme, opt.EstimateOverlap = meta.SampleSize, true
	var rows []sumstats.Row
	reader, _, _ := turned.Open(t.Context())
	buffer := make([]sumstats.Row, 64)
	for n := -1; n != 0; {
		n, _ = reader.ReadRows(buffer)
		for _, r := range buffer[:n] {
			r.Beta = -r.Beta
			rows = append(rows, r)
		}
	}
	_, s := runTable(t, []meta.Study{studies[0], memoryStudy("turned", rows)}, opt)
	if len(s.Overlap) != 1 || s.Overlap[0].Correlation != 0 && float64(s.Overlap[0].Correlation) > 1e-9 {
		t.Errorf("%+v", s.Overlap)
	}
}

func TestEstimatesThatMakeNoSense(t *testing.T) {
	studies := []meta.Study{memoryStudy("a", nil), memoryStudy("b", nil), memoryStudy("c", nil)}
	for says, change := range map[string]func(*meta.Options){
		"only the sample-size scheme":    func(o *meta.Options) { o.Scheme = meta.FixedEffect },
		"either stated or estimated":     func(o *meta.Options) { o.Overlaps = []meta.Overlap{{A: "a", B: "b", Correlation: 0.1}} },
		"must be above 0 and at most 38": func(o *meta.Options) { o.ZCutoff = 38.5 },
		"name no ancestries":             func(*meta.Options) { studies[0].Ancestry, studies[1].Ancestry = "EUR", "EUR" },
		"least weight":                   func(o *meta.Options) { o.OutputWeight = -1 },
	} {
		studies[0].Ancestry, studies[1].Ancestry = "", ""
		opt := meta.DefaultOptions()
		opt.Scheme, opt.EstimateOverlap = meta.SampleSize, true
		change(&opt)
		if _, err := meta.Run(t.Context(), testDict, studies, opt, meta.Output{}, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}

// The rules of METAL that a run can have: the first of duplicates, a least weight, an effect
// of 0, and λ of a part of the genome.
func TestRulesOfMetal(t *testing.T) {
	small, large, zero, minus := row(
		1,
		1,
		"A",
		"G",
		0.1,
		0.05,
		0.3,
	), row(
		1,
		1,
		"A",
		"G",
		0.2,
		0.05,
		0.3,
	), row(
		1,
		2,
		"A",
		"G",
		0,
		0.05,
		0.3,
	), row(
		1,
		3,
		"A",
		"G",
		0,
		0.05,
		0.3,
	)
	small.N, large.N, small.Line, large.Line = 100, 200, 1, 2
	zero.NegLog10P, minus.NegLog10P, minus.Beta = 1, 1, math.Copysign(0, -1)
	turned := minus
	turned.EA, turned.OA, turned.Position = turned.OA, turned.EA, 4
	study := memoryStudy("a", []sumstats.Row{small, large, zero, minus, turned})
	opt := meta.DefaultOptions()
	opt.Scheme, opt.MinStudies = meta.SampleSize, 1
	got, s := runTable(t, []meta.Study{study}, opt)
	if got.text(0, "n") != "200" || s.Studies[0].DroppedByReason["duplicate"] != 1 {
		t.Errorf("without the rule the duplicate with the larger N counts: %v", got.rows[0])
	}
	opt.FirstOfDuplicates, opt.OutputWeight = true, 100
	got, _ = runTable(t, []meta.Study{study}, opt)
	if got.text(0, "n") != "100" || len(got.rows) != 4 {
		t.Errorf("%v", got.rows)
	}
	for i, direction := range []string{"+", "+", "-", "-"} {
		if got.text(i, "direction") != direction || got.text(i, "neg_log_10_p_value") == "0" {
			t.Errorf("row %d: %v, want %s", i, got.rows[i], direction)
		}
	}
	opt.OutputWeight = 100.5
	if got, s = runTable(t, []meta.Study{study}, opt); len(got.rows) != 3 || s.Studies[0].DroppedByReason["output_n"] != 1 {
		t.Errorf("%v, %v", got.rows, s.Studies[0].DroppedByReason)
	}
	opt.OutputWeight, opt.GenomicControl = 0, true
	if _, s = runTable(t, []meta.Study{study}, opt); s.Studies[0].LambdaApplied != 1 {
		t.Errorf("λ %v of one chromosome is applied", s.Studies[0].LambdaApplied)
	}
	opt.GenomicControlRegional = true
	if _, s = runTable(t, []meta.Study{study}, opt); s.Studies[0].LambdaApplied != s.Studies[0].LambdaGC || !(s.Studies[0].LambdaGC > 1) {
		t.Errorf("λ %v, applied %v", s.Studies[0].LambdaGC, s.Studies[0].LambdaApplied)
	}
}
