package table_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/xuri/excelize/v2"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/table"
)

func want(lines ...int) *table.Table {
	t := &table.Table{Header: []string{"phenotype", "cases", "controls"}}
	for i, cells := range [][]string{{"PSOR", "100", "300"}, {"ZOSTER", "<5", "390"}} {
		t.Rows = append(t.Rows, table.Row{Line: lines[i], Cells: cells})
	}
	return t
}

func utf16Text(text string, big bool) string {
	out := []byte{0xff, 0xfe}
	if big {
		out = []byte{0xfe, 0xff}
	}
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return string(out)
}

func gzipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.String()
}

func zipped(texts ...string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, text := range texts {
		w, _ := z.Create(fmt.Sprintf("table%d.csv", i))
		_, _ = io.WriteString(w, text)
	}
	_ = z.Close()
	return b.String()
}

func zstandard(text string) string {
	z, _ := zstd.NewWriter(nil)
	return string(z.EncodeAll([]byte(text), nil))
}

// wideZstandard is a stream of zstd that asks for a window of 128 MiB.
const wideZstandard = "\x28\xb5\x2f\xfd\x00\x88\x01\x00\x00"

// csvBzip2 is csvText in bzip2, which Go only reads.
func csvBzip2(t *testing.T) string {
	return unhex(
		t,
		"425a68393141592653590f096a290000165f80001000046a240200dc102a45dc202000545346803400014c9a98d20f29ea0da9ea3d25b0585888c0cce78a0a22ee88a3a135e59ed472c0f678c445e2a6af8bb9229c28480784b51480",
	)
}

// bzip2Bomb is 32 MiB of x in bzip2.
func bzip2Bomb(t *testing.T) string {
	return unhex(t, "425a683931415926535995c6809701010180808040000820003080291b680201a20100e2ee48a70a1212b8d012e0")
}

func unhex(t *testing.T, text string) string {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const csvText = "phenotype,cases,controls\nPSOR,100,300\nZOSTER,<5,390\n"

func TestReadAcceptsCommonLayouts(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		lines   []int
	}{
		"commas":               {csvText, []int{2, 3}},
		"tabs":                 {strings.ReplaceAll(csvText, ",", "\t"), []int{2, 3}},
		"semicolons":           {strings.ReplaceAll(csvText, ",", ";"), []int{2, 3}},
		"pipes":                {strings.ReplaceAll(csvText, ",", "|"), []int{2, 3}},
		"runs of spaces":       {strings.ReplaceAll(csvText, ",", "   "), []int{2, 3}},
		"UTF-8 with a mark":    {"\xef\xbb\xbf" + csvText, []int{2, 3}},
		"UTF-16 little endian": {utf16Text(csvText, false), []int{2, 3}},
		"UTF-16 big endian":    {utf16Text(csvText, true), []int{2, 3}},
		"CRLF":                 {strings.ReplaceAll(csvText, "\n", "\r\n"), []int{2, 3}},
		"CR alone":             {strings.ReplaceAll(csvText, "\n", "\r"), []int{2, 3}},
		"no newline at end":    {strings.TrimSuffix(csvText, "\n"), []int{2, 3}},
		"quoted cells":         {"\"phenotype\",\"cases\",\"controls\"\n\"PSOR\",\"100\",\"300\"\n\"ZOSTER\",\"<5\",\"390\"\n", []int{2, 3}},
		"comments above":       {"## made by hand\n# of the cohort\n" + csvText, []int{4, 5}},
		"header behind a #":    {"#" + csvText, []int{2, 3}},
		"empty lines":          {"\n\n" + csvText + "\n\n,,\n", []int{4, 5}},
		"empty columns":        {"phenotype,cases,controls,,\nPSOR,100,300,,\nZOSTER,<5,390,,\n", []int{2, 3}},
		"gzip":                 {gzipped(csvText), []int{2, 3}},
		"zstd":                 {zstandard(csvText), []int{2, 3}},
		"two zstd frames":      {zstandard(csvText[:30]) + zstandard(csvText[30:]), []int{2, 3}},
		"bzip2":                {csvBzip2(t), []int{2, 3}},
		"a named delimiter":    {"sep=;\r\n" + strings.ReplaceAll(csvText, ",", ";"), []int{3, 4}},
		"one file in a ZIP":    {zipped(csvText), []int{2, 3}},
		"spaces in the header": {" phenotype , cases,controls \nPSOR,100,300\nZOSTER,<5,390", []int{2, 3}},
	} {
		got, err := table.Read(t.Context(), strings.NewReader(c.content), table.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want(c.lines...), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		code    string
		says    string
	}{
		"nothing":               {"", "empty", "no lines"},
		"blank lines":           {"\n\n  \n", "empty", "no lines"},
		"a header alone":        {"phenotype,cases,controls\n", "header_only", "line 1"},
		"one header twice":      {"phenotype,Cases,cases\nA,1,2\n", "duplicate_header", "columns 2 and 3"},
		"uneven lines":          {"a,b,c\n1,2,3\n1,2\n1,2,3,4\n", "uneven_rows", "line 3 has 2, line 4 has 4. Check"},
		"many uneven lines":     {"a,b,c\n" + strings.Repeat("1,2\n", 1200), "uneven_rows", "line 6 has 2, and so on (1,200 such lines in all)"},
		"one column, uneven":    {"a\n1\t2\n", "uneven_rows", "has 1 column, but line 2 has 2"},
		"an open quote":         {"a,b\n1,\"2\n3,4\n", "quotes", "line 2"},
		"a picture":             {"\x89PNG\r\n\x1a\n\x00\x00", "binary", "zero byte"},
		"UTF-16 without a mark": {utf16Text(csvText, false)[2:], "binary", "zero byte"},
		"Latin-1 unsaid":        {"phenotype,note\nPSOR,caf\xe9\n", "encoding", "Line 2"},
		"a long line":           {"a,b\n1," + strings.Repeat("x", table.MaxLine) + "\n", "long_line", "Line 2"},
		"a ZIP of two files":    {zipped(csvText, csvText), "several_files", "holds 2 files"},
		"a ZIP in a ZIP":        {zipped(zipped(csvText)), "nested", "compressed twice"},
		"gzip in zstd":          {zstandard(gzipped(csvText)), "nested", "compressed twice"},
		"bzip2 in a ZIP":        {zipped(csvBzip2(t)), "nested", "compressed twice"},
		"a broken zip":          {"PK\x03\x04nothing", "workbook", "XLSX"},
		"a cut gzip":            {gzipped(csvText)[:30], "damaged", "cut off"},
		"a cut zstd":            {zstandard(csvText)[:30], "damaged", "cut off"},
		"a wrong zstd":          {zstandard(csvText)[:40] + "nothing of the kind", "damaged", "damaged"},
		"a wide zstd":           {wideZstandard, "window", "8 MiB"},
		"a cut bzip2":           {csvBzip2(t)[:60], "damaged", "cut off"},
		"a wrong bzip2":         {csvBzip2(t)[:20] + csvBzip2(t)[24:], "damaged", "damaged"},
		"too many columns":      {strings.Repeat("c,", 300) + "c\n" + strings.Repeat("1,", 300) + "1\n", "too_many_columns", "301"},
		"too many rows":         {"a,b\n" + strings.Repeat("1,2\n", table.MaxRows+1), "too_many_rows", "more than 20,000"},
	} {
		_, err := table.Read(t.Context(), strings.NewReader(c.content), table.Options{})
		var e *errs.Error
		if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(e.Detail, c.says) {
			t.Errorf("%s: %v, want code %s that says %q", name, err, c.code, c.says)
		}
	}
}

func TestLatin1IsReadWhenDeclared(t *testing.T) {
	got, err := table.Read(t.Context(), strings.NewReader("phenotype,note\nPSOR,caf\xe9\n"), table.Options{Latin1: true})
	if err != nil || got.Rows[0].Cells[1] != "café" {
		t.Errorf("%v, %v", got, err)
	}
}

// endless is a line without an end; read counts how much of it was read.
type endless struct{ read int64 }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	e.read += int64(len(p))
	return len(p), nil
}

func TestAnEndlessLineIsRefusedEarly(t *testing.T) {
	line := &endless{}
	_, err := table.Read(t.Context(), io.LimitReader(line, 1<<30), table.Options{})
	if !errs.Is(err, errs.TooLarge) || line.read > 2*table.MaxBytes {
		t.Errorf("%v after %d bytes", err, line.read)
	}
	much := strings.Repeat("x", 4*table.MaxBytes)
	for name, bomb := range map[string]string{"gzip": gzipped(much), "ZIP": zipped(much), "zstd": zstandard(much), "bzip2": bzip2Bomb(t)} {
		if _, err := table.Read(t.Context(), strings.NewReader(bomb), table.Options{}); !errs.Is(err, errs.TooLarge) {
			t.Errorf("a small %s that unpacks to much: %v", name, err)
		}
	}
}

func workbook(t *testing.T, fill func(*excelize.File)) io.Reader {
	t.Helper()
	f := excelize.NewFile()
	fill(f)
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestReadSheet(t *testing.T) {
	r := workbook(t, func(f *excelize.File) {
		for cell, value := range map[string]any{
			"A1": "phenotype", "B1": "cases", "C1": "controls",
			"A3": "PSOR", "B3": 100, "C3": 300.0, "A4": "ZOSTER", "B4": "<5", "C4": 390,
		} {
			if err := f.SetCellValue("Sheet1", cell, value); err != nil {
				t.Fatal(err)
			}
		}
	})
	got, err := table.Read(t.Context(), r, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want(3, 4), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestColumn(t *testing.T) {
	got, err := table.Read(t.Context(), strings.NewReader(csvText), table.Options{})
	if err != nil || got.Column("cases") != 1 || got.Column("Cases") != -1 {
		t.Errorf("%v, %v", got, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(csvText), false)
	f.Add([]byte(utf16Text(csvText, true)), false)
	f.Add([]byte(zstandard(csvText)), false)
	f.Add([]byte(zipped(csvText)), false)
	f.Add(packed(f, sheetParts(`<row r="1">`+cell("A1", "a")+cell("B1", "b")+`</row><row r="3">`+cell("B3", "1")+`</row>`)), false)
	f.Add([]byte("\x28\xb5\x2f\xfd\x00\x88\x09\x00\x00a"), false) // keep 128 MiB for one byte
	f.Add([]byte("PK\x03\x04PK\x05\x06\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\x7f\x04\x00\x00\x00\x00\x00"), false)
	f.Add([]byte("#a b\n1  2\n"), true)
	f.Add([]byte("a;b\n\"x\n;\";2\n"), false)
	f.Fuzz(func(t *testing.T, content []byte, latin1 bool) {
		defer memtest.Bound(t, 512<<20+64*len(content))()
		got, err := table.Read(t.Context(), bytes.NewReader(content), table.Options{Latin1: latin1})
		if err != nil {
			if errs.KindOf(err) == errs.Internal {
				t.Errorf("%v has no kind", err)
			}
			return
		}
		for _, row := range got.Rows {
			if len(row.Cells) != len(got.Header) || row.Line < 1 {
				t.Errorf("row %v does not fit %v", row, got.Header)
			}
		}
	})
}
