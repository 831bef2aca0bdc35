package regionindex

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"

	"cohortium/internal/gwas/inflate"
)

// BGZF (SAM specification, section 4.1) is gzip in members of at most 64 KiB,
// each of which states its own size in an extra field, so that a reader can
// start at any member. A virtual offset is the place of a member in the file
// times 65536 plus a place in its expanded data.
const (
	maxBlockSize   = 1 << 16 // of a member, compressed
	maxPayload     = 1 << 16 // of a member, expanded
	maxWritten     = 0xff00  // payload that fits a member even when it does not compress
	blockHeadSize  = 18      // with the BC field alone
	blockTrailSize = 8       // CRC-32 and expanded size
)

// endOfFile is the empty member that ends a complete file.
var endOfFile = []byte("\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff\x06\x00BC\x02\x00\x1b\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00")

// noEnd reports that a file lacks its empty last block: it was cut off between two blocks or inside
// one, at its present size.
func noEnd(size int64) error {
	return fmt.Errorf("%w, byte %d: the end-of-file block is missing", ErrTruncated, size)
}

// blockLayout is where things are in a member.
type blockLayout struct {
	size int // of the whole member
	data int // start of the deflated data
}

// parseBlockHead reads the gzip header of a member and its BC field.
func parseBlockHead(p []byte) (blockLayout, error) {
	if len(p) < blockHeadSize {
		return blockLayout{}, ErrTruncated
	}
	if p[0] != 0x1f || p[1] != 0x8b || p[2] != 8 || p[3] != 4 {
		return blockLayout{}, fmt.Errorf("%w: no BGZF block starts here", ErrDamaged)
	}
	extra := int(binary.LittleEndian.Uint16(p[10:]))
	if len(p) < 12+extra {
		return blockLayout{}, ErrTruncated
	}
	for field := p[12 : 12+extra]; len(field) >= 4; {
		size := int(binary.LittleEndian.Uint16(field[2:]))
		if len(field) < 4+size {
			break
		}
		if field[0] == 'B' && field[1] == 'C' && size == 2 {
			layout := blockLayout{size: int(binary.LittleEndian.Uint16(field[4:])) + 1, data: 12 + extra}
			if layout.size < layout.data+blockTrailSize {
				break
			}
			return layout, nil
		}
		field = field[4+size:]
	}
	return blockLayout{}, fmt.Errorf("%w: a gzip member without BGZF size", ErrDamaged)
}

// expand puts the payload of one whole member into dst, which grows as needed,
// after checking size and CRC.
func expand(f *inflate.Block, dst, block []byte, layout blockLayout) ([]byte, error) {
	trail := block[layout.size-blockTrailSize : layout.size]
	want := int(binary.LittleEndian.Uint32(trail[4:]))
	if want < 0 || want > maxPayload {
		return nil, fmt.Errorf("%w: a block states %d expanded bytes", ErrDamaged, want)
	}
	dst = slices.Grow(dst[:0], want+inflate.Slack)[:want+inflate.Slack]
	if err := f.Expand(dst, want, block[layout.data:], layout.size-blockTrailSize-layout.data); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	dst = dst[:want]
	if crc32.ChecksumIEEE(dst) != binary.LittleEndian.Uint32(trail) {
		return nil, fmt.Errorf("%w: wrong CRC of a block", ErrDamaged)
	}
	return dst, nil
}
