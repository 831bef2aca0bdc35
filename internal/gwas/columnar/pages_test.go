package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/parquetfile"
	"cohortium/internal/gwas/variant"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// onePage is a column chunk of a file with one page per column, while it is changed.
type onePage struct {
	chunk *format.ColumnChunk
	pages []*format.PageHeader // the dictionary first, where there is one
	body  [][]byte
}

func (p *onePage) last() (*format.PageHeader, *format.DataPageHeaderV2) {
	h := p.pages[len(p.pages)-1]
	return h, &h.DataPageHeaderV2.V
}

// setContent replaces what the last page unpacks to, behind its levels.
func (p *onePage) setContent(t *testing.T, content []byte) {
	t.Helper()
	h, d := p.last()
	i := len(p.body) - 1
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	p.body[i] = z.EncodeAll(content, bytes.Clone(p.body[i][:d.DefinitionLevelsByteLength]))
	h.CompressedPageSize = int32(len(p.body[i]))
}

// rewritten returns a file of one row group and one page a column, of which a column was changed.
func rewritten(t *testing.T, data []byte, column int, change func(p *onePage)) []byte {
	t.Helper()
	meta, err := parquetfile.Check(bytes.NewReader(data), int64(len(data)), maxItems)
	must(t, err)
	protocol := &thrift.CompactProtocol{}
	out := []byte("PAR1")
	add := func(v any) {
		text, err := thrift.Marshal(protocol, v)
		must(t, err)
		out = append(out, text...)
	}
	chunks := meta.RowGroups[0].Columns
	var indexes []format.OffsetIndex
	for i := range chunks {
		p := &onePage{chunk: &chunks[i]}
		m := &p.chunk.MetaData
		at := m.DataPageOffset
		if m.DictionaryPageOffset != 0 {
			at = m.DictionaryPageOffset
		}
		for rest := data[at:][:m.TotalCompressedSize]; len(rest) > 0; {
			h, from := &format.PageHeader{}, bytes.NewReader(rest)
			must(t, thrift.NewDecoder(protocol.NewReader(from)).Decode(h))
			h.CRC = 0
			rest = rest[len(rest)-from.Len():]
			p.pages, p.body = append(p.pages, h), append(p.body, bytes.Clone(rest[:h.CompressedPageSize]))
			rest = rest[h.CompressedPageSize:]
		}
		if i == column {
			change(p)
		}
		begin := len(out)
		for n, h := range p.pages {
			if m.DictionaryPageOffset != 0 && n == 0 {
				m.DictionaryPageOffset = int64(len(out))
			} else {
				m.DataPageOffset = int64(len(out))
			}
			add(h)
			out = append(out, p.body[n]...)
		}
		m.TotalCompressedSize = int64(len(out) - begin)
		var index format.OffsetIndex
		must(t, thrift.Unmarshal(protocol, data[p.chunk.OffsetIndexOffset:][:p.chunk.OffsetIndexLength], &index))
		index.PageLocations[0].Offset = m.DataPageOffset
		indexes = append(indexes, index)
	}
	for i := range chunks {
		c := &chunks[i]
		index := data[c.ColumnIndexOffset:][:c.ColumnIndexLength]
		c.ColumnIndexOffset = int64(len(out))
		out = append(out, index...)
	}
	for i := range chunks {
		begin := len(out)
		add(&indexes[i])
		chunks[i].OffsetIndexOffset, chunks[i].OffsetIndexLength = int64(begin), int32(len(out)-begin)
	}
	begin := len(out)
	add(meta)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(out)-begin)), "PAR1"...)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func varint(n uint64) []byte { return binary.AppendUvarint(nil, n) }

// frame returns a frame of zstd of one block of a byte, n times, that states its size or not.
func frame(size uint64, block uint32) []byte {
	out := []byte{0x28, 0xb5, 0x2f, 0xfd, 0xe0} // one segment, size in 8 bytes
	out = binary.LittleEndian.AppendUint64(out, size)
	return append(out, byte(block<<3|3), byte(block>>5), byte(block>>13), 0)
}

// TestPagesThatLie: no page makes the reader take memory that does not fit its bytes.
func TestPagesThatLie(t *testing.T) {
	d := variant.NewDict()
	rows := makeRows(10, 200, d, false)
	data := write(t, rows, d, Options{})
	const huge = math.MaxInt32
	for _, c := range []struct {
		name   string
		column int
		change func(p *onePage)
		sound  bool
	}{
		{"nothing", colBeta, func(*onePage) {}, true},
		{"a dictionary as it was", colEffectAllele, func(*onePage) {}, true},
		{"packed bytes", colBeta, func(p *onePage) { h, _ := p.last(); h.CompressedPageSize = huge }, false},
		{"negative bytes", colBeta, func(p *onePage) { h, _ := p.last(); h.CompressedPageSize = -1 }, false},
		{"unpacked bytes", colBeta, func(p *onePage) { h, _ := p.last(); h.UncompressedPageSize = huge }, false},
		{"values", colBeta, func(p *onePage) { _, v := p.last(); v.NumValues, v.NumRows = huge, huge }, false},
		{"values of a required column", colFlags, func(p *onePage) { _, v := p.last(); v.NumValues, v.NumRows = huge, huge }, false},
		{"nulls", colBeta, func(p *onePage) { _, v := p.last(); v.NumNulls = huge }, false},
		{"bytes of levels", colBeta, func(p *onePage) { _, v := p.last(); v.DefinitionLevelsByteLength = huge }, false},
		{"bytes of repetition", colBeta, func(p *onePage) { _, v := p.last(); v.RepetitionLevelsByteLength = huge }, false},
		{"a run of levels", colBeta, func(p *onePage) {
			h, v := p.last()
			run := append(varint((huge-1)<<1), 1)
			p.body[0] = append(run, p.body[0][v.DefinitionLevelsByteLength:]...)
			v.DefinitionLevelsByteLength, h.CompressedPageSize = int32(len(run)), int32(len(p.body[0]))
		}, false},
		{"a frame that states 1 GiB", colFlags, func(p *onePage) {
			h, _ := p.last()
			p.body[0] = frame(1<<30-1, 200)
			h.CompressedPageSize = int32(len(p.body[0]))
		}, false},
		{"frames of 1 GiB", colFlags, func(p *onePage) {
			h, _ := p.last()
			p.body[0] = bytes.Repeat(frame(128<<10, 128<<10), 8<<10)
			h.CompressedPageSize = int32(len(p.body[0]))
		}, false},
		{"a frame as small as it states", colFlags, func(p *onePage) {
			h, _ := p.last()
			p.body[0] = frame(800, 800)
			h.CompressedPageSize = int32(len(p.body[0]))
		}, true},
		{"a run of indexes", colEffectAllele, func(p *onePage) { p.setContent(t, append([]byte{1}, append(varint((huge-1)<<1), 0)...)) }, false},
		{"packed indexes", colEffectAllele, func(p *onePage) { p.setContent(t, append([]byte{0}, varint((huge-1)<<1|1)...)) }, false},
		{"deltas", colLine, func(p *onePage) {
			p.setContent(t, append(append([]byte{128, 1, 4}, varint(huge)...), 0))
		}, false},
		{"words of a dictionary", colEffectAllele, func(p *onePage) { p.pages[0].DictionaryPageHeader.V.NumValues = huge }, false},
		{"a page of version 1", colBeta, func(p *onePage) {
			p.pages[0].Type = format.DataPage
			p.pages[0].DataPageHeader = thrift.New(format.DataPageHeader{NumValues: huge, Encoding: format.Plain, DefinitionLevelEncoding: format.RLE})
		}, false},
		{"another encoding", colBeta, func(p *onePage) { _, v := p.last(); v.Encoding = format.DeltaByteArray }, false},
		{"another compression", colBeta, func(p *onePage) { p.chunk.MetaData.Codec = format.Snappy }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := rewritten(t, data, c.column, c.change)
			bounded := memtest.Bound(t, 8<<20+128*len(file))
			r, err := Open(bytes.NewReader(file), int64(len(file)), d)
			if err != nil {
				t.Fatal(err)
			}
			got, err := readAll(r, 1000)
			bounded()
			if c.sound {
				if err != nil || len(got) != len(rows) {
					t.Errorf("%d rows, %v", len(got), err)
				}
			} else if !errors.Is(err, ErrDamaged) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// TestAPageIndexThatLeadsAside: where pages begin is not taken from the index alone.
func TestAPageIndexThatLeadsAside(t *testing.T) {
	d := variant.NewDict()
	data := write(t, makeRows(11, 200, d, false), d, Options{})
	f := openFile(t, data, d)
	index, err := f.parquet.RowGroups()[0].ColumnChunks()[colBeta].OffsetIndex()
	if err != nil {
		t.Fatal(err)
	}
	c := f.parquet.Metadata().RowGroups[0].Columns[colBeta]
	at := bytes.Index(data[c.OffsetIndexOffset:][:c.OffsetIndexLength], varint(uint64(index.Offset(0))<<1))
	if at < 0 {
		t.Fatal("the offset is not in the index")
	}
	data[c.OffsetIndexOffset+int64(at)] += 2 // a byte on
	if err := readDamaged(data); !errors.Is(err, ErrDamaged) {
		t.Errorf("error %v", err)
	}
}
