package parquetfile_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/parquetfile"
	"cohortium/internal/gwas/parquetfile/parquettest"
	"cohortium/internal/gwas/textfile"
)

var limits = parquetfile.Limits{Columns: 500, Rows: 100_000_000, Cell: 64 << 10, Bytes: 64 << 30}

func read(ctx context.Context, content []byte) (rows int64, err error) {
	err = parquetfile.Read(ctx, bytes.NewReader(content), int64(len(content)), limits,
		func(parquetfile.Head) error { return nil }, func(no int64, _ [][]byte) error { rows = no; return nil })
	return rows, err
}

// ownBytes bounds the memory that a file may take in the server's process.
func ownBytes(content []byte) int { return 2<<20 + 4*len(content) }

// TestAttacks reads files that lie about their lengths: each is a fault of the file, found
// at once, and takes nothing of this process.
func TestAttacks(t *testing.T) {
	for name, content := range parquettest.Attacks() {
		t.Run(name, func(t *testing.T) {
			ctx, end := context.WithTimeout(t.Context(), 30*time.Second)
			defer end()
			defer memtest.Bound(t, ownBytes(content))()
			rows, err := read(ctx, content)
			var fault *textfile.FileError
			if !errors.As(err, &fault) || rows > 0 {
				t.Errorf("%d bytes: %d rows, %v", len(content), rows, err)
			}
		})
	}
}

// TestFilesAtTheLimits are files at the limits, and one beyond each.
func TestFilesAtTheLimits(t *testing.T) {
	for _, c := range []struct {
		name    string
		content []byte
		rows    int64
		fault   string
	}{
		{"500 columns", parquettest.Wide(500, 400), 100, ""},
		{"501 columns", parquettest.Wide(501, 400), 0, "501 columns"},
		{"100 rows for each byte", parquettest.Missing(2_000_000, 20_000), 2_000_000, ""},
		{"and one more", parquettest.Missing(2_000_000, 19_999), 0, "rows for each byte"},
		{"many rows in a short file", parquettest.Missing(1<<20, 300), 1 << 20, ""},
		{"one more", parquettest.Missing(1<<20+100, 300), 0, "rows for each byte"},
		{"100 columns with pages of 1 MB", parquettest.Wide(100, 1<<20), 1 << 18, ""},
		{"a run of 50 million", parquettest.Missing(50_000_000, 500_000), 50_000_000, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows, err := read(t.Context(), c.content)
			if rows != c.rows || (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%d rows, %v; want %d, %q", rows, err, c.rows, c.fault)
			}
		})
	}
}

// TestLongCells are cut behind the byte that is too much, which the reader can see.
func TestLongCells(t *testing.T) {
	content := parquettest.LongTexts(2, 3, 1<<20)
	err := parquetfile.Read(t.Context(), bytes.NewReader(content), int64(len(content)), limits, func(h parquetfile.Head) error {
		if h.Rows != 3 || len(h.Columns) != 2 || h.Columns[1] != (parquetfile.Column{Name: "c1", Type: parquetfile.Text}) {
			t.Errorf("%+v", h)
		}
		return nil
	}, func(no int64, cells [][]byte) error {
		if len(cells[0]) != limits.Cell+1 || len(cells[1]) != limits.Cell+1 {
			t.Errorf("row %d has cells of %d and %d bytes", no, len(cells[0]), len(cells[1]))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

type broken struct{ io.ReaderAt }

var errBroken = errors.New("the disk is broken")

func (broken) ReadAt([]byte, int64) (int, error) { return 0, errBroken }

// TestErrorsOfOthers: errors of the callbacks are not faults of the file.
func TestErrorsOfOthers(t *testing.T) {
	content := parquettest.Wide(2, 400)
	nothing := func(parquetfile.Head) error { return nil }
	none := func(int64, [][]byte) error { return nil }
	size := int64(len(content))
	if err := parquetfile.Read(t.Context(), broken{}, size, limits, nothing, none); !errors.Is(err, errBroken) {
		t.Errorf("a broken disk: %v", err)
	}
	stop := errors.New("stop")
	if err := parquetfile.Read(
		t.Context(),
		bytes.NewReader(content),
		size,
		limits,
		nothing,
		func(int64, [][]byte) error { return stop },
	); !errors.Is(
		err,
		stop,
	) {
		t.Errorf("a row that is not wanted: %v", err)
	}
	ctx, end := context.WithCancelCause(t.Context())
	err := parquetfile.Read(ctx, bytes.NewReader(content), size, limits, func(parquetfile.Head) error {
		end(stop)
		return nil
	}, none)
	if err != nil && !errors.Is(err, stop) {
		t.Errorf("cancelled: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, content := range parquettest.Attacks() {
		if len(content) < 1<<20 {
			f.Add(content)
		}
	}
	f.Add(parquettest.Wide(3, 64))
	f.Add(parquettest.LongTexts(2, 3, 10))
	f.Fuzz(func(t *testing.T, content []byte) {
		defer memtest.Bound(t, ownBytes(content))()
		ctx, end := context.WithTimeout(t.Context(), 60*time.Second)
		defer end()
		_, err := read(ctx, content)
		var fault *textfile.FileError
		if err != nil && !errors.As(err, &fault) {
			t.Error(err)
		}
	})
}

// FuzzCheck reads footers in this process, with room for the structs that entries become.
func FuzzCheck(f *testing.F) {
	for _, content := range parquettest.Attacks() {
		if len(content) < 1<<20 {
			f.Add(content)
		}
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		defer memtest.Bound(t, 1<<20+1024*min(len(content), 10_000)+4*len(content))()
		if _, err := parquetfile.Check(bytes.NewReader(content), int64(len(content)), 10_000); err != nil && strings.Contains(err.Error(), "panic") {
			t.Error(err)
		}
	})
}
