package recognise

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/phrase"
)

// layoutFindings reports on the text (encoding, header) and on its rows.
func (in *Inspection) layoutFindings(l *sumstats.Layout, rows *sample) {
	var fault *textfile.FileError
	if errors.As(rows.fault, &fault) {
		in.find(sumstats.Finding{Code: string(fault.Code), Level: sumstats.Block, Message: fault.What, Remedy: fault.Remedy, Line: fault.Line})
	}
	switch in.Encoding {
	case "latin-1":
		in.find(
			sumstats.Finding{
				Code:    "latin_1",
				Level:   sumstats.Warn,
				Message: "The text is not UTF-8; it is read as Latin-1.",
				Remedy:  "Check column names with accents, or save the file as UTF-8.",
			},
		)
	case "utf-16le", "utf-16be":
		in.find(sumstats.Finding{Code: "utf_16", Level: sumstats.Info, Message: "The text is UTF-16 and is converted."})
	}
	if l.HeaderDelimiter != l.Delimiter {
		in.find(sumstats.Finding{Code: "header_delimiter", Level: sumstats.Info, Line: int64(l.HeaderLine),
			Message: fmt.Sprintf("The header is separated by %s and the rows by %s; both are read.", l.HeaderDelimiter, l.Delimiter)})
	}
	if l.RowNames {
		in.find(sumstats.Finding{
			Code:    "row_names",
			Level:   sumstats.Warn,
			Line:    int64(l.HeaderLine),
			Message: "The rows have one cell more than the header; the first is taken for row names.",
			Remedy:  "Check in the sample rows that every value is below its name.",
		})
	}
	in.rowFindings(l, rows)
}

// rowFindings reports on the rows looked at: their number of columns, repeated headers, several
// alternate alleles, and that there are none.
func (in *Inspection) rowFindings(l *sumstats.Layout, rows *sample) {
	if rows.raggedN > 0 {
		level := sumstats.Warn
		if float64(rows.raggedN) > 0.05*float64(len(rows.rows)) {
			level = sumstats.Block
		}
		in.find(sumstats.Finding{
			Code:  "column_count",
			Level: level,
			Line:  int64(rows.ragged[0]),
			Message: fmt.Sprintf(
				"Of the rows looked at %d have another number of columns than the header's %d. First lines: %s.",
				rows.raggedN,
				l.Columns,
				joinLines(rows.ragged),
			),
			Remedy: "Look for missing values written as nothing, or for a delimiter inside a value.",
		})
	}
	if rows.repeated > 0 {
		in.find(
			sumstats.Finding{
				Code:  "repeated_header",
				Level: sumstats.Info,
				Message: fmt.Sprintf(
					"The header is repeated %s inside the file; the repetitions are passed over.",
					phrase.Counted(rows.repeated, "time", "times"),
				),
			},
		)
	}
	if rows.several > 0 {
		in.find(
			sumstats.Finding{
				Code:    "multi_allelic",
				Level:   sumstats.Info,
				Message: fmt.Sprintf("%d of the rows looked at hold several alternate alleles at once; they are left out.", rows.several),
			},
		)
	}
	if len(rows.rows) == 0 && rows.raggedN == 0 && rows.several == 0 {
		in.find(
			sumstats.Finding{
				Code:    string(textfile.CodeNoRows),
				Level:   sumstats.Block,
				Message: "The file has a header and no rows.",
				Remedy:  "Check that the export finished.",
			},
		)
	}
}

func joinLines(lines []uint32) string {
	parts := make([]string, len(lines))
	for i, n := range lines {
		parts[i] = strconv.FormatUint(uint64(n), 10)
	}
	return strings.Join(parts, ", ")
}
