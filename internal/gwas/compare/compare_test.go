package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/genome"
)

func lead(c genome.Chromosome, position int32, strength float64) Variant {
	return Variant{Chromosome: c, Position: position, EffectAllele: "A", OtherAllele: "G", Beta: 0.1, SE: 0.01, NegLog10P: strength, EAF: 0.3}
}

// shape writes loci as chromosome, position of the upper lead, of the lower lead, and of the index.
func shape(loci []Locus) [][4]int32 {
	var out [][4]int32
	for i := range loci {
		index, _ := loci[i].Index()
		row := [4]int32{int32(index.Chromosome), 0, 0, index.Position}
		if loci[i].Up != nil {
			row[1] = loci[i].Up.Position
		}
		if loci[i].Down != nil {
			row[2] = loci[i].Down.Position
		}
		out = append(out, row)
	}
	return out
}

func TestLoci(t *testing.T) {
	for _, c := range []struct {
		name     string
		up, down []Variant
		want     [][4]int32
	}{
		{"at the window", []Variant{lead(1, 1_000_000, 9)}, []Variant{lead(1, 1_500_000, 20)}, [][4]int32{{1, 1_000_000, 1_500_000, 1_500_000}}},
		{"one base beyond", []Variant{lead(1, 1_000_000, 9)}, []Variant{lead(1, 1_500_001, 20)}, [][4]int32{{1, 1_000_000, 0, 1_000_000}, {1, 0, 1_500_001, 1_500_001}}},
		{"another chromosome", []Variant{lead(1, 1_000_000, 9)}, []Variant{lead(2, 1_000_000, 9)}, [][4]int32{{1, 1_000_000, 0, 1_000_000}, {2, 0, 1_000_000, 1_000_000}}},
		{"equals go to the upper", []Variant{lead(3, 500, 9)}, []Variant{lead(3, 600, 9)}, [][4]int32{{3, 500, 600, 500}}},
		{"two of one result near one of the other", []Variant{lead(1, 1_000_000, 9), lead(1, 1_600_000, 12)}, []Variant{lead(1, 1_300_000, 30)}, [][4]int32{{1, 1_600_000, 1_300_000, 1_300_000}}},
		{"the strongest speaks first", []Variant{lead(1, 1_000_000, 30), lead(1, 1_800_000, 9)}, []Variant{lead(1, 1_400_000, 20)}, [][4]int32{{1, 1_000_000, 1_400_000, 1_000_000}, {1, 1_800_000, 0, 1_800_000}}},
		{"no position", []Variant{lead(0, 0, 30)}, nil, nil},
		{"nothing", nil, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, shape(Loci(c.up, c.down))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLociOfExchangedResults(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	draw := func() (leads []Variant) {
		for range rng.IntN(60) {
			leads = append(leads, lead(genome.Chromosome(1+rng.IntN(3)), int32(1+rng.IntN(20_000_000)), 7+rng.Float64()*40))
		}
		return leads
	}
	for range 100 {
		up, down := draw(), draw()
		loci, exchanged := Loci(up, down), Loci(down, up)
		for i := range exchanged {
			exchanged[i].Up, exchanged[i].Down = exchanged[i].Down, exchanged[i].Up
		}
		if diff := cmp.Diff(shape(loci), shape(exchanged)); diff != "" {
			t.Fatal(diff)
		}
		for i := range loci[:max(0, len(loci)-1)] {
			a, _ := loci[i].Index()
			b, _ := loci[i+1].Index()
			if a.Chromosome == b.Chromosome && b.Position-a.Position <= 500_000 {
				t.Fatalf("%d and %d are not independent", a.Position, b.Position)
			}
		}
	}
}

func TestAlign(t *testing.T) {
	row := func(ea, oa string, beta, eaf float64) Variant {
		return Variant{Chromosome: 4, Position: 100, EffectAllele: ea, OtherAllele: oa, Beta: beta, SE: 0.02, EAF: eaf}
	}
	nan := math.NaN()
	for _, c := range []struct {
		name   string
		v      Variant
		rows   []Variant
		beta   float64
		eaf    float64
		reason Reason
	}{
		{"same alleles", row("A", "G", 1, 0.3), []Variant{row("A", "G", 0.2, 0.35)}, 0.2, 0.35, ""},
		{"exchanged", row("A", "G", 1, 0.3), []Variant{row("G", "A", 0.2, 0.65)}, -0.2, 0.35, ""},
		{"other strand", row("A", "G", 1, 0.3), []Variant{row("T", "C", 0.2, 0.35)}, 0.2, 0.35, ""},
		{"other strand, exchanged", row("A", "G", 1, 0.3), []Variant{row("C", "T", 0.2, 0.65)}, -0.2, 0.35, ""},
		{"as written before the other strand", row("A", "G", 1, 0.3), []Variant{row("T", "C", 0.9, 0.1), row("A", "G", 0.2, 0.35)}, 0.2, 0.35, ""},
		{"several alleles", row("A", "G", 1, 0.3), []Variant{row("A", "T", 0.9, 0.1), row("G", "A", 0.2, 0.65)}, -0.2, 0.35, ""},
		{"an insertion", row("AT", "A", 1, 0.3), []Variant{row("A", "AT", 0.2, 0.65)}, -0.2, 0.35, ""},
		{"an insertion has no other strand", row("AT", "A", 1, 0.3), []Variant{row("TA", "T", 0.2, 0.3)}, 0, 0, Alleles},
		{"no frequency is needed", row("A", "G", 1, nan), []Variant{row("G", "A", 0.2, 0.65)}, -0.2, 0.35, ""},
		{"palindromic, same strand", row("A", "T", 1, 0.2), []Variant{row("A", "T", 0.2, 0.25)}, 0.2, 0.25, ""},
		{"palindromic, exchanged", row("A", "T", 1, 0.2), []Variant{row("T", "A", 0.2, 0.75)}, -0.2, 0.25, ""},
		{"palindromic, other strand", row("A", "T", 1, 0.2), []Variant{row("A", "T", 0.2, 0.75)}, -0.2, 0.25, ""},
		{"palindromic, other strand and exchanged", row("C", "G", 1, 0.8), []Variant{row("G", "C", 0.2, 0.75)}, 0.2, 0.75, ""},
		{"palindromic at the limit", row("A", "T", 1, 0.2), []Variant{row("A", "T", 0.2, 0.4)}, 0, 0, Strand},
		{"palindromic below the limit", row("A", "T", 1, 0.2), []Variant{row("A", "T", 0.2, 0.399)}, 0.2, 0.399, ""},
		{"palindromic without frequency", row("A", "T", 1, nan), []Variant{row("A", "T", 0.2, 0.2)}, 0, 0, Strand},
		{"other alleles", row("A", "G", 1, 0.3), []Variant{row("A", "T", 0.2, 0.3)}, 0, 0, Alleles},
		{"nothing there", row("A", "G", 1, 0.3), nil, 0, 0, Absent},
		{"no effect in the other", row("A", "G", 1, 0.3), []Variant{row("A", "G", nan, 0.3)}, 0, 0, NoEffect},
		{"no effect of its own", row("A", "G", nan, 0.3), []Variant{row("A", "G", 0.2, 0.3)}, 0, 0, NoEffect},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, reason := Align(&c.v, slices.Clone(c.rows))
			if reason != c.reason {
				t.Fatalf("reason %q, want %q", reason, c.reason)
			}
			near(t, "beta", got.Beta, c.beta, 0)
			near(t, "frequency", got.EAF, c.eaf, 1e-12)
			if reason == "" && (got.EffectAllele != c.v.EffectAllele || got.OtherAllele != c.v.OtherAllele) {
				t.Errorf("alleles %s/%s", got.EffectAllele, got.OtherAllele)
			}
		})
	}
}

func TestZ(t *testing.T) {
	v := lead(1, 1, 1)
	v.Beta, v.SE = -0.3, 0.05
	if z := v.Z(); math.Abs(z.Beta+6) > 1e-12 || z.SE != 1 || v.SE != 0.05 {
		t.Errorf("Z is %+v", z)
	}
}
