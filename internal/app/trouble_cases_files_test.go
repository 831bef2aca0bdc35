package app

const (
	knownLie    = `known variants`
	otherBuild  = `NCBI36|hg18`
	roundedSaid = `round`
	fromZero    = `--zero-based`
)

// troublePositions: rounded, off by one, of another build.
var troublePositions = []troubleCase{
	{"position-rounded", []troubleStep{
		step(turnedDown(roundedSaid).but(otherBuild), warned(roundedSaid).but(otherBuild)),
		step(reported(roundedSaid).but(otherBuild)),
		step(turnedDown(roundedSaid).but(otherBuild)),
	}},
	{"map-other-build", []troubleStep{
		step(turnedDown(`GRCh38`, knownLie)),
		step(turnedDown(`GRCh38`, knownLie)),
		step(turnedDown(`GRCh38`, knownLie)),
	}},
	{"two-builds-chr-pos", []troubleStep{
		step(asked(`chr_pos=SNP_hg18\b`, `chr_pos=SNP_hg19\b`, knownLie)),
		step(right(measured(2000).frequency(absent), `Freq\.A1\.1000G\.EUR`), asked(`Freq\.A1\.1000G\.EUR`)),
		step(turnedDown(`SNP_hg18|hg18|NCBI36|` + knownLie)),
	}},
	{"position-one-too-small", []troubleStep{
		step(turnedDown(fromZero).but(otherBuild), warned(fromZero).but(otherBuild)),
		step(turnedDown(fromZero).but(otherBuild)),
		step(right(measured(2000).on38().lifted("lifted0.tsv")).but(otherBuild)),
		also("sumstats convert in.tsv.gz --to gwas-ssf -o out.tsv --zero-based", right(measured(2000)).but(otherBuild)),
	}},
	{"declared-build-wrong", []troubleStep{
		step(turnedDown(`1,984`, `GRCh37`)),
		step(right(measured(2000).lifted("down.tsv"))),
	}},
	{"lift-plain", []troubleStep{
		step(right(truthIn("lift-plain/truth.tsv.gz", 2000).lifted("lifted.tsv"))),
	}},
	{"mixed-builds", []troubleStep{
		step(turnedDown(`both|mixed`, `GRCh37[^\n]*\b\d+:\d{5}`, `GRCh38[^\n]*\b\d+:\d{5}`)),
		step(turnedDown(`both|mixed`, `GRCh37[^\n]*\b\d+:\d{5}`, `GRCh38[^\n]*\b\d+:\d{5}`)),
	}},
	{"position-with-commas", []troubleStep{
		step(right(measured(2000)), turnedDown(`line 2`, `\bBP\b`, `comma|thousand`)),
	}},
}

// missingMarks are the rows of the cases with this name.
var missingMarks = rowsOf(1, 8, 15, 22, 29, 36, 43, 50, 57, 64, 71, 78)

func blanked(blank func(int) bool) values {
	v := measured(2000)
	v.blank = blank
	return v
}

// troubleValues: missing or truncated cells, and unusual formats.
var troubleValues = []troubleCase{
	{"p-floor-text", []troubleStep{
		step(right(truthIn("p-floor-text/truth.tsv.gz", 2000), `\b59\b`)),
	}},
	{"missing-marks", []troubleStep{step(right(measured(1988).leaving(missingMarks), `left out`))}},
	{"missing-marks-frequency-n", []troubleStep{step(right(blanked(missingMarks)))}},
	{"minus-nine-rows", []troubleStep{step(right(measured(1960).leaving(every(50)), `\b40 left out`))}},
	{"minus-nine-frequency-n", []troubleStep{step(right(blanked(every(50))))}},
	{"ratio-1-p-1", []troubleStep{step(right(caseControl(1800).frequency(absent).size(absent).leaving(every(10)).roundedTo(0.05), `\b200 left out`))}},
	{"frequency-in-percent", []troubleStep{step(turnedDown(`\bEAF\b`, `per ?cent|%|0 (and|to) 1\b`))}},
	{"minus-sign", []troubleStep{step(right(measured(2000)), turnedDown(`minus|U\+2212|−`))}},
}

// troubleShapes: tables of unusual shape.
var troubleShapes = []troubleCase{
	{"plain", []troubleStep{step(right(truthIn("plain/truth.tsv.gz", 3000)))}},
	{"mixed-delimiters", []troubleStep{step(right(measured(2000)), turnedDown(`line`, `\b4\b`))}},
	{"trailing-tab-rows", []troubleStep{step(right(measured(2000)))}},
	{"trailing-tab-header", []troubleStep{step(right(measured(2000)))}},
	{"aligned-with-spaces", []troubleStep{step(right(measured(2000)))}},
	{"units-line", []troubleStep{step(right(measured(2000), `\b1 left out`))}},
	{"title-lines", []troubleStep{
		step(right(measured(2000)), turnedDown(`header`, `further down|line 3|below|title`)),
		step(right(measured(2000)), turnedDown(`header`, `further down|line 3|below|title`)),
	}},
	{"header-twice-p", []troubleStep{step(turnedDown(`twice`, `\bP\b`))}},
	{"no-header", []troubleStep{
		step(asked(`header`, `chromosome=column_1\b`, `base_pair_location=column_2\b`, `effect_allele=column_5\b`, `other_allele=column_6\b`)),
		step(right(headerless(1950))),
		step(done(`1,950 usable`)),
		step(right(headerless(1950).on38().lifted("lifted.tsv"))),
	}},
}

func headerless(rows int) values {
	v := measured(rows).leaving(every(40))
	v.people = 10708
	return v
}

const positionsLack = `no positions?|positions? (is|are) missing|lacks? positions?|without positions?`

// troubleNames: the required column has another form, or does not exist.
var troubleNames = []troubleCase{
	{"chr-pos-column", []troubleStep{
		step(right(truthIn("chr-pos-column/truth.tsv.gz", 2000)), asked(`chr_pos=CHR_BP_hg19b37\b`)),
		step(right(truthIn("chr-pos-column/truth.tsv.gz", 2000).frequency(absent), `Freq_European_1000Genomes`), asked(`Freq_European_1000Genomes`)),
	}},
	{
		"ldak",
		[]troubleStep{
			step(asked(`effect_allele=A1\b`).but(`=Effect_Liability`)),
			step(right(measured(2000).roundedTo(0.02).frequency(ifThere).size(absent))),
			also(
				"sumstats convert in.assoc.gz --to gwas-ssf -o out.tsv --map effect_allele=A1 --map p_value=Wald_P --map beta=Effect_Liability",
				turnedDown(`Effect_Liability|no row|\b0 rows|\b0 written`),
			),
		},
	},
	{"mtcojo", []troubleStep{
		step(turnedDown(positionsLack, `rs numbers?`, `panel|--key rsid`, `=bC\b`)),
	}},
	{"hail", []troubleStep{
		step(right(measured(2000).frequency(absent)), asked(`alleles=alleles\b`)),
		step(right(measured(2000).frequency(absent)), asked(`alleles=alleles\b`)),
	}},
	{"rs-numbers-only", []troubleStep{
		step(turnedDown(`rs numbers?`, positionsLack, `panel|--key rsid`)),
		step(turnedDown(`rs numbers?`, positionsLack, `panel|--key rsid`)),
		step(turnedDown(`rs numbers?`, positionsLack, `panel|--key rsid`)),
	}},
	{"gtex-slope", []troubleStep{
		step(right(measured(2000).on38().frequency(absent).size(absent)), asked(`chr_pos_ref_alt=variant_id\b`)),
		step(right(measured(2000).on38().frequency(absent).size(absent)), asked(`beta=slope\b`, `standard_error=slope_se\b`)),
		step(right(measured(2000).on38().frequency(absent).size(absent))),
	}},
	{"score-without-effect", []troubleStep{
		step(right(measured(2000)), turnedDown(`no effect|No column is mapped to [^.]*beta|score`).but(likelyA1)),
		step(right(measured(2000)), turnedDown(`no effect|No column is mapped to [^.]*beta|score`).but(likelyA1)),
	}},
	{"catalog-associations", []troubleStep{
		step(turnedDown(`associations`, `summary statistics`)),
	}},
}

// troubleLayouts: tables of known programs and consortia, and tables with several analyses.
var troubleLayouts = []troubleCase{
	{"regenie-two-traits", []troubleStep{
		step(asked(`=BETA\.Y1\b`, `=BETA\.Y2\b`)),
		step(right(measured(2000))),
		step(right(truthIn("regenie-two-traits/truth.tsv.gz", 2000).in("y2.tsv"))),
	}},
	{"mtag", []troubleStep{
		step(asked(`=mtag_beta\b`)),
		step(right(measured(2000))),
	}},
	{"regenie-htp-case-control", []troubleStep{
		step(right(caseControl(2000)), asked(`effect_allele=Alt\b|odds_ratio=Effect\b`)),
		step(right(caseControl(2000))),
	}},
	{"rvtests-meta", []troubleStep{
		step(right(measured(2000).roundedTo(0.02)), asked(`effect_allele=ALT\b`)),
		also("sumstats convert in.MetaScore.assoc.gz --to gwas-ssf -o out.tsv --map effect_allele=ALT", right(measured(2000).roundedTo(0.02))),
		step(right(measured(2000).roundedTo(0.02))),
	}},
	{"bolt-suffix", []troubleStep{
		step(right(measured(2000).size(absent)), asked(`--map`).but(`(?s)Answer with.*Answer with`)),
		step(right(measured(2000).size(absent))),
	}},
	{
		"regenie-with-genes",
		[]troubleStep{
			step(
				right(
					values{file: "out.tsv", truth: []string{"truth/measured.tsv.gz"}, rows: 1500, first: 1500},
					`1,000 [^\n]*(gene|mask)|(?s)500 left out[^\n]*(gene|mask|joint).*500 left out[^\n]*(gene|mask|joint)`,
				),
			),
		},
	},
	{"pgc-vcf", []troubleStep{step(right(caseControl(2000)))}},
	{"saige", []troubleStep{step(right(measured(2000)))}},
	{"raremetal", []troubleStep{
		step(right(measured(2000).roundedTo(0.02)), right(measured(2000).roundedTo(0.02).frequency(absent), `POOLED_ALT_AF`), asked(`effect_allele=ALT\b`)),
		step(right(measured(2000).roundedTo(0.02)), right(measured(2000).roundedTo(0.02).frequency(absent), `POOLED_ALT_AF`)),
	}},
	{"glgc-2021", []troubleStep{
		step(right(measured(2000)), right(measured(2000).frequency(absent), `POOLED_ALT_AF`), asked(`effect_allele=ALT\b`)),
		step(right(measured(2000)), right(measured(2000).frequency(absent), `POOLED_ALT_AF`)),
	}},
	{"cardiogram-gc", []troubleStep{
		step(right(caseControl(2000).roundedTo(0.02)), asked(`p_value=p-value_gc\b`)),
		step(right(caseControl(2000).roundedTo(0.02))),
	}},
	{"finngen-meta", []troubleStep{
		step(right(finngenMeta), asked(`=all_inv_var_meta_beta\b`), asked(`effect_allele=ALT\b`)),
		step(right(finngenMeta), asked(`=all_inv_var_meta_beta\b`)),
	}},
}

var finngenMeta = caseControl(2000).on38().frequency(ifThere).size(absent)
