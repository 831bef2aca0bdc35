package pagedata

import (
	"fmt"
	"io"
	"runtime"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/snappy"

	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/guard"
)

// file writes row groups of columns as Parquet. Encodings are chosen by the first
// row group.
type file struct {
	to      io.Writer
	parquet *parquet.Writer //nolint:staticcheck // the typed writer takes Go structs; columns are written by themselves here
	columns []*parquet.ColumnWriter
	groups  int
	scratch []encoder // one per worker
}

// dictionaryShare is the share of different values up to which a dictionary pays.
const dictionaryShare = 4

// start writes the schema. Its columns are in the order of their ids.
func (f *file) start(columns []*values) {
	group := parquet.Group{}
	for _, v := range columns {
		group[v.ID] = v.node()
	}
	schema := parquet.NewSchema("table", group)
	f.parquet = parquet.NewWriter(f.to, schema, //nolint:staticcheck // see above
		parquet.Compression(&snappy.Codec{}),
		parquet.PageBufferSize(4<<20),
		parquet.DataPageStatistics(false),
		parquet.CreatedBy("cohortium", "1", ""))
	writers := f.parquet.ColumnWriters()
	for _, v := range columns {
		at, _ := schema.Lookup(v.ID)
		f.columns = append(f.columns, writers[at.ColumnIndex])
	}
	f.scratch = make([]encoder, min(runtime.GOMAXPROCS(0), len(columns)))
}

// node returns the column of the schema for values like those of the first row group.
func (v *values) node() parquet.Node {
	var n parquet.Node
	switch v.Type {
	case Number:
		n = parquet.Leaf(parquet.DoubleType)
	case Boolean:
		return parquet.Optional(parquet.Leaf(parquet.BooleanType))
	case List:
		n = parquet.JSON()
	default:
		n = parquet.String()
	}
	if v.repeats() {
		n = parquet.Encoded(n, &parquet.RLEDictionary)
	}
	return parquet.Optional(n)
}

// repeats reports whether the values of the row group repeat so often that a dictionary pays.
func (v *values) repeats() bool {
	if v.Type == Number {
		seen := map[float64]struct{}{}
		for _, x := range v.numbers {
			seen[x] = struct{}{}
		}
		return dictionaryShare*len(seen) <= len(v.numbers)
	}
	seen, from := map[string]struct{}{}, int32(0)
	for _, end := range v.ends {
		seen[string(v.text[from:end])] = struct{}{}
		from = end
	}
	return dictionaryShare*len(seen) <= len(v.ends)
}

// group writes a row group.
func (f *file) group(columns []*values) error {
	if f.parquet == nil {
		f.start(columns)
	}
	failed := make([]error, len(columns))
	err := guard.Do(func() error {
		guard.All(len(f.scratch), func(w int) {
			for i := w; i < len(columns); i += len(f.scratch) {
				failed[i] = f.scratch[w].column(f.columns[i], columns[i])
			}
		})
		return nil
	})
	for i, e := range failed {
		if err == nil && e != nil {
			err = fmt.Errorf("column %s: %w", columns[i].ID, e)
		}
	}
	if err == nil {
		err = f.parquet.Flush()
	}
	f.groups++
	return err
}

// say stores a text in the metadata of the file.
func (f *file) say(key, text string) { f.parquet.SetKeyValueMetadata(key, text) }

// close writes the footer.
func (f *file) close() error { return f.parquet.Close() }

// encoder makes values of Parquet of a column, some at a time.
type encoder struct{ values []parquet.Value }

const encodeRows = 4096

func (e *encoder) column(to *parquet.ColumnWriter, v *values) error {
	at, from := 0, int32(0) // of the values that are there
	for first := 0; first < len(v.present); first += encodeRows {
		e.values = e.values[:0]
		for _, present := range v.present[first:min(first+encodeRows, len(v.present))] {
			switch {
			case !present:
				e.values = append(e.values, parquet.Value{}.Level(0, 0, 0))
				continue
			case v.Type == Number:
				e.values = append(e.values, parquet.DoubleValue(v.numbers[at]).Level(0, 1, 0))
			case v.Type == Boolean:
				e.values = append(e.values, parquet.BooleanValue(v.booleans[at]).Level(0, 1, 0))
			default:
				e.values = append(e.values, parquet.ByteArrayValue(v.text[from:v.ends[at]]).Level(0, 1, 0))
				from = v.ends[at]
			}
			at++
		}
		if _, err := to.WriteRowValues(e.values); err != nil {
			return err
		}
	}
	return to.Flush()
}

// refuseLong returns the error for a cell beyond the limit of a cell or of a row group.
func (p *plan) refuseLong(no int64, v *values, cell []byte) error {
	if len(cell) > MaxCell {
		return p.fault(no, v.Source, "The cell has more than %d bytes. Leave the column out, or shorten its texts.", MaxCell)
	}
	return &textfile.FileError{
		Code:   textfile.CodeTooLarge,
		What:   fmt.Sprintf("The texts are too long for a page: up to %d rows before %s %d hold more than %d MiB.", GroupRows, p.rowWord, no, maxGroup>>20),
		Remedy: "Leave columns out, or shorten their texts.",
	}
}
