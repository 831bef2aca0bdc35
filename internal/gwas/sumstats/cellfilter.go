package sumstats

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/textfile"
)

// CellOp is how a CellFilter compares.
type CellOp string

// The comparisons. Those of words ignore capitals.
const (
	CellBelow   CellOp = "<"
	CellAtMost  CellOp = "<="
	CellAbove   CellOp = ">"
	CellAtLeast CellOp = ">="
	CellEqual   CellOp = "="
	CellUnequal CellOp = "!="
	CellIs      CellOp = "is"     // the same word
	CellIsNot   CellOp = "is not" // another word
	CellIn      CellOp = "in"     // one of several words
)

// RowRules decide which rows are read, for scripts of other programs with such rules.
type RowRules struct {
	// Filters are conditions that rows must meet, on the text of columns.
	Filters []CellFilter `json:"filters,omitempty"`
	// Lenient keeps rows with another number of cells than the header, as long as they
	// reach the last column that is used.
	Lenient bool `json:"lenient_columns,omitempty"`
	// DirectionOnly reads rows for an analysis of P values and directions: a row needs no standard
	// error, an effect that is + or - alone is a 0 with that sign, and a row whose P is 0 is left
	// out when its P cannot be derived.
	DirectionOnly bool `json:"direction_only,omitempty"`
}

// CellFilter is a condition on the text of one column, whatever the column means: a row
// whose cell does not meet it is left out before anything is read from the row. The
// comparisons of numbers leave out cells that hold no number.
type CellFilter struct {
	Column string   `json:"column"`
	Op     CellOp   `json:"op"`
	Values []string `json:"values"` // one, several with CellIn
}

// Validate reports an invalid filter.
func (f CellFilter) Validate() error {
	_, err := f.compile()
	return err
}

// numberOps compare the number of a cell with that of the filter.
var numberOps = map[CellOp]func(cell, value float64) bool{
	CellBelow: func(a, b float64) bool { return a < b }, CellAtMost: func(a, b float64) bool { return a <= b },
	CellAbove: func(a, b float64) bool { return a > b }, CellAtLeast: func(a, b float64) bool { return a >= b },
	CellEqual: func(a, b float64) bool { return a == b }, CellUnequal: func(a, b float64) bool { return a != b },
}

// compile makes the test of a filter.
func (f CellFilter) compile() (func(cell []byte) bool, error) {
	if f.Column == "" {
		return nil, fmt.Errorf("a filter with %s names no column", f.Op)
	}
	if f.Op != CellIn && len(f.Values) != 1 {
		return nil, fmt.Errorf("a filter with %s takes one value", f.Op)
	}
	if compare, ok := numberOps[f.Op]; ok {
		value, err := strconv.ParseFloat(f.Values[0], 64)
		if err != nil || value != value {
			return nil, fmt.Errorf("%q is not a number to compare %s with", f.Values[0], f.Column)
		}
		return func(cell []byte) bool {
			x, ok := leadingNumber(cell)
			return ok && compare(x, value)
		}, nil
	}
	in := func(cell []byte) bool {
		return slices.ContainsFunc(f.Values, func(value string) bool { return bytes.EqualFold(cell, []byte(value)) })
	}
	switch f.Op {
	case CellIs:
		return in, nil
	case CellIsNot:
		return func(cell []byte) bool { return !in(cell) }, nil
	case CellIn:
		return f.membership(), nil
	}
	return nil, fmt.Errorf("%q is not one of < <= > >= = != is, is not, in", f.Op)
}

// membership looks a word up: a list may hold all markers of a chip.
func (f CellFilter) membership() func(cell []byte) bool {
	words := make(map[string]bool, len(f.Values))
	for _, value := range f.Values {
		words[strings.ToUpper(value)] = true
	}
	return func(cell []byte) bool { return words[string(bytes.ToUpper(cell))] }
}

// leadingNumber reads the number that a cell begins with, as C's strtod does of plain
// decimal text: 12kb is 12. A cell that begins otherwise (NA, <0.05) holds none.
func leadingNumber(cell []byte) (float64, bool) {
	if x, ok := ParseFloat(cell); ok {
		return x, true
	}
	end := digitsFrom(cell, signFrom(cell, 0))
	whole := end
	if end < len(cell) && cell[end] == '.' {
		end = digitsFrom(cell, end+1)
	}
	if end-signFrom(cell, 0) < 1 || end == whole+1 && whole == signFrom(cell, 0) {
		return 0, false
	}
	if end < len(cell) && cell[end]|0x20 == 'e' {
		first := signFrom(cell, end+1)
		if last := digitsFrom(cell, first); last > first {
			end = last
		}
	}
	x, err := strconv.ParseFloat(string(cell[:end]), 64)
	return x, err == nil
}

// signFrom returns the place behind a sign at i, if there is one.
func signFrom(b []byte, i int) int {
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		return i + 1
	}
	return i
}

// digitsFrom returns the place behind the digits at i.
func digitsFrom(b []byte, i int) int {
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	return i
}

// cellTest is a CellFilter resolved against the header of a file.
type cellTest struct {
	column int
	meets  func(cell []byte) bool
}

// cellTests resolves the filters of a plan.
func (p *plan) cellTests(place map[string]int) error {
	for _, f := range p.opt.Filters {
		meets, err := f.compile()
		if err != nil {
			return mappingError("A filter cannot be used: "+err.Error()+".", "Correct it, or remove it.")
		}
		column, ok := place[f.Column]
		if !ok {
			return mappingError(fmt.Sprintf("A filter compares column %q, which the file does not have.", f.Column),
				"Its columns are: "+strings.Join(p.header, ", ")+".")
		}
		p.tests = append(p.tests, cellTest{column, meets})
		p.lastColumn = max(p.lastColumn, column)
	}
	return nil
}

// meets reports whether a row meets the filters, of which the first that it does not meet is the
// reason to leave it out.
func (p *rowParser) meets() bool {
	for _, t := range p.plan.tests {
		if cell := textfile.TrimCell(p.spans[t.column].Of(p.line)); !t.meets(cell) {
			p.reject(rFiltered, numFields, cell)
			return false
		}
	}
	return true
}
