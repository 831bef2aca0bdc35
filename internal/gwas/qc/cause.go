package qc

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

// Remedy is what fixes a file that failed.
type Remedy string

// The remedies.
const (
	ChangeMapping   Remedy = "change_mapping"
	DeclareBuild    Remedy = "declare_build"
	RunWithoutPanel Remedy = "run_without_panel"
	ChoosePanel     Remedy = "choose_panel"
	StateSizes      Remedy = "state_sizes"
	SendFile        Remedy = "send_file"
)

// CauseCode names why a run fails.
type CauseCode string

// The causes, in the order of priority: what comes later may be a consequence of
// what comes before it.
const (
	CauseNoRows      CauseCode = "no_rows"              // the file has no rows
	CauseUnreadable  CauseCode = "unreadable_rows"      // the reader left out too many
	CauseBuild       CauseCode = "wrong_build"          // positions are of another build
	CauseExchanged   CauseCode = "exchanged_alleles"    // frequencies run against the panel's
	CausePanel       CauseCode = "panel_does_not_fit"   // the panel matches too few rows
	CauseFrequency   CauseCode = "frequencies_disagree" // loosely those of the panel
	CausePZ          CauseCode = "p_not_of_effect"      // P does not follow from effect and error
	CauseDuplicates  CauseCode = "repeated_variants"    // too many
	CauseNothingLeft CauseCode = "no_row_left"          // the rules left out every row
)

// Cause is why a run fails: the first that applies, once.
type Cause struct {
	Code     CauseCode `json:"code"`
	Sentence string    `json:"sentence"`
	Remedy   Remedy    `json:"remedy"`
	Steps    []string  `json:"steps"` // that failed because of it
}

// causes are the causes in their order, with the step that shows each and the
// steps that fail with it.
var causes = []struct {
	shows string
	with  []string
	tell  func(*findings) *Cause // nil when the step failed for another cause
}{
	{stepReading, []string{stepBuild, stepFilters, stepAlleles, stepFrequency}, (*findings).causeOfReading},
	{stepBuild, []string{stepFilters, stepAlleles, stepFrequency}, (*findings).causeOfBuild},
	{stepFrequency, []string{stepFilters}, (*findings).causeOfExchange},
	{stepAlleles, []string{stepFilters, stepFrequency}, (*findings).causeOfAlleles},
	{stepFrequency, []string{stepFilters}, (*findings).causeOfFrequency},
	{stepPZ, nil, (*findings).causeOfPZ},
	{stepDuplicates, nil, (*findings).causeOfDuplicates},
	{stepFilters, nil, (*findings).causeOfNothingLeft},
}

// cause returns the first cause of the failures among the steps, nil when there is none.
func (f *findings) cause(steps []Step) *Cause {
	failed := func(name string) bool {
		return slices.ContainsFunc(steps, func(s Step) bool { return s.Name == name && s.Verdict == Fail })
	}
	for i := range causes {
		c := &causes[i]
		if !failed(c.shows) {
			continue
		}
		cause := c.tell(f)
		if cause == nil {
			continue
		}
		for _, s := range steps {
			if failed(s.Name) && (s.Name == c.shows || slices.Contains(c.with, s.Name)) {
				cause.Steps = append(cause.Steps, s.Name)
			}
		}
		return cause
	}
	return nil
}

func newCause(code CauseCode, remedy Remedy, format string, args ...any) *Cause {
	return &Cause{Code: code, Remedy: remedy, Sentence: fmt.Sprintf(format, args...), Steps: []string{}}
}

func (f *findings) causeOfReading() *Cause {
	if f.file.RowsIn == f.foreign() {
		return newCause(CauseNoRows, SendFile, "The file holds no row that could be checked.")
	}
	main := f.mostFrequent(nil)
	if main.Reason == sumstats.ReasonPositionBeyondEnd {
		return f.beyondEnd(main.Count)
	}
	return newCause(CauseUnreadable, remedyOf(main.Reason), "%s of %s could not be used, most for this reason: %s",
		phrase.Thousands(f.file.ExcludedN()-f.foreign()), rows(f.file.RowsIn-f.foreign()), main.Sentence)
}

func (f *findings) beyondEnd(n int64) *Cause {
	return newCause(
		CauseBuild,
		DeclareBuild,
		"%s past the end of the chromosome on %s, on which the file is declared to be.",
		counted(n, "position lies", "positions lie"),
		f.declared.Label(),
	)
}

func (f *findings) causeOfBuild() *Cause {
	if f.contradicted() {
		return newCause(
			CauseBuild,
			DeclareBuild,
			"The file is declared to be on %s, and its positions are those of %s.",
			f.declared.Label(),
			f.guess.Guess.Label(),
		)
	}
	if f.elsewhere() {
		return newCause(
			CauseBuild,
			DeclareBuild,
			"The file is declared to be on %s, but almost no known variant is at its position there. %s",
			f.declared.Label(),
			f.guess.Reason,
		)
	}
	return f.beyondEnd(f.byReason[sumstats.ReasonPositionBeyondEnd])
}

func (f *findings) causeOfExchange() *Cause {
	if f.against() <= -fitUnrelated {
		return newCause(
			CauseExchanged,
			ChangeMapping,
			"The frequencies are those of the other allele (with the panel's, %s): effect and other allele, or the column of the frequency, are exchanged.",
			f.againstWords(),
		)
	}
	return nil
}

func (f *findings) causeOfAlleles() *Cause {
	r := f.resolver
	if r.positionHits < r.positions/2 {
		remedy := RunWithoutPanel
		if f.byRSID {
			remedy = ChoosePanel
		}
		return newCause(
			CausePanel,
			remedy,
			"The panel has only %s of %s of the file.",
			phrase.Thousands(r.positionHits),
			counted(r.positions, "variant", "variants"),
		)
	}
	return newCause(
		CausePanel,
		ChangeMapping,
		"The panel has other alleles in %s of the %s that it knows.",
		phrase.Thousands(f.byReason[ReasonMismatch]),
		counted(r.positionHits, "variant", "variants"),
	)
}

func (f *findings) causeOfFrequency() *Cause {
	return newCause(
		CauseFrequency,
		ChoosePanel,
		"The frequencies follow the panel's only loosely (r = %.3f): the panel is of another ancestry, or the column holds something else.",
		float64(f.report.EAFCorrelation),
	)
}

func (f *findings) causeOfPZ() *Cause {
	if math.IsNaN(float64(f.report.PZCorrelation)) {
		return newCause(
			CausePZ,
			ChangeMapping,
			"P follows from effect and standard error in almost no row: one of the three columns is mapped to the wrong field.",
		)
	}
	return newCause(
		CausePZ,
		ChangeMapping,
		"P does not follow from effect and standard error (r = %.3f): one of the three columns is mapped to the wrong field.",
		float64(f.report.PZCorrelation),
	)
}

func (f *findings) causeOfDuplicates() *Cause {
	n := f.byReason[ReasonDuplicate]
	return newCause(
		CauseDuplicates,
		SendFile,
		"%s a variant (%s of the file): it holds several traits or models, or something twice.",
		counted(n, "row repeats", "rows repeat"),
		percent(share(n, f.file.RowsIn)),
	)
}

func (f *findings) causeOfNothingLeft() *Cause {
	main := f.mostFrequent(Reasons())
	return newCause(
		CauseNothingLeft,
		remedyOf(main.Reason),
		"All %s that could be read were left out, most for this reason: %s",
		rows(f.file.RowsOut),
		main.Sentence,
	)
}

// mostFrequent returns the reason that left out most rows, of those given; of those of the reader
// when none are. Rows of other models are ignored.
func (f *findings) mostFrequent(of []sumstats.Reason) WaterfallStep {
	var most WaterfallStep
	for _, w := range f.report.Waterfall {
		foreign := w.Reason == sumstats.ReasonOtherTest || w.Reason == sumstats.ReasonRepeatedHeader
		if in := slices.Contains(of, w.Reason) || of == nil && !slices.Contains(Reasons(), w.Reason); in && !foreign && w.Count > most.Count {
			most = w
		}
	}
	return most
}

// remedies fix rows that were left out for one reason; for all others another column does.
var remedies = map[sumstats.Reason]Remedy{
	sumstats.ReasonPositionBeyondEnd: DeclareBuild,
	"column_count":                   SendFile,
	"unbalanced_quotes":              SendFile,
	"decimal_comma":                  SendFile,
	"multi_allelic":                  SendFile,
	"cases_missing":                  StateSizes,
	ReasonUnplaced:                   ChoosePanel,
	ReasonNoNumber:                   SendFile,
	ReasonSeveralPlaces:              SendFile,
	ReasonOtherAlleles:               ChangeMapping,
	ReasonSeveralIndels:              SendFile,
	ReasonSymbolicIndel:              ChoosePanel,
	ReasonLowN:                       StateSizes,
	ReasonLowMAC:                     StateSizes,
	ReasonDuplicate:                  SendFile,
	ReasonNotInPanel:                 RunWithoutPanel,
	ReasonMismatch:                   RunWithoutPanel,
	ReasonFrequency:                  ChoosePanel,
}

func remedyOf(reason sumstats.Reason) Remedy {
	if r, known := remedies[reason]; known {
		return r
	}
	if strings.HasPrefix(string(reason), "liftover") || reason == sumstats.Reason(liftover.OtherChromosome) {
		return DeclareBuild
	}
	return ChangeMapping
}
