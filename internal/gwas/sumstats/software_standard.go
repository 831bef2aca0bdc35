package sumstats

// standardFormats are exchange formats whose headers say what they mean.
var standardFormats = []software{
	{
		id: "gwas-ssf", label: "GWAS-SSF",
		distinctive: "chromosome base_pair_location effect_allele other_allele p_value|neg_log_10_p_value",
		absent:      "hm_effect_allele",
		columns: []softwareColumn{
			{fChromosome, "chromosome"}, {fPosition, "base_pair_location"},
			{fEffectAllele, "effect_allele"}, {fOtherAllele, "other_allele"},
			{fBeta, "beta"}, {fOddsRatio, "odds_ratio"}, {fHazardRatio, "hazard_ratio"}, {fSE, "standard_error"},
			{fEAF, "effect_allele_frequency"}, {fP, "p_value"}, {fNegLog10P, "neg_log_10_p_value"},
			{fRSID, "rsid"}, {fVariantID, "variant_id"}, {fRefIsEAOrOA, "ref_allele"},
			{fCILower, "ci_lower"}, {fCIUpper, "ci_upper"}, {fInfo, "info"}, {fN, "n"},
			{fNCases, "n_cases"}, {fNControls, "n_controls"}, {fNEff, "n_eff"}, {fZ, "z"}, {fTest, "test"},
			{fNStudies, "n_studies"}, {fDirection, "direction"}, {fHetI2, "i2"}, {fHetP, "het_p"},
		},
		note: "GWAS-SSF names the effect allele.",
	},
	{
		id: "gwas-catalog-harmonised", label: "GWAS Catalog, harmonised",
		distinctive: "hm_chrom hm_pos hm_effect_allele hm_other_allele p_value",
		columns: []softwareColumn{
			{fChromosome, "hm_chrom"}, {fPosition, "hm_pos"}, {fRSID, "hm_rsid"}, {fVariantID, "hm_variant_id"},
			{fEffectAllele, "hm_effect_allele"}, {fOtherAllele, "hm_other_allele"},
			{fBeta, "hm_beta"}, {fOddsRatio, "hm_odds_ratio"}, {fSE, "standard_error"},
			{fCILower, "hm_ci_lower"}, {fCIUpper, "hm_ci_upper"},
			{fEAF, "hm_effect_allele_frequency"}, {fP, "p_value"}, {fN, "n"},
		},
		note: "The harmonised (hm_) columns are used, not the original ones.",
	},
	{
		id: "ldsc", label: "LDSC sumstats",
		distinctive: "snp a1 a2 n z", absent: "chr chrom bp pos beta b or effect p pval freq se",
		columns: []softwareColumn{
			{fRSID, "snp"}, {fEffectAllele, "a1"}, {fOtherAllele, "a2"}, {fN, "n"}, {fZ, "z"},
		},
		note: "LDSC gives Z for A1.",
	},
	{
		id: "opengwas", label: "OpenGWAS table",
		distinctive: "chr position ea nea eaf beta se p rsid|snp trait|id",
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "position"}, {fRSID, "rsid snp"}, {fEffectAllele, "ea"}, {fOtherAllele, "nea"},
			{fEAF, "eaf"}, {fBeta, "beta"}, {fSE, "se"}, {fP, "p"}, {fN, "n"},
		},
		note: "OpenGWAS reports the effect of ea.",
	},
	{
		id: "twosamplemr", label: "TwoSampleMR",
		distinctive: "snp /effect_allele_(exposure|outcome)/ /other_allele_(exposure|outcome)/ /beta_(exposure|outcome)/ /se_(exposure|outcome)/",
		columns: []softwareColumn{
			{fRSID, "snp"}, {fChromosome, "/chr_(exposure|outcome)/"}, {fPosition, "/pos_(exposure|outcome)/"},
			{fEffectAllele, "/effect_allele_(exposure|outcome)/"}, {fOtherAllele, "/other_allele_(exposure|outcome)/"},
			{fEAF, "/eaf_(exposure|outcome)/"}, {fBeta, "/beta_(exposure|outcome)/"}, {fSE, "/se_(exposure|outcome)/"},
			{fP, "/pval_(exposure|outcome)/"}, {fN, "/samplesize_(exposure|outcome)/"},
		},
		note: "TwoSampleMR names the effect allele.",
	},
	{
		id: "gwaslab", label: "gwaslab",
		distinctive: "snpid chr pos ea nea status",
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "pos"}, {fRSID, "rsid"}, {fVariantID, "snpid"},
			{fEffectAllele, "ea"}, {fOtherAllele, "nea"}, {fEAF, "eaf"}, {fMAF, "maf"},
			{fBeta, "beta"}, {fOddsRatio, "or"}, {fHazardRatio, "hr"}, {fSE, "se"}, {fZ, "z"},
			{fCILower, "or_95l"}, {fCIUpper, "or_95u"}, {fNegLog10P, "mlog10p"}, {fP, "p"},
			{fN, "n"}, {fNCases, "n_case"}, {fNControls, "n_control"}, {fInfo, "info"}, {fChiSquare, "chisq"}, {fDirection, "direction"},
		},
		note: "gwaslab reports the effect of EA.",
	},
}
