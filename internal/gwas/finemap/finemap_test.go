package finemap_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"cohortium/internal/gwas/finemap"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/suspicion"
	"cohortium/internal/gwas/variant"
)

// panel opens the genotypes of real people.
func panel(t *testing.T) *ld.Source {
	t.Helper()
	f, err := os.Open(sumstatstest.HaplotypesFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	var data, index bytes.Buffer
	w := regionindex.NewWriter(&data, regionindex.WriterOptions{})
	_, err = ld.PrepareGenotypes(t.Context(), bytes.NewReader(text), w, func(genome.Chromosome, int32, []byte) {})
	if err = errors.Join(err, w.Close(), w.WriteIndex(&index)); err != nil {
		t.Fatal(err)
	}
	s, err := ld.Open(bytes.NewReader(data.Bytes()), int64(data.Len()), &index)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const variants = 120

// study returns a locus of the people of the panel with causal variants of given expected z, whose
// effect alleles and strands are mixed.
func study(t *testing.T, random *rand.Rand, h *sumstatstest.Haplotypes, effects map[int]float64) *finemap.Input {
	t.Helper()
	at := sumstatstest.Every(0, variants, 8)
	l := h.Locus(at, nil)
	scores := l.Z(random, effects)
	in := &finemap.Input{Dict: variant.NewDict(), Scale: sumstats.Standardised, OwnLD: true, LDAncestry: "EAS", Ancestries: []string{"EAS"}}
	for i, v := range at {
		frequency := 0.0
		for _, c := range h.Carries[v] {
			frequency += c / float64(len(h.Carries[v]))
		}
		ea, _ := in.Dict.Parse([]byte(h.Alt[v]))
		oa, _ := in.Dict.Parse([]byte(h.Ref[v]))
		beta := scores[i]
		if i%2 == 1 {
			ea, oa, beta, frequency = oa, ea, -beta, 1-frequency
		}
		if i%3 == 1 && !variant.Palindromic(ea, oa) {
			ea, oa = ea.OtherStrand(), oa.OtherStrand()
		}
		n := 1e5
		se := 1 / math.Sqrt(2*frequency*(1-frequency)*n)
		in.Rows = append(in.Rows, sumstats.Row{Chromosome: 7, Position: h.Position[v], EA: ea, OA: oa, Beta: beta * se, SE: se, EAF: frequency, N: n,
			NegLog10P: math.Abs(beta), NCases: math.NaN(), NControls: math.NaN(), Info: math.NaN()})
	}
	sites, err := panel(t).Sites(t.Context(), genome.Region{Chromosome: 7, Start: h.Position[0], End: h.Position[len(h.Position)-1]})
	if err != nil {
		t.Fatal(err)
	}
	in.Sites = sites
	return in
}

// Two signals are found whatever the effect alleles and strands of rows.
func TestSignalsOfMixedAlleles(t *testing.T) {
	h := sumstatstest.ReadHaplotypes(t)
	in := study(t, rand.New(rand.NewPCG(1, 1)), h, map[int]float64{20: 10, 90: -9})
	out := finemap.Run(in)
	if out.Method != finemap.Several || out.Why != "" || len(out.Sets) != 2 || out.Judgement.Verdict != suspicion.Believe {
		t.Fatalf("%s %q %d sets, %+v", out.Method, out.Why, len(out.Sets), out.Judgement)
	}
	if out.Matched+out.Palindromic != variants || out.Matched < variants*9/10 {
		t.Errorf("%d matched, %d palindromic", out.Matched, out.Palindromic)
	}
	for _, causal := range []int{20, 90} {
		if !slices.ContainsFunc(out.Sets, func(s finemap.Set) bool { return slices.Contains(s.Rows, causal) }) {
			t.Errorf("variant %d is in no set: %+v", causal, out.Sets)
		}
	}
	if out.R[out.Lead] != 1 {
		t.Errorf("r of the lead with itself is %g", out.R[out.Lead])
	}
}

// One signal is assumed, with the reason, wherever LD does not allow more.
func TestWhereOneSignalIsAssumed(t *testing.T) {
	h := sumstatstest.ReadHaplotypes(t)
	for want, change := range map[string]func(*finemap.Input){
		"No LD:":                              func(in *finemap.Input) { in.Sites = nil },
		"The result combines AFR, EAS":        func(in *finemap.Input) { in.Ancestries = []string{"EAS", "AFR", "EAS"} },
		"The participants are AFR":            func(in *finemap.Input) { in.Ancestries = []string{"AFR"} },
		"The lead variant is not":             func(in *finemap.Input) { in.Rows[finemap.Run(in).Lead].Position++ },
		"The LD panel contains":               func(in *finemap.Input) { in.Sites = in.Sites[:400] },
		"z-scores and LD contradict each":     func(in *finemap.Input) { negate(in, true) },
		"z-scores and LD do not match (λ = 0": func(in *finemap.Input) { negate(in, false) },
	} {
		in := study(t, rand.New(rand.NewPCG(1, 1)), h, map[int]float64{20: 12})
		change(in)
		out := finemap.Run(in)
		if out.Method != finemap.Single || !strings.HasPrefix(out.Why, want) || len(out.Sets) != 1 || !math.IsNaN(out.Sets[0].Purity) {
			t.Errorf("%s: %s %q, %d sets", want, out.Method, out.Why, len(out.Sets))
		}
		if strings.HasPrefix(want, "No LD") && (out.Judgement.Verdict != suspicion.Unjudged || !math.IsNaN(out.Mismatch)) {
			t.Errorf("without LD: %+v", out.Judgement)
		}
	}
}

// negate exchanges the alleles of rows that are linked to the lead, or of those that are not.
func negate(in *finemap.Input, linked bool) {
	r := finemap.Run(in).R
	changed := 0
	for i := range in.Rows {
		if r2 := r[i] * r[i]; linked && r2 > 0.65 && r2 < 0.95 || !linked && r2 < 0.3 && changed < 30 {
			in.Rows[i].Beta = -in.Rows[i].Beta
			changed++
		}
	}
}

func TestWhatCannotBeWeighed(t *testing.T) {
	h := sumstatstest.ReadHaplotypes(t)
	in := study(t, rand.New(rand.NewPCG(1, 1)), h, map[int]float64{20: 12})
	in.Scale, in.Sites = sumstats.ScaleUnknown, nil
	if out := finemap.Run(in); out.Method != finemap.None || len(out.Sets) != 0 || !strings.Contains(out.Why, "--scale") {
		t.Errorf("%s %q", out.Method, out.Why)
	}
	for i := range in.Rows {
		in.Rows[i].NegLog10P = math.NaN()
	}
	if out := finemap.Run(in); out.Method != finemap.None || out.Lead != -1 {
		t.Errorf("%s %q", out.Method, out.Why)
	}
}

// Palindromic variants count where both frequencies determine the strand, and then by frequency.
func TestPalindromicVariants(t *testing.T) {
	h := sumstatstest.ReadHaplotypes(t)
	in := study(t, rand.New(rand.NewPCG(1, 1)), h, map[int]float64{20: 12})
	before := finemap.Run(in)
	changed := 0
	for i := range in.Rows {
		r := &in.Rows[i]
		if !variant.Palindromic(r.EA, r.OA) || math.IsNaN(before.R[i]) {
			continue
		}
		r.EA, r.OA = r.OA, r.EA // written on the other strand
		changed++
	}
	if changed == 0 {
		t.Skip("the locus has no palindromic variant whose strand can be determined")
	}
	after := finemap.Run(in)
	for i := range before.R {
		if before.R[i] != after.R[i] && !(math.IsNaN(before.R[i]) && math.IsNaN(after.R[i])) {
			t.Errorf("r of row %d is %g on one strand and %g on the other", i, before.R[i], after.R[i])
		}
	}
}
