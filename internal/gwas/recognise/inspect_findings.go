package recognise

import (
	"fmt"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// missingSentences are the sentences for fields without a column, by the need.
var missingSentences = map[sumstats.Field][2]string{
	sumstats.FieldPosition:     {"chromosome and position", "Map them, or add them to the file."},
	sumstats.FieldEffectAllele: {"the effect allele", "Map the column of the allele whose effect is reported."},
	sumstats.FieldOtherAllele:  {"the other allele", "Map it, or add it to the file."},
	sumstats.FieldBeta:         {"the effect", "Map beta, an odds ratio, a hazard ratio or Z."},
	sumstats.FieldP:            {"the standard error", "Map it, or an interval, or P to derive it from."},
}

// unplaced is the finding about a file whose variants have rs numbers and no positions.
var unplaced = sumstats.Finding{
	Code:    "rsid_only",
	Level:   sumstats.Warn,
	Field:   sumstats.FieldRSID,
	Message: "The file has no chromosome and position; its variants can only be identified by rs number.",
	Remedy:  "Add chromosome and position, or combine only with files that have rs identifiers.",
}

// mappingFindings reports which needed fields have no column.
func (in *Inspection) mappingFindings() {
	mapping := in.Mapping(true)
	byRSID := mapping.OnlyRSID()
	if byRSID {
		in.find(unplaced)
	}
	reported := map[sumstats.Field]bool{}
	for _, n := range mapping.Lacks(sumstats.Use{ByRSID: byRSID}) {
		field := n.Field
		if field == sumstats.FieldChromosome {
			field = sumstats.FieldPosition // reported together
		}
		if words := missingSentences[field]; !reported[field] {
			remedy := strings.Join(append(in.look.hints([]sumstats.Need{n}), words[1]), " ")
			in.find(
				sumstats.Finding{
					Code:    "missing_field",
					Level:   sumstats.Block,
					Field:   field,
					Message: "No column was found for " + words[0] + ".",
					Remedy:  remedy,
				},
			)
		}
		reported[field] = true
	}
	for _, q := range in.Questions() {
		in.find(sumstats.Finding{Code: "question", Level: sumstats.Warn, Column: q.columns[0], Field: q.Fields[0], Message: q.Reason(), Remedy: q.Text})
	}
}

// derivedFindings reports the fields that are derived because they have no column.
func (in *Inspection) derivedFindings(s *suggestion) {
	zOnly := s.has(sumstats.FieldZ) && !s.has(sumstats.FieldBeta) && !s.has(sumstats.FieldOddsRatio) && !s.has(sumstats.FieldHazardRatio)
	switch {
	case zOnly && s.covered(sumstats.FieldEAF) && s.has(sumstats.FieldN):
		in.find(
			sumstats.Finding{
				Code:    "beta_from_z",
				Level:   sumstats.Info,
				Field:   sumstats.FieldZ,
				Message: "There is Z and no effect; effect and standard error are derived from Z, allele frequency and sample size.",
			},
		)
	case zOnly:
		in.find(
			sumstats.Finding{
				Code:    "z_only",
				Level:   sumstats.Warn,
				Field:   sumstats.FieldZ,
				Message: "There is Z and no effect, and no frequency to derive one from.",
				Remedy:  "Such a file can be combined by sample size only.",
			},
		)
	case !s.covered(sumstats.FieldSE) && s.covered(sumstats.FieldP):
		in.find(
			sumstats.Finding{
				Code:    "standard_error_derived",
				Level:   sumstats.Info,
				Field:   sumstats.FieldSE,
				Message: "There is no standard error; it is derived from effect and P value.",
			},
		)
	}
}

// valueFindings reports on the values as a whole.
func (in *Inspection) valueFindings(s *suggestion) {
	if p := s.get(sumstats.FieldP); p != nil {
		c := &s.profiles[p.col]
		if c.numbers >= 100 && c.max < 0.05 {
			in.find(sumstats.Finding{
				Code:   "selected_by_p",
				Level:  sumstats.Warn,
				Column: c.name,
				Field:  sumstats.FieldP,
				Message: fmt.Sprintf(
					"The largest P value is %.3g: the file seems to hold selected variants only, so that inflation and QQ plots mean nothing.",
					c.max,
				),
			})
		}
	}
}
