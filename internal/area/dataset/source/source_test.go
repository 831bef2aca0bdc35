package source

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/meta"
)

func TestAncestriesOfHermesAreThoseOfTheRegistry(t *testing.T) {
	for _, choice := range hermes.Ancestries() {
		if !slices.ContainsFunc(dataset.AllCodes().Ancestry, func(c dataset.Code) bool { return c.Value == choice.Value }) {
			t.Errorf("the registry has no ancestry %s (%s)", choice.Value, choice.Label)
		}
	}
}

func number(n int64) *int64 { return &n }

func TestPeople(t *testing.T) {
	for name, c := range map[string]struct {
		used  []hermes.MetaInput
		code  string
		sizes []dataset.AncestrySize
		in    dataset.PhenotypeInput
	}{
		"one ancestry, all with cases": {
			[]hermes.MetaInput{{Ancestry: "EU", NTotal: 100, Cases: number(10)}, {Ancestry: "EU", NTotal: 50, Cases: number(5)}},
			"EU",
			[]dataset.AncestrySize{{Ancestry: "EU", N: 150}},
			dataset.PhenotypeInput{Code: "HF", Dichotomous: true, SampleSize: 150, Cases: number(15), Controls: number(135)},
		},
		"several ancestries, one without cases": {
			[]hermes.MetaInput{{Ancestry: "AF", NTotal: 7}, {Ancestry: "EU", NTotal: 100, Cases: number(10)}, {Ancestry: "AF", NTotal: 3, Cases: number(1)}},
			"Mixed",
			[]dataset.AncestrySize{{Ancestry: "AF", N: 10}, {Ancestry: "EU", N: 100}},
			dataset.PhenotypeInput{Code: "HF", SampleSize: 110},
		},
	} {
		if got := ancestry(c.used); got != c.code {
			t.Errorf("%s: ancestry %s, want %s", name, got, c.code)
		}
		if diff := cmp.Diff(c.sizes, counts(c.used)); diff != "" {
			t.Errorf("%s: people per ancestry (-want +got):\n%s", name, diff)
		}
		m := &hermes.MetaSubject{Meta: &hermes.Meta{Phenotype: "HF"}, Used: c.used}
		if diff := cmp.Diff(c.in, phenotype(m)); diff != "" {
			t.Errorf("%s: phenotype (-want +got):\n%s", name, diff)
		}
	}
}

func TestSex(t *testing.T) {
	for want, cases := range map[string][][]string{
		"male": {{"Male only"}}, "female": {{"Female only"}},
		"mixed": {{"Not sex stratified"}, {"Male only", "Female only"}, {"Female only", "Not sex stratified"}},
	} {
		for _, sexes := range cases {
			if got := sex(sexes); got != want {
				t.Errorf("%v is %s, want %s", sexes, got, want)
			}
		}
	}
}

func TestDescription(t *testing.T) {
	lambda := 1.0456
	m := &hermes.MetaSubject{
		Meta: &hermes.Meta{Phenotype: "ALL_HF", LambdaGC: &lambda}, About: &hermes.Phenotype{Description: "All heart failure"},
		Scheme: meta.FixedEffect, Variants: 1234567,
		Used: []hermes.MetaInput{{DatasetName: "One", Cohort: "Cohort A"}, {DatasetName: "Two", Cohort: "Two"}},
	}
	const want = "Meta-analysis of 2 studies of All heart failure, weighted by inverse variance, with fixed effects. 1,234,567 variants." +
		" Genomic control λ 1.046.\n\nStudies: One (Cohort A); Two."
	if got := description(m); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, scheme := range []meta.Scheme{meta.FixedEffect, meta.RandomEffects, meta.SampleSize, meta.MetaRegression} {
		if ways[scheme] == "" {
			t.Errorf("no words for %s", scheme)
		}
	}
}
