package recognise

import (
	"slices"
	"strings"
	"sync"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// aliases are the headers, in normalised form, that name a field. Those in sure mean the field
// wherever they occur; those in ask may mean something else and need the values or a person. They
// are in order of preference.
type aliases struct {
	field     sumstats.Field
	sure, ask string // separated by blanks
	// of are the headers of the allele that a frequency belongs to by its name.
	of string
}

// Headers of alleles that the names of frequencies refer to.
const (
	namesA1   = "a1 allele1 allele_1 al1 a_1"
	namesA2   = "a2 allele2 allele_2 al2"
	namesB    = "alleleb allele_b"
	namesAlt  = "alt alternate alternative alternative_allele alternate_allele alt_allele"
	namesRef  = "ref reference reference_allele ref_allele"
	namesRisk = "risk_allele"
)

// aliasTable has several entries for frequencies: one for each allele that a name
// can refer to.
var aliasTable = []aliases{
	{
		field: sumstats.FieldChromosome,
		sure:  "chromosome chr chrom chroms chromosomes chr_name chr_id seqname seqnames scaffold hg19chrc hg38chrc hm_chrom chr_b37 chr_b38",
		ask:   "seq chr_build36 hg18chr hg18chrc",
	},
	{
		field: sumstats.FieldPosition,
		sure:  "base_pair_location position pos bp bpos base_pair basepair base_pair_position phys_pos physpos bp_pos ps pos_b37 pos_b38 pos_grch37 pos_grch38 position_b37 position_b38 bp_hg19 bp_hg38 bphg19 bphg38 pos_hg19 pos_hg38 position_hg19 position_hg38 position_grch37 position_grch38 position_bp beg begin hm_pos",
		ask:   "genpos start pos_build36 position_build36 bp_b36 bp_hg18 pos_hg18",
	},
	{field: sumstats.FieldChrPos, sure: "chr_bp chr_pos chrpos chrpos_b37 chrpos_b38 chr_pos_b37 chr_pos_b38 hg19chrc_pos", ask: "chrpos_b36"},
	{field: sumstats.FieldRSID, sure: "rsid rsids rs rs_id rs_number rs_numbers snp_rsid dbsnp id_dbsnp49 hm_rsid"},
	{
		field: sumstats.FieldVariantID,
		sure:  "variant_id variantid varid markerid chr_pos_ref_alt cpra hm_variant_id",
		ask:   "snp snpid snp_id id name marker markername marker_name variant predictor assay_name oldid alternate_ids",
	},
	{
		field: sumstats.FieldEffectAllele,
		sure:  "effect_allele effectallele eff_allele ea tested_allele testedallele coded_allele codedallele inc_allele hm_effect_allele effect_all risk_allele",
		ask:   "a1 allele1 allele_1 al1 alleleb allele_b alt alternate alternative alternative_allele alt_allele minor_allele a_1",
	},
	{
		field: sumstats.FieldOtherAllele,
		sure:  "other_allele otherallele non_effect_allele noneffect_allele noneffectallele noneff_allele nea oa non_coded_allele noncoded_allele dec_allele allele0 allele_0 a0 a_0 omitted hm_other_allele non_risk_allele other_all",
		ask:   "a2 allele2 allele_2 al2 allelea allele_a ref reference reference_allele major_allele",
	},
	{
		field: sumstats.FieldEAF,
		sure:  "effect_allele_frequency effect_allele_freq effectallelefreq eaf eff_allele_freq eff_all_freq freq_effect_allele freq_effect freq_tested_allele tested_allele_frequency tested_allele_freq coded_freq coded_allele_frequency af_coded_all hm_effect_allele_frequency eaf_hrc eaf_ukb eff_frq",
		ask:   "af freq frq frequency allelefreq allele_freq ceuaf freq_maf_hapmap",
	},
	{field: sumstats.FieldOAF, sure: "other_allele_frequency other_allele_freq oaf non_effect_allele_frequency"},
	{field: sumstats.FieldAlleleFrequency, sure: "freq1 a1freq a1_freq freqa1 freq_a1 af1 freq_allele1 allele1_frequency", of: namesA1},
	{field: sumstats.FieldAlleleFrequency, sure: "af_allele2 a2freq a2_freq freqa2 freq_a2 af2 freq2 freq_allele2", of: namesA2},
	{field: sumstats.FieldAlleleFrequency, sure: "freqb freq_b af_alleleb", of: namesB},
	{field: sumstats.FieldAlleleFrequency, sure: "af_alt aaf pooled_alt_af alt_freq alt_freqs alt_af alt_allele_freq alt_allele_frequency", of: namesAlt},
	{field: sumstats.FieldAlleleFrequency, sure: "af_ref ref_freq ref_af ref_allele_freq ref_allele_frequency", of: namesRef},
	{field: sumstats.FieldAlleleFrequency, sure: "risk_allele_frequency raf", of: namesRisk},
	{field: sumstats.FieldAlleleFrequency, sure: "allele_frequency"},
	{field: sumstats.FieldMAF, sure: "maf minor_allele_frequency minor_af all_maf"},
	{field: sumstats.FieldEAFCases, sure: "eaf_cases effect_allele_frequency_cases", ask: "af_case af_cases case_af fcas frq_a"},
	{
		field: sumstats.FieldEAFControls,
		sure:  "eaf_controls eafcontrols effect_allele_frequency_controls",
		ask:   "af_ctrl af_controls control_af controls_maf fcon frq_u",
	},
	{field: sumstats.FieldAlleleFrequencyCases, sure: "a1freq_cases a1_case_freq f_a", of: namesA1},
	{field: sumstats.FieldAlleleFrequencyCases, sure: "af_alt_cases", of: namesAlt},
	{field: sumstats.FieldAlleleFrequencyControls, sure: "a1freq_controls a1_ctrl_freq f_u", of: namesA1},
	{field: sumstats.FieldAlleleFrequencyControls, sure: "af_alt_controls", of: namesAlt},
	{
		field: sumstats.FieldBeta,
		sure:  "beta b effect effects effect_size effect_beta effect_a1 es log_odds logor log_or ln_or lnor estimate est stdbeta slope alt_effsize frequentist_add_beta_1 all_inv_var_meta_beta hm_beta",
		ask:   "effect_weight a1beta signed_sumstat",
	},
	{field: sumstats.FieldOddsRatio, sure: "odds_ratio or oddsratio odds_rat hm_odds_ratio frequentist_add_or_1", ask: "or_a2"},
	{field: sumstats.FieldHazardRatio, sure: "hazard_ratio hr hazardratio"},
	{
		field: sumstats.FieldSE,
		sure:  "standard_error se standarderror stderr std_err std_error sebeta betase beta_se se_beta log_odds_se log_or_se log(or)_se stderrlogor slope_se effect_size_sd frequentist_add_se_1 se_error all_inv_var_meta_sebeta est_se",
		ask:   "sd or_se se_or",
	},
	{field: sumstats.FieldCILower, sure: "ci_lower lci_effect lci or_95l l95 orlower or_lower or_lb ci_low ci95_lower lower hm_ci_lower"},
	{field: sumstats.FieldCIUpper, sure: "ci_upper uci_effect uci or_95u u95 orupper or_upper or_ub ci_high ci95_upper upper hm_ci_upper"},
	{
		field: sumstats.FieldP,
		sure:  "p_value p pval pvalue p_val p_wald pval_nominal p_bolt_lmm frequentist_add_pvalue frequentist_add_wald_pvalue_1 scan_p gwas_p mainp all_inv_var_meta_p p_value_association",
		ask:   "gc_pvalue p_bolt_lmm_inf p_linreg p_value_na",
	},
	{
		field: sumstats.FieldNegLog10P,
		sure:  "neg_log_10_p_value neglog10p neglog10_p_value minus_log_10_p_value minus_log10_p_value minus_log10_p minus_log10p neglog10_pval neg_log10_p neg_log10_pval mlog10p mlogp mlog10_p minus_log10_pval log10p log10_p nlog10p lp log10pval logp log10_p_value log10_pval log10_pvalue",
	},
	{
		field: sumstats.FieldN,
		sure:  "n n_total nsum n_sum total_n ntotal totaln totalsamplesize total_sample_size sample_size samplesize n_samples nsample num_samples n_analyzed n_informative ncompletesamples n_complete_samples sample_n obs_ct n_obs nobs nmiss all_total ss",
		ask:   "weight",
	},
	{
		field: sumstats.FieldNCases,
		sure:  "n_cases ncases n_case ncase sample_size_cases cases_n n_cas nca cases cases_total num_cases ns_case n_event n_events ncas",
		ask:   "nc",
	},
	{
		field: sumstats.FieldNControls,
		sure:  "n_controls ncontrols n_control ncontrol sample_size_controls controls_n n_con nco n_ctrl controls controls_total num_controls ns_ctrl ncon",
	},
	{field: sumstats.FieldNEff, sure: "n_eff neff effective_n n_effective ess"},
	{field: sumstats.FieldNEffHalf, sure: "neff_half neffdiv2"},
	{
		field: sumstats.FieldInfo,
		sure:  "info imputationinfo imputation_quality imp_quality info_score rsq minimac_r2 mach_r2 median_info average_maximum_posterior_call impinfo imp_score oevar_imp r2hat",
		ask:   "r2",
	},
	{field: sumstats.FieldZ, sure: "z zscore z_score z_stat gc_zscore ez", ask: "stat tstat t_stat"},
	{field: sumstats.FieldChiSquare, sure: "chisq chi2 chi_sq"},
	{field: sumstats.FieldNStudies, sure: "n_studies nstudy n_study nstudies number_of_studies studyno"},
	{field: sumstats.FieldDirection, sure: "direction dir effectdirection"},
	{field: sumstats.FieldHetI2, sure: "het_i2 hetisq hetisqt i2"},
	{field: sumstats.FieldHetP, sure: "het_p hetpval hetpva het_pvalue p_het"},
	{field: sumstats.FieldHWE, sure: "hwe_p hwe p_hwe hwe_pvalue hwe_pval"},
	{field: sumstats.FieldCallRate, sure: "call_rate callrate", ask: "missingrate f_miss"},
	{field: sumstats.FieldTest, sure: "test", ask: "model"},
	{field: sumstats.FieldStrand, sure: "strand"},
	{field: sumstats.FieldEffectScale, sure: "effect_scale"},
}

// alias is the meaning of one header.
type alias struct {
	field sumstats.Field
	sure  bool
	rank  int    // place in the list: smaller is preferred
	of    string // headers of the allele that a frequency belongs to
}

var aliasIndex = sync.OnceValue(func() map[string]alias {
	index := map[string]alias{}
	for place, row := range aliasTable {
		rank := 1000 * place // fields with several entries prefer the earlier ones
		for _, list := range []struct {
			names string
			sure  bool
		}{{row.sure, true}, {row.ask, false}} {
			for _, name := range strings.Fields(list.names) {
				rank++
				if old, ok := index[name]; !ok || !old.sure {
					index[name] = alias{row.field, list.sure, rank, row.of}
				}
			}
		}
	}
	return index
})

// aliasOf looks a normalised header up, as it is or with its brackets as gaps: SE(beta)
// is SE_beta.
func aliasOf(normalised string) (alias, bool) {
	a, ok := aliasIndex()[normalised]
	if !ok && strings.ContainsAny(normalised, "([") {
		a, ok = aliasIndex()[normaliseHeader(unbracketed.Replace(normalised))]
	}
	return a, ok
}

var unbracketed = strings.NewReplacer("(", "_", ")", "_", "[", "_", "]", "_")

// isAlias reports whether a header names a field.
func isAlias(name string) bool {
	_, ok := aliasOf(normaliseHeader(name))
	return ok
}

// normaliseHeader returns the form in which headers are compared: cleaned, lower case, each run of
// space, dot, dash and underscore one underscore, and a Greek beta spelled out.
func normaliseHeader(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(textfile.CleanHeader([]byte(s))) {
		switch r {
		case ' ', '.', '-', '\u2212', '_':
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('_')
		}
		gap = false
		switch r {
		case '\u03b2', '\u03d0', '\u00df': // beta, its other form, and the letter taken for it
			b.WriteString("beta")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// FieldDoc documents one field: its meaning, the headers that are recognised for it, and whether a
// file needs it.
type FieldDoc struct {
	Field       sumstats.Field `json:"field"`
	Description string         `json:"description"`
	Type        string         `json:"type"`
	Headers     []string       `json:"headers"`         // recognised wherever they occur
	Doubtful    []string       `json:"doubtful"`        // recognised, but confirmed by a person or by the values
	Software    []string       `json:"software"`        // headers known from particular software only
	Required    string         `json:"required"`        // yes, one of, or no
	Group       string         `json:"group,omitempty"` // fields that can replace each other
}

// Columns lists every field with the headers that are recognised for it, from
// the same tables that Inspect uses.
func Columns() []FieldDoc {
	docs := []FieldDoc{}
	at := map[sumstats.Field]*FieldDoc{}
	for _, f := range sumstats.Fields() {
		required, group := f.Requirement()
		at[f] = &FieldDoc{Field: f, Description: f.Description(), Type: f.Type(),
			Required: required, Group: group, Headers: []string{}, Doubtful: []string{}, Software: []string{}}
	}
	for _, row := range aliasTable {
		doc := at[row.field]
		doc.Headers = append(doc.Headers, strings.Fields(row.sure)...)
		doc.Doubtful = append(doc.Doubtful, strings.Fields(row.ask)...)
	}
	for _, s := range softwareTable() {
		for _, rule := range s.columns {
			doc := at[rule.field]
			for _, header := range strings.Fields(rule.headers) {
				if _, known := aliasOf(header); !known {
					doc.Software = append(doc.Software, header)
				}
			}
		}
	}
	for _, f := range sumstats.Fields() {
		slices.Sort(at[f].Software)
		at[f].Software = slices.Compact(at[f].Software)
		docs = append(docs, *at[f])
	}
	return docs
}
