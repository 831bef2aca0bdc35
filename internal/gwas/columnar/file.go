package columnar

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/parquetfile"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"

	"github.com/parquet-go/parquet-go"
)

// readBufferSize is the read size of one column.
const readBufferSize = 64 << 10

// maxItems bounds the lists of a footer: a billion rows take a quarter of it.
const maxItems = 1 << 18

// Place is a position in the order of a file; Position is 1-based.
type Place struct {
	Chromosome genome.Chromosome
	Position   int32
}

// End is behind every row.
var End = Place{math.MaxUint8, math.MaxInt32}

func (p Place) compare(q Place) int {
	if c := cmp.Compare(p.Chromosome, q.Chromosome); c != 0 {
		return c
	}
	return cmp.Compare(p.Position, q.Position)
}

// File is an open file. Its readers may be used side by side.
type File struct {
	parquet *parquet.File
	dict    *variant.Dict
	columns [columnCount]int // where each column is; -1 when the file has none
	pages   []pageBounds     // in file order
	data    io.ReaderAt
	checked []func() error // by row group: what its pages declare fits their bytes
}

// pageBounds holds what the page index states about one page of rows.
type pageBounds struct {
	group       int // row group
	from, rows  int64
	first, last Place // no row is outside; the first row may be behind first
}

// OpenFile reads the footer and the page index. Long alleles get words of d.
func OpenFile(r io.ReaderAt, size int64, d *variant.Dict) (file *File, err error) {
	defer recoverDamage(&err)
	if _, err := parquetfile.Check(r, size, maxItems); err != nil {
		return nil, fmt.Errorf("columnar.OpenFile(%d bytes): %w: %w", size, ErrDamaged, err)
	}
	p, err := parquet.OpenFile(r, size, parquet.ReadBufferSize(readBufferSize), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, fmt.Errorf("columnar.OpenFile(%d bytes): %w: %w", size, ErrDamaged, err)
	}
	f := &File{parquet: p, dict: d, data: r}
	if err := f.matchColumns(); err != nil {
		return nil, fmt.Errorf("columnar.OpenFile(%d bytes): %w", size, err)
	}
	for group := range p.RowGroups() {
		if err := f.learnPages(group); err != nil {
			return nil, fmt.Errorf("columnar.OpenFile(%d bytes): %w: %w", size, ErrDamaged, err)
		}
		f.checked = append(f.checked, sync.OnceValue(func() error { return f.checkPages(group) }))
	}
	return f, nil
}

// checkPages checks what the pages of a row group declare, and that the page index leads
// to pages.
func (f *File) checkPages(group int) error {
	chunks := f.parquet.RowGroups()[group].ColumnChunks()
	for _, i := range f.columns {
		if i < 0 {
			continue
		}
		starts, err := parquetfile.CheckPages(f.data, &f.parquet.Metadata().RowGroups[group].Columns[i].MetaData)
		if err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
		index, err := chunks[i].OffsetIndex()
		if errors.Is(err, parquet.ErrMissingOffsetIndex) {
			continue
		}
		if err != nil {
			return err
		}
		for page := range index.NumPages() {
			if _, found := slices.BinarySearch(starts, index.Offset(page)); !found {
				return fmt.Errorf("column %d: page %d does not begin at %d", i, page, index.Offset(page))
			}
		}
	}
	return nil
}

// recoverDamage turns a panic of the decoder, which trusts what it reads more
// than a file deserves, into an error.
func recoverDamage(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", ErrDamaged, r)
	}
}

// matchColumns finds the columns by name. Other columns are left alone, and an
// optional one may be absent.
func (f *File) matchColumns() error {
	var at = map[string]int{}
	have := f.parquet.Schema().Columns()
	for i, path := range have {
		if len(path) == 1 {
			at[path[0]] = i
		}
	}
	want := schema()
	for column, path := range want.Columns() {
		i, ok := at[path[0]]
		leaf, _ := want.Lookup(path...)
		if !ok {
			if !leaf.Node.Optional() {
				return fmt.Errorf("%w: no column %s", ErrDamaged, path[0])
			}
			f.columns[column] = -1
			continue
		}
		found, _ := f.parquet.Schema().Lookup(have[i]...)
		if found.Node.Type().Kind() != leaf.Node.Type().Kind() || found.MaxRepetitionLevel != 0 ||
			found.MaxDefinitionLevel != leaf.MaxDefinitionLevel {
			return fmt.Errorf("%w: column %s is %s", ErrDamaged, path[0], found.Node.Type())
		}
		f.columns[column] = i
	}
	return nil
}

// learnPages reads the bounds of the pages of a row group from the page index.
func (f *File) learnPages(group int) error {
	chunks := f.parquet.RowGroups()[group].ColumnChunks()
	chromosome, position := chunks[f.columns[colChromosome]], chunks[f.columns[colPosition]]
	chromosomes, err := chromosome.ColumnIndex()
	if err != nil {
		return err
	}
	positions, err := position.ColumnIndex()
	if err != nil {
		return err
	}
	rowsOf, err := position.OffsetIndex()
	if err != nil {
		return err
	}
	if chromosomes.NumPages() != positions.NumPages() || rowsOf.NumPages() != positions.NumPages() {
		return fmt.Errorf("pages of row group %d are not aligned", group)
	}
	total := f.parquet.RowGroups()[group].NumRows()
	for i := range positions.NumPages() {
		next := total
		if i+1 < positions.NumPages() {
			next = rowsOf.FirstRowIndex(i + 1)
		}
		page := pageBounds{
			group: group, from: rowsOf.FirstRowIndex(i), rows: next - rowsOf.FirstRowIndex(i),
			first: Place{genome.Chromosome(chromosomes.MinValue(i).Uint32()), positions.MinValue(i).Int32()},
			last:  Place{genome.Chromosome(chromosomes.MaxValue(i).Uint32()), positions.MaxValue(i).Int32()},
		}
		if page.first.Chromosome != page.last.Chromosome { // the bounds are those of two chromosomes
			page.first.Position, page.last.Position = 0, math.MaxInt32
		}
		f.pages = append(f.pages, page)
	}
	return nil
}

// Rows returns the number of rows of the file.
func (f *File) Rows() int64 { return f.parquet.NumRows() }

// Metadata returns a value of the footer; false when it has no such key.
func (f *File) Metadata(key string) (string, bool) { return f.parquet.Lookup(key) }

// Scale returns the scale of the effects, unknown when the file does not state it.
func (f *File) Scale() sumstats.EffectScale {
	text, _ := f.Metadata(scaleKey)
	scale, err := sumstats.ParseScale(text)
	if err != nil {
		return sumstats.ScaleUnknown
	}
	return scale
}

// Split returns up to n−1 places that cut the file into parts of about equal
// size: ranges from one place to the next, the first from the zero Place and
// the last to End, together hold each row once.
func (f *File) Split(n int) []Place {
	var cuts []Place
	var rows int64
	for _, page := range f.pages {
		if rows*int64(n) >= f.Rows()*int64(len(cuts)+1) {
			cuts = append(cuts, page.first)
		}
		rows += page.rows
	}
	return slices.Compact(cuts)
}

// Range reads the rows from one place up to another, excluded.
func (f *File) Range(from, to Place) *Reader {
	var parts []part
	for _, page := range f.pages {
		if page.last.compare(from) < 0 || page.first.compare(to) >= 0 {
			continue
		}
		last := len(parts) - 1
		if last >= 0 && parts[last].group == page.group && parts[last].to == page.from {
			parts[last].to += page.rows
			continue
		}
		parts = append(parts, part{page.group, page.from, page.from + page.rows})
	}
	return newReader(f, parts, from, to)
}

// Region reads the rows whose position is in a region.
func (f *File) Region(region genome.Region) *Reader {
	from := Place{region.Chromosome, max(region.Start, 0)}
	if region.End == math.MaxInt32 {
		return f.Range(from, Place{region.Chromosome + 1, math.MinInt32})
	}
	return f.Range(from, Place{region.Chromosome, region.End + 1})
}

// All reads the whole file.
func (f *File) All() *Reader { return f.Range(Place{Position: math.MinInt32}, End) }

// Open reads a whole file; see OpenFile for reading parts of one.
func Open(r io.ReaderAt, size int64, d *variant.Dict) (*Reader, error) {
	f, err := OpenFile(r, size, d)
	if err != nil {
		return nil, err
	}
	return f.All(), nil
}
