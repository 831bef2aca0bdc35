package sketch

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/variant"
)

// some makes the sketch of variants from..to−1 of one invented chromosome.
func some(from, to int) *Sketch {
	s := New(nil)
	for i := from; i < to; i++ {
		s.Add(Place(1, int32(i+1)), variant.A, variant.C)
	}
	return s
}

// join returns the sketch of several such ranges: from, to, from, to ….
func join(ends ...int) *Sketch {
	s := New(nil)
	for i := 0; i < len(ends); i += 2 {
		for j := ends[i]; j < ends[i+1]; j++ {
			s.Add(Place(1, int32(j+1)), variant.A, variant.C)
		}
	}
	return s
}

func TestSameVariantSameHash(t *testing.T) {
	d, other := variant.NewDict(), variant.NewDict()
	long, longer := strings.Repeat("ACGT", 9), strings.Repeat("ACGT", 10)
	allele := func(d *variant.Dict, text string) variant.Allele {
		a, ok := d.Parse([]byte(text))
		if !ok {
			t.Fatal(text)
		}
		return a
	}
	allele(other, longer) // the other dictionary knows them in the other order
	for _, c := range []struct {
		name, a, b string
		pos        int32
		x, y       string
		at         int32
		same       bool
	}{
		{"effect allele exchanged", "A", "C", 5, "C", "A", 5, true},
		{"other strand", "A", "C", 5, "T", "G", 5, true},
		{"other strand, exchanged", "A", "C", 5, "G", "T", 5, true},
		{"other alleles", "A", "C", 5, "A", "G", 5, false},
		{"palindromes differ", "A", "T", 5, "C", "G", 5, false},
		{"other place", "A", "C", 5, "A", "C", 6, false},
		{"indel", "A", "ACC", 5, "ACC", "A", 5, true},
		{"indel on the other strand is another", "A", "ACC", 5, "T", "GGT", 5, false},
		{"alleles of two dictionaries", long, longer, 5, longer, long, 5, true},
		{"long alleles differ", long, "A", 5, longer, "A", 5, false},
	} {
		one, two := New(d), New(other)
		one.Add(Place(1, c.pos), allele(d, c.a), allele(d, c.b))
		two.Add(Place(1, c.at), allele(other, c.x), allele(other, c.y))
		one.settle()
		two.settle()
		if same := one.hashes[0] == two.hashes[0]; same != c.same {
			t.Errorf("%s: same = %v", c.name, same)
		}
	}
}

// TestHashStays holds the rule of stored sketches: the hashes equal those of the formula in another
// language (python3, integers modulo 2^64).
func TestHashStays(t *testing.T) {
	const want = 0xde87253a571029b5
	s := New(nil)
	s.Add(Place(16, 53_800_954), variant.T, variant.A) // 4 and 7
	if s.settle(); s.hashes[0] != want {
		t.Errorf("hash %#x, want %#x", s.hashes[0], uint64(want))
	}
}

func TestSmallStudiesAreExact(t *testing.T) {
	for _, c := range []struct {
		name     string
		sketches []*Sketch
		want     string
	}{
		{"the same", []*Sketch{some(0, 1000), some(0, 1000)}, "[]"},
		{"part of it", []*Sketch{some(0, 1000), some(0, 14)}, "[]"},
		{"5 % of the smaller one", []*Sketch{some(0, 1000), join(0, 5, 2000, 2095)}, "[]"},
		{"just below 5 %", []*Sketch{some(0, 1000), join(0, 4, 2000, 2096)}, "[{[1] 0.04 true}]"},
		{"nothing in common, the larger one is the others", []*Sketch{some(0, 10), some(10, 1000)}, "[{[0] 0 true}]"},
		{"equal size, the first is the others", []*Sketch{some(0, 10), some(10, 20)}, "[{[1] 0 true}]"},
		{"one of three", []*Sketch{some(0, 5000), some(6000, 6500), some(6100, 6500)}, "[{[0] 0 true}]"},
		{"two groups of two, the larger stays", []*Sketch{some(0, 100), some(1000, 2000), some(50, 100), some(1000, 2000)}, "[{[0 2] 0 true}]"},
		{"through a third", []*Sketch{some(0, 100), some(1000, 1100), join(0, 100, 1000, 1100)}, "[]"},
		{"a third joins two groups found before", []*Sketch{some(0, 100), some(1000, 1100), some(5000, 5100), join(0, 100, 1000, 1100)}, "[{[2] 0 true}]"},
		{"one alone", []*Sketch{some(0, 100)}, "[]"},
		{"none", nil, "[]"},
		{"nothing known of one", []*Sketch{some(0, 100), nil, some(200, 300)}, "[{[2] 0 true}]"},
		{"nothing known of the other", []*Sketch{some(0, 100), nil}, "[]"},
		{"an empty one", []*Sketch{some(0, 100), some(0, 0)}, "[]"},
	} {
		if got := fmt.Sprint(Apart(c.sketches)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestTooSmallToJudge: of a file of 14 variants next to millions almost none is in the sample.
func TestTooSmallToJudge(t *testing.T) {
	big := some(0, 2_000_000)
	for _, small := range []*Sketch{some(3_000_000, 3_000_014), some(0, 14)} {
		if got := Apart([]*Sketch{big, small}); got != nil {
			t.Errorf("told %v from %d sampled variants", got, len(below(small.hashes, big.limit)))
		}
	}
	if got := Apart([]*Sketch{big, some(3_000_000, 3_020_000)}); len(got) != 1 || got[0].Studies[0] != 1 {
		t.Errorf("20,000 variants of their own beside 2,000,000: %v", got)
	}
}

// TestEstimate holds the error that the package states against counts by hand:
// within four standard errors of m draws, m being the sampled variants of the
// study.
func TestEstimate(t *testing.T) {
	for _, share := range []float64{0, 0.001, 0.012, 0.03, 0.049} {
		for _, n := range []int{20_000, 100_000, 400_000} {
			shared := int(share * float64(n))
			others, study := some(0, 400_000), join(0, shared, 1_000_000, 1_000_000+n-shared)
			got := Apart([]*Sketch{others, study, some(0, 400_000)})
			m := float64(len(below(study.hashes, min(study.upTo(), others.upTo()))))
			allowed := 4*math.Sqrt(share*(1-share)/m) + 1/m
			if share+allowed >= Few {
				continue // may be reported or not
			}
			if len(got) != 1 || got[0].Exact {
				t.Fatalf("share %g of %d: %v", share, n, got)
			}
			if off := math.Abs(got[0].Share - share); off > allowed {
				t.Errorf("share %g of %d: %g, off by %g, allowed %g", share, n, got[0].Share, off, allowed)
			}
		}
	}
}

// TestThreshold has shares on both sides of Few by more than the error of the estimate.
func TestThreshold(t *testing.T) {
	const n = 200_000
	for share, told := range map[float64]bool{0.036: true, 0.064: false} {
		shared := int(share * n)
		got := Apart([]*Sketch{some(0, n), join(0, shared, 1_000_000, 1_000_000+n-shared)})
		if (len(got) == 1) != told {
			t.Errorf("share %g: told %v", share, got)
		}
	}
}

func TestOrderAndRepeatsDoNotMatter(t *testing.T) {
	order := rand.New(rand.NewPCG(1, 2)).Perm(50_000)
	shuffled := New(nil)
	for range 2 {
		for _, i := range order {
			shuffled.Add(Place(1, int32(i+1)), variant.C, variant.A)
		}
	}
	if a, b := stored(t, some(0, 50_000)), stored(t, shuffled); !bytes.Equal(a, b) {
		t.Error("the sketch depends on the order of the rows")
	}
}

func stored(t *testing.T, s *Sketch) []byte {
	t.Helper()
	var out bytes.Buffer
	if n, err := s.WriteTo(&out); err != nil || n != int64(out.Len()) {
		t.Fatal(n, err)
	}
	return out.Bytes()
}

func TestStored(t *testing.T) {
	for _, n := range []int{0, 1, K - 1, K, K + 1, 3 * K} {
		s := some(0, n)
		text := stored(t, s)
		back, err := Read(bytes.NewReader(text))
		if err != nil {
			t.Fatal(n, err)
		}
		if back.Len() != min(n, K) || back.upTo() != s.upTo() || !bytes.Equal(stored(t, back), text) {
			t.Errorf("%d variants: %d read back", n, back.Len())
		}
	}
	good := stored(t, some(0, 2))
	for name, text := range map[string][]byte{
		"empty": nil, "cut": good[:len(good)-1], "another rule": append([]byte("sketch 2"), good[8:]...),
		"repeated": append(good[:16:16], good[8:16]...), "too long": append(stored(t, some(0, K)), good[8:16]...),
	} {
		if _, err := Read(bytes.NewReader(text)); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSentence(t *testing.T) {
	names := []string{"North HF", "South HF", "East HF"}
	for _, c := range []struct {
		group Group
		want  string
	}{
		{Group{[]int{1}, 0.0123, false}, "South HF shares about 1.2 % of its variants with the others."},
		{Group{[]int{0}, 0.04, true}, "North HF shares 4.0 % of its variants with the others."},
		{Group{[]int{0, 2}, 0, true}, "North HF and East HF share none of their variants with the others."},
		{Group{[]int{0, 1, 2}, 0, false}, "North HF, South HF and East HF share hardly any of their variants with the others."},
		{Group{[]int{0}, 0.0004, false}, "North HF shares less than 0.1 % of its variants with the others."},
	} {
		if got := c.group.Sentence(names); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	s := New(nil)
	for i := 0; b.Loop(); i++ {
		s.Add(Place(genome.Chromosome(i>>27&31), int32(i&(1<<27-1))), variant.A, variant.G)
	}
}

func BenchmarkApart40(b *testing.B) {
	sketches := make([]*Sketch, 40)
	for i := range sketches {
		sketches[i] = some(i*1000, 200_000+i*1000)
	}
	for b.Loop() {
		Apart(sketches)
	}
}
