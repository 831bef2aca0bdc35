package qc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"cohortium/internal/gwas/columnar"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"

	"github.com/klauspost/compress/gzip"
)

// cleanWriter writes the clean file with its tabix index.
type cleanWriter struct {
	file  io.WriteCloser
	index *regionindex.Writer
	dict  *variant.Dict
	cols  ssf.Columns
	line  []byte
}

func newCleanWriter(out Output, cols ssf.Columns, d *variant.Dict, workers int) (*cleanWriter, error) {
	file, err := out.Create(FileClean)
	if err != nil {
		return nil, err
	}
	var opt regionindex.WriterOptions
	opt.Workers = workers
	w := &cleanWriter{file: file, index: regionindex.NewWriter(file, opt), dict: d, cols: cols}
	if err := w.index.WriteHeader(ssf.AppendHeader(nil, cols)); err != nil {
		return nil, errors.Join(err, w.index.Close(), file.Close())
	}
	return w, nil
}

func (w *cleanWriter) write(b *batch) error {
	for i := range b.clean {
		r := &b.clean[i]
		w.line = ssf.AppendRow(w.line[:0], r, w.dict, w.cols)
		if err := w.index.WriteRow(w.line, r.Chromosome, r.Position); err != nil {
			return fmt.Errorf("qc: write %s: %w", FileClean, err)
		}
	}
	return nil
}

func (w *cleanWriter) close(out Output) error {
	if err := errors.Join(w.index.Close(), w.file.Close()); err != nil {
		return fmt.Errorf("qc: write %s: %w", FileClean, err)
	}
	if out == nil {
		return nil
	}
	return writeTo(out, FileCleanIndex, w.index.WriteIndex)
}

// columnarWriter writes the columnar twin.
type columnarWriter struct {
	file io.WriteCloser
	rows *columnar.Writer
}

func newColumnarWriter(out Output, d *variant.Dict, scale sumstats.EffectScale, workers int) (*columnarWriter, error) {
	file, err := out.Create(FileColumnar)
	if err != nil {
		return nil, err
	}
	return &columnarWriter{file: file, rows: columnar.NewWriter(file, d, columnar.Options{Workers: workers, Scale: scale})}, nil
}

func (w *columnarWriter) write(b *batch) error {
	if err := w.rows.WriteRows(b.clean); err != nil {
		return fmt.Errorf("qc: write %s: %w", FileColumnar, err)
	}
	return nil
}

func (w *columnarWriter) close() error {
	if err := errors.Join(w.rows.Close(), w.file.Close()); err != nil {
		return fmt.Errorf("qc: write %s: %w", FileColumnar, err)
	}
	return nil
}

// excludedHeader names the columns of excluded.tsv.gz.
const excludedHeader = "line\treason\tfield\tvalue\texplanation\toriginal\n"

// excludedWriter lists the rows that were left out: first those that could not be read, in the
// order of the file, as written; then those that QC left out, in genome order, by their canonical
// fields. Tabs in the original become single spaces.
type excludedWriter struct {
	file     io.WriteCloser
	packed   *gzip.Writer
	text     *bufio.Writer
	dict     *variant.Dict
	cols     ssf.Columns
	sentence func(sumstats.Reason) string
	line     []byte
	original []byte
	counts   map[sumstats.Reason]*WaterfallStep
	err      error // of read
	closed   bool
}

func newExcludedWriter(out Output, d *variant.Dict, sentence func(sumstats.Reason) string) (*excludedWriter, error) {
	file, err := out.Create(FileExcluded)
	if err != nil {
		return nil, err
	}
	packed, err := gzip.NewWriterLevel(file, gzip.BestSpeed)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	w := &excludedWriter{file: file, packed: packed, text: bufio.NewWriterSize(packed, 64<<10), dict: d,
		sentence: sentence, counts: map[sumstats.Reason]*WaterfallStep{}}
	_, err = w.text.WriteString(excludedHeader)
	return w, err
}

// read takes a row that the reader left out. An error is kept for close, since
// the reader cannot take it.
func (w *excludedWriter) read(e sumstats.Excluded) {
	if w.err == nil {
		w.err = w.append(e.Line, e.Reason, e.Field, e.Value, e.Reason.Sentence(), e.Text)
	}
}

// write takes the rows that QC left out. Line numbers in the waterfall are those
// of the first ten in genome order.
func (w *excludedWriter) write(b *batch) error {
	for i := range b.excluded {
		if err := w.one(&b.excluded[i]); err != nil {
			return fmt.Errorf("qc: write %s: %w", FileExcluded, err)
		}
	}
	return nil
}

func (w *excludedWriter) one(e *exclusion) error {
	step := w.counts[e.reason]
	if step == nil {
		step = &WaterfallStep{Reason: e.reason, Sentence: w.sentence(e.reason), Lines: []uint32{}}
		w.counts[e.reason] = step
	}
	step.Count++
	if len(step.Lines) < 10 {
		step.Lines = append(step.Lines, e.row.Line)
	}
	var value []byte
	switch {
	case !math.IsNaN(e.value):
		value = strconv.AppendFloat(nil, e.value, 'g', -1, 64)
	case e.field == sumstats.FieldEffectAllele:
		value = w.dict.Append(nil, e.row.EA)
		value = w.dict.Append(append(value, '/'), e.row.OA)
	case e.field == sumstats.FieldRSID:
		value = ssf.AppendRSID(nil, e.row.RSID)
	case e.field == sumstats.FieldPosition:
		value = strconv.AppendInt(nil, int64(e.row.Position), 10)
	}
	w.original = ssf.AppendRow(w.original[:0], &e.row, w.dict, w.cols)
	original := bytes.TrimSuffix(w.original, []byte{'\n'})
	return w.append(e.row.Line, e.reason, e.field, string(value), step.Sentence, string(original))
}

func (w *excludedWriter) append(line uint32, reason sumstats.Reason, field sumstats.Field, value, why, original string) error {
	w.line = strconv.AppendUint(w.line[:0], uint64(line), 10)
	for _, cell := range []string{string(reason), string(field), value, why, original} {
		w.line = append(w.line, '\t')
		for i := range len(cell) {
			switch c := cell[i]; c {
			case '\t', '\n', '\r':
				w.line = append(w.line, ' ')
			default:
				w.line = append(w.line, c)
			}
		}
	}
	_, err := w.text.Write(append(w.line, '\n'))
	return err
}

func (w *excludedWriter) close() error {
	if w.closed {
		return nil
	}
	w.closed = true
	if err := errors.Join(w.err, w.text.Flush(), w.packed.Close(), w.file.Close()); err != nil {
		return fmt.Errorf("qc: write %s: %w", FileExcluded, err)
	}
	return nil
}
