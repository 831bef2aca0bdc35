package browse_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/browse"
	"cohortium/internal/gwas/compare"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
)

// led is a shelf whose results have lead variants.
type led struct {
	shelf
	leads browse.Leads
}

func (l led) Leads(context.Context, *auth.Identity, string) (browse.Leads, error) {
	return l.leads, nil
}

func (led) Manhattan(context.Context, *auth.Identity, string) ([]byte, error) { return nil, nil }

func setsOf(t *testing.T, o browse.Opened, leads ...compare.Variant) *browse.CredibleSets {
	t.Helper()
	source := led{shelf{browse.MetaResult, map[string]browse.Opened{"r": o}}, browse.Leads{Variants: leads, Total: int64(len(leads)) + 3}}
	s := browse.New(browse.Config{Sources: []browse.Source{source}, References: inside()})
	sets, err := s.CredibleSets(t.Context(), somebody(), browse.Ref{Kind: browse.MetaResult, ID: "r"})
	must(t, err)
	return sets
}

func lead(c genome.Chromosome, at int32) compare.Variant {
	return compare.Variant{Chromosome: c, Position: at}
}

// The numbers come from a separate Python script over the 1,000 rows of the file, as in the test of
// a region.
func TestCredibleSetOfARealLocus(t *testing.T) {
	sets := setsOf(t, result("bmi", genome.GRCh37, fto(t)), lead(16, 53_831_354))
	l := sets.Sets[0]
	if l.Set.Size != 6 || l.Set.Of != 1000 || l.Beside || l.Span != (genome.Region{Chromosome: 16, Start: 53_800_568, End: 53_834_608}) || sets.Total != 4 {
		t.Errorf("set %+v over %v, of %d loci", l.Set, l.Span, sets.Total)
	}
	if l.Genes == nil || !strings.Contains(strings.Join(l.Genes.Genes, " "), "FTO") {
		t.Errorf("genes %+v", l.Genes)
	}
	want := []struct {
		at  int32
		pip float64
	}{
		{53_831_354, 0.3479177320821145}, {53_834_608, 0.28110346216446075}, {53_827_179, 0.19354932450384915},
		{53_800_954, 0.05248307179976306}, {53_803_187, 0.04269901711030999}, {53_800_568, 0.041051518608187974},
	}
	for i, w := range want {
		if m := l.Members[i]; len(l.Members) != len(want) || m.Position != w.at || math.Abs(m.PIP-w.pip) > 1e-10 {
			t.Errorf("member %d of %d: %d with %.12g, want %d with %.12g", i, len(l.Members), m.Position, m.PIP, w.at, w.pip)
		}
	}
}

// Two signals 600 kb apart, the second weaker than a variant that the first represents: each set is
// weighed around its own lead.
func TestCredibleSetsOfNeighboursAreMarked(t *testing.T) {
	table := rows{strong(4, 1_000_000, 20), strong(4, 1_400_000, 12), strong(4, 1_600_000, 10), strong(4, 9_000_000, 9), strong(5, 1_000_000, 9)}
	sets := setsOf(t, result("r", genome.GRCh37, table),
		lead(4, 1_000_000), lead(4, 1_600_000), lead(4, 9_000_000), lead(5, 1_000_000), compare.Variant{RSID: "rs1"}, lead(6, 5))
	var beside []bool
	for _, s := range sets.Sets {
		beside = append(beside, s.Beside)
	}
	if diff := cmp.Diff([]bool{true, true, false, false, false, false}, beside); diff != "" {
		t.Error(diff)
	}
	// Around 1.6 Mb are the variant at 1.4 Mb and the lead, not the one at 1.0 Mb.
	if of := []int{sets.Sets[0].Set.Of, sets.Sets[1].Set.Of}; of[0] != 2 || of[1] != 2 {
		t.Errorf("weighed %v", of)
	}
	if missing := sets.Sets[4].Set.Missing; !strings.Contains(missing, "no position") {
		t.Errorf("without a position: %q", missing)
	}
	if missing := sets.Sets[5].Set.Missing; !strings.Contains(missing, "not among the rows") || len(sets.Sets[5].Members) != 0 {
		t.Errorf("nothing there: %q", missing)
	}
}

// Windows that meet by a base are neighbours, by none they are not.
func TestNeighboursEndWhereWindowsPart(t *testing.T) {
	for apart, want := range map[int32]bool{1_000_000: true, 1_000_001: false} {
		table := rows{strong(4, 2_000_000, 20), strong(4, 2_000_000+apart, 12)}
		sets := setsOf(t, result("r", genome.GRCh37, table), lead(4, 2_000_000), lead(4, 2_000_000+apart))
		if got := sets.Sets[0].Beside; got != want {
			t.Errorf("%d bases apart: %v", apart, got)
		}
	}
}

// A large set is counted, and a part of it is listed.
func TestLongCredibleSetsAreListedInPart(t *testing.T) {
	var table rows
	for i := range int32(2001) {
		table = append(table, strong(4, 2_000_000+i, 9))
	}
	l := setsOf(t, result("r", genome.GRCh37, table), lead(4, 2_000_000)).Sets[0]
	if l.Set.Size != 1901 || len(l.Members) != browse.MaxMembers {
		t.Errorf("%d in the set, %d listed", l.Set.Size, len(l.Members))
	}
}

func strong(c genome.Chromosome, at int32, negLog10P float64) browse.Row {
	return browse.Row{Chromosome: c, Position: at, EffectAllele: "A", OtherAllele: "G", Beta: 0.1, SE: 0.02, EAF: 0.3, N: 1000, NegLog10P: negLog10P}
}
