package sumstats

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
)

// TestBadInput is the matrix of what people send by mistake or on purpose: each
// is refused with its code, place, sentence and remedy, by both entries alike.
func TestBadInput(t *testing.T) {
	plain := goodTable(50)
	header := []byte(simpleHeader)
	for name, tt := range map[string]struct {
		file []byte
		want textfile.ErrorCode
	}{
		"empty":                 {nil, textfile.CodeEmpty},
		"empty gzip":            {gzipped(t, nil), textfile.CodeEmpty},
		"blank":                 {[]byte("\n \n\n"), textfile.CodeEmpty},
		"comments only":         {[]byte("# a\n# b\n"), textfile.CodeNoRows},
		"header only":           {header, textfile.CodeNoRows},
		"header only gz":        {gzipped(t, header), textfile.CodeNoRows},
		"no columns":            {[]byte("abc\ndef\nghi\n"), textfile.CodeDelimiter},
		"duplicate header":      {[]byte(strings.Replace(string(plain), "beta", "se", 1)), textfile.CodeHeader},
		"header too short":      {[]byte(strings.Replace(string(plain), "\tbeta\tse\tp", "", 1)), textfile.CodeDelimiter},
		"NUL at the start":      {append([]byte("chr\x00pos\n"), plain...), textfile.CodeNUL},
		"NUL inside":            {append(append([]byte{}, plain...), "1\t5\tA\x00G\n"...), textfile.CodeNUL},
		"UTF-16 without a mark": {utf16Bytes(string(plain), false)[2:], textfile.CodeNUL},
		"control characters":    {bytes.Repeat([]byte{1, 2, 3, 4, 'a'}, 500), textfile.CodeBinary},
		"Parquet":               {[]byte("PAR1\x15\x04\x15"), textfile.CodeBinary},
		"R data":                {gzipped(t, []byte("RDX3\nX\n\x00\x00\x00")), textfile.CodeBinary},
		"web page":              {[]byte("<!DOCTYPE html><html><body>404</body></html>"), textfile.CodeBinary},
		"workbook":              {zipped(t, false, "[Content_Types].xml", "<x/>", "xl/workbook.xml", "<x/>"), textfile.CodeBinary},
		"old workbook":          {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on"), textfile.CodeBinary},
		"zip of two":            {zipped(t, false, "a.tsv", string(plain), "b.tsv", string(plain)), textfile.CodeArchive},
		"zip of none":           {zipped(t, false), textfile.CodeArchive},
		"gzip of gzip":          {gzipped(t, gzipped(t, plain)), textfile.CodeArchive},
		"zip of gzip":           {zipped(t, false, "a.tsv.gz", string(gzipped(t, plain))), textfile.CodeArchive},
		"tar":                   {append(append([]byte("a.tsv"), make([]byte, 252)...), "ustar\x0000"...), textfile.CodeArchive},
		"trailing garbage":      {append(gzipped(t, plain), "garbage behind the end"...), textfile.CodeDamaged},
		"gzip of nothing known": {[]byte("\x1f\x8b\x08\x00garbage"), textfile.CodeTruncated},
		"one long line":         {bytes.Repeat([]byte("1\t"), 3<<20), textfile.CodeLineTooLong},
		"long line inside":      {append(append([]byte{}, plain...), bytes.Repeat([]byte("1\t"), 3<<20)...), textfile.CodeLineTooLong},
		"many columns":          {append(append(bytes.Repeat([]byte("1\t"), 3000), '\n'), append(bytes.Repeat([]byte("1\t"), 3000), '\n')...), textfile.CodeTooManyColumns},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := readRows(t, tt.file, ReadOptions{Mapping: simple})
			var fault *textfile.FileError
			if !errors.As(err, &fault) || fault.Code != tt.want {
				t.Fatalf("Open says %v, want %s", err, tt.want)
			}
			if !strings.HasSuffix(fault.What, ".") || !strings.HasSuffix(fault.Remedy, ".") {
				t.Errorf("no sentences: %v", fault)
			}
			checkInspectAgrees(t, tt.file, tt.want)
		})
	}
}

// checkInspectAgrees wants Inspect over the whole file to refuse or block for the
// same reason.
func checkInspectAgrees(t *testing.T, file []byte, want textfile.ErrorCode) {
	t.Helper()
	in, err := Inspect(Source{Reader: bytes.NewReader(file)}, InspectOptions{Whole: true})
	var fault *textfile.FileError
	if errors.As(err, &fault) {
		if fault.Code != want {
			t.Errorf("Inspect says %v, want %s", err, want)
		}
		return
	}
	if err != nil || !hasFinding(in, string(want), Block) {
		t.Errorf("Inspect finds %+v (%v), want %s", in.Findings, err, want)
	}
}

// TestTruncated cuts compressed files at many places: the rows before the cut are
// right, and the cut is reported.
func TestTruncated(t *testing.T) {
	plain := goodTable(3000)
	whole, _, err := readRows(t, plain, ReadOptions{Mapping: simple})
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"gzip": gzipped(t, plain), "zstd": zstandard(t, plain), "zip": zipped(t, false, "a", string(plain))} {
		for cut := 1; cut < len(file); cut += 1 + len(file)/150 {
			rows, _, err := readRows(t, file[:cut], ReadOptions{Mapping: simple})
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
	plain := goodTable(500)
	file := gzipped(t, plain)
	whole, _, err := readRows(t, plain, ReadOptions{Mapping: simple})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		flipped := bytes.Clone(file)
		flipped[rng.IntN(len(file))] ^= 1 << rng.IntN(8)
		rows, _, err := readRows(t, flipped, ReadOptions{Mapping: simple})
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
	_, err := Open(io.MultiReader(bytes.NewReader(goodTable(10)), source), ReadOptions{Mapping: simple})
	var fault *textfile.FileError
	if err == nil {
		r, openErr := Open(io.MultiReader(bytes.NewReader(goodTable(100_000)), source), ReadOptions{Mapping: simple})
		if openErr != nil {
			t.Fatal(openErr)
		}
		defer func() { _ = r.Close() }()
		rows := make([]Row, 1000)
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

// TestBomb unpacks a gzip bomb until the ratio gives it away.
func TestBomb(t *testing.T) {
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	if _, err := w.Write(goodTable(1000)); err != nil {
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
	r, err := Open(bytes.NewReader(file.Bytes()), ReadOptions{Mapping: simple})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	rows := make([]Row, 4096)
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
	_, _, err = readRows(t, goodTable(1000), ReadOptions{Mapping: simple, Limits: textfile.Limits{Bytes: 10_000}})
	if !errors.As(err, &fault) || fault.Code != textfile.CodeTooLarge {
		t.Errorf("over the size limit: %v", err)
	}
}

func TestMappingErrors(t *testing.T) {
	file := goodTable(3)
	for name, tt := range map[string]struct {
		mapping Mapping
		says    string
	}{
		"missing column": {simple.With(Mapping{FieldEAF: "frequency"}), `"frequency"`},
		"unknown field":  {simple.With(Mapping{"colour": "p"}), `"colour"`},
		"no effect":      {simple.With(Mapping{FieldBeta: ""}), "beta"},
		"no place":       {simple.With(Mapping{FieldPosition: ""}), "base_pair_location"},
		"empty":          {nil, "chromosome"},
	} {
		_, err := Open(bytes.NewReader(file), ReadOptions{Mapping: tt.mapping})
		var fault *textfile.FileError
		if !errors.As(err, &fault) || fault.Code != CodeMapping || !strings.Contains(fault.What, tt.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLatin1Header(t *testing.T) {
	file := bytes.Replace(goodTable(30), []byte("beta"), []byte("b\xeata"), 1)
	in := inspectBytes(t, "x", file)
	if in.Encoding != "latin-1" || !hasFinding(in, "latin_1", Warn) {
		t.Errorf("%s, %+v", in.Encoding, in.Findings)
	}
	rows, _, err := readRows(t, file, ReadOptions{Mapping: simple.With(Mapping{FieldBeta: "bêta"})})
	if err != nil || len(rows) != 30 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// TestRowNames reads what R writes with row names: a header one cell short.
func TestRowNames(t *testing.T) {
	file := []byte("chr pos ea oa beta se p\n\"1\" 1 5 \"A\" \"G\" 0.1 0.1 0.3\n\"2\" 1 6 \"A\" \"G\" 0.1 0.1 0.3\n")
	in := inspectBytes(t, "x", file)
	if !hasFinding(in, "row_names", Warn) {
		t.Errorf("%+v", in.Findings)
	}
	rows, _, err := readRows(t, file, ReadOptions{Mapping: simple})
	if err != nil || len(rows) != 2 || rows[1].Position != 6 {
		t.Errorf("%+v, %v", rows, err)
	}
}

func TestReadErrorIsWorded(t *testing.T) {
	broken := errors.New("the disk is gone")
	r, err := Open(io.MultiReader(bytes.NewReader(goodTable(100_000)), errorReader{broken}), ReadOptions{Mapping: simple})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	rows := make([]Row, 4096)
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
		r, err := Open(bytes.NewReader(goodTable(50_000)), ReadOptions{Mapping: simple, Build: genome.GRCh37, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.ReadRows(make([]Row, 10)); err != nil {
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
