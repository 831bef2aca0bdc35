package tableindex

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"cohortium/internal/gwas/textfile"
)

// dataMember is the member that holds the rows where JSON in one piece is an object.
const dataMember = "data"

// pieces reads JSON in one piece as lines, an object in each; other text as it is.
type pieces struct {
	text   *bufio.Reader
	most   int // bytes of an object
	looked bool
	one    bool // the text is JSON in one piece

	rest   *rationed
	dec    *json.Decoder
	object bool // the array is in an object
	row    int64
	line   bytes.Buffer
	err    error
}

func newPieces(text io.Reader, limits textfile.Limits) *pieces {
	p := &pieces{text: bufio.NewReaderSize(text, 64<<10), most: limits.Line}
	if p.most <= 0 {
		p.most = 1 << 20
	}
	return p
}

// Read implements io.Reader.
func (p *pieces) Read(b []byte) (int, error) {
	if !p.looked {
		p.looked = true
		p.look()
	}
	if !p.one {
		return p.text.Read(b)
	}
	for p.line.Len() == 0 && p.err == nil {
		p.err = p.next()
	}
	if p.line.Len() > 0 {
		return p.line.Read(b)
	}
	return 0, p.err
}

// look determines by the first bytes whether the text is JSON in one piece.
func (p *pieces) look() {
	start, _ := p.text.Peek(p.text.Size())
	start = bytes.TrimLeft(start, " \t\r\n")
	p.object = bytes.HasPrefix(start, []byte("{"))
	p.one = bytes.HasPrefix(start, []byte("[")) || p.object && holdsRows(start)
	if !p.one {
		return
	}
	p.rest = &rationed{r: p.text, left: p.most}
	p.dec = json.NewDecoder(p.rest)
	p.err = p.fault(p.enter())
}

// holdsRows reports whether an object, of which only the beginning may be there, has a member data
// that is a list of objects.
func holdsRows(start []byte) bool {
	dec := json.NewDecoder(bytes.NewReader(start))
	if _, err := toRows(dec); err != nil {
		return false
	}
	if !dec.More() {
		return true
	}
	first, err := dec.Token()
	return err == nil && first == json.Delim('{')
}

// toRows reads an object up to the first row of its data.
func toRows(dec *json.Decoder) (skipped int, err error) {
	if _, err := dec.Token(); err != nil {
		return 0, err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return skipped, err
		}
		if name == dataMember {
			open, err := dec.Token()
			if err == nil && open != json.Delim('[') {
				err = errNoRows
			}
			return skipped, err
		}
		var other json.RawMessage
		if err := dec.Decode(&other); err != nil {
			return skipped, err
		}
		skipped++
	}
	return skipped, errNoRows
}

var errNoRows = errors.New("no list of rows")

// enter reads up to the first row.
func (p *pieces) enter() error {
	if p.object {
		_, err := toRows(p.dec)
		return err
	}
	_, err := p.dec.Token()
	return err
}

// next makes a line of the next row; io.EOF behind the last.
func (p *pieces) next() error {
	p.rest.left = p.most
	if !p.dec.More() {
		return p.fault(p.leave())
	}
	p.row++
	var row json.RawMessage
	if err := p.dec.Decode(&row); err != nil {
		return p.fault(err)
	}
	p.line.Reset()
	if err := json.Compact(&p.line, row); err != nil {
		return p.fault(err)
	}
	p.line.WriteByte('\n')
	return nil
}

// leave reads to the end behind the rows, and returns errEnd when it is valid.
func (p *pieces) leave() error {
	if _, err := p.dec.Token(); err != nil {
		return err
	}
	for p.object && p.dec.More() {
		var other json.RawMessage
		if _, err := p.dec.Token(); err != nil {
			return err
		}
		if err := p.dec.Decode(&other); err != nil {
			return err
		}
	}
	if p.object {
		if _, err := p.dec.Token(); err != nil {
			return err
		}
	}
	_, err := p.dec.Token()
	switch {
	case errors.Is(err, io.EOF):
		return errEnd
	case err == nil:
		return errMore
	}
	return err
}

var (
	errEnd    = errors.New("the end of the JSON")
	errMore   = errors.New("something follows the end of the JSON")
	errRation = errors.New("too long")
)

// fault words what is wrong with the JSON; the end stays io.EOF.
func (p *pieces) fault(err error) error {
	var known *textfile.FileError
	var syntax *json.SyntaxError
	f := &textfile.FileError{Code: textfile.CodeDamaged, Remedy: "Write the JSON again with a program that checks it.", Err: err}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errEnd):
		return io.EOF
	case errors.As(err, &known):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		f.Code, f.What = textfile.CodeTruncated, fmt.Sprintf("The JSON ends too early, behind row %d.", max(p.row-1, 0))
	case errors.Is(err, errRation):
		f.Code, f.What, f.Remedy = textfile.CodeLineTooLong, fmt.Sprintf(
			"Row %d is longer than %d bytes.",
			p.row,
			p.most,
		), "Send a list of objects, one for each row."
	case errors.Is(err, errNoRows):
		f.What, f.Remedy = "The JSON has no list of rows.", "Send a list of objects, or an object whose member data is one."
	case errors.As(err, &syntax):
		f.What = fmt.Sprintf("The JSON is broken in row %d, at byte %d of the text: %s.", p.row, syntax.Offset, syntax.Error())
	default:
		f.What = fmt.Sprintf("The JSON is broken behind row %d: %s.", p.row, err)
	}
	return f
}

// rationed reads a number of bytes and then an error, so that no single token becomes long.
type rationed struct {
	r    io.Reader
	left int
}

func (r *rationed) Read(b []byte) (int, error) {
	if r.left <= 0 {
		return 0, errRation
	}
	n, err := r.r.Read(b[:min(len(b), r.left)])
	r.left -= n
	return n, err
}
