package liftover

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

func drained(rows sumstats.RowReader) (all []sumstats.Row, err error) {
	buffer := make([]sumstats.Row, 3)
	for {
		n, err := rows.ReadRows(buffer)
		all = append(all, buffer[:n]...)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

// ucsc returns the way from GRCh37 of a cut-out of UCSC's chain file.
func ucsc(t *testing.T) *Way {
	t.Helper()
	file, err := os.Open("testdata/ucsc-cut.chain")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	f, err := ReadFile("cut", file)
	if err != nil || f.Source.Maker != UCSC {
		t.Fatalf("%+v, %v", f, err)
	}
	w, err := f.Between(genome.GRCh37, genome.GRCh38)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func insideWay(t *testing.T, from, to genome.Build) *Way {
	t.Helper()
	w, err := Inside().Between(from, to)
	if err != nil || w.Source.Maker != Ensembl {
		t.Fatalf("%+v, %v", w, err)
	}
	return w
}

// mtRows have A and G at positions of the mitochondrion.
func mtRows(positions ...int32) *listed {
	var l listed
	for _, p := range positions {
		l = append(l, sumstats.Row{Chromosome: genome.MT, Position: p, EA: variant.A, OA: variant.G})
	}
	return &l
}

// The positions of NC_001807 behind its three insertions and one deletion, as the lengths of
// the blocks in the chain file add up to: 262 is the same on both, 752 is 750, 8861 is 8860 and
// 16571 is 16569.
func TestMitochondrion(t *testing.T) {
	named := func(n sumstats.MitochondrialNames) func() sumstats.MitochondrialNames {
		return func() sumstats.MitochondrialNames { return n }
	}
	for name, tt := range map[string]struct {
		way      *Way
		names    sumstats.MitochondrialNames
		answer   Mitochondrion
		in, want []int32
		sequence Mitochondrion
		reason   Reason // of the rows that are left out
		evidence string
	}{
		"MT":               {way: insideWay(t, genome.GRCh37, genome.GRCh38), names: sumstats.NamedMT, in: []int32{263, 750, 16569}, want: []int32{263, 750, 16569}, sequence: RCRS, evidence: "named MT"},
		"MT with UCSC's":   {way: ucsc(t), names: sumstats.NamedMT, in: []int32{263, 750}, want: []int32{263, 750}, sequence: RCRS, evidence: "named MT"},
		"accession":        {way: ucsc(t), names: sumstats.NamedRCRS, in: []int32{750}, want: []int32{750}, sequence: RCRS, evidence: "NC_012920"},
		"chrM":             {way: ucsc(t), names: sumstats.NamedM, in: []int32{263, 752}, reason: UnknownMT, evidence: "no position or base identifies"},
		"chrM and MT":      {way: ucsc(t), names: sumstats.NamedM | sumstats.NamedMT, in: []int32{263}, reason: UnknownMT, evidence: "no position or base identifies"},
		"chrM to 16569":    {way: ucsc(t), names: sumstats.NamedM, in: []int32{16569}, reason: UnknownMT, evidence: "no position or base identifies"},
		"chrM to 16570":    {way: ucsc(t), names: sumstats.NamedM, in: []int32{262, 752, 8861, 16570}, want: []int32{262, 750, 8860, 16568}, sequence: Older, evidence: "Position 16,570"},
		"MT to 16571":      {way: ucsc(t), names: sumstats.NamedMT, in: []int32{752, 16571}, want: []int32{750, 16569}, sequence: Older, evidence: "Position 16,571"},
		"older, accession": {way: ucsc(t), names: sumstats.NamedOlder, in: []int32{752}, want: []int32{750}, sequence: Older, evidence: "NC_001807"},
		"older, Ensembl's": {way: insideWay(t, genome.GRCh37, genome.GRCh38), names: sumstats.NamedOlder, in: []int32{752}, sequence: Older, reason: OlderMT, evidence: "NC_001807"},
		"answered rCRS":    {way: ucsc(t), names: sumstats.NamedM, answer: RCRS, in: []int32{750}, want: []int32{750}, sequence: RCRS, evidence: "named with the command"},
		"answered older":   {way: ucsc(t), names: sumstats.NamedM, answer: Older, in: []int32{752}, want: []int32{750}, sequence: Older, evidence: "named with the command"},
	} {
		t.Run(name, func(t *testing.T) {
			rows, err := NewRows(mtRows(tt.in...), tt.way, variant.NewDict(), RowOptions{Mitochondrion: tt.answer, Names: named(tt.names)})
			if err != nil {
				t.Fatal(err)
			}
			var left []Reason
			rows.Left = func(_ *sumstats.Row, why Reason) { left = append(left, why) }
			got := drain(t, rows)
			if len(got) != len(tt.want) || len(got)+len(left) != len(tt.in) {
				t.Fatalf("%d lifted, %v left out", len(got), left)
			}
			for i, row := range got {
				if row.Position != tt.want[i] || row.Chromosome != genome.MT {
					t.Errorf("%d goes to %d, want %d", tt.in[i], row.Position, tt.want[i])
				}
			}
			for _, why := range left {
				if why != tt.reason {
					t.Errorf("left out as %s, want %s", why, tt.reason)
				}
			}
			m := rows.Summary().Mitochondrion
			if m == nil || m.Sequence != tt.sequence || m.Rows != int64(len(tt.in)) || !strings.Contains(m.Evidence, tt.evidence) {
				t.Errorf("%+v", m)
			}
		})
	}
}

func TestAnAnswerThatAPositionContradicts(t *testing.T) {
	rows, err := NewRows(mtRows(16571), ucsc(t), variant.NewDict(), RowOptions{Mitochondrion: RCRS})
	if err != nil {
		t.Fatal(err)
	}
	var wrong *MitochondrionError
	if _, err := drained(rows); !errors.As(err, &wrong) || !strings.Contains(wrong.Why, "16,571") {
		t.Errorf("%v", err)
	}
}

// GRCh38 has the rCRS under every name, and GRCh37 gets it: not chrM of hg19, whatever the
// chain file leads to.
func TestMitochondrionOfGRCh38(t *testing.T) {
	w, err := (&File{Chains: ucsc(t).chains(t)}).Between(genome.GRCh38, genome.GRCh37)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := NewRows(mtRows(750, 16569), w, variant.NewDict(), RowOptions{Names: func() sumstats.MitochondrialNames { return sumstats.NamedM }})
	if err != nil {
		t.Fatal(err)
	}
	if got := drain(t, rows); len(got) != 2 || got[0].Position != 750 || got[1].Position != 16569 || rows.Summary().Mitochondrion != nil {
		t.Errorf("%+v", got)
	}
}

// chains reads the cut-out again, for the other direction.
func (w *Way) chains(t *testing.T) *Chains {
	t.Helper()
	text, err := os.ReadFile("testdata/ucsc-cut.chain")
	if err != nil {
		t.Fatal(err)
	}
	return read(t, string(text))
}

// The bases of single-base variants decide: of 20 rows behind base 310 at least 18 have the base of
// the rCRS, or at most 15. Fewer rows, and shares between, decide nothing.
func TestBasesIdentifyTheMitochondrion(t *testing.T) {
	rcrs := sequences{genome.MT: strings.Repeat("A", 16569)}
	for _, tt := range []struct {
		agree, not int
		from       int32
		want       Mitochondrion
	}{
		{18, 2, 311, RCRS}, {17, 3, 311, AnyMT}, {16, 4, 311, AnyMT}, {15, 5, 311, Older}, {0, 20, 311, Older},
		{19, 0, 311, AnyMT}, {0, 19, 311, AnyMT}, {20, 0, 311, RCRS}, {0, 20, 291, AnyMT}, {0, 20, 290, AnyMT}, {0, 21, 310, Older},
	} {
		t.Run(fmt.Sprint(tt), func(t *testing.T) {
			var in listed
			for i := range tt.agree + tt.not {
				row := sumstats.Row{Chromosome: genome.MT, Position: tt.from + int32(i), EA: variant.A, OA: variant.G}
				if i >= tt.agree {
					row.EA = variant.C
				}
				in = append(in, row)
			}
			rows, err := NewRows(
				&in,
				ucsc(t),
				variant.NewDict(),
				RowOptions{Sequence: &Reference{rcrs, "s"}, Names: func() sumstats.MitochondrialNames { return sumstats.NamedM }},
			)
			if err != nil {
				t.Fatal(err)
			}
			drain(t, rows)
			if got := rows.Summary().Mitochondrion; got.Sequence != tt.want {
				t.Errorf("%+v, want %q", got, tt.want)
			}
		})
	}
}

// TestManyMitochondrialRows: rows beyond those that wait are lifted by what the first ones decide,
// and none is lost.
func TestManyMitochondrialRows(t *testing.T) {
	in := make(listed, mostWaiting+1000)
	for i := range in {
		in[i] = sumstats.Row{Chromosome: genome.MT, Position: 1 + int32(i%16000), EA: variant.A, OA: variant.G}
	}
	rows, err := NewRows(&in, ucsc(t), variant.NewDict(), RowOptions{Names: func() sumstats.MitochondrialNames { return sumstats.NamedMT }})
	if err != nil {
		t.Fatal(err)
	}
	if got := len(drain(t, rows)); got != mostWaiting+1000 || rows.Summary().Input != mostWaiting+1000 {
		t.Errorf("%d rows", got)
	}
}

func TestParseMitochondrion(t *testing.T) {
	for name, want := range map[string]Mitochondrion{"": AnyMT, "rcrs": RCRS, "hg19": Older} {
		if got, ok := ParseMitochondrion(name); !ok || got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
	if _, ok := ParseMitochondrion("hg18"); ok {
		t.Error("hg18 is taken")
	}
}
