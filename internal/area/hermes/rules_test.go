package hermes

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

func fieldsOf(faults []errs.Field) []string {
	var out []string
	for _, f := range faults {
		out = append(out, f.Field)
	}
	return out
}

func TestMappingNeeds(t *testing.T) {
	full := sumstats.Mapping{
		"chromosome": "chr", "base_pair_location": "pos", "effect_allele": "ea", "other_allele": "oa",
		"beta": "b", "standard_error": "se", "p_value": "p", "effect_allele_frequency": "eaf",
	}
	header := []string{"chr", "pos", "ea", "oa", "b", "se", "p", "eaf", "or", "lo", "hi", "maf", "mlogp", "id", "ref", "alt", "z"}
	for _, c := range []struct {
		name   string
		change sumstats.Mapping // "" takes a field out
		free   bool             // frequency is not needed
		want   []string
	}{
		{"beta and standard error", nil, false, nil},
		{"odds ratio with interval", sumstats.Mapping{"beta": "", "standard_error": "", "odds_ratio": "or", "ci_lower": "lo", "ci_upper": "hi"}, false, nil},
		{"odds ratio with P only", sumstats.Mapping{"beta": "", "standard_error": "", "odds_ratio": "or"}, false, nil},
		{"odds ratio with half an interval and no P", sumstats.Mapping{"beta": "", "standard_error": "", "p_value": "", "odds_ratio": "or", "ci_lower": "lo"}, false, []string{"mapping.p_value"}},
		{"−log10 P", sumstats.Mapping{"p_value": "", "neg_log_10_p_value": "mlogp"}, false, nil},
		{"Z alone", sumstats.Mapping{"beta": "", "standard_error": "", "p_value": "", "z": "z"}, false, nil},
		{"minor allele frequency", sumstats.Mapping{"effect_allele_frequency": "", "maf": "maf"}, false, nil},
		{"one column for place and alleles", sumstats.Mapping{"chromosome": "", "base_pair_location": "", "effect_allele": "", "other_allele": "", "chr_pos_ref_alt": "id"}, false, nil},
		{"effect allele with REF and ALT", sumstats.Mapping{"other_allele": "", "reference_allele": "ref", "alternate_allele": "alt"}, false, nil},
		{"REF without ALT", sumstats.Mapping{"other_allele": "", "reference_allele": "ref"}, false, []string{"mapping.other_allele"}},
		{"no place", sumstats.Mapping{"chromosome": "", "base_pair_location": ""}, false, []string{"mapping.chromosome", "mapping.base_pair_location"}},
		{"rs numbers alone, which a panel places", sumstats.Mapping{"chromosome": "", "base_pair_location": "", "rsid": "id"}, false, nil},
		{"rs numbers and half a place", sumstats.Mapping{"base_pair_location": "", "rsid": "id"}, false, []string{"mapping.base_pair_location"}},
		{"no frequency", sumstats.Mapping{"effect_allele_frequency": ""}, false, []string{"mapping.effect_allele_frequency"}},
		{"no frequency where none is needed", sumstats.Mapping{"effect_allele_frequency": ""}, true, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			mapping := sumstats.Mapping{}
			for _, from := range []sumstats.Mapping{full, c.change} {
				for field, column := range from {
					mapping[field] = column
					if column == "" {
						delete(mapping, field)
					}
				}
			}
			if diff := cmp.Diff(c.want, fieldsOf(mappingFaults(mapping, header, !c.free))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestMetadataSurvivesStorage(t *testing.T) {
	raw := json.RawMessage(`{"dataSetName":"a","cohort":"b","phenotype":"ALL_HF","sex":"Male only","ancestry":"EU",` +
		`"totalSampleSize":10,"cases":4,"genomeBuild":"hg19","maf":0,"meanAgeCases":61.5,"covariates":"age, PC1–10"}`)
	m, err := parseMetadata(raw)
	if err != nil {
		t.Fatal(err)
	}
	back, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var want, got map[string]any
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(back, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := parseMetadata(json.RawMessage(`{"status":"REVIEW APPROVED"}`)); !errs.Is(err, errs.Invalid) {
		t.Errorf("an unknown key: %v", err)
	}
}

func TestSpreadsheetCells(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{nil, ""},
		{json.Number("-0.5"), "-0.5"},
		{"-0.5", "'-0.5"},
		{"=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"},
		{"+44", "'+44"},
		{"@x", "'@x"},
		{"\tx", "'\tx"},
		{"plain = text", "plain = text"},
		{"", ""},
		{true, "true"},
	} {
		if got := cell(c.value); got != c.want {
			t.Errorf("cell(%v) = %q, want %q", c.value, got, c.want)
		}
	}
}

func TestPanelOfAnAncestry(t *testing.T) {
	for ancestry, want := range map[string]string{
		"AF": "AFR", "AA": "AFR", "SSAF": "AFR", "EA": "EAS", "EU": "EUR", "HS": "AMR", "NAM": "AMR", "SA": "SAS", "GME": "MID", "Mixed": "ALL",
	} {
		if got := GroupsFor(ancestry)[0]; got != want {
			t.Errorf("%s is served by %s, want %s", ancestry, got, want)
		}
	}
	for _, a := range Ancestries() {
		if a.Value != "Mixed" && GroupsFor(a.Value)[0] == "ALL" {
			t.Errorf("%s has no panel group of its own", a.Value)
		}
	}
}

// TestConventionsOfTheSheet reads the file conventions from the metadata.
func TestConventionsOfTheSheet(t *testing.T) {
	for sheet, want := range map[string]sumstats.Conventions{
		`{}`: {},
		`{"effectScale":"linear_binary","zeroBased":"Yes","missingTokens":" -9  -99 "}`: {Scale: sumstats.LinearBinary, ZeroBased: true, MissingTokens: []string{"-9", "-99"}},
		`{"zeroBased":"No"}`: {},
	} {
		m, err := parseMetadata(json.RawMessage(sheet))
		if err != nil {
			t.Fatal(err)
		}
		got := m.conventions()
		if len(got.MissingTokens) == 0 {
			got.MissingTokens = nil
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", sheet, diff)
		}
	}
	for sheet, faulty := range map[string]string{`{"effectScale":"odds"}`: "effectScale", `{"zeroBased":"1"}`: "zeroBased"} {
		m, err := parseMetadata(json.RawMessage(sheet))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range m.faults(nil, "") {
			found = found || f.Field == faulty || f.Field == "metadata."+faulty
		}
		if !found {
			t.Errorf("%s passes", sheet)
		}
	}
}
