package sumstats

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// guesses makes an inspection of proposals alone.
func guesses(columns ...ColumnGuess) *Inspection {
	in := &Inspection{Columns: columns}
	for _, c := range columns {
		in.Header = append(in.Header, HeaderColumn{Column: c.Column})
	}
	return in
}

// openFields lists what is asked.
func openFields(d *Decision) (fields []Field) {
	for _, q := range d.Open {
		fields = append(fields, q.Field)
	}
	return fields
}

func TestDecide(t *testing.T) {
	in := guesses(
		ColumnGuess{Field: FieldChromosome, Column: "CHR", Confidence: Certain},
		ColumnGuess{Field: FieldEffectAllele, Column: "A1", Confidence: Ask, Question: "?", Likely: true},
		ColumnGuess{Field: FieldOtherAllele, Column: "A2", Confidence: Ask, Question: "?", Likely: true},
		ColumnGuess{Field: FieldEAF, Column: "FRQ", Confidence: Ask, Question: "?"},
		ColumnGuess{Field: FieldDirection, Column: "DIR", Confidence: Ask, Question: "?"},
	)
	for name, test := range map[string]struct {
		answers Answers
		want    Mapping
		open    []Field
		aside   string
	}{
		"nothing said": {
			want: Mapping{FieldChromosome: "CHR", FieldEffectAllele: "A1", FieldOtherAllele: "A2", FieldEAF: "FRQ"},
			open: []Field{FieldEffectAllele, FieldOtherAllele, FieldEAF}, aside: "DIR",
		},
		"one allele answers both": {
			answers: Answers{Map: Mapping{FieldEffectAllele: "A2", FieldEAF: "FRQ"}},
			want:    Mapping{FieldChromosome: "CHR", FieldEffectAllele: "A2", FieldOtherAllele: "A1", FieldEAF: "FRQ"}, aside: "DIR",
		},
		"the frequency is of the rarer allele": {
			answers: Answers{Map: Mapping{FieldEffectAllele: "A1", FieldMAF: "FRQ", FieldDirection: "DIR"}},
			want:    Mapping{FieldChromosome: "CHR", FieldEffectAllele: "A1", FieldOtherAllele: "A2", FieldMAF: "FRQ", FieldDirection: "DIR"},
		},
		"taken out": {
			answers: Answers{Map: Mapping{FieldEffectAllele: "A1", FieldEAF: "", FieldChromosome: "", FieldDirection: "DIR"}},
			want:    Mapping{FieldEffectAllele: "A1", FieldOtherAllele: "A2", FieldDirection: "DIR"},
		},
		"all of it": {
			answers: Answers{Whole: true, Map: Mapping{FieldEffectAllele: "A1", FieldAlleleFrequency: "FRQ", FieldFrequencyAllele: "A2", FieldChromosome: ""}},
			want:    Mapping{FieldEffectAllele: "A1", FieldAlleleFrequency: "FRQ", FieldFrequencyAllele: "A2"},
		},
		"the same said in the plainer way": {
			answers: Answers{Whole: true, Map: Mapping{FieldEffectAllele: "A1", FieldAlleleFrequency: "FRQ", FieldFrequencyAllele: "A1"}},
			want:    Mapping{FieldEffectAllele: "A1", FieldEAF: "FRQ"},
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
				aside += q.Column
			}
			if aside != test.aside {
				t.Errorf("left aside %q, want %q", aside, test.aside)
			}
		})
	}
}

// Each need of a file, met and not met.
func TestNeeds(t *testing.T) {
	whole := Mapping{FieldChromosome: "c1", FieldPosition: "c2", FieldEffectAllele: "c3", FieldOtherAllele: "c4", FieldBeta: "c5", FieldSE: "c6", FieldEAF: "c7"}
	for name, test := range map[string]struct {
		change Mapping
		use    Use
		want   []Field
	}{
		"whole":                         {},
		"whole with frequency":          {use: Use{Frequency: true}},
		"no frequency":                  {change: Mapping{FieldEAF: ""}, use: Use{Frequency: true}, want: []Field{FieldEAF}},
		"no frequency, not needed":      {change: Mapping{FieldEAF: ""}},
		"frequency of an allele":        {change: Mapping{FieldEAF: "", FieldAlleleFrequency: "c7", FieldFrequencyAllele: "c4"}, use: Use{Frequency: true}},
		"an allele without a frequency": {change: Mapping{FieldEAF: "", FieldFrequencyAllele: "c4"}, use: Use{Frequency: true}, want: []Field{FieldEAF}},
		"two of three genotype counts":  {change: Mapping{FieldEAF: "", FieldCountAA: "c7", FieldCountAB: "c8"}, use: Use{Frequency: true}, want: []Field{FieldEAF}},
		"no position":                   {change: Mapping{FieldPosition: ""}, want: []Field{FieldPosition}},
		"by rs identifier without one":  {use: Use{ByRSID: true}, want: []Field{FieldRSID}},
		"by rs identifier":              {change: Mapping{FieldChromosome: "", FieldPosition: "", FieldRSID: "c1"}, use: Use{ByRSID: true}},
		"everything in one column":      {change: Mapping{FieldChromosome: "", FieldPosition: "", FieldEffectAllele: "", FieldOtherAllele: "", FieldChrPosRefAlt: "c1"}},
		"reference without alternate":   {change: Mapping{FieldOtherAllele: "", FieldReferenceAllele: "c4"}, want: []Field{FieldOtherAllele}},
		"reference and alternate":       {change: Mapping{FieldOtherAllele: "", FieldReferenceAllele: "c4", FieldAlternateAllele: "c8"}},
		"no effect":                     {change: Mapping{FieldBeta: ""}, want: []Field{FieldBeta}},
		"neither error nor P":           {change: Mapping{FieldSE: ""}, want: []Field{FieldP}},
		"half an interval":              {change: Mapping{FieldSE: "", FieldCILower: "c6"}, want: []Field{FieldP}},
		"an interval":                   {change: Mapping{FieldSE: "", FieldCILower: "c6", FieldCIUpper: "c8"}},
		"Z is effect and precision":     {change: Mapping{FieldBeta: "", FieldSE: "", FieldZ: "c5"}},
		"log10 P derives the precision": {change: Mapping{FieldSE: "", FieldLog10P: "c6"}},
	} {
		t.Run(name, func(t *testing.T) {
			m := whole.With(test.change)
			var got []Field
			for _, n := range m.Lacks(test.use) {
				got = append(got, n.Field)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			// The reader refuses what lacks something, and nothing else.
			_, _, err := readRows(t, table("c1 c2 c3 c4 c5 c6 c7 c8", "1:5:A:G 5 A G 0.1 0.1 0.3 0.4"), ReadOptions{Mapping: m, ByRSID: test.use.ByRSID})
			if refused := err != nil; refused != (len(m.Lacks(Use{ByRSID: test.use.ByRSID})) > 0) {
				t.Errorf("the reader says %v", err)
			}
		})
	}
}

func TestMappingFaults(t *testing.T) {
	m := Mapping{FieldChromosome: "chr", FieldPosition: "pos", FieldEffectAllele: "a1", FieldOtherAllele: "a2", FieldBeta: "no such", FieldP: "p",
		FieldNegLog10P: "p", "nonsense": "chr", FieldFrequencyAllele: "a1", FieldAlleleFrequency: "f"}
	var got []string
	for _, f := range m.Faults([]string{"chr", "pos", "a1", "a2", "p", "f"}, Use{Frequency: true}) {
		got = append(got, string(f.Field))
	}
	if want := []string{"beta", "nonsense", "p_value"}; !slices.Equal(got, want) {
		t.Errorf("faults %v, want %v: a column that frequency_allele points to serves its own field besides", got, want)
	}
}

// multiancestry is a table of several analyses, as deposits have them.
func multiancestry(t *testing.T) *Inspection {
	t.Helper()
	return inspectTable(t, "variant chromosome position effect_allele other_allele multiancestry_beta_fix multiancestry_se_fix multiancestry_pval_fix "+
		"multiancestry_beta_rand multiancestry_se_rand multiancestry_pval_rand european_ancestry_beta_fix european_ancestry_se_fix european_ancestry_pval_fix european_ancestry_se_rand", 60,
		func(i int) string {
			beta, se, x := association(i)
			p := math.Pow(10, -x)
			return fmt.Sprintf("v%d 1 %d A G %g %g %g %g %g %g %g %g %g 0.3", i, 1000+i, beta, se, p, beta/2, se, p, beta/3, se, p)
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
	if diff := cmp.Diff([]Field{FieldBeta}, openFields(asked)); diff != "" {
		t.Errorf("open (-want +got):\n%s", diff)
	}
	text := asked.findings(in, MapFlag)[0].Remedy
	for _, flag := range []string{"--map beta=multiancestry_beta_fix", "--map beta=multiancestry_beta_rand", "--map beta=european_ancestry_beta_fix"} {
		if !strings.Contains(text, flag) {
			t.Errorf("no %s in %q", flag, text)
		}
	}
	for _, prefix := range []string{"multiancestry_%s_fix", "multiancestry_%s_rand", "european_ancestry_%s_fix"} {
		for field, word := range map[Field]string{FieldBeta: "beta", FieldSE: "se", FieldP: "pval"} {
			d := in.Decide(Answers{Map: Mapping{field: fmt.Sprintf(prefix, word)}})
			for f, word := range map[Field]string{FieldBeta: "beta", FieldSE: "se", FieldP: "pval"} {
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
	if d := in.Decide(Answers{Map: Mapping{FieldBeta: "beta_afr"}}); d.Mapping[FieldN] != "" || d.Mapping[FieldSE] != "se_afr" || len(d.Open)+len(d.Aside) != 0 {
		t.Errorf("%v, open %v", d.Mapping, openFields(d))
	}
	if d := in.Decide(Answers{Map: Mapping{FieldBeta: "beta_eur"}}); d.Mapping[FieldN] != "n_eur" {
		t.Errorf("%v", d.Mapping)
	}
}

// Results without the name of an analysis are the ones, whatever stands beside.
func TestPlainResultsNeedNoChoice(t *testing.T) {
	in := inspectTable(t, "rsid chromosome position effect_allele other_allele beta se p beta_re se_re p_re", 60, func(i int) string {
		beta, se, x := association(i)
		return fmt.Sprintf("rs%d 1 %d A G %g %g %g 0.2 0.1 0.0455", i+1, 1000+i, beta, se, math.Pow(10, -x))
	})
	if m := in.Mapping(false); len(in.Sets) != 0 || m[FieldBeta] != "beta" || m[FieldSE] != "se" || m[FieldP] != "p" {
		t.Errorf("%v, %v", in.Sets, m)
	}
}

// Each question says the flag that answers it, and whether it is the likely answer.
func TestQuestionsNameTheirFlags(t *testing.T) {
	in := inspectTable(t, "chr pos A1 A2 freq beta se p", 300, func(i int) string {
		beta, se, x := association(i)
		return fmt.Sprintf("1 %d A G %g %g %g %g", 1000+i, 0.9*float64(i+1)/300, beta, se, math.Pow(10, -x))
	})
	r := &CheckReport{Findings: in.Decide(Answers{}).findings(in, MapFlag)}
	text := fmt.Sprint(r.Findings)
	for _, want := range []string{"--map effect_allele=A1, or --map effect_allele=A2. The first is the likely answer, which --yes takes.",
		"--map effect_allele_frequency=freq, or --map other_allele_frequency=freq if", "--map maf=freq if", "--map effect_allele_frequency= to do without"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if got := MapFlag(FieldP, "P value (it's)"); got != `--map 'p_value=P value (it'\''s)'` {
		t.Errorf("quoted as %s", got)
	}
}
