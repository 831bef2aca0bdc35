package qc

import (
	"fmt"
	"slices"
)

// Unit is the unit of a threshold.
type Unit string

// The units of thresholds.
const (
	UnitShare       Unit = "share"       // 0 to 1, shown in per cent
	UnitCorrelation Unit = "correlation" // −1 to 1
	UnitNumber      Unit = "number"      // a ratio or a statistic without a unit
	UnitPeople      Unit = "people"      // participants
	UnitAlleles     Unit = "alleles"     // copies of the rarer allele
	UnitFrequency   Unit = "frequency"   // of an allele, 0 to 1
	UnitNegLog10P   Unit = "−log10 P"    // at least 0
)

// Threshold is a number by which QC decides: its effect, its bounds, its reason and its source.
type Threshold struct {
	Key     string  `json:"key"`
	Step    string  `json:"step"` // of the report
	Does    string  `json:"does"`
	Default float64 `json:"default"`
	Least   float64 `json:"least"`
	Most    float64 `json:"most"`
	Unit    Unit    `json:"unit"`
	Reason  string  `json:"reason"`
	Source  string  `json:"source"` // "" when it is the judgement of this program

	at func(*Options) *float64
}

// Applied is a threshold with the number that a run used.
type Applied struct {
	Threshold
	Value float64 `json:"value"`
}

// Thresholds returns all numbers of QC that can be chosen, in the order of the steps.
func Thresholds() []Threshold { return slices.Clone(thresholds) }

// Set chooses one of them for a run.
func (o *Options) Set(key string, value float64) error {
	i := slices.IndexFunc(thresholds, func(t Threshold) bool { return t.Key == key })
	if i < 0 {
		return &SettingError{key, "unknown threshold"}
	}
	t := &thresholds[i]
	if !(t.Least <= value && value <= t.Most) {
		return &SettingError{key, fmt.Sprintf("%s is not between %s and %s", number(value), number(t.Least), number(t.Most))}
	}
	*t.at(o) = value
	return nil
}

// applied returns the thresholds as a run used them.
func (o *Options) applied() []Applied {
	all := make([]Applied, len(thresholds))
	for i, t := range thresholds {
		all[i] = Applied{t, *t.at(o)}
	}
	return all
}

// The sources. Where only the check is from a publication, the number is this program's.
const (
	checkOf = "for the check, not the number: "
	winkler = "Winkler et al. 2014, doi:10.1038/nprot.2014.071"
	ldsc15  = "Bulik-Sullivan et al. 2015, doi:10.1038/ng.3211"
	devlin  = "Devlin and Roeder 1999, doi:10.1111/j.0006-341X.1999.00997.x"
)

// thresholds is the one table of them.
var thresholds = []Threshold{
	{"unreadable", stepReading, "A file with a larger share of rows that cannot be used fails.", 0.05, 0, 1, UnitShare,
		"A good export loses almost no rows. If one in twenty is lost, a column or the export is wrong.", "",
		func(o *Options) *float64 { return &o.Limits.Unreadable }},
	{
		"effect",
		stepFilters,
		"Rows with a larger effect, to either side, are warned of or left out.",
		10,
		0.01,
		100,
		UnitNumber,
		"exp(10) is an odds ratio of 22,000, and no trait moves by ten standard deviations with an allele: such effects come from models that did not converge.",
		winkler,
		func(o *Options) *float64 { return &o.Rules.Beta.Threshold },
	},
	{"standard_error", stepFilters, "Rows with this standard error or a larger one are warned of or left out.", 10, 0.01, 100, UnitNumber,
		"A standard error of 10 holds next to no information; it is the mark of a model that did not converge.", winkler,
		func(o *Options) *float64 { return &o.Rules.SE.Threshold }},
	{"people", stepFilters, "Rows with a smaller sample are left out.", 30, 0, 1e6, UnitPeople,
		"The normal approximation of P needs some tens of participants.", winkler,
		func(o *Options) *float64 { return &o.Rules.N.Threshold }},
	{
		"minor_allele_frequency",
		stepFilters,
		"Rows with a smaller minor allele frequency are left out, where the rule is switched on.",
		0.01,
		0,
		0.5,
		UnitFrequency,
		"Below 1 % imputation and regression of studies of some thousands are poor; the minor allele count does the same and goes by the size of the study, so that this rule is off.",
		winkler,
		func(o *Options) *float64 { return &o.Rules.MAF.Threshold },
	},
	{"minor_allele_count", stepFilters, "Rows with this minor allele count (2·N·MAF) or a smaller one are left out.", 6, 0, 1000, UnitAlleles,
		"With six carriers or fewer the effect depends on a few participants, and P is unreliable.", winkler,
		func(o *Options) *float64 { return &o.Rules.MAC.Threshold }},
	{"info", stepFilters, "Rows with a smaller imputation quality are left out, when it is an INFO score.", 0.4, 0, 1, UnitNumber,
		"The customary floor for IMPUTE's info.", winkler,
		func(o *Options) *float64 { return &o.Limits.Info }},
	{"r_squared", stepFilters, "Rows with a smaller imputation quality are left out, when it is R² of minimac or MACH.", 0.3, 0, 1, UnitNumber,
		"The customary floor for R²; it is as strict as 0.4 of INFO.", winkler,
		func(o *Options) *float64 { return &o.Limits.RSquared }},
	{"info_above", stepFilters, "Rows with a larger imputation quality are warned of.", 1.05, 1, 2, UnitNumber,
		"INFO reaches a little above 1 by chance; higher values are another quantity.", "",
		func(o *Options) *float64 { return &o.Limits.InfoAbove }},
	{"call_rate", stepFilters, "Rows with a smaller call rate are counted.", 0.95, 0, 1, UnitShare,
		"A genotyped variant that fails in more than one of twenty people fails for a reason, often one that goes with the genotype.", winkler,
		func(o *Options) *float64 { return &o.Limits.CallRate }},
	{"hwe", stepFilters, "Rows with a larger −log10 P of the test of Hardy–Weinberg equilibrium are counted.", 6, 1, 300, UnitNegLog10P,
		"A genotyped variant far from equilibrium was probably called wrongly; 1e-6 allows for the number of variants.", winkler,
		func(o *Options) *float64 { return &o.Limits.HWE }},
	{"half_n", stepFilters, "Rows with a smaller share of the largest sample size are counted.", 0.5, 0, 1, UnitShare,
		"Variants that only part of a study has behave as another study.", "",
		func(o *Options) *float64 { return &o.Limits.HalfN }},
	{"minor_allele_count_in_cases", stepFilters, "Rows with a smaller minor allele count among the cases are counted.", 20, 0, 1000, UnitAlleles,
		"With fewer, P of a logistic regression of unequal groups is often wrong.", "Ma et al. 2013, doi:10.1002/gepi.21742",
		func(o *Options) *float64 { return &o.Limits.MACInCases }},
	{"duplicates", stepDuplicates, "A file with a larger share of rows that repeat a variant fails.", 0.01, 0, 1, UnitShare,
		"A few repeats are ties of an annotation; more of them are two traits, two models or a chromosome twice.", "",
		func(o *Options) *float64 { return &o.Limits.Duplicates }},
	{"matched", stepAlleles, "A file of which the panel has a smaller share fails.", 0.5, 0, 1, UnitShare,
		"A panel that has less than half of a file is not a panel for it, or the file's alleles are not alleles.", "",
		func(o *Options) *float64 { return &o.Limits.Matched }},
	{"mismatch", stepAlleles, "A larger share of rows with other alleles than the panel's is warned of.", 0.01, 0, 1, UnitShare,
		"Two lists of the same variants on one assembly hardly ever differ; other assemblies and exchanged columns do.", "",
		func(o *Options) *float64 { return &o.Limits.Mismatch }},
	{"palindromes_from", stepAlleles, "From this frequency, the strand of A/T and C/G variants cannot be determined.", 0.4, 0, 0.5, UnitFrequency,
		"Near one half the two strands have the same frequency; a margin of 0.1 holds what two samples of a population differ by.", "",
		func(o *Options) *float64 { return &o.Palindromes.From }},
	{"palindromes_to", stepAlleles, "Up to this frequency, the strand of A/T and C/G variants can be determined.", 0.6, 0.5, 1, UnitFrequency,
		"Near one half the two strands have the same frequency; a margin of 0.1 holds what two samples of a population differ by.", "",
		func(o *Options) *float64 { return &o.Palindromes.To }},
	{"frequency_difference", stepFrequency, "Rows whose frequency differs from the panel's by this much or more are left out.", 0.2, 0.01, 1, UnitFrequency,
		"Samples of one ancestry hardly ever differ so much; a wrong allele or strand does.", winkler,
		func(o *Options) *float64 { return &o.FrequencyDifference }},
	{"frequency_outliers", stepFrequency, "A larger share of such rows is warned of.", 0.05, 0, 1, UnitShare,
		"Some variants differ among populations; one in twenty is another population or another column.", "",
		func(o *Options) *float64 { return &o.Limits.Outliers }},
	{"frequency_r", stepFrequency, "A file whose frequencies have a smaller correlation with the panel's fails.", 0.9, -1, 1, UnitCorrelation,
		"Frequencies of one ancestry have a correlation above 0.98; 0.9 allows for a panel of a neighbouring one.", "",
		func(o *Options) *float64 { return &o.Limits.EAFr }},
	{
		"p_z_r",
		stepPZ,
		"A file whose P has a smaller correlation with that of effect / standard error fails.",
		0.95,
		-1,
		1,
		UnitCorrelation,
		"P of a Wald test is that of effect / standard error, and score and likelihood tests are near; less is another column, model or scale.",
		checkOf + winkler,
		func(o *Options) *float64 { return &o.Limits.PZr },
	},
	{"p_z_disagree", stepPZ, "A larger share of rows in which the two disagree is warned of.", 0.01, 0, 1, UnitShare,
		"Corrected P values (GC, SPA, Firth) do this to rows; so does a standard error on another scale.", "",
		func(o *Options) *float64 { return &o.Limits.PZ }},
	{
		"lambda_above",
		stepInflation,
		"A larger λ is warned of.",
		1.1,
		1,
		10,
		UnitNumber,
		"The line above which studies are customarily looked at for stratification and relatedness; a large study of a polygenic trait passes it without fault.",
		winkler,
		func(o *Options) *float64 { return &o.Limits.LambdaAbove },
	},
	{"lambda_below", stepInflation, "A smaller λ is warned of.", 0.95, 0, 1, UnitNumber,
		"Without any signal λ is 1. A smaller λ means that P has been corrected already, or that the model is conservative.", checkOf + devlin,
		func(o *Options) *float64 { return &o.Limits.LambdaBelow }},
	{"intercept_above", stepPolygenic, "A larger intercept, two standard errors above 1, is warned of.", 1.1, 1, 10, UnitNumber,
		"The intercept is the part of the inflation that is not the trait's; 1 is expected, and up to 1.1 is common in large studies.", checkOf + ldsc15,
		func(o *Options) *float64 { return &o.Limits.InterceptAbove }},
	{"intercept_below", stepPolygenic, "A smaller intercept, two standard errors below 1, is warned of.", 0.9, 0, 1, UnitNumber,
		"An intercept below 1 means that the statistics have been corrected already.", checkOf + ldsc15,
		func(o *Options) *float64 { return &o.Limits.InterceptBelow }},
	{"heritability", stepPolygenic, "A larger heritability of a quantitative trait, by two standard errors, is warned of.", 1, 0.01, 10, UnitNumber,
		"No trait has more heritable variance than it varies; N is then too small. For cases and controls the observed scale may exceed 1.", checkOf + ldsc15,
		func(o *Options) *float64 { return &o.Limits.H2 }},
	{"declared_n", stepSampleSize, "A sample size that differs from the declared one by a larger share is warned of.", 0.01, 0, 1, UnitShare,
		"People withdraw and are counted twice; beyond one in a hundred the numbers are of different analyses.", "",
		func(o *Options) *float64 { return &o.Limits.DeclaredN }},
	{"se_n", stepSEN, "A ratio of the SE–N plot that is farther from 1 is warned of.", 0.3, 0.01, 1, UnitNumber,
		"Covariates and imputation move the point by some per cent; a trait on another scale or a wrong N moves it farther.", checkOf + winkler,
		func(o *Options) *float64 { return &o.Limits.SEN }},
	{
		"peer_frequency_r",
		stepPeers,
		"A smaller correlation with the frequencies of another file of the same ancestry is warned of.",
		0.95,
		-1,
		1,
		UnitCorrelation,
		"Studies of one ancestry agree better with each other than with a panel.",
		"",
		func(o *Options) *float64 { return &o.Limits.PeerFrequency },
	},
	{"peer_frequency_apart", stepPeers, "A larger share of frequencies that differ from another file's by more than 0.2 is warned of.", 0.01, 0, 1, UnitShare,
		"Two samples of one ancestry hardly ever differ by 0.2; one variant in a hundred is a strand, an allele or another ancestry.", checkOf + winkler,
		func(o *Options) *float64 { return &o.Limits.PeerApart }},
}
