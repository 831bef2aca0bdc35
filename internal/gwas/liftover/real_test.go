package liftover

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
)

// pair is one variant with its positions on both assemblies.
type pair struct {
	rsid       string
	chromosome genome.Chromosome
	on37, on38 int32
}

func pairs(t testing.TB) []pair {
	t.Helper()
	file, err := os.Open("testdata/rsids.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Scan()
	var all []pair
	for lines.Scan() {
		var p pair
		var c string
		if _, err := fmt.Sscan(lines.Text(), &p.rsid, &c, &p.on37, &p.on38); err != nil {
			t.Fatal(err)
		}
		p.chromosome, _ = genome.ParseChromosome([]byte(c))
		all = append(all, p)
	}
	return all
}

func builtin(t testing.TB, from, to genome.Build) *Map {
	t.Helper()
	w, err := Inside().Between(from, to)
	if err != nil || w.From != from || w.To != to || w.Source.Inverted != (from == genome.GRCh38) || w.Source.Licence == "" {
		t.Fatalf("%v %+v", err, w.Source)
	}
	return w.Map
}

// TestRealPositions: 1,262 variants of published tables lie where other published
// tables have them, in both directions. Ensembl's alignment leaves out one.
func TestRealPositions(t *testing.T) {
	up, down := builtin(t, genome.GRCh37, genome.GRCh38), builtin(t, genome.GRCh38, genome.GRCh37)
	var lost []string
	all := pairs(t)
	if len(all) != 1262 {
		t.Fatalf("%d pairs", len(all))
	}
	for _, p := range all {
		there, why := up.Lift(p.chromosome, p.on37, 1)
		back, whyBack := down.Lift(p.chromosome, p.on38, 1)
		if why == Unmapped && whyBack == Unmapped {
			lost = append(lost, p.rsid)
			continue
		}
		if why != Lifted || there.Position != p.on38 {
			t.Errorf("%s: %d goes to %d (%q), want %d", p.rsid, p.on37, there.Position, why, p.on38)
		}
		if whyBack != Lifted || back.Position != p.on37 {
			t.Errorf("%s: %d goes back to %d (%q), want %d", p.rsid, p.on38, back.Position, whyBack, p.on37)
		}
	}
	if len(lost) != 1 {
		t.Errorf("without a place: %v", lost)
	}
}

// TestThereAndBack: a lifted piece leads back to where it was, with its strand, whatever its
// length, unless the way back is ambiguous.
func TestThereAndBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, from := range []genome.Build{genome.GRCh37, genome.GRCh38} {
		to := genome.GRCh38
		if from == to {
			to = genome.GRCh37
		}
		there, back := NewLookup(builtin(t, from, to)), NewLookup(builtin(t, to, from))
		lifted, ambiguous := 0, 0
		for range 200_000 {
			c := genome.Chromosome(1 + r.IntN(int(genome.Y)))
			position, bases := 1+r.Int32N(c.Length(from)), 1+r.Int32N(20)
			place, why := there.Lift(c, position, bases)
			if why != Lifted {
				continue
			}
			lifted++
			if end := place.Position + bases - 1; place.Position < 1 || end > place.Chromosome.Length(to) {
				t.Fatalf("%v:%d+%d went to %+v, outside of %s", c, position, bases, place, to)
			}
			again, why := back.Lift(place.Chromosome, place.Position, bases)
			switch {
			case why == Ambiguous || why == SpanSplit:
				ambiguous++
			case why != Lifted || again.Position != position || again.Reversed != place.Reversed:
				t.Fatalf("%v:%d+%d on %s went to %+v and back to %+v (%q)", c, position, bases, from, place, again, why)
			}
		}
		if lifted < 150_000 || ambiguous > lifted/100 {
			t.Errorf("from %s: %d lifted, %d of them without one way back", from, lifted, ambiguous)
		}
	}
}

// TestLookupsInAnyOrder: a Lookup that remembers answers like one that does not.
func TestLookupsInAnyOrder(t *testing.T) {
	m := builtin(t, genome.GRCh37, genome.GRCh38)
	r := rand.New(rand.NewPCG(3, 4))
	positions := make([]int32, 20_000)
	for i := range positions {
		positions[i] = 1 + r.Int32N(genome.Chromosome(1).Length(genome.GRCh37))
	}
	for _, sorted := range []bool{false, true} {
		if sorted {
			slices.Sort(positions)
		}
		l := NewLookup(m)
		for _, p := range positions {
			got, why := l.Lift(1, p, 1)
			want, whyWant := m.Lift(1, p, 1)
			if got != want || why != whyWant {
				t.Fatalf("%d: %+v %q, want %+v %q", p, got, why, want, whyWant)
			}
		}
	}
}

func TestReasonsHaveSentences(t *testing.T) {
	for _, r := range Reasons() {
		if !strings.HasSuffix(r.Sentence(), ".") {
			t.Errorf("%s: %q", r, r.Sentence())
		}
	}
}

// BenchmarkLookup is a million sorted positions per operation.
func BenchmarkLookup(b *testing.B) {
	m := builtin(b, genome.GRCh37, genome.GRCh38)
	for b.Loop() {
		l := NewLookup(m)
		for i := range int32(1_000_000) {
			l.Lift(1, 10_000+i*249, 1)
		}
	}
}
