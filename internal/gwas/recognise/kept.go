package recognise

import (
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// The fields of which a table of association results has one each: which variant a row
// is about, and what was found there.
var (
	placeFields    = []sumstats.Field{sumstats.FieldPosition, sumstats.FieldChrPos, sumstats.FieldChrPosRefAlt, sumstats.FieldRSID, sumstats.FieldVariantID}
	effectFields   = []sumstats.Field{sumstats.FieldBeta, sumstats.FieldOddsRatio, sumstats.FieldHazardRatio, sumstats.FieldZ}
	strengthFields = []sumstats.Field{sumstats.FieldP, sumstats.FieldNegLog10P, sumstats.FieldLnP, sumstats.FieldLog10P}
)

// NamesVariants reports whether a column says which variant a row is about.
func (in *Inspection) NamesVariants() bool { return in.has(placeFields) }

// HasResults reports whether a column holds an effect or a P value.
func (in *Inspection) HasResults() bool { return in.has(effectFields) || in.has(strengthFields) }

func (in *Inspection) has(fields []sumstats.Field) bool {
	return slices.ContainsFunc(in.Columns, func(c ColumnGuess) bool { return slices.Contains(fields, c.Field) })
}

// Kept is the judgement of a table whose cells are kept as they are, as in an index.
type Kept struct {
	// Against contradicts where the rows lie: a query by position would find other rows.
	Against []sumstats.Finding
	// Notes are sentences about all other columns, of which nothing is computed.
	Notes []string
}

// Kept judges a table whose cells are kept as they are. What the names of columns leave
// open is not decided here. It is zero for a table that is not one of association
// results.
func (in *Inspection) Kept(a Answers) (k Kept) {
	if !in.NamesVariants() || !in.HasResults() {
		return k
	}
	d := in.Decide(a)
	for _, f := range d.Against {
		if f.Field == sumstats.FieldPosition {
			k.Against = append(k.Against, f)
		} else {
			k.Notes = append(k.Notes, f.Message)
		}
	}
	for _, q := range d.Open {
		if q.judged {
			k.Notes = append(k.Notes, strings.Join(q.Evidence, " "))
		}
	}
	k.Notes = append(k.Notes, d.Told()...)
	return k
}

// Sentences are all that speaks against the table.
func (k Kept) Sentences() (out []string) {
	for _, f := range k.Against {
		out = append(out, strings.TrimSpace(f.Message+" "+f.Remedy))
	}
	return append(out, k.Notes...)
}
