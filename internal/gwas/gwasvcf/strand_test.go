package gwasvcf_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/gwasvcf"
	"cohortium/internal/gwas/qc"
)

// trueVariant is one of a made-up study: the effect is that of ALT.
type trueVariant struct {
	ref, alt  byte
	af, beta  float64 // af is the frequency of ALT in the people of the study
	panelAF   float64
	minus     bool // is written on the other strand
	countsRef bool // the file counts REF
	eaf       bool // the file states its frequency
}

var otherStrand = map[byte]byte{'A': 'T', 'T': 'A', 'C': 'G', 'G': 'C'}

func (v *trueVariant) palindromic() bool { return otherStrand[v.ref] == v.alt }

func clearOfHalf(f float64) bool { return f < 0.4 || f > 0.6 }

// made are n variants, of which about one in seven is palindromic.
func made(n int, r *rand.Rand) []trueVariant {
	out := make([]trueVariant, n)
	for i := range out {
		v := &out[i]
		v.ref = "ACGT"[r.IntN(4)]
		for v.alt = v.ref; v.alt == v.ref || v.palindromic() && r.IntN(2) == 0; {
			v.alt = "ACGT"[r.IntN(4)]
		}
		v.panelAF = 0.02 + 0.96*r.Float64()
		v.af = min(max(v.panelAF+0.02*r.NormFloat64(), 0.01), 0.99)
		v.beta = 0.1 + r.Float64() // positive: a wrong sign is a negative one
		v.countsRef, v.eaf = r.IntN(2) == 0, true
	}
	return out
}

// files writes the study as its file has it, and the panel.
func files(variants []trueVariant) (study, panel string) {
	var s, p strings.Builder
	s.WriteString("chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\n")
	p.WriteString("#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n")
	for i, v := range variants {
		fmt.Fprintf(&p, "1\t%d\t.\t%c\t%c\t.\t.\tAF=%.6f\n", 1000+i*10, v.ref, v.alt, v.panelAF)
		ea, oa, beta, f := v.alt, v.ref, v.beta, v.af
		if v.countsRef {
			ea, oa, beta, f = oa, ea, -beta, 1-f
		}
		if v.minus {
			ea, oa = otherStrand[ea], otherStrand[oa]
		}
		eaf := "#NA"
		if v.eaf {
			eaf = strconv.FormatFloat(f, 'f', 6, 64)
		}
		fmt.Fprintf(&s, "1\t%d\t%c\t%c\t%.6f\t0.3\t%s\t0.01\n", 1000+i*10, ea, oa, beta, eaf)
	}
	return s.String(), p.String()
}

// converted writes the GWAS-VCF of the study. All its rows must have the alleles and the
// sign of the truth.
func converted(t *testing.T, variants []trueVariant) (palindromic int, counts *qc.Turned) {
	t.Helper()
	study, panel := files(variants)
	var out bytes.Buffer
	r := read(t, study)
	counts, err := gwasvcf.Write(t.Context(), &out, nil, r, r.Dict(), gwasvcf.Options{
		Study: gwasvcf.Study{Name: "s", Build: genome.GRCh37}, Panel: &qc.Panel{Name: "p", Open: open(panel)}, TempDir: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	rows, switched, reversed := 0, 0, 0
	for line := range strings.Lines(unpack(t, out.Bytes())) {
		if line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "\t")
		at, _ := strconv.Atoi(cells[1])
		v := &variants[(at-1000)/10]
		if cells[3] != string(v.ref) || cells[4] != string(v.alt) || strings.HasPrefix(cells[9], "-") {
			t.Fatalf("%+v became %s", v, line)
		}
		rows++
		if v.palindromic() {
			palindromic++
		}
		switched += btoi(v.countsRef)
		reversed += btoi(v.minus)
	}
	want := *counts
	want.RowsIn, want.RowsOut, want.Strandless = int64(len(variants)), int64(rows), int64(len(variants)-rows)
	if *counts != want || counts.OtherStrand != int64(reversed) || counts.Strandless > 0 != (len(counts.Reasons()) > 0) {
		t.Errorf("%+v for %d rows, %d switched, %d of the other strand", counts, rows, switched, reversed)
	}
	return palindromic, counts
}

func btoi(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// A study may be on any strand: no sign is wrong, and what cannot be determined is left out and
// counted.
func TestSignsAreRightOnAnyStrand(t *testing.T) {
	everyRow := func(*trueVariant) bool { return true }
	told := func(v *trueVariant) bool { return clearOfHalf(v.af) && clearOfHalf(v.panelAF) }
	none := func(*trueVariant) bool { return false }
	for name, c := range map[string]struct {
		minus  float64 // share of the variants on the other strand
		change func(*trueVariant, *rand.Rand)
		stays  func(*trueVariant) bool // of palindromic variants
	}{
		"forward":                       {0, nil, everyRow},
		"all on the minus strand":       {1, nil, told},
		"3 % on the minus strand":       {0.03, nil, told},
		"0.5 % on the minus strand":     {0.005, nil, told},
		"half on the minus strand":      {0.5, nil, told},
		"forward without frequencies":   {0, noFrequency, everyRow},
		"all minus without frequencies": {1, noFrequency, none},
		"3 % minus without frequencies": {0.03, noFrequency, none},
		"forward, other people":         {0, otherPeople, everyRow},
		"3 % minus, other people":       {0.03, otherPeople, none},
		"all minus, other people":       {1, otherPeople, none},
		"forward, EAF of the other one": {0, otherAllele, everyRow},
		"3 % minus, EAF of the other":   {0.03, otherAllele, none},
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(40, 6))
			variants := made(12_000, r)
			want := 0
			for i := range variants {
				v := &variants[i]
				v.minus = r.Float64() < c.minus
				if c.change != nil {
					c.change(v, r)
				}
				want += btoi(v.palindromic() && c.stays(v))
			}
			got, counts := converted(t, variants)
			if got != want || counts.NotOnIt+counts.BothWays+counts.NoResult > 0 {
				t.Errorf("%d palindromic variants stay, want %d: %+v", got, want, counts)
			}
		})
	}
}

func noFrequency(v *trueVariant, _ *rand.Rand) { v.eaf = false }

// otherPeople have the other allele more often at one variant in twenty.
func otherPeople(v *trueVariant, r *rand.Rand) {
	if r.IntN(20) == 0 {
		v.af = 1 - v.af
	}
}

func otherAllele(v *trueVariant, _ *rand.Rand) { v.af = 1 - v.af }

// From 1,000 variants on, one in a thousand may be on the other strand, or have a
// frequency on the other side of one half.
func TestStrandThresholds(t *testing.T) {
	for name, c := range map[string]struct {
		variants, minus, against int
		want                     int // of four palindromic variants: determined, reversed, of 0.5, without frequency
	}{
		"1,000 forward":              {1000, 0, 0, 3}, // the reversed one contradicts the file
		"999 forward":                {999, 0, 0, 2},  // frequencies decide alone
		"1 of 1,000 reversed":        {1000, 1, 0, 3},
		"2 of 1,000 reversed":        {1000, 2, 0, 2},
		"1,000 reversed":             {1000, 1000, 0, 1}, // the forward one contradicts the file
		"1 of 1,000 frequencies off": {1000, 500, 1, 2},
		"2 of 1,000 frequencies off": {1000, 500, 2, 0},
	} {
		variants := make([]trueVariant, c.variants, c.variants+4)
		for i := range variants {
			variants[i] = trueVariant{ref: 'A', alt: 'G', af: 0.3, panelAF: 0.3, beta: 1, eaf: true, minus: i < c.minus}
			if i >= c.variants-c.against {
				variants[i].af = 0.7
			}
		}
		at := trueVariant{ref: 'A', alt: 'T', af: 0.3, panelAF: 0.3, beta: 1, eaf: true}
		reversed, even, without := at, at, at
		reversed.minus, even.af, without.eaf = true, 0.5, false
		got, _ := converted(t, append(variants, at, reversed, even, without))
		if got != c.want {
			t.Errorf("%s: %d palindromic variants stay, want %d", name, got, c.want)
		}
	}
}

// Frequencies of 0.4 and 0.6 determine nothing, as in the harmonisation of QC.
func TestFrequenciesNearOneHalfDecideNothing(t *testing.T) {
	for af, want := range map[float64]int{0.399: 1, 0.4: 0, 0.6: 0, 0.601: 1} {
		for _, study := range []bool{false, true} {
			v := trueVariant{ref: 'C', alt: 'G', af: af, panelAF: 0.1, beta: 1, eaf: true, minus: true}
			if af > 0.5 {
				v.panelAF = 0.9
			}
			if !study {
				v.af, v.panelAF = v.panelAF, v.af
			}
			if got, _ := converted(t, []trueVariant{v}); got != want {
				t.Errorf("%g (of the study: %v): %d stay, want %d", af, study, got, want)
			}
		}
	}
}

// A minor allele frequency does not determine the strand.
func TestAMinorAlleleFrequencyDoesNotResolveStrands(t *testing.T) {
	study, panel := files([]trueVariant{{ref: 'C', alt: 'G', af: 0.1, panelAF: 0.1, beta: 1, eaf: true}})
	r := read(t, strings.Replace(study, "effect_allele_frequency", "MAF", 1))
	counts, err := gwasvcf.Write(t.Context(), io.Discard, nil, r, r.Dict(), gwasvcf.Options{
		Study: gwasvcf.Study{Name: "s", Build: genome.GRCh37}, Panel: &qc.Panel{Name: "p", Open: open(panel)}, TempDir: t.TempDir(),
	})
	if err != nil || counts.RowsOut != 0 || counts.Strandless != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
}
