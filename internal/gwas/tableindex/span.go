package tableindex

import (
	"bytes"
	"encoding/binary"
	"math"
	"sort"
	"strings"
)

// span is the stretch of the index that a query asks for.
type span struct {
	prefix []byte // of the keys of all entries: values, and the contig
	last   []byte // no entry has a larger key; nil when the prefix is enough
	start  uint32 // of the locus
	id     string
	contig string // as the query spells it, of a query with a locus
	from   int    // the first unit that may hold entries
	to     int    // behind the last one
	reach  bool   // units that do not reach start hold none
}

// span finds where the entries of a query are. Values are compared by the types of their columns;
// one of another type is a *ValueError.
func (x *Index) span(q Query) (*span, error) {
	schema := x.about.Schema
	if len(q.Keys) > len(schema.Keys) || q.Locus != nil && (schema.Locus == nil || len(q.Keys) < len(schema.Keys)) {
		got := len(q.Keys)
		if q.Locus != nil {
			got++
		}
		return nil, &ArityError{Schema: schema.String(), Want: schema.Arity(), Got: got}
	}
	prefix, err := x.prefix(q.Keys)
	if err != nil {
		return nil, err
	}
	s := &span{prefix: prefix, id: q.ID}
	if q.Locus == nil {
		s.from, s.to = x.from(prefix), x.behind(prefix)
		return s, nil
	}
	return s, x.locate(s, *q.Locus)
}

// prefix returns the prefix of the keys of given values.
func (x *Index) prefix(values []string) (prefix []byte, err error) {
	k := x.keyer()
	defer x.keyers.Put(k)
	for i, value := range values {
		var what string
		if prefix, what = appendValue(prefix, k.types[i], []byte(value)); what != "" {
			name := strings.Join(x.about.Schema.Keys[i], "|")
			return nil, &ValueError{short(value), "The column " + name + " holds values of the type " + k.types[i].String() + ", which this is not."}
		}
	}
	return prefix, nil
}

// behind returns the first unit that begins behind all keys with a prefix.
func (x *Index) behind(prefix []byte) int {
	return sort.Search(len(x.units.keys), func(i int) bool {
		key := x.units.keys[i]
		return bytes.Compare(key, prefix) > 0 && !bytes.HasPrefix(key, prefix)
	})
}

// locate narrows a span down to a locus.
func (x *Index) locate(s *span, locus Interval) error {
	if s.id != "" { // its positions are those of the text, which may count otherwise
		locus.Start, locus.End = max(locus.Start-1, 0), locus.End+1
	}
	if locus.Start < 0 || locus.End < locus.Start {
		return &ValueError{locus.String(), "The region ends before it begins."}
	}
	var k keyer
	if what := k.setContig([]byte(locus.Contig)); what != "" {
		return &ValueError{short(locus.Contig), what}
	}
	s.contig, s.start = Contig(locus.Contig), uint32(min(locus.Start, math.MaxUint32))
	s.prefix = append(s.prefix, k.contigKey...)
	s.last = binary.BigEndian.AppendUint32(bytes.Clone(s.prefix), uint32(min(locus.End, math.MaxUint32)))
	s.reach = true
	s.from = x.from(s.prefix)
	s.to = sort.Search(len(x.units.keys), func(i int) bool { return bytes.Compare(x.units.keys[i], s.last) > 0 })
	if s.to-s.from < 2 || x.units.list[s.from].reach > s.start {
		return nil
	}
	// All units but the first and the last one hold entries of this group alone, so
	// that how far they reach only grows and the first that counts is found by halving.
	inner := s.from + 1
	s.from = inner + sort.Search(s.to-1-inner, func(i int) bool { return x.reach[inner+i] > s.start })
	return nil
}

// skips reports that a unit of the span holds no entry of it. The reach of the last unit may be
// that of a later group.
func (x *Index) skips(s *span, i int) bool {
	return s.reach && i < s.to-1 && x.units.list[i].reach <= s.start
}

// side reports whether an entry is in front of the span, behind it, or may be in it.
type side int

const (
	before side = iota
	inside
	after
)

func (s *span) side(e entry) side {
	switch {
	case !bytes.HasPrefix(e.key, s.prefix):
		if bytes.Compare(e.key, s.prefix) < 0 {
			return before
		}
		return after
	case s.last == nil:
		return inside
	case bytes.Compare(e.key, s.last) > 0:
		return after
	case e.behind <= s.start:
		return before
	}
	return inside
}

// whole reports whether all entries of a unit are in the span, which its keys prove.
func (x *Index) whole(s *span, i int) bool {
	keys := x.units.keys
	if i+1 >= len(keys) || !bytes.HasPrefix(keys[i], s.prefix) || !bytes.HasPrefix(keys[i+1], s.prefix) || s.id != "" {
		return false
	}
	if s.last == nil {
		return true
	}
	return x.about.Schema.Locus.points() && !x.ends && binary.BigEndian.Uint32(keys[i][len(keys[i])-startBytes:]) >= s.start &&
		bytes.Compare(keys[i+1], s.last) <= 0
}
