package meta

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cohortium/internal/gwas/studyset"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

// DoubtError holds the verdicts on the studies of a run that no option answers. The result is
// invalid.
type DoubtError struct {
	Verdicts []studyset.Verdict
	Names    []string // of all studies, as listed
}

// Error returns the sentences and what to do.
func (e *DoubtError) Error() string {
	out := make([]string, len(e.Verdicts))
	for i, v := range e.Verdicts {
		out[i] = v.Sentence + " " + v.Advice
	}
	return strings.Join(out, " ")
}

// Answered reports whether the options of a run answer a verdict: a person confirmed it, or the run
// does not use what it is about.
func (o *Options) Answered(v studyset.Verdict, names []string) bool {
	switch {
	case v.Contradicted:
		return false
	case slices.Contains(o.Confirmed, v.Code):
		return true
	}
	switch v.Code {
	case studyset.Units:
		return o.Scheme == SampleSize
	case studyset.SampleSize, studyset.EffectiveN:
		return o.Scheme != SampleSize
	case studyset.Frequency:
		return o.Palindromic != AlignByFrequency && o.Scheme != MetaRegression
	case studyset.SharedPeople:
		return o.Scheme == SampleSize && (o.EstimateOverlap || o.overlapsStated(v.Studies, names))
	}
	return false
}

// overlapsStated reports that the overlap of every two of some studies is.
func (o *Options) overlapsStated(studies []int, names []string) bool {
	for i, a := range studies {
		for _, b := range studies[i+1:] {
			if !o.overlapStated(names[a], names[b]) {
				return false
			}
		}
	}
	return true
}

func (o *Options) overlapStated(a, b string) bool {
	return slices.ContainsFunc(o.Overlaps, func(p Overlap) bool { return p.A == a && p.B == b || p.A == b && p.B == a })
}

// validateConfirmed refuses what cannot be confirmed.
func (o *Options) validateConfirmed() error {
	for _, code := range o.Confirmed {
		if !slices.Contains(studyset.Confirmable(), code) {
			var names []string
			for _, known := range studyset.Confirmable() {
				names = append(names, string(known))
			}
			return fmt.Errorf("%q cannot be confirmed: use one of %s", code, strings.Join(names, ", "))
		}
	}
	return nil
}

// sampled returns the studies wrapped so that they are sampled as they are read. Of a study that is
// read twice the last sample stays.
func (a *Analysis) sampled() ([]Study, []*studyset.Sample) {
	studies, samples := slices.Clone(a.Studies), make([]*studyset.Sample, len(a.Studies))
	for i := range studies {
		s, open := &studies[i], studies[i].Open
		s.Open = func(ctx context.Context) (sumstats.RowReader, io.Closer, error) {
			rows, closer, err := open(ctx)
			if err != nil {
				return nil, nil, err
			}
			samples[i] = studyset.NewSample(a.Dict, a.Options.Key == ByRSID)
			return studyset.Reader{RowReader: rows, Sample: samples[i], Totals: s.totals()}, closer, nil
		}
	}
	return studies, samples
}

// judge refuses a result of studies that contradict each other, and takes what was
// confirmed or plays no part into the warnings of the summary.
func (a *Analysis) judge(s *Summary, samples []*studyset.Sample) error {
	if err := unusable(s); err != nil {
		return err
	}
	set, names := make([]studyset.Study, len(a.Studies)), namesOf(a.Studies)
	for i, one := range s.Studies {
		set[i] = studyset.Study{Name: one.Name, Scale: a.Studies[i].Scale, Sample: samples[i], Rows: one.RowsIn,
			Duplicates: one.DroppedByReason[Duplicate.String()], Lambda: float64(one.LambdaGC)}
	}
	s.Warnings = slices.Clone(a.Warnings)
	var open []studyset.Verdict
	for _, v := range studyset.Judge(set) {
		if a.Options.Answered(v, names) {
			s.Warnings = append(s.Warnings, v.Sentence)
			continue
		}
		open = append(open, v)
	}
	if len(open) > 0 {
		return &DoubtError{Verdicts: open, Names: names}
	}
	for _, one := range s.Studies {
		if n := one.DroppedByReason[MissingN.String()]; n > 0 {
			s.Warnings = append(
				s.Warnings,
				fmt.Sprintf("%s of %s rows of %s have no sample size and are left out.", phrase.Thousands(n), phrase.Thousands(one.RowsIn), one.Name),
			)
		}
	}
	return nil
}

// unusable names a study without usable rows.
func unusable(s *Summary) error {
	for _, one := range s.Studies {
		if one.RowsIn == 0 {
			return &StudyError{Study: one.Name, Err: errors.New("the file has no rows")}
		}
		var own, matching int64
		for reason, n := range one.DroppedByReason {
			switch reason {
			case Duplicate.String(),
				PalindromicRow.String(),
				AlleleMismatch.String(),
				UnclearAxes.String(),
				FewStudies.String(),
				OutputMAF.String(),
				OutputN.String():
				matching += n
			default:
				own += n
			}
		}
		if one.RowsUsed == 0 && matching == 0 && own > 0 {
			return &StudyError{Study: one.Name, Err: &unusableRows{one.RowsIn, one.DroppedByReason}}
		}
	}
	return nil
}

// unusableRows explains why all rows of a study are left out.
type unusableRows struct {
	rows    int64
	reasons map[string]int64
}

func (e *unusableRows) Error() string {
	var parts []string
	for reason, n := range e.reasons {
		parts = append(parts, reason+" "+phrase.Thousands(n))
	}
	slices.Sort(parts)
	return fmt.Sprintf("none of its %s can be used: %s", phrase.Counted(e.rows, "row", "rows"), strings.Join(parts, ", "))
}
