package parquetfile

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/parquet-go/parquet-go"

	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/guard"
)

// A process of this name decodes one file and ends. It begins here, before main, so that
// every program that reads Parquet files can be one, those of tests among them.
func init() {
	if os.Args[0] == processName {
		os.Exit(decodeProcess())
	}
}

func decodeProcess() int {
	if err := limitProcess(maxMemory); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	debug.SetMemoryLimit(maxMemory * 3 / 4)
	debug.SetMaxStack(32 << 20)
	in := bufio.NewReader(os.Stdin)
	_, first, err := receive(in, nil)
	var q ask
	if err == nil {
		err = json.Unmarshal(first, &q)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	out := bufio.NewWriterSize(os.Stdout, 64<<10)
	fault := faultOf(guard.Do(func() error { return decode(&remote{in: in, out: out}, q, out) }))
	text, err := json.Marshal(fault)
	if err != nil || send(out, msgEnd, text) != nil || out.Flush() != nil {
		return 1
	}
	return 0
}

// faultOf returns the fault of a file; nil for none.
func faultOf(err error) *textfile.FileError {
	var known *textfile.FileError
	if err != nil && !errors.As(err, &known) { // panics among them: the library trusts what it reads
		errors.As(damaged(err), &known)
	}
	return known
}

// remote is the file, which the other process reads.
type remote struct {
	in  io.Reader
	out *bufio.Writer
}

// ReadAt implements io.ReaderAt, for one caller at a time.
func (r *remote) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) {
		part := p[n:min(len(p), n+maxMessage)]
		want := binary.LittleEndian.AppendUint64(nil, uint64(at+int64(n)))
		if err := send(r.out, msgRead, binary.LittleEndian.AppendUint32(want, uint32(len(part)))); err != nil {
			return n, err
		}
		if err := r.out.Flush(); err != nil {
			return n, err
		}
		_, got, err := receive(r.in, part)
		if err != nil {
			return n, err
		}
		if n += len(got); len(got) < len(part) {
			return n, io.EOF
		}
	}
	return n, nil
}

// readBuffer is how much a column asks for at a time: the file may be remote.
const readBuffer = 64 << 10

// decode sends what a file declares and then its rows.
func decode(data io.ReaderAt, q ask, out io.Writer) error {
	meta, err := Check(data, q.Size, maxItems)
	if err != nil {
		return err
	}
	leaves, unpacked := 0, int64(0)
	for i := range meta.Schema[min(1, len(meta.Schema)):] {
		if meta.Schema[i+1].NumChildren.V == 0 {
			leaves++
		}
	}
	for _, g := range meta.RowGroups {
		for _, c := range g.Columns {
			if unpacked += c.MetaData.TotalUncompressedSize; c.MetaData.TotalUncompressedSize > 2<<30 {
				return tooLarge("A column of one row group unpacks to more than 2 GB.", "Write the file with smaller row groups.")
			}
		}
	}
	switch {
	case leaves > q.Limits.Columns:
		return &textfile.FileError{
			Code:   textfile.CodeTooManyColumns,
			What:   fmt.Sprintf("The table has %d columns; %d are read at most.", leaves, q.Limits.Columns),
			Remedy: "Leave out columns that are not needed.",
		}
	case unpacked > q.Limits.Bytes:
		return tooLarge(fmt.Sprintf("The file unpacks to more than %d bytes.", q.Limits.Bytes), "Split it, or ask the administrator to raise the limit.")
	}
	if err := rowsFit(meta.NumRows, q); err != nil {
		return err
	}
	file, err := parquet.OpenFile(
		data,
		q.Size,
		parquet.SkipBloomFilters(true),
		parquet.SkipPageIndex(true),
		parquet.ReadBufferSize(min(readBuffer, int(q.Size))),
	)
	if err != nil {
		return err
	}
	r := &rowWriter{ask: q, out: out}
	head, err := json.Marshal(Head{Columns: r.columns(file.Schema()), Rows: meta.NumRows})
	if err != nil {
		return err
	}
	if err := send(out, msgHead, head); err != nil {
		return err
	}
	for _, group := range file.RowGroups() {
		if err := r.group(group); err != nil {
			return err
		}
	}
	return r.flush()
}

// rowsFit holds the limits of rows.
func rowsFit(rows int64, q ask) error {
	switch {
	case rows > q.Limits.Rows:
		return tooLarge(fmt.Sprintf("The table has more than %d rows.", q.Limits.Rows), "Send the rows that are needed.")
	case rows > rowsFrom && rows/maxRowsPerByte > q.Size:
		return tooLarge(
			fmt.Sprintf("The file has more than %d rows for each byte of its size, which no real table has.", maxRowsPerByte),
			"Send the table as text.",
		)
	}
	return nil
}

// rowWriter sends the rows of a file.
type rowWriter struct {
	ask
	out    io.Writer
	leaves []leaf
	rows   int64
	batch  []byte
	cell   []byte
}

type leaf struct {
	repeated bool
	text     appendText
	quoted   bool // in a list
}

// columns finds the leaves of the schema.
func (w *rowWriter) columns(schema *parquet.Schema) []Column {
	var out []Column
	taken := map[string]bool{}
	for _, path := range schema.Columns() {
		at, _ := schema.Lookup(path...)
		l := leaf{repeated: at.MaxRepetitionLevel > 0}
		c := Column{Name: nameOf(path)}
		for n := 2; taken[c.Name]; n++ {
			c.Name = fmt.Sprintf("%s_%d", nameOf(path), n)
		}
		taken[c.Name] = true
		l.text, c.Type, l.quoted = textOf(at.Node.Type())
		if l.repeated {
			c.Type = List
		}
		w.leaves, out = append(w.leaves, l), append(out, c)
	}
	return out
}

// nameOf returns the name of a leaf, without the elements that only mark a list.
func nameOf(path []string) string {
	var parts []string
	for i, name := range path {
		if i > 0 && (name == "list" || name == "element" || name == "array" || name == "item" || name == "bag" || name == "array_element") {
			continue
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, ".")
}

func (w *rowWriter) group(group parquet.RowGroup) error {
	reader := group.Rows()
	defer reader.Close()
	rows := make([]parquet.Row, 256)
	for {
		n, err := reader.ReadRows(rows)
		for _, row := range rows[:n] {
			if w.rows++; w.rows%rowsFrom == 1 || w.rows > w.Limits.Rows {
				if err := rowsFit(w.rows, w.ask); err != nil {
					return err
				}
			}
			if err := w.row(row); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// batchBytes is how much is sent at once.
const batchBytes = 256 << 10

// row adds a row to the batch. A damaged file has rows without all columns.
func (w *rowWriter) row(row parquet.Row) error {
	seen := 0
	row.Range(func(column int, values []parquet.Value) bool {
		if column != seen || seen == len(w.leaves) {
			return false
		}
		seen++
		l := &w.leaves[column]
		w.cell = w.cell[:0]
		missing := true
		if l.repeated {
			w.cell, missing = l.list(w.cell, values)
		} else if !values[0].IsNull() {
			w.cell = l.text(w.cell, values[0])
			missing = len(w.cell) == 0
		}
		if missing {
			w.batch = append(w.batch, 0)
			return true
		}
		w.cell = w.cell[:min(len(w.cell), w.Limits.Cell+1)]
		w.batch = append(binary.AppendUvarint(w.batch, uint64(len(w.cell))+1), w.cell...)
		return true
	})
	if seen != len(w.leaves) {
		return damaged(fmt.Errorf("row %d has %d of %d columns", w.rows, seen, len(w.leaves)))
	}
	if len(w.batch) < batchBytes {
		return nil
	}
	return w.flush()
}

func (w *rowWriter) flush() error {
	err := send(w.out, msgRows, w.batch)
	w.batch = w.batch[:0]
	return err
}
