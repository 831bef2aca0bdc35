package pagedata

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"cohortium/internal/guard"
	"cohortium/internal/gwas/textfile"
)

// parquetFile reads the rows of a Parquet file as texts, whatever its columns are:
// one column for each leaf of its schema, a list where the leaf repeats.
type parquetFile struct {
	file   *parquet.File
	leaves []leaf
	read   int64
}

type leaf struct {
	name     string
	repeated bool
	text     func(dst []byte, v parquet.Value) []byte
	quoted   bool // in a list
}

func damagedParquet(err error) error {
	return &textfile.FileError{Code: textfile.CodeDamaged, What: "The Parquet file is damaged or cut off.", Remedy: "Write it again and send the complete file.", Err: err}
}

func openParquet(src Source) (*input, error) {
	p := &parquetFile{}
	err := guard.Do(func() (err error) {
		p.file, err = parquet.OpenFile(src.Data, src.Size, parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
		return err
	})
	if err != nil {
		return nil, damagedParquet(err)
	}
	if err := p.refuseLarge(src); err != nil {
		return nil, err
	}
	in := &input{format: "parquet", compression: "none", header: true, rowWord: "row",
		taken: func() (int64, int64) { return p.read, max(p.file.NumRows(), 1) },
		extra: func() []string { return nil }}
	if err := guard.Do(func() error { p.columns(in); return nil }); err != nil {
		return nil, damagedParquet(err)
	}
	in.rows = p.rows
	err = p.rows(context.Background(), func(no int64, cells [][]byte) error {
		row := make([]*string, len(cells))
		for i, cell := range cells {
			if cell != nil {
				text := string(cell)
				row[i] = &text
			}
		}
		in.sample = append(in.sample, row)
		if no == parquetSample {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	p.read = 0
	return in, nil
}

// parquetSample is how many rows are looked at.
const parquetSample = 1000

var errEnough = errors.New("enough")

// refuseLarge holds the limits before anything is unpacked.
func (p *parquetFile) refuseLarge(src Source) error {
	most := limitsOf(src.Limits).Bytes
	var unpacked int64
	for _, group := range p.file.Metadata().RowGroups {
		for _, c := range group.Columns {
			unpacked += max(c.MetaData.TotalUncompressedSize, 0)
			if c.MetaData.TotalUncompressedSize > 2<<30 {
				return &textfile.FileError{Code: textfile.CodeTooLarge, What: "A column of one row group unpacks to more than 2 GB.", Remedy: "Write the file with smaller row groups."}
			}
		}
	}
	if unpacked > most {
		return &textfile.FileError{Code: textfile.CodeTooLarge, What: fmt.Sprintf("The file unpacks to more than %d bytes.", most), Remedy: "Split it, or ask the administrator to raise the limit."}
	}
	return nil
}

// columns finds the leaves of the schema.
func (p *parquetFile) columns(in *input) {
	schema := p.file.Schema()
	taken := map[string]bool{}
	for _, path := range schema.Columns() {
		at, _ := schema.Lookup(path...)
		l := leaf{name: nameOf(path), repeated: at.MaxRepetitionLevel > 0}
		for n := 2; taken[l.name]; n++ {
			l.name = fmt.Sprintf("%s_%d", nameOf(path), n)
		}
		taken[l.name] = true
		var t Type
		l.text, t, l.quoted = textOf(at.Node.Type())
		if l.repeated {
			t = List
		}
		p.leaves = append(p.leaves, l)
		in.names, in.guessed = append(in.names, l.name), append(in.guessed, t)
	}
}

// nameOf is the name of a leaf without what only says that it repeats.
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

// rows implements input.rows.
func (p *parquetFile) rows(ctx context.Context, f func(no int64, cells [][]byte) error) error {
	err := guard.Do(func() error {
		no := int64(0)
		for _, group := range p.file.RowGroups() {
			if err := p.group(ctx, group, &no, f); err != nil {
				return err
			}
		}
		return nil
	})
	if guard.Panicked(err) { // the decoder trusts what it reads more than a file deserves
		return damagedParquet(err)
	}
	return err
}

func (p *parquetFile) group(ctx context.Context, group parquet.RowGroup, no *int64, f func(int64, [][]byte) error) error {
	reader := group.Rows()
	defer reader.Close()
	rows := make([]parquet.Row, 256)
	cells := make([][]byte, len(p.leaves))
	buffers := make([][]byte, len(p.leaves))
	for {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		n, err := reader.ReadRows(rows)
		for _, row := range rows[:n] {
			*no++
			p.read++
			p.cells(row, cells, buffers)
			if err := f(*no, cells); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return damagedParquet(err)
		}
	}
}

// cells makes texts of a row.
func (p *parquetFile) cells(row parquet.Row, cells, buffers [][]byte) {
	clear(cells)
	for i := range buffers {
		buffers[i] = buffers[i][:0]
	}
	row.Range(func(column int, values []parquet.Value) bool {
		l := &p.leaves[column]
		if l.repeated {
			if buffers[column] = l.list(buffers[column], values); buffers[column] != nil {
				cells[column] = buffers[column]
			}
			return true
		}
		if v := values[0]; !v.IsNull() {
			if buffers[column] = l.text(buffers[column], v); len(buffers[column]) > 0 {
				cells[column] = buffers[column]
			}
		}
		return true
	})
}

// list is the JSON of the values of a list; nil for one that is missing. An empty one
// cannot be told from that by every writer, and is missing as well.
func (l *leaf) list(dst []byte, values []parquet.Value) []byte {
	if len(values) == 1 && values[0].IsNull() {
		return nil
	}
	dst = append(dst, '[')
	for i, v := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		switch text := l.text(nil, v); {
		case v.IsNull() || len(text) == 0 && !l.quoted:
			dst = append(dst, "null"...)
		case l.quoted:
			dst = append(dst, quote(text)...)
		default:
			dst = append(dst, text...)
		}
	}
	return append(dst, ']')
}

// quote is a text as JSON writes it.
func quote(text []byte) []byte {
	out, err := json.Marshal(string(text))
	if err != nil {
		panic(err) // a text always has one
	}
	return out
}

type appendText func(dst []byte, v parquet.Value) []byte

// textOf says how values of a type are written, what type a column of them has, and
// whether they have quotes in JSON.
func textOf(t parquet.Type) (appendText, Type, bool) {
	if logical := t.LogicalType(); logical != nil {
		switch is := logical.Value.(type) {
		case *format.DecimalType:
			return decimalText(int(is.Scale)), Number, false
		case *format.DateType:
			return func(dst []byte, v parquet.Value) []byte {
				return time.Unix(int64(v.Int32())*86400, 0).UTC().AppendFormat(dst, time.DateOnly)
			}, Text, true
		case *format.TimestampType:
			return timestampText(is.Unit), Text, true
		case *format.UUIDType:
			return uuidText, Text, true
		case *format.IntType:
			if !is.IsSigned {
				return unsignedText, Number, false
			}
		}
	}
	switch t.Kind() {
	case parquet.Boolean:
		return func(dst []byte, v parquet.Value) []byte { return strconv.AppendBool(dst, v.Boolean()) }, Boolean, false
	case parquet.Int32:
		return func(dst []byte, v parquet.Value) []byte { return strconv.AppendInt(dst, int64(v.Int32()), 10) }, Number, false
	case parquet.Int64:
		return func(dst []byte, v parquet.Value) []byte { return strconv.AppendInt(dst, v.Int64(), 10) }, Number, false
	case parquet.Float:
		return func(dst []byte, v parquet.Value) []byte { return floatText(dst, float64(v.Float()), 32) }, Number, false
	case parquet.Double:
		return func(dst []byte, v parquet.Value) []byte { return floatText(dst, v.Double(), 64) }, Number, false
	case parquet.Int96:
		return func(dst []byte, v parquet.Value) []byte { return int96Text(dst, v) }, Text, true
	}
	return func(dst []byte, v parquet.Value) []byte { return bytesText(dst, v.ByteArray()) }, Text, true
}

// floatText writes a number that reads back as itself, and nothing for NaN.
func floatText(dst []byte, x float64, bits int) []byte {
	if math.IsNaN(x) {
		return dst
	}
	return strconv.AppendFloat(dst, x, 'g', -1, bits)
}

func unsignedText(dst []byte, v parquet.Value) []byte {
	if v.Kind() == parquet.Int32 {
		return strconv.AppendUint(dst, uint64(v.Uint32()), 10)
	}
	return strconv.AppendUint(dst, v.Uint64(), 10)
}

func decimalText(scale int) appendText {
	return func(dst []byte, v parquet.Value) []byte {
		n := new(big.Int)
		switch v.Kind() {
		case parquet.Int32:
			n.SetInt64(int64(v.Int32()))
		case parquet.Int64:
			n.SetInt64(v.Int64())
		default: // two's complement, the highest byte first
			b := v.ByteArray()
			n.SetBytes(b)
			if len(b) > 0 && b[0]&0x80 != 0 {
				n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
			}
		}
		if scale <= 0 {
			return n.Append(dst, 10)
		}
		x := new(big.Rat).SetFrac(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil))
		return append(dst, x.FloatString(scale)...)
	}
}

func timestampText(unit format.TimeUnit) appendText {
	return func(dst []byte, v parquet.Value) []byte {
		at := time.UnixMilli(v.Int64())
		switch unit.Value.(type) {
		case *format.MicroSeconds:
			at = time.UnixMicro(v.Int64())
		case *format.NanoSeconds:
			at = time.Unix(0, v.Int64())
		}
		return at.UTC().AppendFormat(dst, time.RFC3339Nano)
	}
}

// uuidText writes 16 bytes as 8-4-4-4-12 digits.
func uuidText(dst []byte, v parquet.Value) []byte {
	b := v.ByteArray()
	if len(b) != 16 {
		return bytesText(dst, b)
	}
	return fmt.Appendf(dst, "%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// int96Text writes the old timestamps: nanoseconds of a day, and its Julian number.
func int96Text(dst []byte, v parquet.Value) []byte {
	const epoch = 2440588 // 1970-01-01
	x := v.Int96()
	nanos := int64(x[1])<<32 | int64(x[0])
	return time.Unix((int64(x[2])-epoch)*86400, nanos).UTC().AppendFormat(dst, time.RFC3339Nano)
}

// bytesText is text as it is, and other bytes in Base64.
func bytesText(dst, b []byte) []byte {
	if utf8.Valid(b) && bytes.IndexByte(b, 0) < 0 {
		return append(dst, b...)
	}
	return base64.StdEncoding.AppendEncode(dst, b)
}
