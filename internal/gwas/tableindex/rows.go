package tableindex

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"
	"sort"
)

// Row is one row of an answer.
type Row struct {
	// Line is the row as written in the source, without its line end; valid until the next row.
	Line []byte
	// Next is the place behind the row.
	Next Place

	index *Index
}

// Page is a part of an answer.
type Page struct {
	Rows [][]byte // as JSON objects
	Read int64    // bytes of the rows
	Next Place
	Done bool // nothing follows
}

// Rows returns the rows of a query from a place on, in the order of the index: by key, and equal
// keys as in the source. It ends with the first error: *ArityError, *ValueError for a value that
// has not the type of its column, *UnknownContigError, ErrPlace, ErrOtherData, or damage of the
// data. A key that no row has returns no rows.
func (x *Index) Rows(ctx context.Context, q Query, from Place) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		s, err := x.span(q)
		if err == nil && (from < 0 || int64(from) > x.units.entries) {
			err = ErrPlace
		}
		if err == nil {
			err = x.rows(ctx, s, q.Limit, from, yield)
		}
		if err != nil && !errors.Is(err, errStop) {
			yield(Row{}, err)
		}
	}
}

// rows yields the rows of a span. It returns errStop when the caller stops.
func (x *Index) rows(ctx context.Context, s *span, limit int64, from Place, yield func(Row, error) bool) error {
	k := x.keyer()
	defer x.keyers.Put(k)
	given, known := int64(0), from > 0
	first := max(s.from, sort.Search(len(x.units.list), func(i int) bool { return x.units.list[i].row > int64(from) })-1)
	for i := first; i < s.to && limit != given; i++ {
		if x.skips(s, i) {
			continue
		}
		err := x.unit(ctx, k, i, func(n int64, e entry, line []byte) error {
			where := s.side(e)
			known = known || bytes.HasPrefix(e.key, s.prefix)
			switch {
			case where == after, given == limit:
				return errEnough
			case where == before || n < int64(from) || s.id != "" && !k.hasID(s.id):
				return nil
			}
			given++
			if !yield(Row{Line: line, Next: Place(n + 1), index: x}, nil) {
				return errStop
			}
			return nil
		})
		if errors.Is(err, errEnough) {
			break
		}
		if err != nil {
			return err
		}
	}
	if !known && given == 0 {
		return x.refuseContig(ctx, s)
	}
	return nil
}

// errEnough ends the reading of a unit: no later row is needed.
var errEnough = errors.New("enough")

// refuseContig explains an empty answer by a contig that the table does not have, if that is the
// cause.
func (x *Index) refuseContig(ctx context.Context, s *span) error {
	if s.last == nil {
		return nil
	}
	if len(x.contigs) > 0 {
		if _, has := slices.BinarySearch(x.contigs, s.contig); has {
			return nil
		}
		return &UnknownContigError{Contig: s.contig, Known: x.contigs}
	}
	if len(x.about.Schema.Keys) > 0 {
		return nil // too many contigs to know
	}
	has := false
	err := x.distinct(ctx, s.prefix, s.prefix, func([]byte) (int, bool) {
		has = true
		return 0, false
	})
	if err == nil && !has {
		err = &UnknownContigError{Contig: s.contig}
	}
	return err
}

// hasID reports whether the row that was read last has the text of a template.
func (k *keyer) hasID(id string) bool {
	cell := string(k.cells[k.locus])
	return cell == id || sameIdentifier(k.schema.Locus.Template, cell, id)
}

// sameIdentifier reports whether two texts are the same but for the spelling of their chromosome.
func sameIdentifier(t *Template, a, b string) bool {
	contigA, startA, stopA, restA, okA := t.parse(a)
	contigB, startB, stopB, restB, okB := t.parse(b)
	return okA && okB && Contig(contigA) == Contig(contigB) && startA == startB && stopA == stopB && restA == restB
}

// Page returns rows from a place on until they have at least the given bytes as JSON. The row that
// reaches the limit is the last. It reads on until it knows whether another one follows.
func (x *Index) Page(ctx context.Context, q Query, from Place, bytes int64) (Page, error) {
	p := Page{Next: from, Done: true}
	for row, err := range x.Rows(ctx, q, from) {
		if err != nil {
			return Page{}, err
		}
		if len(p.Rows) > 0 && p.Read >= bytes {
			p.Done = false
			break
		}
		text := row.AppendJSON(nil)
		p.Rows, p.Read, p.Next = append(p.Rows, text), p.Read+int64(len(text)), row.Next
	}
	return p, nil
}

// Count returns the number of rows of a query, whatever its limit.
func (x *Index) Count(ctx context.Context, q Query) (int64, error) {
	s, err := x.span(q)
	if err != nil {
		return 0, err
	}
	total := int64(0)
	count := func(Row, error) bool {
		total++
		return true
	}
	for i := s.from; i < s.to; i++ {
		if x.whole(s, i) {
			total += x.units.list[i+1].row - x.units.list[i].row
			continue
		}
		part := *s
		part.from, part.to = i, i+1
		if x.skips(s, i) {
			continue
		}
		if err := x.rows(ctx, &part, NoLimit, 0, count); err != nil && !errors.As(err, new(*UnknownContigError)) {
			return 0, err
		}
	}
	if total == 0 && s.last != nil {
		return 0, x.rows(ctx, s, NoLimit, 0, count)
	}
	return total, nil
}
