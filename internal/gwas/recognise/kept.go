package recognise

import (
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// The fields of which a table of association results has one each: which variant a row
// is about, and what was found there.
var (
	placeFields    = []sumstats.Field{sumstats.FieldPosition, sumstats.FieldChrPos, sumstats.FieldChrPosRefAlt, sumstats.FieldRSID, sumstats.FieldVariantID}
	effectFields   = []sumstats.Field{sumstats.FieldBeta, sumstats.FieldOddsRatio, sumstats.FieldHazardRatio, sumstats.FieldZ}
	strengthFields = []sumstats.Field{sumstats.FieldP, sumstats.FieldNegLog10P, sumstats.FieldLnP, sumstats.FieldLog10P}
)

// NamesVariants reports whether a column identifies the variant of a row.
func (in *Inspection) NamesVariants() bool { return in.has(placeFields) }

// HasResults reports whether a column holds an effect or a P value.
func (in *Inspection) HasResults() bool { return in.has(effectFields) || in.has(strengthFields) }

func (in *Inspection) has(fields []sumstats.Field) bool {
	return slices.ContainsFunc(in.Columns, func(c ColumnGuess) bool { return slices.Contains(fields, c.Field) })
}

// Kept is the judgement of a table whose cells are kept as they are, as in an index.
type Kept struct {
	// Against contradicts the positions of the rows: a query by position would find other rows.
	Against []sumstats.Finding
	// Build is the one that the positions are on, UnknownBuild when they do not determine one.
	Build genome.Build
	// Notes are sentences about all other columns, of which nothing is computed.
	Notes []string

	decision *Decision // nil for a table that is not one of association results
}

// Kept judges the beginning of a table whose cells are kept as they are. Questions that the names
// of columns leave open are not decided here. For a table without association results, only the
// build is set.
func (in *Inspection) Kept(a Answers) Kept {
	if !in.NamesVariants() {
		return Kept{}
	}
	d := in.Decide(a)
	if !in.HasResults() {
		return Kept{Build: d.Build.Guess}
	}
	k := Kept{decision: d, Build: d.Build.Guess}
	k.add(d.Against, d.Open)
	k.Notes = append(k.Notes, d.Sentences()...)
	return k
}

// Judged reports whether the table is one of association results, which is judged.
func (k Kept) Judged() bool { return k.decision != nil }

// Over judges lines from all over the table, and returns what the beginning does not show.
func (k Kept) Over(lines []sumstats.Line) Kept {
	d := k.decision
	if d == nil || d.look == nil {
		return Kept{}
	}
	j, err := d.look.at(lines).judge(d.Mapping, &d.answers)
	if err != nil { // a column that the table does not have: reading it reports that
		return Kept{}
	}
	over := Kept{}
	over.add(j.Against, slices.DeleteFunc(j.Doubts, func(q Question) bool { return q.given(d.answers.Map) != nil }))
	for _, f := range j.Notes {
		over.Notes = append(over.Notes, strings.TrimSpace(f.Message+" "+f.Remedy))
	}
	known := map[string]bool{}
	for _, sentence := range k.Sentences() {
		known[withoutNumbers(sentence)] = true
	}
	over.Notes = slices.DeleteFunc(over.Notes, func(sentence string) bool { return known[withoutNumbers(sentence)] })
	return over
}

// add sorts contradictions and doubts by whether they are about positions.
func (k *Kept) add(against []sumstats.Finding, doubts []Question) {
	for _, f := range against {
		if f.Field == sumstats.FieldPosition {
			k.Against = append(k.Against, f)
		} else {
			k.Notes = append(k.Notes, f.Message)
		}
	}
	for _, q := range doubts {
		if q.judged {
			k.Notes = append(k.Notes, strings.Join(q.Evidence, " "))
		}
	}
}

// withoutNumbers returns a sentence without its digits, which identifies the finding whatever it
// counted.
func withoutNumbers(sentence string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789,.", r) {
			return -1
		}
		return r
	}, sentence)
}

// Sentences returns all evidence against the table.
func (k Kept) Sentences() (out []string) {
	for _, f := range k.Against {
		out = append(out, strings.TrimSpace(f.Message+" "+f.Remedy))
	}
	return append(out, k.Notes...)
}
