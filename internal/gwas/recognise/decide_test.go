package recognise

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/sumstats"
)

// guesses makes an inspection of proposals alone.
func guesses(columns ...ColumnGuess) *Inspection {
	in := &Inspection{Columns: columns}
	for _, c := range columns {
		in.Header = append(in.Header, HeaderColumn{Column: c.Column})
	}
	return in
}

// openFields lists the open questions.
func openFields(d *Decision) (fields []sumstats.Field) {
	for _, q := range d.Open {
		fields = append(fields, q.Fields...)
	}
	return fields
}

func TestDecide(t *testing.T) {
	in := guesses(
		ColumnGuess{Field: sumstats.FieldChromosome, Column: "CHR", Confidence: Certain},
		ColumnGuess{Field: sumstats.FieldEffectAllele, Column: "A1", Confidence: Ask, Question: "?", Likely: true, Alternatives: []string{"A2"}},
		ColumnGuess{Field: sumstats.FieldOtherAllele, Column: "A2", Confidence: Ask, Question: "?", Likely: true, Alternatives: []string{"A1"}},
		ColumnGuess{Field: sumstats.FieldEAF, Column: "FRQ", Confidence: Ask, Question: "?"},
		ColumnGuess{Field: sumstats.FieldDirection, Column: "DIR", Confidence: Ask, Question: "?"},
	)
	for name, test := range map[string]struct {
		answers Answers
		want    sumstats.Mapping
		open    []sumstats.Field
		aside   string
	}{
		"nothing said": {
			want: sumstats.Mapping{sumstats.FieldChromosome: "CHR", sumstats.FieldEffectAllele: "A1", sumstats.FieldOtherAllele: "A2", sumstats.FieldEAF: "FRQ"},
			open: []sumstats.Field{sumstats.FieldEffectAllele, sumstats.FieldOtherAllele, sumstats.FieldEAF}, aside: "DIR",
		},
		"one allele answers both": {
			answers: Answers{Map: sumstats.Mapping{sumstats.FieldEffectAllele: "A2", sumstats.FieldEAF: "FRQ"}},
			want:    sumstats.Mapping{sumstats.FieldChromosome: "CHR", sumstats.FieldEffectAllele: "A2", sumstats.FieldOtherAllele: "A1", sumstats.FieldEAF: "FRQ"}, aside: "DIR",
		},
		"the frequency is of the rarer allele": {
			answers: Answers{Map: sumstats.Mapping{sumstats.FieldEffectAllele: "A1", sumstats.FieldMAF: "FRQ", sumstats.FieldDirection: "DIR"}},
			want:    sumstats.Mapping{sumstats.FieldChromosome: "CHR", sumstats.FieldEffectAllele: "A1", sumstats.FieldOtherAllele: "A2", sumstats.FieldMAF: "FRQ", sumstats.FieldDirection: "DIR"},
		},
		"taken out": {
			answers: Answers{Map: sumstats.Mapping{sumstats.FieldEffectAllele: "A1", sumstats.FieldEAF: "", sumstats.FieldChromosome: "", sumstats.FieldDirection: "DIR"}},
			want:    sumstats.Mapping{sumstats.FieldEffectAllele: "A1", sumstats.FieldOtherAllele: "A2", sumstats.FieldDirection: "DIR"},
		},
		"all of it": {
			answers: Answers{Whole: true, Map: sumstats.Mapping{sumstats.FieldEffectAllele: "A1", sumstats.FieldAlleleFrequency: "FRQ", sumstats.FieldFrequencyAllele: "A2", sumstats.FieldChromosome: ""}},
			want:    sumstats.Mapping{sumstats.FieldEffectAllele: "A1", sumstats.FieldAlleleFrequency: "FRQ", sumstats.FieldFrequencyAllele: "A2"},
		},
		"the same said in the plainer way": {
			answers: Answers{Whole: true, Map: sumstats.Mapping{sumstats.FieldEffectAllele: "A1", sumstats.FieldAlleleFrequency: "FRQ", sumstats.FieldFrequencyAllele: "A1"}},
			want:    sumstats.Mapping{sumstats.FieldEffectAllele: "A1", sumstats.FieldEAF: "FRQ"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := in.Decide(test.answers)
			if diff := cmp.Diff(test.want, d.Mapping); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.open, openFields(d)); diff != "" {
				t.Errorf("open (-want +got):\n%s", diff)
			}
			aside := ""
			for _, q := range d.Aside {
				aside += q.columns[0]
			}
			if aside != test.aside {
				t.Errorf("left aside %q, want %q", aside, test.aside)
			}
		})
	}
}

// multiancestry returns a table of several analyses, as deposits have them.
func multiancestry(t *testing.T) *Inspection {
	t.Helper()
	return inspectTable(t, "variant chromosome position effect_allele other_allele multiancestry_beta_fix multiancestry_se_fix multiancestry_pval_fix "+
		"multiancestry_beta_rand multiancestry_se_rand multiancestry_pval_rand european_ancestry_beta_fix european_ancestry_se_fix european_ancestry_pval_fix european_ancestry_se_rand", 60,
		func(i int) string {
			beta, se, x := association(i)
			p := math.Pow(10, -x)
			return fmt.Sprintf("v%d 1 %d A G %g %g %g %g %g %g %g %g %g 0.3", i, 1000+i, beta, se, p, beta/2, se/2, p, beta/3, se/3, p)
		})
}

// Several analyses are one question, and all columns come from one of them.
func TestAnalysesSideBySideAreOneChoice(t *testing.T) {
	in := multiancestry(t)
	var names []string
	for _, s := range in.Sets {
		names = append(names, s.Name)
	}
	if diff := cmp.Diff([]string{"multiancestry_fix", "multiancestry_rand", "european_ancestry_fix"}, names); diff != "" {
		t.Fatalf("analyses (-want +got):\n%s", diff)
	}
	asked := in.Decide(Answers{})
	if len(asked.Open) != 1 || asked.Open[0].Fields[0] != sumstats.FieldBeta || len(asked.Open[0].Options) != 3 {
		t.Fatalf("open: %+v", asked.Open)
	}
	text := asked.findings(in, MapFlag)[0].Remedy
	for _, flag := range []string{"--map beta=multiancestry_beta_fix", "--map beta=multiancestry_beta_rand", "--map beta=european_ancestry_beta_fix"} {
		if !strings.Contains(text, flag) {
			t.Errorf("no %s in %q", flag, text)
		}
	}
	for _, prefix := range []string{"multiancestry_%s_fix", "multiancestry_%s_rand", "european_ancestry_%s_fix"} {
		for field, word := range map[sumstats.Field]string{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldP: "pval"} {
			d := in.Decide(Answers{Map: sumstats.Mapping{field: fmt.Sprintf(prefix, word)}})
			for f, word := range map[sumstats.Field]string{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldP: "pval"} {
				if want := fmt.Sprintf(prefix, word); d.Mapping[f] != want || len(d.Open) != 0 {
					t.Errorf("answered by %s: %s is %s, want %s; open %v", field, f, d.Mapping[f], want, openFields(d))
				}
			}
		}
	}
}

// A field that the chosen analysis does not have is not taken from another one.
func TestAChosenAnalysisTakesNothingFromAnother(t *testing.T) {
	in := inspectTable(t, "rsid chromosome position effect_allele other_allele beta_eur se_eur p_eur n_eur beta_afr se_afr p_afr", 60, func(i int) string {
		return fmt.Sprintf("rs%d 1 %d A G 0.1 0.05 0.0455 900 0.2 0.1 0.0455", i+1, 1000+i)
	})
	if d := in.Decide(
		Answers{Map: sumstats.Mapping{sumstats.FieldBeta: "beta_afr"}},
	); d.Mapping[sumstats.FieldN] != "" || d.Mapping[sumstats.FieldSE] != "se_afr" ||
		len(d.Open)+len(d.Aside) != 0 {
		t.Errorf("%v, open %v", d.Mapping, openFields(d))
	}
	if d := in.Decide(Answers{Map: sumstats.Mapping{sumstats.FieldBeta: "beta_eur"}}); d.Mapping[sumstats.FieldN] != "n_eur" {
		t.Errorf("%v", d.Mapping)
	}
}

// Results without the name of an analysis are chosen, whatever else is there.
func TestPlainResultsNeedNoChoice(t *testing.T) {
	in := inspectTable(t, "rsid chromosome position effect_allele other_allele beta se p beta_re se_re p_re", 60, func(i int) string {
		beta, se, x := association(i)
		return fmt.Sprintf("rs%d 1 %d A G %g %g %g 0.2 0.1 0.0455", i+1, 1000+i, beta, se, math.Pow(10, -x))
	})
	if m := in.Mapping(false); len(in.Sets) != 0 || m[sumstats.FieldBeta] != "beta" || m[sumstats.FieldSE] != "se" || m[sumstats.FieldP] != "p" {
		t.Errorf("%v, %v", in.Sets, m)
	}
}

// Each question names the flag that answers it, and whether it is the likely answer.
func TestQuestionsNameTheirFlags(t *testing.T) {
	in := inspectTable(t, "chr pos A1 A2 freq beta se p", 300, func(i int) string {
		beta, se, x := association(i)
		return fmt.Sprintf("1 %d A G %g %g %g %g", 1000+i, 0.9*float64(i+1)/300, beta, se, math.Pow(10, -x))
	})
	r := &CheckReport{Findings: in.Decide(Answers{}).findings(in, MapFlag)}
	text := fmt.Sprint(r.Findings)
	for _, want := range []string{"--map effect_allele=A1, or --map effect_allele=A2. The name",
		"--map effect_allele_frequency=freq, or --map other_allele_frequency=freq if", "--map maf=freq if", "--map effect_allele_frequency= to do without"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if got := MapFlag(sumstats.FieldP, "P value (it's)"); got != `--map 'p_value=P value (it'\''s)'` {
		t.Errorf("quoted as %s", got)
	}
}
