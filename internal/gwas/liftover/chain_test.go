package liftover

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
)

// Lengths of chromosome 20 on the two assemblies, from the GRC.
const (
	length37 = 63025520
	length38 = 64444167
)

// small has, on chromosome 20 of GRCh37 (0-based, half open): [100,200) on +, a gap
// of 10 that is 3 on GRCh38, [210,260) on +; [300,400) reversed; [500,520) twice,
// at different places; [600,700) on chromosome 21; [800,900) on a contig.
const small = `# made by hand
chain 1000 chr20 63025520 + 100 260 chr20 64444167 + 1100 1253 1
100 10 3
50

chain 900 chr20 63025520 + 300 400 chr20 64444167 - 64442067 64442167 2
100
chain 800 chr20 63025520 + 500 520 chr20 64444167 + 3000 3020 3
20
chain 700 chr20 63025520 + 500 510 chr20 64444167 + 4000 4010 4
10
chain 600 chr20 63025520 + 600 700 chr21 46709983 + 0 100 5
100
chain 500 chr20 63025520 + 800 900 chr20_alt 1000 + 0 100 6
100
`

func read(t *testing.T, text string) *Chains {
	t.Helper()
	c, err := Open(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLift(t *testing.T) {
	m := NewMap(read(t, small))
	if m.From != genome.GRCh37 || m.To != genome.GRCh38 {
		t.Fatalf("from %s to %s", m.From, m.To)
	}
	at := func(position int32, reversed bool) Place { return Place{20, position, reversed} }
	for _, tt := range []struct {
		position, bases int32
		want            Place
		why             Reason
	}{
		{100, 1, Place{}, Unmapped}, // 0-based 99
		{101, 1, at(1101, false), Lifted},
		{200, 1, at(1200, false), Lifted},
		{199, 2, at(1199, false), Lifted},
		{199, 3, Place{}, SpanSplit},
		{201, 1, Place{}, Unmapped},
		{210, 1, Place{}, Unmapped},
		{211, 1, at(1204, false), Lifted}, // 100 and 3 bases behind 1100, 0-based
		// The reversed piece is at [2000, 2100) of the + strand: 64444167 − 64442167 = 2000.
		{301, 1, at(2100, true), Lifted},
		{400, 1, at(2001, true), Lifted},
		{301, 3, at(2098, true), Lifted}, // bases 301–303 are 2100, 2099, 2098
		{399, 3, Place{}, SpanSplit},
		{505, 1, Place{}, Ambiguous},
		{510, 1, Place{}, Ambiguous},
		{511, 1, at(3011, false), Lifted},
		{601, 1, Place{}, OtherChromosome},
		{801, 1, Place{}, OffChromosomes},
		{0, 1, Place{}, Unmapped},
		{length37, 1, Place{}, Unmapped},
	} {
		place, why := m.Lift(20, tt.position, tt.bases)
		if place != tt.want || why != tt.why {
			t.Errorf("%d (%d bases): %+v %q, want %+v %q", tt.position, tt.bases, place, why, tt.want, tt.why)
		}
	}
	if _, why := m.Lift(19, 150, 1); why != Unmapped {
		t.Errorf("a chromosome without chains: %q", why)
	}
	if _, why := m.Lift(genome.Unknown, 150, 1); why != Unmapped {
		t.Errorf("no chromosome: %q", why)
	}
}

func TestRepeatedChainsAreOne(t *testing.T) {
	twice := small + strings.ReplaceAll(strings.ReplaceAll(small, "chr20 ", "20 "), "# made by hand\n", "")
	if got, want := len(read(t, twice).blocks), len(read(t, small).blocks); got != want {
		t.Errorf("%d blocks, want %d", got, want)
	}
}

func TestInvert(t *testing.T) {
	m := NewMap(read(t, small).Invert())
	if m.From != genome.GRCh38 || m.To != genome.GRCh37 {
		t.Fatalf("from %s to %s", m.From, m.To)
	}
	for _, tt := range []struct{ position, want int32 }{{1101, 101}, {1204, 211}, {2100, 301}, {2001, 400}, {4001, 501}, {3001, 501}} {
		if place, why := m.Lift(20, tt.position, 1); place.Position != tt.want || why != Lifted {
			t.Errorf("%d: %+v %q, want %d", tt.position, place, why, tt.want)
		}
	}
	if _, why := m.Lift(21, 1, 1); why != OtherChromosome {
		t.Errorf("back from another chromosome: %q", why)
	}
}

func TestDamagedChains(t *testing.T) {
	header := func(size37, end37, size38, end38 int) string {
		return fmt.Sprintf("chain 1 20 %d + 0 %d 20 %d + 0 %d 1\n", size37, end37, size38, end38)
	}
	good := header(length37, 10, length38, 10)
	for name, tt := range map[string]struct {
		text, says string
		line       int
	}{
		"empty":                {"", "no human genome build", 0},
		"no chain":             {"1\t2\n", "begins with the word chain", 1},
		"cut off":              {good, "cut off", 1},
		"cut off in blocks":    {good + "5 1 1\n", "cut off", 2},
		"two numbers":          {good + "5 5\n", "one or three", 2},
		"no number":            {good + "x\n", "whole number", 2},
		"negative":             {good + "-10\n", "whole number", 2},
		"beyond the piece":     {good + "11\n", "beyond", 2},
		"short of the piece":   {good + "9\n", "header says", 2},
		"piece beyond the end": {header(length37, length37+1, length38, 10) + "10\n", "does not lie within", 1},
		"first on minus":       {strings.Replace(good, "+", "-", 1) + "10\n", "has to be on the +", 1},
		"no strand":            {strings.Replace(good, "+", "x", 1) + "10\n", "not a strand", 1},
		"another species":      {header(length37-1, 10, length38, 10) + "10\n", "leads from", 0},
		"to another species":   {header(length37, 10, length38-1, 10) + "10\n", "leads to", 0},
		"to itself":            {header(length37, 10, length37, 10) + "10\n", "to itself", 0},
		"two lengths":          {good + "10\n" + strings.Replace(good, "63025520", "63025521", 1) + "10\n", "chromosome 20 has 63025521 bases here and 63025520 in line 1", 3},
		"two lengths, to":      {good + "10\n" + strings.Replace(good, "64444167", "64444166", 1) + "10\n", "chromosome 20 has 64444166 bases here and 64444167 in line 1", 3},
		"one length of three": {good + "10\n" + "chain 1 21 48129895 + 0 10 21 46709983 + 0 10 2\n10\nchain 1 22 51304566 + 0 10 22 50818467 + 0 10 3\n10\n",
			"chromosome 22 has 50818467 bases here and 50818468 on GRCh38, which the others fit", 5},
		"a sequence too long":    {"chain 1 x 3000000000 + 0 1 20 64444167 + 0 1 1\n1\n", "does not lie within", 1},
		"numbers that overflow":  {good + "99999999999999999999\n", "whole number", 2},
		"gap beyond 2 gigabases": {good + "1 3000000000 1\n", "whole number", 2},
	} {
		_, err := Open(strings.NewReader(tt.text))
		var fault *ChainError
		if !errors.As(err, &fault) || fault.Line != tt.line || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(strings.NewReader(good + "10\n")); err != nil {
		t.Errorf("the good one: %v", err)
	}
	if _, err := Open(strings.NewReader("chain " + strings.Repeat("1", longestLine))); err == nil {
		t.Error("a line without end was read")
	}
	if _, err := Open(strings.NewReader("\x1f\x8b\x08")); err == nil {
		t.Error("a gzip file of three bytes was read")
	}
}

// FuzzReadChains: maps never answer outside the assemblies, and lead back to where they came from.
func FuzzReadChains(f *testing.F) {
	f.Add([]byte(small), int32(150))
	f.Add([]byte(strings.Replace(small, "chr21 46709983", "20 64444167", 1)), int32(605))
	f.Fuzz(func(t *testing.T, text []byte, position int32) {
		defer memtest.Bound(t, 1<<20+16*len(text))()
		chains, err := ReadChains(strings.NewReader(string(text)))
		if err != nil {
			return
		}
		m, back := NewMap(chains), NewMap(chains.Invert())
		for c := genome.Chromosome(0); c <= genome.MaxChromosome; c++ {
			place, why := m.Lift(c, position, 1)
			if why != Lifted {
				continue
			}
			if place.Position < 1 {
				t.Fatalf("%v:%d went to %+v", c, position, place)
			}
			if again, why := back.Lift(place.Chromosome, place.Position, 1); why == Lifted && again.Position != position {
				t.Fatalf("%v:%d went to %+v and back to %+v", c, position, place, again)
			}
		}
	})
}

// TestOverlappingChains holds the rules of UCSC's liftOver for a single base (kent:
// src/hg/lib/liftOver.c, remapRange): every chain that aligns the base hits, whatever
// its score; no hit is "Deleted in new", more than one "Duplicated in new". Chains
// that only span the base do not count. Places were worked out by hand.
func TestOverlappingChains(t *testing.T) {
	const on = "chain %d chr20 63025520 + %d %d chr20 64444167 %s %d %d %d\n%s\n"
	chain := func(score, start, end int, strand string, toStart, toEnd, id int, blocks string) string {
		return fmt.Sprintf(on, score, start, end, strand, toStart, toEnd, id, blocks)
	}
	for name, tt := range map[string]struct {
		text     string
		position int32
		want     Place
		why      Reason
	}{
		"a better score does not decide":     {chain(900, 0, 100, "+", 1000, 1100, 1, "100") + chain(1, 50, 60, "+", 5000, 5010, 2, "10"), 56, Place{}, Ambiguous},
		"nor do equal scores":                {chain(7, 0, 100, "+", 1000, 1100, 1, "100") + chain(7, 50, 60, "+", 5000, 5010, 2, "10"), 56, Place{}, Ambiguous},
		"before the second one":              {chain(7, 0, 100, "+", 1000, 1100, 1, "100") + chain(7, 50, 60, "+", 5000, 5010, 2, "10"), 50, Place{20, 1050, false}, Lifted},
		"behind the second one":              {chain(7, 0, 100, "+", 1000, 1100, 1, "100") + chain(7, 50, 60, "+", 5000, 5010, 2, "10"), 61, Place{20, 1061, false}, Lifted},
		"two ways to one place":              {chain(7, 0, 100, "+", 1000, 1100, 1, "100") + chain(7, 50, 60, "+", 1050, 1060, 2, "10"), 56, Place{}, Ambiguous},
		"a chain in the gap of another":      {chain(9, 0, 100, "+", 1000, 1050, 1, "20 60 10\n20") + chain(5, 30, 40, "+", 5000, 5010, 2, "10"), 31, Place{20, 5001, false}, Lifted},
		"the gap without the other":          {chain(9, 0, 100, "+", 1000, 1050, 1, "20 60 10\n20") + chain(5, 30, 40, "+", 5000, 5010, 2, "10"), 41, Place{}, Unmapped},
		"behind a gap on both sides":         {chain(9, 0, 100, "+", 1000, 1050, 1, "20 60 10\n20"), 81, Place{20, 1031, false}, Lifted},
		"a block of no bases":                {chain(9, 0, 60, "+", 1000, 1050, 1, "20 10 0\n0 10 10\n20"), 41, Place{20, 1031, false}, Lifted},
		"a block of no bases covers nothing": {chain(9, 0, 60, "+", 1000, 1050, 1, "20 10 0\n0 10 10\n20"), 31, Place{}, Unmapped},
		"a chain of no bases":                {chain(9, 0, 0, "+", 1000, 1000, 1, "0") + chain(1, 0, 10, "+", 1000, 1010, 2, "10"), 1, Place{20, 1001, false}, Lifted},
		// The piece [1000, 1050) of the − strand is [64443117, 64443167) of the + strand; its
		// first block of 20 is the last 20 bases of that.
		"reversed, its first base":       {chain(9, 0, 100, "-", 1000, 1050, 1, "20 60 10\n20"), 1, Place{20, 64443167, true}, Lifted},
		"reversed, the end of a block":   {chain(9, 0, 100, "-", 1000, 1050, 1, "20 60 10\n20"), 20, Place{20, 64443148, true}, Lifted},
		"reversed, behind the gap of 10": {chain(9, 0, 100, "-", 1000, 1050, 1, "20 60 10\n20"), 81, Place{20, 64443137, true}, Lifted},
		"reversed, its last base":        {chain(9, 0, 100, "-", 1000, 1050, 1, "20 60 10\n20"), 100, Place{20, 64443118, true}, Lifted},
		"one of each strand":             {chain(9, 0, 10, "+", 1000, 1010, 1, "10") + chain(9, 0, 10, "-", 1000, 1010, 2, "10"), 5, Place{}, Ambiguous},
	} {
		place, why := NewMap(read(t, tt.text)).Lift(20, tt.position, 1)
		if place != tt.want || why != tt.why {
			t.Errorf("%s: %+v %q, want %+v %q", name, place, why, tt.want, tt.why)
		}
	}
}
