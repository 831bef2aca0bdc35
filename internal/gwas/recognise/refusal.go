package recognise

import (
	"fmt"
	"strings"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// Refusal returns the error of a use that cannot continue with a decision: questions are open, or a
// field is lacking. nil when it can.
func (d *Decision) Refusal(in *Inspection) error {
	if f, is := in.foreign(); is {
		return &textfile.FileError{Code: CodeContradicted, What: f.Message, Remedy: f.Remedy}
	}
	for _, f := range d.Against {
		return &textfile.FileError{Code: refusalCode(f), What: f.Message, Remedy: f.Remedy, Line: f.Line}
	}
	if len(d.Open) > 0 {
		lines := make([]string, len(d.Open))
		for i, q := range d.Open {
			lines[i] = fmt.Sprintf("%s from column %s: %s %s %s", q.Fields[0], q.columns[0], strings.Join(q.Evidence, " "), q.Text, answersTo(q, MapFlag))
		}
		return &textfile.FileError{Code: sumstats.CodeMapping, What: "The meaning of some columns is not certain.\n" + strings.Join(lines, "\n")}
	}
	if len(d.Lacks) > 0 {
		return d.nothing(in)
	}
	return nil
}

// refusalCode returns the code of a contradiction as an error.
func refusalCode(f sumstats.Finding) textfile.ErrorCode {
	if f.Code == string(CodeMixedBuilds) {
		return CodeMixedBuilds
	}
	return CodeContradicted
}

// nothing returns the error for lacking fields.
func (d *Decision) nothing(in *Inspection) error {
	return sumstats.NothingFor(d.Lacks, in.header(), d.look.hints(d.Lacks)...)
}

func (in *Inspection) header() []string {
	names := make([]string, len(in.Header))
	for i, h := range in.Header {
		names[i] = h.Column
	}
	return names
}
