package fasta

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// Indexer makes the .fai index of a FASTA text that is written to it. All lines of a
// sequence but the last must be of one length, as an index has one number for them.
type Indexer struct {
	Entries []Entry
	at      int64 // bytes before line
	line    []byte
	number  int64 // 1-based, of the line that is read
	last    bool  // a shorter line ended the sequence
}

// longestLine bounds a line: some files have a chromosome in one.
const longestLine = 1 << 30

// Write takes the next part of the text. Errors are sentences about the text.
func (x *Indexer) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			if x.line = append(x.line, rest...); len(x.line) > longestLine {
				return 0, fmt.Errorf("line %d is longer than %d bytes", x.number+1, longestLine)
			}
			break
		}
		line := rest[:i+1]
		if len(x.line) > 0 {
			x.line = append(x.line, line...)
			line = x.line
		}
		if err := x.take(line); err != nil {
			return 0, err
		}
		x.line, rest = x.line[:0], rest[i+1:]
	}
	return len(p), nil
}

// Close takes the last line, which may lack its end.
func (x *Indexer) Close() error {
	if len(x.line) > 0 {
		if err := x.take(x.line); err != nil {
			return err
		}
		x.line = nil
	}
	if len(x.Entries) == 0 {
		return errors.New("it has no sequence: a FASTA file begins with > and a name")
	}
	return nil
}

// take takes one line with its end.
func (x *Indexer) take(line []byte) error {
	x.number++
	begin := x.at
	x.at += int64(len(line))
	text := bytes.TrimRight(line, "\r\n")
	if len(text) > 0 && text[0] == '>' {
		name, _, _ := bytes.Cut(text[1:], []byte{' '})
		name, _, _ = bytes.Cut(name, []byte{'\t'})
		if len(name) == 0 {
			return fmt.Errorf("line %d names no sequence behind >", x.number)
		}
		x.Entries = append(x.Entries, Entry{Name: string(name), Offset: x.at})
		x.last = false
		return nil
	}
	if len(x.Entries) == 0 {
		return fmt.Errorf("line %d has bases before the first sequence: a FASTA file begins with > and a name", x.number)
	}
	e := &x.Entries[len(x.Entries)-1]
	if len(text) == 0 {
		x.last = true
		return nil
	}
	return x.bases(e, begin, text, int64(len(line)))
}

// bases takes a line of bases.
func (x *Indexer) bases(e *Entry, begin int64, text []byte, size int64) error {
	for _, b := range text {
		if b|0x20 < 'a' || b|0x20 > 'z' {
			return fmt.Errorf("line %d has %q, which is not a base", x.number, b)
		}
	}
	n := int64(len(text))
	switch {
	case x.last:
		return fmt.Errorf(
			"line %d, in sequence %s, follows a shorter line: all lines of a sequence except the last must have the same length",
			x.number,
			e.Name,
		)
	case e.Bases == 0:
		e.Offset, e.LineBases, e.LineBytes = begin, n, size
	case n > e.LineBases:
		return fmt.Errorf(
			"line %d of %s has %d bases, the lines before %d: all lines of a sequence but the last must have one length",
			x.number,
			e.Name,
			n,
			e.LineBases,
		)
	}
	x.last = n < e.LineBases || size != e.LineBytes
	e.Bases += n
	return e.check()
}

// AppendIndex appends the .fai index of entries.
func AppendIndex(dst []byte, entries []Entry) []byte {
	for i := range entries {
		e := &entries[i]
		dst = append(append(dst, e.Name...), '\t')
		for j, n := range []int64{e.Bases, e.Offset, e.LineBases, e.LineBytes} {
			if j > 0 {
				dst = append(dst, '\t')
			}
			dst = strconv.AppendInt(dst, n, 10)
		}
		dst = append(dst, '\n')
	}
	return dst
}
