package inflate

// fixedTables builds the tables of the fixed codes, once for many blocks.
func (d *decoder) fixedTables() bool {
	d.phase = inCodes
	if d.fixed {
		return true
	}
	// Many compressors end each stream with a block of fixed codes that holds only its end,
	// 0000000, and is not worth the tables.
	if d.n < 7 {
		d.short = true
		return true
	}
	if d.buf&0x7f == 0 {
		d.take(7)
		d.endBlock()
		return true
	}
	lengths := d.lengths[:maxLiterals]
	for i := range lengths {
		switch {
		case i < 144:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		case i < 280:
			lengths[i] = 7
		default:
			lengths[i] = 8
		}
	}
	buildTable(d.literals[:], literalBits, lengths, literalEntries[:])
	pairLiterals(d.literals[:])
	distances := d.lengths[maxLiterals:]
	for i := range distances {
		distances[i] = 5
	}
	d.fixed = true
	return buildTable(d.distances[:], distanceBits, distances, distanceEntries[:])
}

var codeLengthOrder = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// dynamicTables reads the code lengths of a block and builds its tables.
func (d *decoder) dynamicTables() bool {
	d.phase = inCodes
	literals, distances, codeLengths := int(d.take(5))+257, int(d.take(5))+1, int(d.take(4))+4
	if literals > 286 || distances > 30 {
		return false
	}
	var short [19]uint8
	for _, symbol := range codeLengthOrder[:codeLengths] {
		d.load()
		short[symbol] = uint8(d.take(3))
	}
	total := literals + distances
	if d.short || !d.codeLengths(&short, total) || d.short {
		return false
	}
	d.fixed = false
	if !buildTable(d.literals[:], literalBits, d.lengths[:literals], literalEntries[:]) ||
		!buildTable(d.distances[:], distanceBits, d.lengths[literals:total], distanceEntries[:]) {
		return false
	}
	pairLiterals(d.literals[:])
	return true
}

// codeLengths reads the lengths of total codes, which are themselves written in
// a code with the lengths short.
func (d *decoder) codeLengths(short *[19]uint8, total int) bool {
	const width = 7
	var table [1 << width]uint32
	if !buildTable(table[:], width, short[:], codeLengthEntries[:]) {
		return false
	}
	for i := 0; i < total && !d.short; {
		d.load()
		e := table[d.buf&(1<<width-1)]
		if e&kindSpecial != 0 {
			d.short = d.n < width
			return false
		}
		d.take(uint(e & 63))
		value, repeat := uint8(e>>16), 1
		switch value {
		case 16:
			if i == 0 {
				return false
			}
			value, repeat = d.lengths[i-1], 3+int(d.take(2))
		case 17:
			value, repeat = 0, 3+int(d.take(3))
		case 18:
			value, repeat = 0, 11+int(d.take(7))
		}
		if i+repeat > total {
			return false
		}
		for ; repeat > 0; repeat-- {
			d.lengths[i] = value
			i++
		}
	}
	return true
}
