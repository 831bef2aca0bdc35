package pagedata

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// Output is where a table is written. Each call begins a new file in place of one that
// an earlier call began.
type Output struct {
	Data, Overview func() (io.WriteCloser, error)
}

// Progress is how far a conversion is.
type Progress struct {
	Rows        int64
	Done, Total int64 // of the source
	Again       bool  // the rows are read once more, since a column does not match its first rows
}

// Inspect looks at the beginning of a source. Errors are *textfile.FileError,
// *tableindex.RowError and *ColumnError.
func Inspect(ctx context.Context, src Source, l Layout) (*Preview, error) {
	in, err := open(ctx, src, l)
	if err != nil {
		return nil, err
	}
	p, err := newPlan(in, src.Build, l)
	if err != nil {
		return nil, err
	}
	out := &Preview{Format: in.format, Compression: in.compression, Delimiter: in.delimiter, Header: in.header, Columns: p.columns,
		Build: p.build, Findings: p.findings, Refusal: refusal(p.kept), Looked: len(in.sample), Held: p.held()}
	for _, row := range in.sample[:min(len(in.sample), sampleRows)] {
		out.Rows = append(out.Rows, slices.Clone(row))
	}
	return out, nil
}

// held returns the content of the first rows. Values that do not have the stated type are missing.
func (p *plan) held() []Column {
	out := make([]Column, len(p.columns))
	for i, proposed := range p.columns {
		v := newValues(proposed, true)
		for at, row := range p.sample {
			var cell []byte
			if i < len(row) && row[i] != nil {
				cell = []byte(*row[i])
			}
			v.add(cell, func() string { return "row " + strconv.Itoa(at+1) })
		}
		out[i] = v.summary()
	}
	return out
}

// Convert makes a table of a source. It decides on types by the first rows, and reads everything
// once more when a later row contradicts them: every value of a column of numbers is a number.
// Errors are those of Inspect.
func Convert(ctx context.Context, src Source, l Layout, out Output, report func(Progress)) (*Summary, error) {
	found := learned{texts: map[string]string{}}
	for again := false; ; again = true {
		in, err := open(ctx, src, l, found.columns...)
		if err != nil {
			return nil, err
		}
		p, err := newPlan(in, src.Build, l)
		if err != nil {
			return nil, err
		}
		if err := refusal(p.kept); err != nil {
			return nil, err
		}
		found.apply(p)
		c := &conversion{plan: p, report: report, again: again, small: found.small}
		if err := c.run(ctx, out); err != nil {
			return nil, err
		}
		if again || !found.learn(c) {
			return c.finish(out)
		}
	}
}

// learned collects where later rows contradict the first ones.
type learned struct {
	texts   map[string]string // text columns, each with the first value of another type
	columns []string          // of JSON
	small   []string          // columns of P values with some that are too small for a double
}

// apply puts what was learned into a plan.
func (f *learned) apply(p *plan) {
	for i := range p.columns {
		c := &p.columns[i]
		if first, is := f.texts[c.Source]; is {
			p.findings = append(
				p.findings,
				fmt.Sprintf("%s is text, since not every value is a %s (%s). Say that it is one, and such values are missing.", c.Source, c.Type, first),
			)
			c.Type = Text
		}
	}
	for _, name := range f.columns {
		p.findings = append(p.findings, fmt.Sprintf("The first rows have no %s; it is a column since later ones do.", name))
	}
}

// learn returns false when all rows matched the first ones.
func (f *learned) learn(c *conversion) bool {
	for _, v := range c.columns {
		if v.breach {
			f.texts[v.Source] = v.FirstUnreadable
		}
		if v.small {
			f.small = append(f.small, v.Source)
		}
	}
	f.columns = c.plan.extra()
	return len(f.texts)+len(f.small)+len(f.columns) > 0
}

// conversion is one reading of a source.
type conversion struct {
	plan     *plan
	report   func(Progress)
	again    bool
	small    []string
	columns  []*values
	beside   []*values // of each column, its companion or nil
	file     *file
	closer   io.Closer
	overview *overview
	strong   *strongest
	rows     int64
	texts    int  // bytes of the texts of the row group, of all columns
	idle     bool // something was learned: rows are checked and not written
	sampled  sumstats.LineSample
	line     []byte
}

// run reads and writes all rows.
func (c *conversion) run(ctx context.Context, out Output) error {
	w, err := out.Data()
	if err != nil {
		return err
	}
	defer w.Close() // of a file that is not finished
	c.file, c.closer = &file{to: w}, w
	c.begin()
	if err := c.plan.rows(ctx, c.row); err != nil {
		return err
	}
	if c.idle {
		return nil
	}
	if c.rows == 0 {
		return &textfile.FileError{
			Code:   textfile.CodeNoRows,
			What:   "The table has no rows.",
			Remedy: "Check that the export finished, and send the file again.",
		}
	}
	if err := c.plan.judgeAll(c.sampled.Lines); err != nil {
		return err
	}
	if len(c.columns[0].present) > 0 {
		if err := c.flush(); err != nil {
			return err
		}
	}
	if c.strong != nil {
		c.file.say(strongestKey, c.strong.metadata())
	}
	if err := c.file.close(); err != nil {
		return err
	}
	return w.Close()
}

// begin creates the columns, with a companion for P values that a double does not hold.
func (c *conversion) begin() {
	for i, proposed := range c.plan.columns {
		v := newValues(proposed, c.plan.forced[i])
		var beside *values
		if slices.Contains(c.small, proposed.Source) {
			beside = newValues(Proposed{ID: proposed.ID + companionEnd, Source: proposed.Source + companionTitle, Type: Number}, true)
			v.NegLog10 = beside.ID
		}
		c.columns, c.beside = append(c.columns, v), append(c.beside, beside)
	}
	c.overview = newOverview(c.plan.columns, c.plan.build)
	c.strong = newStrongest(c.columns, c.beside, c.all())
}

// reportRows is the number of rows between reports of progress.
const reportRows = 8192

// row takes a row.
func (c *conversion) row(no int64, cells [][]byte) error {
	if c.rows++; c.rows > MaxRows {
		return &textfile.FileError{
			Code:   textfile.CodeTooLarge,
			What:   fmt.Sprintf("The table has more than %d rows.", MaxRows),
			Remedy: "Send the rows that the page is to show.",
		}
	}
	if c.sampled.Wants(uint32(no)) {
		c.line = appendLine(c.line[:0], len(cells), func(i int) []byte { return cells[i] })
		c.sampled.Add(bytes.TrimSuffix(c.line, []byte{'\n'}), uint32(no))
	}
	breach := false
	for i, v := range c.columns {
		cell := cells[i]
		if v.Type == Text || v.Type == List {
			c.texts += len(cell)
		}
		if len(cell) > MaxCell || c.texts > maxGroup {
			return c.plan.refuseLong(no, v, cell)
		}
		v.add(cell, func() string { return c.plan.rowWord + " " + strconv.FormatInt(no, 10) })
		if beside := c.beside[i]; beside != nil {
			beside.addNegLog10(cell)
		}
		breach = breach || v.breach || v.small && c.beside[i] == nil
	}
	c.idle = c.idle || breach || len(c.plan.extra()) > 0 && !c.again
	if c.overview != nil && !c.idle {
		c.overview.add(cells)
	}
	if c.strong != nil && !c.idle {
		c.strong.add(c.rows - 1)
	}
	if c.rows%reportRows == 0 && c.report != nil {
		done, total := c.plan.taken()
		c.report(Progress{Rows: c.rows, Done: done, Total: total, Again: c.again})
	}
	if len(c.columns[0].present) == GroupRows {
		return c.flush()
	}
	return nil
}

// addNegLog10 takes the text of a P value.
func (v *values) addNegLog10(cell []byte) {
	y, ok := sumstats.ParseNegLog10P(cell)
	if !ok || math.IsInf(y, 0) {
		v.add(nil, nil)
		return
	}
	v.addNumber(strconv.AppendFloat(nil, y, 'g', -1, 64), nil)
}

// flush writes a row group, unless everything is read again anyway.
func (c *conversion) flush() error {
	all := c.all()
	if !c.idle {
		if err := c.file.group(all); err != nil {
			return err
		}
	}
	for _, v := range all {
		v.reset()
	}
	c.texts = 0
	return nil
}

// all returns the columns of the file, each in front of its companion.
func (c *conversion) all() []*values {
	out := make([]*values, 0, len(c.columns))
	for i, v := range c.columns {
		if out = append(out, v); c.beside[i] != nil {
			out = append(out, c.beside[i])
		}
	}
	return out
}

// finish writes the plots and returns the summary.
func (c *conversion) finish(out Output) (*Summary, error) {
	s := &Summary{Rows: c.rows, RowGroups: c.file.groups, Build: c.plan.build, Findings: c.plan.findings}
	for _, v := range c.all() {
		s.Columns = append(s.Columns, v.summary())
		if v.NegLog10 != "" {
			s.Findings = append(
				s.Findings,
				fmt.Sprintf(
					"Some values of %s are below 1e-308, which a number cannot hold; their −log10 is the column %s.",
					v.Source,
					v.Source+companionTitle,
				),
			)
		}
	}
	if c.overview == nil {
		return s, nil
	}
	var err error
	s.Overview, err = c.overview.write(out.Overview)
	return s, err
}
