package table_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"cohortium/internal/errs"
	"cohortium/internal/table"
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

const csvText = "phenotype,cases,controls\nPSOR,100,300\nZOSTER,<5,390\n"

func TestReadAcceptsWhatPeopleSend(t *testing.T) {
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
		"spaces in the header": {" phenotype , cases,controls \nPSOR,100,300\nZOSTER,<5,390", []int{2, 3}},
	} {
		got, err := table.Read(strings.NewReader(c.content), table.Options{})
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
		"uneven lines":          {"a,b,c\n1,2,3\n1,2\n1,2,3,4\n", "uneven_rows", "line 3 has 2, line 4 has 4 (2 such lines"},
		"an open quote":         {"a,b\n1,\"2\n3,4\n", "quotes", "line 2"},
		"a picture":             {"\x89PNG\r\n\x1a\n\x00\x00", "binary", "zero byte"},
		"UTF-16 without a mark": {utf16Text(csvText, false)[2:], "binary", "zero byte"},
		"Latin-1 unsaid":        {"phenotype,note\nPSOR,caf\xe9\n", "encoding", "Line 2"},
		"a long line":           {"a,b\n1," + strings.Repeat("x", table.MaxLine) + "\n", "long_line", "Line 2"},
		"a broken zip":          {"PK\x03\x04nothing", "workbook", "XLSX"},
		"a cut gzip":            {gzipped(csvText)[:30], "damaged", "cut off"},
		"too many columns":      {strings.Repeat("c,", 300) + "c\n" + strings.Repeat("1,", 300) + "1\n", "too_many_columns", "301"},
		"too many rows":         {"a,b\n" + strings.Repeat("1,2\n", table.MaxRows+1), "too_many_rows", "20001"},
	} {
		_, err := table.Read(strings.NewReader(c.content), table.Options{})
		var e *errs.Error
		if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(e.Detail, c.says) {
			t.Errorf("%s: %v, want code %s that says %q", name, err, c.code, c.says)
		}
	}
}

func TestLatin1IsReadWhenTheSenderSaysSo(t *testing.T) {
	got, err := table.Read(strings.NewReader("phenotype,note\nPSOR,caf\xe9\n"), table.Options{Latin1: true})
	if err != nil || got.Rows[0].Cells[1] != "café" {
		t.Errorf("%v, %v", got, err)
	}
}

// endless is a line without an end; read counts how much of it was asked for.
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
	_, err := table.Read(io.LimitReader(line, 1<<30), table.Options{})
	if !errs.Is(err, errs.TooLarge) || line.read > 2*table.MaxBytes {
		t.Errorf("%v after %d bytes", err, line.read)
	}
	bomb := gzipped(strings.Repeat("x", 4*table.MaxBytes))
	if _, err := table.Read(strings.NewReader(bomb), table.Options{}); !errs.Is(err, errs.TooLarge) {
		t.Errorf("a small file that unpacks to much: %v", err)
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
	got, err := table.Read(r, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want(3, 4), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestColumn(t *testing.T) {
	got, err := table.Read(strings.NewReader(csvText), table.Options{})
	if err != nil || got.Column("cases") != 1 || got.Column("Cases") != -1 {
		t.Errorf("%v, %v", got, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(csvText), false)
	f.Add([]byte(utf16Text(csvText, true)), false)
	f.Add([]byte("#a b\n1  2\n"), true)
	f.Add([]byte("a;b\n\"x\n;\";2\n"), false)
	f.Fuzz(func(t *testing.T, content []byte, latin1 bool) {
		got, err := table.Read(bytes.NewReader(content), table.Options{Latin1: latin1})
		if err != nil {
			if errs.KindOf(err) == errs.Internal && !bytes.HasPrefix(content, []byte{0x1f, 0x8b}) {
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
