package qc

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ldscore"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// onOtherBuild moves the column of positions of a table from GRCh37 to GRCh38, and may
// take the rs numbers away. Rows that have no place there are left out.
func onOtherBuild(t *testing.T, table, position, rsid string, keepRSID bool) (out string, rows int) {
	t.Helper()
	lift, err := liftover.Inside().Between(genome.GRCh37, genome.GRCh38)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(table), "\n")
	column := map[string]int{}
	for i, name := range strings.Split(lines[0], "\t") {
		column[name] = i
	}
	var b strings.Builder
	b.WriteString(lines[0] + "\n")
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		var at int32
		if _, err := fmt.Sscan(cells[column[position]], &at); err != nil {
			t.Fatal(err)
		}
		c, _ := genome.ParseChromosome([]byte(cells[0]))
		place, why := lift.Lift(c, at, 1)
		if why != liftover.Lifted || place.Chromosome != c {
			continue
		}
		cells[column[position]] = fmt.Sprint(place.Position)
		if !keepRSID {
			cells[column[rsid]] = "NA"
		}
		b.WriteString(strings.Join(cells, "\t") + "\n")
		rows++
	}
	return b.String(), rows
}

func polygenicOf(t *testing.T, table string, build genome.Build, scores *Scores) *Polygenic {
	t.Helper()
	opt := NewOptions(build)
	opt.Mapping, opt.MappingConfirmed = sumstats.Mapping{}, true
	for _, field := range []sumstats.Field{"chromosome", "base_pair_location", "rsid", "effect_allele", "other_allele",
		"beta", "standard_error", "effect_allele_frequency", "p_value", "n"} {
		opt.Mapping[field] = string(field)
	}
	report, err := Run(context.Background(), Input{Name: "one.tsv", Open: opener(table), Scores: scores}, opt, newMemory(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return report.Polygenic
}

// Published scores are on GRCh37. A file on GRCh38 finds them by lifted position, or by rs number
// where the assembly of the scores is not known, and its estimates are those of
// testdata/ldsc/reference.py for the same file on GRCh37.
func TestScoresOfAnotherBuildAreFound(t *testing.T) {
	file, _ := onOtherBuild(t, unpacked(t, "one.tsv.gz"), "base_pair_location", "rsid", true)
	bare, _ := onOtherBuild(t, unpacked(t, "one.tsv.gz"), "base_pair_location", "rsid", false)
	for name, c := range map[string]struct {
		table  string
		build  genome.Build // of the scores
		joined Joined
		lacks  Lack
	}{
		"lifted":                        {file, genome.GRCh37, JoinedByLift, ""},
		"lifted, without rs numbers":    {bare, genome.GRCh37, JoinedByLift, ""},
		"by rs number":                  {file, genome.UnknownBuild, JoinedByRSID, ""},
		"nothing to join by":            {bare, genome.UnknownBuild, JoinedByRSID, LackMatched},
		"scores that are said to be so": {file, genome.GRCh38, JoinedByPosition, LackMatched},
	} {
		scores := publishedScores(t)
		if scores.Build = c.build; c.build == genome.UnknownBuild {
			scores.Table = scoresOfNoBuild(t)
		}
		p := polygenicOf(t, c.table, genome.GRCh38, scores)
		if p.Joined != c.joined || p.Lacks != c.lacks || p.ScoresBuild != c.build {
			t.Errorf("%s: %+v", name, p)
			continue
		}
		if c.lacks != "" {
			if p.Share >= scoredShare || !math.IsNaN(float64(p.H2)) {
				t.Errorf("%s: %+v", name, p)
			}
			continue
		}
		// 2,064 variants, h² 0.3133 (SE 0.0714), intercept 1.0888 on GRCh37; what has no place on GRCh38 is lacking.
		if p.Share < 0.95 || p.Variants < 2040 || math.Abs(float64(p.H2)-0.31327756) > 0.01 || math.Abs(float64(p.Intercept)-1.0888086) > 0.02 {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// scoresOfNoBuild returns the published scores 1 Mb off, so that known variants do not determine
// their assembly.
func scoresOfNoBuild(t *testing.T) *ldscore.Table {
	t.Helper()
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(unpacked(t, "scores.tsv.gz")), "\n") {
		cells := strings.Split(line, "\t")
		if i > 0 {
			var at int
			if _, err := fmt.Sscan(cells[2], &at); err != nil {
				t.Fatal(err)
			}
			cells[2] = fmt.Sprint(at + 1_000_000)
		}
		b.WriteString(strings.Join(cells, "\t") + "\n")
	}
	table, err := ldscore.ReadTable(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	table.Common = 1_173_569
	return table
}

// The assembly of scores that do not state one is found by known variants.
func TestScoresStateTheirBuild(t *testing.T) {
	if build := publishedScores(t).assembly(); build != genome.GRCh37 {
		t.Errorf("published scores: %q", build)
	}
	if build := (&Scores{Table: scoresOfNoBuild(t)}).assembly(); build != genome.UnknownBuild {
		t.Errorf("elsewhere: %q", build)
	}
}

// The comparison of two files does not depend on the assembly of either.
func TestFilesOfTwoBuildsAreCompared(t *testing.T) {
	scores := publishedScores(t)
	scores.Build = genome.GRCh37
	_, first := scoredFile(t, "one.tsv.gz", scores)
	table, _ := onOtherBuild(t, unpacked(t, "two.tsv.gz"), "base_pair_location", "rsid", true)
	out := newMemory()
	opt := NewOptions(genome.GRCh38)
	if _, err := Run(context.Background(), Input{Name: "two.tsv", Open: opener(table), Scores: scores}, opt, out, nil); err != nil {
		t.Fatal(err)
	}
	second, err := ReadPeer(bytes.NewReader(out.files[FilePeer].Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	// 1,945 variants, intercept 0.5404 on one assembly.
	if both := Compare(
		first,
		second,
		scores,
	); both.Variants < 1925 || math.Abs(float64(both.Intercept)-0.540443) > 0.02 ||
		math.Abs(float64(both.Genetic)-0.311073) > 0.03 {
		t.Errorf("%+v", both)
	}
}

// A share of 5 % of the variants is enough, of the scores as of the file: whichever are fewer.
func TestShareOfMatchedVariants(t *testing.T) {
	for name, c := range map[string]struct {
		scores, rows, matched int
		lacks                 Lack
	}{
		"5 % of the rows":             {10_000, 5000, 250, ""},
		"less than 5 % of the rows":   {10_000, 5000, 249, LackMatched},
		"5 % of the scores":           {5000, 10_000, 250, ""},
		"less than 5 % of the scores": {5000, 10_000, 249, LackMatched},
	} {
		var b strings.Builder
		b.WriteString("CHR\tSNP\tBP\tL2\n")
		for i := range c.scores {
			fmt.Fprintf(&b, "1\trs%d\t%d\t%d\n", i+1, i+1, 1+i%50)
		}
		table, err := ldscore.ReadTable(strings.NewReader(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		s := newScored(&Scores{Name: "s", Table: table}, genome.GRCh37)
		for i := range c.rows {
			rs := uint64(i + 1)
			if i >= c.matched {
				rs += 1_000_000
			}
			s.add(&sumstats.Row{Chromosome: 1, Position: 5, RSID: rs, EA: variant.A, OA: variant.G, Beta: float64(i%7) - 3, SE: 1, EAF: 0.3, N: 1000,
				NCases: math.NaN(), NControls: math.NaN(), Info: math.NaN(), NEff: float32(math.NaN())})
		}
		if p := s.fit(); p.Lacks != c.lacks || p.Matched != int64(c.matched) || p.ShareOf != int64(min(c.rows, c.scores)) {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
