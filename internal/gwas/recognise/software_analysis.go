package recognise

import "cohortium/internal/gwas/sumstats"

// analysisSoftware are programs that test variants for association.
var analysisSoftware = []software{
	{
		id: "metal", label: "METAL",
		distinctive: "markername|snp|rsid allele1 allele2 p_value direction effect|zscore stderr|weight",
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chromosome chr"}, {field: sumstats.FieldPosition, headers: "position pos bp"}, {field: sumstats.FieldVariantID, headers: "markername snp"},
			{field: sumstats.FieldEffectAllele, headers: "allele1"}, {field: sumstats.FieldOtherAllele, headers: "allele2"}, {field: sumstats.FieldAlleleFrequency, headers: "freq1"}, {field: sumstats.FieldFrequencyAllele, headers: "allele1"},
			{field: sumstats.FieldBeta, headers: "effect"}, {field: sumstats.FieldSE, headers: "stderr"}, {field: sumstats.FieldZ, headers: "zscore"}, {field: sumstats.FieldP, headers: "p_value"},
			{field: sumstats.FieldN, headers: "totalsamplesize n_total n weight"}, {field: sumstats.FieldNCases, headers: "n_cases ncases"}, {field: sumstats.FieldNControls, headers: "n_controls ncontrols"}, {field: sumstats.FieldNEff, headers: "n_eff neff"},
			{field: sumstats.FieldDirection, headers: "direction"}, {field: sumstats.FieldHetI2, headers: "hetisq"}, {field: sumstats.FieldHetP, headers: "hetpval"},
		},
		note: "METAL reports the effect of Allele1.",
	},
	{
		id: "regenie", label: "REGENIE",
		distinctive: "chrom genpos id allele0 allele1 a1freq log10p",
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chrom"}, {field: sumstats.FieldPosition, headers: "genpos"}, {field: sumstats.FieldVariantID, headers: "id"},
			{field: sumstats.FieldEffectAllele, headers: "allele1"}, {field: sumstats.FieldOtherAllele, headers: "allele0"}, {field: sumstats.FieldAlleleFrequency, headers: "a1freq"},
			{field: sumstats.FieldAlleleFrequencyCases, headers: "a1freq_cases"}, {field: sumstats.FieldAlleleFrequencyControls, headers: "a1freq_controls"}, {field: sumstats.FieldFrequencyAllele, headers: "allele1"},
			{field: sumstats.FieldBeta, headers: "beta"}, {field: sumstats.FieldSE, headers: "se"}, {field: sumstats.FieldNegLog10P, headers: "log10p"}, {field: sumstats.FieldN, headers: "n"},
			{field: sumstats.FieldNCases, headers: "n_cases"}, {field: sumstats.FieldNControls, headers: "n_controls"}, {field: sumstats.FieldInfo, headers: "info"}, {field: sumstats.FieldTest, headers: "test"}, {field: sumstats.FieldChiSquare, headers: "chisq"},
		},
		note: "REGENIE reports the effect of ALLELE1 and writes −log10 P as LOG10P.",
	},
	{
		id: "saige", label: "SAIGE",
		distinctive: "chr pos allele1 allele2 af_allele2 p_value markerid|snpid|rsid",
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chr"}, {field: sumstats.FieldPosition, headers: "pos"}, {field: sumstats.FieldRSID, headers: "rsid"}, {field: sumstats.FieldVariantID, headers: "markerid snpid"},
			{field: sumstats.FieldEffectAllele, headers: "allele2"}, {field: sumstats.FieldOtherAllele, headers: "allele1"}, {field: sumstats.FieldAlleleFrequency, headers: "af_allele2"},
			{field: sumstats.FieldAlleleFrequencyCases, headers: "af_case af_cases"}, {field: sumstats.FieldAlleleFrequencyControls, headers: "af_ctrl af_controls"}, {field: sumstats.FieldFrequencyAllele, headers: "allele2"},
			{field: sumstats.FieldBeta, headers: "beta"}, {field: sumstats.FieldSE, headers: "se"}, {field: sumstats.FieldP, headers: "p_value"}, {field: sumstats.FieldN, headers: "n"},
			{field: sumstats.FieldNCases, headers: "n_case n_cases"}, {field: sumstats.FieldNControls, headers: "n_ctrl n_controls"}, {field: sumstats.FieldInfo, headers: "imputationinfo"},
		},
		note: "SAIGE reports the effect of Allele2; p.value.NA is the uncorrected P and is not used.",
	},
	{
		id: "bolt-lmm", label: "BOLT-LMM", linear: true,
		distinctive: "chr|chromosome bp|base_pair_location genpos allele1|effect_allele allele0|other_allele a1freq|effect_allele_frequency " +
			"p_bolt_lmm_inf|p_bolt_lmm|p_linreg|chisq_bolt_lmm_inf|chisq_bolt_lmm|chisq_linreg",
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chr chromosome"}, {field: sumstats.FieldPosition, headers: "bp base_pair_location"}, {field: sumstats.FieldVariantID, headers: "snp variant_id"},
			{field: sumstats.FieldEffectAllele, headers: "allele1 effect_allele"}, {field: sumstats.FieldOtherAllele, headers: "allele0 other_allele"},
			{field: sumstats.FieldAlleleFrequency, headers: "a1freq"}, {field: sumstats.FieldFrequencyAllele, headers: "allele1"}, {field: sumstats.FieldEAF, headers: "effect_allele_frequency"},
			{field: sumstats.FieldBeta, headers: "beta"}, {field: sumstats.FieldSE, headers: "se standard_error"}, {field: sumstats.FieldP, headers: "p_bolt_lmm p_value p_bolt_lmm_inf"}, {field: sumstats.FieldInfo, headers: "info"},
		},
		note: "BOLT-LMM reports the effect of ALLELE1 from a linear model, also for binary traits; GENPOS is a genetic distance. Deposits carry it under the names of GWAS-SSF.",
	},
	{
		id: "plink", label: "PLINK 1.9 regression",
		distinctive: "chr snp bp a1 test nmiss stat p beta|or", plinkCodes: true,
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chr"}, {field: sumstats.FieldPosition, headers: "bp"}, {field: sumstats.FieldVariantID, headers: "snp"}, {field: sumstats.FieldEffectAllele, headers: "a1"}, {field: sumstats.FieldOtherAllele, headers: "a2"},
			{field: sumstats.FieldBeta, headers: "beta"}, {field: sumstats.FieldOddsRatio, headers: "or"}, {field: sumstats.FieldSE, headers: "se"}, {field: sumstats.FieldCILower, headers: "l95"}, {field: sumstats.FieldCIUpper, headers: "u95"},
			{field: sumstats.FieldP, headers: "p"}, {field: sumstats.FieldN, headers: "nmiss"}, {field: sumstats.FieldTest, headers: "test"},
		},
		note:    "PLINK reports the effect of A1; NMISS is the number of people that are not missing.",
		alleles: "PLINK writes the other allele to the .bim file of the genotypes: add it as a column A2.",
	},
	{
		id: "plink-assoc", label: "PLINK 1.9 association",
		distinctive: "chr snp bp a1 a2 f_a f_u chisq p or", plinkCodes: true,
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chr"}, {field: sumstats.FieldPosition, headers: "bp"}, {field: sumstats.FieldVariantID, headers: "snp"}, {field: sumstats.FieldEffectAllele, headers: "a1"}, {field: sumstats.FieldOtherAllele, headers: "a2"},
			{field: sumstats.FieldAlleleFrequencyCases, headers: "f_a"}, {field: sumstats.FieldAlleleFrequencyControls, headers: "f_u"}, {field: sumstats.FieldFrequencyAllele, headers: "a1"}, {field: sumstats.FieldOddsRatio, headers: "or"}, {field: sumstats.FieldSE, headers: "se"},
			{field: sumstats.FieldCILower, headers: "l95"}, {field: sumstats.FieldCIUpper, headers: "u95"}, {field: sumstats.FieldP, headers: "p"}, {field: sumstats.FieldChiSquare, headers: "chisq"},
		},
		note: "PLINK reports the odds ratio of A1.",
	},
	{
		id: "plink-meta", label: "PLINK 1.9 meta-analysis",
		distinctive: "chr bp snp a1 a2 n p p(r) q i beta|or", plinkCodes: true,
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chr"}, {field: sumstats.FieldPosition, headers: "bp"}, {field: sumstats.FieldVariantID, headers: "snp"}, {field: sumstats.FieldEffectAllele, headers: "a1"}, {field: sumstats.FieldOtherAllele, headers: "a2"},
			{field: sumstats.FieldBeta, headers: "beta"}, {field: sumstats.FieldOddsRatio, headers: "or"}, {field: sumstats.FieldP, headers: "p"}, {field: sumstats.FieldNStudies, headers: "n"}, {field: sumstats.FieldHetP, headers: "q"}, {field: sumstats.FieldHetI2, headers: "i"},
		},
		note: "PLINK reports the effect of A1; N counts studies.",
	},
	{
		id: "plink2", label: "PLINK 2",
		distinctive: "chrom pos id a1 obs_ct p|log10_p|neg_log10_p", plinkCodes: true,
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chrom"}, {field: sumstats.FieldPosition, headers: "pos"}, {field: sumstats.FieldVariantID, headers: "id"},
			{field: sumstats.FieldEffectAllele, headers: "a1"}, {field: sumstats.FieldOtherAllele, headers: "omitted ax"}, {field: sumstats.FieldReferenceAllele, headers: "ref"}, {field: sumstats.FieldAlternateAllele, headers: "alt"},
			{field: sumstats.FieldAlleleFrequency, headers: "a1_freq"}, {field: sumstats.FieldAlleleFrequencyCases, headers: "a1_case_freq"}, {field: sumstats.FieldAlleleFrequencyControls, headers: "a1_ctrl_freq"}, {field: sumstats.FieldFrequencyAllele, headers: "a1"},
			{field: sumstats.FieldBeta, headers: "beta"}, {field: sumstats.FieldOddsRatio, headers: "or"}, {field: sumstats.FieldSE, headers: "se log(or)_se"}, {field: sumstats.FieldCILower, headers: "l95"}, {field: sumstats.FieldCIUpper, headers: "u95"},
			{field: sumstats.FieldP, headers: "p"}, {field: sumstats.FieldNegLog10P, headers: "neg_log10_p log10_p"}, {field: sumstats.FieldN, headers: "obs_ct"}, {field: sumstats.FieldInfo, headers: "mach_r2"}, {field: sumstats.FieldTest, headers: "test"},
		},
		note: "PLINK 2 reports the effect of A1; REF and ALT only tell the other allele.",
	},
	{
		id: "snptest", label: "SNPTEST",
		distinctive: "chromosome position allelea alleleb /frequentist_.*_pvalue(_1)?/ /frequentist_.*beta_1(:.*)?/ rsid|alternate_ids",
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chromosome"}, {field: sumstats.FieldPosition, headers: "position"}, {field: sumstats.FieldRSID, headers: "rsid"}, {field: sumstats.FieldVariantID, headers: "alternate_ids"},
			{field: sumstats.FieldEffectAllele, headers: "alleleb"}, {field: sumstats.FieldOtherAllele, headers: "allelea"},
			{field: sumstats.FieldCountAA, headers: "all_aa"}, {field: sumstats.FieldCountAB, headers: "all_ab"}, {field: sumstats.FieldCountBB, headers: "all_bb"}, {field: sumstats.FieldFrequencyAllele, headers: "alleleb"},
			{field: sumstats.FieldBeta, headers: "frequentist_add_beta_1 /frequentist_add_beta_1:.*/"}, {field: sumstats.FieldSE, headers: "frequentist_add_se_1 /frequentist_add_se_1:.*/"},
			{field: sumstats.FieldP, headers: "frequentist_add_pvalue frequentist_add_wald_pvalue_1"}, {field: sumstats.FieldInfo, headers: "info"},
			{field: sumstats.FieldN, headers: "all_total"}, {field: sumstats.FieldNCases, headers: "cases_total"}, {field: sumstats.FieldNControls, headers: "controls_total"},
		},
		note: "SNPTEST reports the effect of alleleB; its frequency comes from the genotype counts because all_maf has no orientation.",
	},
	{
		id: "fastgwa", label: "GCTA fastGWA", linear: true, logistic: "p_nospa",
		distinctive: "chr snp pos a1 a2 n af1 beta se p",
		columns: []softwareColumn{
			{field: sumstats.FieldChromosome, headers: "chr"}, {field: sumstats.FieldPosition, headers: "pos"}, {field: sumstats.FieldVariantID, headers: "snp"}, {field: sumstats.FieldEffectAllele, headers: "a1"}, {field: sumstats.FieldOtherAllele, headers: "a2"},
			{field: sumstats.FieldAlleleFrequency, headers: "af1"}, {field: sumstats.FieldFrequencyAllele, headers: "a1"}, {field: sumstats.FieldBeta, headers: "beta"}, {field: sumstats.FieldSE, headers: "se"}, {field: sumstats.FieldP, headers: "p"}, {field: sumstats.FieldN, headers: "n"}, {field: sumstats.FieldInfo, headers: "info"},
		},
		note: "fastGWA reports the effect of A1, from a linear model unless it is fastGWA-GLMM.",
	},
}
