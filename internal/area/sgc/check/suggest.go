package check

import (
	"maps"
	"slices"

	"cohortium/internal/platform/spelling"
	"cohortium/internal/platform/table"
)

// names returns the headers, folded, that cohorts use for a field.
func names() map[Field][]string {
	code := []string{"phenotype", "phenotypecode", "code", "pheno", "trait", "disease", "diagnosis", "phenotypeid", "phenotypename"}
	return map[Field][]string{
		Phenotype: code,
		Cases:     {"cases", "case", "ncases", "ncase", "numberofcases", "casecount", "casescount", "casesn"},
		Controls: {
			"controls",
			"control",
			"ncontrols",
			"ncontrol",
			"numberofcontrols",
			"controlcount",
			"controlscount",
			"controlsn",
			"ctrl",
			"ctrls",
			"nctrl",
			"nctrls",
		},
		Breakdown:  {"breakdown", "codes", "icd", "icd10", "icdbreakdown", "icdcodes", "casesbreakdown", "codebreakdown", "icd10breakdown"},
		Phenotype1: {"phenotype1", "pheno1", "code1", "phenotypecode1", "phenotypea", "trait1", "disease1"},
		Phenotype2: {"phenotype2", "pheno2", "code2", "phenotypecode2", "phenotypeb", "trait2", "disease2"},
		PairCount: {"cooccurrencecount", "cooccurrence", "cooccurrences", "count", "n", "both", "overlap", "pairs", "ncooccurrence",
			"numberofcooccurrences", "cooccurrencen", "coocurrencecount", "coocurrence"},
	}
}

// SuggestMapping chooses columns by their headers. remembered are earlier confirmed mappings of the
// same account, newest first. It also suggests columns that the earlier file did not have, so that
// no column is dropped unnoticed.
func SuggestMapping(k Kind, header []string, remembered ...Mapping) Mapping {
	needed, optional := k.Fields()
	fields := append(slices.Clone(needed), optional...)
	out := Mapping{}
	for _, m := range remembered {
		if len(Columns(k, m, header)) == 0 {
			out = maps.Clone(m)
			break
		}
	}
	known := names()
	for _, field := range fields {
		if out[field] != "" {
			continue
		}
		for _, h := range header {
			if slices.Contains(known[field], spelling.Fold(h)) && !taken(out, h) {
				out[field] = h
				break
			}
		}
	}
	return out
}

func taken(m Mapping, header string) bool {
	for _, h := range m {
		if h == header {
			return true
		}
	}
	return false
}

// Fix applies the suggestions of findings to a copy of the table.
func Fix(t *table.Table, findings []Finding) *table.Table {
	out := &table.Table{Header: slices.Clone(t.Header), Rows: make([]table.Row, len(t.Rows))}
	at := make(map[int]int, len(t.Rows))
	for i, row := range t.Rows {
		out.Rows[i] = table.Row{Line: row.Line, Cells: slices.Clone(row.Cells)}
		at[row.Line] = i
	}
	for _, f := range findings {
		i, ok := at[f.Line]
		if column := t.Column(f.Column); ok && f.Suggestion != "" && column >= 0 {
			out.Rows[i].Cells[column] = f.Suggestion
		}
	}
	return out
}
