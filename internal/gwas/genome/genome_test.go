package genome

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestParseChromosome(t *testing.T) {
	tests := map[string]Chromosome{
		"1": 1, "01": 1, "chr1": 1, "Chr1": 1, "CHR1": 1, "chrom1": 1, "chromosome9": 9, "chr09": 9, "22": 22,
		"X": X, "x": X, "23": X, "chrX": X, "chr23": X, "XY": X, "PAR": X, "X_par1": X, "X_nonpar": X, "chrX_par2": X,
		"Y": Y, "y": Y, "24": Y, "M": MT, "MT": MT, "chrM": MT, "chrMT": MT, "25": MT, "26": MT,
		"NC_000001.10": 1, "NC_000001.11": 1, "nc_000022": 22, "NC_000023.11": X, "NC_000024": Y, "NC_012920.1": MT,
		"": 0, "0": 0, "00": 0, "27": 0, "-1": 0, "1.0": 1, "22.0": 22, "1.5": 0, ".0": 0, "chr.0": 0, "chr": 0, "Un_gl000220": 0, "chr1_random": 0, "1a": 0,
		"NC_000025": 0, "NC_000001x": 0, "NC_00001": 0, "HLA-A": 0, "chr6_GL000250v2_alt": 0, "0000001": 0,
	}
	for text, want := range tests {
		got, ok := ParseChromosome([]byte(text))
		if got != want || ok != (want != 0) {
			t.Errorf("ParseChromosome(%q) = %v, %v; want %v", text, got, ok, want)
		}
	}
}

func TestChromosomePrintsParse(t *testing.T) {
	for c := Chromosome(1); c <= MaxChromosome; c++ {
		for _, text := range []string{c.String(), string(c.AppendCode(nil)), "chr" + c.String()} {
			if got, ok := ParseChromosome([]byte(text)); !ok || got != c {
				t.Errorf("%q parses as %v, want %v", text, got, c)
			}
		}
	}
	if Unknown.String() != "" || Chromosome(99).String() != "" || Unknown.Valid() {
		t.Error("an unknown chromosome has a name")
	}
}

func TestParseBuild(t *testing.T) {
	tests := map[string]Build{
		"GRCh37": GRCh37, "hg19": GRCh37, "b37": GRCh37, "37": GRCh37, "build37": GRCh37, "NCBI37": GRCh37, "Build 37": GRCh37,
		"GRCh38": GRCh38, "HG38": GRCh38, "b38": GRCh38, "38": GRCh38, "GRCh38.p14": GRCh38, "grch-38": GRCh38,
		"NCBI36": NCBI36, "hg18": NCBI36, "b36": NCBI36, "": UnknownBuild, "n/a": UnknownBuild, "hg17": UnknownBuild, "T2T": UnknownBuild,
	}
	for name, want := range tests {
		if got, ok := ParseBuild(name); got != want || ok != (want != UnknownBuild) {
			t.Errorf("ParseBuild(%q) = %q, %v; want %q", name, got, ok, want)
		}
	}
}

func TestLengths(t *testing.T) {
	for _, tt := range []struct {
		c    Chromosome
		b    Build
		want int32
	}{
		{1, GRCh37, 249250621}, {1, GRCh38, 248956422}, {22, GRCh37, 51304566}, {22, GRCh38, 50818468},
		{13, GRCh37, 115169878}, {X, GRCh37, 155270560}, {Y, GRCh38, 57227415}, {MT, GRCh37, 16569}, {1, NCBI36, 247249719}, {X, NCBI36, 154913754}, {99, GRCh37, 0},
	} {
		if got := tt.c.Length(tt.b); got != tt.want {
			t.Errorf("length of %v on %s = %d, want %d", tt.c, tt.b, got, tt.want)
		}
	}
}

func TestParseRegion(t *testing.T) {
	tests := map[string]Region{
		"chr1:1000-2000": {1, 1000, 2000}, "1:1,000-2,000": {1, 1000, 2000}, "1:1000..2000": {1, 1000, 2000},
		"1:1000+500": {1, 1000, 1499}, "1:1000/500": {1, 500, 1500}, "1:100/500": {1, 1, 600}, "chr1": {1, 1, math.MaxInt32},
		"1:1000": {1, 1000, 1000}, " X : 5 - 9 ": {X, 5, 9}, "23:5-9": {X, 5, 9}, "chrM:1-16569": {MT, 1, 16569},
		"16:53,800,954":   {16, 53800954, 53800954},
		"4:110.9-112.1Mb": {4, 110900000, 112100000}, "4:110.9Mb-112.1 mb": {4, 110900000, 112100000}, "chr4:110900.5-112100kb": {4, 110900500, 112100000},
		"1:900000-1Mb": {1, 900000, 1000000}, "1:900,000-1Mb": {1, 900000, 1000000}, "1:0.5mb": {1, 500000, 500000}, "1:1.5Mb/500kb": {1, 1000000, 2000000},
		"1:111710169/500kb": {1, 111210169, 112210169}, "1:1000+1kb": {1, 1000, 1999},
	}
	for text, want := range tests {
		got, err := ParseRegion(text)
		if err != nil {
			t.Errorf("ParseRegion(%q): %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("ParseRegion(%q) (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{"", "FTO", "27:1-2", "1:", "1:-5", "1:5-", "1:9-5", "1:0-5", "1:1,00-2", "1:a-b", "1:1-99999999999", "1:1+0",
		"1:1.5-2", "1:1.5", "1:2.5-1.5Mb", "1:0-1Mb", "1:1e3-2Mb", "1:infMb", "1:nanMb", "1:-1Mb", "1:3000Mb", "1:1,000Mb", "1:0x1Mb", "1:Mb"} {
		if got, err := ParseRegion(text); err == nil {
			t.Errorf("ParseRegion(%q) = %v, want an error", text, got)
		}
	}
}

func TestRegionRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.Int32Range(1, 300_000_000).Draw(t, "start")
		want := Region{Chromosome(rapid.IntRange(1, 25).Draw(t, "chromosome")), start, rapid.Int32Range(start, math.MaxInt32).Draw(t, "end")}
		got, err := ParseRegion(want.String())
		if err != nil || got != want {
			t.Fatalf("%v comes back as %v (%v)", want, got, err)
		}
	})
}

func FuzzParseRegion(f *testing.F) {
	for _, s := range []string{"chr1:1000-2000", "1:1,000..2,000", "X", "1:5+5", "1:7/3", "", ":", "4:110.9-112.1Mb", "4:1kb/2Mb"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ParseRegion(s)
		if err == nil && (!r.Chromosome.Valid() || r.Start < 1 || r.End < r.Start) {
			t.Fatalf("ParseRegion(%q) = %+v", s, r)
		}
	})
}

func FuzzParseChromosome(f *testing.F) {
	for _, s := range []string{"chr1", "X_par1", "NC_000001.10", "26", ""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		if c, ok := ParseChromosome(s); ok != c.Valid() {
			t.Fatalf("ParseChromosome(%q) = %d, %v", s, c, ok)
		}
	})
}
