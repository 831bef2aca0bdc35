package columnar

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/guard"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// Options control the writer.
type Options struct {
	// GroupRows is the number of rows of a row group, rounded up to whole pages
	// of 16384; 0 is 131072. The writer holds one compressed row group in memory.
	GroupRows int
	// Workers is how many columns are encoded at once; 0 is one per core.
	Workers int
	// Metadata is written into the footer.
	Metadata map[string]string
	// Scale of the effects, written there too.
	Scale sumstats.EffectScale
}

// scaleKey is the key of the footer that holds the scale of the effects.
const scaleKey = string(sumstats.FieldEffectScale)

// Writer writes rows as Parquet. It encodes in the background while the next page is filled. It is
// not safe for concurrent use. Close must be called.
type Writer struct {
	opt     Options
	file    *parquet.Writer //nolint:staticcheck // the typed writer takes Go structs; columns are written by themselves here
	columns []*parquet.ColumnWriter
	dict    *variant.Dict

	filling []sumstats.Row
	pages   chan []sumstats.Row
	free    chan []sumstats.Row
	done    chan struct{}
	scratch []encoder // one per worker
	inGroup int       // rows of the current row group

	mu     sync.Mutex
	err    error
	closed bool
}

// NewWriter writes rows, whose long alleles are those of d, to w.
func NewWriter(w io.Writer, d *variant.Dict, opt Options) *Writer {
	if opt.GroupRows <= 0 {
		opt.GroupRows = defaultGroupRows
	}
	if opt.Workers <= 0 {
		opt.Workers = min(runtime.GOMAXPROCS(0), columnCount)
	}
	config := []parquet.WriterOption{
		schema(),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}),
		parquet.PageBufferSize(2 * 8 * pageRows), // pages end by pageRows, before this
		parquet.CreatedBy("cohortium", "1", ""),
		parquet.SortingWriterConfig(parquet.SortingColumns(
			parquet.Ascending("chromosome"), parquet.Ascending("base_pair_location"))),
	}
	if opt.Scale != sumstats.ScaleUnknown {
		config = append(config, parquet.KeyValueMetadata(scaleKey, string(opt.Scale)))
	}
	for key, value := range opt.Metadata {
		config = append(config, parquet.KeyValueMetadata(key, value))
	}
	z := &Writer{
		opt: opt, file: parquet.NewWriter(w, config...), dict: d,
		filling: make([]sumstats.Row, 0, pageRows),
		pages:   make(chan []sumstats.Row, 1), free: make(chan []sumstats.Row, 2),
		done: make(chan struct{}), scratch: make([]encoder, opt.Workers),
	}
	z.columns = z.file.ColumnWriters()
	z.free <- make([]sumstats.Row, 0, pageRows)
	go z.encodeAll()
	return z
}

// WriteRows takes a copy of rows. An error of the underlying writer may be
// returned by a later call or by Close.
func (z *Writer) WriteRows(rows []sumstats.Row) error {
	if z.closed {
		return errors.New("columnar.WriteRows(): the writer is closed")
	}
	for len(rows) > 0 {
		n := copy(z.filling[len(z.filling):pageRows], rows)
		z.filling = z.filling[:len(z.filling)+n]
		rows = rows[n:]
		if len(z.filling) == pageRows {
			if err := z.failure(); err != nil {
				return err
			}
			z.pages <- z.filling
			z.filling = (<-z.free)[:0]
		}
	}
	return nil
}

// Close writes the remaining rows and the footer. It does not close the underlying writer.
func (z *Writer) Close() error {
	if z.closed {
		return z.failure()
	}
	z.closed = true
	if len(z.filling) > 0 {
		z.pages <- z.filling
	}
	close(z.pages)
	<-z.done
	if err := z.failure(); err != nil {
		return err
	}
	if err := z.file.Close(); err != nil {
		z.fail(fmt.Errorf("columnar.Close(): %w", err))
	}
	return z.failure()
}

func (z *Writer) failure() error {
	z.mu.Lock()
	defer z.mu.Unlock()
	return z.err
}

func (z *Writer) fail(err error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.err == nil && err != nil {
		z.err = err
	}
}

// encodeAll writes pages until there are none left, and keeps taking them after
// an error, so that WriteRows does not wait in vain.
func (z *Writer) encodeAll() {
	defer close(z.done)
	for page := range z.pages {
		if z.failure() == nil {
			z.fail(guard.Do(func() error {
				z.encodePage(page)
				return nil
			}))
		}
		z.free <- page
	}
}

// encodePage writes one page of each column, and the row group when it is full.
func (z *Writer) encodePage(rows []sumstats.Row) {
	guard.All(len(z.scratch), func(w int) {
		for column := w; column < columnCount; column += len(z.scratch) {
			if err := z.scratch[w].column(z.columns[column], column, rows, z.dict); err != nil {
				z.fail(fmt.Errorf("columnar.WriteRows(): column %d: %w", column, err))
			}
		}
	})
	z.inGroup += len(rows)
	if z.inGroup >= z.opt.GroupRows {
		z.inGroup = 0
		if err := z.file.Flush(); err != nil {
			z.fail(fmt.Errorf("columnar.WriteRows(): %w", err))
		}
	}
}

// encoder turns fields of rows into values; it is reused.
type encoder struct {
	values []parquet.Value
	text   []byte
	nulls  [encodeRows]parquet.Value // a null needs no more than its zero value
}

const encodeRows = 1024

// absent reports whether no row has a number in the column. This is common, and much cheaper to
// find out at once than value by value.
func absent(column int, rows []sumstats.Row) bool {
	field := numberField(column)
	if field == nil {
		return false
	}
	for i := range rows {
		if x := *field(&rows[i]); x == x {
			return false
		}
	}
	return true
}

// column writes one column of rows as one page.
func (e *encoder) column(to *parquet.ColumnWriter, column int, rows []sumstats.Row, d *variant.Dict) error {
	for len(rows) > 0 {
		n := min(encodeRows, len(rows))
		values := e.nulls[:n]
		if !absent(column, rows[:n]) {
			e.values, e.text = e.values[:0], e.text[:0]
			e.fill(column, rows[:n], d)
			values = e.values
		}
		if _, err := to.WriteRowValues(values); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return to.Flush()
}

func (e *encoder) fill(column int, rows []sumstats.Row, d *variant.Dict) {
	switch column {
	case colChromosome:
		for i := range rows {
			e.values = append(e.values, parquet.Int32Value(int32(rows[i].Chromosome)))
		}
	case colPosition:
		for i := range rows {
			e.values = append(e.values, parquet.Int32Value(rows[i].Position))
		}
	case colFlags:
		for i := range rows {
			e.values = append(e.values, parquet.Int32Value(int32(rows[i].Flags)))
		}
	case colLine:
		for i := range rows {
			e.values = append(e.values, parquet.Int32Value(int32(rows[i].Line)))
		}
	case colRSID:
		for i := range rows {
			if id := rows[i].RSID; id == 0 {
				e.null(column)
			} else {
				e.values = append(e.values, parquet.Int64Value(int64(id)).Level(0, 1, column))
			}
		}
	case colNEff:
		for i := range rows {
			if x := rows[i].NEff; x != x {
				e.null(column)
			} else {
				e.values = append(e.values, parquet.FloatValue(x).Level(0, 1, column))
			}
		}
	case colEffectAllele, colOtherAllele:
		for i := range rows {
			e.allele(column, &rows[i], d)
		}
	default:
		e.numbers(column, rows)
	}
}

func (e *encoder) null(column int) { e.values = append(e.values, parquet.Value{}.Level(0, 0, column)) }

func (e *encoder) numbers(column int, rows []sumstats.Row) {
	field := numberField(column)
	for i := range rows {
		if x := *field(&rows[i]); x != x {
			e.null(column)
		} else {
			e.values = append(e.values, parquet.DoubleValue(x).Level(0, 1, column))
		}
	}
}

// numberField finds the field of a column of doubles.
func numberField(column int) func(r *sumstats.Row) *float64 {
	switch column {
	case colBeta:
		return func(r *sumstats.Row) *float64 { return &r.Beta }
	case colStandardError:
		return func(r *sumstats.Row) *float64 { return &r.SE }
	case colEAF:
		return func(r *sumstats.Row) *float64 { return &r.EAF }
	case colNegLog10P:
		return func(r *sumstats.Row) *float64 { return &r.NegLog10P }
	case colN:
		return func(r *sumstats.Row) *float64 { return &r.N }
	case colNCases:
		return func(r *sumstats.Row) *float64 { return &r.NCases }
	case colNControls:
		return func(r *sumstats.Row) *float64 { return &r.NControls }
	case colInfo:
		return func(r *sumstats.Row) *float64 { return &r.Info }
	}
	return nil
}

func (e *encoder) allele(column int, r *sumstats.Row, d *variant.Dict) {
	a := r.EA
	if column == colOtherAllele {
		a = r.OA
	}
	if a == variant.Missing {
		e.null(column)
		return
	}
	from := len(e.text)
	e.text = d.Append(e.text, a)
	e.values = append(e.values, parquet.ByteArrayValue(e.text[from:len(e.text):len(e.text)]).Level(0, 1, column))
}
