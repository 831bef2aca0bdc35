package sumstats_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
)

// Each need of a file, met and not met.
func TestNeeds(t *testing.T) {
	whole := sumstats.Mapping{
		sumstats.FieldChromosome:   "c1",
		sumstats.FieldPosition:     "c2",
		sumstats.FieldEffectAllele: "c3",
		sumstats.FieldOtherAllele:  "c4",
		sumstats.FieldBeta:         "c5",
		sumstats.FieldSE:           "c6",
		sumstats.FieldEAF:          "c7",
	}
	for name, test := range map[string]struct {
		change sumstats.Mapping
		use    sumstats.Use
		want   []sumstats.Field
	}{
		"whole":                         {},
		"whole with frequency":          {use: sumstats.Use{Frequency: true}},
		"no frequency":                  {change: sumstats.Mapping{sumstats.FieldEAF: ""}, use: sumstats.Use{Frequency: true}, want: []sumstats.Field{sumstats.FieldEAF}},
		"no frequency, not needed":      {change: sumstats.Mapping{sumstats.FieldEAF: ""}},
		"frequency of an allele":        {change: sumstats.Mapping{sumstats.FieldEAF: "", sumstats.FieldAlleleFrequency: "c7", sumstats.FieldFrequencyAllele: "c4"}, use: sumstats.Use{Frequency: true}},
		"an allele without a frequency": {change: sumstats.Mapping{sumstats.FieldEAF: "", sumstats.FieldFrequencyAllele: "c4"}, use: sumstats.Use{Frequency: true}, want: []sumstats.Field{sumstats.FieldEAF}},
		"two of three genotype counts":  {change: sumstats.Mapping{sumstats.FieldEAF: "", sumstats.FieldCountAA: "c7", sumstats.FieldCountAB: "c8"}, use: sumstats.Use{Frequency: true}, want: []sumstats.Field{sumstats.FieldEAF}},
		"no position":                   {change: sumstats.Mapping{sumstats.FieldPosition: ""}, want: []sumstats.Field{sumstats.FieldPosition}},
		"by rs identifier without one":  {use: sumstats.Use{ByRSID: true}, want: []sumstats.Field{sumstats.FieldRSID}},
		"by rs identifier":              {change: sumstats.Mapping{sumstats.FieldChromosome: "", sumstats.FieldPosition: "", sumstats.FieldRSID: "c1"}, use: sumstats.Use{ByRSID: true}},
		"everything in one column":      {change: sumstats.Mapping{sumstats.FieldChromosome: "", sumstats.FieldPosition: "", sumstats.FieldEffectAllele: "", sumstats.FieldOtherAllele: "", sumstats.FieldChrPosRefAlt: "c1"}},
		"reference without alternate":   {change: sumstats.Mapping{sumstats.FieldOtherAllele: "", sumstats.FieldReferenceAllele: "c4"}, want: []sumstats.Field{sumstats.FieldOtherAllele}},
		"reference and alternate":       {change: sumstats.Mapping{sumstats.FieldOtherAllele: "", sumstats.FieldReferenceAllele: "c4", sumstats.FieldAlternateAllele: "c8"}},
		"no effect":                     {change: sumstats.Mapping{sumstats.FieldBeta: ""}, want: []sumstats.Field{sumstats.FieldBeta}},
		"neither error nor P":           {change: sumstats.Mapping{sumstats.FieldSE: ""}, want: []sumstats.Field{sumstats.FieldP}},
		"half an interval":              {change: sumstats.Mapping{sumstats.FieldSE: "", sumstats.FieldCILower: "c6"}, want: []sumstats.Field{sumstats.FieldP}},
		"an interval":                   {change: sumstats.Mapping{sumstats.FieldSE: "", sumstats.FieldCILower: "c6", sumstats.FieldCIUpper: "c8"}},
		"Z is effect and precision":     {change: sumstats.Mapping{sumstats.FieldBeta: "", sumstats.FieldSE: "", sumstats.FieldZ: "c5"}},
		"log10 P derives the precision": {change: sumstats.Mapping{sumstats.FieldSE: "", sumstats.FieldLog10P: "c6"}},
	} {
		t.Run(name, func(t *testing.T) {
			m := whole.With(test.change)
			var got []sumstats.Field
			for _, n := range m.Lacks(test.use) {
				got = append(got, n.Field)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			// The reader refuses what lacks something, and nothing else.
			_, _, err := sumstatstest.ReadRows(
				t,
				sumstatstest.Table("c1 c2 c3 c4 c5 c6 c7 c8", "1:5:A:G 5 A G 0.1 0.1 0.3 0.4"),
				sumstats.ReadOptions{Mapping: m, ByRSID: test.use.ByRSID},
			)
			if refused := err != nil; refused != (len(m.Lacks(sumstats.Use{ByRSID: test.use.ByRSID})) > 0) {
				t.Errorf("the reader says %v", err)
			}
		})
	}
}

func TestMappingFaults(t *testing.T) {
	m := sumstats.Mapping{
		sumstats.FieldChromosome:      "chr",
		sumstats.FieldPosition:        "pos",
		sumstats.FieldEffectAllele:    "a1",
		sumstats.FieldOtherAllele:     "a2",
		sumstats.FieldBeta:            "no such",
		sumstats.FieldP:               "p",
		sumstats.FieldNegLog10P:       "p",
		"nonsense":                    "chr",
		sumstats.FieldFrequencyAllele: "a1",
		sumstats.FieldAlleleFrequency: "f",
	}
	var got []string
	for _, f := range m.Faults([]string{"chr", "pos", "a1", "a2", "p", "f"}, sumstats.Use{Frequency: true}) {
		got = append(got, string(f.Field))
	}
	if want := []string{"beta", "nonsense", "p_value"}; !slices.Equal(got, want) {
		t.Errorf("faults %v, want %v: a column that frequency_allele points to serves its own field besides", got, want)
	}
}

func TestMappingWith(t *testing.T) {
	m := sumstats.Mapping{sumstats.FieldEffectAllele: "A1", sumstats.FieldOtherAllele: "A2", sumstats.FieldBeta: "b"}
	if got := m.With(sumstats.Mapping{sumstats.FieldEffectAllele: "A2"}); got[sumstats.FieldEffectAllele] != "A2" || got[sumstats.FieldOtherAllele] != "A1" {
		t.Errorf("naming the effect allele gives %v", got)
	}
	if got := m.With(sumstats.Mapping{sumstats.FieldOddsRatio: "b"}); got[sumstats.FieldOddsRatio] != "b" || got[sumstats.FieldBeta] != "" {
		t.Errorf("naming the odds ratio gives %v", got)
	}
	if got := m.With(sumstats.Mapping{sumstats.FieldBeta: ""}); len(got) != 2 {
		t.Errorf("unmapping gives %v", got)
	}
	if m[sumstats.FieldEffectAllele] != "A1" {
		t.Error("the mapping itself was changed")
	}
}
