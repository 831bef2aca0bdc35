package httpapi

import (
	"math"
	"strconv"

	"cohortium/internal/gwas/recognise"
	"cohortium/internal/hermes"
	"cohortium/internal/httpapi/openapi"
)

func inspectionOf(in *recognise.Inspection) openapi.Inspection {
	out := openapi.Inspection{
		Format: in.Format, FormatLabel: some(in.FormatLabel), FormatNote: some(in.FormatNote),
		Compression: in.Compression, Delimiter: string(in.Delimiter), Encoding: in.Encoding, HeaderHash: some(in.HeaderHash),
		Columns: []openapi.InspectedColumn{}, Unmapped: []openapi.UnmappedColumn{}, Findings: []openapi.Finding{},
		Header: []string{}, SampleRows: list(in.Sample),
	}
	out.Build.Guess, out.Build.Reason = hermes.BuildWord(in.Build.Guess), some(in.Build.Reason)
	if in.Build.Compared > 0 {
		out.Build.Share37, out.Build.Share38 = &in.Build.Share37, &in.Build.Share38
	}
	for _, c := range in.Columns {
		out.Columns = append(out.Columns, openapi.InspectedColumn{
			Field: string(c.Field), Column: c.Column, Confidence: openapi.InspectedColumnConfidence(c.Confidence),
			Reason: some(c.Reason), Question: some(c.Question), Set: some(c.Set), Likely: ptr(c.Likely), Alternatives: ptr(list(c.Alternatives)), Examples: ptr(list(c.Examples)),
			Min: numberText(c.Min), Max: numberText(c.Max), ShareParsed: &c.ShareParsed, ShareMissing: &c.ShareMissing,
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
			out.Unmapped = append(out.Unmapped, openapi.UnmappedColumn{Column: h.Column, Examples: ptr(list(h.Examples))})
		}
	}
	for _, f := range in.Findings {
		finding := openapi.Finding{Severity: openapi.FindingSeverity(f.Level), Code: f.Code, Message: f.Message, Column: some(f.Column)}
		if f.Remedy != "" {
			finding.Message += " " + f.Remedy
		}
		if f.Line > 0 {
			finding.Line = ptr(f.Line)
		}
		out.Findings = append(out.Findings, finding)
	}
	out.EffectScale = &openapi.ScaleGuess{Scale: string(in.Scale.Scale), Reason: in.Scale.Reason, Question: some(in.Scale.Question),
		Confidence: openapi.ScaleGuessConfidence(in.Scale.Confidence)}
	if in.Totals != nil {
		out.Totals = &openapi.StudyTotals{NCases: in.Totals.NCases, NControls: in.Totals.NControls}
	}
	return out
}

func numberText(x *float64) *string {
	if x == nil {
		return nil
	}
	if *x == math.Trunc(*x) && math.Abs(*x) < 1e15 { // positions and counts are read digit by digit
		return ptr(strconv.FormatFloat(*x, 'f', 0, 64))
	}
	return ptr(strconv.FormatFloat(*x, 'g', 6, 64))
}
