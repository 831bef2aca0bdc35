// Package parquettest makes Parquet files that lie about their lengths, for tests. Each is small,
// and makes a trusting reader allocate gigabytes.
package parquettest

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	magic = "PAR1"
	huge  = math.MaxInt32
)

// Attacks returns the files by what they lie about.
func Attacks() map[string][]byte {
	return map[string][]byte{
		"footer of 4 GiB":                 Footer(make([]byte, 100), math.MaxUint32),
		"footer of the file and a byte":   Footer(make([]byte, 100), 105),
		"two billion row groups":          Footer(append([]byte{0x15, 2, 0x19, 0x1c, 0x48, 1, 'a', 0, 0x16, 2, 0x19, 0xfc}, varint(huge)...), 0),
		"a name of two gigabytes":         Footer(append([]byte{0x15, 2, 0x19, 0x1c, 0x48}, varint(huge)...), 0),
		"structs in structs":              Footer(bytes.Repeat([]byte{0xcc}, 4<<20), 0),
		"lists in lists":                  Footer(append([]byte{0xc9}, bytes.Repeat([]byte{0x19}, 4<<20)...), 0),
		"a million empty columns":         Footer(append(append([]byte{0x15, 2, 0x19, 0xfc}, varint(1<<20)...), make([]byte, 1<<20+1)...), 0),
		"20,000 columns":                  Columns(20_000),
		"two billion children":            changed(func(f *File) { f.Meta.Schema[0].NumChildren.V = huge }),
		"a chunk behind the end":          changed(func(f *File) { f.Chunk().TotalCompressedSize = 1 << 40 }),
		"a chunk before the beginning":    changed(func(f *File) { f.Chunk().DataPageOffset = -1 << 40 }),
		"a page index of two gigabytes":   changed(func(f *File) { c := f.Column(); c.ColumnIndexOffset, c.ColumnIndexLength = 4, huge }),
		"chunks on top of each other":     changed(func(f *File) { f.Body, f.Page.UncompressedPageSize = make([]byte, 4096), 4096; f.Repeat = 20_000 }),
		"a decimal of two billion digits": changed(decimal),
		"a page of two gigabytes":         changed(func(f *File) { f.Page.CompressedPageSize = huge }),
		"a page that unpacks to 2 GiB":    changed(func(f *File) { f.Chunk().Codec = format.Snappy; f.Page.UncompressedPageSize = huge }),
		"a snappy block of 4 GiB":         changed(func(f *File) { f.Chunk().Codec, f.Body = format.Snappy, append(varint(math.MaxUint32), 0, 'a') }),
		"a gzip page of 1 GiB":            changed(func(f *File) { f.Chunk().Codec, f.Body = format.Gzip, zeros(1<<30) }),
		"two billion values":              changed(func(f *File) { f.Page.DataPageHeader.V.NumValues = huge }),
		"two billion missing values":      changed(missing),
		"two billion levels in a run":     changed(func(f *File) { missing(f); f.Page.DataPageHeader.V.NumValues = 1 }),
		"a dictionary of two billion":     changed(func(f *File) { dictionary(f); f.Dict.DictionaryPageHeader.V.NumValues = huge }),
		"two billion indexes in a run":    changed(dictionary),
		"a delta of two billion values":   changed(delta),
		"values of two gigabytes each":    changed(func(f *File) { fixed(f, huge) }),
		"statistics of two gigabytes": changed(func(f *File) {
			f.Header = append([]byte{0x15, 0, 0x15, 2, 0x15, 2, 0x2c, 0x15, 2, 0x15, 0, 0x15, 6, 0x15, 6, 0x1c, 0x18}, varint(huge)...)
		}),
		"a page header of structs in it": changed(func(f *File) { f.Header = bytes.Repeat([]byte{0xcc}, 8<<20) }),
		"100 million rows in 300 bytes":  changed(func(f *File) { missing(f); f.rows(100_000_000) }),
		"2 million rows in 300 bytes":    changed(func(f *File) { missing(f); f.rows(2_000_000) }),
		"more rows than the footer says": changed(func(f *File) { missing(f); f.Page.DataPageHeader.V.NumValues = 50_000_000 }),
		"an encrypted footer of 4 GiB":   append(Footer(make([]byte, 100), math.MaxUint32)[:108], "PARE"...),
		"twelve bytes":                   []byte(magic + "\x00\x00\x00\x00" + magic),
		"no row group, two billion rows": changed(func(f *File) { f.Meta.RowGroups, f.Meta.NumRows = nil, math.MaxInt64 }),
		"a negative number of rows":      changed(func(f *File) { f.rows(-5) }),
	}
}

// File is a file of one column, "a", before it is written.
type File struct {
	Meta       format.FileMetaData
	Dict, Page *format.PageHeader
	DictBody   []byte
	Body       []byte
	Header     []byte // in place of Page
	Repeat     int    // row groups that have the one chunk
}

// Column returns the one column chunk.
func (f *File) Column() *format.ColumnChunk { return &f.Meta.RowGroups[0].Columns[0] }

// Chunk holds the footer's facts about it.
func (f *File) Chunk() *format.ColumnMetaData { return &f.Column().MetaData }

func (f *File) rows(n int64) {
	f.Meta.NumRows, f.Meta.RowGroups[0].NumRows, f.Chunk().NumValues = n, n, n
	f.Page.DataPageHeader.V.NumValues = int32(max(n, 0))
}

// unsaid writes n rows, where the footer states one.
func (f *File) unsaid(n int64) {
	f.rows(n)
	f.Meta.NumRows, f.Meta.RowGroups[0].NumRows = 1, 1
}

// Missing returns a file of n rows without a value, of size bytes.
func Missing(n int64, size int) []byte {
	f := sound()
	f.missing(n)
	f.rows(n)
	f.Meta.CreatedBy = strings.Repeat("x", size)
	f.Meta.CreatedBy = f.Meta.CreatedBy[len(f.Bytes())-size:]
	return f.Bytes()
}

// Wide returns a sound file of columns with a page of pageBytes each.
func Wide(columns, pageBytes int) []byte {
	f := sound()
	f.Body, f.Page.UncompressedPageSize = make([]byte, pageBytes), int32(pageBytes)
	f.rows(int64(pageBytes / 4))
	return f.columns(columns)
}

// changed returns a sound file of one row, 1, to which something was done.
func changed(do func(*File)) []byte {
	f := sound()
	do(f)
	return f.Bytes()
}

func sound() *File {
	int32s := thrift.New[format.Type](format.Int32)
	f := &File{Repeat: 1, Body: []byte{1, 0, 0, 0}, Page: &format.PageHeader{Type: format.DataPage, CompressedPageSize: -1, UncompressedPageSize: 4}}
	f.Page.DataPageHeader = thrift.New(
		format.DataPageHeader{NumValues: 1, Encoding: format.Plain, DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE},
	)
	f.Meta = format.FileMetaData{Version: 1, NumRows: 1, Schema: []format.SchemaElement{
		{Name: "table", NumChildren: thrift.New[int32](1)},
		{Name: "a", Type: int32s, RepetitionType: thrift.New(format.Required)},
	}, RowGroups: []format.RowGroup{{NumRows: 1, Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{
		Type: format.Int32, PathInSchema: []string{"a"}, Encoding: []format.Encoding{format.Plain}, NumValues: 1, TotalUncompressedSize: 100, DataPageOffset: 4,
	}}}}}}
	return f
}

// Bytes writes the file. Sizes that were not changed are those of what was written.
func (f *File) Bytes() []byte {
	out := []byte(magic)
	if f.Dict != nil {
		f.Dict.CompressedPageSize = int32(len(f.DictBody))
		f.Chunk().DictionaryPageOffset = int64(len(out))
		out = append(append(out, marshal(f.Dict)...), f.DictBody...)
		f.Chunk().DataPageOffset = int64(len(out))
	}
	if f.Page.CompressedPageSize == -1 {
		f.Page.CompressedPageSize = int32(len(f.Body))
	}
	if f.Header == nil {
		f.Header = marshal(f.Page)
	}
	out = append(append(out, f.Header...), f.Body...)
	if len(f.Meta.RowGroups) == 1 {
		if f.Chunk().TotalCompressedSize == 0 {
			f.Chunk().TotalCompressedSize = int64(len(out) - len(magic))
		}
		for len(f.Meta.RowGroups) < f.Repeat {
			f.Meta.RowGroups = append(f.Meta.RowGroups, f.Meta.RowGroups[0])
		}
	}
	return append(out, Footer(marshal(&f.Meta), 0)[len(magic):]...)
}

// Footer returns a file that has only metadata, and states their length; 0 for the true one.
func Footer(meta []byte, length uint32) []byte {
	if length == 0 {
		length = uint32(len(meta))
	}
	return append(binary.LittleEndian.AppendUint32(append([]byte(magic), meta...), length), magic...)
}

// Columns returns a file of n columns without rows.
func Columns(n int) []byte {
	f := sound()
	f.Meta.Schema[0].NumChildren.V, f.Meta.Schema, f.Meta.RowGroups, f.Meta.NumRows = int32(n), f.Meta.Schema[:1], nil, 0
	for i := range n {
		f.Meta.Schema = append(
			f.Meta.Schema,
			format.SchemaElement{Name: fmt.Sprint("c", i), Type: thrift.New[format.Type](format.Int32), RepetitionType: thrift.New(format.Required)},
		)
	}
	return f.Bytes()
}

// LongTexts returns a file whose cells are all the one text of a dictionary, of size bytes.
func LongTexts(columns, rows, size int) []byte {
	f := sound()
	texts(f)
	f.DictBody = append(binary.LittleEndian.AppendUint32(nil, uint32(size)), bytes.Repeat([]byte("x"), size)...)
	f.Dict.UncompressedPageSize = int32(len(f.DictBody))
	f.Body = append(append([]byte{1}, varint(uint64(rows)<<1)...), 0)
	f.rows(int64(rows))
	return f.columns(columns)
}

// columns returns the file with its column n times.
func (f *File) columns(n int) []byte {
	one := f.Bytes()
	leaf, column := f.Meta.Schema[1], *f.Column()
	chunk := one[len(magic):][:column.MetaData.TotalCompressedSize]
	dictionary := column.MetaData.DataPageOffset - int64(len(magic)) // bytes of it
	f.Meta.Schema, f.Meta.RowGroups[0].Columns, f.Meta.Schema[0].NumChildren.V = f.Meta.Schema[:1], nil, int32(n)
	out := []byte(magic)
	for i := range n {
		leaf.Name = fmt.Sprint("c", i)
		column.MetaData.PathInSchema = []string{leaf.Name}
		column.MetaData.DataPageOffset = int64(len(out)) + dictionary
		if f.Dict != nil {
			column.MetaData.DictionaryPageOffset = int64(len(out))
		}
		f.Meta.Schema, f.Meta.RowGroups[0].Columns = append(f.Meta.Schema, leaf), append(f.Meta.RowGroups[0].Columns, column)
		out = append(out, chunk...)
	}
	return append(out, Footer(marshal(&f.Meta), 0)[len(magic):]...)
}

// missing makes the column optional, and its page one run of missing values.
func missing(f *File) { f.missing(huge) }

func (f *File) missing(n int64) {
	f.Meta.Schema[1].RepetitionType = thrift.New(format.Optional)
	run := append(varint(uint64(n)<<1), 0)
	f.Body = append(binary.LittleEndian.AppendUint32(nil, uint32(len(run))), run...)
	f.Page.UncompressedPageSize = int32(len(f.Body))
	f.unsaid(n)
}

// dictionary writes a dictionary of one number, and a run of two billion of it.
func dictionary(f *File) {
	f.Dict = &format.PageHeader{Type: format.DictionaryPage, UncompressedPageSize: 4}
	f.Dict.DictionaryPageHeader = thrift.New(format.DictionaryPageHeader{NumValues: 1, Encoding: format.Plain})
	f.DictBody = []byte{1, 0, 0, 0}
	f.Body = append(append([]byte{1}, varint(huge<<1)...), 0)
	f.Page.DataPageHeader.V.Encoding = format.RLEDictionary
	f.Page.UncompressedPageSize = int32(len(f.Body))
	f.unsaid(huge)
}

// texts is dictionary with a column of texts.
func texts(f *File) {
	dictionary(f)
	f.Meta.Schema[1].Type = thrift.New[format.Type](format.ByteArray)
	f.Meta.Schema[1].LogicalType.Value = &format.StringType{}
	f.Chunk().Type = format.ByteArray
}

// delta is a page of differences of which each is 0 in no bits.
func delta(f *File) {
	f.Body = append(append(append(varint(1<<27), varint(1)...), varint(huge)...), 0, 0, 0)
	f.Page.DataPageHeader.V.Encoding, f.Page.UncompressedPageSize = format.DeltaBinaryPacked, int32(len(f.Body))
	f.unsaid(huge)
}

func fixed(f *File, size int32) {
	f.Meta.Schema[1].Type, f.Meta.Schema[1].TypeLength = thrift.New[format.Type](format.FixedLenByteArray), thrift.New(size)
	f.Chunk().Type = format.FixedLenByteArray
	f.rows(huge)
	f.Page.DataPageHeader.V.Encoding = format.DeltaByteArray
}

func decimal(f *File) {
	f.Meta.Schema[1].LogicalType.Value = &format.DecimalType{Scale: huge, Precision: 9}
}

func marshal(v any) []byte {
	out, err := thrift.Marshal(&thrift.CompactProtocol{}, v)
	if err != nil {
		panic(err) // the content is valid
	}
	return out
}

func varint(n uint64) []byte { return binary.AppendUvarint(nil, n) }

// zeros returns n zero bytes, n a multiple of 1 MiB, as gzip members of 1 MiB.
func zeros(n int) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(make([]byte, 1<<20)); err != nil {
		panic(err) // memory alone
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return bytes.Repeat(out.Bytes(), n>>20)
}
