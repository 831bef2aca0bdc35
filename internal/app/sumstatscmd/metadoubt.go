package sumstatscmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/studyset"
	"cohortium/internal/gwas/sumstats"
)

// confirmed returns the doubts that --confirm overrules.
func (c *MetaCmd) confirmed() []studyset.Code {
	var codes []studyset.Code
	for _, text := range c.Confirm {
		codes = append(codes, studyset.Code(text))
	}
	return codes
}

// refused words an error that ended a run, with the flags that resolve it.
func (j *metaJob) refused(err error) error {
	if scale := new(meta.ScaleError); errors.As(err, &scale) {
		return fmt.Errorf("%w. The flag is --scale FILE=SCALE", scale)
	}
	if study := new(meta.StudyError); errors.As(err, &study) {
		return study // the part for users
	}
	doubt := new(meta.DoubtError)
	if !errors.As(err, &doubt) {
		return err
	}
	lines := make([]string, len(doubt.Verdicts))
	for i, v := range doubt.Verdicts {
		lines[i] = strings.TrimSpace(v.Sentence + j.columnThatParts(v) + " " + v.Advice + " " + j.flags(v))
	}
	return errors.New(strings.Join(lines, "\n"))
}

// flags returns the flags that resolve a verdict.
func (j *metaJob) flags(v studyset.Verdict) string {
	ways := map[int][]string{}
	for _, a := range v.Answers {
		in := j.inputs[a.Study]
		if column := in.mapping[a.Column]; column != "" {
			ways[a.Study] = append(ways[a.Study], fmt.Sprintf("--map '%s:%s=%s'", in.flag, a.As, column))
		}
	}
	var flags []string
	for _, study := range v.Studies {
		if len(ways[study]) > 0 {
			flags = append(flags, strings.Join(ways[study], " "))
		}
	}
	switch v.Code {
	case studyset.Frequency:
		if !v.Contradicted {
			flags = append(flags, "--palindromic drop")
		}
	case studyset.Units:
		flags = append(flags, "--scheme samplesize")
	case studyset.SharedPeople:
		if len(v.Studies) == 2 {
			flags = append(flags, fmt.Sprintf("--scheme samplesize --overlap '%s+%s=R'", j.inputs[v.Studies[0]].flag, j.inputs[v.Studies[1]].flag))
		}
	}
	if !v.Contradicted && slices.Contains(studyset.Confirmable(), v.Code) {
		flags = append(flags, "--confirm "+string(v.Code)+" if it is intended")
	}
	if len(flags) == 0 {
		return ""
	}
	return "Flags: " + strings.Join(flags, ", or ") + "."
}

// columnThatParts returns the column that separates the analyses in a file with repeated variants.
func (j *metaJob) columnThatParts(v studyset.Verdict) string {
	if v.Code != studyset.Duplicates {
		return ""
	}
	in := j.inputs[v.Studies[0]]
	parting := partingColumn(in.path, in.mapping)
	if parting == nil {
		return ""
	}
	return fmt.Sprintf(
		" Column %s distinguishes %d analyses (%s).",
		parting.name,
		len(parting.values),
		strings.Join(parting.values[:min(5, len(parting.values))], ", "),
	)
}

// withoutN refuses studies without a sample size if the scheme weights by it, and those of cases and
// controls that state only their total. A script or an earlier run stated the weight: there it is a warning.
func withoutN(files []*metaFile, opt *meta.Options) error {
	if opt.Scheme != meta.SampleSize {
		return nil
	}
	var problems []error
	for _, f := range files {
		has := func(fields ...sumstats.Field) bool {
			return !slices.ContainsFunc(fields, func(field sumstats.Field) bool { return f.mapping[field] == "" })
		}
		switch {
		case f.cases > 0 && f.controls > 0, has(sumstats.FieldNEff), has(sumstats.FieldNEffHalf), has(sumstats.FieldNCases, sumstats.FieldNControls),
			f.n > 0 && (f.cases > 0 || f.controls > 0), has(sumstats.FieldN) && (has(sumstats.FieldNCases) || has(sumstats.FieldNControls)):
		case f.n == 0 && !has(sumstats.FieldN) && !has(sumstats.FieldCountAA, sumstats.FieldCountAB, sumstats.FieldCountBB):
			problems = append(problems, fmt.Errorf("%s has no sample size, by which --scheme samplesize weights it: state it with --n '%s=N'", f.path, f.flag))
		case !ofCases(f.scale):
		case f.script != nil || f.sha256 != "":
			f.warnings = append(f.warnings, totalN+"; the study is weighted by it")
		default:
			problems = append(
				problems,
				fmt.Errorf(
					"%s: %s; state --cases '%s=N' and --controls '%s=N', map a column of the effective sample size, or use --scheme ivw",
					f.path,
					totalN,
					f.flag,
					f.flag,
				),
			)
		}
	}
	return errors.Join(problems...)
}

// totalN warns that the power of a case-control study is not known.
const totalN = "the numbers of cases and controls are not known, so its N is the total instead of the effective sample size"

// ofCases reports whether effects of this scale are of cases and controls.
func ofCases(scale sumstats.EffectScale) bool {
	return scale == sumstats.LogOdds || scale == sumstats.LogHazard || scale == sumstats.LinearBinary
}

// warn prints warnings of the summary that were not printed before the run.
func (j *metaJob) warn(s *meta.Summary) {
	for _, warning := range s.Warnings {
		if !slices.Contains(j.warnings(), warning) {
			j.bar.Say("Warning: %s", warning)
		}
	}
	for i, study := range s.Studies {
		if study.DroppedByReason[meta.MissingN.String()] > 0 {
			j.bar.Say("--n '%s=N' states the sample size of the rows of %s without one.", j.inputs[i].flag, study.Name)
		}
	}
}

// warnings returns open doubts about the reading of the files, each with its study.
func (j *metaJob) warnings() []string {
	var all []string
	for _, in := range j.inputs {
		for _, warning := range in.warnings {
			all = append(all, in.name+": "+warning)
		}
	}
	return all
}
