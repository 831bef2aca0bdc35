package file

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"testing"
)

// ranges counts the ranges that a Window reads.
type ranges struct {
	data  []byte
	asked [][2]int64
}

func (r *ranges) open(_ context.Context, offset, length int64) (io.ReadCloser, error) {
	r.asked = append(r.asked, [2]int64{offset, length})
	return io.NopCloser(bytes.NewReader(r.data[offset : offset+length])), nil
}

func TestWindowReadsAheadAndToTheEnd(t *testing.T) {
	const size = 600 << 10
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(i % 251)
	}
	r := &ranges{data: data}
	w := &Window{Ctx: context.Background(), Size: size, OpenRange: r.open}
	for _, test := range []struct {
		name           string
		offset, length int64
		n              int
		err            error
		asked          int // ranges requested so far
	}{
		{"the first read asks for 32 KiB", 0, 10, 10, nil, 1},
		{"the last byte of them is there", 32<<10 - 1, 1, 1, nil, 1},
		{"one beyond is not, and is read on: 64 KiB", 32<<10 - 1, 2, 2, nil, 2},
		{"the last of these", 96<<10 - 2, 1, 1, nil, 2},
		{"and on: 128 KiB", 96<<10 - 1, 1, 1, nil, 3},
		{"elsewhere it is 32 KiB again", 500 << 10, 1, 1, nil, 4},
		{"a large read is one range", 1, 400 << 10, 400 << 10, nil, 5},
		{"across the end", size - 4, 10, 4, io.EOF, 6},
		{"at the end", size, 1, 0, io.EOF, 6},
	} {
		p := make([]byte, test.length)
		n, err := w.ReadAt(p, test.offset)
		if n != test.n || !errors.Is(err, test.err) || len(r.asked) != test.asked {
			t.Errorf("%s: %d bytes, %v, %d ranges; want %d, %v, %d", test.name, n, err, len(r.asked), test.n, test.err, test.asked)
		}
		if !bytes.Equal(p[:n], data[test.offset:test.offset+int64(n)]) {
			t.Errorf("%s: other bytes", test.name)
		}
	}
	want := [][2]int64{{0, 32 << 10}, {32<<10 - 1, 64 << 10}, {96<<10 - 1, 128 << 10}, {500 << 10, 32 << 10}, {1, 400 << 10}, {size - 4, 4}}
	if !slices.Equal(r.asked, want) {
		t.Errorf("ranges %v, want %v", r.asked, want)
	}
	if _, err := w.ReadAt(make([]byte, 1), -1); err == nil {
		t.Error("a negative offset is read")
	}
}

func TestWindowOfAFileThatIsShorter(t *testing.T) {
	w := &Window{Ctx: context.Background(), Size: 100, OpenRange: func(context.Context, int64, int64) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(make([]byte, 50))), nil
	}}
	if _, err := w.ReadAt(make([]byte, 10), 0); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("want an unexpected end, got %v", err)
	}
}
