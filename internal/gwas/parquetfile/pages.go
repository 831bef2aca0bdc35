package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// A page may take pageFloor bytes of memory, and pageRatio for each byte that it has in
// the file. Each of its values takes valueBytes at least.
const (
	pageFloor  = 4 << 20
	pageRatio  = 250
	valueBytes = 16
	blockBytes = 128 << 10 // the most that a block of zstd unpacks to
)

// errPage is the error of a page that does not fit its bytes.
var errPage = errors.New("a page does not fit its bytes")

// CheckPages compares what the pages of a column chunk declare with the bytes that they
// have, before a decoder takes memory for them: sizes, counts of values, what they unpack
// to, and runs of levels, of indexes into a dictionary and of deltas. It knows what the server writes,
// and refuses the rest: pages of version 2, plain, of a dictionary or of deltas, with zstd or
// without. It returns where in the file the pages begin. Check has to pass first.
func CheckPages(data io.ReaderAt, chunk *format.ColumnMetaData) (starts []int64, err error) {
	at := chunk.DataPageOffset
	if chunk.DictionaryPageOffset != 0 {
		at = chunk.DictionaryPageOffset
	}
	if chunk.Codec != format.Zstd && chunk.Codec != format.Uncompressed {
		return nil, fmt.Errorf("%w: compressed with %s", errPage, chunk.Codec)
	}
	rest := make([]byte, chunk.TotalCompressedSize)
	if err := readAt(data, rest, at); err != nil {
		return nil, err
	}
	for len(rest) > 0 {
		starts = append(starts, at)
		n, err := checkPage(rest, chunk.Codec == format.Zstd)
		if err != nil {
			return nil, fmt.Errorf("page %d of the chunk: %w", len(starts), err)
		}
		at, rest = at+int64(n), rest[n:]
	}
	return starts, nil
}

// checkPage checks the page at the beginning of b and returns its bytes with those of its
// header.
func checkPage(b []byte, packed bool) (int, error) {
	s := scanner{rest: b, items: maxNested}
	if s.value(kindStruct, 0); s.wrong {
		return 0, fmt.Errorf("%w: its header is broken", errPage)
	}
	head := len(b) - len(s.rest)
	h := &format.PageHeader{}
	if err := thrift.Unmarshal(&thrift.CompactProtocol{}, b[:head], h); err != nil {
		return 0, fmt.Errorf("%w: %w", errPage, err)
	}
	size := int64(h.CompressedPageSize)
	if size < 0 || size > int64(len(s.rest)) {
		return 0, fmt.Errorf("%w: %d bytes of %d", errPage, size, len(s.rest))
	}
	p := page{body: s.rest[:size], packed: packed, most: pageFloor + pageRatio*size}
	if h.UncompressedPageSize < 0 || int64(h.UncompressedPageSize) > p.most {
		return 0, fmt.Errorf("%w: %d bytes unpack to %d", errPage, size, h.UncompressedPageSize)
	}
	return head + int(size), p.check(h)
}

// page is a page whose body is in the file.
type page struct {
	body   []byte
	packed bool
	most   int64 // bytes that it may take
	values uint64
}

// plainDictionary is the encoding that writers before Parquet 2 name for dictionaries and what refers to them.
const plainDictionary format.Encoding = 2

func (p *page) check(h *format.PageHeader) error {
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		d := &h.DictionaryPageHeader.V
		if d.Encoding != format.Plain && d.Encoding != plainDictionary {
			return fmt.Errorf("%w: a dictionary in %s", errPage, d.Encoding)
		}
		return errors.Join(p.count(d.NumValues), p.unpacks())
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		return p.checkData(&h.DataPageHeaderV2.V)
	}
	return fmt.Errorf("%w: a page of type %s", errPage, h.Type)
}

func (p *page) count(values int32) error {
	if values < 0 || int64(values)*valueBytes > p.most {
		return fmt.Errorf("%w: %d bytes hold %d values", errPage, len(p.body), values)
	}
	p.values = uint64(values)
	return nil
}

func (p *page) checkData(h *format.DataPageHeaderV2) error {
	levels := int64(h.DefinitionLevelsByteLength)
	if levels < 0 || levels > int64(len(p.body)) || h.RepetitionLevelsByteLength != 0 {
		return fmt.Errorf("%w: levels of %d and %d bytes in %d", errPage, levels, h.RepetitionLevelsByteLength, len(p.body))
	}
	if err := p.count(h.NumValues); err != nil {
		return err
	}
	if h.NumNulls < 0 || h.NumNulls > h.NumValues || h.NumRows < 0 || h.NumRows > h.NumValues {
		return fmt.Errorf("%w: %d rows and %d nulls of %d values", errPage, h.NumRows, h.NumNulls, h.NumValues)
	}
	if err := p.runs(p.body[:levels], 1); err != nil {
		return err
	}
	p.body = p.body[levels:]
	p.packed = p.packed && (!h.IsCompressed.Valid || h.IsCompressed.V)
	if err := p.unpacks(); err != nil {
		return err
	}
	switch h.Encoding {
	case format.Plain:
		return nil
	case format.RLEDictionary, plainDictionary:
		content, err := p.unpack()
		if err != nil || len(content) == 0 {
			return err
		}
		return p.runs(content[1:], content[0])
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray:
		content, err := p.unpack()
		if err != nil {
			return err
		}
		return p.deltas(content)
	}
	return fmt.Errorf("%w: values in %s", errPage, h.Encoding)
}

// runs adds up runs of values with the given number of bits. Those of a packed run come in eights.
func (p *page) runs(b []byte, bits byte) error {
	s := scanner{rest: b}
	for left := p.values + 7; len(s.rest) > 0; {
		head := s.varint()
		n := head >> 1
		if head&1 == 0 {
			s.take(uint64(bits+7) / 8)
		} else {
			s.take(min(n, math.MaxInt32) * uint64(bits))
			n = min(n, math.MaxInt32) * 8
		}
		if s.wrong || n > left {
			return fmt.Errorf("%w: runs are longer than %d values", errPage, p.values)
		}
		left -= n
	}
	return nil
}

// deltas compares the number of values that deltas state.
func (p *page) deltas(b []byte) error {
	s := scanner{rest: b}
	_, _ = s.varint(), s.varint() // values of a block, parts of a block
	if n := s.varint(); s.wrong || n > p.values {
		return fmt.Errorf("%w: %d deltas for %d values", errPage, n, p.values)
	}
	return nil
}

// unpacks adds up what the blocks of zstd of the body unpack to at most.
func (p *page) unpacks() error {
	if !p.packed {
		return nil
	}
	left := p.most
	for b := p.body; len(b) > 0; {
		var frame zstd.Header
		rest, err := frame.DecodeAndStrip(b)
		if err != nil || frame.Skippable || frame.HasFCS && frame.FrameContentSize > uint64(p.most) {
			return fmt.Errorf("%w: a frame of %d bytes: %w", errPage, frame.FrameContentSize, err)
		}
		s := scanner{rest: rest}
		for last := false; !last; {
			head := s.rest[:min(3, len(s.rest))]
			if s.take(3); s.wrong {
				return fmt.Errorf("%w: it ends within a block", errPage)
			}
			block := binary.LittleEndian.Uint32([]byte{head[0], head[1], head[2], 0})
			n := uint64(block >> 3)
			switch last = block&1 == 1; block >> 1 & 3 {
			case 0: // as it is
				s.take(n)
			case 1: // one byte, n times
				s.take(1)
			case 2:
				s.take(n)
				n = blockBytes
			default:
				s.wrong = true
			}
			if left -= int64(n); s.wrong || left < 0 {
				return fmt.Errorf("%w: %d bytes unpack to more than %d", errPage, len(p.body), p.most)
			}
		}
		if frame.HasCheckSum {
			s.take(4)
		}
		if b = s.rest; s.wrong {
			return fmt.Errorf("%w: it ends within a checksum", errPage)
		}
	}
	return nil
}

var unpacker = sync.OnceValues(func() (*zstd.Decoder, error) { return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0)) })

// unpack unpacks the body, which unpacks has passed.
func (p *page) unpack() ([]byte, error) {
	if !p.packed {
		return p.body, nil
	}
	z, err := unpacker()
	if err != nil {
		return nil, err
	}
	content, err := z.DecodeAll(p.body, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errPage, err)
	}
	return content, nil
}
