package tableindex

import (
	"context"
	"errors"
	"slices"

	"cohortium/internal/gwas/textfile"
)

// Reader reads the rows of a source in its own order, for callers that do not build an index. It is
// used once.
type Reader struct {
	Head      Head
	Delimiter textfile.Delimiter // "" of JSON
	Renamed   []textfile.Renaming
	Sample    [][]*string // the first rows; nil is a missing value

	opened *opened
	extra  []string
}

// NewReader reads the beginning of a source. known are columns that JSON has besides
// those of its first rows, see Extra. Errors are those of Inspect.
func NewReader(ctx context.Context, src Source, known ...string) (*Reader, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	o, err := openSource(src)
	if err != nil {
		return nil, o.placed(err)
	}
	o.layout.Names = append(o.layout.Names, known...)
	s, err := sampled(o)
	if err != nil {
		return nil, o.placed(err)
	}
	r := &Reader{opened: o, Sample: s.rows, Delimiter: o.layout.Delimiter, Renamed: o.table.Renamed}
	r.Head, err = o.describe(s)
	return r, err
}

// Rows calls f with each row: its line in the text, or its number for JSON in one
// piece, and its cells in the order of the columns, nil where one is empty. They are
// valid during the call. A list or an object of JSON is its text. Errors are those of f,
// *textfile.FileError and *RowError.
func (r *Reader) Rows(ctx context.Context, f func(line int64, cells [][]byte) error) error {
	c, err := newCutter(r.opened.layout, r.opened.layout.Names)
	if err != nil {
		return err
	}
	c.lists, c.unknown = true, r.meet
	return r.opened.placed(r.opened.lines(ctx, func(line []byte, no, _ int64) error {
		row, err := c.check(line, no)
		if err != nil || !row {
			return err
		}
		return f(no, c.cells)
	}))
}

// placed returns an error whose place is counted as rows of the source.
func (o *opened) placed(err error) error {
	var row *RowError
	if o != nil && o.pieces != nil && o.pieces.one && errors.As(err, &row) {
		row.Piece = true
	}
	return err
}

// meet notes a member that the first objects did not have.
func (r *Reader) meet(name string) {
	if len(r.extra) <= maxMembers && !slices.Contains(r.extra, name) {
		r.extra = append(r.extra, name)
	}
}

// Extra returns the members of JSON in the rows so far that are not columns, because none of the
// first objects has them.
func (r *Reader) Extra() []string { return r.extra }

// Taken returns how many bytes of the source were read, as they are stored.
func (r *Reader) Taken() int64 { return r.opened.stored.n.Load() }

// IsCode reports whether the value of a cell is a code although it may look like a number, as 007
// does.
func IsCode(cell []byte) bool { return leadingZero(cell) }

// GeneColumn returns the column of names of genes; "" when none has such a name.
func GeneColumn(names []string) string {
	return (&sample{names: names}).named(geneHeaders...)
}
