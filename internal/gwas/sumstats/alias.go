package sumstats

import (
	"sort"
	"strings"
	"sync"
)

// aliases are the headers, in normalised form, that stand for a field. Those in
// sure mean the field wherever they occur; those in ask may mean something else
// and need the values or the person. Order is preference.
type aliases struct {
	field     fieldID
	sure, ask string // separated by blanks
}

var aliasTable = []aliases{
	{fChromosome, "chromosome chr chrom chroms chromosomes chr_name chr_id seqname seqnames scaffold hg19chrc hg38chrc hm_chrom chr_b37 chr_b38",
		"seq chr_build36 hg18chr hg18chrc"},
	{fPosition, "base_pair_location position pos bp bpos base_pair basepair base_pair_position phys_pos physpos bp_pos ps pos_b37 pos_b38 pos_grch37 pos_grch38 position_b37 position_b38 bp_hg19 bp_hg38 bphg19 bphg38 pos_hg19 pos_hg38 position_bp beg begin hm_pos",
		"genpos start pos_build36 position_build36 bp_b36 bp_hg18 pos_hg18"},
	{fChrPos, "chr_bp chr_pos chrpos chrpos_b37 chrpos_b38 chr_pos_b37 chr_pos_b38 hg19chrc_pos", "chrpos_b36"},
	{fRSID, "rsid rsids rs rs_id rs_number rs_numbers snp_rsid dbsnp id_dbsnp49 hm_rsid", ""},
	{fVariantID, "variant_id variantid varid markerid chr_pos_ref_alt cpra hm_variant_id",
		"snp snpid snp_id id marker markername marker_name variant predictor assay_name oldid alternate_ids"},
	{fEffectAllele, "effect_allele effectallele eff_allele ea tested_allele testedallele coded_allele codedallele inc_allele hm_effect_allele effect_all risk_allele",
		"a1 allele1 allele_1 al1 alleleb allele_b alt alternate alternative alternative_allele alt_allele minor_allele a_1"},
	{fOtherAllele, "other_allele otherallele non_effect_allele noneffect_allele noneffectallele noneff_allele nea oa non_coded_allele noncoded_allele dec_allele allele0 allele_0 a0 a_0 omitted hm_other_allele non_risk_allele other_all",
		"a2 allele2 allele_2 al2 allelea allele_a ref reference reference_allele major_allele"},
	{fEAF, "effect_allele_frequency effect_allele_freq effectallelefreq eaf eff_allele_freq eff_all_freq freq_effect_allele freq_effect freq_tested_allele coded_freq freq1 a1freq a1_freq freqa1 freq_a1 af_allele2 af1 af_alt alt_freq alt_af alt_allele_freq freqb hm_effect_allele_frequency eaf_hrc eaf_ukb",
		"af freq frq frequency allelefreq allele_freq allele_frequency a2freq af_coded_all frq_u f_u ceuaf freq_maf_hapmap"},
	{fOAF, "other_allele_frequency", "ref_allele_frequency"},
	{fMAF, "maf minor_allele_frequency minor_af all_maf", ""},
	{fEAFCases, "eaf_cases a1freq_cases af_case af_cases a1_case_freq af_alt_cases case_af f_a fcas", ""},
	{fEAFControls, "eaf_controls a1freq_controls af_ctrl af_controls a1_ctrl_freq af_alt_controls control_af f_u fcon", "controls_maf eafcontrols"},
	{fBeta, "beta b effect effects effect_size effect_beta effect_a1 es log_odds logor log_or estimate est stdbeta alt_effsize frequentist_add_beta_1 all_inv_var_meta_beta hm_beta",
		"effect_weight a1beta signed_sumstat"},
	{fOddsRatio, "odds_ratio or oddsratio odds_rat hm_odds_ratio frequentist_add_or_1", "or_a2"},
	{fHazardRatio, "hazard_ratio hr hazardratio", ""},
	{fSE, "standard_error se standarderror stderr std_err std_error sebeta betase beta_se se_beta log_odds_se log_or_se log(or)_se stderrlogor frequentist_add_se_1 se_error all_inv_var_meta_sebeta", "sd"},
	{fCILower, "ci_lower or_95l l95 orlower or_lower or_lb ci_low ci95_lower lower hm_ci_lower", ""},
	{fCIUpper, "ci_upper or_95u u95 orupper or_upper or_ub ci_high ci95_upper upper hm_ci_upper", ""},
	{fP, "p_value p pval pvalue p_val p_wald p_bolt_lmm frequentist_add_pvalue frequentist_add_wald_pvalue_1 scan_p gwas_p mainp all_inv_var_meta_p p_value_association",
		"gc_pvalue p_bolt_lmm_inf p_linreg p_value_na"},
	{fNegLog10P, "neg_log_10_p_value neglog10p neglog10_pval neg_log10_p neg_log10_pval mlog10p mlogp mlog10_p minus_log10_pval log10p log10_p nlog10p lp log10pval logp", ""},
	{fN, "n n_total total_n ntotal totaln totalsamplesize total_sample_size sample_size samplesize n_samples nsample num_samples n_analyzed n_informative ncompletesamples n_complete_samples obs_ct nmiss all_total ss",
		"weight"},
	{fNCases, "n_cases ncases n_case ncase cases_n n_cas nca cases cases_total num_cases ns_case n_event n_events ncas", "nc"},
	{fNControls, "n_controls ncontrols n_control ncontrol controls_n n_con nco n_ctrl controls controls_total num_controls ns_ctrl ncon", ""},
	{fNEff, "n_eff neff effective_n n_effective ess", ""},
	{fNEffHalf, "neff_half neffdiv2", ""},
	{fInfo, "info imputationinfo imputation_quality imp_quality info_score rsq minimac_r2 mach_r2 median_info average_maximum_posterior_call impinfo imp_score oevar_imp r2hat",
		"r2"},
	{fZ, "z zscore z_score z_stat gc_zscore ez", "stat tstat t_stat"},
	{fChiSquare, "chisq chi2 chi_sq", ""},
	{fNStudies, "n_studies nstudy n_study nstudies number_of_studies", ""},
	{fDirection, "direction dir effectdirection", ""},
	{fHetI2, "het_i2 hetisq hetisqt i2", ""},
	{fHetP, "het_p hetpval hetpva het_pvalue p_het", ""},
	{fHWE, "hwe_p hwe p_hwe hwe_pvalue hwe_pval", ""},
	{fCallRate, "call_rate callrate", "missingrate f_miss"},
	{fTest, "test", ""},
	{fStrand, "strand", ""},
}

// alias is what one header stands for.
type alias struct {
	field fieldID
	sure  bool
	rank  int // place in the list: smaller is preferred
}

var aliasIndex = sync.OnceValue(func() map[string]alias {
	index := map[string]alias{}
	for _, row := range aliasTable {
		rank := 0
		for _, list := range []struct {
			names string
			sure  bool
		}{{row.sure, true}, {row.ask, false}} {
			for _, name := range strings.Fields(list.names) {
				if old, ok := index[name]; ok && old.sure {
					rank++
					continue
				}
				index[name] = alias{row.field, list.sure, rank}
				rank++
			}
		}
	}
	return index
})

// aliasOf looks a normalised header up.
func aliasOf(normalised string) (alias, bool) {
	a, ok := aliasIndex()[normalised]
	return a, ok
}

// FieldDoc describes one field for people: what it is, which headers are
// recognised for it, and whether a file needs it.
type FieldDoc struct {
	Field       Field    `json:"field"`
	Description string   `json:"description"`
	Type        string   `json:"type"`
	Headers     []string `json:"headers"`         // recognised wherever they occur
	Doubtful    []string `json:"doubtful"`        // recognised, but confirmed by a person or by the values
	Software    []string `json:"software"`        // headers known from particular software only
	Required    string   `json:"required"`        // yes, one of, or no
	Group       string   `json:"group,omitempty"` // the fields of a group can stand in for each other
}

// requirement says which fields a file must have; those of a group can stand in
// for each other.
func requirement(f fieldID) (required, group string) {
	switch f {
	case fChromosome, fPosition, fChrPos, fChrPosRefAlt:
		return "one of", "place"
	case fEffectAllele, fOtherAllele:
		return "yes", ""
	case fBeta, fOddsRatio, fHazardRatio, fZ:
		return "one of", "effect"
	case fSE, fCILower, fCIUpper, fSEOfRatio:
		return "one of", "precision"
	case fP, fNegLog10P, fLnP, fLog10P:
		return "one of", "p"
	}
	return "no", ""
}

// Columns lists every field with the headers that are recognised for it, from
// the same tables that Inspect uses.
func Columns() []FieldDoc {
	docs := make([]FieldDoc, numFields)
	for f := range numFields {
		required, group := requirement(f)
		docs[f] = FieldDoc{Field: fieldTable[f].field, Description: fieldTable[f].doc, Type: string(fieldTable[f].kind),
			Required: required, Group: group, Headers: []string{}, Doubtful: []string{}, Software: []string{}}
	}
	for _, row := range aliasTable {
		docs[row.field].Headers = append(docs[row.field].Headers, strings.Fields(row.sure)...)
		docs[row.field].Doubtful = append(docs[row.field].Doubtful, strings.Fields(row.ask)...)
	}
	for _, s := range softwareTable() {
		for _, rule := range s.columns {
			for _, header := range strings.Fields(rule.headers) {
				if _, known := aliasOf(header); !known {
					docs[rule.field].Software = append(docs[rule.field].Software, header)
				}
			}
		}
	}
	for f := range docs {
		sort.Strings(docs[f].Software)
		docs[f].Software = compactStrings(docs[f].Software)
	}
	return docs
}

func compactStrings(sorted []string) []string {
	out := sorted[:0]
	for i, s := range sorted {
		if i == 0 || s != sorted[i-1] {
			out = append(out, s)
		}
	}
	return out
}
