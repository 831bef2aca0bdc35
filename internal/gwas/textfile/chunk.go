package textfile

import (
	"bytes"
	"fmt"
	"io"
)

// chunkSize is how much text is handed out at a time.
const chunkSize = 1 << 20

// chunkLines bounds the lines of a chunk: readers may keep far more memory per line than a short
// line takes.
const chunkLines = chunkSize / 16

// Chunk holds whole lines of a text, at most chunkLines.
type Chunk struct {
	Text []byte
	Line uint32 // number of the first line
	Err  error  // error that ended the file behind this chunk
}

// Chunker cuts a text into chunks that end with a line.
type Chunker struct {
	source   io.Reader
	limits   Limits
	line     uint32 // number of the first line of the next chunk
	carry    []byte // text taken from the source and not handed out yet
	complete bool   // the source has nothing more
	cause    error  // what ended it, nil for its regular end
	ends     LineEnds
	layout   *Layout // nil for a file of which only the beginning is here
	last     []byte  // the last line of the chunk before
}

// Body cuts what follows the header into chunks. It takes the memory of the head.
func (f *File) Body(h *Head, l *Layout) *Chunker {
	c := &Chunker{source: f.text, limits: f.limits, line: uint32(l.BodyLine), ends: h.Ends,
		carry: h.Text[l.BodyStart:], complete: h.Complete, cause: h.Cause}
	if !f.part {
		c.layout = l
	}
	return c
}

// Next puts whole lines into j, whose memory it uses. It returns false with the last chunk.
func (c *Chunker) Next(j *Chunk) bool {
	j.Line, j.Err, j.Text = c.line, nil, j.Text[:0]
	lines := 0
	for {
		c.fill(j)
		end := len(j.Text)
		if !c.complete {
			end = bytes.LastIndexByte(j.Text, '\n') + 1
		}
		if end > 0 || c.complete {
			end, lines = wholeLines(j.Text[:end])
			c.carry = append(c.carry[:0], j.Text[end:]...)
			j.Text = j.Text[:end]
			break
		}
		if len(j.Text) > c.limits.Line {
			j.Text, j.Err = j.Text[:0], lineTooLong(int64(c.line), c.limits)
			return false
		}
	}
	if err := refuseNUL(j.Text, c.line); err != nil {
		j.Err = err
		j.Text = j.Text[:bytes.LastIndexByte(j.Text[:bytes.IndexByte(j.Text, 0)], '\n')+1]
		return false
	}
	first := c.line
	c.line += uint32(lines)
	if !c.complete || len(c.carry) > 0 {
		c.last = append(c.last[:0], lastLine(j.Text)...)
		return true
	}
	if j.Err = c.cause; j.Err == nil && c.layout != nil {
		j.Err = c.layout.cutAt(c.last, j.Text, first)
	}
	if j.Err != nil { // the last line is cut off, or may be
		j.Text = j.Text[:bytes.LastIndexByte(j.Text, '\n')+1]
	}
	return false
}

// wholeLines returns the end of the first lines of text, at most chunkLines, and their number; all
// of text when there are no more.
func wholeLines(text []byte) (end, lines int) {
	lines = bytes.Count(text, []byte{'\n'})
	if lines <= chunkLines {
		return len(text), lines
	}
	for range chunkLines {
		end += bytes.IndexByte(text[end:], '\n') + 1
	}
	return end, chunkLines
}

// fill moves what was carried and up to a chunk of new text into j.
func (c *Chunker) fill(j *Chunk) {
	j.Text = append(j.Text, c.carry...)
	c.carry = c.carry[:0]
	if cap(c.carry) > 4*chunkSize { // once, for a long line
		c.carry = nil
	}
	from := len(j.Text)
	if c.complete || from >= chunkSize && bytes.IndexByte(j.Text, '\n') >= 0 {
		return
	}
	var err error
	j.Text, err = appendUpTo(j.Text, c.source, chunkSize)
	switch {
	case err == nil:
	case endOfText(err):
		c.complete = true
	default:
		c.complete, c.cause = true, err
	}
	if from > 0 && j.Text[from-1] == '\r' {
		from--
	}
	c.ends.normalise(j.Text[from:], c.complete)
}

func lineTooLong(line int64, limits Limits) error {
	return &FileError{Code: CodeLineTooLong, Line: line, What: fmt.Sprintf("The line is longer than %d bytes.", limits.Line),
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
