package fasta

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"slices"
	"sync"

	"cohortium/internal/gwas/inflate"
)

const (
	maxBlock   = 1 << 16 // bytes of a block of bgzip, packed and unpacked
	blockTrail = 8       // CRC-32 and unpacked size
	// pagesKept bounds the memory of a file to 8 MB. Rows come in order of position, or
	// nearly so.
	pagesKept = 128
)

// text is the unpacked text of a file in pages: blocks of bgzip, or pieces of equal size.
type text struct {
	data   io.ReaderAt
	stored int64   // bytes of the file
	size   int64   // bytes of the text, at most
	starts []start // of the blocks; nil in a plain file

	mu     sync.Mutex
	block  inflate.Block
	packed []byte
	pages  map[int][]byte
	order  []int // pages kept, the oldest at next
	next   int
}

func openText(path string, data io.ReaderAt, size int64) (*text, error) {
	t := &text{data: data, stored: size, size: size, pages: map[int][]byte{}}
	var magic [4]byte
	if _, err := data.ReadAt(magic[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if magic[0] != 0x1f || magic[1] != 0x8b {
		return t, nil
	}
	name := filepath.Base(path)
	if magic[3] != 4 {
		return nil, &DamageError{name, "it is packed by gzip, which cannot be read in pieces. Pack it with bgzip"}
	}
	index, err := readBeside(path, GzipEnd)
	if err != nil {
		return nil, err
	}
	if t.starts, err = parseGzipIndex(index, size); err != nil {
		return nil, &DamageError{name + GzipEnd, err.Error()}
	}
	t.size = t.starts[len(t.starts)-1].text + maxBlock
	return t, nil
}

// append appends n bytes of the text from a place on.
func (t *text) append(dst []byte, at, n int64) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for n > 0 {
		page, begin := t.find(at)
		text, err := t.page(page)
		if err != nil {
			return dst, err
		}
		if at-begin >= int64(len(text)) {
			return dst, fmt.Errorf("%w: the text ends early", errDamaged)
		}
		part := text[at-begin:]
		part = part[:min(int64(len(part)), n)]
		dst, at, n = append(dst, part...), at+int64(len(part)), n-int64(len(part))
	}
	return dst, nil
}

// find returns the page that holds a byte of the text, and where it begins. Of several blocks that
// begin there, all but the last are empty.
func (t *text) find(at int64) (page int, begin int64) {
	if t.starts == nil {
		page = int(at / maxBlock)
		return page, int64(page) * maxBlock
	}
	page, _ = slices.BinarySearchFunc(t.starts, at, func(s start, at int64) int {
		if s.text <= at {
			return -1
		}
		return 1
	})
	return page - 1, t.starts[page-1].text
}

// page returns a page, from memory if it is there.
func (t *text) page(i int) ([]byte, error) {
	if p, ok := t.pages[i]; ok {
		return p, nil
	}
	var buffer []byte
	if len(t.order) == pagesKept {
		oldest := t.order[t.next]
		buffer = t.pages[oldest]
		delete(t.pages, oldest)
	}
	p, err := t.read(i, buffer[:0])
	if err != nil {
		return nil, err
	}
	if len(t.order) < pagesKept {
		t.order = append(t.order, i)
	} else {
		t.order[t.next] = i
		t.next = (t.next + 1) % pagesKept
	}
	t.pages[i] = p
	return p, nil
}

// read reads a page into a buffer.
func (t *text) read(i int, buffer []byte) ([]byte, error) {
	from, until := int64(i)*maxBlock, min(int64(i+1)*maxBlock, t.stored)
	if t.starts != nil {
		from, until = t.starts[i].file, t.stored
		if i+1 < len(t.starts) {
			until = t.starts[i+1].file
		}
		// The last block that is listed may be followed by the empty one.
		until = min(until, from+maxBlock)
	}
	raw := slices.Grow(t.packed[:0], int(until-from))[:until-from]
	t.packed = raw
	if _, err := t.data.ReadAt(raw, from); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%w: it ends at byte %d", errDamaged, from)
		}
		return nil, err
	}
	if t.starts == nil {
		return append(buffer, raw...), nil
	}
	return t.expand(buffer, raw)
}

// expand unpacks the block at the beginning of raw.
func (t *text) expand(dst, raw []byte) ([]byte, error) {
	wrong := fmt.Errorf("%w: no block of bgzip begins where the index has one", errDamaged)
	if len(raw) < 18 || raw[0] != 0x1f || raw[1] != 0x8b || raw[3] != 4 || raw[12] != 'B' || raw[13] != 'C' {
		return nil, wrong
	}
	data := 12 + int(binary.LittleEndian.Uint16(raw[10:]))
	size := int(binary.LittleEndian.Uint16(raw[16:])) + 1
	if size > len(raw) || data+blockTrail > size {
		return nil, wrong
	}
	trail := raw[size-blockTrail : size]
	want := binary.LittleEndian.Uint32(trail[4:])
	if want > maxBlock {
		return nil, wrong
	}
	room := int(want) + inflate.Slack
	dst = slices.Grow(dst, room)[:room]
	if err := t.block.Expand(dst, int(want), raw[data:], size-blockTrail-data); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	dst = dst[:want]
	if crc32.ChecksumIEEE(dst) != binary.LittleEndian.Uint32(trail) {
		return nil, fmt.Errorf("%w: a block has a wrong check sum", errDamaged)
	}
	return dst, nil
}
