package columnar

import (
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/variant"

	"github.com/parquet-go/parquet-go"
)

// page is one decoded page of one column. Values point into the page of the
// decoder where nothing is missing, and into own where nulls were filled in.
type page struct {
	source parquet.Page
	rows   int

	ints    []uint32
	longs   []int64
	floats  []float32
	doubles []float64
	alleles []variant.Allele

	ownLongs   []int64
	ownFloats  []float32
	ownDoubles []float64
}

func (p *page) release() {
	if p.source != nil {
		parquet.Release(p.source)
		p.source = nil
	}
}

// decode takes over source, a page of the given column.
func (p *page) decode(source parquet.Page, column int, alleles *alleleTable) error {
	p.source, p.rows = source, int(source.NumRows())
	levels := source.DefinitionLevels()
	values := source.Data()
	present := p.rows
	if levels != nil {
		present -= int(source.NumNulls())
	}
	switch column {
	case colChromosome, colPosition, colFlags, colLine:
		p.ints = values.Uint32()
		return p.check(len(p.ints), p.rows)
	case colRSID:
		p.longs, p.ownLongs = spread(values.Int64(), p.ownLongs, levels, 0)
		return p.check(len(values.Int64()), present)
	case colNEff:
		p.floats, p.ownFloats = spread(values.Float(), p.ownFloats, levels, float32(math.NaN()))
		return p.check(len(values.Float()), present)
	case colEffectAllele, colOtherAllele:
		return alleles.words(p, levels)
	}
	p.doubles, p.ownDoubles = spread(values.Double(), p.ownDoubles, levels, math.NaN())
	return p.check(len(values.Double()), present)
}

// check compares what a page holds with what its head states.
func (p *page) check(values, want int) error {
	if values != want {
		return fmt.Errorf("%w: a page of %d values holds %d", ErrDamaged, want, values)
	}
	return nil
}

// spread puts null in the place of missing values. Without any it returns
// values themselves; own is a buffer to use otherwise.
func spread[T any](values, own []T, levels []byte, null T) (all, buffer []T) {
	if len(values) == len(levels) || levels == nil {
		return values, own
	}
	own = slices.Grow(own[:0], len(levels))[:len(levels)]
	next := 0
	for i, level := range levels {
		if level != 0 && next < len(values) {
			own[i] = values[next]
			next++
		} else {
			own[i] = null
		}
	}
	return own, own
}

// alleleTable decodes the dictionary of a column of alleles once per row group.
type alleleTable struct {
	dict    *variant.Dict
	decoded parquet.Dictionary
	table   []variant.Allele
	indexes []int32 // 0, 1, 2 … for pages without a dictionary
}

// words sets the alleles of p, missing where a level is 0.
func (t *alleleTable) words(p *page, levels []byte) error {
	indexes, err := t.load(p.source)
	if err != nil {
		return err
	}
	p.alleles = slices.Grow(p.alleles[:0], p.rows)[:p.rows]
	next := 0
	for i := range p.alleles {
		if levels != nil && levels[i] == 0 {
			p.alleles[i] = variant.Missing
			continue
		}
		if next >= len(indexes) || uint(indexes[next]) >= uint(len(t.table)) {
			return fmt.Errorf("%w: a page of alleles names one that does not exist", ErrDamaged)
		}
		p.alleles[i] = t.table[indexes[next]]
		next++
	}
	return p.check(len(indexes), next)
}

// load fills the table for a page and returns the page's indexes into it.
func (t *alleleTable) load(source parquet.Page) ([]int32, error) {
	values := source.Data()
	dictionary := source.Dictionary()
	if dictionary == nil {
		return t.plain(values.ByteArray())
	}
	if dictionary != t.decoded {
		t.table = t.table[:0]
		for i := range dictionary.Len() {
			if err := t.add(dictionary.Index(int32(i)).ByteArray()); err != nil {
				return nil, err
			}
		}
		t.decoded = dictionary
	}
	return values.Int32(), nil
}

// plain makes a separate table for a page without a dictionary.
func (t *alleleTable) plain(text []byte, offsets []uint32) ([]int32, error) {
	t.table, t.decoded, t.indexes = t.table[:0], nil, t.indexes[:0]
	for i := 1; i < len(offsets); i++ {
		if err := t.add(text[offsets[i-1]:offsets[i]]); err != nil {
			return nil, err
		}
		t.indexes = append(t.indexes, int32(i-1))
	}
	return t.indexes, nil
}

func (t *alleleTable) add(text []byte) error {
	a, ok := t.dict.Parse(text)
	if err := t.dict.Err(); err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%w: allele %.40q", ErrDamaged, text)
	}
	t.table = append(t.table, a)
	return nil
}
