package hermes

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/ssf"
)

// twoLoci is a summary as one is kept: of X and by position, and by rs number with little known.
const twoLoci = `{"top_loci": [
	{"chromosome": 23, "base_pair_location": 100, "effect_allele": "A", "other_allele": "C", "rsid": "rs7", "nearest_genes": ["ONE", "TWO"], "gene_distance": 0,
	 "beta": -0.25, "standard_error": 0.03, "p_value": "8.1e-17", "neg_log_10_p_value": 16.09, "effect_allele_frequency": 0.3, "n": 1500, "n_studies": 2,
	 "direction": "-+", "het_p": "0.02", "i2": 81.5, "variants": 3, "driven_by": "=One",
	 "studies": [
	  {"name": "=One", "beta": -0.3, "standard_error": 0.04, "effect_allele_frequency": 0.3, "n": 1000, "neg_log_10_p_value": 13,
	   "without": {"beta": 0.01, "standard_error": 0.1, "neg_log_10_p_value": 0.04}},
	  {"name": "Two", "beta": 0.01, "standard_error": 0.1, "effect_allele_frequency": null, "n": 500, "neg_log_10_p_value": 0.04, "without": null}]},
	{"chromosome": 0, "base_pair_location": 0, "effect_allele": "G", "other_allele": "T", "rsid": "rs8", "beta": null, "standard_error": null,
	 "p_value": "1e-9", "neg_log_10_p_value": 9, "effect_allele_frequency": null, "n": null, "n_studies": 1, "direction": "?+", "het_p": "NA", "i2": null,
	 "variants": 1, "driven_by": "", "studies": []}]}`

func TestFilesThatASummaryIsEnoughFor(t *testing.T) {
	const judged = "verdict,verdict_reasons,verdict_sentences,linked_variants,outliers,lambda_ld,fine_mapping_method,why_one_signal,credible_sets," +
		"credible_set_sizes,credible_set_variants" // empty without a report of the loci
	m := &Meta{Summary: json.RawMessage(twoLoci), Files: []MetaFile{{Name: "results.tsv.gz"}, {Name: "input-0.parquet"}}}
	made, err := m.made()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		FileTopLoci: `chromosome,base_pair_location,rsid,effect_allele,other_allele,nearest_genes,gene_distance,effect_allele_frequency,beta,standard_error,p_value,neg_log_10_p_value,n,n_studies,direction,heterogeneity_p,i2_percent,significant_variants,driven_by,` + judged + `
X,100,rs7,A,C,ONE; TWO,0,0.3,-0.25,0.03,8.1e-17,16.09,1500,2,'-+,0.02,81.5,3,'=One,,,,,,,,,,,
,,rs8,G,T,,,,,,1e-9,9,,1,?+,,,1,,,,,,,,,,,,
`,
		FileStudies: `chromosome,base_pair_location,rsid,effect_allele,other_allele,study,effect_allele_frequency,beta,standard_error,neg_log_10_p_value,n,beta_without,standard_error_without,neg_log_10_p_value_without
X,100,rs7,A,C,'=One,0.3,-0.3,0.04,13,1000,0.01,0.1,0.04
X,100,rs7,A,C,Two,,0.01,0.1,0.04,500,,,
`,
	} {
		if diff := cmp.Diff(want, string(made[name])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if _, err := csv.NewReader(strings.NewReader(string(made[name]))).ReadAll(); err != nil {
			t.Errorf("%s is no table: %v", name, err)
		}
	}
	all, err := m.All()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, f := range all {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"results.tsv.gz", FileTopLoci, FileStudies}, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	for _, without := range []string{"", `{"top_loci": []}`} {
		if made, err := (&Meta{Summary: json.RawMessage(without)}).made(); err != nil || len(made) != 0 {
			t.Errorf("a run without loci has %v, %v", made, err)
		}
	}
}

// The codes that GWAS-SSF has for sexes, and a category of the GWAS Catalog for each single
// ancestry.
func TestPeopleInTheWordsOfTheCatalog(t *testing.T) {
	for want, strata := range map[string][][]string{
		"M": {{"Male only"}}, "F": {{"Female only"}}, "combined": {{"Not sex stratified"}, {"Male only", "Female only"}, {}},
	} {
		for _, of := range strata {
			if got := sexOf(of); got != want {
				t.Errorf("%q are %s, want %s", of, got, want)
			}
		}
	}
	for _, a := range Ancestries() {
		if (ssf.AncestryCategoryOf(a.Value) == "") != (a.Value == "Mixed") {
			t.Errorf("%s is %q", a.Value, ssf.AncestryCategoryOf(a.Value))
		}
	}
}
