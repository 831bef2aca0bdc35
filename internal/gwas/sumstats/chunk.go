package sumstats

import "bytes"

// parseChunk parses the lines of j into its rows and counts.
func (p *rowParser) parseChunk(j *job) {
	j.rows, j.left = j.rows[:0], j.left[:0]
	j.tally.reset()
	p.tally = &j.tally
	p.unquoted = bytes.IndexByte(j.Text, '"') < 0
	if need := bytes.Count(j.Text, []byte{'\n'}) + 1; cap(j.rows) < need {
		j.rows = make([]Row, 0, need+need/8)
	}
	text, no := j.Text, j.Line
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		p.parseLine(j, line, no)
		no++
	}
}

func (p *rowParser) parseLine(j *job, line []byte, no uint32) {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	if len(line) == 0 || line[0] <= ' ' && len(bytes.TrimSpace(line)) == 0 {
		j.tally.blank++
		return
	}
	if line[0] == '#' && !bytes.Equal(line, p.plan.headText) {
		j.tally.comments++
		return
	}
	j.tally.rowsIn++
	n := len(j.rows)
	j.rows = j.rows[:n+1]
	row := &j.rows[n]
	if p.parse(line, no, row) {
		j.tally.rowsOut++
		if row.Flags != 0 {
			j.tally.countFlags(row.Flags)
		}
		return
	}
	j.rows = j.rows[:n]
	j.tally.note(p.fault, no, p.faultValue)
	if p.plan.opt.Excluded != nil {
		e := Excluded{Line: no, Reason: reasonTable[p.fault].reason, Value: exampleText(p.faultValue), Text: string(line)}
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
