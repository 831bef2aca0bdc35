package sumstats

// analysisSoftware are programs that test variants for association.
var analysisSoftware = []software{
	{
		id: "metal", label: "METAL",
		distinctive: "markername|snp|rsid allele1 allele2 p_value direction effect|zscore stderr|weight",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chromosome chr"}, {field: fPosition, headers: "position pos bp"}, {field: fVariantID, headers: "markername snp"},
			{field: fEffectAllele, headers: "allele1"}, {field: fOtherAllele, headers: "allele2"}, {field: fAlleleFrequency, headers: "freq1"}, {field: fFrequencyAllele, headers: "allele1"},
			{field: fBeta, headers: "effect"}, {field: fSE, headers: "stderr"}, {field: fZ, headers: "zscore"}, {field: fP, headers: "p_value"},
			{field: fN, headers: "totalsamplesize n_total n weight"}, {field: fNCases, headers: "n_cases ncases"}, {field: fNControls, headers: "n_controls ncontrols"}, {field: fNEff, headers: "n_eff neff"},
			{field: fDirection, headers: "direction"}, {field: fHetI2, headers: "hetisq"}, {field: fHetP, headers: "hetpval"},
		},
		note: "METAL reports the effect of Allele1.",
	},
	{
		id: "regenie", label: "REGENIE",
		distinctive: "chrom genpos id allele0 allele1 a1freq log10p",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chrom"}, {field: fPosition, headers: "genpos"}, {field: fVariantID, headers: "id"},
			{field: fEffectAllele, headers: "allele1"}, {field: fOtherAllele, headers: "allele0"}, {field: fAlleleFrequency, headers: "a1freq"},
			{field: fAlleleFrequencyCases, headers: "a1freq_cases"}, {field: fAlleleFrequencyControls, headers: "a1freq_controls"}, {field: fFrequencyAllele, headers: "allele1"},
			{field: fBeta, headers: "beta"}, {field: fSE, headers: "se"}, {field: fNegLog10P, headers: "log10p"}, {field: fN, headers: "n"},
			{field: fNCases, headers: "n_cases"}, {field: fNControls, headers: "n_controls"}, {field: fInfo, headers: "info"}, {field: fTest, headers: "test"}, {field: fChiSquare, headers: "chisq"},
		},
		note: "REGENIE reports the effect of ALLELE1 and writes −log10 P as LOG10P.",
	},
	{
		id: "saige", label: "SAIGE",
		distinctive: "chr pos allele1 allele2 af_allele2 p_value markerid|snpid|rsid",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr"}, {field: fPosition, headers: "pos"}, {field: fRSID, headers: "rsid"}, {field: fVariantID, headers: "markerid snpid"},
			{field: fEffectAllele, headers: "allele2"}, {field: fOtherAllele, headers: "allele1"}, {field: fAlleleFrequency, headers: "af_allele2"},
			{field: fAlleleFrequencyCases, headers: "af_case af_cases"}, {field: fAlleleFrequencyControls, headers: "af_ctrl af_controls"}, {field: fFrequencyAllele, headers: "allele2"},
			{field: fBeta, headers: "beta"}, {field: fSE, headers: "se"}, {field: fP, headers: "p_value"}, {field: fN, headers: "n"},
			{field: fNCases, headers: "n_case n_cases"}, {field: fNControls, headers: "n_ctrl n_controls"}, {field: fInfo, headers: "imputationinfo"},
		},
		note: "SAIGE reports the effect of Allele2; p.value.NA is the uncorrected P and is not used.",
	},
	{
		id: "bolt-lmm", label: "BOLT-LMM", linear: true,
		distinctive: "chr|chromosome bp|base_pair_location genpos allele1|effect_allele allele0|other_allele a1freq|effect_allele_frequency " +
			"p_bolt_lmm_inf|p_bolt_lmm|p_linreg|chisq_bolt_lmm_inf|chisq_bolt_lmm|chisq_linreg",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr chromosome"}, {field: fPosition, headers: "bp base_pair_location"}, {field: fVariantID, headers: "snp variant_id"},
			{field: fEffectAllele, headers: "allele1 effect_allele"}, {field: fOtherAllele, headers: "allele0 other_allele"},
			{field: fAlleleFrequency, headers: "a1freq"}, {field: fFrequencyAllele, headers: "allele1"}, {field: fEAF, headers: "effect_allele_frequency"},
			{field: fBeta, headers: "beta"}, {field: fSE, headers: "se standard_error"}, {field: fP, headers: "p_bolt_lmm p_value p_bolt_lmm_inf"}, {field: fInfo, headers: "info"},
		},
		note: "BOLT-LMM reports the effect of ALLELE1 from a linear model, also for binary traits; GENPOS is a genetic distance. Deposits carry it under the names of GWAS-SSF.",
	},
	{
		id: "plink", label: "PLINK 1.9 regression",
		distinctive: "chr snp bp a1 test nmiss stat p beta|or", plinkCodes: true,
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr"}, {field: fPosition, headers: "bp"}, {field: fVariantID, headers: "snp"}, {field: fEffectAllele, headers: "a1"}, {field: fOtherAllele, headers: "a2"},
			{field: fBeta, headers: "beta"}, {field: fOddsRatio, headers: "or"}, {field: fSE, headers: "se"}, {field: fCILower, headers: "l95"}, {field: fCIUpper, headers: "u95"},
			{field: fP, headers: "p"}, {field: fN, headers: "nmiss"}, {field: fTest, headers: "test"},
		},
		note: "PLINK reports the effect of A1; NMISS is the number of people that are not missing.",
	},
	{
		id: "plink-assoc", label: "PLINK 1.9 association",
		distinctive: "chr snp bp a1 a2 f_a f_u chisq p or", plinkCodes: true,
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr"}, {field: fPosition, headers: "bp"}, {field: fVariantID, headers: "snp"}, {field: fEffectAllele, headers: "a1"}, {field: fOtherAllele, headers: "a2"},
			{field: fAlleleFrequencyCases, headers: "f_a"}, {field: fAlleleFrequencyControls, headers: "f_u"}, {field: fFrequencyAllele, headers: "a1"}, {field: fOddsRatio, headers: "or"}, {field: fSE, headers: "se"},
			{field: fCILower, headers: "l95"}, {field: fCIUpper, headers: "u95"}, {field: fP, headers: "p"}, {field: fChiSquare, headers: "chisq"},
		},
		note: "PLINK reports the odds ratio of A1.",
	},
	{
		id: "plink-meta", label: "PLINK 1.9 meta-analysis",
		distinctive: "chr bp snp a1 a2 n p p(r) q i beta|or", plinkCodes: true,
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr"}, {field: fPosition, headers: "bp"}, {field: fVariantID, headers: "snp"}, {field: fEffectAllele, headers: "a1"}, {field: fOtherAllele, headers: "a2"},
			{field: fBeta, headers: "beta"}, {field: fOddsRatio, headers: "or"}, {field: fP, headers: "p"}, {field: fNStudies, headers: "n"}, {field: fHetP, headers: "q"}, {field: fHetI2, headers: "i"},
		},
		note: "PLINK reports the effect of A1; N counts studies.",
	},
	{
		id: "plink2", label: "PLINK 2",
		distinctive: "chrom pos id a1 obs_ct p|log10_p|neg_log10_p", plinkCodes: true,
		columns: []softwareColumn{
			{field: fChromosome, headers: "chrom"}, {field: fPosition, headers: "pos"}, {field: fVariantID, headers: "id"},
			{field: fEffectAllele, headers: "a1"}, {field: fOtherAllele, headers: "omitted ax"}, {field: fReferenceAllele, headers: "ref"}, {field: fAlternateAllele, headers: "alt"},
			{field: fAlleleFrequency, headers: "a1_freq"}, {field: fAlleleFrequencyCases, headers: "a1_case_freq"}, {field: fAlleleFrequencyControls, headers: "a1_ctrl_freq"}, {field: fFrequencyAllele, headers: "a1"},
			{field: fBeta, headers: "beta"}, {field: fOddsRatio, headers: "or"}, {field: fSE, headers: "se log(or)_se"}, {field: fCILower, headers: "l95"}, {field: fCIUpper, headers: "u95"},
			{field: fP, headers: "p"}, {field: fNegLog10P, headers: "neg_log10_p log10_p"}, {field: fN, headers: "obs_ct"}, {field: fInfo, headers: "mach_r2"}, {field: fTest, headers: "test"},
		},
		note: "PLINK 2 reports the effect of A1; REF and ALT only tell the other allele.",
	},
	{
		id: "snptest", label: "SNPTEST",
		distinctive: "chromosome position allelea alleleb /frequentist_.*_pvalue(_1)?/ /frequentist_.*beta_1(:.*)?/ rsid|alternate_ids",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chromosome"}, {field: fPosition, headers: "position"}, {field: fRSID, headers: "rsid"}, {field: fVariantID, headers: "alternate_ids"},
			{field: fEffectAllele, headers: "alleleb"}, {field: fOtherAllele, headers: "allelea"},
			{field: fCountAA, headers: "all_aa"}, {field: fCountAB, headers: "all_ab"}, {field: fCountBB, headers: "all_bb"}, {field: fFrequencyAllele, headers: "alleleb"},
			{field: fBeta, headers: "frequentist_add_beta_1 /frequentist_add_beta_1:.*/"}, {field: fSE, headers: "frequentist_add_se_1 /frequentist_add_se_1:.*/"},
			{field: fP, headers: "frequentist_add_pvalue frequentist_add_wald_pvalue_1"}, {field: fInfo, headers: "info"},
			{field: fN, headers: "all_total"}, {field: fNCases, headers: "cases_total"}, {field: fNControls, headers: "controls_total"},
		},
		note: "SNPTEST reports the effect of alleleB; its frequency comes from the genotype counts because all_maf has no orientation.",
	},
	{
		id: "fastgwa", label: "GCTA fastGWA", linear: true, logistic: "p_nospa",
		distinctive: "chr snp pos a1 a2 n af1 beta se p",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr"}, {field: fPosition, headers: "pos"}, {field: fVariantID, headers: "snp"}, {field: fEffectAllele, headers: "a1"}, {field: fOtherAllele, headers: "a2"},
			{field: fAlleleFrequency, headers: "af1"}, {field: fFrequencyAllele, headers: "a1"}, {field: fBeta, headers: "beta"}, {field: fSE, headers: "se"}, {field: fP, headers: "p"}, {field: fN, headers: "n"}, {field: fInfo, headers: "info"},
		},
		note: "fastGWA reports the effect of A1, from a linear model unless it is fastGWA-GLMM.",
	},
	{
		id: "gcta-cojo", label: "GCTA-COJO",
		distinctive: "snp a1 a2 freq b se p n", absent: "chr chrom bp pos",
		columns: []softwareColumn{
			{field: fVariantID, headers: "snp"}, {field: fEffectAllele, headers: "a1"}, {field: fOtherAllele, headers: "a2"}, {field: fAlleleFrequency, headers: "freq"}, {field: fFrequencyAllele, headers: "a1"},
			{field: fBeta, headers: "b"}, {field: fSE, headers: "se"}, {field: fP, headers: "p"}, {field: fN, headers: "n"},
		},
		note: "GCTA-COJO files report the effect and the frequency of A1.",
	},
	{
		id: "gemma", label: "GEMMA",
		distinctive: "chr rs ps n_miss allele1 allele0 af p_wald|p_lrt|p_score",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr"}, {field: fPosition, headers: "ps"}, {field: fVariantID, headers: "rs"}, {field: fEffectAllele, headers: "allele1"}, {field: fOtherAllele, headers: "allele0"},
			{field: fAlleleFrequency, headers: "af"}, {field: fFrequencyAllele, headers: "allele1"}, {field: fBeta, headers: "beta"}, {field: fSE, headers: "se"}, {field: fP, headers: "p_wald p_lrt p_score"},
		},
		note: "GEMMA reports the effect and the frequency of allele1.",
	},
	{
		id: "bgenie", label: "BGENIE",
		distinctive: "chr rsid pos a_0 a_1 af info /.*_beta/ /.*_se/",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr"}, {field: fPosition, headers: "pos"}, {field: fRSID, headers: "rsid"}, {field: fEffectAllele, headers: "a_1"}, {field: fOtherAllele, headers: "a_0"},
			{field: fAlleleFrequency, headers: "af"}, {field: fFrequencyAllele, headers: "a_1"}, {field: fInfo, headers: "info"}, {field: fBeta, headers: "/.*_beta/"}, {field: fSE, headers: "/.*_se/"}, {field: fNegLog10P, headers: "/.*log10p/"}, {field: fP, headers: "/.*_p/"},
		},
		note: "BGENIE reports the effect of a_1, for one or more phenotypes side by side.",
	},
	{
		id: "mr-mega", label: "MR-MEGA",
		distinctive: "markername chromosome position ea nea eaf p_value_association lnbf",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chromosome"}, {field: fPosition, headers: "position"}, {field: fVariantID, headers: "markername"}, {field: fEffectAllele, headers: "ea"}, {field: fOtherAllele, headers: "nea"},
			{field: fEAF, headers: "eaf"}, {field: fN, headers: "nsample"}, {field: fNStudies, headers: "ncohort"}, {field: fDirection, headers: "effects"}, {field: fBeta, headers: "beta_0"}, {field: fSE, headers: "se_0"}, {field: fP, headers: "p_value_association"},
		},
		note: "MR-MEGA's P tests association with ancestry axes; beta_0 is the intercept effect of EA.",
	},
}
