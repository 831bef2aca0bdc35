package recognise

import (
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
)

const catalogFiles = "../../../testdata/catalog"

// catalogHeads cuts heads.tsv into its files.
func catalogHeads(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, block := range strings.Split(strings.TrimSpace(string(sumstatstest.ReadFile(t, filepath.Join(catalogFiles, "heads.tsv")))), "\n\n") {
		title, body, ok := strings.Cut(strings.TrimSpace(block), "\n")
		if strings.HasPrefix(title, "# one block") { // behind the comment about the file
			title, body, ok = strings.Cut(body, "\n")
		}
		if !ok {
			t.Fatalf("block %q", block)
		}
		files[strings.Fields(strings.TrimPrefix(title, "# "))[0]] = []byte(body + "\n")
	}
	return files
}

// catalogTruth is how a person reads each header: field=column. A question mark before it says that
// a person would ask, too.
var catalogTruth = map[string]string{
	"GCST008916":   "rsid|chr_pos|variant_id=SNP chromosome=CHR base_pair_location=BP ?effect_allele=A1 ?other_allele=A2 beta=BETA standard_error=SE p_value=P",
	"GCST90018795": "chromosome=chromosome base_pair_location=base_pair_location effect_allele=effect_allele other_allele=other_allele effect_allele_frequency=effect_allele_frequency beta=beta standard_error=standard_error p_value=p_value variant_id=variant_id",
	"GCST90077745": "chromosome=chromosome base_pair_location=base_pair_location effect_allele=effect_allele other_allele=other_allele test=Model odds_ratio=odds_ratio ci_lower=ci_lower ci_upper=ci_upper p_value=p_value effect_allele_frequency=effect_allele_frequency standard_error=standard_error",
	"GCST90131434": "chromosome=chromosome base_pair_location=base_pair_location effect_allele=effect_allele reference_allele=reference_allele alternate_allele=alternative_allele n=n_samples odds_ratio=odds_ratio standard_error=OR_se p_value=p_value",

	"GCST90038646": "rsid=variant_id chromosome=chromosome base_pair_location=base_pair_location effect_allele=effect_allele other_allele=other_allele effect_allele_frequency=effect_allele_frequency info=info beta=beta standard_error=standard_error p_value=p_value",
	"GCST90131436": "chromosome=chromosome base_pair_location=base_pair_location effect_allele=effect_allele reference_allele=reference_allele alternate_allele=alternative_allele n=n_samples odds_ratio=odds_ratio ?standard_error=or_se p_value=p_value",
	"GCST90018575": "chromosome=chromosome base_pair_location=base_pair_location effect_allele=effect_allele other_allele=other_allele effect_allele_frequency=effect_allele_frequency beta=beta standard_error=standard_error p_value=p_value variant_id=variant_id",
	"GCST006802":   "chr_pos=markername rsid=rsid ?effect_allele=allele1 ?other_allele=allele2 ?effect_allele_frequency=freq beta=beta standard_error=se p_value=p n=n",
	"GCST009057":   "?chr_pos_ref_alt=snpid ?beta=beta_uganda ?standard_error=se_uganda ?p_value=pval_uganda ?effect_allele_frequency=af_uganda ?n=no_uganda n_studies=studyno",
	"GCST008025":   "chromosome=chr base_pair_location=position_hg19 variant_id=snp effect_allele=effect-allele other_allele=other-allele effect_allele_frequency=effect-allele-frequency n=sample-size beta=beta standard_error=se p_value=p-val info=info-score rsid=rsid",
	"GCST90025994": "chromosome=chromosome base_pair_location=base_pair_location effect_allele=allele1 other_allele=allele0 allele_frequency=a1freq frequency_allele=allele1 info=info beta=beta standard_error=standard_error p_value=p_value",
	"GCST009004":   "rsid=snp effect_allele=allele1 other_allele=allele2 allele_frequency=freq1 frequency_allele=allele1 beta=effect standard_error=stderr p_value=p-value direction=direction",
	"GCST003769":   "rsid=markername chromosome=chr base_pair_location=pos ?effect_allele=a1 ?other_allele=a2 effect_allele_frequency=eaf beta=beta standard_error=se p_value=pval",
	"GCST007342":   "rsid=markername ?effect_allele=a1 ?other_allele=a2 ?effect_allele_frequency=freq beta=logor standard_error=stderrlogor p_value=p",
	"GCST005839":   "chromosome=chr rsid=snp base_pair_location=bp effect_allele=a1 other_allele=a2 allele_frequency_cases=frq_a_59851 allele_frequency_controls=frq_u_113154 frequency_allele=a1 info=info odds_ratio=or standard_error=se p_value=p direction=direction het_i2=hetisqt het_p=hetpva n_cases=nca n_controls=nco ?n_eff_half=neff",
	"GCST90029021": "rsid=variant_id chromosome=chromosome base_pair_location=base_pair_location effect_allele=effect_allele other_allele=other_allele effect_allele_frequency=effect_allele_frequency beta=beta standard_error=standard_error p_value=p_value n=n info=info",
	"GCST90296604": "chromosome=chromosome base_pair_location=base_pair_location effect_allele=effect_allele other_allele=other_allele beta=beta standard_error=standard_error effect_allele_frequency=effect_allele_frequency p_value=p_value variant_id=variant_id info=info neg_log_10_p_value=log10p n=n chisq=chisq test=test",
	"GCST90000064": "rsid=rsid chr_pos=markername effect_allele=allele1 other_allele=allele2 allele_frequency=freq1 frequency_allele=allele1 z=zscore p_value=p-value direction=direction het_i2=hetisq het_p=hetpval n=n",
	"GCST008036":   "chromosome=chr base_pair_location=position_hg19 variant_id=snp effect_allele=effect-allele other_allele=other-allele effect_allele_frequency=effect-allele-frequency n=sample-size eaf_cases=effect-allele-frequency-cases n_cases=sample-size-cases beta=beta standard_error=se p_value=p-val info=info-score rsid=rsid",
	"GCST006304":   "rsid=snp chromosome=chr base_pair_location=pos ?effect_allele=a1 ?other_allele=a2 effect_allele_frequency=eaf odds_ratio=or standard_error=se p_value=p n=n info=info",
	"GCST90134279": "variant_id=variant_id chromosome=chromosome base_pair_location=base_pair_location effect_allele=effect_allele other_allele=other_allele effect_allele_frequency=effect_allele_frequency odds_ratio=odds_ratio ci_lower=ci_lower ci_upper=ci_upper beta=beta standard_error=standard_error p_value=p_value",
	"GCST90134286": "rsid=variant_id chromosome=chromosome base_pair_location=base_pair_location effect_allele=effect_allele other_allele=other_allele odds_ratio=odds_ratio ci_lower=ci_lower ci_upper=ci_upper beta=beta standard_error=standard_error p_value=p_value",
}

// catalogSoftware are the files of which a person knows the software.
var catalogSoftware = map[string]string{
	"GCST90018795": "gwas-ssf",
	"GCST90077745": "gwas-ssf",
	"GCST90131434": "gwas-ssf",
	"GCST90131436": "gwas-ssf",
	"GCST90038646": "bolt-lmm",
	"GCST90018575": "gwas-ssf",
	"GCST90025994": "bolt-lmm",
	"GCST009004":   "metal",
	"GCST005839":   "daner",
	"GCST90029021": "gwas-ssf",
	"GCST90296604": "gwas-ssf",
	"GCST90000064": "metal",
	"GCST90134279": "gwas-ssf",
	"GCST90134286": "gwas-ssf",
}

// TestCatalogFilesAreReadAsAPersonWould holds the recognition of real deposits
// against what a person reads in their headers.
func TestCatalogFilesAreReadAsAPersonWould(t *testing.T) {
	files := catalogHeads(t)
	if len(files) != 19 { // One of them is the beginning of a file that is here as well
		t.Fatalf("%d heads", len(files))
	}
	for _, name := range folderFiles(t, catalogFiles) {
		if study, ok := strings.CutSuffix(name, ".txt.gz"); ok {
			files[study] = sumstatstest.ReadFile(t, filepath.Join(catalogFiles, name))
		}
	}
	for study, file := range files {
		t.Run(study, func(t *testing.T) {
			in := inspectBytes(t, study, file)
			sumstatstest.Golden(t, filepath.Join("inspect", "catalog-"+study+".txt"), summary(in))
			software := catalogSoftware[study]
			if software == "" {
				software = "unknown"
			}
			if in.Format != software {
				t.Errorf("recognised as %s, it is of %s", in.Format, software)
			}
			compareColumns(t, in, catalogTruth[study])
		})
	}
}

// compareColumns demands every column of truth and no other.
func compareColumns(t *testing.T, in *Inspection, truth string) {
	t.Helper()
	got := map[sumstats.Field]ColumnGuess{}
	for _, c := range in.Columns {
		got[c.Field] = c
	}
	for _, want := range strings.Fields(truth) {
		want, asks := strings.CutPrefix(want, "?")
		names, column, _ := strings.Cut(want, "=")
		found := false
		for _, f := range strings.Split(names, "|") {
			c, ok := got[sumstats.Field(f)]
			if !ok || c.Column != column {
				continue
			}
			found = true
			if (c.Confidence == Ask) != asks {
				t.Errorf("%s from %s: %s", f, column, c.Confidence)
			}
			delete(got, sumstats.Field(f))
		}
		if !found {
			t.Errorf("nobody says that %s is %s", column, names)
		}
	}
	for f, c := range got {
		t.Errorf("%s is said to be %s (%s)", c.Column, f, c.Confidence)
	}
}
