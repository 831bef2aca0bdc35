package qc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ldsc"
	"cohortium/internal/gwas/ldscore"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"

	"github.com/klauspost/compress/zstd"
)

// cohort is a study over the places of scores: z-scores of people of whom a part is in
// another study too.
type cohort struct {
	rows []sumstats.Row
}

// twoCohorts draws two studies of one trait by the model of LD score regression: shared
// effects of heritability h2, and noise whose correlation is that of shared people.
func twoCohorts(scores *Scores, h2, n1, n2, noise float64) (a, b cohort) {
	random := rand.New(rand.NewPCG(3, 5))
	m := scores.variants()
	for i := range scores.Len() {
		ld := scores.L2(i)
		effect := random.NormFloat64()
		common, own := random.NormFloat64(), random.NormFloat64()
		z1 := math.Sqrt(n1*h2*ld/m)*effect + common
		z2 := math.Sqrt(n2*h2*ld/m)*effect + noise*common + math.Sqrt(1-noise*noise)*own
		eaf := 0.1 + 0.8*random.Float64()
		c, position := placeOf(i)
		row := sumstats.Row{
			Chromosome: c,
			Position:   position,
			EA:         variant.A,
			OA:         variant.G,
			SE:         0.01,
			EAF:        eaf,
			Info:       1,
			NCases:     nan,
			NControls:  nan,
			NEff:       float32(nan),
		}
		row.Beta, row.N = z1*row.SE, n1
		a.rows = append(a.rows, row)
		row.Beta, row.N = z2*row.SE, n2
		b.rows = append(b.rows, row)
	}
	return a, b
}

func (c cohort) peer(scores *Scores, change func(i int, r *sumstats.Row)) *Peer {
	in := newScored(scores, genome.GRCh37)
	for i, r := range c.rows {
		if change != nil {
			change(i, &r)
		}
		in.peer.add(&r)
		in.add(&r)
	}
	return in.peer
}

func swap(r *sumstats.Row) { r.EA, r.OA, r.Beta, r.EAF = r.OA, r.EA, -r.Beta, 1-r.EAF }

func flip(r *sumstats.Row) { r.EA, r.OA = r.EA.OtherStrand(), r.OA.OtherStrand() }

func near(a Number, b float64) bool { return math.Abs(float64(a)-b) < 2e-4 }

// The kept data of two files yield the same as the regression of all their rows, whichever allele
// and strand each of them reports.
func TestComparisonOfTwoFiles(t *testing.T) {
	scores := scoresOf(20_000)
	one, two := twoCohorts(scores, 0.4, 40_000, 90_000, 0.3)
	pairs := make([]ldsc.Pair, len(one.rows))
	for i := range pairs {
		a, b, ld := one.rows[i], two.rows[i], scores.L2(i)
		pairs[i] = ldsc.Pair{
			First:  ldsc.Variant{Z: a.Beta / a.SE, N: a.N, LD: ld, Weight: ld},
			Second: ldsc.Variant{Z: b.Beta / b.SE, N: b.N, LD: ld, Weight: ld},
		}
	}
	want, err := ldsc.Correlate(pairs, scores.variants(), ldsc.Options{TwoStep: math.Inf(1)})
	if err != nil {
		t.Fatal(err)
	}
	got := Compare(one.peer(scores, nil), two.peer(scores, func(i int, r *sumstats.Row) {
		if i%2 == 0 {
			swap(r)
		}
		if i%3 == 0 {
			flip(r)
		}
	}), scores)
	if got.Variants != 20_000 || got.Lacks != "" || !near(got.Genetic, want.Genetic.Value) || !near(got.GeneticSE, want.Genetic.SE) ||
		!near(got.Intercept, want.Intercept.Value) || !near(got.InterceptSE, want.Intercept.SE) {
		t.Errorf("%+v, want %+v", got, want)
	}
	// Planted: effects are the same, noise has a correlation of 0.3.
	if math.Abs(float64(got.Genetic)-1) > 4*float64(got.GeneticSE) || math.Abs(float64(got.Intercept)-0.3) > 4*float64(got.InterceptSE) {
		t.Errorf("r of effects %v (%v), of noise %v (%v)", got.Genetic, got.GeneticSE, got.Intercept, got.InterceptSE)
	}
	if people := float64(got.Intercept) * 60_000; math.Abs(float64(got.SharedPeople)-people) > 1 {
		t.Errorf("%v people in both, want %v", got.SharedPeople, people)
	}
	if got.Frequencies != 20_000 || !near(got.FrequencyR, 1) || got.ShareApart != 0 {
		t.Errorf("frequencies: %+v", got)
	}
	if back := Compare(
		two.peer(scores, nil),
		one.peer(scores, nil),
		scores,
	); !near(back.Genetic, float64(got.Genetic)) ||
		!near(back.Intercept, float64(got.Intercept)) {
		t.Errorf("%+v the other way round, want %+v", back, got)
	}
}

func TestPeopleApart(t *testing.T) {
	scores := scoresOf(20_000)
	one, two := twoCohorts(scores, 0.4, 40_000, 90_000, 0)
	got := Compare(one.peer(scores, nil), two.peer(scores, nil), scores)
	if !math.IsNaN(float64(got.SharedPeople)) || math.Abs(float64(got.Intercept)) > 4*float64(got.InterceptSE) {
		t.Errorf("studies without common people: %+v", got)
	}
}

// One in ten frequencies is moved by just less or just more than 0.2.
func TestFrequenciesApart(t *testing.T) {
	one, _ := twoCohorts(scoresOf(3000), 0, 1000, 1000, 0)
	for by, share := range map[float64]float64{0.199: 0, 0.201: 0.1} {
		got := Compare(one.peer(nil, nil), one.peer(nil, func(i int, r *sumstats.Row) {
			if i%10 == 0 {
				r.EAF += math.Copysign(by, 0.5-r.EAF)
			}
			swap(r)
		}), nil)
		if got.Frequencies != 3000 || !near(got.ShareApart, share) || got.Lacks != LackScores || got.FrequencyR > 0.995 || got.FrequencyR < 0.9 {
			t.Errorf("%v: %+v, want a share of %v", by, got, share)
		}
	}
	palindromes := one.peer(nil, func(_ int, r *sumstats.Row) { r.OA = variant.T })
	if got := Compare(palindromes, palindromes, nil); got.Frequencies != 0 || !math.IsNaN(float64(got.FrequencyR)) {
		t.Errorf("frequencies of A/T are compared: %+v", got)
	}
}

func TestOtherScoresAreNotCompared(t *testing.T) {
	scores, others := scoresOf(500), scoresOf(500)
	others.SHA256 = "another"
	one, two := twoCohorts(scores, 0.4, 1e4, 1e4, 0)
	if got := Compare(one.peer(scores, nil), two.peer(others, nil), scores); got.Lacks != LackScores || got.Variants != 0 {
		t.Errorf("%+v", got)
	}
	few := scoresOf(199)
	one, two = twoCohorts(few, 0.4, 1e4, 1e4, 0)
	if got := Compare(one.peer(few, nil), two.peer(few, nil), few); got.Lacks != LackVariants || got.Variants != 199 {
		t.Errorf("%+v", got)
	}
}

func TestPeerIsReadAsItWasWritten(t *testing.T) {
	scores := scoresOf(2000)
	one, two := twoCohorts(scores, 0.4, 4e4, 9e4, 0.3)
	var stored bytes.Buffer
	if err := one.peer(scores, nil).write(&stored); err != nil {
		t.Fatal(err)
	}
	read, err := ReadPeer(bytes.NewReader(stored.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	other := two.peer(scores, nil)
	if got, want := Compare(read, other, scores), Compare(one.peer(scores, nil), other, scores); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for cut := range stored.Len() {
		if cut%7 == 0 {
			if _, err := ReadPeer(bytes.NewReader(stored.Bytes()[:cut])); !errors.Is(err, ErrPeer) {
				t.Fatalf("cut at %d: %v", cut, err)
			}
		}
	}
}

func FuzzReadPeer(f *testing.F) {
	scores := scoresOf(20)
	one, _ := twoCohorts(scores, 0.4, 4e4, 9e4, 0.3)
	var stored bytes.Buffer
	if err := one.peer(scores, nil).write(&stored); err != nil {
		f.Fatal(err)
	}
	f.Add(stored.Bytes())
	f.Add([]byte(magicPeer))
	f.Add([]byte("\x28\xb5\x2f\xfd\x00\x80\x09\x00\x00a")) // keep 64 MiB for one byte
	f.Fuzz(func(t *testing.T, text []byte) {
		defer memtest.Bound(t, 24<<20+64*len(text))()
		p, err := ReadPeer(bytes.NewReader(text))
		if err != nil {
			if !errors.Is(err, ErrPeer) {
				t.Fatal(err)
			}
			return
		}
		Compare(p, p, scores) // whatever it holds, it can be compared
	})
}

// The compressed content is arbitrary, too.
func FuzzPeerContent(f *testing.F) {
	scores := scoresOf(20)
	one, _ := twoCohorts(scores, 0.4, 4e4, 9e4, 0.3)
	var stored bytes.Buffer
	if err := one.peer(scores, nil).write(&stored); err != nil {
		f.Fatal(err)
	}
	unpacked, err := zstd.NewReader(&stored)
	if err != nil {
		f.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(content)
	f.Fuzz(func(t *testing.T, content []byte) {
		defer memtest.Bound(t, 80<<20+64*len(content))()
		p, err := readPeer(bufio.NewReader(bytes.NewReader(content)))
		if err != nil {
			return
		}
		Compare(p, p, scores)
		var again bytes.Buffer
		if err := p.write(&again); err != nil {
			t.Fatal(err)
		}
		back, err := ReadPeer(&again)
		if err != nil || len(back.z) != len(p.z) || back.Scores != p.Scores {
			t.Fatalf("%v: of %d variants %d come back", err, len(p.z), len(back.z))
		}
	})
}

// placeOf returns the place of the i-th of the made scores.
func placeOf(i int) (genome.Chromosome, int32) {
	return genome.Chromosome(1 + i/10_000), int32(1000 + 100*(i%10_000))
}

// scoresOf returns n made-up LD scores, summed over ten times as many variants.
func scoresOf(n int) *Scores {
	random := rand.New(rand.NewPCG(1, 2))
	var text bytes.Buffer
	text.WriteString("CHR\tSNP\tBP\tL2\n")
	for i := range n {
		c, position := placeOf(i)
		fmt.Fprintf(&text, "%d\trs%d\t%d\t%.3f\n", c, i+1, position, 1+20*random.ExpFloat64())
	}
	table, err := ldscore.ReadTable(bytes.NewReader(text.Bytes()))
	if err != nil {
		panic(err)
	}
	table.Common = int64(10 * n)
	return &Scores{Name: "made", Ancestry: "EUR", SHA256: "made", Table: table}
}
