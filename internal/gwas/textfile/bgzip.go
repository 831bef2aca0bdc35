package textfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// bgzipTail is where the last block of a bgzip file must begin, when zeros that
// fill up the file are few.
const bgzipTail = 1<<16 + 4096

// blockHead begins every block that bgzip writes, with four bytes of time and two
// of hints instead of the zeros.
var (
	blockMagic = []byte{0x1f, 0x8b, 8, 4}
	blockExtra = []byte{6, 0, 'B', 'C', 2, 0}
)

// bgzipCut reports from the end of a file, before all of it is read, that its last part is missing:
// reading may take long, and would find the same in the end.
func (f *File) bgzipCut() error {
	at, size, ok := randomAccess(f.source)
	if !ok || f.part {
		return nil
	}
	tail := make([]byte, min(size, bgzipTail))
	if _, err := at.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return f.readError(err)
	}
	if !endsEarly(tail) {
		return nil
	}
	f.taken.Store(size)
	return f.readError(io.ErrUnexpectedEOF)
}

// endsEarly looks at the last block of a file: it is cut off, or holds data, though nothing
// follows. Other faults are left to the reader.
func endsEarly(tail []byte) bool {
	for end := len(tail); ; {
		start := bytes.LastIndex(tail[:end], blockMagic)
		if start < 0 {
			return false
		}
		end = start
		block := tail[start:]
		if len(block) < 18 || !bytes.Equal(block[10:16], blockExtra) {
			continue
		}
		size := int(binary.LittleEndian.Uint16(block[16:])) + 1
		if size < 26 {
			return false
		}
		if size > len(block) {
			return true
		}
		rest := block[size:]
		begun := len(rest) > 0 && len(rest) < 18 && bytes.HasPrefix(rest, blockMagic[:min(4, len(rest))])
		padding := len(bytes.Trim(rest, "\x00")) == 0
		return begun || padding && binary.LittleEndian.Uint32(block[size-4:]) > 0
	}
}
