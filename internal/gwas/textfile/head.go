package textfile

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

// headSize is how much decompressed text is looked at to find the layout.
const headSize = 512 << 10

// headComments is how much of it may be comments before that is an error.
const headComments = 32 << 20

// headRows is how many lines that are not comments distinguish header from rows.
const headRows = 2

// Head is the beginning of the text of a file: enough for the layout, or
// everything when the file is short. Lone carriage returns are line feeds.
type Head struct {
	Text     []byte
	Complete bool  // nothing follows
	Cause    error // error that cut the text short, nil for its regular end
	Ends     LineEnds
}

// ReadHead reads the head. It is called once, before anything else is read. Zero
// bytes in it are an error, and so is damage before its first byte.
func (f *File) ReadHead() (*Head, error) {
	h := &Head{}
	for size := headSize; ; size *= 2 {
		var err error
		h.Text, err = appendUpTo(h.Text, f.text, size-len(h.Text))
		switch {
		case err == nil:
		case endOfText(err):
			h.Complete = true
		default:
			h.Complete, h.Cause = true, err
		}
		if h.Complete || f.enough(h.Text) {
			break
		}
	}
	h.Ends.normalise(h.Text, h.Complete)
	h.Ends.lf = bytes.Count(h.Text, []byte{'\n'}) - h.Ends.crlf - h.Ends.cr
	if err := refuseNUL(h.Text, 1); err != nil {
		return nil, err
	}
	if h.Cause != nil && len(h.Text) == 0 {
		return nil, h.Cause
	}
	return h, nil
}

// firstRead is how many bytes appendUpTo takes memory for at first.
const firstRead = 16 << 10

// appendUpTo appends n bytes of r to text, or with an error of io.ReadFull fewer. Memory grows with the bytes
// that come, so that a short file takes little.
func appendUpTo(text []byte, r io.Reader, n int) ([]byte, error) {
	end := len(text) + n
	for step := firstRead; ; step *= 2 {
		from := len(text)
		to := min(max(from+step, cap(text)), end)
		text = slices.Grow(text, to-from)
		m, err := io.ReadFull(r, text[from:to])
		text = text[:from+m]
		if err != nil || len(text) == end {
			return text, err
		}
	}
}

// endOfText reports whether io.ReadFull met the regular end of the text. A stream that is cut off
// has a FileError instead.
func endOfText(err error) bool {
	var fault *FileError
	return !errors.As(err, &fault) && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF))
}

// enough reports whether a head determines the layout, or a longer one would not: its first row is
// longer than a line may be, or it has too many comments.
func (f *File) enough(head []byte) bool {
	if len(head) >= max(headComments, f.limits.Line+headSize) {
		return true
	}
	for rows := 0; rows < headRows; {
		line, rest, whole := bytes.Cut(head, []byte{'\n'})
		if !whole {
			return len(line) > f.limits.Line
		}
		if len(line) > 0 && !isComment(line) {
			rows++
		}
		head = rest
	}
	return true
}

// LineEnds counts the ways lines end in the head and makes them uniform.
type LineEnds struct{ lf, crlf, cr int }

// normalise turns lone carriage returns into line feeds in place. A final one is
// left when more text follows, since its line feed may be next.
func (e *LineEnds) normalise(text []byte, complete bool) {
	for i := 0; i < len(text); {
		j := bytes.IndexByte(text[i:], '\r')
		if j < 0 {
			break
		}
		i += j
		switch {
		case i+1 < len(text) && text[i+1] == '\n':
			e.crlf++
			i++
		case i+1 == len(text) && !complete:
		default:
			text[i] = '\n'
			e.cr++
		}
		i++
	}
}

func (e LineEnds) String() string {
	switch {
	case e.crlf > 0 && e.lf == 0 && e.cr == 0:
		return "crlf"
	case e.cr > 0 && e.lf == 0 && e.crlf == 0:
		return "cr"
	case e.cr > 0 || e.crlf > 0:
		return "mixed"
	}
	return "lf"
}
