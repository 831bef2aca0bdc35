package qc

import (
	"fmt"
	"strconv"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// Mode is how a rule treats the rows that it matches.
type Mode string

// The modes of a rule.
const (
	Off     Mode = "off"
	Warn    Mode = "warn"    // count and report
	Exclude Mode = "exclude" // count and leave out of the clean file
)

// Rule is one row filter.
type Rule struct {
	Mode      Mode    `json:"mode"`
	Threshold float64 `json:"threshold"`
}

// Rules are the row filters of one run. The zero value of a rule is off.
type Rules struct {
	Beta        Rule `json:"beta"`        // |beta| > threshold
	SE          Rule `json:"se"`          // standard error ≥ threshold
	Monomorphic Rule `json:"monomorphic"` // EAF 0 or 1; no threshold
	N           Rule `json:"n"`           // N < threshold
	MAF         Rule `json:"maf"`         // minor allele frequency < threshold
	MAC         Rule `json:"mac"`         // 2·N·MAF ≤ threshold
	Info        Rule `json:"info"`        // imputation quality < threshold
	NotInPanel  Rule `json:"not_in_panel"`
	Frequency   Rule `json:"frequency"` // |EAF − panel| ≥ FrequencyDifference
}

// DefaultRules returns the rules of a consortium that follows Winkler 2014: everything that the
// protocol excludes is excluded, and there is no frequency floor.
func DefaultRules() Rules {
	return Rules{
		Beta:        Rule{Warn, 10}, // beyond 100 the reader refuses the row
		SE:          Rule{Warn, 10},
		Monomorphic: Rule{Exclude, 0},
		N:           Rule{Exclude, 30},
		MAF:         Rule{Off, 0.01},
		MAC:         Rule{Exclude, 6},
		Info:        Rule{Exclude, 0},
		NotInPanel:  Rule{Exclude, 0},
		Frequency:   Rule{Exclude, 0},
	}
}

// PalindromeRule is how A/T and C/G variants are handled.
type PalindromeRule string

// The palindrome rules.
const (
	// PalindromesByFrequency keeps a variant whose frequencies determine the strand. Without a
	// panel, it keeps one whose frequency is clear enough to determine it later.
	PalindromesByFrequency PalindromeRule = "frequency"
	PalindromesKeep        PalindromeRule = "keep"
	PalindromesDrop        PalindromeRule = "drop"
)

// Palindromes is the rule and the range of frequencies that are ambiguous.
type Palindromes struct {
	Rule PalindromeRule `json:"rule"`
	From float64        `json:"from"`
	To   float64        `json:"to"`
}

// DefaultPalindromes returns the default rule: decide by frequencies that are not between 0.4 and
// 0.6.
func DefaultPalindromes() Palindromes {
	return Palindromes{Rule: PalindromesByFrequency, From: 0.40, To: 0.60}
}

// Adjustment is the correction that the report's figures show. The clean file
// always holds unadjusted numbers.
type Adjustment string

// The adjustments.
const (
	AdjustNone   Adjustment = "none"
	AdjustLambda Adjustment = "lambda"
	AdjustLDSC   Adjustment = "ldsc"
)

// Options are the settings of one run.
type Options struct {
	Build   genome.Build     // assembly that the file is declared to be on
	Mapping sumstats.Mapping // overrides of the detected mapping; "" takes a field out
	// MappingConfirmed reports that Mapping is complete: nothing detected is added.
	MappingConfirmed bool

	// Study totals, 0 when unknown; they fill absent columns.
	N, Cases, Controls float64

	sumstats.Conventions // how the file is written, where it does not state that itself

	FrequencyDifference float64 // 0 means 0.2
	InfoThreshold       float64 // 0 means the default for the kind of score
	RemoveIndels        bool
	Adjustment          Adjustment
	Rules               Rules
	Palindromes         Palindromes
	Limits              Limits // the zero value means DefaultLimits

	Genes *gene.List // names of leads; nil for the list inside the program

	MemoryBytes int64  // of each of the two sorts, 0 means 96 MiB
	TempDir     string // for sorting, "" means the directory of the system
	Workers     int    // 0 means one per core

	Versions map[string]string // of the program and its parts, for the report
}

// NewOptions returns the defaults for a file on the given assembly.
func NewOptions(build genome.Build) Options {
	return Options{
		Build: build, FrequencyDifference: 0.2, Adjustment: AdjustNone, Rules: DefaultRules(), Limits: DefaultLimits(),
		Palindromes: DefaultPalindromes(),
	}
}

// check refuses settings that cannot be carried out.
func (o *Options) check() error {
	switch o.Adjustment {
	case "":
		o.Adjustment = AdjustNone
	case AdjustNone, AdjustLambda, AdjustLDSC:
	default:
		return &SettingError{"adjustment", fmt.Sprintf("%q is none of none, lambda, ldsc", o.Adjustment)}
	}
	if o.FrequencyDifference < 0 || o.FrequencyDifference > 1 {
		return &SettingError{"frequency difference", number(o.FrequencyDifference) + " is not between 0 and 1"}
	}
	if o.FrequencyDifference == 0 {
		o.FrequencyDifference = 0.2
	}
	if o.InfoThreshold < 0 || o.InfoThreshold > 1 {
		return &SettingError{"info threshold", number(o.InfoThreshold) + " is not between 0 and 1"}
	}
	if o.Build == genome.UnknownBuild {
		return &SettingError{"build", "say which genome build the positions are on: GRCh37 or GRCh38"}
	}
	if o.Genes == nil {
		o.Genes, _ = gene.Inside(o.Build)
	}
	if o.Limits == (Limits{}) {
		o.Limits = DefaultLimits()
	}
	if o.MemoryBytes == 0 {
		o.MemoryBytes = 96 << 20
	}
	if o.Palindromes.Rule == "" {
		o.Palindromes = DefaultPalindromes()
	}
	return nil
}

// SettingError names a setting that cannot be used, and the reason.
type SettingError struct{ Setting, Why string }

func (e *SettingError) Error() string { return "qc: " + e.Setting + ": " + e.Why }

// number writes a threshold without binary dust.
func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
