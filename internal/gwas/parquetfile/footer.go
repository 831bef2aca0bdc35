package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	magic     = "PAR1"
	tailBytes = 4 + len(magic) // the length of the metadata, and the magic
	maxFooter = 64 << 20       // bytes of the metadata
	maxScale  = 255            // digits behind the point of a decimal
)

// errFooter is the error of a footer that no file can have.
var errFooter = errors.New("the footer does not fit the file")

// Check compares the declarations in the footer of a file of size bytes with that size, before
// anything is allocated for it: the length of the metadata, each list in it, and where each column
// chunk and page index is. items bounds the entries of all lists together. It returns the metadata.
// The declarations of pages are not read; see CheckPages.
func Check(data io.ReaderAt, size int64, items int) (*format.FileMetaData, error) {
	var tail [tailBytes]byte
	if size < int64(len(magic)+tailBytes) {
		return nil, fmt.Errorf("%w: %d bytes", errFooter, size)
	}
	if err := readAt(data, tail[:], size-int64(tailBytes)); err != nil {
		return nil, err
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if string(tail[4:]) != magic || n > size-int64(len(magic)+tailBytes) || n > maxFooter {
		return nil, fmt.Errorf("%w: metadata of %d bytes in %d", errFooter, n, size)
	}
	raw := make([]byte, n)
	if err := readAt(data, raw, size-int64(tailBytes)-n); err != nil {
		return nil, err
	}
	s := scanner{rest: raw, items: items}
	if s.value(kindStruct, 0); s.wrong || len(s.rest) > 0 {
		return nil, fmt.Errorf("%w: its metadata is broken, or has more than %d entries", errFooter, items)
	}
	meta := &format.FileMetaData{}
	if err := thrift.Unmarshal(&thrift.CompactProtocol{}, raw, meta); err != nil {
		return nil, fmt.Errorf("%w: %w", errFooter, err)
	}
	return meta, fits(meta, size)
}

func readAt(data io.ReaderAt, p []byte, at int64) error {
	n, err := data.ReadAt(p, at)
	if n == len(p) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: it ends early", errFooter)
	}
	return err
}

// fits reports whether schema and row groups can be those of a file of size bytes.
func fits(meta *format.FileMetaData, size int64) error {
	leaves := 0
	for i := range meta.Schema {
		e := &meta.Schema[i]
		switch children := e.NumChildren.V; {
		case children < 0 || int(children) >= len(meta.Schema):
			return fmt.Errorf("%w: a group of %d columns among %d", errFooter, children, len(meta.Schema))
		case children == 0 && i > 0:
			leaves++
		}
		if decimal, is := e.LogicalType.Value.(*format.DecimalType); is && (decimal.Scale < 0 || decimal.Scale > maxScale) {
			return fmt.Errorf("%w: a decimal of scale %d", errFooter, decimal.Scale)
		}
		if e.Scale.V < 0 || e.Scale.V > maxScale {
			return fmt.Errorf("%w: a decimal of scale %d", errFooter, e.Scale.V)
		}
	}
	var packed int64
	for g := range meta.RowGroups {
		group := &meta.RowGroups[g]
		if len(group.Columns) != leaves || group.NumRows < 0 {
			return fmt.Errorf("%w: row group %d has %d columns of %d", errFooter, g, len(group.Columns), leaves)
		}
		for c := range group.Columns {
			if !chunkFits(&group.Columns[c], size) {
				return fmt.Errorf("%w: column %d of row group %d", errFooter, c, g)
			}
			packed += group.Columns[c].MetaData.TotalCompressedSize
		}
		if packed > size { // before the sum can overflow: none is larger than the file
			return fmt.Errorf("%w: its columns take more than it has", errFooter)
		}
	}
	return nil
}

// chunkFits reports whether a column chunk and its indexes are within a file.
func chunkFits(c *format.ColumnChunk, size int64) bool {
	m := &c.MetaData
	at := m.DataPageOffset
	if m.DictionaryPageOffset != 0 {
		at = m.DictionaryPageOffset
	}
	inside := func(at, n int64) bool { return at >= 0 && n >= 0 && at <= size && n <= size-at }
	return inside(at, m.TotalCompressedSize) && m.TotalUncompressedSize >= 0 && m.NumValues >= 0 &&
		inside(c.OffsetIndexOffset, int64(c.OffsetIndexLength)) && inside(c.ColumnIndexOffset, int64(c.ColumnIndexLength))
}

// The kinds of values in the compact protocol of Thrift.
const (
	kindTrue = iota + 1
	kindFalse
	kindByte
	kindInt16
	kindInt32
	kindInt64
	kindDouble
	kindBinary
	kindList
	kindSet
	kindMap
	kindStruct
	kindUUID
)

// maxNested is how deep structs and lists may be nested; those of Parquet are 6 deep.
const maxNested = 16

// scanner walks over a value without keeping anything of it, and stops where a length is
// larger than the bytes that are left. Each entry of a list takes one byte at least.
type scanner struct {
	rest  []byte
	items int // entries of lists that may still come
	wrong bool
}

func (s *scanner) take(n uint64) {
	if s.wrong = s.wrong || n > uint64(len(s.rest)); !s.wrong {
		s.rest = s.rest[n:]
	}
}

func (s *scanner) varint() uint64 {
	v, n := binary.Uvarint(s.rest)
	if n <= 0 {
		s.wrong = true
		return 0
	}
	s.rest = s.rest[n:]
	return v
}

func (s *scanner) byte() byte {
	if len(s.rest) == 0 {
		s.wrong = true
		return 0
	}
	b := s.rest[0]
	s.rest = s.rest[1:]
	return b
}

// value passes over a value. The value of a true or false is its kind, but for one in a list.
func (s *scanner) value(kind byte, nested int) {
	if s.wrong = s.wrong || nested > maxNested; s.wrong {
		return
	}
	switch kind {
	case kindTrue, kindFalse:
	case kindByte:
		s.take(1)
	case kindInt16, kindInt32, kindInt64:
		s.varint()
	case kindDouble:
		s.take(8)
	case kindUUID:
		s.take(16)
	case kindBinary:
		s.take(s.varint())
	case kindList, kindSet:
		head := s.byte()
		n := uint64(head >> 4)
		if n == 15 {
			n = s.varint()
		}
		s.entries(n, nested+1, head&15)
	case kindMap:
		if n := s.varint(); n > 0 {
			kinds := s.byte()
			s.entries(n, nested+1, kinds>>4, kinds&15)
		}
	case kindStruct:
		for field := s.byte(); field != 0 && !s.wrong; field = s.byte() {
			if field>>4 == 0 {
				s.varint() // the number of the field
			}
			s.value(field&15, nested+1)
		}
	default:
		s.wrong = true
	}
}

// entries passes over n entries of these kinds each.
func (s *scanner) entries(n uint64, nested int, kinds ...byte) {
	if s.wrong = s.wrong || n > uint64(len(s.rest)) || n > uint64(s.items); s.wrong {
		return
	}
	s.items -= int(n)
	for range n {
		for _, kind := range kinds {
			if kind == kindTrue || kind == kindFalse {
				kind = kindByte
			}
			s.value(kind, nested)
		}
	}
}
