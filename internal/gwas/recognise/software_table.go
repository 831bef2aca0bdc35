package recognise

import "cohortium/internal/gwas/sumstats"

// tableSoftware are programs on tables of associations: conversions, combinations, older tests.
var tableSoftware = []software{
	{
		id: "gcta-cojo", label: "GCTA-COJO",
		distinctive: "snp a1 a2 freq b se p n", absent: "chr chrom bp pos",
		columns: []softwareColumn{
			{
				field:   sumstats.FieldVariantID,
				headers: "snp",
			},
			{field: sumstats.FieldEffectAllele, headers: "a1"},
			{field: sumstats.FieldOtherAllele, headers: "a2"},
			{field: sumstats.FieldAlleleFrequency, headers: "freq"},
			{field: sumstats.FieldFrequencyAllele, headers: "a1"},
			{
				field:   sumstats.FieldBeta,
				headers: "b",
			},
			{field: sumstats.FieldSE, headers: "se"},
			{field: sumstats.FieldP, headers: "p"},
			{field: sumstats.FieldN, headers: "n"},
		},
		note: "GCTA-COJO files report the effect and the frequency of A1.",
	},
	{
		id: "gemma", label: "GEMMA",
		distinctive: "chr rs ps n_miss allele1 allele0 af p_wald|p_lrt|p_score",
		columns: []softwareColumn{
			{
				field:   sumstats.FieldChromosome,
				headers: "chr",
			},
			{field: sumstats.FieldPosition, headers: "ps"},
			{field: sumstats.FieldVariantID, headers: "rs"},
			{field: sumstats.FieldEffectAllele, headers: "allele1"},
			{field: sumstats.FieldOtherAllele, headers: "allele0"},
			{
				field:   sumstats.FieldAlleleFrequency,
				headers: "af",
			},
			{field: sumstats.FieldFrequencyAllele, headers: "allele1"},
			{field: sumstats.FieldBeta, headers: "beta"},
			{field: sumstats.FieldSE, headers: "se"},
			{field: sumstats.FieldP, headers: "p_wald p_lrt p_score"},
		},
		note: "GEMMA reports the effect and the frequency of allele1.",
	},
	{
		id: "bgenie", label: "BGENIE",
		distinctive: "chr rsid pos a_0 a_1 af info /.*_beta/ /.*_se/",
		columns: []softwareColumn{
			{
				field:   sumstats.FieldChromosome,
				headers: "chr",
			},
			{field: sumstats.FieldPosition, headers: "pos"},
			{field: sumstats.FieldRSID, headers: "rsid"},
			{field: sumstats.FieldEffectAllele, headers: "a_1"},
			{field: sumstats.FieldOtherAllele, headers: "a_0"},
			{
				field:   sumstats.FieldAlleleFrequency,
				headers: "af",
			},
			{field: sumstats.FieldFrequencyAllele, headers: "a_1"},
			{field: sumstats.FieldInfo, headers: "info"},
			{field: sumstats.FieldBeta, headers: "/.*_beta/"},
			{field: sumstats.FieldSE, headers: "/.*_se/"},
			{field: sumstats.FieldNegLog10P, headers: "/.*log10p/"},
			{field: sumstats.FieldP, headers: "/.*_p/"},
		},
		note: "BGENIE reports the effect of a_1, for one or more phenotypes side by side.",
	},
	{
		id:          "genesis",
		label:       "GENESIS",
		distinctive: "chr pos n_obs est est_se freq|eff_frq score_pval|wald_pval|spa_pval|pval|p",
		columns: []softwareColumn{
			{
				field:   sumstats.FieldChromosome,
				headers: "chr",
			},
			{field: sumstats.FieldPosition, headers: "pos"},
			{field: sumstats.FieldRSID, headers: "rsid snpid"},
			{field: sumstats.FieldVariantID, headers: "variant_id variantid"},
			{
				field:   sumstats.FieldEffectAllele,
				headers: "effect_allele alt",
			},
			{field: sumstats.FieldOtherAllele, headers: "other_allele ref"},
			{field: sumstats.FieldEAF, headers: "eff_frq freq"},
			{
				field:   sumstats.FieldBeta,
				headers: "est",
			},
			{field: sumstats.FieldSE, headers: "est_se"},
			{field: sumstats.FieldP, headers: "spa_pval score_pval wald_pval pval p"},
			{field: sumstats.FieldN, headers: "n_obs"},
		},
		note:    "GENESIS reports the effect of the alternate allele, and its frequency as freq.",
		alleles: "GENESIS keeps the alleles in its GDS file: effectAllele(gds, variant.id = x$variant.id) in R returns them; add them as columns effect.allele and other.allele.",
	},
	{
		id: "mtcojo", label: "GCTA mtCOJO",
		distinctive: "snp a1 a2 freq b se p n bc bc_se bc_pval",
		columns: []softwareColumn{
			{
				field:   sumstats.FieldVariantID,
				headers: "snp",
			},
			{field: sumstats.FieldEffectAllele, headers: "a1"},
			{field: sumstats.FieldOtherAllele, headers: "a2"},
			{
				field:   sumstats.FieldAlleleFrequency,
				headers: "freq",
			},
			{field: sumstats.FieldFrequencyAllele, headers: "a1"},
			{field: sumstats.FieldN, headers: "n"},
		},
		analyses: []softwareAnalysis{
			{
				"as it was",
				[]softwareColumn{{field: sumstats.FieldBeta, headers: "b"}, {field: sumstats.FieldSE, headers: "se"}, {field: sumstats.FieldP, headers: "p"}},
			},
			{
				"conditional",
				[]softwareColumn{
					{field: sumstats.FieldBeta, headers: "bc"},
					{field: sumstats.FieldSE, headers: "bc_se"},
					{field: sumstats.FieldP, headers: "bc_pval"},
				},
			},
		},
		note: "mtCOJO reports the effect of A1 as it was (b) and conditional on other traits (bC).",
	},
	{
		id: "gwama", label: "GWAMA",
		distinctive: "rs_number reference_allele other_allele eaf beta|or beta_95l|or_95l beta_95u|or_95u z p_value q_statistic q_p_value n_studies effects",
		columns: []softwareColumn{
			{
				field:   sumstats.FieldVariantID,
				headers: "rs_number",
			},
			{field: sumstats.FieldEffectAllele, headers: "reference_allele"},
			{field: sumstats.FieldOtherAllele, headers: "other_allele"},
			{
				field:   sumstats.FieldEAF,
				headers: "eaf",
			},
			{field: sumstats.FieldBeta, headers: "beta"},
			{field: sumstats.FieldOddsRatio, headers: "or"},
			{field: sumstats.FieldSE, headers: "se beta_se"},
			{
				field:   sumstats.FieldCILower,
				headers: "beta_95l or_95l",
			},
			{field: sumstats.FieldCIUpper, headers: "beta_95u or_95u"},
			{field: sumstats.FieldZ, headers: "z"},
			{field: sumstats.FieldP, headers: "p_value"},
			{
				field:   sumstats.FieldN,
				headers: "n_samples",
			},
			{field: sumstats.FieldNStudies, headers: "n_studies"},
			{field: sumstats.FieldDirection, headers: "effects"},
			{field: sumstats.FieldHetI2, headers: "i2"},
			{field: sumstats.FieldHetP, headers: "q_p_value"},
		},
		note: "GWAMA calls the effect allele reference_allele; eaf is its frequency.",
	},
	{
		id: "mr-mega", label: "MR-MEGA",
		distinctive: "markername chromosome position ea nea eaf p_value_association lnbf",
		columns: []softwareColumn{
			{
				field:   sumstats.FieldChromosome,
				headers: "chromosome",
			},
			{field: sumstats.FieldPosition, headers: "position"},
			{field: sumstats.FieldVariantID, headers: "markername"},
			{field: sumstats.FieldEffectAllele, headers: "ea"},
			{field: sumstats.FieldOtherAllele, headers: "nea"},
			{
				field:   sumstats.FieldEAF,
				headers: "eaf",
			},
			{field: sumstats.FieldN, headers: "nsample"},
			{field: sumstats.FieldNStudies, headers: "ncohort"},
			{field: sumstats.FieldDirection, headers: "effects"},
			{
				field:   sumstats.FieldBeta,
				headers: "beta_0",
				doubt:   "It is the intercept of a regression on axes of ancestry: the effect where all axes are 0, and not that of the studies together.",
			},
			{field: sumstats.FieldSE, headers: "se_0"},
			{field: sumstats.FieldP, headers: "p_value_association"},
		},
		note: "MR-MEGA's P tests association with ancestry axes; beta_0 is the intercept effect of EA.",
	},
}
