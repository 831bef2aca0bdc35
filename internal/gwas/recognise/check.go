package recognise

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/phrase"
)

// CheckOptions hold the known facts about a checked file.
type CheckOptions struct {
	Name string
	// Map overrides the proposed columns and answers their questions; a field
	// with an empty column is left unmapped.
	Map    sumstats.Mapping
	Whole  bool         // Map is complete; nothing recognised is added
	Build  genome.Build // declared; "" when not
	ByRSID bool
	Limits textfile.Limits
	Totals StudyTotals
	N      float64
	sumstats.Conventions
	// Flag words the answer to a question; MapFlag when nil.
	Flag Flag
}

// totals returns the declared sizes of the study.
func (o *CheckOptions) totals() sumstats.Totals {
	return sumstats.Totals{N: o.N, NCases: o.Totals.NCases, NControls: o.Totals.NControls}
}

// CheckReport is the full report on one file.
type CheckReport struct {
	Inspection *Inspection          `json:"inspection"`
	Decision   *Decision            `json:"-"`
	Mapping    sumstats.Mapping     `json:"mapping"`
	Scale      sumstats.EffectScale `json:"effect_scale"`      // of the effects as written in the file; "" when unknown
	Account    *sumstats.Account    `json:"account,omitempty"` // absent when the rows could not be read
	Findings   []sumstats.Finding   `json:"findings"`          // the most serious first
}

// Blocked reports whether a finding prevents the use of the file.
func (r *CheckReport) Blocked() bool { return len(r.Blocks()) > 0 }

// Check inspects a file and reads all of its rows, and reports every finding in one pass. open
// opens the file from its beginning each time it is called. A file that cannot be read at all is an
// error.
func Check(open func() (io.ReadCloser, error), opt CheckOptions) (*CheckReport, error) {
	r, err := Prepare(open, opt)
	if err != nil {
		return nil, err
	}
	if err := r.readRows(open, opt); err != nil {
		return nil, err
	}
	if r.Mapping.OnlyRSID() && !opt.ByRSID {
		r.Findings = append(r.Findings, unplaced)
	}
	r.order()
	return r, nil
}

// Prepare is like Check but does not read the rows: it returns the mapping to read the file with,
// and the questions that are still open.
func Prepare(open func() (io.ReadCloser, error), opt CheckOptions) (*CheckReport, error) {
	in, err := inspectOpened(open, opt)
	if err != nil {
		return nil, err
	}
	d := in.Decide(Answers{Map: opt.Map, Whole: opt.Whole, Use: sumstats.Use{ByRSID: opt.ByRSID}, Build: opt.Build,
		Conventions: opt.Conventions, Totals: opt.totals()})
	in.Build, in.Scale = d.Build, d.Scale // of the file as it is read
	r := &CheckReport{Inspection: in, Decision: d, Mapping: d.Mapping}
	for _, f := range in.basis {
		if f.Code != codeNoHeader || len(opt.Map) == 0 || len(d.Open)+len(d.Lacks) > 0 {
			r.Findings = append(r.Findings, f)
		}
	}
	flag := opt.Flag
	if flag == nil {
		flag = MapFlag
	}
	if _, is := in.foreign(); is {
		return r, nil // whatever the columns are called
	}
	r.Findings = append(append(r.Findings, d.findings(in, flag)...), d.byName(in, opt.Map)...)
	r.tellScale(opt)
	r.order()
	return r, nil
}

// tellScale reports the scale of the effects, and that it will be asked where nothing determines
// it.
func (r *CheckReport) tellScale(opt CheckOptions) {
	guess := r.Inspection.Scale
	r.Scale = guess.Settle(opt.Scale, opt.totals())
	f := sumstats.Finding{Code: "effect_scale", Level: sumstats.Info, Field: sumstats.FieldEffectScale}
	switch {
	case opt.Scale != sumstats.ScaleUnknown && guess.Confidence == Certain && opt.Scale != guess.Scale:
		f.Level, f.Message = sumstats.Warn, fmt.Sprintf(
			"The scale of the effects is entered as %s, and the file states %s. %s",
			opt.Scale.Words(),
			guess.Scale.Words(),
			guess.Reason,
		)
		f.Remedy = "Correct the one that is wrong."
	case opt.Scale != sumstats.ScaleUnknown || guess.Confidence == Certain:
		return
	case guess.Confidence == Ask && r.Scale == guess.Scale:
		f.Message = guess.Reason + " " + guess.Question
		f.Remedy = "State the scale where the study is combined with others: effects on different scales cannot be averaged."
	default:
		f.Message = fmt.Sprintf("The effects are taken to be %s. %s", r.Scale.Words(), guess.Reason)
		f.Remedy = "State the scale if it is another."
	}
	r.Findings = append(r.Findings, f)
}

// order puts the most serious findings first and drops repetitions: what the sample shows, reading
// all rows often shows again. Behind damage the text is random, and so is every finding about it.
func (r *CheckReport) order() {
	damaged := slices.ContainsFunc(r.Findings, func(f sumstats.Finding) bool { return f.Code == string(textfile.CodeDamaged) })
	seen := map[sumstats.Finding]bool{}
	r.Findings = slices.DeleteFunc(r.Findings, func(f sumstats.Finding) bool {
		again := seen[f]
		seen[f] = true
		return again || damaged && f.Code != string(textfile.CodeDamaged)
	})
	rank := map[sumstats.Level]int{sumstats.Block: 0, sumstats.Warn: 1, sumstats.Info: 2}
	sort.SliceStable(r.Findings, func(i, j int) bool { return rank[r.Findings[i].Level] < rank[r.Findings[j].Level] })
}

func inspectOpened(open func() (io.ReadCloser, error), opt CheckOptions) (*Inspection, error) {
	file, err := open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return Inspect(Source{Name: opt.Name, Reader: file}, InspectOptions{Limits: opt.Limits})
}

// blockingShare of rows that fail one rule prevents the use of a file.
const blockingShare = 0.5

// harmless reasons leave rows out without anything being wrong with the file.
var harmless = map[sumstats.Reason]bool{
	sumstats.ReasonOtherTest:      true,
	sumstats.ReasonGeneTest:       true,
	sumstats.ReasonRepeatedHeader: true,
	sumstats.ReasonAlleleSymbolic: true,
}

// reading returns how to read the rows with what is known of the file.
func (r *CheckReport) reading(known CheckOptions) sumstats.ReadOptions {
	return r.Decision.ReadOptions(
		sumstats.ReadOptions{
			Name:        known.Name,
			PLINKCodes:  PLINKCodes(r.Inspection.Format),
			Mapping:     r.Mapping,
			Build:       known.Build,
			ByRSID:      r.Decision.Use.ByRSID,
			N:           known.N,
			NCases:      known.Totals.NCases,
			NControls:   known.Totals.NControls,
			Conventions: r.Inspection.Settle(known.Conventions, known.totals()),
			Limits:      known.Limits,
		},
	)
}

// Reading returns how to read the rows for writing them again: with what is known of the file, else
// with the build that the file appears to have and the sizes that it states. Rows without
// chromosome and position cannot be written.
func (r *CheckReport) Reading(known CheckOptions) sumstats.ReadOptions {
	if known.Build == genome.UnknownBuild {
		known.Build = r.Inspection.Build.Guess
	}
	if stated, ok := r.Inspection.Totals.Stated(); ok && known.Totals == (StudyTotals{}) {
		known.Totals = stated
	}
	opt := r.reading(known)
	opt.ByRSID = false
	return opt
}

// Blocks returns the findings that prevent the use of the file.
func (r *CheckReport) Blocks() (out []sumstats.Finding) {
	for _, f := range r.Findings {
		if f.Level == sumstats.Block {
			out = append(out, f)
		}
	}
	return out
}

// Warnings returns the findings to read before the numbers of the file are used.
func (r *CheckReport) Warnings() []sumstats.Finding {
	out := []sumstats.Finding{}
	for _, f := range r.Findings {
		if f.Level == sumstats.Warn {
			out = append(out, f)
		}
	}
	return out
}

// readRows reads the whole file and words its account.
func (r *CheckReport) readRows(open func() (io.ReadCloser, error), opt CheckOptions) error {
	file, err := open()
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	account, err := accountOf(file, r.reading(opt))
	var fault *textfile.FileError
	switch {
	case errors.As(err, &fault) && r.Blocked() && (fault.Code == sumstats.CodeMapping || fault.Code == CodeContradicted || fault.Code == CodeMixedBuilds):
		// reported before
	case errors.As(err, &fault):
		r.Findings = append(
			r.Findings,
			sumstats.Finding{Code: string(fault.Code), Level: sumstats.Block, Message: fault.What, Remedy: fault.Remedy, Line: fault.Line},
		)
	case err != nil:
		return err
	}
	if account == nil {
		return nil
	}
	r.Account = account
	r.wordAccount()
	return nil
}

// accountOf reads all rows and keeps none. With an error, the account is that of
// the rows before it, nil when there are none because the file did not open.
func accountOf(file io.Reader, opt sumstats.ReadOptions) (*sumstats.Account, error) {
	reader, err := sumstats.Open(file, opt)
	if err != nil {
		return nil, err
	}
	defer func() { _ = reader.Close() }()
	rows := make([]sumstats.Row, 4096)
	for {
		if _, err = reader.ReadRows(rows); err != nil {
			break
		}
	}
	account := reader.Account()
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return &account, err
}

func (r *CheckReport) wordAccount() {
	a := r.Account
	if a.RowsOut == 0 {
		r.Findings = append(
			r.Findings,
			sumstats.Finding{
				Code:    string(textfile.CodeNoRows),
				Level:   sumstats.Block,
				Message: "No row of the file can be used.",
				Remedy:  "See the reasons below and check the mapping.",
			},
		)
	}
	for _, e := range a.Excluded {
		f := sumstats.Finding{
			Code:  string(e.Reason),
			Level: sumstats.Warn,
			Line:  int64(e.Lines[0]),
			Message: fmt.Sprintf(
				"Left out: %s of %s. %s First lines: %s.",
				phrase.Thousands(e.N),
				phrase.Counted(a.RowsIn, "row", "rows"),
				e.Sentence,
				joinLines(e.Lines),
			),
		}
		if e.Example != "" {
			f.Message += fmt.Sprintf(" Example: %q.", e.Example)
		}
		switch {
		case harmless[e.Reason]:
			f.Level = sumstats.Info
		case e.Reason == sumstats.ReasonDecimalComma:
			f.Level, f.Remedy = sumstats.Block, "Export the table with a decimal point and without thousands separators."
		case float64(e.N) > blockingShare*float64(a.RowsIn):
			f.Level, f.Remedy = sumstats.Block, "More than half of the rows fail this rule: check the mapping of the column."
		}
		r.Findings = append(r.Findings, f)
	}
	for _, e := range a.Repaired {
		r.Findings = append(
			r.Findings,
			sumstats.Finding{Code: string(e.Reason), Level: sumstats.Info, Line: int64(e.Lines[0]), Message: fmt.Sprintf("%s (%d)", e.Sentence, e.N)},
		)
	}
}
