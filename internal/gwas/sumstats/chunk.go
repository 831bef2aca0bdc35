package sumstats

import (
	"bytes"
	"fmt"
	"io"
)

// chunkSize is how much text is parsed at a time.
const chunkSize = 1 << 20

// chunker cuts a text into chunks that end with a line.
type chunker struct {
	source   io.Reader
	limits   Limits
	line     uint32 // number of the first line of the next chunk
	carry    []byte // text taken from the source and not handed out yet
	complete bool   // the source has nothing more
	cause    error  // what ended it, nil for its regular end
	ends     lineEnds
}

// next puts whole lines into j. It gives false with the last chunk.
func (c *chunker) next(j *job) bool {
	j.line, j.err, j.text = c.line, nil, j.text[:0]
	for {
		c.fill(j)
		end := len(j.text)
		if !c.complete {
			end = bytes.LastIndexByte(j.text, '\n') + 1
		}
		if end > 0 || c.complete {
			c.carry = append(c.carry[:0], j.text[end:]...)
			j.text = j.text[:end]
			break
		}
		if len(j.text) > c.limits.Line {
			j.text, j.err = j.text[:0], c.tooLong()
			return false
		}
	}
	if err := refuseNUL(j.text, c.line); err != nil {
		j.err = err
		j.text = j.text[:bytes.LastIndexByte(j.text[:bytes.IndexByte(j.text, 0)], '\n')+1]
		return false
	}
	c.line += uint32(bytes.Count(j.text, []byte{'\n'}))
	if c.complete {
		j.err = c.cause
		if c.cause != nil { // the last line is cut off, or may be
			j.text = j.text[:bytes.LastIndexByte(j.text, '\n')+1]
		}
	}
	return !c.complete
}

// fill moves what was carried and up to a chunk of new text into j.
func (c *chunker) fill(j *job) {
	j.text = append(j.text, c.carry...)
	c.carry = c.carry[:0]
	from := len(j.text)
	if c.complete || from >= chunkSize && bytes.IndexByte(j.text, '\n') >= 0 {
		return
	}
	if cap(j.text)-from < chunkSize {
		grown := make([]byte, from, from+chunkSize+chunkSize/8)
		copy(grown, j.text)
		j.text = grown
	}
	n, err := io.ReadFull(c.source, j.text[from:from+chunkSize])
	j.text = j.text[:from+n]
	switch {
	case err == nil:
	case endOfText(err):
		c.complete = true
	default:
		c.complete, c.cause = true, err
	}
	if from > 0 && j.text[from-1] == '\r' {
		from--
	}
	c.ends.normalise(j.text[from:], c.complete)
}

func (c *chunker) tooLong() error {
	return &FileError{Code: CodeLineTooLong, Line: int64(c.line), What: fmt.Sprintf("The line is longer than %d bytes.", c.limits.Line),
		Remedy: "Check that the file has line ends and is a table of text."}
}

// refuseNUL reports the first zero byte of text, which begins at line first.
func refuseNUL(text []byte, first uint32) error {
	i := bytes.IndexByte(text, 0)
	if i < 0 {
		return nil
	}
	line := int64(first) + int64(bytes.Count(text[:i], []byte{'\n'}))
	return &FileError{Code: CodeNUL, Line: line, What: "There is a zero byte, which text does not have.",
		Remedy: "The file was damaged on its way or is no text; export it again."}
}

// parseChunk parses the lines of j into its rows and counts.
func (p *rowParser) parseChunk(j *job) {
	j.rows, j.left = j.rows[:0], j.left[:0]
	j.tally.reset()
	p.tally = &j.tally
	p.unquoted = bytes.IndexByte(j.text, '"') < 0
	if need := bytes.Count(j.text, []byte{'\n'}) + 1; cap(j.rows) < need {
		j.rows = make([]Row, 0, need+need/8)
	}
	text, no := j.text, j.line
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
