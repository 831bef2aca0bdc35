package qc

import (
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// Verdict is the outcome of a step or of the run.
type Verdict string

// The verdicts, from best to worst.
const (
	Pass   Verdict = "pass"
	Warned Verdict = "warn"
	Fail   Verdict = "fail"
	// NotMeasured is the verdict of a step that had nothing to judge; a run has another.
	NotMeasured Verdict = "not measured"
)

// worse returns the worse of two verdicts; NotMeasured is not worse than Pass.
func worse(a, b Verdict) Verdict {
	rank := map[Verdict]int{Warned: 1, Fail: 2}
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// VerdictOf returns the verdict of a run with these steps: that of the worst. A
// missing measurement without which the file is unchecked is a warning.
func VerdictOf(steps []Step) Verdict {
	verdict := Pass
	for i := range steps {
		s := &steps[i]
		verdict = worse(verdict, s.Verdict)
		if s.unchecked() {
			verdict = worse(verdict, Warned)
		}
	}
	return verdict
}

// Number is null in JSON when it is missing.
type Number = stat.Number

// Report is report.json.
type Report struct {
	RowsIn           int64                     `json:"rows_in"`
	RowsClean        int64                     `json:"rows_clean"`
	ExcludedByReason map[sumstats.Reason]int64 `json:"excluded_by_reason"`
	// Waterfall holds the same counts in the order in which rows are tested:
	// rows_in minus their sum is rows_clean.
	Waterfall []WaterfallStep `json:"waterfall"`

	LambdaGC       Number `json:"lambda_gc"`
	Lambda1000     Number `json:"lambda_1000"`     // null without cases and controls
	EAFCorrelation Number `json:"eaf_correlation"` // null without panel
	PZCorrelation  Number `json:"pz_correlation"`  // of P and the P of beta/SE
	NMax           Number `json:"n_max"`
	MedianSE       Number `json:"median_se"`

	Build    string           `json:"build"`
	Mapping  sumstats.Mapping `json:"mapping"`
	Software string           `json:"software"` // that wrote the file, as far as its header states
	// EffectScale is that of the clean rows; Settings has that of the file.
	EffectScale sumstats.EffectScale `json:"effect_scale"`
	File        FileFacts            `json:"file"`
	Panel       *PanelFacts          `json:"panel"` // null without panel
	// Genes is the list that the genes of LeadVariants are from; null where there is none.
	Genes *gene.Origin `json:"genes"`
	// FiguresFrom names the rows that Manhattan, QQ and P–Z show.
	FiguresFrom FiguresFrom `json:"figures_from"`
	Liftover    *LiftFacts  `json:"liftover,omitempty"`
	Polygenic   *Polygenic  `json:"ld_score_regression,omitempty"` // absent without LD scores

	Steps   []Step  `json:"steps"`
	Verdict Verdict `json:"verdict"`
	Cause   *Cause  `json:"cause"` // null unless the run fails

	LeadVariants []Lead `json:"lead_variants"`
	Leads        int64  `json:"n_leads"` // all of them; the list may be shorter
	GenomeWide   int64  `json:"n_genome_wide_significant"`

	Columns     []Column               `json:"columns"`
	Repaired    []sumstats.ReasonCount `json:"repaired"`
	Warnings    map[Warning]int64      `json:"warnings"`
	Chromosomes []ChromosomeCount      `json:"chromosomes"`
	LambdaByMAF []StratumLambda        `json:"lambda_by_maf"`
	SEN         plot.SENPoint          `json:"se_n"`

	Settings Settings `json:"settings"`
	// Thresholds are all numbers by which this file was judged.
	Thresholds []Applied         `json:"thresholds"`
	Versions   map[string]string `json:"versions"`
}

// WaterfallStep is one reason for which rows were left out.
type WaterfallStep struct {
	Reason   sumstats.Reason `json:"reason"`
	Count    int64           `json:"count"`
	Sentence string          `json:"sentence"`
	Lines    []uint32        `json:"lines"` // first ten, 1-based, of the decompressed file
	Example  string          `json:"example,omitempty"`
}

// FileFacts identify what was read.
type FileFacts struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of the file as stored
	Bytes  int64  `json:"bytes"`  // as stored
	Text   int64  `json:"text_bytes"`
}

// PanelFacts identify the reference panel and count what it contributed.
type PanelFacts struct {
	Name     string `json:"name"`
	SHA256   string `json:"sha256"`
	Column   string `json:"column"` // where the frequencies come from
	Rows     int64  `json:"rows"`
	Unusable int64  `json:"unusable"` // lines without place or alleles
	Matched  int64  `json:"matched"`  // rows of the study found in it

	Fit PanelFit `json:"fit"`
}

// Column is one mapped column before repair, after it, and in the clean file.
type Column struct {
	sumstats.ColumnCount
	ValidClean Number `json:"valid_clean"` // null when the clean file has no such column
}

// ChromosomeCount counts the rows of the file and of the panel on one chromosome.
type ChromosomeCount struct {
	Chromosome int    `json:"chromosome"` // GWAS-SSF code
	Name       string `json:"name"`
	Rows       int64  `json:"rows"` // that could be read
	Clean      int64  `json:"clean"`
	Panel      int64  `json:"panel"`
}

// StratumLambda is the inflation of one range of minor allele frequencies.
type StratumLambda struct {
	MAF    string `json:"maf"`
	N      int64  `json:"n"`
	Lambda Number `json:"lambda_gc"`
}

// Step is one part of the check with its verdict.
type Step struct {
	Name     string         `json:"name"`
	Verdict  Verdict        `json:"verdict"`
	Metrics  map[string]any `json:"metrics"`
	Messages []string       `json:"messages"` // what, why, what to do
}

// Settings are the options of the run as they were applied.
type Settings struct {
	Build               string      `json:"build"`
	FrequencyDifference float64     `json:"frequency_difference"`
	InfoThreshold       Number      `json:"info_threshold"`
	RemoveIndels        bool        `json:"remove_indels"`
	Adjustment          Adjustment  `json:"adjustment"`
	N                   Number      `json:"n"`
	Cases               Number      `json:"cases"`
	Controls            Number      `json:"controls"`
	Palindromes         Palindromes `json:"palindromes"`
	Rules               Rules       `json:"rules"`
	sumstats.Conventions
}
