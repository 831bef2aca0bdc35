package sumstats

// standardFormats are exchange formats whose headers say what they mean.
var standardFormats = []software{
	{
		id: "gwas-ssf", label: "GWAS-SSF",
		distinctive: "chromosome base_pair_location effect_allele other_allele|reference_allele p_value|neg_log_10_p_value",
		absent:      "hm_effect_allele",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chromosome"}, {field: FieldPosition, headers: "base_pair_location"},
			{field: FieldEffectAllele, headers: "effect_allele"}, {field: FieldOtherAllele, headers: "other_allele"},
			{field: FieldBeta, headers: "beta"}, {field: FieldOddsRatio, headers: "odds_ratio"}, {field: FieldHazardRatio, headers: "hazard_ratio"}, {field: FieldSE, headers: "standard_error"},
			{field: FieldEAF, headers: "effect_allele_frequency"}, {field: FieldP, headers: "p_value"}, {field: FieldNegLog10P, headers: "neg_log_10_p_value"},
			{field: FieldRSID, headers: "rsid"}, {field: FieldVariantID, headers: "variant_id"}, {field: FieldRefIsEAOrOA, headers: "ref_allele"},
			{field: FieldCILower, headers: "ci_lower"}, {field: FieldCIUpper, headers: "ci_upper"}, {field: FieldInfo, headers: "info"}, {field: FieldN, headers: "n"},
			{field: FieldNCases, headers: "n_cases"}, {field: FieldNControls, headers: "n_controls"}, {field: FieldNEff, headers: "n_eff"}, {field: FieldZ, headers: "z"}, {field: FieldTest, headers: "test"},
			{field: FieldNStudies, headers: "n_studies"}, {field: FieldDirection, headers: "direction"}, {field: FieldHetI2, headers: "i2"}, {field: FieldHetP, headers: "het_p"},
			{field: FieldEffectScale, headers: "effect_scale"},
		},
		note: "GWAS-SSF names the effect allele.",
	},
	{
		id: "gwas-catalog-harmonised", label: "GWAS Catalog, harmonised", originals: true,
		distinctive: "hm_chrom hm_pos hm_effect_allele hm_other_allele p_value",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "hm_chrom"}, {field: FieldPosition, headers: "hm_pos"}, {field: FieldRSID, headers: "hm_rsid"}, {field: FieldVariantID, headers: "hm_variant_id"},
			{field: FieldEffectAllele, headers: "hm_effect_allele"}, {field: FieldOtherAllele, headers: "hm_other_allele"},
			{field: FieldBeta, headers: "hm_beta"}, {field: FieldOddsRatio, headers: "hm_odds_ratio"}, {field: FieldSE, headers: "standard_error"},
			{field: FieldCILower, headers: "hm_ci_lower"}, {field: FieldCIUpper, headers: "hm_ci_upper"},
			{field: FieldEAF, headers: "hm_effect_allele_frequency"}, {field: FieldP, headers: "p_value"}, {field: FieldN, headers: "n"},
		},
		note: "The harmonised (hm_) columns are used, not the original ones.",
	},
	{
		id: "ldsc", label: "LDSC sumstats",
		distinctive: "snp a1 a2 n z", absent: "chr chrom bp pos beta b or effect p pval freq se",
		columns: []softwareColumn{
			{field: FieldRSID, headers: "snp"}, {field: FieldEffectAllele, headers: "a1"}, {field: FieldOtherAllele, headers: "a2"}, {field: FieldN, headers: "n"}, {field: FieldZ, headers: "z"},
		},
		note: "LDSC gives Z for A1.",
	},
	{
		id: "opengwas", label: "OpenGWAS table",
		distinctive: "chr position ea nea eaf beta se p rsid|snp trait|id",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr"}, {field: FieldPosition, headers: "position"}, {field: FieldRSID, headers: "rsid snp"}, {field: FieldEffectAllele, headers: "ea"}, {field: FieldOtherAllele, headers: "nea"},
			{field: FieldEAF, headers: "eaf"}, {field: FieldBeta, headers: "beta"}, {field: FieldSE, headers: "se"}, {field: FieldP, headers: "p"}, {field: FieldN, headers: "n"},
		},
		note: "OpenGWAS reports the effect of ea.",
	},
	{
		id: "twosamplemr", label: "TwoSampleMR",
		distinctive: "snp /effect_allele_(exposure|outcome)/ /other_allele_(exposure|outcome)/ /beta_(exposure|outcome)/ /se_(exposure|outcome)/",
		columns: []softwareColumn{
			{field: FieldRSID, headers: "snp"}, {field: FieldChromosome, headers: "/chr_(exposure|outcome)/"}, {field: FieldPosition, headers: "/pos_(exposure|outcome)/"},
			{field: FieldEffectAllele, headers: "/effect_allele_(exposure|outcome)/"}, {field: FieldOtherAllele, headers: "/other_allele_(exposure|outcome)/"},
			{field: FieldEAF, headers: "/eaf_(exposure|outcome)/"}, {field: FieldBeta, headers: "/beta_(exposure|outcome)/"}, {field: FieldSE, headers: "/se_(exposure|outcome)/"},
			{field: FieldP, headers: "/pval_(exposure|outcome)/"}, {field: FieldN, headers: "/samplesize_(exposure|outcome)/"},
		},
		note: "TwoSampleMR names the effect allele.",
	},
	{
		id: "gwaslab", label: "gwaslab",
		distinctive: "snpid chr pos ea nea status",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr"}, {field: FieldPosition, headers: "pos"}, {field: FieldRSID, headers: "rsid"}, {field: FieldVariantID, headers: "snpid"},
			{field: FieldEffectAllele, headers: "ea"}, {field: FieldOtherAllele, headers: "nea"}, {field: FieldEAF, headers: "eaf"}, {field: FieldMAF, headers: "maf"},
			{field: FieldBeta, headers: "beta"}, {field: FieldOddsRatio, headers: "or"}, {field: FieldHazardRatio, headers: "hr"}, {field: FieldSE, headers: "se"}, {field: FieldZ, headers: "z"},
			{field: FieldCILower, headers: "or_95l"}, {field: FieldCIUpper, headers: "or_95u"}, {field: FieldNegLog10P, headers: "mlog10p"}, {field: FieldP, headers: "p"},
			{field: FieldN, headers: "n"}, {field: FieldNCases, headers: "n_case"}, {field: FieldNControls, headers: "n_control"}, {field: FieldInfo, headers: "info"}, {field: FieldChiSquare, headers: "chisq"}, {field: FieldDirection, headers: "direction"},
		},
		note: "gwaslab reports the effect of EA.",
	},
}
