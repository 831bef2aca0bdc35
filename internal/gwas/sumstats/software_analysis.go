package sumstats

// analysisSoftware are programs that test variants for association.
var analysisSoftware = []software{
	{
		id: "metal", label: "METAL",
		distinctive: "markername|snp|rsid allele1 allele2 p_value direction effect|zscore stderr|weight",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chromosome chr"}, {field: FieldPosition, headers: "position pos bp"}, {field: FieldVariantID, headers: "markername snp"},
			{field: FieldEffectAllele, headers: "allele1"}, {field: FieldOtherAllele, headers: "allele2"}, {field: FieldAlleleFrequency, headers: "freq1"}, {field: FieldFrequencyAllele, headers: "allele1"},
			{field: FieldBeta, headers: "effect"}, {field: FieldSE, headers: "stderr"}, {field: FieldZ, headers: "zscore"}, {field: FieldP, headers: "p_value"},
			{field: FieldN, headers: "totalsamplesize n_total n weight"}, {field: FieldNCases, headers: "n_cases ncases"}, {field: FieldNControls, headers: "n_controls ncontrols"}, {field: FieldNEff, headers: "n_eff neff"},
			{field: FieldDirection, headers: "direction"}, {field: FieldHetI2, headers: "hetisq"}, {field: FieldHetP, headers: "hetpval"},
		},
		note: "METAL reports the effect of Allele1.",
	},
	{
		id: "regenie", label: "REGENIE",
		distinctive: "chrom genpos id allele0 allele1 a1freq log10p",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chrom"}, {field: FieldPosition, headers: "genpos"}, {field: FieldVariantID, headers: "id"},
			{field: FieldEffectAllele, headers: "allele1"}, {field: FieldOtherAllele, headers: "allele0"}, {field: FieldAlleleFrequency, headers: "a1freq"},
			{field: FieldAlleleFrequencyCases, headers: "a1freq_cases"}, {field: FieldAlleleFrequencyControls, headers: "a1freq_controls"}, {field: FieldFrequencyAllele, headers: "allele1"},
			{field: FieldBeta, headers: "beta"}, {field: FieldSE, headers: "se"}, {field: FieldNegLog10P, headers: "log10p"}, {field: FieldN, headers: "n"},
			{field: FieldNCases, headers: "n_cases"}, {field: FieldNControls, headers: "n_controls"}, {field: FieldInfo, headers: "info"}, {field: FieldTest, headers: "test"}, {field: FieldChiSquare, headers: "chisq"},
		},
		note: "REGENIE reports the effect of ALLELE1 and writes −log10 P as LOG10P.",
	},
	{
		id: "saige", label: "SAIGE",
		distinctive: "chr pos allele1 allele2 af_allele2 p_value markerid|snpid|rsid",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr"}, {field: FieldPosition, headers: "pos"}, {field: FieldRSID, headers: "rsid"}, {field: FieldVariantID, headers: "markerid snpid"},
			{field: FieldEffectAllele, headers: "allele2"}, {field: FieldOtherAllele, headers: "allele1"}, {field: FieldAlleleFrequency, headers: "af_allele2"},
			{field: FieldAlleleFrequencyCases, headers: "af_case af_cases"}, {field: FieldAlleleFrequencyControls, headers: "af_ctrl af_controls"}, {field: FieldFrequencyAllele, headers: "allele2"},
			{field: FieldBeta, headers: "beta"}, {field: FieldSE, headers: "se"}, {field: FieldP, headers: "p_value"}, {field: FieldN, headers: "n"},
			{field: FieldNCases, headers: "n_case n_cases"}, {field: FieldNControls, headers: "n_ctrl n_controls"}, {field: FieldInfo, headers: "imputationinfo"},
		},
		note: "SAIGE reports the effect of Allele2; p.value.NA is the uncorrected P and is not used.",
	},
	{
		id: "bolt-lmm", label: "BOLT-LMM", linear: true,
		distinctive: "chr|chromosome bp|base_pair_location genpos allele1|effect_allele allele0|other_allele a1freq|effect_allele_frequency " +
			"p_bolt_lmm_inf|p_bolt_lmm|p_linreg|chisq_bolt_lmm_inf|chisq_bolt_lmm|chisq_linreg",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr chromosome"}, {field: FieldPosition, headers: "bp base_pair_location"}, {field: FieldVariantID, headers: "snp variant_id"},
			{field: FieldEffectAllele, headers: "allele1 effect_allele"}, {field: FieldOtherAllele, headers: "allele0 other_allele"},
			{field: FieldAlleleFrequency, headers: "a1freq"}, {field: FieldFrequencyAllele, headers: "allele1"}, {field: FieldEAF, headers: "effect_allele_frequency"},
			{field: FieldBeta, headers: "beta"}, {field: FieldSE, headers: "se standard_error"}, {field: FieldP, headers: "p_bolt_lmm p_value p_bolt_lmm_inf"}, {field: FieldInfo, headers: "info"},
		},
		note: "BOLT-LMM reports the effect of ALLELE1 from a linear model, also for binary traits; GENPOS is a genetic distance. Deposits carry it under the names of GWAS-SSF.",
	},
	{
		id: "plink", label: "PLINK 1.9 regression",
		distinctive: "chr snp bp a1 test nmiss stat p beta|or", plinkCodes: true,
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr"}, {field: FieldPosition, headers: "bp"}, {field: FieldVariantID, headers: "snp"}, {field: FieldEffectAllele, headers: "a1"}, {field: FieldOtherAllele, headers: "a2"},
			{field: FieldBeta, headers: "beta"}, {field: FieldOddsRatio, headers: "or"}, {field: FieldSE, headers: "se"}, {field: FieldCILower, headers: "l95"}, {field: FieldCIUpper, headers: "u95"},
			{field: FieldP, headers: "p"}, {field: FieldN, headers: "nmiss"}, {field: FieldTest, headers: "test"},
		},
		note: "PLINK reports the effect of A1; NMISS is the number of people that are not missing.",
	},
	{
		id: "plink-assoc", label: "PLINK 1.9 association",
		distinctive: "chr snp bp a1 a2 f_a f_u chisq p or", plinkCodes: true,
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr"}, {field: FieldPosition, headers: "bp"}, {field: FieldVariantID, headers: "snp"}, {field: FieldEffectAllele, headers: "a1"}, {field: FieldOtherAllele, headers: "a2"},
			{field: FieldAlleleFrequencyCases, headers: "f_a"}, {field: FieldAlleleFrequencyControls, headers: "f_u"}, {field: FieldFrequencyAllele, headers: "a1"}, {field: FieldOddsRatio, headers: "or"}, {field: FieldSE, headers: "se"},
			{field: FieldCILower, headers: "l95"}, {field: FieldCIUpper, headers: "u95"}, {field: FieldP, headers: "p"}, {field: FieldChiSquare, headers: "chisq"},
		},
		note: "PLINK reports the odds ratio of A1.",
	},
	{
		id: "plink-meta", label: "PLINK 1.9 meta-analysis",
		distinctive: "chr bp snp a1 a2 n p p(r) q i beta|or", plinkCodes: true,
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr"}, {field: FieldPosition, headers: "bp"}, {field: FieldVariantID, headers: "snp"}, {field: FieldEffectAllele, headers: "a1"}, {field: FieldOtherAllele, headers: "a2"},
			{field: FieldBeta, headers: "beta"}, {field: FieldOddsRatio, headers: "or"}, {field: FieldP, headers: "p"}, {field: FieldNStudies, headers: "n"}, {field: FieldHetP, headers: "q"}, {field: FieldHetI2, headers: "i"},
		},
		note: "PLINK reports the effect of A1; N counts studies.",
	},
	{
		id: "plink2", label: "PLINK 2",
		distinctive: "chrom pos id a1 obs_ct p|log10_p|neg_log10_p", plinkCodes: true,
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chrom"}, {field: FieldPosition, headers: "pos"}, {field: FieldVariantID, headers: "id"},
			{field: FieldEffectAllele, headers: "a1"}, {field: FieldOtherAllele, headers: "omitted ax"}, {field: FieldReferenceAllele, headers: "ref"}, {field: FieldAlternateAllele, headers: "alt"},
			{field: FieldAlleleFrequency, headers: "a1_freq"}, {field: FieldAlleleFrequencyCases, headers: "a1_case_freq"}, {field: FieldAlleleFrequencyControls, headers: "a1_ctrl_freq"}, {field: FieldFrequencyAllele, headers: "a1"},
			{field: FieldBeta, headers: "beta"}, {field: FieldOddsRatio, headers: "or"}, {field: FieldSE, headers: "se log(or)_se"}, {field: FieldCILower, headers: "l95"}, {field: FieldCIUpper, headers: "u95"},
			{field: FieldP, headers: "p"}, {field: FieldNegLog10P, headers: "neg_log10_p log10_p"}, {field: FieldN, headers: "obs_ct"}, {field: FieldInfo, headers: "mach_r2"}, {field: FieldTest, headers: "test"},
		},
		note: "PLINK 2 reports the effect of A1; REF and ALT only tell the other allele.",
	},
	{
		id: "snptest", label: "SNPTEST",
		distinctive: "chromosome position allelea alleleb /frequentist_.*_pvalue(_1)?/ /frequentist_.*beta_1(:.*)?/ rsid|alternate_ids",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chromosome"}, {field: FieldPosition, headers: "position"}, {field: FieldRSID, headers: "rsid"}, {field: FieldVariantID, headers: "alternate_ids"},
			{field: FieldEffectAllele, headers: "alleleb"}, {field: FieldOtherAllele, headers: "allelea"},
			{field: FieldCountAA, headers: "all_aa"}, {field: FieldCountAB, headers: "all_ab"}, {field: FieldCountBB, headers: "all_bb"}, {field: FieldFrequencyAllele, headers: "alleleb"},
			{field: FieldBeta, headers: "frequentist_add_beta_1 /frequentist_add_beta_1:.*/"}, {field: FieldSE, headers: "frequentist_add_se_1 /frequentist_add_se_1:.*/"},
			{field: FieldP, headers: "frequentist_add_pvalue frequentist_add_wald_pvalue_1"}, {field: FieldInfo, headers: "info"},
			{field: FieldN, headers: "all_total"}, {field: FieldNCases, headers: "cases_total"}, {field: FieldNControls, headers: "controls_total"},
		},
		note: "SNPTEST reports the effect of alleleB; its frequency comes from the genotype counts because all_maf has no orientation.",
	},
	{
		id: "fastgwa", label: "GCTA fastGWA", linear: true, logistic: "p_nospa",
		distinctive: "chr snp pos a1 a2 n af1 beta se p",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr"}, {field: FieldPosition, headers: "pos"}, {field: FieldVariantID, headers: "snp"}, {field: FieldEffectAllele, headers: "a1"}, {field: FieldOtherAllele, headers: "a2"},
			{field: FieldAlleleFrequency, headers: "af1"}, {field: FieldFrequencyAllele, headers: "a1"}, {field: FieldBeta, headers: "beta"}, {field: FieldSE, headers: "se"}, {field: FieldP, headers: "p"}, {field: FieldN, headers: "n"}, {field: FieldInfo, headers: "info"},
		},
		note: "fastGWA reports the effect of A1, from a linear model unless it is fastGWA-GLMM.",
	},
	{
		id: "gcta-cojo", label: "GCTA-COJO",
		distinctive: "snp a1 a2 freq b se p n", absent: "chr chrom bp pos",
		columns: []softwareColumn{
			{field: FieldVariantID, headers: "snp"}, {field: FieldEffectAllele, headers: "a1"}, {field: FieldOtherAllele, headers: "a2"}, {field: FieldAlleleFrequency, headers: "freq"}, {field: FieldFrequencyAllele, headers: "a1"},
			{field: FieldBeta, headers: "b"}, {field: FieldSE, headers: "se"}, {field: FieldP, headers: "p"}, {field: FieldN, headers: "n"},
		},
		note: "GCTA-COJO files report the effect and the frequency of A1.",
	},
	{
		id: "gemma", label: "GEMMA",
		distinctive: "chr rs ps n_miss allele1 allele0 af p_wald|p_lrt|p_score",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr"}, {field: FieldPosition, headers: "ps"}, {field: FieldVariantID, headers: "rs"}, {field: FieldEffectAllele, headers: "allele1"}, {field: FieldOtherAllele, headers: "allele0"},
			{field: FieldAlleleFrequency, headers: "af"}, {field: FieldFrequencyAllele, headers: "allele1"}, {field: FieldBeta, headers: "beta"}, {field: FieldSE, headers: "se"}, {field: FieldP, headers: "p_wald p_lrt p_score"},
		},
		note: "GEMMA reports the effect and the frequency of allele1.",
	},
	{
		id: "bgenie", label: "BGENIE",
		distinctive: "chr rsid pos a_0 a_1 af info /.*_beta/ /.*_se/",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr"}, {field: FieldPosition, headers: "pos"}, {field: FieldRSID, headers: "rsid"}, {field: FieldEffectAllele, headers: "a_1"}, {field: FieldOtherAllele, headers: "a_0"},
			{field: FieldAlleleFrequency, headers: "af"}, {field: FieldFrequencyAllele, headers: "a_1"}, {field: FieldInfo, headers: "info"}, {field: FieldBeta, headers: "/.*_beta/"}, {field: FieldSE, headers: "/.*_se/"}, {field: FieldNegLog10P, headers: "/.*log10p/"}, {field: FieldP, headers: "/.*_p/"},
		},
		note: "BGENIE reports the effect of a_1, for one or more phenotypes side by side.",
	},
	{
		id: "mr-mega", label: "MR-MEGA",
		distinctive: "markername chromosome position ea nea eaf p_value_association lnbf",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chromosome"}, {field: FieldPosition, headers: "position"}, {field: FieldVariantID, headers: "markername"}, {field: FieldEffectAllele, headers: "ea"}, {field: FieldOtherAllele, headers: "nea"},
			{field: FieldEAF, headers: "eaf"}, {field: FieldN, headers: "nsample"}, {field: FieldNStudies, headers: "ncohort"}, {field: FieldDirection, headers: "effects"}, {field: FieldBeta, headers: "beta_0"}, {field: FieldSE, headers: "se_0"}, {field: FieldP, headers: "p_value_association"},
		},
		note: "MR-MEGA's P tests association with ancestry axes; beta_0 is the intercept effect of EA.",
	},
}
