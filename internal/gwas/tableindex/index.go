package tableindex

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sort"
	"sync"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
)

// About describes an index.
type About struct {
	Schema      Schema
	Format      Format
	Columns     []Column
	Build       genome.Build
	Coordinates Coordinates
	InPlace     bool
	Rows        int64 // of the source
	Entries     int64 // more than rows where a row has several keys
	Generation  string
}

// Index finds rows of one table. It is safe for concurrent use.
type Index struct {
	about  About
	layout *layout
	types  map[string]Type
	lines  *regionindex.Lines
	units  *units
	// reach is, for each unit, the first base behind all loci so far of the group of its last
	// entry, from the first unit that begins with that group.
	reach  []uint32
	end    uint64 // behind the last row
	chosen bool   // stored rows begin with their choice among alternatives
	ends   bool   // rows of VCF reach to their END; those of older indexes do not
	keyers sync.Pool
	// contigs are all there are, in order; none when there are too many.
	contigs []string
	quoted  [][]byte // names of the columns as JSON
	cutters sync.Pool
}

// Open reads an index and checks that the data have their size and their end. For an
// index in place the data are those of the source. Errors wrap ErrIndex or
// ErrOtherData, or are those of reading.
func Open(ctx context.Context, data io.ReaderAt, size int64, index io.Reader) (*Index, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	head, u, generation, err := decodeIndex(index)
	if err != nil {
		return nil, err
	}
	if head.Size != size {
		return nil, fmt.Errorf("%w: they have %d bytes, and it was made of %d", ErrOtherData, size, head.Size)
	}
	schema, err := ParseSchema(head.Schema)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrIndex, err)
	}
	x := &Index{layout: head.Layout, types: head.Types, units: u, end: head.End, contigs: head.Contigs,
		about: About{Schema: schema, Format: head.Layout.Format, Build: head.Build, Coordinates: head.Coordinates,
			InPlace: head.InPlace, Rows: head.Rows, Entries: head.Entries, Generation: generation}}
	for _, name := range head.Layout.Names {
		x.about.Columns = append(x.about.Columns, Column{name, head.Types[name]})
		x.quoted = append(x.quoted, appendText(nil, []byte(name)))
	}
	if x.lines, err = regionindex.OpenLines(data, size, regionindex.Limits{}); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOtherData, err)
	}
	x.ends = head.Ends
	k, err := newKeyer(x.layout, schema, x.types, x.counts())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrIndex, err)
	}
	x.chosen = k.choices() > 1
	u.locus = schema.Locus != nil
	return x, x.learn()
}

// learn adds up how far loci reach.
func (x *Index) learn() error {
	u := x.units
	if !u.locus {
		return nil
	}
	x.reach = make([]uint32, len(u.list))
	for i, key := range u.keys {
		if len(key) < startBytes {
			return fmt.Errorf("%w: a key is too short", ErrIndex)
		}
		x.reach[i] = u.list[i].reach
		if i > 0 && bytes.Equal(group(key, true), group(u.keys[i-1], true)) {
			x.reach[i] = max(x.reach[i], x.reach[i-1])
		}
	}
	return nil
}

// About returns the description of the index.
func (x *Index) About() About { return x.about }

func (x *Index) counts() counts { return counts{Coordinates: x.about.Coordinates, ends: x.ends} }

// keyer returns a keyer, which release takes back.
func (x *Index) keyer() *keyer {
	if k, ok := x.keyers.Get().(*keyer); ok {
		return k
	}
	k, err := newKeyer(x.layout, x.about.Schema, x.types, x.counts())
	if err != nil {
		panic(err) // Open has made one
	}
	return k
}

// from returns the last unit that begins in front of a key or with it, the first one if none does.
// Entries of the key itself may begin in the unit before.
func (x *Index) from(key []byte) int {
	return max(sort.Search(len(x.units.keys), func(i int) bool { return bytes.Compare(x.units.keys[i], key) >= 0 })-1, 0)
}

// errStop ends reading without an error.
var errStop = errors.New("stop")

// unit calls f with each entry of a unit: its number, its key, the first base behind its locus and
// its row. It checks that the entries are those that the index was made from: their number, their
// first key, and their order.
func (x *Index) unit(ctx context.Context, k *keyer, i int, f func(n int64, e entry, line []byte) error) error {
	u := x.units
	begin, end, last := unitPlace(u.list[i]), x.end, u.entries
	if i+1 < len(u.list) {
		end, last = unitPlace(u.list[i+1]), u.list[i+1].row
	}
	n := u.list[i].row
	var failed error
	err := x.lines.Between(ctx, begin, end, func(line []byte) bool {
		var e entry
		if e, line, failed = x.entry(k, line); failed != nil {
			return false
		}
		if n >= last || n == u.list[i].row && !bytes.Equal(e.key, u.keys[i]) {
			failed = ErrOtherData
			return false
		}
		failed = f(n, e, line)
		n++
		return failed == nil
	})
	switch {
	case failed != nil:
		return failed
	case err != nil:
		return err
	case n != last:
		return ErrOtherData
	}
	return nil
}

func unitPlace(u unit) uint64 { return uint64(u.block)<<16 | uint64(u.offset) }

// entry returns the place in the index that a stored line has.
func (x *Index) entry(k *keyer, line []byte) (e entry, row []byte, err error) {
	choice := 0
	if x.chosen {
		at := bytes.IndexByte(line, '\t')
		n, ok := position(line[:max(at, 0)])
		if !ok || n >= int64(k.choices()) {
			return e, nil, ErrOtherData
		}
		choice, line = int(n), line[at+1:]
	}
	line = bytes.TrimSuffix(line, []byte{'\r'})
	if err := k.known(line); err != nil {
		return e, nil, fmt.Errorf("%w: %w", ErrOtherData, err)
	}
	e, ok, err := k.entry(choice)
	if err != nil {
		return e, nil, fmt.Errorf("%w: %w", ErrOtherData, err)
	}
	if !ok {
		return e, nil, fmt.Errorf("%w: a row has no key", ErrOtherData)
	}
	return e, line, nil
}
