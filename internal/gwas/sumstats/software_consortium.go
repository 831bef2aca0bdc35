package sumstats

// consortiumFormats are layouts in which biobanks and consortia publish results.
var consortiumFormats = []software{
	{
		id: "finngen", label: "FinnGen",
		distinctive: "chrom pos ref alt rsids sebeta pval|mlogp beta",
		columns: []softwareColumn{
			{fChromosome, "chrom"}, {fPosition, "pos"}, {fRSID, "rsids"}, {fEffectAllele, "alt"}, {fOtherAllele, "ref"},
			{fEAF, "af_alt af maf"}, {fEAFCases, "af_alt_cases maf_cases"}, {fEAFControls, "af_alt_controls maf_controls"},
			{fBeta, "beta"}, {fSE, "sebeta"}, {fNegLog10P, "mlogp"}, {fP, "pval"},
		},
		note: "FinnGen reports the effect of alt; releases 3–5 call its frequency maf.",
	},
	{
		id: "pan-ukbb", label: "Pan-UKBB",
		distinctive: "chr pos ref alt /beta_(meta(_hq)?|[a-z]{3})/ /se_(meta(_hq)?|[a-z]{3})/ /(neglog10_)?pval_(meta(_hq)?|[a-z]{3})/ /low_confidence_[a-z]{3}/",
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "pos"}, {fEffectAllele, "alt"}, {fOtherAllele, "ref"},
			{fEAF, "af_meta_hq af_meta /af_[a-z]{3}/"}, {fEAFCases, "af_cases_meta_hq af_cases_meta /af_cases_[a-z]{3}/"},
			{fEAFControls, "af_controls_meta_hq af_controls_meta /af_controls_[a-z]{3}/"},
			{fBeta, "beta_meta_hq beta_meta /beta_[a-z]{3}/"}, {fSE, "se_meta_hq se_meta /se_[a-z]{3}/"},
			{fNegLog10P, "neglog10_pval_meta_hq neglog10_pval_meta /neglog10_pval_[a-z]{3}/"},
			{fLnP, "pval_meta_hq pval_meta /pval_[a-z]{3}/"},
		},
		note: "Pan-UKBB reports the effect of alt, for the meta-analysis and each population side by side; pval_ columns of older releases hold ln P.",
	},
	{
		id: "neale-ukb", label: "Neale lab UK Biobank",
		distinctive: "variant minor_allele minor_af n_complete_samples beta se tstat pval",
		columns: []softwareColumn{
			{fChrPosRefAlt, "variant"}, {fMinorAllele, "minor_allele"}, {fMAF, "minor_af"},
			{fBeta, "beta"}, {fSE, "se"}, {fP, "pval"}, {fN, "n_complete_samples"},
		},
		note: "The effect is that of the alternate allele, the last part of variant; the frequency is oriented by minor_allele. Effects are from a linear model.",
	},
	{
		id: "daner", label: "PGC daner",
		distinctive: "chr snp bp a1 a2 /frq_a_[0-9]+/ /frq_u_[0-9]+/ info or se p", plinkCodes: true,
		columns: []softwareColumn{
			{fChromosome, "chr"}, {fPosition, "bp"}, {fVariantID, "snp"}, {fEffectAllele, "a1"}, {fOtherAllele, "a2"},
			{fEAFCases, "/frq_a_[0-9]+/"}, {fEAFControls, "/frq_u_[0-9]+/"}, {fOddsRatio, "or"}, {fSE, "se"}, {fP, "p"},
			{fInfo, "info"}, {fNCases, "nca"}, {fNControls, "nco"}, {fNEffHalf, "neff_half"}, {fDirection, "direction"},
		},
		note: "daner files report the odds ratio of A1 and the standard error of its logarithm; the case and control totals stand in the header.",
	},
	{
		id: "pgc-vcf", label: "PGC sumstats table",
		distinctive: "chrom pos id a1 a2 beta se pval fcas fcon impinfo",
		columns: []softwareColumn{
			{fChromosome, "chrom"}, {fPosition, "pos"}, {fVariantID, "id"}, {fEffectAllele, "a1"}, {fOtherAllele, "a2"},
			{fBeta, "beta"}, {fSE, "se"}, {fP, "pval"}, {fEAFCases, "fcas"}, {fEAFControls, "fcon"}, {fInfo, "impinfo"},
			{fNCases, "ncas"}, {fNControls, "ncon"}, {fNEffHalf, "neffdiv2"}, {fDirection, "dire"},
		},
		note: "PGC tables report the effect of A1.",
	},
}

// gwasVCF is recognised by its layout and not by headers; see vcf.go.
var gwasVCF = software{
	id: "gwas-vcf", label: "GWAS-VCF",
	columns: []softwareColumn{
		{fChromosome, "chrom"}, {fPosition, "pos"}, {fVariantID, "id"}, {fEffectAllele, "alt"}, {fOtherAllele, "ref"},
		{fEAF, "af"}, {fBeta, "es"}, {fSE, "se"}, {fNegLog10P, "lp"}, {fN, "ss"}, {fNCases, "nc"}, {fInfo, "si"}, {fZ, "ez"},
	},
	note: "GWAS-VCF reports the effect of ALT and writes −log10 P as LP.",
}
