package recognise

import "cohortium/internal/gwas/sumstats"

// consortiumFormats are layouts in which biobanks and consortia publish results.
var consortiumFormats = []software{
	{
		id: "finngen", label: "FinnGen",
		distinctive: "chrom pos ref alt rsids sebeta pval|mlogp beta",
		columns: []softwareColumn{
			{
				field:   sumstats.FieldChromosome,
				headers: "chrom",
			},
			{field: sumstats.FieldPosition, headers: "pos"},
			{field: sumstats.FieldRSID, headers: "rsids"},
			{field: sumstats.FieldEffectAllele, headers: "alt"},
			{field: sumstats.FieldOtherAllele, headers: "ref"},
			{
				field:   sumstats.FieldAlleleFrequency,
				headers: "af_alt af maf",
			},
			{field: sumstats.FieldAlleleFrequencyCases, headers: "af_alt_cases maf_cases"},
			{field: sumstats.FieldAlleleFrequencyControls, headers: "af_alt_controls maf_controls"},
			{field: sumstats.FieldFrequencyAllele, headers: "alt"},
			{
				field:   sumstats.FieldBeta,
				headers: "beta",
			},
			{field: sumstats.FieldSE, headers: "sebeta"},
			{field: sumstats.FieldNegLog10P, headers: "mlogp"},
			{field: sumstats.FieldP, headers: "pval"},
		},
		note: "FinnGen reports the effect of alt; releases 3–5 call its frequency maf.",
	},
	{
		id:          "pan-ukbb",
		label:       "Pan-UKBB",
		distinctive: "chr pos ref alt /beta_(meta(_hq)?|[a-z]{3})/ /se_(meta(_hq)?|[a-z]{3})/ /(neglog10_)?pval_(meta(_hq)?|[a-z]{3})/ /low_confidence_[a-z]{3}/",
		columns: []softwareColumn{
			{
				field:   sumstats.FieldChromosome,
				headers: "chr",
			},
			{field: sumstats.FieldPosition, headers: "pos"},
			{field: sumstats.FieldEffectAllele, headers: "alt"},
			{field: sumstats.FieldOtherAllele, headers: "ref"},
			{
				field:   sumstats.FieldAlleleFrequency,
				headers: "af_meta_hq af_meta /af_[a-z]{3}/",
			},
			{field: sumstats.FieldAlleleFrequencyCases, headers: "af_cases_meta_hq af_cases_meta /af_cases_[a-z]{3}/"},
			{
				field:   sumstats.FieldFrequencyAllele,
				headers: "alt",
			},
			{field: sumstats.FieldAlleleFrequencyControls, headers: "af_controls_meta_hq af_controls_meta /af_controls_[a-z]{3}/"},
			{
				field:   sumstats.FieldBeta,
				headers: "beta_meta_hq beta_meta /beta_[a-z]{3}/",
			},
			{field: sumstats.FieldSE, headers: "se_meta_hq se_meta /se_[a-z]{3}/"},
			{field: sumstats.FieldNegLog10P, headers: "neglog10_pval_meta_hq neglog10_pval_meta /neglog10_pval_[a-z]{3}/"},
			{field: sumstats.FieldLnP, headers: "pval_meta_hq pval_meta /pval_[a-z]{3}/"},
		},
		note: "Pan-UKBB reports the effect of alt, for the meta-analysis and each population side by side; pval_ columns of older releases hold ln P.",
	},
	{
		id:          "neale-ukb",
		label:       "Neale lab UK Biobank",
		linear:      true,
		distinctive: "variant minor_allele minor_af n_complete_samples beta se tstat pval",
		columns: []softwareColumn{
			{
				field:   sumstats.FieldChrPosRefAlt,
				headers: "variant",
			},
			{field: sumstats.FieldMinorAllele, headers: "minor_allele"},
			{field: sumstats.FieldMAF, headers: "minor_af"},
			{
				field:   sumstats.FieldBeta,
				headers: "beta",
			},
			{field: sumstats.FieldSE, headers: "se"},
			{field: sumstats.FieldP, headers: "pval"},
			{field: sumstats.FieldN, headers: "n_complete_samples"},
		},
		note: "The effect is that of the alternate allele, the last part of variant; the frequency is oriented by minor_allele. Effects are from a linear model.",
	},
	{
		id: "daner", label: "PGC daner",
		distinctive: "chr snp bp a1 a2 /frq_a_[0-9]+/ /frq_u_[0-9]+/ info or se p", plinkCodes: true,
		columns: []softwareColumn{
			{
				field:   sumstats.FieldChromosome,
				headers: "chr",
			},
			{field: sumstats.FieldPosition, headers: "bp"},
			{field: sumstats.FieldVariantID, headers: "snp"},
			{field: sumstats.FieldEffectAllele, headers: "a1"},
			{field: sumstats.FieldOtherAllele, headers: "a2"},
			{
				field:   sumstats.FieldAlleleFrequencyCases,
				headers: "/frq_a_[0-9]+/",
			},
			{field: sumstats.FieldAlleleFrequencyControls, headers: "/frq_u_[0-9]+/"},
			{field: sumstats.FieldFrequencyAllele, headers: "a1"},
			{field: sumstats.FieldOddsRatio, headers: "or"},
			{field: sumstats.FieldSE, headers: "se"},
			{field: sumstats.FieldP, headers: "p"},
			{
				field:   sumstats.FieldInfo,
				headers: "info",
			},
			{field: sumstats.FieldNCases, headers: "nca"},
			{field: sumstats.FieldNControls, headers: "nco"},
			{field: sumstats.FieldNEffHalf, headers: "neff_half"},
			{
				field:   sumstats.FieldNEffHalf,
				headers: "neff",
				doubt:   "Older files of the PGC write half of the effective sample size under this name.",
			},
			{field: sumstats.FieldDirection, headers: "direction"},
		},
		note: "daner files report the odds ratio of A1 and the standard error of its logarithm; the case and control totals stand in the header.",
	},
	{
		id: "pgc-vcf", label: "PGC sumstats table",
		distinctive: "chrom pos id a1 a2 beta se pval fcas fcon impinfo",
		columns: []softwareColumn{
			{
				field:   sumstats.FieldChromosome,
				headers: "chrom",
			},
			{field: sumstats.FieldPosition, headers: "pos"},
			{field: sumstats.FieldVariantID, headers: "id"},
			{field: sumstats.FieldEffectAllele, headers: "a1"},
			{field: sumstats.FieldOtherAllele, headers: "a2"},
			{
				field:   sumstats.FieldBeta,
				headers: "beta",
			},
			{field: sumstats.FieldSE, headers: "se"},
			{field: sumstats.FieldP, headers: "pval"},
			{field: sumstats.FieldAlleleFrequencyCases, headers: "fcas"},
			{field: sumstats.FieldAlleleFrequencyControls, headers: "fcon"},
			{field: sumstats.FieldFrequencyAllele, headers: "a1"},
			{field: sumstats.FieldInfo, headers: "impinfo"},
			{
				field:   sumstats.FieldNCases,
				headers: "ncas",
			},
			{field: sumstats.FieldNControls, headers: "ncon"},
			{field: sumstats.FieldNEffHalf, headers: "neffdiv2"},
			{field: sumstats.FieldDirection, headers: "dire"},
		},
		note: "PGC tables report the effect of A1.",
	},
}

// gwasVCF is recognised by its layout and not by headers; see vcf.go.
var gwasVCF = software{
	id: "gwas-vcf", label: "GWAS-VCF",
	columns: []softwareColumn{
		{
			field:   sumstats.FieldChromosome,
			headers: "chrom",
		},
		{field: sumstats.FieldPosition, headers: "pos"},
		{field: sumstats.FieldVariantID, headers: "id"},
		{field: sumstats.FieldEffectAllele, headers: "alt"},
		{field: sumstats.FieldOtherAllele, headers: "ref"},
		{
			field:   sumstats.FieldAlleleFrequency,
			headers: "af",
		},
		{field: sumstats.FieldFrequencyAllele, headers: "alt"},
		{field: sumstats.FieldBeta, headers: "es"},
		{field: sumstats.FieldSE, headers: "se"},
		{field: sumstats.FieldNegLog10P, headers: "lp"},
		{field: sumstats.FieldN, headers: "ss"},
		{field: sumstats.FieldNCases, headers: "nc"},
		{field: sumstats.FieldInfo, headers: "si"},
		{field: sumstats.FieldZ, headers: "ez"},
	},
	note: "GWAS-VCF reports the effect of ALT and writes −log10 P as LP.",
}
