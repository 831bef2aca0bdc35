package studyset

import (
	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/sumstats"
)

// Code names what a verdict is about. A doubt is answered under this name.
type Code string

// The codes, in the order in which verdicts are returned.
const (
	SharedPeople Code = "shared_people" // the same study twice, or one that contains another
	FewShared    Code = "few_shared"    // few variants in common
	Build        Code = "build"         // positions of another genome build
	Scale        Code = "scale"         // odds ratios among betas
	Units        Code = "units"         // effects in other units
	Alleles      Code = "alleles"       // effects of the other allele
	Frequency    Code = "frequency"     // frequencies of the other or of the minor allele
	SampleSize   Code = "sample_size"   // N that does not fit the standard errors
	EffectiveN   Code = "effective_n"   // half of the effective sample size
	Duplicates   Code = "duplicates"    // a variant more than once in a file
	Inflation    Code = "inflation"     // λ beyond what a trait can cause
)

// Confirmable returns the doubts that a person may overrule by name.
func Confirmable() []Code {
	return []Code{SharedPeople, FewShared, Units, SampleSize, EffectiveN, Duplicates, Inflation}
}

// Verdict is one finding about studies of a set.
type Verdict struct {
	Code Code `json:"code"`
	// Contradicted reports that the evidence contradicts any answer but a correction; a doubt may
	// be overruled.
	Contradicted bool  `json:"contradicted"`
	Studies      []int `json:"studies"` // the ones that it names, as listed
	// Sentence reports the finding, with the evidence.
	Sentence string `json:"sentence"`
	// Advice is the remedy, for callers without a better one.
	Advice string `json:"advice"`
	// Answers are readings of columns that would resolve it.
	Answers []Answer `json:"answers,omitempty"`
}

// Answer reads the column that a study has as one field as another field.
type Answer struct {
	Study  int            `json:"study"`
	Column sumstats.Field `json:"column"` // the field that the column is read as now
	As     sumstats.Field `json:"as"`
}

// Study holds what is known of one study of the set.
type Study struct {
	Name  string
	Scale sumstats.EffectScale
	// Sample is nil when nothing was sampled; then the study is only counted.
	*Sample
	// Variants are those of a study without Sample.
	Variants *sketch.Sketch
	// Rows is how many rows were read, Duplicates how many of them repeat a variant; 0 when
	// they were not counted.
	Rows, Duplicates int64
	Lambda           float64 // of all rows; NaN or 0 when unknown
}
