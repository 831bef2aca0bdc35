package tableindex

import (
	"bytes"
	"slices"
	"strconv"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// keyer makes keys of rows. It is not safe for concurrent use.
type keyer struct {
	*cutter
	schema  Schema
	types   []Type // of each key
	columns []string
	counts  counts
	at      [][]int // cells of each key's alternatives
	locus   int     // first cell of the locus

	contig    []byte // of the last row, as written
	contigKey []byte
	made      []entry
	one       []byte
}

// entry is one place of a row in the index.
type entry struct {
	key []byte // valid until the next row
	// behind is the first base behind the locus, 1-based.
	behind uint32
	// choice encodes which alternatives supplied the keys: their numbers, as the digits of a number
	// of mixed base. 0 when no key has alternatives.
	choice int
}

// counts is how the positions of rows are read.
type counts struct {
	Coordinates
	assumed bool // not stated by a person, so that a start of 0 contradicts counting from 1
	ends    bool // of VCF, see reachesEnds
}

// newKeyer returns a keyer for a schema over a layout. The alternatives of a key are compared as
// one type.
func newKeyer(l *layout, s Schema, types map[string]Type, counts counts) (*keyer, error) {
	k := &keyer{schema: s, columns: s.Columns(), counts: counts}
	n := 0
	for _, key := range s.Keys {
		var cells []int
		t := types[key[0]]
		for _, name := range key {
			cells = append(cells, n)
			n++
			if types[name] != t {
				t = Text
			}
		}
		k.at, k.types = append(k.at, cells), append(k.types, t)
	}
	k.locus = n
	if counts.ends {
		k.columns = append(k.columns, endColumns...)
	}
	var err error
	k.cutter, err = newCutter(l, k.columns)
	return k, err
}

// choices returns how many ways there are to choose among alternatives.
func (k *keyer) choices() int {
	n := 1
	for _, cells := range k.at {
		n *= len(cells)
	}
	return n
}

// cellOf returns the cell that supplies a key for a choice.
func (k *keyer) cellOf(key, choice int) int {
	for _, cells := range k.at[:key] {
		choice /= len(cells)
	}
	return k.at[key][choice%len(k.at[key])]
}

// entries returns the places of the row whose cells were taken last, none when it lacks a key or
// its locus. Alternatives of the same value have one entry.
func (k *keyer) entries(no int64) ([]entry, error) {
	k.made = k.made[:0]
	locus, missing, err := k.interval(no)
	if err != nil || missing {
		return nil, err
	}
	for choice := range k.choices() {
		if cap(k.made) == len(k.made) {
			k.made = append(k.made, entry{})[:len(k.made)]
		}
		e := &k.made[:len(k.made)+1][len(k.made)] // its memory is used again
		key, missing, err := k.keys(e.key[:0], choice, no)
		if err != nil {
			return nil, err
		}
		if missing {
			continue
		}
		*e = k.located(key, locus, choice)
		if !slices.ContainsFunc(k.made, func(other entry) bool { return bytes.Equal(other.key, e.key) }) {
			k.made = k.made[:len(k.made)+1]
		}
	}
	return k.made, nil
}

// entry returns the place of the row for one choice.
func (k *keyer) entry(choice int) (e entry, ok bool, err error) {
	locus, missing, err := k.interval(0)
	if err != nil || missing {
		return e, false, err
	}
	k.one, missing, err = k.keys(k.one[:0], choice, 0)
	if err != nil || missing {
		return e, false, err
	}
	e = k.located(k.one, locus, choice)
	k.one = e.key
	return e, true, nil
}

func (k *keyer) located(key []byte, locus Interval, choice int) entry {
	return entry{key: k.appendLocus(key, locus), behind: uint32(locus.End + 1), choice: choice}
}

// keys appends the values of the key columns.
func (k *keyer) keys(dst []byte, choice int, no int64) (key []byte, missing bool, err error) {
	for i, t := range k.types {
		n := k.cellOf(i, choice)
		cell := k.cells[n]
		if len(cell) == 0 || t != Text && sumstats.IsMissing(cell) {
			return dst, true, nil
		}
		var what string
		if dst, what = appendValue(dst, t, cell); what != "" {
			return dst, false, k.fault(no, n, what)
		}
	}
	return dst, false, nil
}

func (k *keyer) fault(no int64, cell int, what string) error {
	return &RowError{Line: no, Column: k.columns[cell], Value: short(string(k.cells[cell])), What: what}
}

func (k *keyer) appendLocus(key []byte, locus Interval) []byte {
	if k.schema.Locus == nil {
		return key
	}
	key = append(key, k.contigKey...)
	return append(key, byte(locus.Start>>24), byte(locus.Start>>16), byte(locus.Start>>8), byte(locus.Start))
}

// Faults of the locus of a row.
const (
	noPosition = "It is not a position: a whole number from 0 to 2,147,483,647."
	reversed   = "The region ends before it begins."
	fromZero   = "The start is 0, so starts count from 0, and the rows above were read as counting from 1. Build the index again and state that the table is zero-based."
	noTemplate = "It does not have the form of the template, so that the row has no position."
)

// interval returns the locus of the row in 1-based closed positions; its contig is in contigKey. A
// region that holds no base, with an end excluded at its start, is there with an end before its
// start.
func (k *keyer) interval(no int64) (at Interval, missing bool, err error) {
	l := k.schema.Locus
	switch {
	case l == nil:
		return Interval{}, false, nil
	case l.Template != nil:
		return k.templated(l.Template, no)
	}
	contig, start := k.cells[k.locus], k.cells[k.locus+1]
	if sumstats.IsMissing(contig) || sumstats.IsMissing(start) || l.Stop != "" && sumstats.IsMissing(k.cells[k.locus+2]) {
		return at, true, nil
	}
	if what := k.setContig(contig); what != "" {
		return at, false, k.fault(no, k.locus, what)
	}
	var ok bool
	if at.Start, ok = position(start); !ok {
		return at, false, k.fault(no, k.locus+1, noPosition)
	}
	stop := at.Start
	if l.Stop != "" {
		if stop, ok = position(k.cells[k.locus+2]); !ok {
			return at, false, k.fault(no, k.locus+2, noPosition)
		}
	}
	if k.counts.assumed && at.Start == 0 && l.Stop != "" && k.counts.Coordinates != ZeroBased {
		return at, false, k.fault(no, k.locus+1, fromZero)
	}
	length := int64(0)
	if k.counts.ends {
		length = vcfEnd(at.Start, k.cells[k.locus+2], k.cells[k.locus+3], k.cells[k.locus+4]) - at.Start
	}
	at.Start, at.End, ok = k.counts.closed(at.Start, stop, l.Stop != "")
	if !ok {
		return at, false, k.fault(no, k.locus+2, reversed)
	}
	at.End = min(at.End+length, maxPosition)
	return at, false, nil
}

func (k *keyer) templated(t *Template, no int64) (at Interval, missing bool, err error) {
	cell := k.cells[k.locus]
	if sumstats.IsMissing(cell) {
		return at, true, nil
	}
	contig, start, stop, _, ok := t.parse(string(cell))
	if !ok {
		return at, false, k.fault(no, k.locus, noTemplate)
	}
	if what := k.setContig([]byte(contig)); what != "" {
		return at, false, k.fault(no, k.locus, what)
	}
	if at.Start, at.End, ok = k.counts.closed(start, stop, t.region); !ok {
		return at, false, k.fault(no, k.locus, reversed)
	}
	return at, false, nil
}

// closed brings the positions of a row to 1-based ones with both ends included.
func (c Coordinates) closed(start, stop int64, region bool) (from, to int64, ok bool) {
	if stop < start {
		return 0, 0, false
	}
	switch {
	case c == ZeroBased && region:
		return min(start+1, maxPosition), stop, true
	case c == ZeroBased:
		return min(start+1, maxPosition), min(start+1, maxPosition), true
	case c == HalfOpen && region:
		return start, stop - 1, true
	}
	return start, stop, true
}

// setContig encodes the contig of a row; rows of the same one are together. what is "" or a
// sentence.
func (k *keyer) setContig(name []byte) (what string) {
	if k.contigKey != nil && bytes.Equal(name, k.contig) {
		return ""
	}
	if c, ok := genome.ParseChromosome(name); ok {
		k.contigKey = append(k.contigKey[:0], byte(c))
	} else if k.contigKey, what = appendValue(append(k.contigKey[:0], otherContig), Text, []byte(Contig(string(name)))); what != "" {
		k.contigKey = nil
		return what
	}
	k.contig = append(k.contig[:0], name...)
	return ""
}

// choiceText returns the text in front of a stored row whose schema has alternatives.
func choiceText(choice int) string { return strconv.Itoa(choice) + "\t" }
