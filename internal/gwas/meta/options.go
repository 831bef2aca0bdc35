package meta

import (
	"errors"
	"fmt"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/studyset"
)

// Scheme is how the statistics of a variant are combined.
type Scheme string

// The schemes.
const (
	// FixedEffect weights by inverse variance.
	FixedEffect Scheme = "ivw"
	// RandomEffects adds the variance between studies to that of each; see RandomModel.
	RandomEffects Scheme = "random"
	// SampleSize combines signed z scores of the P values weighted by √N, N
	// being the effective size where it is stated or cases and controls are
	// known. Beta and standard error of the result are those of a standardised
	// trait.
	SampleSize Scheme = "samplesize"
	// MetaRegression lets effects differ along axes of genetic variation, which derive from the
	// frequencies of the studies; see Regress. Studies are read twice.
	MetaRegression Scheme = "metaregression"
)

// InverseVariance reports whether beta and standard error of a result are one effect of all
// studies, and its P value that of both.
func (s Scheme) InverseVariance() bool { return s == FixedEffect || s == RandomEffects }

// Key is the field by which rows are joined.
type Key string

// The keys.
const (
	ByPosition Key = "position"
	ByRSID     Key = "rsid" // result rows carry no coordinates
)

// Palindromic is how A/T and C/G variants are handled.
type Palindromic string

// The rules for palindromic variants.
const (
	AlignByFrequency Palindromic = "frequency"
	KeepAsStated     Palindromic = "keep" // all studies are taken to be on one strand
	DropAll          Palindromic = "drop"
)

// Options of a meta-analysis. DefaultOptions returns the defaults. The zero value of a number
// disables its filter.
type Options struct {
	Scheme Scheme `json:"scheme"`
	Key    Key    `json:"key"`
	RandomModel
	// GenomicControl divides the χ² of each study whose λ exceeds GCThreshold by λ.
	GenomicControl bool    `json:"genomic_control"`
	GCThreshold    float64 `json:"gc_threshold"`
	// OutputGenomicControl does the same to the result. The studies are then
	// read twice: λ of the result must be known before the first line is written.
	OutputGenomicControl bool `json:"output_genomic_control"`
	// GenomicControlRegional corrects studies whose rows are of a part of the genome too, by
	// the λ of those rows, as METAL does.
	GenomicControlRegional bool `json:"genomic_control_regional,omitempty"`
	// EstimateOverlap estimates from the z-scores which studies share people, for the
	// sample-size scheme: see OverlapClass. Of a variant only z below ZCutoff count, 1 when it is 0.
	EstimateOverlap bool    `json:"estimate_overlap,omitempty"`
	ZCutoff         float64 `json:"z_cutoff,omitempty"`
	// Overlaps are the pairs of studies that share people, for the sample-size scheme.
	Overlaps []Overlap `json:"overlaps,omitempty"`
	// XCoding is how studies code males on chromosome X, by name, for those that state it.
	XCoding map[string]XCoding `json:"x_coding,omitempty"`
	// Axes is how many axes of genetic variation a meta-regression uses, 0 for NormalAxes.
	Axes int `json:"axes,omitempty"`
	// MinStudies is how many studies must report a variant.
	MinStudies  int         `json:"min_studies"`
	MAF         float64     `json:"maf"`  // least minor allele frequency of a study's row
	Info        float64     `json:"info"` // least imputation quality of a study's row
	Palindromic Palindromic `json:"palindromic"`
	// KeepSymbolic keeps rows whose alleles are I and D, which do not describe the sequence: they
	// match whatever else is called I/D there.
	KeepSymbolic bool `json:"keep_symbolic"`
	// OutputMAF and OutputNProportion leave out results below a mean minor
	// allele frequency, or below this share of the N of all studies together.
	OutputMAF         float64 `json:"output_maf"`
	OutputNProportion float64 `json:"output_n_proportion"`
	// OutputWeight leaves out results of the sample-size scheme whose weights add up to less.
	OutputWeight float64 `json:"output_weight,omitempty"`
	// FirstOfDuplicates takes the first row in a file of several of one variant, rather than
	// the one with the largest N.
	FirstOfDuplicates bool `json:"first_of_duplicates,omitempty"`
	// LeaveOneOut also combines the studies without each of them, for schemes of inverse variance.
	LeaveOneOut bool `json:"leave_one_out,omitempty"`
	// Confirmed are the doubts about the studies that a person overrules.
	Confirmed []studyset.Code `json:"confirmed,omitempty"`
	// Build is the assembly of the positions; it only labels the output.
	Build genome.Build `json:"build"`
	// MaxLoci bounds the list of top loci; their number is always complete.
	MaxLoci int `json:"max_loci"`

	// Genes names loci; nil for the list inside the program.
	Genes *gene.List `json:"-"`

	// Workers is how many batches are computed at once, 0 for one per core. It
	// has no influence on the result.
	Workers int `json:"-"`
	// Versions name the programs that compute the run, for the summary.
	Versions map[string]string `json:"-"`
}

// DefaultOptions returns the settings of a run that states nothing.
func DefaultOptions() Options {
	return Options{
		Scheme: FixedEffect, Key: ByPosition, GCThreshold: 1, MinStudies: 2,
		Palindromic: AlignByFrequency, MaxLoci: 1000,
	}
}

// Validate reports the first setting that makes no sense.
func (o Options) Validate() error {
	switch {
	case o.Scheme != FixedEffect && o.Scheme != RandomEffects && o.Scheme != SampleSize && o.Scheme != MetaRegression:
		return fmt.Errorf("scheme %q is not one of ivw, samplesize, random, metaregression", o.Scheme)
	case o.Key != ByPosition && o.Key != ByRSID:
		return fmt.Errorf("key %q is not one of position, rsid", o.Key)
	case o.Palindromic != AlignByFrequency && o.Palindromic != KeepAsStated && o.Palindromic != DropAll:
		return fmt.Errorf("palindromic rule %q is not one of frequency, keep, drop", o.Palindromic)
	case o.Axes < 0 || o.Axes > MaxAxes || o.Axes > 0 && o.Scheme != MetaRegression:
		return fmt.Errorf("axes of genetic variation are for metaregression, 1 to %d of them", MaxAxes)
	case o.Scheme == MetaRegression && o.Key != ByPosition:
		return errors.New("meta-regression needs positions, which variants joined by rs number do not have")
	case o.MinStudies < 1:
		return errors.New("the minimum number of studies must be 1 or more")
	case !(o.MAF >= 0 && o.MAF <= 0.5) || !(o.OutputMAF >= 0 && o.OutputMAF <= 0.5):
		return errors.New("a minor allele frequency must be between 0 and 0.5")
	case !(o.Info >= 0):
		return errors.New("the imputation quality must not be negative")
	case !(o.OutputNProportion >= 0 && o.OutputNProportion <= 1):
		return errors.New("the proportion of N must be between 0 and 1")
	case !(o.OutputWeight >= 0):
		return errors.New("the least weight must not be negative")
	case !(o.ZCutoff >= 0 && o.ZCutoff <= MaxZCutoff):
		return fmt.Errorf("the cutoff of z must be above 0 and at most %d", MaxZCutoff)
	case o.LeaveOneOut && (!o.Scheme.InverseVariance() || o.OutputGenomicControl):
		return errors.New("leave-one-out is for the schemes ivw and random without genomic control of the result: choose one of them, or turn it off")
	case !(o.GCThreshold >= 1):
		return errors.New("genomic control is never applied below λ = 1: the threshold must be 1 or more")
	}
	return errors.Join(o.validate(o.Scheme), o.validateConfirmed())
}
