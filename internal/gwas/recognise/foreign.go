package recognise

import (
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// foreign is a table of results that are not those of single variants of one study.
type foreign struct {
	headers      string // all of them are there
	what, remedy string
}

var foreignTables = []foreign{
	{
		"strongest_snp_risk_allele risk_allele_frequency p_value",
		"These are associations of the GWAS Catalog, the lead variants of many studies, and no summary statistics.",
		"Download the summary statistics of the study, from its page in the GWAS Catalog under its accession (GCST…).",
	},
	{"gene nsnps nparam zstat", "These are results of genes by MAGMA, not of variants.", genesRemedy},
	{"region group max_maf pvalue_burden", "These are results of genes and sets by SAIGE-GENE, not of variants.", genesRemedy},
	{"gene gene_name zscore var_g", "These are results of genes by S-PrediXcan, not of variants.", genesRemedy},
	{"gene_id num_var pval_burden", "These are results of genes, not of variants.", genesRemedy},
	{"panel file id chr p0 p1 hsq best_gwas_id", "These are results of genes by FUSION, not of variants.", genesRemedy},
}

const genesRemedy = "Send the table of single variants that they were computed from."

// foreignTable identifies by its header a table without results of single variants.
func (s *suggestion) foreignTable() (sumstats.Finding, bool) {
	for _, f := range foreignTables {
		all := true
		for _, name := range strings.Fields(f.headers) {
			all = all && s.index(name) >= 0
		}
		if all {
			return sumstats.Finding{Code: codeForeign, Level: sumstats.Block, Message: f.what, Remedy: f.remedy}, true
		}
	}
	return sumstats.Finding{}, false
}

// foreign returns the finding that a file has no results of single variants.
func (in *Inspection) foreign() (sumstats.Finding, bool) {
	i := slices.IndexFunc(in.basis, func(f sumstats.Finding) bool { return f.Code == codeForeign })
	if i < 0 {
		return sumstats.Finding{}, false
	}
	return in.basis[i], true
}

// codeForeign is the code of a table that holds something else.
const codeForeign = "not_summary_statistics"
