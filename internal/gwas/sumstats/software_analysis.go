package sumstats

// analysisSoftware are programs that test variants for association.
var analysisSoftware = []software{
	{
		id: "metal", label: "METAL",
		distinctive: "markername allele1 allele2 p_value direction effect|zscore stderr|weight",
		columns: []softwareColumn{
			{fChromosome, "chromosome chr"}, {fPosition, "position pos bp"}, {fVariantID, "markername"},
			{fEffectAllele, "allele1"}, {fOtherAllele, "allele2"}, {fEAF, "freq1"},
			{fBeta, "effect"}, {fSE, "stderr"}, {fZ, "zscore"}, {fP, "p_value"},
			{fN, "totalsamplesize n_total n weight"}, {fNCases, "n_cases ncases"}, {fNControls, "n_controls ncontrols"}, {fNEff, "n_eff neff"},
			{fDirection, "direction"}, {fHetI2, "hetisq"}, {fHetP, "hetpval"},
		},
		note: "METAL reports the effect of Allele1.",
	},
	{
		id: "regenie", label: "REGENIE",
		distinctive: "chrom genpos id allele0 allele1 a1freq log10p",
		columns: []softwareColumn{
			{fChromosome, "chrom"}, {fPosition, "genpos"}, {fVariantID, "id"},
			{fEffectAllele, "allele1"}, {fOtherAllele, "allele0"}, {fEAF, "a1freq"},
			{fEAFCases, "a1freq_cases"}, {fEAFControls, "a1freq_controls"},
			{fBeta, "beta"}, {fSE, "se"}, {fNegLog10P, "log10p"}, {fN, "n"},
			{fNCases, "n_cases"}, {fNControls, "n_controls"}, {fInfo, "info"}, {fTest, "test"}, {fChiSquare, "chisq"},
		},
		note: "REGENIE reports the effect of ALLELE1 and writes −log10 P as LOG10P.",
	},
	{
		id: "saige", label: "SAIGE",
		distinctive: "chr pos allele1 allele2 af_allele2 p_value markerid|snpid|rsid",
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "pos"}, {fRSID, "rsid"}, {fVariantID, "markerid snpid"},
			{fEffectAllele, "allele2"}, {fOtherAllele, "allele1"}, {fEAF, "af_allele2"},
			{fEAFCases, "af_case af_cases"}, {fEAFControls, "af_ctrl af_controls"},
			{fBeta, "beta"}, {fSE, "se"}, {fP, "p_value"}, {fN, "n"},
			{fNCases, "n_case n_cases"}, {fNControls, "n_ctrl n_controls"}, {fInfo, "imputationinfo"},
		},
		note: "SAIGE reports the effect of Allele2; p.value.NA is the uncorrected P and is not used.",
	},
	{
		id: "bolt-lmm", label: "BOLT-LMM",
		distinctive: "snp chr bp allele1 allele0 a1freq p_bolt_lmm_inf|p_bolt_lmm|p_linreg",
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "bp"}, {fVariantID, "snp"},
			{fEffectAllele, "allele1"}, {fOtherAllele, "allele0"}, {fEAF, "a1freq"},
			{fBeta, "beta"}, {fSE, "se"}, {fP, "p_bolt_lmm p_bolt_lmm_inf"}, {fInfo, "info"},
		},
		note: "BOLT-LMM reports the effect of ALLELE1 from a linear model; GENPOS is a genetic distance.",
	},
	{
		id: "plink", label: "PLINK 1.9 regression",
		distinctive: "chr snp bp a1 test nmiss stat p beta|or", plinkCodes: true,
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "bp"}, {fVariantID, "snp"}, {fEffectAllele, "a1"}, {fOtherAllele, "a2"},
			{fBeta, "beta"}, {fOddsRatio, "or"}, {fSE, "se"}, {fCILower, "l95"}, {fCIUpper, "u95"},
			{fP, "p"}, {fN, "nmiss"}, {fTest, "test"},
		},
		note: "PLINK reports the effect of A1; NMISS is the number of people that are not missing.",
	},
	{
		id: "plink-assoc", label: "PLINK 1.9 association",
		distinctive: "chr snp bp a1 a2 f_a f_u chisq p or", plinkCodes: true,
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "bp"}, {fVariantID, "snp"}, {fEffectAllele, "a1"}, {fOtherAllele, "a2"},
			{fEAFCases, "f_a"}, {fEAFControls, "f_u"}, {fOddsRatio, "or"}, {fSE, "se"},
			{fCILower, "l95"}, {fCIUpper, "u95"}, {fP, "p"}, {fChiSquare, "chisq"},
		},
		note: "PLINK reports the odds ratio of A1.",
	},
	{
		id: "plink-meta", label: "PLINK 1.9 meta-analysis",
		distinctive: "chr bp snp a1 a2 n p p(r) q i beta|or", plinkCodes: true,
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "bp"}, {fVariantID, "snp"}, {fEffectAllele, "a1"}, {fOtherAllele, "a2"},
			{fBeta, "beta"}, {fOddsRatio, "or"}, {fP, "p"}, {fNStudies, "n"}, {fHetP, "q"}, {fHetI2, "i"},
		},
		note: "PLINK reports the effect of A1; N counts studies.",
	},
	{
		id: "plink2", label: "PLINK 2",
		distinctive: "chrom pos id a1 obs_ct p|log10_p|neg_log10_p", plinkCodes: true,
		columns: []softwareColumn{
			{fChromosome, "chrom"}, {fPosition, "pos"}, {fVariantID, "id"},
			{fEffectAllele, "a1"}, {fOtherAllele, "omitted ax"}, {fReferenceAllele, "ref"}, {fAlternateAllele, "alt"},
			{fEAF, "a1_freq"}, {fEAFCases, "a1_case_freq"}, {fEAFControls, "a1_ctrl_freq"},
			{fBeta, "beta"}, {fOddsRatio, "or"}, {fSE, "se log(or)_se"}, {fCILower, "l95"}, {fCIUpper, "u95"},
			{fP, "p"}, {fNegLog10P, "neg_log10_p log10_p"}, {fN, "obs_ct"}, {fInfo, "mach_r2"}, {fTest, "test"},
		},
		note: "PLINK 2 reports the effect of A1; REF and ALT only tell the other allele.",
	},
	{
		id: "snptest", label: "SNPTEST",
		distinctive: "chromosome position allelea alleleb /frequentist_.*_pvalue(_1)?/ /frequentist_.*beta_1(:.*)?/ rsid|alternate_ids",
		columns: []softwareColumn{
			{fChromosome, "chromosome"}, {fPosition, "position"}, {fRSID, "rsid"}, {fVariantID, "alternate_ids"},
			{fEffectAllele, "alleleb"}, {fOtherAllele, "allelea"},
			{fCountAA, "all_aa"}, {fCountAB, "all_ab"}, {fCountBB, "all_bb"},
			{fBeta, "frequentist_add_beta_1 /frequentist_add_beta_1:.*/"}, {fSE, "frequentist_add_se_1 /frequentist_add_se_1:.*/"},
			{fP, "frequentist_add_pvalue frequentist_add_wald_pvalue_1"}, {fInfo, "info"},
			{fN, "all_total"}, {fNCases, "cases_total"}, {fNControls, "controls_total"},
		},
		note: "SNPTEST reports the effect of alleleB; its frequency comes from the genotype counts because all_maf has no orientation.",
	},
	{
		id: "fastgwa", label: "GCTA fastGWA",
		distinctive: "chr snp pos a1 a2 n af1 beta se p",
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "pos"}, {fVariantID, "snp"}, {fEffectAllele, "a1"}, {fOtherAllele, "a2"},
			{fEAF, "af1"}, {fBeta, "beta"}, {fSE, "se"}, {fP, "p"}, {fN, "n"}, {fInfo, "info"},
		},
		note: "fastGWA reports the effect of A1, from a linear model unless it is fastGWA-GLMM.",
	},
	{
		id: "gcta-cojo", label: "GCTA-COJO",
		distinctive: "snp a1 a2 freq b se p n", absent: "chr chrom bp pos",
		columns: []softwareColumn{
			{fVariantID, "snp"}, {fEffectAllele, "a1"}, {fOtherAllele, "a2"}, {fEAF, "freq"},
			{fBeta, "b"}, {fSE, "se"}, {fP, "p"}, {fN, "n"},
		},
		note: "GCTA-COJO files report the effect and the frequency of A1.",
	},
	{
		id: "gemma", label: "GEMMA",
		distinctive: "chr rs ps n_miss allele1 allele0 af p_wald|p_lrt|p_score",
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "ps"}, {fVariantID, "rs"}, {fEffectAllele, "allele1"}, {fOtherAllele, "allele0"},
			{fEAF, "af"}, {fBeta, "beta"}, {fSE, "se"}, {fP, "p_wald p_lrt p_score"},
		},
		note: "GEMMA reports the effect and the frequency of allele1.",
	},
	{
		id: "bgenie", label: "BGENIE",
		distinctive: "chr rsid pos a_0 a_1 af info /.*_beta/ /.*_se/",
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "pos"}, {fRSID, "rsid"}, {fEffectAllele, "a_1"}, {fOtherAllele, "a_0"},
			{fEAF, "af"}, {fInfo, "info"}, {fBeta, "/.*_beta/"}, {fSE, "/.*_se/"}, {fNegLog10P, "/.*log10p/"}, {fP, "/.*_p/"},
		},
		note: "BGENIE reports the effect of a_1, for one or more phenotypes side by side.",
	},
	{
		id: "mr-mega", label: "MR-MEGA",
		distinctive: "markername chromosome position ea nea eaf p_value_association lnbf",
		columns: []softwareColumn{
			{fChromosome, "chromosome"}, {fPosition, "position"}, {fVariantID, "markername"}, {fEffectAllele, "ea"}, {fOtherAllele, "nea"},
			{fEAF, "eaf"}, {fN, "nsample"}, {fNStudies, "ncohort"}, {fDirection, "effects"}, {fBeta, "beta_0"}, {fSE, "se_0"}, {fP, "p_value_association"},
		},
		note: "MR-MEGA's P tests association with ancestry axes; beta_0 is the intercept effect of EA.",
	},
}
