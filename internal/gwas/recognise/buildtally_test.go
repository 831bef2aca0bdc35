package recognise

import (
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// tallied counts the first well-known variants of chromosome 1 at their places on
// either assembly, by rs number.
func tallied(t *testing.T, on37, on38 int) *BuildTally {
	t.Helper()
	tally, err := NewBuildTally()
	if err != nil {
		t.Fatal(err)
	}
	for rsid, m := range tally.index.byRSID {
		if m.chromosome != 1 || on37+on38 == 0 {
			continue
		}
		row := sumstats.Row{Chromosome: genome.Chromosome(1), Position: m.pos37, RSID: rsid}
		if on37 > 0 {
			on37--
		} else {
			on38--
			row.Position = m.pos38
		}
		tally.See(&row)
	}
	return tally
}

// Rows of both assemblies are mixed from five of each and above 5 %. Below that, errors explain
// them.
func TestMixedBuilds(t *testing.T) {
	for _, tt := range []struct {
		on37, on38 int
		mixed      bool
	}{
		{0, 0, false}, {100, 0, false}, {0, 100, false}, {50, 50, true},
		{10, 4, false}, {10, 5, true}, {4, 10, false}, {5, 10, true},
		{94, 5, true}, {95, 5, false}, {5, 94, true}, {5, 95, false},
	} {
		if got := tallied(t, tt.on37, tt.on38).mixed(); got != tt.mixed {
			t.Errorf("%d on GRCh37 and %d on GRCh38: %v", tt.on37, tt.on38, got)
		}
	}
}

// Places that are hit by chance are no evidence: of rows without rs numbers, each
// assembly needs five and twice as many as rows anywhere would hit.
func TestMixedBuildsByChance(t *testing.T) {
	for _, tt := range []struct {
		on37, on38 int
		expected   float64 // by chance on each assembly
		mixed      bool
	}{
		{12, 5, 0, true}, {12, 4, 0, false},
		{30, 24, 10, false}, {30, 25, 10, true}, {24, 30, 10, false},
		{1000, 205, 100, true}, {1000, 204, 100, false},
	} {
		tally, err := NewBuildTally()
		if err != nil {
			t.Fatal(err)
		}
		tally.at, tally.at37, tally.at38 = tt.on37+tt.on38, tt.on37, tt.on38
		tally.rows = int(tt.expected * genomeBases / float64(len(tally.index.on38)))
		if got := tally.mixed(); got != tt.mixed {
			t.Errorf("%+v: mixed is %v", tt, got)
		}
	}
}

// Five known variants decide, when 95 % of them are on one assembly.
func TestStatedBuild(t *testing.T) {
	for _, tt := range []struct {
		on37, on38 int
		want       genome.Build
	}{
		{0, 0, ""}, {4, 0, ""}, {5, 0, genome.GRCh37}, {0, 4, ""}, {0, 5, genome.GRCh38},
		{95, 5, genome.GRCh37}, {94, 6, ""}, {5, 95, genome.GRCh38}, {6, 94, ""},
	} {
		if got, why := tallied(t, tt.on37, tt.on38).Conclude(); got != tt.want || why == "" {
			t.Errorf("%d on GRCh37 and %d on GRCh38: %q (%s)", tt.on37, tt.on38, got, why)
		}
	}
}

// A declaration is contradicted when no more than 60 % of five known variants or more are there.
func TestContradictedBuild(t *testing.T) {
	for _, tt := range []struct {
		on37, on38   int
		not37, not38 bool
	}{
		{0, 0, false, false}, {4, 0, false, false}, {5, 0, false, true}, {0, 5, true, false},
		{60, 40, true, true}, {61, 39, false, true}, {39, 61, true, false},
	} {
		tally := tallied(t, tt.on37, tt.on38)
		if tally.Contradicts(genome.GRCh37) != tt.not37 || tally.Contradicts(genome.GRCh38) != tt.not38 {
			t.Errorf("%+v", tt)
		}
	}
}
