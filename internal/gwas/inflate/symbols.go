package inflate

import "encoding/binary"

// codes decodes the symbols of a block: with fast steps while much input is
// left, and near its end with careful ones.
func (d *decoder) codes() status {
	s := d.fast()
	for s == proceed && d.phase == inCodes {
		s = d.careful()
	}
	return s
}

// fast decodes symbols while src holds enough for a step. It keeps the state in
// registers.
func (d *decoder) fast() status {
	src, in, buf, n := d.src, d.in, d.buf, d.n
	dst, out, limit, start := d.dst, d.out, d.limit, d.start
	literals, distances := &d.literals, &d.distances
	s := proceed
	for out < limit && in+stepInput <= len(src) {
		in, buf, n = loadEight(src, in, buf, n)
		e := literals[buf&(1<<literalBits-1)]
		if e&kindLiteral != 0 {
			binary.LittleEndian.PutUint16(dst[out:], uint16(e>>16))
			out += 1 + int(e>>13&1)
			buf, n = buf>>(e&63), n-uint(e&63)
			e = literals[buf&(1<<literalBits-1)]
			if e&kindLiteral != 0 {
				binary.LittleEndian.PutUint16(dst[out:], uint16(e>>16))
				out += 1 + int(e>>13&1)
				buf, n = buf>>(e&63), n-uint(e&63)
				e = literals[buf&(1<<literalBits-1)]
			}
		}
		if e&kindSubtable != 0 {
			buf, n = buf>>literalBits, n-literalBits
			e = literals[uint(e>>16)+uint(buf)&(1<<(e>>8&15)-1)]
		}
		bits := buf
		buf, n = buf>>(e&63), n-uint(e&63)
		if e&(kindLiteral|kindSpecial) != 0 {
			if e&kindLiteral == 0 {
				s = special(e)
				break
			}
			binary.LittleEndian.PutUint16(dst[out:], uint16(e>>16))
			out += 1 + int(e>>13&1)
			continue
		}
		length := int(e>>16) + int(bits&(1<<(e&63)-1)>>(e>>8&15))
		in, buf, n = loadEight(src, in, buf, n)
		e = distances[buf&(1<<distanceBits-1)]
		if e&kindSubtable != 0 {
			buf, n = buf>>distanceBits, n-distanceBits
			e = distances[uint(e>>16)+uint(buf)&(1<<(e>>8&15)-1)]
		}
		distance := int(e>>16) + int(buf&(1<<(e&63)-1)>>(e>>8&15))
		buf, n = buf>>(e&63), n-uint(e&63)
		if e&kindSpecial != 0 || distance > out-start {
			s = damaged
			break
		}
		copyMatch(dst, out, distance, length)
		out += length
	}
	d.in, d.buf, d.n, d.out = in, buf, n, out
	if s == ended {
		d.endBlock()
		s = proceed
	}
	return s
}

// special returns the status for an entry that does not represent a byte.
func special(e uint32) status {
	if e&kindEnd == kindEnd {
		return ended
	}
	return damaged
}

// careful decodes one symbol if all its bits are there.
func (d *decoder) careful() status {
	if d.out >= d.limit {
		return full
	}
	d.load()
	e, value, used := lookup(d.literals[:], literalBits, d.buf)
	switch {
	case e&kindEnd == kindSpecial && d.n >= maxCodeBits:
		return damaged
	case e&kindEnd == kindSpecial || used > d.n:
		return starved
	case e&kindLiteral != 0:
		binary.LittleEndian.PutUint16(d.dst[d.out:], uint16(e>>16))
		d.out += 1 + int(e>>13&1)
	case e&kindSpecial != 0:
		d.buf, d.n = d.buf>>used, d.n-used
		d.endBlock()
		return proceed
	default:
		rest := d.n - used
		e, distance, more := lookup(d.distances[:], distanceBits, d.buf>>used)
		switch {
		case e&kindSpecial != 0 && rest < maxCodeBits, more > rest:
			return starved
		case e&kindSpecial != 0, distance > d.out-d.start:
			return damaged
		}
		copyMatch(d.dst, d.out, distance, value)
		d.out += value
		used += more
	}
	d.buf, d.n = d.buf>>used, d.n-used
	return proceed
}

// lookup finds the entry of the next bits, the length or distance it encodes including its extra
// bits, and how many bits that uses.
func lookup(table []uint32, width uint, buf uint64) (e uint32, value int, used uint) {
	e = table[buf&(1<<width-1)]
	if e&kindSubtable != 0 {
		used, buf = width, buf>>width
		e = table[uint(e>>16)+uint(buf)&(1<<(e>>8&15)-1)]
	}
	return e, int(e>>16) + int(buf&(1<<(e&63)-1)>>(e>>8&15)), used + uint(e&63)
}

// loadEight is load where eight bytes of src are left. Small enough to be inlined.
func loadEight(src []byte, in int, buf uint64, n uint) (int, uint64, uint) {
	return in + int((63-n)>>3), buf | binary.LittleEndian.Uint64(src[in:])<<(n&63), n | 56
}

// copyMatch repeats length bytes from distance back, eight at a time; bytes
// behind them are overwritten, which Slack has room for.
func copyMatch(dst []byte, out, distance, length int) {
	if distance < 8 {
		for i := out; i < out+8; i++ {
			dst[i] = dst[i-distance]
		}
		// Bytes that repeat after distance bytes repeat after any multiple of it.
		out, length, distance = out+8, length-8, (distance+7)/distance*distance
	}
	to, from := dst[out:][:wordRoom], dst[out-distance:][:wordRoom]
	binary.LittleEndian.PutUint64(to, binary.LittleEndian.Uint64(from))
	binary.LittleEndian.PutUint64(to[8:], binary.LittleEndian.Uint64(from[8:]))
	for i := 16; i < length; i += 8 {
		binary.LittleEndian.PutUint64(to[i:], binary.LittleEndian.Uint64(from[i:]))
	}
}
