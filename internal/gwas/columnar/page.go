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
	ownAlleles []variant.Allele
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
		words, err := alleles.words(source)
		if err != nil {
			return err
		}
		p.alleles, p.ownAlleles = spread(words, p.ownAlleles, levels, variant.Missing)
		return p.check(len(words), present)
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
	out     []variant.Allele
}

// words returns the alleles of a page, without its nulls, valid until the next
// call unless copied.
func (t *alleleTable) words(source parquet.Page) ([]variant.Allele, error) {
	values := source.Data()
	dictionary := source.Dictionary()
	if dictionary == nil {
		return t.plain(values.ByteArray())
	}
	if dictionary != t.decoded {
		if err := t.load(dictionary); err != nil {
			return nil, err
		}
	}
	indexes := values.Int32()
	out := make([]variant.Allele, len(indexes))
	for i, index := range indexes {
		if uint(index) >= uint(len(t.table)) {
			return nil, fmt.Errorf("%w: allele %d of %d", ErrDamaged, index, len(t.table))
		}
		out[i] = t.table[index]
	}
	return out, nil
}

func (t *alleleTable) load(dictionary parquet.Dictionary) error {
	t.table = t.table[:0]
	for i := range dictionary.Len() {
		a, err := t.parse(dictionary.Index(int32(i)).ByteArray())
		if err != nil {
			return err
		}
		t.table = append(t.table, a)
	}
	t.decoded = dictionary
	return nil
}

// plain decodes a page that has no dictionary.
func (t *alleleTable) plain(text []byte, offsets []uint32) ([]variant.Allele, error) {
	out := make([]variant.Allele, 0, max(len(offsets)-1, 0))
	for i := 1; i < len(offsets); i++ {
		a, err := t.parse(text[offsets[i-1]:offsets[i]])
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

func (t *alleleTable) parse(text []byte) (variant.Allele, error) {
	a, ok := t.dict.Parse(text)
	if !ok {
		return variant.Missing, fmt.Errorf("%w: allele %.40q", ErrDamaged, text)
	}
	return a, nil
}
