package app

import "slices"

// The expected values of the files that commands write.

func measured(rows int) values { return truthIn("truth/measured.tsv.gz", rows) }

func caseControl(rows int) values { return truthIn("truth/case-control.tsv.gz", rows) }

func minorAllele(rows int) values { return truthIn("truth/minor-allele.tsv.gz", rows) }

// pooled returns a meta-analysis of the two studies.
func pooled(file string, rows int) values {
	return truthIn("truth/two-studies.tsv.gz", rows).in(file)
}

func truthIn(table string, rows int) values {
	return values{file: "out.tsv", truth: []string{table}, rows: rows}
}

func (v values) in(file string) values { v.file = file; return v }

func (v values) on38() values { v.at38 = true; return v }

// frequency and size set how an optional column is compared.
func (v values) frequency(c cells) values { v.eaf = c; return v }

func (v values) size(c cells) values { v.n = c; return v }

// roundedTo is for files whose errors are derived from rounded numbers.
func (v values) roundedTo(z float64) values { v.rounded = z; return v }

func (v values) leaving(gone func(i int) bool) values { v.gone = gone; return v }

// lifted may lack 17:34323944, which has no position in Ensembl's chain file.
func (v values) lifted(file string) values { v.file, v.orOne = file, true; return v }

// every is true for the first of every n rows.
func every(n int) func(int) bool { return func(i int) bool { return i%n == 0 } }

// rowsOf selects rows, counted from 1.
func rowsOf(numbers ...int) func(int) bool {
	return func(i int) bool { return slices.Contains(numbers, i+1) }
}

const likelyA1 = `taken with --yes: --map effect_allele=A1\b|answer with --map effect_allele=A1\b[^.]*\. the first is the likely`

// troubleAlleles: the allele of the effect and of the frequency.
var troubleAlleles = []troubleCase{
	{"a1-equals-alt", []troubleStep{
		step(right(measured(2000).frequency(ifThere).size(absent)), asked(`effect_allele=(A1|ALT)\b`)),
		step(right(measured(2000).frequency(ifThere).size(absent))),
	}},
	{"a1-ref-or-alt", []troubleStep{
		step(right(minorAllele(2000).frequency(ifThere).size(absent)), asked(`effect_allele=A1\b`)),
		step(right(minorAllele(2000).frequency(ifThere).size(absent)), asked(`effect_allele=A1\b`)),
		step(right(minorAllele(2000).frequency(ifThere).size(absent))),
	}},
	{"a1-ref-or-alt-freq", []troubleStep{
		step(right(minorAllele(2000).size(absent)), asked(`effect_allele=A1\b`)),
		step(right(minorAllele(2000).size(absent)), right(minorAllele(2000).frequency(absent).size(absent), `\bFREQ\b`), asked(`effect_allele=A1\b|\bFREQ\b`)),
		step(right(minorAllele(2000).size(absent)), right(minorAllele(2000).frequency(absent).size(absent), `\bFREQ\b`)),
	}},
	{"a1-ref-or-alt-renamed", []troubleStep{
		step(right(minorAllele(2000)), asked(`effect_allele=A1\b`)),
		step(right(minorAllele(2000)), asked(`effect_allele=A1\b`)),
		step(right(minorAllele(2000))),
	}},
	{"a2-effect-a1-reference", []troubleStep{
		step(asked(`effect_allele=A2\b`).but(likelyA1)),
		step(right(measured(2000)), asked(`effect_allele=A2\b`).but(likelyA1)),
		step(right(measured(2000))),
	}},
	{"gwama-reference-allele", []troubleStep{
		step(right(measured(2000)), asked(`chr_pos=rs_number`, `effect_allele=reference_allele`)),
		step(right(measured(2000))),
	}},
	{"eaf-of-other-allele", []troubleStep{
		step(asked(`other_allele_frequency=EAF`), warned(`\bEAF\b`, `other allele|other_allele`).with(measured(2000).frequency(anything))),
		step(asked(`other_allele_frequency=EAF`), reported(`\bEAF\b[^\n]*(other allele|other_allele)|(other allele|other_allele)[^\n]*\bEAF\b`)),
		also("sumstats convert in.tsv.gz --to gwas-ssf -o out.tsv --map other_allele_frequency=EAF", right(measured(2000))),
		also("sumstats liftover in.tsv.gz -o lifted.tsv", asked(`other_allele_frequency=EAF`), warned(`\bEAF\b`, `other allele|other_allele`)),
		also("sumstats check in.tsv.gz", turnedDown(`other_allele_frequency=EAF`), reported(`(warn|block)[^\n]*\bEAF\b[^\n]*(other allele|other_allele)`)),
	}},
	{"meta-eaf-of-other-allele", []troubleStep{
		step(right(pooled("good.tsv.gz", 2200))),
		step(turnedDown(`\bbflip\b`, `frequenc|\bEAF\b`), warned(`\bbflip\b`, `frequenc|\bEAF\b`).with(pooled("flip.tsv.gz", 2200).frequency(anything))),
		step(turnedDown(`\bbmaf\b`, `frequenc|\bEAF\b`), warned(`\bbmaf\b`, `frequenc|\bEAF\b`).with(pooled("maf.tsv.gz", 2200).frequency(anything))),
	}},
	{"allele-true", []troubleStep{
		step(right(measured(2000)), asked(`\bTRUE\b`, `\bT\b`)),
		step(right(measured(2000))),
	}},
	{"alleles-1-2", []troubleStep{
		step(turnedDown(`allele`, `\b1 and 2\b|\b1/2\b|\b2 and 1\b|number|count`)),
		step(turnedDown(`\bin\.tsv\.gz|study “?in\b`, `allele`, `\b1 and 2\b|\b1/2\b|\b2 and 1\b|number|count`)),
		step(turnedDown(`allele`, `\b1 and 2\b|\b1/2\b|\b2 and 1\b|count`)),
	}},
}

const (
	ratioNamed  = `odds ratio|odds_ratio`
	errorNamed  = `\bSE\b|standard error|standard_error`
	disagreeing = `follow|agree|contradict|fit|varianc|square|scale|unit`
)

// troubleScales: odds ratios in a column named beta, and columns that contradict each other.
var troubleScales = []troubleCase{
	{"ratio-as-beta", []troubleStep{
		step(asked(`odds_ratio=BETA`)),
		step(right(caseControl(1998).leaving(rowsOf(1314, 1323)).roundedTo(0.1))),
	}},
	{"ratio-as-beta-two-zeros", []troubleStep{
		step(asked(`odds_ratio=BETA`)),
		step(right(caseControl(1996).leaving(rowsOf(6, 78, 1314, 1323)).roundedTo(0.1), `\b2 left out`)),
	}},
	{"ratio-as-beta-one-negative", []troubleStep{
		step(asked(`odds_ratio=BETA`)),
		step(right(caseControl(1997).frequency(absent).size(absent).leaving(rowsOf(8, 1314, 1323)).roundedTo(0.1), `\b1 left out`)),
	}},
	{"ratio-as-beta-with-error", []troubleStep{
		step(asked(`odds_ratio=BETA`)),
		step(right(caseControl(1998).leaving(rowsOf(6, 78)), `\b2 left out`)),
		also("sumstats liftover in.tsv.gz -o lifted.tsv", asked(`odds_ratio=BETA`)),
		also("sumstats qc in.tsv.gz --build GRCh37 -o qc", asked(`odds_ratio=BETA`)),
		also("sumstats check in.tsv.gz", turnedDown(`odds_ratio=BETA`)),
	}},
	{"ratio-as-beta-all-above-1", []troubleStep{
		step(asked(`odds_ratio=BETA`)),
		step(turnedDown(`\bin\.tsv\.gz|study “?in\b`, `\bBETA\b`, ratioNamed), warned(`\bin\.tsv\.gz|study “?in\b`, `\bBETA\b`, ratioNamed)),
		also("sumstats convert in.tsv.gz --to gwas-ssf -o out.tsv --map odds_ratio=BETA", right(caseControl(2000))),
	}},
	{"meta-ratio-as-beta", []troubleStep{
		step(turnedDown(`\bbor\b`, ratioNamed+`|inflation|lambda|λ`)),
	}},
	{"error-is-variance", []troubleStep{
		step(asked(errorNamed, disagreeing), warned(errorNamed, disagreeing)),
		step(asked(errorNamed, disagreeing), warned(errorNamed, disagreeing)),
		step(fails(`fail +pz[^\n]*\n[^\n]*P values do not follow|fail[^\n]*\n[^\n]*`+errorNamed), asked(errorNamed, disagreeing)),
		also("sumstats qc in.tsv.gz --build GRCh37 -o kept --map standard_error=SE", fails(`fail +pz`, `follow`)),
	}},
	{"error-too-small", []troubleStep{
		step(fails(`fail +pz`, `follow|disagree`), asked(errorNamed, disagreeing)),
		also("sumstats qc in.tsv.gz --build GRCh37 -o kept --map beta=BETA", fails(`fail +pz`, `P follows .* in only`)),
		step(asked(errorNamed, disagreeing), warned(errorNamed, disagreeing)),
	}},
	{
		"ratio-and-beta-opposite",
		[]troubleStep{
			step(asked(`\bBETA\b`, `\bOR\b`, `opposite|sign|contradict|disagree|other allele`)),
			also(
				"sumstats convert in.tsv.gz --to gwas-ssf -o out.tsv --map beta=BETA",
				right(caseControl(2000).frequency(absent).size(absent)),
				asked(`odds_ratio=`),
			),
		},
	},
	{
		"minus-nine-beta",
		[]troubleStep{
			step(right(measured(1960).leaving(every(50)), `\b40 left out`), asked(`[-−]9\b`, `\bBETA\b`)),
			step(
				right(values{file: "meta.tsv.gz", truth: []string{"truth/measured.tsv.gz"}, rows: 1960, notValues: true, gone: every(50)}),
				turnedDown(`[-−]9\b`, `\bBETA\b`),
			),
			step(reported(`rows clean +1,960`), asked(`[-−]9\b`, `\bBETA\b`)),
		},
	},
}

// sizesAndErrors matches a line that compares the sample size with the errors.
const sizesAndErrors = `((sample size|\bN\b)[^\n]*error|error[^\n]*(sample size|\bN\b))[^\n]*(fit|impl|belong|expect|small|large|contradict|people)`

// troubleSizes: N that does not count participants.
var troubleSizes = []troubleCase{
	{"n-counts-studies", []troubleStep{
		step(asked(`\bN\b`, `studies|cohorts|sample size|people`), warned(`\bN\b|sample size`, `\b12\b|studies|cohorts|error`)),
		step(reported(sizesAndErrors)),
	}},
	{
		"effective-n-halved",
		[]troubleStep{
			step(right(caseControl(2000), `\bNEFF\b`, `half|halv|twice|doubl|19,?200`), asked(`\bNEFF\b`)),
			step(
				right(values{file: "meta.tsv.gz", truth: []string{"effective-n-halved/truth.tsv.gz"}, rows: 2000, eaf: anything, n: anything}, `\bNEFF\b`),
				turnedDown(`\bNEFF\b`),
			),
		},
	},
	{"plink-meta-n-studies", []troubleStep{
		step(right(caseControl(2000).frequency(absent).size(absent).roundedTo(0.1))),
	}},
	{
		"plink-meta-n-studies-cut",
		[]troubleStep{
			step(asked(`effect_allele=A1\b`), right(caseControl(2000).frequency(absent).size(absent).roundedTo(0.1))),
			step(
				right(caseControl(2000).frequency(absent).size(absent).roundedTo(0.1)),
				right(caseControl(2000).frequency(absent).size(anything).roundedTo(0.1), `\bN\b[^\n]*studies|studies[^\n]*\bN\b`),
				asked(`effect_allele=A1\b|\bN\b`),
			),
			also(
				"sumstats convert m.meta.gz --to gwas-ssf -o out.tsv --map effect_allele=A1",
				right(
					caseControl(2000).frequency(absent).size(absent).roundedTo(0.1),
				),
				right(caseControl(2000).frequency(absent).size(anything).roundedTo(0.1), `\bN\b[^\n]*studies|studies[^\n]*\bN\b`),
				asked(`\bN\b`),
			),
		},
	},
	{"alzheimer-neff", []troubleStep{
		step(right(measured(2000)), asked(`effect_allele=A1\b`)),
		step(right(measured(2000))),
	}},
	{"harmonised-h", []troubleStep{
		step(right(caseControl(2000).on38())),
	}},
	{
		"n-missing",
		[]troubleStep{
			step(turnedDown(`\bb(\.tsv\.gz)?\b`, `sample size|\bN\b`, `--n\b`)),
			step(right(sampleSizes("meta1.tsv.gz", 2200))),
			step(
				right(sampleSizes("meta2.tsv.gz", 1466), `\b734\b`, `\bb2(\.tsv\.gz)?\b[^\n]*--n\b|--n\b[^\n]*\bb2(\.tsv\.gz)?\b`),
				turnedDown(`\b734\b`, `--n\b`),
			),
		},
	},
}

func sampleSizes(file string, rows int) values {
	return values{file: file, truth: []string{"truth/two-studies-by-n.tsv.gz"}, rows: rows, sign: true}
}
