package locusreport_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/coloc"
	"cohortium/internal/gwas/finemap"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/suspicion"
	"cohortium/internal/gwas/variant"
)

// made returns a report of hand-made numbers: variants 1,000 bases apart from a start.
func made(region genome.Region, start int32, rows int) *locusreport.Mapped {
	d := variant.NewDict()
	in := &finemap.Input{Dict: d}
	nan := math.NaN()
	pip, bf := make([]float64, rows), make([]float64, rows)
	r := &finemap.Result{Lead: 1, R: make([]float64, rows), Matched: rows, Method: finemap.Several, Mismatch: 0.01, Residual: 1, PIP: pip}
	for i := range rows {
		ea, _ := d.Parse([]byte("A"))
		oa, _ := d.Parse([]byte("G"))
		in.Rows = append(in.Rows, sumstats.Row{Chromosome: region.Chromosome, Position: start + 1000*int32(i), EA: ea, OA: oa,
			Beta: 0.1, SE: 0.01 * float64(i+1), NegLog10P: 20 - float64(i)/10, N: 1000, NCases: nan, NControls: nan, EAF: 0.3, NEff: float32(nan)})
		pip[i], bf[i], r.R[i] = 1/float64(i+2), 30-float64(i), 1/3.0
	}
	in.Rows[0].RSID, pip[2], bf[2] = 7, nan, nan
	r.Sets = []finemap.Set{{Rows: []int{1, 0}, Coverage: 0.96, Purity: 0.9, LogBF: bf, LogBFAll: 25}}
	r.Judgement = suspicion.Report{Verdict: suspicion.Doubt, Reasons: []suspicion.Reason{suspicion.Outliers}, LeadN: 1, Studies: []int{1},
		Linked: []suspicion.Linked{{Index: 0, R2: 0.7, NegLog10P: 4.01, Outlier: true, ShareN: 1}, {Index: 2, R2: 0.7, NegLog10P: 4, ShareN: 1}}}
	return locusreport.Of(region, in, r, []string{"North", "South"})
}

// A table holds what the report of each locus shows, also where windows of loci overlap.
func TestTableEqualsTheReport(t *testing.T) {
	a := made(genome.Region{Chromosome: 4, Start: 1, End: 90_000}, 1000, 60)
	b := made(genome.Region{Chromosome: 4, Start: 30_000, End: 120_000}, 31_000, 60)
	var data, index bytes.Buffer
	w := regionindex.NewWriter(&data, regionindex.WriterOptions{})
	if err := locusreport.Write(w, []*locusreport.Mapped{b, a}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.WriteIndex(&index); err != nil {
		t.Fatal(err)
	}
	reader, err := regionindex.OpenReader(bytes.NewReader(data.Bytes()), int64(data.Len()), &index)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*locusreport.Mapped{a, b} {
		var read []locusreport.Variant
		err := reader.Query(t.Context(), m.Region, func(line []byte) error {
			v, of, err := locusreport.ParseRow(line)
			if of == m.Locus.Region {
				read = append(read, v)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		got := locusreport.FromTable(m.Region, m.Locus.Brief(), read)
		if len(got.Variants) != len(m.Variants) {
			t.Fatalf("%s: %d variants, want %d", m.Locus.Region, len(got.Variants), len(m.Variants))
		}
		for i := range m.Variants {
			x, y := got.Variants[i], m.Variants[i]
			same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
			if x.Position != y.Position || x.RSID != y.RSID || x.EffectAllele != y.EffectAllele || x.OtherAllele != y.OtherAllele || x.Set != y.Set ||
				x.Outlier() != y.Outlier() || !same(x.PIP, y.PIP) || !same(x.R, y.R) || !same(x.SE, y.SE) || !same(x.N, y.N) ||
				!same(x.Dentist, y.Dentist) || !same(x.NegLog10P, y.NegLog10P) || !slices.EqualFunc(x.LogBF, y.LogBF, same) {
				t.Fatalf("variant %d is %+v, want %+v", i, x, y)
			}
		}
	}
	for _, damaged := range []string{"", "4\t1\tA", strings.Repeat("x\t", 15) + "x"} {
		if _, _, err := locusreport.ParseRow([]byte(damaged)); err == nil {
			t.Errorf("%q is read", damaged)
		}
	}
}

// A brief report lists doubted variants only, and keeps its counts. 4.01 is above the threshold, 4 is not.
func TestBriefReport(t *testing.T) {
	m := made(genome.Region{Chromosome: 4, Start: 1, End: 90_000}, 1000, 60)
	var r locusreport.Report
	r.Add(m.Locus)
	l := r.Loci[0]
	if r.Doubt != 1 || r.Believe+r.Unjudged != 0 || l.Compared != 2 || l.Outliers != 1 || len(l.Linked) != 1 || l.Linked[0].Variant != "rs7" ||
		!slices.Equal(l.Studies, []string{"South"}) || l.Sets[0].Size != 2 || l.Lead != "4:2000:G:A" {
		t.Errorf("%+v, locus %+v", r, l)
	}
	if m.Variants[0].Set != 1 || m.Variants[1].Set != 1 || m.Variants[3].Set != 0 || !m.Variants[0].Outlier() || m.Variants[2].Outlier() {
		t.Errorf("%+v", m.Variants[:4])
	}
}

// Variants of the other strand and of exchanged alleles are the same; only the latter turn the effect.
func TestComparisonTurnsEffects(t *testing.T) {
	region := genome.Region{Chromosome: 4, Start: 1, End: 90_000}
	a, b := made(region, 1000, 60), made(region, 1000, 60)
	b.Variants[3].EffectAllele, b.Variants[3].OtherAllele = "G", "A"
	b.Variants[4].EffectAllele, b.Variants[4].OtherAllele = "T", "C"
	b.Variants[5].EffectAllele, b.Variants[5].OtherAllele = "C", "T"
	b.Variants[6].OtherAllele = "C"
	c := locusreport.Compare(a, b, coloc.Default)
	if c.Shared != 59 || c.Other[6] != -1 || c.Refusal != "" || len(c.Pairs) != 1 {
		t.Fatalf("%d shared, %q, %d pairs", c.Shared, c.Refusal, len(c.Pairs))
	}
	if got := c.Turned[2:6]; !slices.Equal(got, []bool{false, true, false, true}) {
		t.Errorf("turned %v", got)
	}
	if p := c.Pairs[0]; p.Posterior[coloc.Shared] < 0.9 || p.Leads != [2]string{"4:2000:G:A", "4:2000:G:A"} || p.Signals != [2]int{1, 1} {
		t.Errorf("%+v", p)
	}
}

// The Bayes factor of one variant of 60 is e to a power for each trait, that of the others 1. Probabilities and
// limits are sums over all configurations, by hand.
func TestTheConclusionOnAPair(t *testing.T) {
	region := genome.Region{Chromosome: 4, Start: 1, End: 90_000}
	pair := func(power float64, second int, p12 float64) string {
		a, b := made(region, 1000, 60), made(region, 1000, 60)
		for i := range a.Variants {
			a.Variants[i].LogBF, b.Variants[i].LogBF = []float64{0}, []float64{0}
		}
		a.Variants[0].LogBF, b.Variants[second].LogBF = []float64{power}, []float64{power}
		return locusreport.Compare(a, b, coloc.Prior{P1: 1e-4, P2: 1e-4, P12: p12}).Pairs[0].Sentence
	}
	for _, one := range []struct {
		name string
		got  string
		want string
	}{
		// H4 is 1e-8·e⁴⁰ = 2.4e9 at p12 = 1e-8, H1 and H2 together 97,033.
		{"one strong variant", pair(20, 0, 1e-5), "The two signals share a causal variant: H4 has probability 1.000, and at least 0.8 is required. " +
			"It does for every p12, even if the traits are independent."},
		// H0 1, H1 and H2 2.209 each, H3 0.026, H4 p12·485,165,254.
		{"one weak variant", pair(10, 0, 1e-5), "The two signals share a causal variant: H4 has probability 0.999, and at least 0.8 is required. " +
			"It does for each p12 of at least 4.5e-08."},
		{"one weak variant, nearly independent traits", pair(10, 0, 1e-8), "Undecided: H3 (distinct) has probability 0.003 and H4 (shared) 0.471, " +
			"and one of them must reach 0.8. The evidence for a causal variant in both traits is weak here."},
		{"two strong variants", pair(20, 1, 1e-5), "The two signals have distinct causal variants: H3 has probability 1.000, and at least 0.8 is required. " +
			"It does for every p12."},
		// H3 is 97.56 of the sum 118.32 of H0 to H3, and H4 is p12·197,490.
		{"two weaker variants", pair(11.5, 1, 1e-5), "The two signals have distinct causal variants: H3 has probability 0.811, and at least 0.8 is required. " +
			"It does for each p12 of at most 1.8e-05."},
	} {
		if one.got != one.want {
			t.Errorf("%s:\n%s\nwant\n%s", one.name, one.got, one.want)
		}
	}
}
