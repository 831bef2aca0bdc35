package qc

import (
	"math"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func allele(t testing.TB, d *variant.Dict, text string) variant.Allele {
	t.Helper()
	switch text {
	case "I":
		return variant.Insertion
	case "D":
		return variant.Deletion
	}
	a, ok := d.Parse([]byte(text))
	if !ok {
		t.Fatalf("%q is no allele", text)
	}
	return a
}

var byFrequency = Palindromes{Rule: PalindromesByFrequency, From: 0.40, To: 0.60}

func TestHarmonise(t *testing.T) {
	type panel struct {
		ref, alt string
		af       float64
	}
	snp := []panel{{"A", "G", 0.30}}
	for name, test := range map[string]struct {
		panel      []panel
		ea, oa     string
		eaf        float64
		rule       PalindromeRule
		verdict    verdictOnRow
		wantEA     string
		wantOA     string
		beta, freq float64
		class      int
	}{
		"as is":                {panel: snp, ea: "G", oa: "A", eaf: 0.30, wantEA: "G", wantOA: "A", beta: 0.1, freq: 0.30},
		"swapped":              {panel: snp, ea: "A", oa: "G", eaf: 0.30, wantEA: "G", wantOA: "A", beta: -0.1, freq: 0.70, class: 1},
		"strand flip":          {panel: snp, ea: "C", oa: "T", eaf: 0.30, wantEA: "G", wantOA: "A", beta: 0.1, freq: 0.30, class: 2},
		"strand flip and swap": {panel: snp, ea: "T", oa: "C", eaf: 0.30, wantEA: "G", wantOA: "A", beta: -0.1, freq: 0.70, class: 3},
		"other alleles":        {panel: snp, ea: "G", oa: "C", eaf: 0.30, verdict: rowNotMatched},
		"equal alleles":        {panel: snp, ea: "G", oa: "G", eaf: 0.30, verdict: rowNotMatched},
		"palindromic site kept as it is when asked": {panel: []panel{{"A", "T", 0.5}}, ea: "T", oa: "A", eaf: 0.5,
			rule: PalindromesKeep, wantEA: "T", wantOA: "A", beta: 0.1, freq: 0.5},
		"palindromic, same side": {panel: []panel{{"A", "T", 0.3}}, ea: "T", oa: "A", eaf: 0.25,
			wantEA: "T", wantOA: "A", beta: 0.1, freq: 0.25},
		"palindromic, swapped, same side": {panel: []panel{{"A", "T", 0.3}}, ea: "A", oa: "T", eaf: 0.75,
			wantEA: "T", wantOA: "A", beta: -0.1, freq: 0.25, class: 1},
		"palindromic, other side is the other strand": {panel: []panel{{"A", "T", 0.3}}, ea: "T", oa: "A", eaf: 0.75,
			wantEA: "T", wantOA: "A", beta: -0.1, freq: 0.25, class: 3},
		"palindromic in the middle":        {panel: []panel{{"A", "T", 0.3}}, ea: "T", oa: "A", eaf: 0.45, verdict: rowAmbiguous},
		"palindromic, panel in the middle": {panel: []panel{{"C", "G", 0.5}}, ea: "G", oa: "C", eaf: 0.1, verdict: rowAmbiguous},
		"palindromic, no frequency":        {panel: []panel{{"C", "G", 0.1}}, ea: "G", oa: "C", eaf: math.NaN(), verdict: rowAmbiguous},
		"palindromic, panel has none":      {panel: []panel{{"C", "G", math.NaN()}}, ea: "G", oa: "C", eaf: 0.1, verdict: rowAmbiguous},
		"second site of the position":      {panel: []panel{{"A", "C", 0.1}, {"A", "G", 0.3}}, ea: "A", oa: "G", eaf: 0.7, wantEA: "G", wantOA: "A", beta: -0.1, freq: 0.3, class: 1},
		"letters before strand":            {panel: []panel{{"C", "T", 0.3}, {"A", "G", 0.9}}, ea: "G", oa: "A", eaf: 0.3, wantEA: "G", wantOA: "A", beta: 0.1, freq: 0.3},
		"insertion spelled by the panel":   {panel: []panel{{"A", "AT", 0.2}}, ea: "I", oa: "D", eaf: 0.2, wantEA: "AT", wantOA: "A", beta: 0.1, freq: 0.2},
		"deletion spelled by the panel":    {panel: []panel{{"ATC", "A", 0.2}}, ea: "I", oa: "D", eaf: 0.8, wantEA: "A", wantOA: "ATC", beta: -0.1, freq: 0.2, class: 1},
		"two indels spell nothing":         {panel: []panel{{"A", "AT", 0.9}, {"A", "ATT", 0.2}}, ea: "I", oa: "D", eaf: 0.2, verdict: rowSeveral},
		"one indel beside a single base":   {panel: []panel{{"A", "T", 0.2}, {"A", "ATT", 0.9}}, ea: "I", oa: "D", eaf: 0.2, wantEA: "ATT", wantOA: "A", beta: 0.1, freq: 0.2},
		"one allele spelled":               {panel: []panel{{"A", "AT", 0.2}}, ea: "AT", oa: "D", eaf: 0.2, wantEA: "AT", wantOA: "A", beta: 0.1, freq: 0.2},
		"symbols at a single-base site":    {panel: snp, ea: "I", oa: "D", eaf: 0.2, verdict: rowNotMatched},
		"panel spelled by the row":         {panel: []panel{{"D", "I", 0.2}}, ea: "A", oa: "AT", eaf: 0.8, wantEA: "AT", wantOA: "A", beta: -0.1, freq: 0.2, class: 1},
		"sequences are not complemented":   {panel: []panel{{"A", "AG", 0.2}}, ea: "TC", oa: "T", eaf: 0.2, verdict: rowNotMatched},
		"no site":                          {ea: "G", oa: "A", eaf: 0.3, verdict: rowNotMatched},
		"minor frequency is not turned":    {panel: snp, ea: "A", oa: "G", eaf: -0.3, wantEA: "G", wantOA: "A", beta: -0.1, freq: 0.3, class: 1},
	} {
		t.Run(name, func(t *testing.T) {
			d := variant.NewDict()
			r := sumstats.Row{EA: allele(t, d, test.ea), OA: allele(t, d, test.oa), Beta: 0.1, EAF: test.eaf}
			if test.eaf < 0 {
				r.EAF, r.Flags = -test.eaf, sumstats.EAFIsMAF
			}
			var sites []site
			for _, p := range test.panel {
				sites = append(sites, site{ref: allele(t, d, p.ref), alt: allele(t, d, p.alt), af: p.af})
			}
			rule := byFrequency
			if test.rule != "" {
				rule.Rule = test.rule
			}
			_, verdict := rule.harmonise(&r, sites, d)
			if verdict != test.verdict {
				t.Fatalf("verdict %d, want %d", verdict, test.verdict)
			}
			if verdict != rowKept {
				return
			}
			got := []any{d.Text(r.EA), d.Text(r.OA), r.Beta, r.EAF, classOf(r.Flags)}
			want := []any{test.wantEA, test.wantOA, test.beta, test.freq, test.class}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestHarmoniseForgetsTheEffectAllele reports that it makes no difference which of the two alleles
// a file reports effects for.
func TestHarmoniseForgetsTheEffectAllele(t *testing.T) {
	letters := []variant.Allele{variant.A, variant.C, variant.G, variant.T, variant.Insertion, variant.Deletion, 0b10011, 0b1001100}
	rapid.Check(t, func(t *rapid.T) {
		d := variant.NewDict()
		pick := rapid.SampledFrom(letters)
		frequency := rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(0, 1000).Draw(t, "f")) / 1000 })
		sites := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) site {
			return site{ref: pick.Draw(t, "ref"), alt: pick.Draw(t, "alt"), af: frequency.Draw(t, "af")}
		}), 0, 3).Draw(t, "sites")
		r := sumstats.Row{EA: pick.Draw(t, "ea"), OA: pick.Draw(t, "oa"), Beta: 0.25, EAF: frequency.Draw(t, "eaf")}
		turned := r
		exchange(&turned)
		turned.Flags = 0
		_, verdict := byFrequency.harmonise(&r, sites, d)
		_, turnedVerdict := byFrequency.harmonise(&turned, sites, d)
		if verdict != turnedVerdict {
			t.Fatalf("verdicts %d and %d", verdict, turnedVerdict)
		}
		if verdict != rowKept {
			return
		}
		r.Flags, turned.Flags = 0, 0
		if r != turned {
			t.Fatalf("%+v\n%+v", r, turned)
		}
	})
}
