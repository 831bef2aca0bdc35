package table_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/table"
)

// sheetParts returns the parts of a workbook of one sheet.
func sheetParts(cells string) map[string]string {
	const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`
	return map[string]string{
		"[Content_Types].xml":        head + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
		"_rels/.rels":                head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml":            head + `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Counts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml":   head + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + cells + `</sheetData></worksheet>`,
	}
}

func packed(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range parts {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// withParts adds empty sheets until there are n parts.
func withParts(parts map[string]string, n int) map[string]string {
	for len(parts) < n {
		parts[fmt.Sprintf("xl/worksheets/other%d.xml", len(parts))] = ""
	}
	return parts
}

func cell(at, value string) string { return fmt.Sprintf(`<c r="%s"><v>%s</v></c>`, at, value) }

// heaviest returns the peak of memory while f ran.
func heaviest(t *testing.T, f func()) uint64 {
	t.Helper()
	held := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	runtime.GC()
	before, most := held(), uint64(0)
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	for {
		select {
		case <-done:
			return most
		case <-time.After(2 * time.Millisecond):
			most = max(most, held()-min(before, held()))
		}
	}
}

// TestSmallWorkbooksThatUnpackToMuch sends small files that unpack to much.
func TestSmallWorkbooksThatUnpackToMuch(t *testing.T) {
	strs := sheetParts(`<row r="1">` + cell("A1", "0") + `</row>`)
	strs["xl/sharedStrings.xml"] = "<sst>" + strings.Repeat("<si/>", 10<<20) + "</sst>"
	styles := sheetParts(`<row r="1">` + cell("A1", "a") + `</row><row r="2">` + cell("A2", "1") + `</row>`)
	styles["xl/styles.xml"] = "<styleSheet><cellXfs>" + strings.Repeat("<xf/>", 10<<20) + "</cellXfs></styleSheet>"
	names := sheetParts(`<row r="1">` + cell("A1", "a") + `</row>`)
	names["xl/workbook.xml"] += strings.Repeat("<!---->", 1<<20)
	header := `<row r="1">` + cell("A1", "a") + `</row>`
	for name, c := range map[string]struct {
		parts map[string]string
		code  string // "" for a table of one row
	}{
		"the last cell of the last line": {sheetParts(header + `<row r="1048576">` + cell("XFD1048576", "1") + `</row>`), "too_many_columns"},
		"the last line":                  {sheetParts(header + `<row r="1048576">` + cell("A1048576", "1") + `</row>`), ""},
		"a line that cannot be":          {sheetParts(header + `<row r="9223372036854775806">` + cell("A2", "1") + `</row>`), "workbook"},
		"spaces far to the right":        {sheetParts(header + strings.Repeat(`<row><c r="XFD1" t="str"><v> </v></c></row>`, 20_000)), "too_many_cells"},
		"a few spaces far to the right":  {sheetParts(header + strings.Repeat(`<row><c r="XFD1" t="str"><v> </v></c></row>`, 244) + `<row><c r="A1"><v>1</v></c></row>`), ""},
		"one more of them":               {sheetParts(header + strings.Repeat(`<row><c r="XFD1" t="str"><v> </v></c></row>`, 245) + `<row><c r="A1"><v>1</v></c></row>`), "too_many_cells"},
		"runs without a text":            {sheetParts(header + `<row r="2"><c r="A2" t="inlineStr"><is>` + strings.Repeat("<r/>", 32<<20) + `</is></c></row>`), "too_large"},
		"many lines":                     {sheetParts(header + strings.Repeat(`<row><c><v>1</v></c></row>`, 200_000)), "too_many_rows"},
		"texts":                          {strs, "too_large"},
		"a large book of sheets":         {names, "too_large"},
		"styles":                         {styles, ""},
		"as many parts as are taken":     {withParts(sheetParts(header+`<row r="2">`+cell("A2", "1")+`</row>`), 1000), ""},
		"one more":                       {withParts(sheetParts(header), 1001), "too_large"},
	} {
		t.Run(name, func(t *testing.T) {
			content := packed(t, c.parts)
			var err error
			var got *table.Table
			most := heaviest(t, func() { got, err = table.Read(t.Context(), bytes.NewReader(content), table.Options{}) })
			if most > 256<<20 {
				t.Errorf("%d kB took %d MiB of memory", len(content)>>10, most>>20)
			}
			if c.code == "" {
				if err != nil || len(got.Rows) != 1 {
					t.Errorf("%v, %v", got, err)
				}
				return
			}
			var e *errs.Error
			if !errors.As(err, &e) || e.Code != c.code {
				t.Errorf("%v, want %s", err, c.code)
			}
		})
	}
}

// TestTheHeaviestPartsThatAreTaken stay within what a small server has.
func TestTheHeaviestPartsThatAreTaken(t *testing.T) {
	const n = table.MaxBytes - 1024
	header := `<row r="1">` + cell("A1", "a") + `</row>`
	strs := sheetParts(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`)
	strs["xl/sharedStrings.xml"] = "<sst>" + strings.Repeat("<si/>", n/5) + "</sst>"
	for name, parts := range map[string]map[string]string{
		"runs":  sheetParts(header + `<row r="2"><c r="A2" t="inlineStr"><is>` + strings.Repeat("<r/>", n/4) + `</is></c></row>`),
		"texts": strs,
	} {
		content := packed(t, parts)
		most := heaviest(t, func() { _, _ = table.Read(t.Context(), bytes.NewReader(content), table.Options{}) })
		if most > 512<<20 {
			t.Errorf("%s: %d kB took %d MiB of memory", name, len(content)>>10, most>>20)
		}
		t.Logf("%s: %d kB took %d MiB", name, len(content)>>10, most>>20)
	}
}

// TestWideTextIsNotHeld sends lines of a million empty cells.
func TestWideTextIsNotHeld(t *testing.T) {
	line := "1,2" + strings.Repeat(",", table.MaxLine-8) + "\n"
	text := "a,b\n" + strings.Repeat(line, 7)
	var err error
	most := heaviest(t, func() { _, err = table.Read(t.Context(), strings.NewReader(text), table.Options{}) })
	if !errs.Is(err, errs.TooLarge) || most > 160<<20 {
		t.Errorf("%v, %d MiB", err, most>>20)
	}
}

// TestReadingEndsWithItsRequest cancels the request between two lines.
func TestReadingEndsWithItsRequest(t *testing.T) {
	rows := strings.Repeat(`<row><c><v>1</v></c></row>`, 100)
	for name, content := range map[string][]byte{
		"text":     []byte("a,b\n1,2\n"),
		"workbook": packed(t, sheetParts(rows)),
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if got, err := table.Read(ctx, bytes.NewReader(content), table.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// TestTheLastColumnAndLineThatAreTaken are at the limits.
func TestTheLastColumnAndLineThatAreTaken(t *testing.T) {
	row := strings.Repeat("1,", table.MaxColumns-1) + "1\n"
	header := new(strings.Builder)
	for i := range table.MaxColumns {
		fmt.Fprintf(header, "c%d,", i)
	}
	got, err := table.Read(t.Context(), strings.NewReader(header.String()+"\n"+row), table.Options{})
	if err != nil || len(got.Header) != table.MaxColumns {
		t.Errorf("%v", err)
	}
	got, err = table.Read(t.Context(), strings.NewReader("a,b\n"+strings.Repeat("1,2\n", table.MaxRows)), table.Options{})
	if err != nil || len(got.Rows) != table.MaxRows {
		t.Errorf("%v", err)
	}
}
