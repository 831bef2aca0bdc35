package textfile

import (
	"bufio"
	"errors"
	"io"
)

// peeker is a buffered reader with lookahead.
type peeker struct{ *bufio.Reader }

func newPeeker(r io.Reader, size int) *peeker { return &peeker{bufio.NewReaderSize(r, size)} }

// peek returns up to n bytes without taking them; fewer at the end of the data.
// Bytes before an error come with the error.
func (p *peeker) peek(n int) ([]byte, error) {
	b, err := p.Peek(n)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b, err
}

func (p *peeker) discard(n int) {
	// The bytes have been peeked, so they are there.
	_, _ = p.Discard(n)
}
