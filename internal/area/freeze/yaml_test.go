package freeze

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cohortium/internal/gwas/meta"
)

const everyField = `
name: "Release: 4"
version: "4.0"
deadline: 2026-10-15
schemes: [ivw, random]
sex_difference: true
options: {leave_one_out: true, maf: 0.001, build: GRCh37, tau2: reml}
rules:
  - min_studies: 3
    min_cases: 100
  - {phenotype: LVEF, ancestry: EAS, sex: female, min_studies: 2}
exclude:
  - {cohort: North, file: a.tsv.gz, reason: "consent: withdrawn"}
skip:
  - {phenotype: LVEF, sex: male}
studies:
  - {cohort: North, file: a.tsv.gz, phenotype: LVEF, ancestry: EAS, accepted: 2026-09-01, cases: 5, controls: 6.5, scale: log_odds}
  - {cohort: South, file: b.tsv.gz, phenotype: LVEF, ancestry: EAS, sex: male, accepted: 2026-09-02, n: 100000}
`

func TestAWrittenDocumentIsReadAgain(t *testing.T) {
	t.Parallel()
	want, err := Parse([]byte(everyField))
	if err != nil {
		t.Fatal(err)
	}
	text, err := want.YAML()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Study{}, "Line")); diff != "" {
		t.Errorf("%s\nin\n%s", diff, text)
	}
}

func TestSkippedCellsAndExcludedFiles(t *testing.T) {
	t.Parallel()
	study := func(cohort, file, sex string) Study {
		return Study{Cohort: cohort, File: file, Phenotype: "HF", Ancestry: "EUR", Sex: sex}
	}
	d := &Document{
		Schemes: []meta.Scheme{meta.FixedEffect},
		Skip:    []Scope{{Sex: Male}},
		Exclude: []Exclusion{{Cohort: "North", File: "v1", Reason: "replaced"}},
		Studies: []Study{
			study("North", "v1", Both),
			study("North", "v2", Both),
			study("South", "s", Both),
			study("North", "m", Male),
			study("South", "m2", Male),
		},
	}
	p := NewPlan(d, nil, Rates{})
	both, male := p.find("HF", "EUR", Both), p.find("HF", "EUR", Male)
	if both.Status != Ready || len(both.Studies) != 2 || both.Studies[0] != 1 || len(both.LeftOut) != 1 || both.LeftOut[0].Reason != "replaced" {
		t.Errorf("one file left out: %+v", both)
	}
	if male.Status != Skipped || male.Made() || len(male.Jobs) != 0 || len(male.Studies) != 2 {
		t.Errorf("skipped: %+v", male)
	}
}
