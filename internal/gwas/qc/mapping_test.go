package qc

import (
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"

	"github.com/google/go-cmp/cmp"
)

func TestMapping(t *testing.T) {
	inspection := &sumstats.Inspection{Columns: []sumstats.ColumnGuess{
		{Field: sumstats.FieldChromosome, Column: "CHR", Confidence: sumstats.Certain},
		{Field: sumstats.FieldEffectAllele, Column: "A1", Confidence: sumstats.Ask},
		{Field: sumstats.FieldOtherAllele, Column: "A2", Confidence: sumstats.Likely},
		{Field: sumstats.FieldDirection, Column: "DIR", Confidence: sumstats.Ask},
	}}
	for name, test := range map[string]struct {
		chosen sumstats.Mapping
		want   sumstats.Mapping
		left   string
		asks   string
	}{
		"not confirmed": {asks: "effect_allele from column A1"},
		"confirmed": {
			chosen: sumstats.Mapping{sumstats.FieldEffectAllele: "A1"},
			want: sumstats.Mapping{sumstats.FieldChromosome: "CHR", sumstats.FieldEffectAllele: "A1",
				sumstats.FieldOtherAllele: "A2"},
			left: "DIR (perhaps direction)",
		},
		"the other way round": {
			chosen: sumstats.Mapping{sumstats.FieldEffectAllele: "A2", sumstats.FieldOtherAllele: "A1"},
			want: sumstats.Mapping{sumstats.FieldChromosome: "CHR", sumstats.FieldEffectAllele: "A2",
				sumstats.FieldOtherAllele: "A1"},
			left: "DIR (perhaps direction)",
		},
		"taken out": {
			chosen: sumstats.Mapping{sumstats.FieldEffectAllele: "A1", sumstats.FieldChromosome: "", sumstats.FieldDirection: "DIR"},
			want: sumstats.Mapping{sumstats.FieldEffectAllele: "A1", sumstats.FieldOtherAllele: "A2",
				sumstats.FieldDirection: "DIR"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			detected, left, err := detectedMapping(inspection, test.chosen)
			if test.asks != "" {
				if err == nil || !strings.Contains(err.Error(), test.asks) {
					t.Errorf("error %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, mergeMapping(detected, test.chosen)); diff != "" {
				t.Error(diff)
			}
			if got := strings.Join(left, "; "); got != test.left {
				t.Errorf("left %q, want %q", got, test.left)
			}
		})
	}
}
