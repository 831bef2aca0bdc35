package app

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// layout is one way to write a study.
type layout struct {
	name    string
	only    string // "binary" or "quantitative"; "" for both
	header  string // names, separated like the rows
	row     func(s *truth, v *trueVariant) []any
	comma   bool              // rows are separated by commas
	before  string            // lines above the header
	answers map[string]string // answers to the questions
	scale   string            // scale stated when asked
	noEAF   bool              // the file states no oriented frequency
	derived bool              // effect and error are derived: only their ratio is exact
	sizes   sizesTold         // sample sizes in the rows
}

// sizesTold is which sample sizes the rows of a layout contain.
type sizesTold int

const (
	noSizes sizesTold = iota
	totalN
	groupsAndN
)

// num formats a number so that it parses to the same float64.
func num(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func (l *layout) text(s *truth) string {
	separator := "\t"
	if l.comma {
		separator = ","
	}
	var b strings.Builder
	b.WriteString(l.before)
	b.WriteString(strings.ReplaceAll(l.header, " ", separator) + "\n")
	for i := range s.variants {
		for j, cell := range l.row(s, &s.variants[i]) {
			if j > 0 {
				b.WriteString(separator)
			}
			if x, ok := cell.(float64); ok {
				b.WriteString(num(x))
			} else {
				fmt.Fprint(&b, cell)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// rsName returns an identifier as most files spell it.
func rsName(v *trueVariant) string { return fmt.Sprintf("rs%d", v.rsid) }

var digitOf = map[string]string{"A": "1", "C": "2", "G": "3", "T": "4"}

// layouts are the more than twenty ways. Rows with `tested` report an effect allele that differs
// between rows.
var layouts = []layout{
	{name: "gwas-ssf, the tested allele", sizes: totalN,
		header: "chromosome base_pair_location effect_allele other_allele beta standard_error effect_allele_frequency p_value rsid n",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			return []any{v.chromosome, v.position, v.tested, v.other(v.tested), b, v.se, f, v.p(), rsName(v), v.n}
		}},
	{name: "regenie", sizes: totalN,
		header: "CHROM GENPOS ID ALLELE0 ALLELE1 A1FREQ N TEST BETA SE CHISQ LOG10P EXTRA",
		row: func(_ *truth, v *trueVariant) []any {
			return []any{v.chromosome, v.position, rsName(v), v.ref, v.alt, v.freq, v.n, "ADD", v.beta, v.se, v.z() * v.z(), -math.Log10(v.p()), "NA"}
		}},
	{name: "saige", only: "binary", sizes: groupsAndN,
		header: "CHR POS MarkerID Allele1 Allele2 AC_Allele2 AF_Allele2 MissingRate BETA SE Tstat var p.value N_case N_ctrl",
		row: func(s *truth, v *trueVariant) []any {
			cases, controls := s.groups(v)
			return []any{v.chromosome, v.position, rsName(v), v.ref, v.alt, 2 * v.n * v.freq, v.freq, 0, v.beta, v.se, v.z(), 1, v.p(), cases, controls}
		}},
	{name: "plink 2, A1 of each row", sizes: totalN,
		header: "#CHROM POS ID REF ALT A1 A1_FREQ TEST OBS_CT BETA SE T_STAT P",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			return []any{v.chromosome, v.position, rsName(v), v.ref, v.alt, v.tested, f, "ADD", v.n, b, v.se, v.z(), v.p()}
		}},
	{name: "plink 2, frequency of ALT", sizes: totalN,
		header: "#CHROM POS ID REF ALT A1 ALT_FREQS TEST OBS_CT BETA SE T_STAT P",
		row: func(_ *truth, v *trueVariant) []any {
			b, _ := v.of(v.tested)
			return []any{v.chromosome, v.position, rsName(v), v.ref, v.alt, v.tested, v.freq, "ADD", v.n, b, v.se, v.z(), v.p()}
		}},
	{name: "plink 2 logistic", only: "binary", sizes: totalN,
		header: "#CHROM POS ID REF ALT A1 A1_FREQ FIRTH? TEST OBS_CT OR LOG(OR)_SE Z_STAT P",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			return []any{v.chromosome, v.position, rsName(v), v.ref, v.alt, v.tested, f, "N", "ADD", v.n, math.Exp(b), v.se, b / v.se, v.p()}
		}},
	{name: "metal", sizes: noSizes,
		header: "Chromosome Position MarkerName Allele1 Allele2 Freq1 FreqSE Effect StdErr P-value Direction",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			return []any{v.chromosome, v.position, rsName(v), strings.ToLower(v.tested), strings.ToLower(v.other(v.tested)), f, 0.01, b, v.se, v.p(), "++"}
		}},
	{name: "bolt-lmm on a trait in units", only: "quantitative",
		header: "SNP CHR BP GENPOS ALLELE1 ALLELE0 A1FREQ F_MISS BETA SE P_BOLT_LMM_INF P_BOLT_LMM",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			return []any{rsName(v), v.chromosome, v.position, 0.5, v.tested, v.other(v.tested), f, 0, b, v.se, 0.5, v.p()}
		}},
	{name: "bolt-lmm on cases and controls", only: "binary", scale: "linear_binary",
		header: "SNP CHR BP GENPOS ALLELE1 ALLELE0 A1FREQ F_MISS BETA SE P_BOLT_LMM_INF P_BOLT_LMM",
		row: func(s *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			k := s.spread() // a linear model of 0 and 1 estimates the log odds times μ(1−μ)
			return []any{rsName(v), v.chromosome, v.position, 0.5, v.tested, v.other(v.tested), f, 0, b * k, v.se * k, 0.5, v.p()}
		}},
	{name: "fastgwa", only: "quantitative", sizes: totalN,
		header: "CHR SNP POS A1 A2 N AF1 BETA SE P",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			return []any{v.chromosome, rsName(v), v.position, v.tested, v.other(v.tested), v.n, f, b, v.se, v.p()}
		}},
	{name: "effect of A2, frequency of A1", sizes: totalN,
		header: "CHR POS RSID A1 A2 FREQ_A1 B STDERR PVAL N",
		row: func(_ *truth, v *trueVariant) []any {
			b, _ := v.of(v.tested)
			_, f := v.of(v.other(v.tested))
			return []any{v.chromosome, v.position, rsName(v), v.other(v.tested), v.tested, f, b, v.se, v.p(), v.n}
		},
		answers: map[string]string{"effect_allele": "A2", "other_allele": "A1", "allele_frequency": "FREQ_A1", "frequency_allele": "A1", "p_value": "PVAL"}},
	{
		name:   "effect allele in a third column, frequency of A1",
		sizes:  totalN,
		header: "CHR POS RSID A1 A2 FREQ1 EFFECT_ALLELE BETA SE P N",
		row: func(_ *truth, v *trueVariant) []any {
			b, _ := v.of(v.tested)
			return []any{v.chromosome, v.position, rsName(v), v.alt, v.ref, v.freq, v.tested, b, v.se, v.p(), v.n}
		},
		answers: map[string]string{
			"effect_allele":    "EFFECT_ALLELE",
			"reference_allele": "A2",
			"alternate_allele": "A1",
			"allele_frequency": "FREQ1",
			"frequency_allele": "A1",
			"p_value":          "P",
			"other_allele":     "",
		},
	},
	{
		name:   "frequency of the other allele, shuffled, by commas",
		sizes:  totalN,
		comma:  true,
		header: "P N SE Other_Allele_Frequency BETA Non_Effect_Allele POS Effect_Allele RSID CHR",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			return []any{v.p(), v.n, v.se, 1 - f, b, v.other(v.tested), v.position, v.tested, rsName(v), fmt.Sprintf("chr%d", v.chromosome)}
		},
		answers: map[string]string{
			"other_allele_frequency": "Other_Allele_Frequency",
			"p_value":                "P",
			"effect_allele":          "Effect_Allele",
			"other_allele":           "Non_Effect_Allele",
		},
	},
	{name: "odds ratio with an interval", only: "binary", sizes: totalN,
		header: "CHR POS SNP EA NEA EAF OR OR_95L OR_95U P N",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			const half = 1.959963984540054 // 97.5 % quantile of the standard normal distribution
			return []any{
				v.chromosome,
				v.position,
				rsName(v),
				v.tested,
				v.other(v.tested),
				f,
				math.Exp(b),
				math.Exp(b - half*v.se),
				math.Exp(b + half*v.se),
				v.p(),
				v.n,
			}
		},
		answers: map[string]string{"effect_allele": "EA", "other_allele": "NEA", "effect_allele_frequency": "EAF", "p_value": "P"}},
	{
		name:   "odds ratio with its own error",
		only:   "binary",
		sizes:  totalN,
		header: "CHR POS SNP EA NEA EAF OR OR_SE P N",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			return []any{v.chromosome, v.position, rsName(v), v.tested, v.other(v.tested), f, math.Exp(b), v.se * math.Exp(b), v.p(), v.n}
		},
		answers: map[string]string{
			"effect_allele":                "EA",
			"other_allele":                 "NEA",
			"effect_allele_frequency":      "EAF",
			"p_value":                      "P",
			"standard_error_of_odds_ratio": "OR_SE",
			"standard_error":               "",
		},
	},
	{
		name:   "minor allele and its frequency",
		sizes:  totalN,
		header: "CHR BP RSID EFFECT_ALLELE OTHER_ALLELE MINOR_ALLELE MAF BETA SE P N",
		row: func(_ *truth, v *trueVariant) []any {
			b, _ := v.of(v.tested)
			_, f := v.of(v.minor())
			return []any{v.chromosome, v.position, rsName(v), v.tested, v.other(v.tested), v.minor(), f, b, v.se, v.p(), v.n}
		},
		answers: map[string]string{
			"allele_frequency": "MAF",
			"frequency_allele": "MINOR_ALLELE",
			"p_value":          "P",
			"effect_allele":    "EFFECT_ALLELE",
			"other_allele":     "OTHER_ALLELE",
		},
	},
	{name: "minor allele frequency alone", noEAF: true, sizes: totalN,
		header: "CHR BP RSID EFFECT_ALLELE OTHER_ALLELE MAF BETA SE P N",
		row: func(_ *truth, v *trueVariant) []any {
			b, _ := v.of(v.tested)
			_, f := v.of(v.minor())
			return []any{v.chromosome, v.position, rsName(v), v.tested, v.other(v.tested), f, b, v.se, v.p(), v.n}
		},
		answers: map[string]string{"p_value": "P", "effect_allele": "EFFECT_ALLELE", "other_allele": "OTHER_ALLELE"}},
	{name: "Neale lab, place and alleles in one column", sizes: totalN, only: "quantitative",
		header: "variant minor_allele minor_AF low_confidence_variant n_complete_samples AC ytx beta se tstat pval",
		row: func(_ *truth, v *trueVariant) []any {
			_, f := v.of(v.minor())
			return []any{fmt.Sprintf("%d:%d:%s:%s", v.chromosome, v.position, v.ref, v.alt), v.minor(), f, "false", v.n, 1, 1, v.beta, v.se, v.z(), v.p()}
		}},
	{name: "finngen", sizes: noSizes,
		header: "#chrom pos ref alt rsids nearest_genes pval mlogp beta sebeta af_alt",
		row: func(_ *truth, v *trueVariant) []any {
			return []any{v.chromosome, v.position, v.ref, v.alt, rsName(v), "NA", v.p(), -math.Log10(v.p()), v.beta, v.se, v.freq}
		}},
	{name: "gwas-vcf", sizes: totalN,
		before: "##fileformat=VCFv4.2\n##FORMAT=<ID=ES,Number=A,Type=Float,Description=\"Effect size\">\n",
		header: "#CHROM POS ID REF ALT QUAL FILTER INFO FORMAT study",
		row: func(_ *truth, v *trueVariant) []any {
			return []any{v.chromosome, v.position, rsName(v), v.ref, v.alt, ".", "PASS", ".", "ES:SE:LP:AF:SS",
				strings.Join([]string{num(v.beta), num(v.se), num(-math.Log10(v.p())), num(v.freq), num(v.n)}, ":")}
		}},
	{
		name:   "numbered alleles",
		sizes:  totalN,
		header: "CHR POS SNP EFFECT_ALLELE NON_EFFECT_ALLELE EFFECT_ALLELE_FREQ BETA SE P_VAL N",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			return []any{v.chromosome, v.position, rsName(v), coded(v.tested), coded(v.other(v.tested)), f, b, v.se, v.p(), v.n}
		},
		answers: map[string]string{
			"effect_allele":           "EFFECT_ALLELE",
			"other_allele":            "NON_EFFECT_ALLELE",
			"effect_allele_frequency": "EFFECT_ALLELE_FREQ",
			"p_value":                 "P_VAL",
		},
	},
	{
		name:   "snptest with genotype counts",
		sizes:  totalN,
		only:   "quantitative",
		header: "alternate_ids rsid chromosome position alleleA alleleB index all_AA all_AB all_BB all_total all_maf info frequentist_add_pvalue frequentist_add_info frequentist_add_beta_1 frequentist_add_se_1",
		row: func(_ *truth, v *trueVariant) []any {
			bb := v.n * v.freq * v.freq
			ab := 2 * v.n * v.freq * (1 - v.freq)
			return []any{
				"x",
				rsName(v),
				v.chromosome,
				v.position,
				v.ref,
				v.alt,
				1,
				v.n - ab - bb,
				ab,
				bb,
				v.n,
				math.Min(v.freq, 1-v.freq),
				1,
				v.p(),
				1,
				v.beta,
				v.se,
			}
		},
	},
	{name: "Z alone", sizes: totalN, derived: true,
		header: "CHR POS RSID EFFECT_ALLELE OTHER_ALLELE EAF Z P N",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			return []any{v.chromosome, v.position, rsName(v), v.tested, v.other(v.tested), f, b / v.se, v.p(), v.n}
		},
		answers: map[string]string{"effect_allele": "EFFECT_ALLELE", "other_allele": "OTHER_ALLELE", "effect_allele_frequency": "EAF", "p_value": "P"}},
	{name: "ln P under the name of P, frequency of the effect allele", sizes: totalN,
		header: "CHR POS RSID TESTED_ALLELE OTHER_ALLELE EAF BETA SE LNP N",
		row: func(_ *truth, v *trueVariant) []any {
			b, f := v.of(v.tested)
			return []any{v.chromosome, v.position, rsName(v), v.tested, v.other(v.tested), f, b, v.se, math.Log(v.p()), v.n}
		},
		answers: map[string]string{"effect_allele": "TESTED_ALLELE", "other_allele": "OTHER_ALLELE", "effect_allele_frequency": "EAF", "ln_p_value": "LNP"}},
}

// coded writes single bases as 1–4, which is not possible for longer alleles.
func coded(allele string) string {
	if d, ok := digitOf[allele]; ok {
		return d
	}
	return allele
}
