package recognise

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// StudyTotals are sample sizes of a study as a whole.
type StudyTotals struct {
	NCases    float64 `json:"n_cases"`
	NControls float64 `json:"n_controls"`
}

// TotalSource is where a file states a sample size.
type TotalSource string

// Stated: the header states it for the study as a whole. FromRows: it is the largest of the rows
// looked at, and so only a lower bound when later rows have more.
const (
	Stated   TotalSource = "stated"
	FromRows TotalSource = "rows"
)

// Total is a sample size from a file.
type Total struct {
	Value  float64     `json:"value"` // people
	Source TotalSource `json:"source"`
	// Varies reports that not all of the rows looked at have the value.
	Varies bool   `json:"varies"`
	Reason string `json:"reason"` // where the value comes from, as a sentence
}

// FileTotals are the sample sizes of a file, nil where it has none.
type FileTotals struct {
	N         *Total `json:"n,omitempty"`
	NCases    *Total `json:"n_cases,omitempty"`
	NControls *Total `json:"n_controls,omitempty"`
}

// Stated returns the sizes that the file states for the study as a whole; false when it states
// none. Sizes of rows are read row by row.
func (t FileTotals) Stated() (s StudyTotals, ok bool) {
	of := func(total *Total) float64 {
		if total == nil || total.Source != Stated {
			return 0
		}
		return total.Value
	}
	s = StudyTotals{NCases: of(t.NCases), NControls: of(t.NControls)}
	return s, s != StudyTotals{}
}

// totals looks into the header first, then into the rows.
func (s *suggestion) totals(l *sumstats.Layout, rows *sample) FileTotals {
	t := statedTotals(l, s.profiles)
	if t.N == nil {
		t.N = s.largest(rows, sumstats.FieldN)
	}
	if t.NCases == nil && t.NControls == nil {
		t.NCases, t.NControls = s.largest(rows, sumstats.FieldNCases), s.largest(rows, sumstats.FieldNControls)
		if t.N == nil && t.NCases != nil && t.NControls != nil {
			t.N = s.largest(rows, sumstats.FieldNCases, sumstats.FieldNControls)
		}
	}
	return t
}

// totalInHeader finds the numbers that PGC writes into names.
var totalInHeader = regexp.MustCompile(`^frq_(a|u)_([0-9]+)$`)

// sampleLine is the line of a GWAS-VCF that describes its study, and totalInLine
// a size in it.
var (
	sampleLine  = regexp.MustCompile(`^##SAMPLE=<(.*)>`)
	totalInLine = regexp.MustCompile(`(?:^|,)(TotalCases|TotalControls)=([0-9]+(?:\.0+)?)(?:,|$)`)
)

// statedTotals returns the sizes in the names of columns and in the header of a VCF.
func statedTotals(l *sumstats.Layout, profiles []profile) (t FileTotals) {
	for _, c := range profiles {
		if m := totalInHeader.FindStringSubmatch(c.normalised); m != nil {
			t.state(m[1] == "a", m[2], fmt.Sprintf("the name of the column %s", c.name))
		}
	}
	if l.VCF != nil && len(l.VCF.Samples) == 1 {
		for _, line := range l.Comments {
			if m := sampleLine.FindStringSubmatch(line); m != nil {
				for _, part := range strings.Split(m[1], ",") {
					if size := totalInLine.FindStringSubmatch(part); size != nil {
						t.state(size[1] == "TotalCases", size[2], size[1]+" in the header's ##SAMPLE line")
					}
				}
			}
		}
	}
	if t.NCases != nil && t.NControls != nil {
		t.N = &Total{Value: t.NCases.Value + t.NControls.Value, Source: Stated,
			Reason: "Cases and controls together: " + strings.TrimPrefix(t.NCases.Reason, "From ")}
	}
	return t
}

// state notes a size; none is 0.
func (t *FileTotals) state(cases bool, number, where string) {
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || n <= 0 {
		return
	}
	total := &Total{Value: n, Source: Stated, Reason: "From " + where + "."}
	if cases {
		t.NCases = total
	} else {
		t.NControls = total
	}
}

// everybody exceeds the number of people alive: a larger size is invalid.
const everybody = 1e10

// largest returns the largest size in the rows looked at, of one column or of several added up row
// by row; nil without such columns, when their meaning is a question, or when it is not a number of
// people.
func (s *suggestion) largest(rows *sample, fields ...sumstats.Field) *Total {
	cols := make([]int, len(fields))
	names := make([]string, len(fields))
	for i, f := range fields {
		p := s.get(f)
		if p == nil || p.confidence == Ask {
			return nil
		}
		cols[i], names[i] = p.col, s.profiles[p.col].name
	}
	least, most, n := math.Inf(1), math.Inf(-1), 0
	for _, row := range rows.rows {
		if v, ok := sumOf(row, cols); ok {
			least, most, n = min(least, v), max(most, v), n+1
		}
	}
	if n == 0 || most < 1 || most > everybody || most != math.Trunc(most) {
		return nil
	}
	t := &Total{Value: most, Source: FromRows, Varies: least < most}
	t.Reason = rows.largestReason(strings.Join(names, " + "), n, t.Varies)
	return t
}

func sumOf(row sampleRow, cols []int) (sum float64, ok bool) {
	for _, col := range cols {
		v, ok := sumstats.ParseFloat(row.cell(col))
		if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
			return 0, false
		}
		sum += v
	}
	return sum, true
}

// largestReason states in how many rows the size was looked for.
func (s *sample) largestReason(column string, n int, varies bool) string {
	rows := "the file's first " + counted(len(s.rows), "row")
	if s.whole {
		rows = "the file's " + counted(len(s.rows), "row")
	}
	switch {
	case varies:
		return fmt.Sprintf("The largest %s of %s.", column, rows)
	case n < len(s.rows):
		return fmt.Sprintf("The %s of %s that %s one, of %s.", column, counted(n, "row"), verb(n, "has", "have"), rows)
	case n == 1:
		return fmt.Sprintf("The %s of %s.", column, strings.Replace(rows, "first 1 row", "first row", 1))
	}
	return fmt.Sprintf("The same %s in all of %s.", column, rows)
}
