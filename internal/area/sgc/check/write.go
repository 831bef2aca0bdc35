package check

import (
	"encoding/csv"
	"io"
	"strings"

	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/spreadsheet"
)

// WriteCases writes rows as tab-separated text, hidden numbers as <5. Codes of a breakdown are user
// input and are escaped so that no spreadsheet program reads them as formulas.
func WriteCases(w io.Writer, rows []CasesRow) error {
	return write(w, []string{"phenotype", "cases", "controls", "breakdown"}, rows, func(row CasesRow) []string {
		return []string{row.Code, row.Cases.String(), row.Controls.String(), spreadsheet.Text(BreakdownText(row.Breakdown))}
	})
}

// WritePairs writes rows as tab-separated text, hidden numbers as <5.
func WritePairs(w io.Writer, rows []PairRow) error {
	return write(w, []string{"phenotype1", "phenotype2", "cooccurrence_count"}, rows, func(row PairRow) []string {
		return []string{row.A, row.B, row.N.String()}
	})
}

func write[T any](w io.Writer, header []string, rows []T, cells func(T) []string) error {
	out := csv.NewWriter(w)
	out.Comma = '\t'
	if err := out.Write(header); err != nil {
		return err
	}
	for _, row := range rows {
		if err := out.Write(cells(row)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// BreakdownText formats a breakdown as in files, B361:12;B35:5, a withheld number as B35:*.
func BreakdownText(parts []Part) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		if texts[i] = p.Code + ":*"; !p.Hidden {
			texts[i] = p.Code + ":" + p.N.String()
		}
	}
	return strings.Join(texts, ";")
}

// ParseBreakdown parses the output of BreakdownText; a code alone is also withheld.
func ParseBreakdown(text string) []Part {
	if text == "" {
		return nil
	}
	var parts []Part
	for _, piece := range strings.Split(text, ";") {
		code, number, shown := strings.Cut(piece, ":")
		p := Part{Code: code, Hidden: true}
		if n, err := count.Parse(number); shown && err == nil {
			p.N, p.Hidden = n, false
		}
		parts = append(parts, p)
	}
	return parts
}
