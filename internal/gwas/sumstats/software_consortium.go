package sumstats

// consortiumFormats are layouts in which biobanks and consortia publish results.
var consortiumFormats = []software{
	{
		id: "finngen", label: "FinnGen",
		distinctive: "chrom pos ref alt rsids sebeta pval|mlogp beta",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chrom"}, {field: FieldPosition, headers: "pos"}, {field: FieldRSID, headers: "rsids"}, {field: FieldEffectAllele, headers: "alt"}, {field: FieldOtherAllele, headers: "ref"},
			{field: FieldAlleleFrequency, headers: "af_alt af maf"}, {field: FieldAlleleFrequencyCases, headers: "af_alt_cases maf_cases"}, {field: FieldAlleleFrequencyControls, headers: "af_alt_controls maf_controls"},
			{field: FieldFrequencyAllele, headers: "alt"},
			{field: FieldBeta, headers: "beta"}, {field: FieldSE, headers: "sebeta"}, {field: FieldNegLog10P, headers: "mlogp"}, {field: FieldP, headers: "pval"},
		},
		note: "FinnGen reports the effect of alt; releases 3–5 call its frequency maf.",
	},
	{
		id: "pan-ukbb", label: "Pan-UKBB",
		distinctive: "chr pos ref alt /beta_(meta(_hq)?|[a-z]{3})/ /se_(meta(_hq)?|[a-z]{3})/ /(neglog10_)?pval_(meta(_hq)?|[a-z]{3})/ /low_confidence_[a-z]{3}/",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr"}, {field: FieldPosition, headers: "pos"}, {field: FieldEffectAllele, headers: "alt"}, {field: FieldOtherAllele, headers: "ref"},
			{field: FieldAlleleFrequency, headers: "af_meta_hq af_meta /af_[a-z]{3}/"}, {field: FieldAlleleFrequencyCases, headers: "af_cases_meta_hq af_cases_meta /af_cases_[a-z]{3}/"},
			{field: FieldFrequencyAllele, headers: "alt"}, {field: FieldAlleleFrequencyControls, headers: "af_controls_meta_hq af_controls_meta /af_controls_[a-z]{3}/"},
			{field: FieldBeta, headers: "beta_meta_hq beta_meta /beta_[a-z]{3}/"}, {field: FieldSE, headers: "se_meta_hq se_meta /se_[a-z]{3}/"},
			{field: FieldNegLog10P, headers: "neglog10_pval_meta_hq neglog10_pval_meta /neglog10_pval_[a-z]{3}/"},
			{field: FieldLnP, headers: "pval_meta_hq pval_meta /pval_[a-z]{3}/"},
		},
		note: "Pan-UKBB reports the effect of alt, for the meta-analysis and each population side by side; pval_ columns of older releases hold ln P.",
	},
	{
		id: "neale-ukb", label: "Neale lab UK Biobank", linear: true,
		distinctive: "variant minor_allele minor_af n_complete_samples beta se tstat pval",
		columns: []softwareColumn{
			{field: FieldChrPosRefAlt, headers: "variant"}, {field: FieldMinorAllele, headers: "minor_allele"}, {field: FieldMAF, headers: "minor_af"},
			{field: FieldBeta, headers: "beta"}, {field: FieldSE, headers: "se"}, {field: FieldP, headers: "pval"}, {field: FieldN, headers: "n_complete_samples"},
		},
		note: "The effect is that of the alternate allele, the last part of variant; the frequency is oriented by minor_allele. Effects are from a linear model.",
	},
	{
		id: "daner", label: "PGC daner",
		distinctive: "chr snp bp a1 a2 /frq_a_[0-9]+/ /frq_u_[0-9]+/ info or se p", plinkCodes: true,
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chr"}, {field: FieldPosition, headers: "bp"}, {field: FieldVariantID, headers: "snp"}, {field: FieldEffectAllele, headers: "a1"}, {field: FieldOtherAllele, headers: "a2"},
			{field: FieldAlleleFrequencyCases, headers: "/frq_a_[0-9]+/"}, {field: FieldAlleleFrequencyControls, headers: "/frq_u_[0-9]+/"}, {field: FieldFrequencyAllele, headers: "a1"}, {field: FieldOddsRatio, headers: "or"}, {field: FieldSE, headers: "se"}, {field: FieldP, headers: "p"},
			{field: FieldInfo, headers: "info"}, {field: FieldNCases, headers: "nca"}, {field: FieldNControls, headers: "nco"}, {field: FieldNEffHalf, headers: "neff_half"},
			{field: FieldNEffHalf, headers: "neff", doubt: "Older files of the PGC write half of the effective sample size under this name."}, {field: FieldDirection, headers: "direction"},
		},
		note: "daner files report the odds ratio of A1 and the standard error of its logarithm; the case and control totals stand in the header.",
	},
	{
		id: "pgc-vcf", label: "PGC sumstats table",
		distinctive: "chrom pos id a1 a2 beta se pval fcas fcon impinfo",
		columns: []softwareColumn{
			{field: FieldChromosome, headers: "chrom"}, {field: FieldPosition, headers: "pos"}, {field: FieldVariantID, headers: "id"}, {field: FieldEffectAllele, headers: "a1"}, {field: FieldOtherAllele, headers: "a2"},
			{field: FieldBeta, headers: "beta"}, {field: FieldSE, headers: "se"}, {field: FieldP, headers: "pval"}, {field: FieldAlleleFrequencyCases, headers: "fcas"}, {field: FieldAlleleFrequencyControls, headers: "fcon"}, {field: FieldFrequencyAllele, headers: "a1"}, {field: FieldInfo, headers: "impinfo"},
			{field: FieldNCases, headers: "ncas"}, {field: FieldNControls, headers: "ncon"}, {field: FieldNEffHalf, headers: "neffdiv2"}, {field: FieldDirection, headers: "dire"},
		},
		note: "PGC tables report the effect of A1.",
	},
}

// gwasVCF is recognised by its layout and not by headers; see vcf.go.
var gwasVCF = software{
	id: "gwas-vcf", label: "GWAS-VCF",
	columns: []softwareColumn{
		{field: FieldChromosome, headers: "chrom"}, {field: FieldPosition, headers: "pos"}, {field: FieldVariantID, headers: "id"}, {field: FieldEffectAllele, headers: "alt"}, {field: FieldOtherAllele, headers: "ref"},
		{field: FieldAlleleFrequency, headers: "af"}, {field: FieldFrequencyAllele, headers: "alt"}, {field: FieldBeta, headers: "es"}, {field: FieldSE, headers: "se"}, {field: FieldNegLog10P, headers: "lp"}, {field: FieldN, headers: "ss"}, {field: FieldNCases, headers: "nc"}, {field: FieldInfo, headers: "si"}, {field: FieldZ, headers: "ez"},
	},
	note: "GWAS-VCF reports the effect of ALT and writes −log10 P as LP.",
}
