package meta_test

import (
	"math"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// Without each study the others are combined, weighted by inverse variance; the one
// study whose absence alone costs genome-wide significance is named.
func TestLeaveOneOut(t *testing.T) {
	for _, c := range []struct {
		name   string
		z      []float64 // of studies a, b, c of one size
		drives string
	}{
		{"one drives", []float64{9, 1.2, 1.1}, "a"},
		{"the last drives", []float64{1.2, 1.1, 9}, "c"},
		{"none does", []float64{6, 6, 6}, ""},
		{"each is needed", []float64{3.3, 3.3, 3.3}, ""},
		{"two of two are needed", []float64{4.5, 4.5}, ""},
		{"one of two", []float64{9, 2}, "a"},
		// |z| of P = 5e-8 is 5.45131, √2 times 3.85466.
		{"just enough without it", []float64{9, 3.8548, 3.8548}, ""},
		{"just not enough without it", []float64{9, 3.8545, 3.8545}, "a"},
	} {
		const se = 0.02
		var studies []meta.Study
		for i, z := range c.z {
			studies = append(studies, memoryStudy(string(rune('a'+i)), []sumstats.Row{row(1, 100, "A", "G", z*se, se, 0.3)}))
		}
		_, s := runTable(t, studies, meta.DefaultOptions())
		if len(s.TopLoci) != 1 {
			t.Fatalf("%s: %d loci", c.name, len(s.TopLoci))
		}
		l := s.TopLoci[0]
		if l.DrivenBy != c.drives {
			t.Errorf("%s: driven by %q, want %q", c.name, l.DrivenBy, c.drives)
		}
		for i, study := range l.Studies {
			sum, n := 0.0, 0.0
			for j, z := range c.z {
				if j != i {
					sum, n = sum+z, n+1
				}
			}
			z := sum / math.Sqrt(n) // of studies of one size
			if w := study.Without; w == nil || off(float64(w.Beta), sum/n*se) > 1e-10 || off(float64(w.SE), se/math.Sqrt(n)) > 1e-10 ||
				off(float64(w.NegLog10P), stat.NegLog10PFromZ(z)) > 1e-9 {
				t.Errorf("%s, without %s: %+v, want z %v of %v studies", c.name, study.Name, w, z, n)
			}
		}
	}
}

// A locus of one study has nothing to leave out.
func TestLeaveOneOutOfOneStudy(t *testing.T) {
	opt := meta.DefaultOptions()
	opt.MinStudies = 1
	_, s := runTable(t, []meta.Study{memoryStudy("a", []sumstats.Row{row(1, 100, "A", "G", 1, 0.1, 0.3)})}, opt)
	if l := s.TopLoci[0]; l.DrivenBy != "" || l.Studies[0].Without != nil {
		t.Errorf("%+v", l)
	}
}
