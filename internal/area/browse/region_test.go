package browse_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/browse"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

func ask(t *testing.T, s *browse.Service, q browse.RegionQuery) *browse.Region {
	t.Helper()
	r, err := s.Region(t.Context(), somebody(), q)
	must(t, err)
	return r
}

func refs(ids ...string) (out []browse.Ref) {
	for _, id := range ids {
		out = append(out, browse.Ref{Kind: browse.MetaResult, ID: id})
	}
	return out
}

// The real FTO region of body mass index, a thousand rows of it. The numbers were computed from the
// text of the file by a separate Python script (natural logarithms of the approximate Bayes
// factors, summed by fsum): 196 rows from 53.7 to 53.9 Mb, the smallest P 1.17e-14 at rs72805611;
// all 1,000 rows are within 500 kb of it, 6 of them are the set of 95 %, with these probabilities.
func TestRegionOfARealFile(t *testing.T) {
	s := service(result("bmi", genome.GRCh37, fto(t)))
	r := ask(t, s, browse.RegionQuery{Results: refs("bmi"), Region: "16:53.7-53.9Mb"})
	track := r.Tracks[0]
	lead := track.Points[track.Lead]
	if track.Total != 196 || len(track.Points) != 196 || !math.IsNaN(track.KeptAbove) || lead.ID() != "16:53831354:C:T" || lead.RS() != "rs72805611" ||
		math.Abs(lead.NegLog10P-13.931814138253838) > 1e-12 || lead.Beta != 0.0555 || lead.SE != 0.0072 || lead.EAF != 0.3954 {
		t.Errorf("%d of %d points, lead %+v", len(track.Points), track.Total, lead)
	}
	if track.Credible.Size != 6 || track.Credible.Of != 1000 || !strings.Contains(track.Credible.Assumption, "one signal") ||
		!strings.Contains(track.Credible.Assumption, "0.15²") {
		t.Errorf("credible set %+v", track.Credible)
	}
	in := 0
	for i, p := range track.Points {
		if track.InSet[i] {
			in++
		}
		want, known := map[string]float64{"16:53831354:C:T": 0.3479177320821145, "16:53834608:G:A": 0.28110346216446075, "16:53827179:G:C": 0.19354932450384915}[p.ID()]
		if known && math.Abs(track.PIP[i]-want) > 1e-10 {
			t.Errorf("probability of %s: %.12g, want %.12g", p.ID(), track.PIP[i], want)
		}
	}
	if in != 6 {
		t.Errorf("%d points are in the set", in)
	}
	var genes []string
	for _, g := range r.Genes {
		genes = append(genes, g.Symbol)
	}
	if !slices.Contains(genes, "FTO") || !slices.Contains(genes, "RPGRIP1L") || len(genes) != 2 {
		t.Errorf("genes %v", genes)
	}
	if r.LDOf == nil || r.LDOf.ID() != "16:53831354:C:T" || r.LD.Missing != "No LD data for GRCh37 (hg19) is installed." ||
		r.Recombination.Missing != "No recombination map for GRCh37 (hg19) is installed." {
		t.Errorf("LD to %v: %q; recombination: %q", r.LDOf, r.LD.Missing, r.Recombination.Missing)
	}
}

// The genes are those of the real region above; without a build they are unknown.
func TestRegionWithoutResultsShowsReferenceData(t *testing.T) {
	s := service()
	r := ask(t, s, browse.RegionQuery{Build: genome.GRCh37, Region: "16:53.7-53.9Mb"})
	if len(r.Tracks) != 0 || len(r.Genes) != 2 || r.LDOf != nil || r.LD.Missing == "" {
		t.Errorf("%d tracks, genes %v, LD to %v: %q", len(r.Tracks), r.Genes, r.LDOf, r.LD.Missing)
	}
	_, err := s.Region(t.Context(), somebody(), browse.RegionQuery{Region: "16:53.7-53.9Mb"})
	if !errs.Is(err, errs.Rule) {
		t.Errorf("without a build: %v", err)
	}
}

// points makes variants of chromosome 4 at even distances, with the given strengths.
func points(strength func(i int) float64, n int, apart int32) rows {
	out := make(rows, n)
	for i := range out {
		out[i] = browse.Row{
			Chromosome: 4, Position: 1000 + int32(i)*apart, EffectAllele: "A", OtherAllele: "G", Beta: 0.1, SE: 0.1, EAF: 0.3,
			NegLog10P: strength(i), N: 1000, RSID: uint64(i) + 1,
		}
	}
	return out
}

func TestManyPointsAreThinned(t *testing.T) {
	strong := func(i int) float64 { return float64(i%1000) / 100 } // 0 to 9.99, fifty of each
	s := service(result("dense", genome.GRCh37, points(strong, 50_000, 10)))
	r := ask(t, s, browse.RegionQuery{Results: refs("dense"), Region: "4:1-600000", LDTo: "4:1010"})
	track := r.Tracks[0]
	// Of the 50,000, 10,000 are those of 8 and more: 200 strengths of fifty points each.
	if track.Total != 50_000 || len(track.Points) != browse.MaxPoints || track.KeptAbove != 8 {
		t.Fatalf("%d of %d points, all above %g", len(track.Points), track.Total, track.KeptAbove)
	}
	above, at, halves := 0, map[int32]bool{}, 0
	for i, p := range track.Points {
		at[p.Position] = true
		switch {
		case p.NegLog10P >= 8:
			above++
		case p.Position < 1000+250_000:
			halves++
		}
		if i > 0 && p.Position <= track.Points[i-1].Position {
			t.Fatalf("point %d at %d follows %d", i, p.Position, track.Points[i-1].Position)
		}
	}
	if above != 10_000 || halves < 4990 || halves > 5010 {
		t.Errorf("%d strong points, %d weak ones in the first half", above, halves)
	}
	if !at[1010] {
		t.Error("the variant that LD is to was left out")
	}
	if lead := track.Points[track.Lead]; lead.NegLog10P != 9.99 || lead.Position != 1000+9990 {
		t.Errorf("lead %+v", lead)
	}
	if len(track.PIP) != len(track.Points) || len(track.InSet) != len(track.Points) {
		t.Errorf("%d probabilities of %d points", len(track.PIP), len(track.Points))
	}
}

func TestAsManyPointsAsFitStay(t *testing.T) {
	s := service(result("full", genome.GRCh37, points(func(int) float64 { return 1 }, browse.MaxPoints, 10)),
		result("equals", genome.GRCh37, points(func(int) float64 { return 1 }, browse.MaxPoints+1, 10)))
	r := ask(t, s, browse.RegionQuery{Results: refs("full", "equals"), Region: "4:1-600000"})
	if full := r.Tracks[0]; len(full.Points) != browse.MaxPoints || !math.IsNaN(full.KeptAbove) {
		t.Errorf("%d points, all above %g", len(full.Points), full.KeptAbove)
	}
	if equals := r.Tracks[1]; len(equals.Points) != browse.MaxPoints || !(equals.KeptAbove > 1) || equals.Total != browse.MaxPoints+1 {
		t.Errorf("of equals: %d points, all above %g", len(equals.Points), equals.KeptAbove)
	}
}

func TestWhyThereIsNoCredibleSet(t *testing.T) {
	strong := points(func(i int) float64 { return 10 - float64(i) }, 3, 10)
	weak := points(func(i int) float64 { return 7.301029995663981 }, 3, 10) // 5e-8 itself
	bare := slices.Clone(strong)
	bare[0].SE = math.NaN()
	noN := slices.Clone(strong)
	for i := range noN {
		noN[i].N = math.NaN()
	}
	for want, c := range map[string]struct {
		table rows
		scale sumstats.EffectScale
	}{
		"No variant of this region was measured.": {nil, sumstats.LogOdds}, "P < 5e-8": {weak, sumstats.LogOdds},
		"The scale of the effects is not known": {strong, sumstats.ScaleUnknown}, "no effect with a standard error": {bare, sumstats.LogOdds},
		"without sample sizes": {noN, sumstats.LinearUnits},
	} {
		o := result("r", genome.GRCh37, c.table)
		o.Scale = c.scale
		track := ask(t, service(o), browse.RegionQuery{Results: refs("r"), Region: "4:1-2000"}).Tracks[0]
		if track.PIP != nil || track.Credible.Size != 0 || !strings.Contains(track.Credible.Missing, want) {
			t.Errorf("want %q: %+v", want, track.Credible)
		}
	}
	o := result("r", genome.GRCh37, strong)
	o.Scale = sumstats.LinearUnits
	if c := ask(t, service(o), browse.RegionQuery{Results: refs("r"), Region: "4:1-2000"}).Tracks[0].Credible; c.Of != 3 ||
		!strings.Contains(c.Assumption, "estimated") {
		t.Errorf("in units, with sample sizes: %+v", c)
	}
}

// A lead represents the variants within 500 kb of it; further variants are of another signal.
func TestCredibleSetIsOfOneLocus(t *testing.T) {
	table := rows{
		{Chromosome: 4, Position: 1_000_000, EffectAllele: "A", OtherAllele: "G", Beta: 1, SE: 0.1, NegLog10P: 22},
		{Chromosome: 4, Position: 1_500_000, EffectAllele: "A", OtherAllele: "G", Beta: 1, SE: 0.1, NegLog10P: 22},
		{Chromosome: 4, Position: 1_500_001, EffectAllele: "A", OtherAllele: "G", Beta: 1, SE: 0.1, NegLog10P: 22},
	}
	track := ask(t, service(result("r", genome.GRCh37, table)), browse.RegionQuery{Results: refs("r"), Region: "4:1-3000000"}).Tracks[0]
	if track.Credible.Of != 2 || track.Credible.Size != 2 || math.Abs(track.PIP[0]-0.5) > 1e-12 || !math.IsNaN(track.PIP[2]) || track.InSet[2] {
		t.Errorf("%+v %v", track.Credible, track.PIP)
	}
}

func TestOtherBuildsAreLeftOutAndCounted(t *testing.T) {
	table := points(func(int) float64 { return 1 }, 3, 10)
	s := service(result("a", genome.GRCh37, table), result("b", genome.GRCh38, table), result("c", genome.GRCh38, table))
	r := ask(t, s, browse.RegionQuery{Results: refs("a", "b", "c"), Region: "4:1-2000"})
	if r.Build != genome.GRCh37 || len(r.Tracks) != 1 || len(r.Others) != 1 || r.Others[0].Sentence() != "2 results are on GRCh38 (hg38)." {
		t.Errorf("%s: %d tracks, %+v", r.Build, len(r.Tracks), r.Others)
	}
	r = ask(t, s, browse.RegionQuery{Results: refs("a", "b", "c"), Region: "4:1-2000", Build: genome.GRCh38})
	if r.Build != genome.GRCh38 || len(r.Tracks) != 2 || r.Others[0].Sentence() != "1 result is on GRCh37 (hg19)." {
		t.Errorf("%s: %d tracks, %+v", r.Build, len(r.Tracks), r.Others)
	}
	l, err := s.Results(t.Context(), somebody(), browse.Filter{Build: genome.GRCh38, Phenotype: "bmi"})
	if err != nil || len(l.Items) != 2 || l.Items[0].Title != "b" || l.Items[1].Title != "c" || len(l.OtherBuilds) != 1 || l.OtherBuilds[0].N != 1 {
		t.Errorf("%+v: %v", l, err)
	}
}

func TestRegionsThatCannotBeShown(t *testing.T) {
	s := service(result("a", genome.GRCh37, points(func(int) float64 { return 1 }, 3, 10)), result("burnt", genome.GRCh37, broken{}))
	for text, want := range map[string]string{
		"4:1-5000001": "at most 5,000,000 bases; this one has 5,000,001", "4": "as a whole", "chr4": "as a whole", "4:9-5": "the end is before the start", "FTO": "unknown chromosome",
		"4:190000000-191154277": "Chromosome 4 of GRCh37 (hg19) ends at 191,154,276; 191,154,277 lies behind it.", "4:0-5": "positions start at 1", "27:1-5": "unknown chromosome",
	} {
		_, err := s.Region(t.Context(), somebody(), browse.RegionQuery{Results: refs("a"), Region: text})
		if !errs.Is(err, errs.Rule) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	ask(t, s, browse.RegionQuery{Results: refs("a"), Region: "4:1-5000000"})
	ask(t, s, browse.RegionQuery{Results: refs("a"), Region: "4:190000000-191154276"})
	for name, c := range map[string]struct {
		q    browse.RegionQuery
		kind errs.Kind
	}{
		"none":             {browse.RegionQuery{Region: "4:1-5"}, errs.Rule},
		"seven":            {browse.RegionQuery{Results: refs("a", "a", "a", "a", "a", "a", "a"), Region: "4:1-5"}, errs.Rule},
		"absent":           {browse.RegionQuery{Results: refs("a", "b"), Region: "4:1-5"}, errs.NotFound},
		"unreadable":       {browse.RegionQuery{Results: refs("a", "burnt"), Region: "4:1-5"}, errs.Internal},
		"LD to what":       {browse.RegionQuery{Results: refs("a"), Region: "4:1-5000", LDTo: "what"}, errs.Rule},
		"LD to elsewhere":  {browse.RegionQuery{Results: refs("a"), Region: "4:1-5000", LDTo: "4:9000:A:G"}, errs.Rule},
		"LD to an unknown": {browse.RegionQuery{Results: refs("a"), Region: "4:1-5000", LDTo: "rs999"}, errs.Rule},
	} {
		if _, err := s.Region(t.Context(), somebody(), c.q); !errs.Is(err, c.kind) || err == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	none := ask(t, s, browse.RegionQuery{Results: refs("a"), Region: "4:1-5000", Build: genome.GRCh38, LDTo: "4:10:A:C"})
	if len(none.Tracks) != 0 || none.Others[0].N != 1 || none.LDOf.ID() != "4:10:A:C" {
		t.Errorf("without any track: %+v", none)
	}
	if _, err := s.Region(t.Context(), nil, browse.RegionQuery{Results: refs("a"), Region: "4:1-5"}); !errs.Is(err, errs.NotFound) {
		t.Errorf("of a stranger: %v", err)
	}
}

// linked is LD of variants with even rs numbers.
type linked struct{ browse.References }

func (linked) LD(_ context.Context, of browse.Variant, _ genome.Region, _ browse.LDChoice) (browse.LD, error) {
	return browse.LD{Name: "Europeans", Source: "Europeans", R2: func(p *browse.Row) (float64, bool) {
		return 1 / (1 + math.Abs(float64(p.Position-of.Position))), p.RSID%2 == 0
	}}, nil
}

func TestLDIsToTheLeadOrTheChosen(t *testing.T) {
	o := result("a", genome.GRCh37, points(func(i int) float64 { return float64(10 - i) }, 4, 10))
	s := browse.New(browse.Config{Sources: []browse.Source{shelf{browse.MetaResult, map[string]browse.Opened{"a": o}}}, References: linked{inside()}})
	for text, want := range map[string]struct {
		to string
		r2 float64 // of the second point
	}{
		"": {"4:1000:G:A", 1.0 / 11}, "rs4": {"4:1030:G:A", 1.0 / 21}, "4:1010": {"4:1010:G:A", 1}, "4:1010:A:G": {"4:1010:G:A", 1}, "chr4_1010_G/A": {"4:1010:G:A", 1},
		"4:1015:A:T": {"4:1015:A:T", 1.0 / 6}, "4:1010:A:T": {"4:1010:A:T", 1}, // not among the points, but in the region
	} {
		r := ask(t, s, browse.RegionQuery{Results: refs("a"), Region: "4:1-2000", LDTo: text})
		got := r.Tracks[0].R2
		if r.LDOf.ID() != want.to || math.Abs(got[1]-want.r2) > 1e-12 || !math.IsNaN(got[0]) || r.LD.Source != "Europeans" {
			t.Errorf("%q: to %s, %v", text, r.LDOf.ID(), got)
		}
	}
}
