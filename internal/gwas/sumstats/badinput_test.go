package sumstats_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/textfile"
)

// TestTruncated cuts compressed files at many places: the rows before the cut are
// right, and the cut is reported.
func TestTruncated(t *testing.T) {
	plain := sumstatstest.GoodTable(3000)
	whole, _, err := sumstatstest.ReadRows(t, plain, sumstats.ReadOptions{Mapping: sumstatstest.Simple})
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"gzip": sumstatstest.Gzipped(t, plain), "zstd": sumstatstest.Zstandard(t, plain), "zip": sumstatstest.Zipped(t, false, "a", string(plain))} {
		for cut := 1; cut < len(file); cut += 1 + len(file)/150 {
			rows, _, err := sumstatstest.ReadRows(t, file[:cut], sumstats.ReadOptions{Mapping: sumstatstest.Simple})
			var fault *textfile.FileError
			if !errors.As(err, &fault) {
				t.Fatalf("%s cut at %d of %d: %d rows, %v", name, cut, len(file), len(rows), err)
			}
			if cut > 200 && fault.Code != textfile.CodeTruncated && fault.Code != textfile.CodeNoRows {
				t.Errorf("%s cut at %d of %d: %v", name, cut, len(file), fault)
			}
			for i := range rows {
				if rows[i].Position != whole[i].Position || rows[i].Beta != whole[i].Beta {
					t.Fatalf("%s cut at %d: row %d is %+v", name, cut, i, rows[i])
				}
			}
		}
	}
}

// TestBitFlips flips single bits of a gzip file: either the change is reported or,
// in bytes that carry no data, every row is as before.
func TestBitFlips(t *testing.T) {
	plain := sumstatstest.GoodTable(500)
	file := sumstatstest.Gzipped(t, plain)
	whole, _, err := sumstatstest.ReadRows(t, plain, sumstats.ReadOptions{Mapping: sumstatstest.Simple})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		flipped := bytes.Clone(file)
		flipped[rng.IntN(len(file))] ^= 1 << rng.IntN(8)
		rows, _, err := sumstatstest.ReadRows(t, flipped, sumstats.ReadOptions{Mapping: sumstatstest.Simple})
		var fault *textfile.FileError
		if err != nil {
			if !errors.As(err, &fault) {
				t.Fatalf("an error without a sentence: %v", err)
			}
			continue
		}
		if len(rows) != len(whole) || rows[len(rows)-1].Beta != whole[len(whole)-1].Beta {
			t.Fatalf("%d rows and no error", len(rows))
		}
	}
}

// zeros is an endless stream of one byte that counts what was taken.
type endless struct {
	b     byte
	taken int64
	limit int64
}

func (e *endless) Read(p []byte) (int, error) {
	if e.taken >= e.limit {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = e.b
	}
	e.taken += int64(len(p))
	return len(p), nil
}

// TestGigabyteLine streams one line of 1 GB; only its beginning is read.
func TestGigabyteLine(t *testing.T) {
	source := &endless{b: 'x', limit: 1 << 30}
	_, err := sumstats.Open(io.MultiReader(bytes.NewReader(sumstatstest.GoodTable(10)), source), sumstats.ReadOptions{Mapping: sumstatstest.Simple})
	var fault *textfile.FileError
	if err == nil {
		r, openErr := sumstats.Open(
			io.MultiReader(bytes.NewReader(sumstatstest.GoodTable(100_000)), source),
			sumstats.ReadOptions{Mapping: sumstatstest.Simple},
		)
		if openErr != nil {
			t.Fatal(openErr)
		}
		defer func() { _ = r.Close() }()
		rows := make([]sumstats.Row, 1000)
		for err == nil {
			_, err = r.ReadRows(rows)
		}
		if !errors.As(err, &fault) || fault.Code != textfile.CodeLineTooLong || fault.Line != 100_002 {
			t.Errorf("%v", err)
		}
	}
	if source.taken > 64<<20 {
		t.Errorf("%d bytes were read", source.taken)
	}
}

// TestBomb unpacks a gzip bomb until the ratio reveals it.
func TestBomb(t *testing.T) {
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	if _, err := w.Write(sumstatstest.GoodTable(1000)); err != nil {
		t.Fatal(err)
	}
	line := []byte("1\t5\tA\tG\t0.1\t0.1\t0.3\n")
	block := bytes.Repeat(line, 1<<20/len(line))
	for range 200 {
		if _, err := w.Write(block); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := sumstats.Open(bytes.NewReader(file.Bytes()), sumstats.ReadOptions{Mapping: sumstatstest.Simple})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	rows := make([]sumstats.Row, 4096)
	n := 0
	for err == nil {
		var m int
		m, err = r.ReadRows(rows)
		n += m
	}
	var fault *textfile.FileError
	if !errors.As(err, &fault) || fault.Code != textfile.CodeTooLarge || int64(n)*int64(len(line)) > 80<<20 {
		t.Errorf("after %d rows: %v", n, err)
	}
	_, _, err = sumstatstest.ReadRows(
		t,
		sumstatstest.GoodTable(1000),
		sumstats.ReadOptions{Mapping: sumstatstest.Simple, Limits: textfile.Limits{Bytes: 10_000}},
	)
	if !errors.As(err, &fault) || fault.Code != textfile.CodeTooLarge {
		t.Errorf("over the size limit: %v", err)
	}
}

func TestMappingErrors(t *testing.T) {
	file := sumstatstest.GoodTable(3)
	for name, tt := range map[string]struct {
		mapping sumstats.Mapping
		says    string
	}{
		"missing column": {sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldEAF: "frequency"}), `"frequency"`},
		"unknown field":  {sumstatstest.Simple.With(sumstats.Mapping{"colour": "p"}), `"colour"`},
		"no effect":      {sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldBeta: ""}), "beta"},
		"no place":       {sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldPosition: ""}), "base_pair_location"},
		"empty":          {nil, "chromosome"},
	} {
		_, err := sumstats.Open(bytes.NewReader(file), sumstats.ReadOptions{Mapping: tt.mapping})
		var fault *textfile.FileError
		if !errors.As(err, &fault) || fault.Code != sumstats.CodeMapping || !strings.Contains(fault.What, tt.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadErrorIsWorded(t *testing.T) {
	broken := errors.New("the disk is gone")
	r, err := sumstats.Open(
		io.MultiReader(bytes.NewReader(sumstatstest.GoodTable(100_000)), errorReader{broken}),
		sumstats.ReadOptions{Mapping: sumstatstest.Simple},
	)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	rows := make([]sumstats.Row, 4096)
	for err == nil {
		_, err = r.ReadRows(rows)
	}
	var fault *textfile.FileError
	if !errors.As(err, &fault) || fault.Code != textfile.CodeRead || !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

type errorReader struct{ err error }

func (e errorReader) Read([]byte) (int, error) { return 0, e.err }

// TestCloseEarly leaves a reader in the middle of a file.
func TestCloseEarly(t *testing.T) {
	for range 20 {
		r, err := sumstats.Open(
			bytes.NewReader(sumstatstest.GoodTable(50_000)),
			sumstats.ReadOptions{Mapping: sumstatstest.Simple, Build: genome.GRCh37, Workers: 2},
		)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.ReadRows(make([]sumstats.Row, 10)); err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
