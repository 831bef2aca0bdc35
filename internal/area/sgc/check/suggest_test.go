package check_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/sgc/check"
)

func TestMapping(t *testing.T) {
	header := []string{"Phenotype Code", "N_cases", "N controls", "ICD breakdown", "note"}
	want := check.Mapping{check.Phenotype: "Phenotype Code", check.Cases: "N_cases", check.Controls: "N controls", check.Breakdown: "ICD breakdown"}
	if diff := cmp.Diff(want, check.SuggestMapping(check.CasesMale, header)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	odd := check.Mapping{check.Phenotype: "note", check.Cases: "N_cases", check.Controls: "N controls"}
	if diff := cmp.Diff(odd, check.SuggestMapping(check.CasesMale, slices.Delete(slices.Clone(header), 3, 4), odd)); diff != "" {
		t.Errorf("a remembered mapping (-want +got):\n%s", diff)
	}
	want[check.Phenotype] = "note"
	if diff := cmp.Diff(want, check.SuggestMapping(check.CasesMale, header, odd)); diff != "" {
		t.Errorf("a remembered mapping and a column that is new (-want +got):\n%s", diff)
	}
	for name, c := range map[string]struct {
		mapping check.Mapping
		codes   string
	}{
		"nothing chosen":  {nil, "block column_unmapped, block column_unmapped, block column_unmapped"},
		"not in the file": {check.Mapping{check.Phenotype: "x", check.Cases: "N_cases", check.Controls: "N controls"}, "block column_missing"},
		"chosen twice":    {check.Mapping{check.Phenotype: "note", check.Cases: "N_cases", check.Controls: "N_cases"}, "block column_twice"},
	} {
		if diff := cmp.Diff(c.codes, codes(check.Report{Findings: check.Columns(check.CasesMale, c.mapping, header)})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestHeadersThatAreKnown(t *testing.T) {
	cases := func(code, cases, controls, breakdown string) check.Mapping {
		return check.Mapping{check.Phenotype: code, check.Cases: cases, check.Controls: controls, check.Breakdown: breakdown}
	}
	for name, c := range map[string]struct {
		kind   check.Kind
		header []string
		want   check.Mapping
	}{
		"the example":         {check.CasesMale, []string{"phenotype", "cases", "controls", "breakdown"}, cases("phenotype", "cases", "controls", "breakdown")},
		"N_CTRL and ICD":      {check.CasesMale, []string{"PHENO", "N_CASE", "N_CTRL", "ICD"}, cases("PHENO", "N_CASE", "N_CTRL", "ICD")},
		"N_CTRLS and ICD-10":  {check.CasesFemale, []string{"Trait", "N_CASES", "N_CTRLS", "ICD-10"}, cases("Trait", "N_CASES", "N_CTRLS", "ICD-10")},
		"CTRL":                {check.CasesFemale, []string{"code", "CASE", "CTRL", "codes"}, cases("code", "CASE", "CTRL", "codes")},
		"ctrls, another way":  {check.CasesMale, []string{"ICD codes", "ctrls", "n cases", "Disease"}, cases("Disease", "n cases", "ctrls", "ICD codes")},
		"nothing that counts": {check.CasesMale, []string{"CTRL_ID", "ICDX", "age"}, check.Mapping{}},
		"a table of pairs": {check.PairsMale, []string{"PHENO_1", "PHENO_2", "N"},
			check.Mapping{check.Phenotype1: "PHENO_1", check.Phenotype2: "PHENO_2", check.PairCount: "N"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, check.SuggestMapping(c.kind, c.header)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFixAppliesEverySuggestion(t *testing.T) {
	tab := read(t, "phenotype,cases,controls\npsor,100,300\nZOSTR,1,399\nXQWERTY,1,399\n")
	m := check.SuggestMapping(check.CasesMale, tab.Header)
	_, before := check.CasesTable(check.CasesMale, tab, m, context(check.Male))
	fixed := check.Fix(tab, before.Findings)
	_, after := check.CasesTable(check.CasesMale, fixed, m, context(check.Male))
	if before.Blocking != 3 || after.Blocking != 1 || tab.Rows[0].Cells[0] != "psor" {
		t.Errorf("%d blocking before, %d after, the table itself says %q", before.Blocking, after.Blocking, tab.Rows[0].Cells[0])
	}
}
