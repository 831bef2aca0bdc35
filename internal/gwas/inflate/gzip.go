package inflate

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// Flags of a gzip header (RFC 1952).
const (
	flagHeaderCRC = 1 << (iota + 1)
	flagExtra
	flagName
	flagComment
	flagsReserved = 0xe0
)

const (
	headSize  = 10 // of the fixed part
	trailSize = 8  // CRC-32 and size
	// maxText bounds name and comment, terminator included, as compress/gzip does.
	maxText = 512
	// maxHead is the longest header: with an extra field, name, comment and CRC.
	maxHead = headSize + 2 + 1<<16 + 2*maxText + 2
)

// Faults of a gzip file.
const (
	noMember      = "no gzip member starts here"
	reservedFlags = "the header has flags that gzip does not know"
	longText      = "the name or comment in the header is too long"
	wrongHeadCRC  = "the header does not match its check sum"
	notDeflate    = "the data cannot be unpacked"
	wrongCRC      = "the data does not match its check sum"
	wrongSize     = "the data does not have the stated size"
	behindZeros   = "something follows the zeros behind the last member"
)

// headOf returns the size of the header that p begins with, 0 when p is too short, and what is
// wrong with it, if anything.
func headOf(p []byte) (size int, wrong string) {
	if len(p) < headSize {
		return 0, ""
	}
	if p[0] != 0x1f || p[1] != 0x8b || p[2] != 8 {
		return 0, noMember
	}
	flags, at := p[3], headSize
	if flags&flagsReserved != 0 {
		return 0, reservedFlags
	}
	if flags&flagExtra != 0 {
		if len(p) < at+2 {
			return 0, ""
		}
		at += 2 + int(binary.LittleEndian.Uint16(p[at:]))
	}
	for _, text := range []byte{flagName, flagComment} {
		if flags&text == 0 {
			continue
		}
		if at >= len(p) {
			return 0, ""
		}
		rest := p[at:min(at+maxText, len(p))]
		end := bytes.IndexByte(rest, 0)
		switch {
		case end < 0 && len(rest) == maxText:
			return 0, longText
		case end < 0:
			return 0, ""
		}
		at += end + 1
	}
	if flags&flagHeaderCRC != 0 {
		if len(p) < at+2 {
			return 0, ""
		}
		if binary.LittleEndian.Uint16(p[at:]) != uint16(crc32.ChecksumIEEE(p[:at])) {
			return 0, wrongHeadCRC
		}
		at += 2
	}
	if at > len(p) {
		return 0, ""
	}
	return at, ""
}

// isBlock reports whether a header is that of a BGZF block, which states its size in an extra field
// BC (SAM specification, section 4.1).
func isBlock(head []byte) bool {
	if head[3]&flagExtra == 0 {
		return false
	}
	field := head[headSize+2:][:binary.LittleEndian.Uint16(head[headSize:])]
	for len(field) >= 4 {
		size := int(binary.LittleEndian.Uint16(field[2:]))
		if field[0] == 'B' && field[1] == 'C' && size == 2 {
			return true
		}
		if len(field) < 4+size {
			return false
		}
		field = field[4+size:]
	}
	return false
}
