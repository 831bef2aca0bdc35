package inflate

import "errors"

// ErrBlock reports that data is not a deflate stream of the stated size.
var ErrBlock = errors.New("not a deflate stream of the stated size")

// Block expands deflate streams whose sizes are known; it can be reused, and is not safe for
// concurrent use. The zero value is ready.
type Block struct{ d decoder }

// Expand expands the first size bytes of src, which must be one whole stream of
// end bytes, into dst[:end]; dst must have Slack more bytes. Bytes of src behind
// size are loaded but never used; a few of them make the end faster. The error is
// ErrBlock.
func (b *Block) Expand(dst []byte, end int, src []byte, size int) error {
	d := &b.d
	d.src, d.in, d.buf, d.n = src, 0, 0, 0
	d.dst, d.out, d.limit = dst, 0, end+1 // one more than wanted shows a stream that is too long
	d.begin()
	s := d.run()
	d.src, d.dst = nil, nil
	if s != ended || d.out != end || d.in != size {
		return ErrBlock
	}
	return nil
}
