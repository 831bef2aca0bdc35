package sumstats

// consortiumFormats are layouts in which biobanks and consortia publish results.
var consortiumFormats = []software{
	{
		id: "finngen", label: "FinnGen",
		distinctive: "chrom pos ref alt rsids sebeta pval|mlogp beta",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chrom"}, {field: fPosition, headers: "pos"}, {field: fRSID, headers: "rsids"}, {field: fEffectAllele, headers: "alt"}, {field: fOtherAllele, headers: "ref"},
			{field: fAlleleFrequency, headers: "af_alt af maf"}, {field: fAlleleFrequencyCases, headers: "af_alt_cases maf_cases"}, {field: fAlleleFrequencyControls, headers: "af_alt_controls maf_controls"},
			{field: fFrequencyAllele, headers: "alt"},
			{field: fBeta, headers: "beta"}, {field: fSE, headers: "sebeta"}, {field: fNegLog10P, headers: "mlogp"}, {field: fP, headers: "pval"},
		},
		note: "FinnGen reports the effect of alt; releases 3–5 call its frequency maf.",
	},
	{
		id: "pan-ukbb", label: "Pan-UKBB",
		distinctive: "chr pos ref alt /beta_(meta(_hq)?|[a-z]{3})/ /se_(meta(_hq)?|[a-z]{3})/ /(neglog10_)?pval_(meta(_hq)?|[a-z]{3})/ /low_confidence_[a-z]{3}/",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr"}, {field: fPosition, headers: "pos"}, {field: fEffectAllele, headers: "alt"}, {field: fOtherAllele, headers: "ref"},
			{field: fAlleleFrequency, headers: "af_meta_hq af_meta /af_[a-z]{3}/"}, {field: fAlleleFrequencyCases, headers: "af_cases_meta_hq af_cases_meta /af_cases_[a-z]{3}/"},
			{field: fFrequencyAllele, headers: "alt"}, {field: fAlleleFrequencyControls, headers: "af_controls_meta_hq af_controls_meta /af_controls_[a-z]{3}/"},
			{field: fBeta, headers: "beta_meta_hq beta_meta /beta_[a-z]{3}/"}, {field: fSE, headers: "se_meta_hq se_meta /se_[a-z]{3}/"},
			{field: fNegLog10P, headers: "neglog10_pval_meta_hq neglog10_pval_meta /neglog10_pval_[a-z]{3}/"},
			{field: fLnP, headers: "pval_meta_hq pval_meta /pval_[a-z]{3}/"},
		},
		note: "Pan-UKBB reports the effect of alt, for the meta-analysis and each population side by side; pval_ columns of older releases hold ln P.",
	},
	{
		id: "neale-ukb", label: "Neale lab UK Biobank", linear: true,
		distinctive: "variant minor_allele minor_af n_complete_samples beta se tstat pval",
		columns: []softwareColumn{
			{field: fChrPosRefAlt, headers: "variant"}, {field: fMinorAllele, headers: "minor_allele"}, {field: fMAF, headers: "minor_af"},
			{field: fBeta, headers: "beta"}, {field: fSE, headers: "se"}, {field: fP, headers: "pval"}, {field: fN, headers: "n_complete_samples"},
		},
		note: "The effect is that of the alternate allele, the last part of variant; the frequency is oriented by minor_allele. Effects are from a linear model.",
	},
	{
		id: "daner", label: "PGC daner",
		distinctive: "chr snp bp a1 a2 /frq_a_[0-9]+/ /frq_u_[0-9]+/ info or se p", plinkCodes: true,
		columns: []softwareColumn{
			{field: fChromosome, headers: "chr"}, {field: fPosition, headers: "bp"}, {field: fVariantID, headers: "snp"}, {field: fEffectAllele, headers: "a1"}, {field: fOtherAllele, headers: "a2"},
			{field: fAlleleFrequencyCases, headers: "/frq_a_[0-9]+/"}, {field: fAlleleFrequencyControls, headers: "/frq_u_[0-9]+/"}, {field: fFrequencyAllele, headers: "a1"}, {field: fOddsRatio, headers: "or"}, {field: fSE, headers: "se"}, {field: fP, headers: "p"},
			{field: fInfo, headers: "info"}, {field: fNCases, headers: "nca"}, {field: fNControls, headers: "nco"}, {field: fNEffHalf, headers: "neff_half"},
			{field: fNEffHalf, headers: "neff", doubt: "Older files of the PGC write half of the effective sample size under this name."}, {field: fDirection, headers: "direction"},
		},
		note: "daner files report the odds ratio of A1 and the standard error of its logarithm; the case and control totals stand in the header.",
	},
	{
		id: "pgc-vcf", label: "PGC sumstats table",
		distinctive: "chrom pos id a1 a2 beta se pval fcas fcon impinfo",
		columns: []softwareColumn{
			{field: fChromosome, headers: "chrom"}, {field: fPosition, headers: "pos"}, {field: fVariantID, headers: "id"}, {field: fEffectAllele, headers: "a1"}, {field: fOtherAllele, headers: "a2"},
			{field: fBeta, headers: "beta"}, {field: fSE, headers: "se"}, {field: fP, headers: "pval"}, {field: fAlleleFrequencyCases, headers: "fcas"}, {field: fAlleleFrequencyControls, headers: "fcon"}, {field: fFrequencyAllele, headers: "a1"}, {field: fInfo, headers: "impinfo"},
			{field: fNCases, headers: "ncas"}, {field: fNControls, headers: "ncon"}, {field: fNEffHalf, headers: "neffdiv2"}, {field: fDirection, headers: "dire"},
		},
		note: "PGC tables report the effect of A1.",
	},
}

// gwasVCF is recognised by its layout and not by headers; see vcf.go.
var gwasVCF = software{
	id: "gwas-vcf", label: "GWAS-VCF",
	columns: []softwareColumn{
		{field: fChromosome, headers: "chrom"}, {field: fPosition, headers: "pos"}, {field: fVariantID, headers: "id"}, {field: fEffectAllele, headers: "alt"}, {field: fOtherAllele, headers: "ref"},
		{field: fAlleleFrequency, headers: "af"}, {field: fFrequencyAllele, headers: "alt"}, {field: fBeta, headers: "es"}, {field: fSE, headers: "se"}, {field: fNegLog10P, headers: "lp"}, {field: fN, headers: "ss"}, {field: fNCases, headers: "nc"}, {field: fInfo, headers: "si"}, {field: fZ, headers: "ez"},
	},
	note: "GWAS-VCF reports the effect of ALT and writes −log10 P as LP.",
}
