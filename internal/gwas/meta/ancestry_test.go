package meta_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// ofAncestries are studies over many variants, two of one ancestry, two of a second and one
// of a third, with the files in an order that is not that of the names. Alleles are swapped
// and turned in some, and not every study has every variant.
func ofAncestries(seed uint64) []meta.Study {
	ancestries := []string{"EU", "AA", "EU", "SA", "AA"}
	rng := rand.New(rand.NewPCG(seed, 1))
	var studies []meta.Study
	for i, ancestry := range ancestries {
		var rows []sumstats.Row
		for v := range 400 {
			if rng.IntN(5) == 0 {
				continue
			}
			effect := 0.0
			if v%40 == 0 {
				effect = 0.4
			}
			r := row(1+v/200, int32(1_000_000*(1+v%200)), "G", "A", effect+0.05*rng.NormFloat64(), 0.03+0.03*rng.Float64(), 0.1+0.8*rng.Float64())
			switch rng.IntN(3) {
			case 0:
				r.EA, r.OA, r.Beta, r.EAF = r.OA, r.EA, -r.Beta, 1-r.EAF
			case 1:
				r.EA, r.OA = allele("C"), allele("T")
			}
			rows = append(rows, r)
		}
		s := memoryStudy(fmt.Sprintf("cohort %c", 'z'-rune(i)), rows)
		s.Ancestry = ancestry
		studies = append(studies, s)
	}
	return studies
}

// runAncestries runs the studies and returns the decompressed combined result and that of each
// ancestry.
func runAncestries(t *testing.T, studies []meta.Study, opt meta.Options) (all string, parts map[string]string, s *meta.Summary) {
	t.Helper()
	names := meta.Ancestries(studies)
	var combined bytes.Buffer
	files := make([]bytes.Buffer, len(names))
	out := meta.Output{Results: &combined, Index: io.Discard}
	for i := range names {
		out.Ancestries = append(out.Ancestries, meta.Output{Results: &files[i], Index: io.Discard})
	}
	s, err := meta.Run(t.Context(), testDict, studies, opt, out, nil)
	if err != nil {
		t.Fatal(err)
	}
	parts = map[string]string{}
	for i, name := range names {
		parts[name] = expanded(t, &files[i])
	}
	return expanded(t, &combined), parts, s
}

func expanded(t *testing.T, file io.Reader) string {
	t.Helper()
	zr, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zr)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// orientedLines returns the part of each line that does not depend on which allele counts, as that
// follows from all studies of a run.
func orientedLines(text string) []string {
	lines := strings.Split(strings.TrimSpace(text), "\n")[1:]
	for i, line := range lines {
		f := strings.Split(line, "\t")
		// Place, |beta|, SE, P, N, studies, Q, P of Q
		lines[i] = strings.Join([]string{f[0], f[1], strings.TrimPrefix(f[4], "-"), f[5], f[7], f[11], f[12], f[14], f[15]}, " ")
	}
	return lines
}

// The result of an ancestry is that of a run of its studies alone, with every scheme; the combined
// one is the same as without ancestries.
func TestAncestriesAreRunsOfTheirStudies(t *testing.T) {
	for _, scheme := range []meta.Scheme{meta.FixedEffect, meta.RandomEffects, meta.SampleSize} {
		opt := meta.DefaultOptions()
		opt.Scheme, opt.MAF = scheme, 0.15
		studies := ofAncestries(3)
		all, parts, s := runAncestries(t, studies, opt)
		if len(parts) != 2 || len(s.Ancestries) != 2 || s.Ancestries[0].Name != "AA" || s.Ancestries[1].Name != "EU" {
			t.Fatalf("%s: ancestries %+v", scheme, s.Ancestries)
		}
		if s.Ancestries[0].Studies[0] != "cohort y" || s.Ancestries[0].Studies[1] != "cohort v" {
			t.Errorf("%s: AA of %v", scheme, s.Ancestries[0].Studies)
		}
		for i := range studies {
			studies[i].Ancestry = ""
		}
		if plain, none, alone := runAncestries(t, studies, opt); plain != all || len(none) > 0 || alone.Ancestries != nil {
			t.Errorf("%s: naming ancestries changes the combined result", scheme)
		}
		for i, name := range []string{"AA", "EU"} {
			alone := []meta.Study{studies[1], studies[4]}
			if name == "EU" {
				alone = []meta.Study{studies[0], studies[2]}
			}
			want, _, only := runAncestries(t, alone, opt)
			if got, want := orientedLines(parts[name]), orientedLines(want); !slices.Equal(got, want) || len(got) < 100 {
				t.Errorf("%s, %s: %d lines, alone %d, and they differ", scheme, name, len(got), len(want))
			}
			a := s.Ancestries[i]
			if a.NVariants != only.NVariants || a.NSignificant != only.NSignificant || a.NLoci != only.NLoci ||
				off(float64(a.LambdaGC), float64(only.LambdaGC)) > 1e-9 {
				t.Errorf("%s: %+v, alone %d variants, %d loci, λ %v", scheme, a, only.NVariants, only.NLoci, only.LambdaGC)
			}
		}
	}
}

// Cochran's Q is that within ancestries and that between them, with its degrees of freedom.
func TestHeterogeneityBetweenAncestries(t *testing.T) {
	// Worked by hand: weights 100, 100, 400 and 25; EU 0.2, AA 0.5 and SA 0.1.
	at := func(name, ancestry string, beta, se float64) meta.Study {
		s := memoryStudy(name, []sumstats.Row{row(1, 1000, "A", "G", beta, se, 0.3)})
		s.Ancestry = ancestry
		return s
	}
	studies := []meta.Study{at("a", "EU", 0.1, 0.1), at("b", "EU", 0.3, 0.1), at("c", "AA", 0.5, 0.05), at("d", "SA", 0.1, 0.2)}
	_, _, s := runAncestries(t, studies, meta.DefaultOptions())
	l := s.TopLoci[0]
	// Mean (200·0.2 + 400·0.5 + 25·0.1)/625 = 0.388.
	want := 200*0.188*0.188 + 400*0.112*0.112 + 25*0.288*0.288
	within := 100*0.01 + 100*0.01
	if l.Between == nil || off(float64(l.Between.Q), want) > 1e-12 || l.Between.DF != 2 || off(float64(l.Q), want+within) > 1e-12 {
		t.Fatalf("between %+v, all %v; want %v and %v", l.Between, l.Q, want, want+within)
	}
	// The upper tail of χ² with 2 degrees of freedom is exp(−Q/2).
	var p float64
	if _, err := fmt.Sscan(l.Between.HetP, &p); err != nil || off(p, math.Exp(-want/2)) > 1e-3 {
		t.Errorf("P %s, want %v", l.Between.HetP, math.Exp(-want/2))
	}
	names := []string{"AA", "EU", "SA"}
	beta, studiesOf := []float64{0.5, 0.2, 0.1}, []int{1, 2, 1}
	for i, a := range l.Ancestries {
		if a.Name != names[i] || off(math.Abs(float64(a.Beta)), beta[i]) > 1e-12 || a.NStudies != studiesOf[i] || float64(a.N) != 1000*float64(studiesOf[i]) {
			t.Errorf("ancestry %d: %+v", i, a)
		}
	}
}

// Ancestries are separated only where there are several; their names are valid in file names.
func TestAncestriesOf(t *testing.T) {
	named := func(names ...string) (studies []meta.Study) {
		for i, name := range names {
			s := memoryStudy(fmt.Sprint(i), []sumstats.Row{row(1, 1000, "A", "G", 0.1, 0.1, 0.3)})
			s.Ancestry = name
			studies = append(studies, s)
		}
		return studies
	}
	for _, c := range []struct{ of, want []string }{
		{[]string{"EU", "EU"}, nil}, {[]string{"", ""}, nil}, {[]string{"EU", "AA"}, nil},
		{[]string{"EU", "AA", "EU"}, []string{"EU"}}, {[]string{"EU", "", "EU"}, []string{"EU"}},
		{[]string{"EU", "AA", "EU", "AA"}, []string{"AA", "EU"}},
	} {
		if got := meta.Ancestries(named(c.of...)); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.of, got, c.want)
		}
	}
	if _, err := meta.Run(
		t.Context(),
		testDict,
		named("EU", "../EU"),
		meta.DefaultOptions(),
		meta.Output{},
		nil,
	); err == nil ||
		!strings.Contains(err.Error(), `"../EU"`) {
		t.Errorf("a path as an ancestry: %v", err)
	}
}

// A signal of the European studies alone, which the others dilute: it is a locus of theirs that the combined result lacks, 500,001 bases from a
// signal of all. One base nearer it belongs to that signal. The fixed effects are worked by hand from the weights 1/SE².
func TestLociOfOneAncestryAlone(t *testing.T) {
	for away, want := range map[int32]int64{500_001: 1, 500_000: 0} {
		lone := 1_000_000 + away
		of := func(name, ancestry string, at float64) meta.Study {
			s := memoryStudy(name, []sumstats.Row{row(1, 1_000_000, "A", "G", 0.3, 0.02, 0.3), row(1, lone, "A", "G", at, 0.02, 0.3)})
			s.Ancestry = ancestry
			return s
		}
		studies := []meta.Study{of("a", "EU", 0.1), of("b", "EU", 0.1), of("c", "AA", -0.05), of("d", "AA", -0.05)}
		_, _, s := runAncestries(t, studies, meta.DefaultOptions())
		if s.NLoci != 1 || len(s.Ancestries) != 2 || s.Ancestries[0].NAlone != 0 || len(s.Ancestries[0].Alone) != 0 {
			t.Fatalf("%d loci, ancestries %+v", s.NLoci, s.Ancestries)
		}
		eu := s.Ancestries[1]
		if eu.NAlone != want || int64(len(eu.Alone)) != want {
			t.Fatalf("%d bases away: %d loci of %s alone, %d listed", away, eu.NAlone, eu.Name, len(eu.Alone))
		}
		if want == 0 {
			continue
		}
		l := eu.Alone[0]
		// Two studies of 0.1 (0.02) are 0.1 (0.02/√2); all four are 0.025 (0.01).
		if l.Position != lone || l.NStudies != 2 || len(l.Studies) != 2 || off(float64(l.Beta), 0.1) > 1e-12 || off(float64(l.SE), 0.02/math.Sqrt2) > 1e-12 {
			t.Errorf("lead %+v", l.Locus)
		}
		if l.Combined == nil || off(float64(l.Combined.Beta), 0.025) > 1e-12 || off(float64(l.Combined.SE), 0.01) > 1e-12 {
			t.Errorf("combined %+v", l.Combined)
		}
	}
}
