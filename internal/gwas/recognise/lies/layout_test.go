package lies

// kind is the kind of values in a column.
type kind string

// layout is a way to write a study. Its columns are header:kind; =text is a constant.
type layout struct {
	name    string
	columns string
	before  string // lines above the header
	trait   string // "yes/no" or "measured"; "" for both
	effect  string // whose effect it is: "" the alternate allele, "row" one that varies, "minor" the rarer one
	// open reports that the names do not determine the effect allele; unnamed that they do not name
	// a column. A question is legitimate then; see mayAsk.
	open, unnamed bool
	answers       map[string]string // the true answers to those questions, by field
	constantN     bool              // the layout states one size for the study
	derived       bool              // effect and error follow from Z
	lower         bool              // alleles in lower case
}

// layouts are those of programs, exchange formats and consortia.
var layouts = []layout{
	{
		name:    "PLINK 1 --assoc",
		trait:   "yes/no",
		columns: "CHR:chr SNP:rs BP:pos A1:ea F_A:fca F_U:fco A2:oa CHISQ:chi P:p OR:or SE:se L95:lo U95:hi",
		effect:  "minor",
	},
	{
		name:    "PLINK 2 linear",
		trait:   "measured",
		columns: "#CHROM:chr POS:pos ID:rs REF:ref ALT:alt A1:ea A1_FREQ:eaf TEST:=ADD OBS_CT:n BETA:beta SE:se T_STAT:z P:p",
		effect:  "row",
	},
	{
		name:    "REGENIE",
		columns: "CHROM:chr GENPOS:pos ID:rs ALLELE0:oa ALLELE1:ea A1FREQ:eaf INFO:info N:n TEST:=ADD BETA:beta SE:se CHISQ:chi LOG10P:mlp EXTRA:=NA",
	},
	{
		name:    "SAIGE",
		trait:   "yes/no",
		columns: "CHR:chr POS:pos MarkerID:rs Allele1:oa Allele2:ea AC_Allele2:ac AF_Allele2:eaf MissingRate:=0 BETA:beta SE:se Tstat:z var:=1 p.value:p N_case:nca N_ctrl:nco",
	},
	{
		name:    "BOLT-LMM",
		trait:   "measured",
		columns: "SNP:rs CHR:chr BP:pos GENPOS:=0.5 ALLELE1:ea ALLELE0:oa A1FREQ:eaf INFO:info BETA:beta SE:se P_BOLT_LMM_INF:p P_BOLT_LMM:p",
	},
	{name: "FinnGen", columns: "#chrom:chr pos:pos ref:oa alt:ea rsids:rs nearest_genes:=NA pval:p mlogp:mlp beta:beta sebeta:se af_alt:eaf"},
	{
		name:    "GWAS-SSF",
		columns: "chromosome:chr base_pair_location:pos effect_allele:ea other_allele:oa beta:beta standard_error:se effect_allele_frequency:eaf p_value:p rsid:rs n:n",
		effect:  "row",
	},
	{
		name:    "GWAS Catalog before SSF",
		trait:   "yes/no",
		columns: "variant_id:rs p_value:p chromosome:chr base_pair_location:pos effect_allele:ea other_allele:oa effect_allele_frequency:eaf odds_ratio:or ci_lower:lo ci_upper:hi",
	},
	{
		name:    "METAL",
		columns: "Chromosome:chr Position:pos MarkerName:rs Allele1:ea Allele2:oa Freq1:eaf FreqSE:=0.01 Effect:beta StdErr:se P-value:p Direction:=++ TotalSampleSize:n",
		effect:  "row",
		lower:   true,
	},
	{
		name:    "GWAMA",
		columns: "chromosome:chr position:pos rs_number:rs reference_allele:ea other_allele:oa eaf:eaf beta:beta se:se beta_95L:blo beta_95U:bhi z:z p-value:p _-log10_p-value:mlp q_statistic:=1.1 q_p-value:=0.3 i2:=0.1 n_studies:=2 n_samples:n effects:=++",
		effect:  "row",
		open:    true,
		answers: map[string]string{"effect_allele": "reference_allele"},
	},
	{
		name:    "LDSC with places",
		columns: "SNP:rs CHR:chr BP:pos A1:ea A2:oa FRQ:eaf Z:z P:p N:n",
		open:    true,
		derived: true,
		answers: map[string]string{"effect_allele": "A1"},
	},
	{
		name:    "GIANT 2018",
		trait:   "measured",
		columns: "CHR:chr POS:pos SNP:rs Tested_Allele:ea Other_Allele:oa Freq_Tested_Allele:eaf BETA:beta SE:se P:p N:n",
		effect:  "row",
	},
	{
		name:      "PGC daner",
		trait:     "yes/no",
		columns:   "CHR:chr SNP:rs BP:pos A1:ea A2:oa FRQ_A_{cases}:fca FRQ_U_{controls}:fco INFO:info OR:or SE:se P:p",
		effect:    "row",
		constantN: true,
	},
	{
		name:    "PGC table",
		trait:   "yes/no",
		before:  "##fileFormat=PGCsumstatsV1.0\n",
		columns: "CHROM:chr ID:rs POS:pos A1:ea A2:oa BETA:beta SE:se PVAL:p NGT:=0 FCAS:fca FCON:fco IMPINFO:info NEFFDIV2:neffhalf NCAS:nca NCON:nco",
		effect:  "row",
	},
	{
		name:    "GLGC 2021",
		trait:   "measured",
		columns: "rsID:rs CHROM:chr POS_b{build}:pos REF:oa ALT:ea N:n N_studies:=30 POOLED_ALT_AF:eaf EFFECT_SIZE:beta SE:se pvalue_neg_log10:mlp pvalue:p",
		open:    true,
		answers: map[string]string{"effect_allele": "ALT"},
	},
	{name: "MAGMA-like", columns: "SNP:rs CHR:chr BP:pos A1:ea A2:oa P:p BETA:beta SE:se N:n", open: true, answers: map[string]string{"effect_allele": "A1"}},
	{name: "neutral names", columns: "chr:chr pos:pos effect_allele:ea other_allele:oa eaf:eaf info:info beta:beta se:se p:p n:n snp:rs", effect: "row"},
	{
		name:    "renamed",
		columns: "Chrom:chr Location:pos Marker:rs CodedAllele:ea NoncodedAllele:oa CodedFreq:eaf EffectEst:beta StdErrEst:se Pvalue_LMM:p SampleN:n",
		effect:  "row",
		unnamed: true,
		answers: map[string]string{
			"base_pair_location":      "Location",
			"effect_allele":           "CodedAllele",
			"other_allele":            "NoncodedAllele",
			"effect_allele_frequency": "CodedFreq",
			"beta":                    "EffectEst",
			"standard_error":          "StdErrEst",
			"p_value":                 "Pvalue_LMM",
			"n":                       "SampleN",
		},
	},
	{
		name:    "REF and ALT",
		columns: "CHR:chr POS:pos RSID:rs REF:oa ALT:ea AF:eaf BETA:beta SE:se P:p N:n",
		open:    true,
		answers: map[string]string{"effect_allele": "ALT"},
	},
	{
		name:    "Allele1 and Allele2",
		columns: "MarkerName:rs Chr:chr Pos:pos Allele1:ea Allele2:oa Freq1:eaf Effect:beta StdErr:se P:p N:n",
		effect:  "row",
		open:    true,
		answers: map[string]string{"effect_allele": "Allele1"},
	},
	{
		name:    "A1 and A2, the rarer allele",
		columns: "SNP:rs CHR:chr BP:pos A1:ea A2:oa FRQ:eaf BETA:beta SE:se P:p N:n",
		effect:  "minor",
		open:    true,
		answers: map[string]string{"effect_allele": "A1"},
	},
	{
		name:    "A1 and A2, the alternate allele",
		columns: "SNP:rs CHR:chr BP:pos A1:ea A2:oa FRQ:eaf INFO:info BETA:beta SE:se P:p N:n",
		open:    true,
		answers: map[string]string{"effect_allele": "A1"},
	},
	{name: "odds ratio, neither frequency nor size", trait: "yes/no", columns: "SNP:rs CHR:chr POS:pos EA:ea NEA:oa OR:or SE:se P:p", effect: "row"},
	{name: "Z alone", columns: "CHR:chr POS:pos RSID:rs EFFECT_ALLELE:ea OTHER_ALLELE:oa EAF:eaf Z:z P:p N:n", effect: "row", derived: true},
	{
		name:    "log10 P alone, cases and controls",
		trait:   "yes/no",
		columns: "CHR:chr POS:pos SNP:rs EA:ea OA:oa EAF:eaf BETA:beta SE:se MLOG10P:mlp N_CASES:nca N_CONTROLS:nco",
		effect:  "row",
	},
	{name: "no rs number", columns: "Chromosome:chr Position:pos EffectAllele:ea NonEffectAllele:oa EAF:eaf Beta:beta SE:se Pval:p N:n", effect: "row"},
	{name: "no size", columns: "rsid:rs chr:chr bp:pos ea:ea oa:oa eaf:eaf beta:beta se:se pval:p", effect: "row"},
	{name: "gwaslab", columns: "SNPID:id CHR:chr POS:pos EA:ea NEA:oa STATUS:=1960099 EAF:eaf BETA:beta SE:se P:p N:n", effect: "row"},
	{
		name:    "interval of 95 % alone",
		trait:   "yes/no",
		columns: "rsid:rs chr:chr pos:pos effect_allele:ea other_allele:oa eaf:eaf OR:or OR_95L:lo OR_95U:hi N:n",
		effect:  "row",
	},
	{
		name:    "effect and P alone",
		columns: "rsid:rs chr:chr pos:pos effect_allele:ea other_allele:oa eaf:eaf beta:beta neg_log_10_p_value:mlp n:n",
		effect:  "row",
	},
	{
		name:    "everything",
		trait:   "yes/no",
		columns: "SNP:rs CHR:chr BP:pos effect_allele:ea other_allele:oa EAF:eaf INFO:info BETA:beta SE:se Z:z P:p OR:or N:n N_CASES:nca N_CONTROLS:nco",
		effect:  "row",
	},
}
