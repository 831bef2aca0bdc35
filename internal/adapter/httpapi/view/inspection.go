package view

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/recognise"
)

// InspectionOf converts what was recognised in a file.
func InspectionOf(in *recognise.Inspection) openapi.Inspection {
	out := openapi.Inspection{
		Format: in.Format, FormatLabel: Some(in.FormatLabel), FormatNote: Some(in.FormatNote),
		Compression: in.Compression, Delimiter: string(in.Delimiter), Encoding: in.Encoding, HeaderHash: Some(in.HeaderHash),
		Columns: []openapi.InspectedColumn{}, Unmapped: []openapi.UnmappedColumn{}, Findings: []openapi.Finding{},
		Header: []string{}, SampleRows: List(in.Sample), Questions: questionsOf(in), Totals: totalsOf(in.Totals),
		RowsLookedAt: in.RowsLookedAt, Program: Some(in.Program()),
	}
	out.Build.Guess, out.Build.Reason = hermes.BuildWord(in.Build.Guess), Some(in.Build.Reason)
	out.Build.Known, out.Build.At37, out.Build.At38 = in.Build.Known, in.Build.At37, in.Build.At38
	if in.Build.Known > 0 {
		out.Build.Share37, out.Build.Share38 = &in.Build.Share37, &in.Build.Share38
	}
	for _, c := range in.Columns {
		out.Columns = append(out.Columns, openapi.InspectedColumn{
			Field:      string(c.Field),
			Column:     c.Column,
			Confidence: openapi.InspectedColumnConfidence(c.Confidence),
			Reason: Some(
				strings.Join(append([]string{c.Reason}, c.Evidence...), " "),
			),
			Question:     Some(c.Question),
			Set:          Some(c.Set),
			Likely:       Ptr(c.Likely),
			Alternatives: Ptr(List(c.Alternatives)),
			Examples:     Ptr(List(c.Examples)),
			Min:          numberText(c.Min),
			Max:          numberText(c.Max),
			ShareParsed:  &c.ShareParsed,
			ShareMissing: &c.ShareMissing,
		})
	}
	if len(in.Sets) > 0 {
		sets := make([]openapi.ColumnSet, len(in.Sets))
		for i, s := range in.Sets {
			sets[i] = openapi.ColumnSet{Name: s.Name, Columns: openapi.Mapping{}}
			for field, column := range s.Columns {
				sets[i].Columns[string(field)] = column
			}
		}
		out.Sets = &sets
	}
	for _, h := range in.Header {
		out.Header = append(out.Header, h.Column)
		if h.Field == "" {
			out.Unmapped = append(out.Unmapped, openapi.UnmappedColumn{Column: h.Column, Examples: Ptr(List(h.Examples))})
		}
	}
	for _, f := range in.Findings {
		finding := openapi.Finding{Severity: openapi.FindingSeverity(f.Level), Code: f.Code, Message: f.Message, Column: Some(f.Column)}
		if f.Remedy != "" {
			finding.Message += " " + f.Remedy
		}
		if f.Line > 0 {
			finding.Line = Ptr(f.Line)
		}
		out.Findings = append(out.Findings, finding)
	}
	out.EffectScale = &openapi.ScaleGuess{Scale: string(in.Scale.Scale), Reason: in.Scale.Reason, Question: Some(in.Scale.Question),
		Confidence: openapi.ScaleGuessConfidence(in.Scale.Confidence)}
	return out
}

func questionsOf(in *recognise.Inspection) []openapi.ColumnQuestion {
	out := []openapi.ColumnQuestion{}
	for _, q := range in.Questions() {
		question := openapi.ColumnQuestion{Question: q.Text, Evidence: q.Evidence}
		for _, f := range q.Fields {
			question.Fields = append(question.Fields, string(f))
		}
		for _, o := range q.Options {
			answer := openapi.ColumnAnswer{Label: o.Label, Likely: Ptr(o.Likely), Columns: map[string]string{}}
			for f, column := range o.Columns {
				answer.Columns[string(f)] = column
			}
			question.Options = append(question.Options, answer)
		}
		out = append(out, question)
	}
	return out
}

func totalsOf(t recognise.FileTotals) openapi.StudyTotals {
	of := func(total *recognise.Total) *openapi.StudyTotal {
		if total == nil {
			return nil
		}
		return &openapi.StudyTotal{Value: total.Value, Source: openapi.StudyTotalSource(total.Source), Varies: total.Varies, Reason: total.Reason}
	}
	return openapi.StudyTotals{N: of(t.N), NCases: of(t.NCases), NControls: of(t.NControls)}
}

func numberText(x *float64) *string {
	if x == nil {
		return nil
	}
	if *x == math.Trunc(*x) && math.Abs(*x) < 1e15 { // positions and counts are shown in full
		return Ptr(strconv.FormatFloat(*x, 'f', 0, 64))
	}
	return Ptr(strconv.FormatFloat(*x, 'g', 6, 64))
}

// CheckReportOf returns the report of a check with its inspection, if there is one, in the form of
// a preview.
func CheckReportOf(report json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	var in recognise.Inspection
	if json.Unmarshal(report, &fields) != nil || fields["inspection"] == nil || json.Unmarshal(fields["inspection"], &in) != nil {
		return report
	}
	shown, err := json.Marshal(InspectionOf(&in))
	if err != nil {
		return report
	}
	fields["inspection"] = shown
	if out, err := json.Marshal(fields); err == nil {
		return out
	}
	return report
}
