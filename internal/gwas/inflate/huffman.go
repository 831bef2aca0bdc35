package inflate

import "math/bits"

// Decoding tables of deflate (RFC 1951). A table is indexed by the next bits of the input, lowest
// first. An entry holds their meaning:
//
//	bits  0–5   bits to consume, extra bits included
//	bits  8–11  bits of the code alone
//	bits 12–15  kind
//	bits 16–31  literal, or two literals, or base of a length or distance, or
//	            start of a second table for longer codes
//
// Two short literals that follow each other share an entry: text of digits is
// mostly literals, and this decodes them two at a time.
const (
	kindLiteral  = 1 << 12
	kindPair     = 1 << 13 // with kindLiteral: two of them
	kindSpecial  = 1 << 14 // end of block, second table, or no code
	kindSubtable = 1 << 15 // with kindSpecial
	kindEnd      = kindPair | kindSpecial

	literalBits  = 10 // of the first table
	distanceBits = 8
	maxCodeBits  = 15
	// The second tables of a complete code need no more entries than this
	// (the bound that zlib's "enough" program prints for these sizes).
	literalTableSize  = 1332
	distanceTableSize = 402
)

// noCode is the entry of bits that no code begins with.
const noCode = kindSpecial

var lengthBase = [...]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
var lengthExtra = [...]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}

var distanceBase = [...]uint16{
	1,
	2,
	3,
	4,
	5,
	7,
	9,
	13,
	17,
	25,
	33,
	49,
	65,
	97,
	129,
	193,
	257,
	385,
	513,
	769,
	1025,
	1537,
	2049,
	3073,
	4097,
	6145,
	8193,
	12289,
	16385,
	24577,
}
var distanceExtra = [...]uint8{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}

// The entries of all symbols, with their extra bits to consume and without
// their codes.
var (
	literalEntries    = literalSymbols()
	distanceEntries   = distanceSymbols()
	codeLengthEntries = codeLengthSymbols()
)

// literalSymbols returns the literals, the end of the block and the lengths.
func literalSymbols() (entries [maxLiterals]uint32) {
	for symbol := range entries {
		switch {
		case symbol < 256:
			entries[symbol] = kindLiteral | uint32(symbol)<<16
		case symbol == 256:
			entries[symbol] = kindEnd
		case symbol-257 < len(lengthBase):
			entries[symbol] = uint32(lengthBase[symbol-257])<<16 | uint32(lengthExtra[symbol-257])
		default:
			entries[symbol] = noCode
		}
	}
	return entries
}

func distanceSymbols() (entries [maxDistances]uint32) {
	for symbol := range entries {
		entries[symbol] = noCode
		if symbol < len(distanceBase) {
			entries[symbol] = uint32(distanceBase[symbol])<<16 | uint32(distanceExtra[symbol])
		}
	}
	return entries
}

// codeLengthSymbols returns the symbols of the code in which code lengths are written.
func codeLengthSymbols() (entries [19]uint32) {
	for symbol := range entries {
		entries[symbol] = uint32(symbol) << 16
	}
	return entries
}

// canonicalCodes sets the code of each symbol, first bit lowest, and returns the longest length. ok
// is false for lengths that do not form a code. A code without symbols is accepted, as is one
// symbol of one bit: both are used for distances that do not occur.
func canonicalCodes(codes *[288]uint16, lengths []uint8) (longest int, complete, ok bool) {
	var count, next [maxCodeBits + 1]int
	for _, n := range lengths {
		count[n]++
	}
	code := 0
	for n := 1; n <= maxCodeBits; n++ {
		next[n] = code
		if count[n] > 0 {
			longest = n
		}
		code = (code + count[n]) << 1
	}
	complete = code == 2<<maxCodeBits
	if few := longest == 0 || longest == 1 && count[1] == 1; !complete && !few {
		return 0, false, false
	}
	for symbol, n := range lengths {
		if n > 0 {
			codes[symbol] = bits.Reverse16(uint16(next[n])) >> (16 - n)
			next[n]++
		}
	}
	return longest, complete, true
}

// buildTable fills table for the code with the given lengths by symbol; width is the bits of the
// first table. It returns false for lengths that do not form a code.
func buildTable(table []uint32, width int, lengths []uint8, entries []uint32) bool {
	var codes [288]uint16
	longest, complete, ok := canonicalCodes(&codes, lengths)
	if !ok {
		return false
	}
	first := table[:1<<width]
	if !complete || longest > width {
		for i := range first {
			first[i] = noCode
		}
	}
	for symbol, n := range lengths {
		if n == 0 || int(n) > width {
			continue
		}
		entry := entries[symbol] + uint32(n)<<8 + uint32(n)
		for i := int(codes[symbol]); i < len(first); i += 1 << n {
			first[i] = entry
		}
	}
	return longest <= width || buildSubtables(table, width, &codes, lengths, entries)
}

// buildSubtables adds the codes longer than width: each prefix gets a table for
// the longest code that begins with it.
func buildSubtables(table []uint32, width int, codes *[288]uint16, lengths []uint8, entries []uint32) bool {
	var deepest [1 << literalBits]uint8 // longest code by prefix
	for symbol, n := range lengths {
		if prefix := int(codes[symbol]) & (1<<width - 1); int(n) > width {
			deepest[prefix] = max(deepest[prefix], n)
		}
	}
	end := 1 << width // of the part of the table in use
	for symbol, n := range lengths {
		if int(n) <= width {
			continue
		}
		prefix := int(codes[symbol]) & (1<<width - 1)
		depth := int(deepest[prefix]) - width
		if table[prefix] == noCode {
			if end+1<<depth > len(table) {
				return false
			}
			table[prefix] = kindSpecial | kindSubtable | uint32(end)<<16 | uint32(depth)<<8 | uint32(width)
			end += 1 << depth
		}
		start := int(table[prefix] >> 16)
		rest := int(n) - width
		entry := entries[symbol] + uint32(rest)<<8 + uint32(rest)
		for i := int(codes[symbol]) >> width; i < 1<<depth; i += 1 << rest {
			table[start+i] = entry
		}
	}
	return true
}

// pairLiterals makes entries of the first table represent two literals where the codes of both fit.
func pairLiterals(table []uint32) {
	// Downwards, because an entry looks at one with a smaller index, which must
	// still be a single literal.
	for i := 1<<literalBits - 1; i >= 0; i-- {
		e := table[i]
		if e&kindLiteral == 0 {
			continue
		}
		n := e & 63
		second := table[i>>n]
		if total := n + second&63; second&(kindLiteral|kindPair) == kindLiteral && total <= literalBits {
			table[i] = kindLiteral | kindPair | e&0x00ff0000 | second&0x00ff0000<<8 | total<<8 | total
		}
	}
}
