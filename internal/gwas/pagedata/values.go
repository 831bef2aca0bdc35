package pagedata

import (
	"math"
	"strconv"
	"unicode/utf8"

	"cohortium/internal/gwas/sumstats"
)

// exactDistinct is up to how many different values are counted.
const exactDistinct = 1000

const firstValues = 10

// values are the cells of one column of the current row group, with the summary of
// all of them so far.
type values struct {
	Column
	forced bool // values that do not have the type are missing
	// breach reports that a cell did not have the assumed type, so the column is text.
	breach bool
	small  bool // some P is too small for a double

	present  []bool // of each row
	numbers  []float64
	booleans []bool
	text     []byte
	ends     []int32 // in text, behind each value

	seenTexts   map[string]struct{}
	seenBytes   int // of seenTexts
	seenNumbers map[float64]struct{}
	many        bool // more than exactDistinct values, or maxSeen bytes
}

func newValues(c Proposed, forced bool) *values {
	return &values{Column: Column{ID: c.ID, Source: c.Source, Type: c.Type, Role: c.Role, First: []string{}}, forced: forced,
		seenTexts: map[string]struct{}{}, seenNumbers: map[float64]struct{}{}}
}

// reset forgets the rows of a row group.
func (v *values) reset() {
	v.present, v.numbers, v.booleans, v.text, v.ends = v.present[:0], v.numbers[:0], v.booleans[:0], v.text[:0], v.ends[:0]
}

// add takes the next cell; nil is missing. place describes its position.
func (v *values) add(cell []byte, place func() string) {
	switch v.Type {
	case Number:
		v.addNumber(cell, place)
	case Boolean:
		b, ok := booleanOf(cell)
		if !v.take(cell, ok, place) {
			return
		}
		v.booleans = append(v.booleans, b)
		v.meet(strconv.AppendBool(nil, b))
	case List:
		if v.take(cell, isList(cell), place) {
			v.addText(cell)
		}
	default:
		if v.present = append(v.present, len(cell) > 0); len(cell) > 0 {
			v.addText(cell)
		} else {
			v.Missing++
		}
	}
}

// take notes whether a row has a value. A value of another type makes the column a text, unless the
// type was stated.
func (v *values) take(cell []byte, ok bool, place func() string) bool {
	v.present = append(v.present, ok)
	if ok {
		return true
	}
	v.Missing++
	if sumstats.IsMissing(cell) {
		return false
	}
	if !v.forced && (v.Type != Number || !isInfinite(cell)) {
		if !v.breach {
			v.breach, v.FirstUnreadable = true, place()+": "+short(cell)
		}
		return false
	}
	if v.Unreadable++; v.Unreadable == 1 {
		v.FirstUnreadable = place() + ": " + short(cell)
	}
	return false
}

func (v *values) addNumber(cell []byte, place func() string) {
	x, ok := numberOf(cell)
	if !v.take(cell, ok, place) {
		return
	}
	if v.Role == P && x < smallestP && x >= 0 {
		x = v.tinyP(cell, x)
	}
	v.numbers = append(v.numbers, x)
	if v.Min == nil {
		low, high := x, x
		v.Min, v.Max = &low, &high
	}
	*v.Min, *v.Max = min(*v.Min, x), max(*v.Max, x)
	if v.many {
		return
	}
	if _, seen := v.seenNumbers[x]; !seen {
		v.seenNumbers[x] = struct{}{}
		if v.many = len(v.seenNumbers) > exactDistinct; v.many {
			v.seenNumbers = nil
		} else if len(v.First) < firstValues {
			v.First = append(v.First, string(cell))
		}
	}
}

// smallestP is the P value below which a double loses digits, and then the value.
const smallestP = 1e-308

// tinyP returns the smallest double for a P value that a double does not hold, so that it does not
// become 0. The exact −log10 P has a separate column.
func (v *values) tinyP(cell []byte, x float64) float64 {
	y, ok := sumstats.ParseNegLog10P(cell)
	if !ok || math.IsInf(y, 1) {
		return x // an honest 0
	}
	v.small = true
	if x == 0 {
		return math.SmallestNonzeroFloat64
	}
	return x
}

func (v *values) addText(cell []byte) {
	if !utf8.Valid(cell) {
		cell = []byte(string([]rune(string(cell))))
	}
	v.text = append(v.text, cell...)
	v.ends = append(v.ends, int32(len(v.text)))
	v.meet(cell)
}

// meet counts different texts.
func (v *values) meet(cell []byte) {
	if v.many {
		return
	}
	if _, seen := v.seenTexts[string(cell)]; seen {
		return
	}
	v.seenTexts[string(cell)] = struct{}{}
	v.seenBytes += len(cell)
	if v.many = len(v.seenTexts) > exactDistinct || v.seenBytes > maxSeen; v.many {
		v.seenTexts = nil
	} else if len(v.First) < firstValues {
		v.First = append(v.First, short(cell))
	}
}

// summary returns the summary of the column.
func (v *values) summary() Column {
	c := v.Column
	if !v.many {
		n := len(v.seenTexts) + len(v.seenNumbers)
		c.Distinct = &n
	}
	return c
}

// short returns a value as it may appear in a summary.
func short(cell []byte) string {
	const most = 100
	if runes := []rune(string(cell)); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(cell)
}
