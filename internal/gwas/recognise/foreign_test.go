package recognise

import (
	"errors"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// Tables with the headers that their programs document are rejected for their kind, whatever a
// person maps.
func TestTablesOfSomethingElse(t *testing.T) {
	for name, tt := range map[string]struct{ header, row, says string }{
		"GWAS Catalog": {"DATE ADDED TO CATALOG,PUBMEDID,CHR_ID,CHR_POS,STRONGEST SNP-RISK ALLELE,SNPS,RISK ALLELE FREQUENCY,P-VALUE,OR or BETA,95% CI (TEXT)",
			"2020-01-01,123,1,5000,rs1-A,rs1,0.3,3E-9,1.2,[1.1-1.3]", "GWAS Catalog"},
		"MAGMA":        {"GENE,CHR,START,STOP,NSNPS,NPARAM,N,ZSTAT,P", "1,1,100,200,5,3,1000,2.0,0.02", "MAGMA"},
		"SAIGE-GENE":   {"Region,Group,max_MAF,Pvalue,Pvalue_Burden,Pvalue_SKAT,BETA_Burden,SE_Burden", "G,lof,0.01,0.3,0.3,0.4,0.1,0.1", "SAIGE-GENE"},
		"S-PrediXcan":  {"gene,gene_name,zscore,effect_size,pvalue,var_g,n_snps_used", "ENSG1,G,1.0,0.1,0.3,0.2,4", "S-PrediXcan"},
		"FUSION":       {"PANEL,FILE,ID,CHR,P0,P1,HSQ,BEST.GWAS.ID,BEST.GWAS.Z,TWAS.Z,TWAS.P", "a,b,G,1,100,200,0.1,rs1,5,3,0.002", "FUSION"},
		"burden tests": {"gene_id,num_var,pval_burden,beta", "ENSG1,4,0.3,0.1", "results of genes"},
	} {
		text := tt.header + "\n" + strings.Repeat(tt.row+"\n", 30)
		in := inspectBytes(t, "x", []byte(strings.ReplaceAll(text, ",", "\t")))
		if hasFinding(in, "missing_field", sumstats.Block) || in.Scale.Scale != sumstats.ScaleUnknown {
			t.Errorf("%s: what is lacking or measured is said of a table of something else: %+v, scale %q", name, in.Findings, in.Scale.Scale)
		}
		everything := sumstats.Mapping{}
		for f, column := range in.Mapping(true) {
			everything[f] = column
		}
		for _, a := range []Answers{{}, {Map: everything, Whole: true}} {
			var fault *textfile.FileError
			if err := in.Decide(a).Refusal(in); !errors.As(err, &fault) || fault.Code != CodeContradicted || !strings.Contains(fault.What, tt.says) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	in := withColumn(t, "gene", 30, func(int) string { return "G" })
	if hasFinding(in, codeForeign, sumstats.Block) {
		t.Errorf("%+v", in.Findings)
	}
}
