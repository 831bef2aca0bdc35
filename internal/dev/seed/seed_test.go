package seed_test

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"cohortium/internal/dev/seed"
)

func world() seed.World {
	return seed.World{Seed: 7, Background: 3000, PerLocus: 50, Loci: seed.Loci()}
}

func TestStudyIsReproducibleAndSorted(t *testing.T) {
	for _, layout := range []seed.Layout{seed.REGENIE, seed.SAIGE, seed.PLINK2, seed.GWASSSF} {
		t.Run(string(layout), func(t *testing.T) {
			s := seed.Study{Seed: 1, Layout: layout, Cases: 5000, Controls: 40000, Coverage: 0.9, Scale: 1, Drift: 0.01}
			var a, b bytes.Buffer
			rows, err := seed.WriteStudy(&a, world(), s)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := seed.WriteStudy(&b, world(), s); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Error("the same study was written differently the second time")
			}
			if lines := bytes.Count(a.Bytes(), []byte("\n")); lines != rows+1 {
				t.Errorf("%d lines for %d rows and a header", lines, rows)
			}
			if rows < 3000 || rows > 3650 {
				t.Errorf("%d rows do not fit a coverage of 0.9", rows)
			}
			checkWidth(t, &a)
		})
	}
}

func checkWidth(t *testing.T, r *bytes.Buffer) {
	t.Helper()
	lines := bufio.NewScanner(r)
	lines.Scan()
	want := len(strings.Fields(lines.Text()))
	for lines.Scan() {
		if got := len(strings.Fields(lines.Text())); got != want {
			t.Fatalf("%d columns under a header of %d: %s", got, want, lines.Text())
		}
	}
}

func TestUnknownLayoutIsRefused(t *testing.T) {
	if _, err := seed.WriteStudy(&bytes.Buffer{}, world(), seed.Study{Layout: "spreadsheet"}); err == nil {
		t.Error("no error for a layout that does not exist")
	}
}

func TestPanelLeavesOutEveryHundredthVariant(t *testing.T) {
	var b bytes.Buffer
	sites, err := seed.WritePanel(&b, world())
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	if err := world().Each(func(seed.Variant) error { all++; return nil }); err != nil {
		t.Fatal(err)
	}
	if lines, want := bytes.Count(b.Bytes(), []byte("\n"))-4, all-all/100; lines != want || sites != want {
		t.Errorf("panel has %d lines and says %d sites, want %d", lines, sites, want)
	}
}

// TestPopulationsDifferInFrequencyAndEffectAlone measures F_ST as Var(Δf) / 2f(1−f) over the
// background, which frequencies near 0 and 1 make a little smaller.
func TestPopulationsDifferInFrequencyAndEffectAlone(t *testing.T) {
	east := world()
	east.Population = seed.EastAsian
	european, asian := variants(t, world()), variants(t, east)
	if len(european) != len(asian) {
		t.Fatalf("%d and %d variants", len(european), len(asian))
	}
	var sum float64
	n, differ := 0, map[int]bool{}
	for i, a := range european {
		b := asian[i]
		if a.Position != b.Position || a.Ref != b.Ref || a.Alt != b.Alt || a.RSID != b.RSID {
			t.Fatalf("variant %d is %+v and %+v", i, a, b)
		}
		switch {
		case a.Linkage == 1 && a.Locus >= 0 && b.Beta == 0:
			differ[a.Locus] = true
		case a.Locus < 0 && a.AF > 0.1 && a.AF < 0.9:
			sum += (a.AF - b.AF) * (a.AF - b.AF) / (2 * a.AF * (1 - a.AF))
			n++
		}
	}
	if got := sum / float64(n); n < 1000 || got < 0.04 || got > 0.06 {
		t.Errorf("F_ST over %d variants is %.3f, want about 0.05", n, got)
	}
	if len(differ) != 1 {
		t.Errorf("%d loci have no effect in East Asians, want 1", len(differ))
	}
}

func variants(t *testing.T, w seed.World) (all []seed.Variant) {
	t.Helper()
	if err := w.Each(func(v seed.Variant) error { all = append(all, v); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}
