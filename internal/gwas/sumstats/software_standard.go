package sumstats

// standardFormats are exchange formats whose headers say what they mean.
var standardFormats = []software{
	{
		id: "gwas-ssf", label: "GWAS-SSF",
		distinctive: "chromosome base_pair_location effect_allele other_allele|reference_allele p_value|neg_log_10_p_value",
		absent:      "hm_effect_allele",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chromosome"}, {field: fPosition, headers: "base_pair_location"},
			{field: fEffectAllele, headers: "effect_allele"}, {field: fOtherAllele, headers: "other_allele"},
			{field: fBeta, headers: "beta"}, {field: fOddsRatio, headers: "odds_ratio"}, {field: fHazardRatio, headers: "hazard_ratio"}, {field: fSE, headers: "standard_error"},
			{field: fEAF, headers: "effect_allele_frequency"}, {field: fP, headers: "p_value"}, {field: fNegLog10P, headers: "neg_log_10_p_value"},
			{field: fRSID, headers: "rsid"}, {field: fVariantID, headers: "variant_id"}, {field: fRefIsEAOrOA, headers: "ref_allele"},
			{field: fCILower, headers: "ci_lower"}, {field: fCIUpper, headers: "ci_upper"}, {field: fInfo, headers: "info"}, {field: fN, headers: "n"},
			{field: fNCases, headers: "n_cases"}, {field: fNControls, headers: "n_controls"}, {field: fNEff, headers: "n_eff"}, {field: fZ, headers: "z"}, {field: fTest, headers: "test"},
			{field: fNStudies, headers: "n_studies"}, {field: fDirection, headers: "direction"}, {field: fHetI2, headers: "i2"}, {field: fHetP, headers: "het_p"},
			{field: fEffectScale, headers: "effect_scale"},
		},
		note: "GWAS-SSF names the effect allele.",
	},
	{
		id: "gwas-catalog-harmonised", label: "GWAS Catalog, harmonised", originals: true,
		distinctive: "hm_chrom hm_pos hm_effect_allele hm_other_allele p_value",
		columns: []softwareColumn{
			{field: fChromosome, headers: "hm_chrom"}, {field: fPosition, headers: "hm_pos"}, {field: fRSID, headers: "hm_rsid"}, {field: fVariantID, headers: "hm_variant_id"},
			{field: fEffectAllele, headers: "hm_effect_allele"}, {field: fOtherAllele, headers: "hm_other_allele"},
			{field: fBeta, headers: "hm_beta"}, {field: fOddsRatio, headers: "hm_odds_ratio"}, {field: fSE, headers: "standard_error"},
			{field: fCILower, headers: "hm_ci_lower"}, {field: fCIUpper, headers: "hm_ci_upper"},
			{field: fEAF, headers: "hm_effect_allele_frequency"}, {field: fP, headers: "p_value"}, {field: fN, headers: "n"},
		},
		note: "The harmonised (hm_) columns are used, not the original ones.",
	},
	{
		id: "ldsc", label: "LDSC sumstats",
		distinctive: "snp a1 a2 n z", absent: "chr chrom bp pos beta b or effect p pval freq se",
		columns: []softwareColumn{
			{field: fRSID, headers: "snp"}, {field: fEffectAllele, headers: "a1"}, {field: fOtherAllele, headers: "a2"}, {field: fN, headers: "n"}, {field: fZ, headers: "z"},
		},
		note: "LDSC gives Z for A1.",
	},
	{
		id: "opengwas", label: "OpenGWAS table",
		distinctive: "chr position ea nea eaf beta se p rsid|snp trait|id",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr"}, {field: fPosition, headers: "position"}, {field: fRSID, headers: "rsid snp"}, {field: fEffectAllele, headers: "ea"}, {field: fOtherAllele, headers: "nea"},
			{field: fEAF, headers: "eaf"}, {field: fBeta, headers: "beta"}, {field: fSE, headers: "se"}, {field: fP, headers: "p"}, {field: fN, headers: "n"},
		},
		note: "OpenGWAS reports the effect of ea.",
	},
	{
		id: "twosamplemr", label: "TwoSampleMR",
		distinctive: "snp /effect_allele_(exposure|outcome)/ /other_allele_(exposure|outcome)/ /beta_(exposure|outcome)/ /se_(exposure|outcome)/",
		columns: []softwareColumn{
			{field: fRSID, headers: "snp"}, {field: fChromosome, headers: "/chr_(exposure|outcome)/"}, {field: fPosition, headers: "/pos_(exposure|outcome)/"},
			{field: fEffectAllele, headers: "/effect_allele_(exposure|outcome)/"}, {field: fOtherAllele, headers: "/other_allele_(exposure|outcome)/"},
			{field: fEAF, headers: "/eaf_(exposure|outcome)/"}, {field: fBeta, headers: "/beta_(exposure|outcome)/"}, {field: fSE, headers: "/se_(exposure|outcome)/"},
			{field: fP, headers: "/pval_(exposure|outcome)/"}, {field: fN, headers: "/samplesize_(exposure|outcome)/"},
		},
		note: "TwoSampleMR names the effect allele.",
	},
	{
		id: "gwaslab", label: "gwaslab",
		distinctive: "snpid chr pos ea nea status",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr"}, {field: fPosition, headers: "pos"}, {field: fRSID, headers: "rsid"}, {field: fVariantID, headers: "snpid"},
			{field: fEffectAllele, headers: "ea"}, {field: fOtherAllele, headers: "nea"}, {field: fEAF, headers: "eaf"}, {field: fMAF, headers: "maf"},
			{field: fBeta, headers: "beta"}, {field: fOddsRatio, headers: "or"}, {field: fHazardRatio, headers: "hr"}, {field: fSE, headers: "se"}, {field: fZ, headers: "z"},
			{field: fCILower, headers: "or_95l"}, {field: fCIUpper, headers: "or_95u"}, {field: fNegLog10P, headers: "mlog10p"}, {field: fP, headers: "p"},
			{field: fN, headers: "n"}, {field: fNCases, headers: "n_case"}, {field: fNControls, headers: "n_control"}, {field: fInfo, headers: "info"}, {field: fChiSquare, headers: "chisq"}, {field: fDirection, headers: "direction"},
		},
		note: "gwaslab reports the effect of EA.",
	},
}
