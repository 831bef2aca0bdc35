package meta

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"cohortium/internal/gwas/sumstats"
)

// Study is one input of a meta-analysis.
type Study struct {
	// Name identifies the study; names are unique within a run.
	Name string
	// Open starts reading the study from its first row, in order of the key.
	// It is called once, and once more each for OutputGenomicControl, for a λ that is to
	// be measured, and for each study listed from this one on when overlap is estimated. The closer is called when the rows have been read
	// or the run ends.
	Open func(ctx context.Context) (sumstats.RowReader, io.Closer, error)
	// N, NCases and NControls are the totals of the study, used for rows that state none; 0 when
	// unknown.
	N, NCases, NControls float64
	// Ancestry is that of its people, empty when it is not known. A run of several ancestries
	// reports the result of each in addition to the combined one; see Ancestries.
	Ancestry string
	// Scale is the scale of the effects. Effects on two scales are not averaged.
	Scale sumstats.EffectScale
	// LambdaGC is λ of the study for genomic control. 0 has it measured over the
	// rows that the study's own rules keep, for which the study is read once more.
	LambdaGC float64
	// Rows is the number of rows expected, for progress; 0 when unknown.
	Rows int64
	// Rejected, when given, is called after the last row and returns how many rows of the file its
	// reader left out, by reason. They are added to the account.
	Rejected func() map[string]int64
}

// Reason is why a row of a study does not contribute.
type Reason uint8

// The reasons, in the order in which rows are tested.
const (
	NoKey          Reason = iota // no position, or no rs number when joined by it
	InvalidAlleles               // missing or equal alleles
	SymbolicAllele               // I/D
	MissingEffect                // no beta, or no standard error where it is needed
	MissingP                     // no P (sample-size scheme)
	MissingN                     // no N (sample-size scheme)
	LowMAF                       // below Options.MAF
	LowInfo                      // below Options.Info
	XCodings                     // on chromosome X, whose males studies code differently
	Duplicate                    // same variant earlier in the study, or with larger N
	PalindromicRow               // A/T or C/G whose strand cannot be determined
	AlleleMismatch               // the other studies report other alleles at the place
	UnclearAxes                  // its studies do not separate the axes of a meta-regression
	NoSpread                     // its studies agree to the last digit, which HartungKnapp cannot judge
	FewStudies                   // fewer than Options.MinStudies report the variant
	OutputMAF                    // result below Options.OutputMAF
	OutputN                      // result below Options.OutputNProportion
	accepted
)

var reasonNames = [accepted]string{
	"unplaced", "allele_invalid", "allele_symbolic", "effect_missing", "p_value_missing", "n_missing",
	"low_maf", "low_info", "x_coding", "duplicate", "palindromic", "allele_mismatch", "axes_unclear", "no_spread", "few_studies", "output_maf", "output_n",
}

// String returns the name under which the reason is counted in the summary.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return "accepted"
}

// ErrUnsorted is the cause when a study is not in order of the key.
var ErrUnsorted = errors.New("not sorted")

// ErrCrowded is the cause when a study has more rows at one place than any
// variant has alleles.
var ErrCrowded = errors.New("too many rows at one place")

// StudyError names the study that could not be read, or is not in order.
type StudyError struct {
	Study string
	Err   error
}

func (e *StudyError) Error() string { return e.Study + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *StudyError) Unwrap() error { return e.Err }

// The stages of a run.
const (
	StageMeasuring = "Measuring" // λ of the studies, before anything is combined
	StageAxes      = "Finding axes"
	StageOverlap   = "Estimating overlap"
	StageWeighing  = "Measuring the result" // its λ, before it is written
	StageCombining = "Combining"
)

// Progress reports rows read of rows expected (0 if unknown).
type Progress struct {
	Stage       string
	Done, Total int64
}

// validateStudies reports the first study that cannot take part.
func validateStudies(studies []Study, opt Options) error {
	if len(studies) == 0 {
		return errors.New("there is no study to combine")
	}
	if opt.LeaveOneOut && len(studies) < 2 {
		return errors.New("leave-one-out needs two studies or more")
	}
	seen := map[string]bool{}
	for i, s := range studies {
		switch {
		case s.Name == "":
			return fmt.Errorf("study %d has no name", i+1)
		case seen[s.Name]:
			return fmt.Errorf("two studies are named %q", s.Name)
		case s.Ancestry != "" && !namesAncestry.MatchString(s.Ancestry):
			return fmt.Errorf("%s: an ancestry is named by up to 30 letters, digits, _ and -, as files are named after it; %q is not", s.Name, s.Ancestry)
		case !(s.LambdaGC >= 0 && s.LambdaGC <= math.MaxFloat64):
			return fmt.Errorf("%s: λ of the study must be a number above 0, or 0 to have it measured", s.Name)
		case opt.OutputNProportion > 0 && !(s.total() > 0):
			return fmt.Errorf("%s: the filter on the proportion of N needs the sample size of the study", s.Name)
		}
		seen[s.Name] = true
	}
	if opt.Scheme == SampleSize { // it combines Z scores, which have no scale
		return nil
	}
	return oneScale(studies)
}

// ScaleError names two studies whose effects cannot be averaged.
type ScaleError struct {
	Study, Other string
	Scale, With  sumstats.EffectScale
}

// Error explains what to state.
func (e *ScaleError) Error() string {
	if e.Scale == sumstats.ScaleUnknown {
		return fmt.Sprintf(
			"the scale of the effects of %s is unknown, and those of %s are %s: state the scale of %s",
			e.Study,
			e.Other,
			e.With.Words(),
			e.Study,
		)
	}
	text := fmt.Sprintf("the effects of %s are %s and those of %s %s, which cannot be averaged: correct the scale that is wrong, or combine by sample size",
		e.Study, e.Scale.Words(), e.Other, e.With.Words())
	linear := e.Study
	if e.With == sumstats.LinearBinary {
		linear = e.Other
	}
	if e.Scale == sumstats.LinearBinary || e.With == sumstats.LinearBinary {
		text += fmt.Sprintf("; with the numbers of cases and controls of %s its effects are converted to log odds", linear)
	}
	return text
}

// oneScale refuses studies whose effects are on different scales.
func oneScale(studies []Study) error {
	for i := range studies {
		a, b := &studies[0], &studies[i]
		if b.Scale == sumstats.ScaleUnknown {
			a, b = b, a
		}
		if a.Scale != b.Scale {
			return &ScaleError{Study: a.Name, Other: b.Name, Scale: a.Scale, With: b.Scale}
		}
	}
	return nil
}

// total returns the declared sample size of the study, NaN when there is none.
func (s *Study) total() float64 {
	switch {
	case s.N > 0:
		return s.N
	case s.NCases > 0 && s.NControls > 0:
		return s.NCases + s.NControls
	default:
		return math.NaN()
	}
}

// totals returns the declared sizes.
func (s *Study) totals() sumstats.Totals {
	return sumstats.Totals{N: s.N, NCases: s.NCases, NControls: s.NControls}
}
