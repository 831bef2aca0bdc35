package recognise

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
)

// summary returns an Inspection in lines that a person can check against the file.
func summary(in *Inspection) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %s, %s, %s, header %s, rows %s, %s\n", in.Name, in.Format, in.Compression, in.Encoding, in.HeaderDelimiter, in.Delimiter, in.LineEnds)
	fmt.Fprintf(&b, "build %q: %s\n", in.Build.Guess, in.Build.Reason)
	for _, c := range in.Columns {
		fmt.Fprintf(&b, "%-8s %-24s %-22s e.g. %-14s %s\n", c.Confidence, c.Field, c.Column, first(c.Examples), c.Reason)
	}
	fmt.Fprintf(&b, "unmapped: %s\n", strings.Join(in.Unmapped, " "))
	for _, f := range in.Findings {
		if f.Code != "question" {
			fmt.Fprintf(&b, "%-5s %s: %s\n", f.Level, f.Code, f.Message)
		}
	}
	return b.Bytes()
}

func first(s []string) string {
	if len(s) == 0 {
		return ""
	}
	return s[0]
}

// folderFiles lists the data files of a folder.
func folderFiles(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && !strings.HasSuffix(e.Name(), ".md") && e.Name() != "metal.txt" { // a script of METAL, no table
			names = append(names, e.Name())
		}
	}
	return names
}

func TestInspectGolden(t *testing.T) {
	for _, dir := range []string{sumstatstest.RealFiles, "testdata/software"} {
		for _, name := range folderFiles(t, dir) {
			t.Run(name, func(t *testing.T) {
				in := inspectBytes(t, name, sumstatstest.ReadFile(t, filepath.Join(dir, name)))
				sumstatstest.Golden(t, filepath.Join("inspect", name+".txt"), summary(in))
			})
		}
	}
}

// truth is what the columns of the real files mean, taken from their publications
// and the documentation of the software that wrote them.
var truth = map[string]map[sumstats.Field]string{
	"ukb-d-X_RESPIRATORY.gwaslab.tsv.gz": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldRSID:         "rsID",
		sumstats.FieldEffectAllele: "EA",
		sumstats.FieldOtherAllele:  "NEA",
		sumstats.FieldEAF:          "EAF",
		sumstats.FieldBeta:         "BETA",
		sumstats.FieldSE:           "SE",
		sumstats.FieldNegLog10P:    "MLOG10P",
		sumstats.FieldN:            "N",
		sumstats.FieldZ:            "Z",
		sumstats.FieldVariantID:    "SNPID",
	},
	"ukb-d-XI_DIGESTIVE.gwaslab.tsv.gz": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldRSID:         "rsID",
		sumstats.FieldEffectAllele: "EA",
		sumstats.FieldOtherAllele:  "NEA",
		sumstats.FieldEAF:          "EAF",
		sumstats.FieldBeta:         "BETA",
		sumstats.FieldSE:           "SE",
		sumstats.FieldNegLog10P:    "MLOG10P",
		sumstats.FieldN:            "N",
		sumstats.FieldZ:            "Z",
		sumstats.FieldVariantID:    "SNPID",
	},
	"ukb-d-XIII_MUSCULOSKELET.gwaslab.tsv.gz": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldRSID:         "rsID",
		sumstats.FieldEffectAllele: "EA",
		sumstats.FieldOtherAllele:  "NEA",
		sumstats.FieldEAF:          "EAF",
		sumstats.FieldBeta:         "BETA",
		sumstats.FieldSE:           "SE",
		sumstats.FieldNegLog10P:    "MLOG10P",
		sumstats.FieldN:            "N",
		sumstats.FieldZ:            "Z",
		sumstats.FieldVariantID:    "SNPID",
	},
	"pmid29559693.tsv.gz": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldRSID:         "rsID",
		sumstats.FieldEffectAllele: "EA",
		sumstats.FieldOtherAllele:  "NEA",
		sumstats.FieldEAF:          "EAF",
		sumstats.FieldOddsRatio:    "OR",
		sumstats.FieldBeta:         "beta",
		sumstats.FieldSE:           "SE",
		sumstats.FieldP:            "pval",
		sumstats.FieldN:            "N",
		sumstats.FieldInfo:         "INFO",
	},
	"bmi_giant_2015.tsv.gz": {
		sumstats.FieldRSID:         "SNP",
		sumstats.FieldEffectAllele: "A1",
		sumstats.FieldOtherAllele:  "A2",
		sumstats.FieldBeta:         "b",
		sumstats.FieldSE:           "se",
		sumstats.FieldP:            "p",
		sumstats.FieldN:            "N",
	},
	"crohns_ukbb_p1e-3_hg38.tsv.gz": {
		sumstats.FieldChromosome:   "CHROM",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldRSID:         "ID",
		sumstats.FieldEffectAllele: "ALT",
		sumstats.FieldOtherAllele:  "REF",
		sumstats.FieldOddsRatio:    "OR",
		sumstats.FieldP:            "P",
		sumstats.FieldEAF:          "AF",
	},
	"crohns_finngen_p1e-3_hg38.tsv.gz": {
		sumstats.FieldChromosome:   "CHROM",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldRSID:         "ID",
		sumstats.FieldEffectAllele: "ALT",
		sumstats.FieldOtherAllele:  "REF",
		sumstats.FieldBeta:         "BETA",
		sumstats.FieldP:            "P",
		sumstats.FieldEAF:          "AF",
	},
	"fto_locus_chr16_hg19.tsv.gz": {
		sumstats.FieldChromosome:   "chromosome",
		sumstats.FieldPosition:     "position",
		sumstats.FieldRSID:         "rsid",
		sumstats.FieldEffectAllele: "effect_allele",
		sumstats.FieldOtherAllele:  "other_allele",
		sumstats.FieldEAF:          "eaf",
		sumstats.FieldBeta:         "effect",
		sumstats.FieldSE:           "std_err",
		sumstats.FieldP:            "p_value",
	},
	"sle_bentham_3loci_hg19.tsv.gz": {
		sumstats.FieldChromosome:   "chrom",
		sumstats.FieldPosition:     "pos",
		sumstats.FieldRSID:         "rsid",
		sumstats.FieldEffectAllele: "effect_allele",
		sumstats.FieldOtherAllele:  "other_allele",
		sumstats.FieldP:            "p",
		sumstats.FieldBeta:         "beta",
		sumstats.FieldSE:           "se",
		sumstats.FieldOddsRatio:    "OR",
		sumstats.FieldCILower:      "OR_lower",
		sumstats.FieldCIUpper:      "OR_upper",
	},
	"parkinson_nalls2019_LRRK2_hg19.tsv.gz": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldRSID:         "SNP",
		sumstats.FieldEffectAllele: "A1",
		sumstats.FieldOtherAllele:  "A2",
		sumstats.FieldEAF:          "Freq",
		sumstats.FieldBeta:         "Effect",
		sumstats.FieldSE:           "StdErr",
		sumstats.FieldP:            "P",
		sumstats.FieldNCases:       "N_cases",
		sumstats.FieldNControls:    "N_controls",
	},
	"cleansumstats_1_raw.txt.gz": {
		sumstats.FieldChromosome:      "CHR",
		sumstats.FieldPosition:        "BP",
		sumstats.FieldRSID:            "SNP",
		sumstats.FieldEffectAllele:    "A1",
		sumstats.FieldOtherAllele:     "A2",
		sumstats.FieldAlleleFrequency: "FREQ_A1",
		sumstats.FieldFrequencyAllele: "A1",
		sumstats.FieldBeta:            "EFFECT_A1",
		sumstats.FieldSE:              "SE",
		sumstats.FieldP:               "P",
	},
	"cleansumstats_2_raw.txt.gz": {
		sumstats.FieldChromosome:   "hg19chrc",
		sumstats.FieldPosition:     "bp",
		sumstats.FieldRSID:         "snpid",
		sumstats.FieldEffectAllele: "a1",
		sumstats.FieldOtherAllele:  "a2",
		sumstats.FieldInfo:         "info",
		sumstats.FieldOddsRatio:    "or",
		sumstats.FieldSE:           "se",
		sumstats.FieldP:            "p",
	},
	"cleansumstats_3_raw.txt.gz": {
		sumstats.FieldChromosome:   "hg18chr",
		sumstats.FieldPosition:     "bp",
		sumstats.FieldRSID:         "snpid",
		sumstats.FieldEffectAllele: "a1",
		sumstats.FieldOtherAllele:  "a2",
		sumstats.FieldInfo:         "info",
		sumstats.FieldOddsRatio:    "or",
		sumstats.FieldSE:           "se",
		sumstats.FieldP:            "pval",
	},
	"cleansumstats_4_raw.txt.gz": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldRSID:         "MarkerName",
		sumstats.FieldEffectAllele: "A1",
		sumstats.FieldOtherAllele:  "A2",
		sumstats.FieldEAF:          "EAF",
		sumstats.FieldBeta:         "Beta",
		sumstats.FieldSE:           "SE",
		sumstats.FieldP:            "Pval",
	},
	"eduAttainOkbay.txt": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldRSID:         "MarkerName",
		sumstats.FieldEffectAllele: "A1",
		sumstats.FieldOtherAllele:  "A2",
		sumstats.FieldEAF:          "EAF",
		sumstats.FieldBeta:         "Beta",
		sumstats.FieldSE:           "SE",
		sumstats.FieldP:            "Pval",
	},
	// A2 is the effect allele here: the table was made from a VCF whose ALT it is.
	"ieu-a-298.tsv.gz": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "BP",
		sumstats.FieldRSID:         "SNP",
		sumstats.FieldEffectAllele: "A2",
		sumstats.FieldOtherAllele:  "A1",
		sumstats.FieldInfo:         "INFO",
		sumstats.FieldBeta:         "BETA",
		sumstats.FieldSE:           "SE",
		sumstats.FieldNegLog10P:    "LP",
		sumstats.FieldP:            "P",
		sumstats.FieldN:            "N",
	},
	"ALSvcf.vcf": {
		sumstats.FieldChromosome:      "CHROM",
		sumstats.FieldPosition:        "POS",
		sumstats.FieldRSID:            "ID",
		sumstats.FieldEffectAllele:    "ALT",
		sumstats.FieldOtherAllele:     "REF",
		sumstats.FieldBeta:            "ES",
		sumstats.FieldSE:              "SE",
		sumstats.FieldNegLog10P:       "LP",
		sumstats.FieldAlleleFrequency: "AF",
		sumstats.FieldFrequencyAllele: "ALT",
	},
	"gwasinspector_demo.txt.gz": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "POSITION",
		sumstats.FieldRSID:         "MARKER",
		sumstats.FieldEffectAllele: "EFFECT_ALL",
		sumstats.FieldOtherAllele:  "OTHER_ALL",
		sumstats.FieldEAF:          "EFF_ALL_FREQ",
		sumstats.FieldBeta:         "BETA",
		sumstats.FieldSE:           "STDERR",
		sumstats.FieldP:            "PVALUE",
		sumstats.FieldN:            "N_TOTAL",
		sumstats.FieldStrand:       "STRAND",
		sumstats.FieldCallRate:     "CALLRATE",
		sumstats.FieldHWE:          "HWE_PVAL",
		sumstats.FieldInfo:         "IMP_QUALITY",
	},
	"gwaslab_dirty_sumstats.tsv": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldVariantID:    "SNPID",
		sumstats.FieldEffectAllele: "EA",
		sumstats.FieldOtherAllele:  "NEA",
		sumstats.FieldEAF:          "EAF",
		sumstats.FieldBeta:         "BETA",
		sumstats.FieldSE:           "SE",
		sumstats.FieldChiSquare:    "CHISQ",
		sumstats.FieldZ:            "Z",
		sumstats.FieldOddsRatio:    "OR",
		sumstats.FieldCILower:      "OR_95L",
		sumstats.FieldCIUpper:      "OR_95U",
		sumstats.FieldP:            "P",
		sumstats.FieldNegLog10P:    "MLOG10P",
		sumstats.FieldN:            "N",
		sumstats.FieldNControls:    "N_CONTROL",
		sumstats.FieldNCases:       "N_CASE",
		sumstats.FieldDirection:    "DIRECTION",
	},
	"regenie_firth_Y1.regenie": {
		sumstats.FieldChromosome:      "CHROM",
		sumstats.FieldPosition:        "GENPOS",
		sumstats.FieldVariantID:       "ID",
		sumstats.FieldEffectAllele:    "ALLELE1",
		sumstats.FieldOtherAllele:     "ALLELE0",
		sumstats.FieldAlleleFrequency: "A1FREQ",
		sumstats.FieldFrequencyAllele: "ALLELE1",
		sumstats.FieldInfo:            "INFO",
		sumstats.FieldN:               "N",
		sumstats.FieldTest:            "TEST",
		sumstats.FieldBeta:            "BETA",
		sumstats.FieldSE:              "SE",
		sumstats.FieldChiSquare:       "CHISQ",
		sumstats.FieldNegLog10P:       "LOG10P",
	},
	"DGI_three_regions.txt": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldRSID:         "SNP",
		sumstats.FieldEffectAllele: "EFFECT_ALLELE",
		sumstats.FieldOtherAllele:  "NON_EFFECT_ALLELE",
		sumstats.FieldEAF:          "EFFECT_ALLELE_FREQ",
		sumstats.FieldBeta:         "BETA",
		sumstats.FieldSE:           "SE",
		sumstats.FieldInfo:         "r2hat",
		sumstats.FieldP:            "P_VAL",
		sumstats.FieldN:            "N",
	},
	"MAGIC_FUSION_Results.txt.gz": {
		sumstats.FieldChromosome:   "CHR",
		sumstats.FieldPosition:     "POS",
		sumstats.FieldRSID:         "SNP",
		sumstats.FieldStrand:       "STRAND",
		sumstats.FieldEffectAllele: "EFFECT_ALLELE",
		sumstats.FieldOtherAllele:  "NON_EFFECT_ALLELE",
		sumstats.FieldEAF:          "FREQ_EFFECT",
		sumstats.FieldBeta:         "BETA",
		sumstats.FieldSE:           "SE",
		sumstats.FieldInfo:         "r2hat",
		sumstats.FieldP:            "PVALUE",
		sumstats.FieldN:            "N",
	},
	"magic_SARDINIA.tbl": {
		sumstats.FieldChromosome:      "CHR",
		sumstats.FieldPosition:        "POS",
		sumstats.FieldRSID:            "SNP",
		sumstats.FieldEffectAllele:    "AL1",
		sumstats.FieldOtherAllele:     "AL2",
		sumstats.FieldAlleleFrequency: "FREQ1",
		sumstats.FieldFrequencyAllele: "AL1",
		sumstats.FieldBeta:            "EFFECT",
		sumstats.FieldSE:              "SE",
		sumstats.FieldP:               "PVALUE",
		sumstats.FieldInfo:            "Rsq",
	},
}

// TestRightOrAsks is the promise to an uploader: what is not asked about is right, and what is
// asked about is one of the columns.
func TestRightOrAsks(t *testing.T) {
	for _, name := range folderFiles(t, sumstatstest.RealFiles) {
		t.Run(name, func(t *testing.T) {
			want, ok := truth[name]
			if !ok {
				t.Fatalf("add the true columns of %s to the table", name)
			}
			in := inspectBytes(t, name, sumstatstest.ReadFile(t, filepath.Join(sumstatstest.RealFiles, name)))
			got := map[sumstats.Field]ColumnGuess{}
			for _, c := range in.Columns {
				got[c.Field] = c
				if right := want[c.Field] == c.Column; !right && c.Confidence != Ask {
					t.Errorf("%s is said to be %s (%s); true is %q", c.Column, c.Field, c.Confidence, want[c.Field])
				}
				if c.Confidence == Ask && c.Question == "" || c.Reason == "" {
					t.Errorf("%s: no question or no reason: %+v", c.Column, c)
				}
				if !in.recognised() && neverSure(c) {
					t.Errorf("%s is certain to be %s without the software being known", c.Column, c.Field)
				}
			}
			for field, column := range want {
				if _, ok := got[field]; !ok && !slices.ContainsFunc(in.Columns, func(c ColumnGuess) bool { return c.Column == column && c.Confidence == Ask }) {
					t.Errorf("nothing is said about %s, which is %s", column, field)
				}
			}
		})
	}
}
