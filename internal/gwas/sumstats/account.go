package sumstats

// firstLines is how many line numbers a ReasonCount keeps.
const firstLines = 10

// Account counts what happened to every row. RowsIn is RowsOut plus the sum of Excluded; each
// excluded row counts under one reason, the first that applies in the order of Reasons. A repaired
// row may count under several repairs.
type Account struct {
	RowsIn   int64         `json:"rows_in"`
	RowsOut  int64         `json:"rows_out"`
	Excluded []ReasonCount `json:"excluded"`
	Repaired []ReasonCount `json:"repaired"`
	Columns  []ColumnCount `json:"columns"`
	Flags    []FlagCount   `json:"flags"`
	// Tests counts rows by the value of the TEST column, the additive model
	// included; it holds at most 20 values.
	Tests map[string]int64 `json:"tests,omitempty"`
	// Comments and Blank count lines that are not rows.
	Comments int64 `json:"comment_lines"`
	Blank    int64 `json:"blank_lines"`
	// Bytes is the size of the decompressed text.
	Bytes int64 `json:"bytes"`
}

// ReasonCount is one reason with its number of rows, the first ten 1-based line
// numbers of the decompressed file, and the value that first gave rise to it.
type ReasonCount struct {
	Reason   Reason   `json:"reason"`
	Sentence string   `json:"sentence"`
	N        int64    `json:"n"`
	Lines    []uint32 `json:"lines"`
	Example  string   `json:"example,omitempty"`
}

// ColumnCount is one mapped column before and after repair. Before, valid means
// valid as written: chromosome 1–26, position a whole number above 0, alleles
// upper-case A, C, G, T or a single D or I, frequency 0–1, effect finite, error
// positive and finite, P 0–1, N a whole number above 0, INFO 0–1. Rows leaves out
// rows that could not be split into columns and rows of other models.
type ColumnCount struct {
	Field      Field  `json:"field"`
	Column     string `json:"column"`
	Type       string `json:"type"`
	Rows       int64  `json:"rows"`
	Missing    int64  `json:"missing"`
	Valid      int64  `json:"valid"`
	ValidAfter int64  `json:"valid_after"`
}

// FlagCount is the number of delivered rows that carry a flag.
type FlagCount struct {
	Flag string `json:"flag"`
	N    int64  `json:"n"`
}

// ExcludedN returns the number of rows left out.
func (a *Account) ExcludedN() int64 {
	var n int64
	for _, e := range a.Excluded {
		n += e.N
	}
	return n
}

// Excluded is one row that was left out.
type Excluded struct {
	Line   uint32 // 1-based line of the decompressed file
	Reason Reason
	Field  Field  // the field at fault; "" when it is the row as a whole
	Value  string // its text
	Text   string // the line as written
}

// flagNames are in the order of the RowFlags bits.
var flagNames = [...]string{"p_from_z", "p_underflow", "standard_error_derived", "swapped", "strand_flipped", "frequency_is_minor"}

// maxTests bounds the values counted of a TEST column.
const maxTests = 20

// tally is an Account under construction; workers fill one per chunk and the
// reader adds them up in file order, so that first lines are first lines.
type tally struct {
	rowsIn, rowsOut int64
	comments, blank int64
	reasons         [numReasons]reasonTally
	missing         [numFields]int64
	invalidBefore   [numFields]int64
	invalidAfter    [numFields]int64
	flags           [len(flagNames)]int64
	tests           []testCount

	written25       int64 // rows whose chromosome was written as 25
	pseudoAutosomal bool  // and proof that it is the pseudo-autosomal X

	mitochondrion MitochondrialNames

	reordered uint32 // line with the names of the columns in another order
}

type reasonTally struct {
	n       int64
	last    uint32 // line that was counted last
	lines   [firstLines]uint32
	example string
}

func (t *tally) reset() { *t = tally{tests: t.tests[:0]} }

// note counts a row for a reason: once, also when two of its cells have the fault.
func (t *tally) note(r reasonID, line uint32, example []byte) {
	c := &t.reasons[r]
	if c.last == line {
		return
	}
	c.last = line
	if c.n < firstLines {
		c.lines[c.n] = line
		if c.n == 0 {
			c.example = ExampleText(example)
		}
	}
	c.n++
}

// testCount is the number of rows with one value of the TEST column.
type testCount struct {
	name string
	n    int64
}

// noteTest counts without allocating for a value that is known already.
func (t *tally) noteTest(value []byte) {
	for i := range t.tests {
		if t.tests[i].name == string(value) {
			t.tests[i].n++
			return
		}
	}
	if len(t.tests) < maxTests {
		t.tests = append(t.tests, testCount{string(value), 1})
	}
}

// joinedFields are those whose cells hold several values of a variant.
var joinedFields = [...]fieldID{fChrPos, fChrPosRefAlt, fAlleles}

// columnTally holds the counts of a column.
type columnTally struct{ missing, invalidBefore, invalidAfter int64 }

// joined returns the counts so far of columns with several values.
func (t *tally) joined() (before [len(joinedFields)]columnTally) {
	for i, f := range joinedFields {
		before[i] = columnTally{t.missing[f], t.invalidBefore[f], t.invalidAfter[f]}
	}
	return before
}

// countOnce makes a row count once in such a column, as missing or as invalid,
// however many of the values in its cell are at fault.
func (t *tally) countOnce(before [len(joinedFields)]columnTally) {
	for i, f := range joinedFields {
		was := before[i]
		if t.missing[f] > was.missing {
			t.missing[f], t.invalidBefore[f], t.invalidAfter[f] = was.missing+1, was.invalidBefore, was.invalidAfter
			continue
		}
		t.invalidBefore[f] = min(t.invalidBefore[f], was.invalidBefore+1)
		t.invalidAfter[f] = min(t.invalidAfter[f], was.invalidAfter+1)
	}
}

func (t *tally) addTest(from testCount) {
	for i := range t.tests {
		if t.tests[i].name == from.name {
			t.tests[i].n += from.n
			return
		}
	}
	if len(t.tests) < maxTests {
		t.tests = append(t.tests, from)
	}
}

// ExampleText shortens a cell for display.
func ExampleText(b []byte) string {
	const longest = 60
	if len(b) > longest {
		return string(b[:longest]) + "…"
	}
	return string(b)
}

// add adds the counts of a later part of the file to t.
func (t *tally) add(o *tally) {
	t.rowsIn += o.rowsIn
	t.rowsOut += o.rowsOut
	t.comments += o.comments
	t.blank += o.blank
	for r := range o.reasons {
		from, to := &o.reasons[r], &t.reasons[r]
		if from.n == 0 {
			continue
		}
		if to.n == 0 {
			to.example = from.example
		}
		for i := int64(0); i < min(from.n, firstLines) && to.n+i < firstLines; i++ {
			to.lines[to.n+i] = from.lines[i]
		}
		to.n += from.n
	}
	for f := range o.missing {
		t.missing[f] += o.missing[f]
		t.invalidBefore[f] += o.invalidBefore[f]
		t.invalidAfter[f] += o.invalidAfter[f]
	}
	for i := range o.flags {
		t.flags[i] += o.flags[i]
	}
	for _, c := range o.tests {
		t.addTest(c)
	}
	t.mitochondrion |= o.mitochondrion
}

// account converts the counts into the published form.
func (t *tally) account(p *plan) Account {
	a := Account{RowsIn: t.rowsIn, RowsOut: t.rowsOut, Comments: t.comments, Blank: t.blank,
		Excluded: []ReasonCount{}, Repaired: []ReasonCount{}, Columns: []ColumnCount{}, Flags: []FlagCount{}}
	for _, c := range t.tests {
		if a.Tests == nil {
			a.Tests = map[string]int64{}
		}
		a.Tests[c.name] = c.n
	}
	for r := reasonID(1); r < numReasons; r++ {
		c, info := &t.reasons[r], reasonTable[r]
		if c.n == 0 {
			continue
		}
		count := ReasonCount{Reason: info.reason, Sentence: info.sentence, N: c.n, Example: c.example,
			Lines: append([]uint32(nil), c.lines[:min(c.n, firstLines)]...)}
		if info.repair {
			a.Repaired = append(a.Repaired, count)
		} else {
			a.Excluded = append(a.Excluded, count)
		}
	}
	rows := t.rowsIn - t.reasons[rColumnCount].n - t.reasons[rQuotes].n - t.reasons[rRepeatedHeader].n - t.reasons[rGeneTest].n - t.reasons[rOtherTest].n
	for f := range numFields {
		if p.col[f] < 0 {
			continue
		}
		a.Columns = append(a.Columns, ColumnCount{Field: fieldTable[f].field, Column: p.header[p.col[f]],
			Type: string(fieldTable[f].kind), Rows: rows, Missing: t.missing[f],
			Valid: rows - t.missing[f] - t.invalidBefore[f], ValidAfter: rows - t.missing[f] - t.invalidAfter[f]})
	}
	for i, n := range t.flags {
		if n > 0 {
			a.Flags = append(a.Flags, FlagCount{Flag: flagNames[i], N: n})
		}
	}
	return a
}
