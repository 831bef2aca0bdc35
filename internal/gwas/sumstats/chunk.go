package sumstats

import (
	"bytes"
	"cmp"
	"slices"

	"cohortium/internal/gwas/textfile"
)

// shortestRow is the usual minimum of text per kept row. It sizes the initial allocation, whatever
// the lines of a chunk look like.
const shortestRow = 16

// parseChunk parses the lines of j into its rows and counts.
func (p *rowParser) parseChunk(j *job) {
	j.rows, j.left, j.sampled = j.rows[:0], j.left[:0], j.sampled[:0]
	j.tally.reset()
	for i := range j.called {
		j.called[i] = j.called[i][:0]
	}
	p.tally = &j.tally
	p.unquoted = bytes.IndexByte(j.Text, '"') < 0
	if need := min(bytes.Count(j.Text, []byte{'\n'}), len(j.Text)/shortestRow) + 1; cap(j.rows) < need {
		j.rows = make([]Row, 0, need+need/8)
	}
	j.EachLine(func(line []byte, no uint32) { p.parseLine(j, line, no) })
}

func (p *rowParser) parseLine(j *job, line []byte, no uint32) {
	p.spans, p.kind = p.plan.text.Cut(line, p.spans, p.unquoted)
	switch p.kind {
	case textfile.Blank:
		j.tally.blank++
		return
	case textfile.Comment:
		j.tally.comments++
		return
	case textfile.Reordered:
		j.tally.reordered = cmp.Or(j.tally.reordered, no)
		return
	}
	j.tally.rowsIn++
	if no%lineStride == 0 && p.plan.opt.Confirm != nil {
		j.sampled = append(j.sampled, Line{line, no})
	}
	n := len(j.rows)
	j.rows = slices.Grow(j.rows, 1)[:n+1]
	row := &j.rows[n]
	if p.parse(line, no, row) {
		j.tally.rowsOut++
		p.keepCalls(j)
		if row.Flags != 0 {
			j.tally.countFlags(row.Flags)
		}
		return
	}
	j.rows = j.rows[:n]
	j.tally.note(p.fault, no, p.faultValue)
	if p.plan.opt.Excluded != nil {
		e := Excluded{Line: no, Reason: reasonTable[p.fault].reason, Value: ExampleText(p.faultValue), Text: string(line)}
		if p.faultField < numFields {
			e.Field = fieldTable[p.faultField].field
		}
		j.left = append(j.left, e)
	}
}

func (t *tally) countFlags(flags RowFlags) {
	for i := range t.flags {
		if flags&(1<<i) != 0 {
			t.flags[i]++
		}
	}
}
