package table

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"path"
	"strings"

	"github.com/xuri/excelize/v2"

	"cohortium/internal/platform/errs"
)

// Limits of what an XLSX file may unpack to. The spreadsheet library holds some
// parts as objects, which take many times their size in memory.
const (
	maxUnzipped = 4 * MaxBytes // all sheets and texts together
	maxPart     = 1 << 20      // files with the location of the sheets
	maxParts    = 1000         // sheets and their parts
	lastLine    = 1 << 20      // last line of a sheet, by the file format
)

// readSheet reads the first sheet that people see, line by line. Of a formula it
// takes the value that the spreadsheet last showed.
func readSheet(ctx context.Context, content []byte) (t *Table, err error) {
	content, err = onlyCells(content)
	if err != nil {
		return nil, err
	}
	f, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: MaxBytes,
	})
	if err != nil {
		return nil, notWorkbook()
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for _, sheet := range f.GetSheetList() {
		if visible, err := f.GetSheetVisible(sheet); err == nil && visible {
			return readCells(ctx, f, sheet)
		}
	}
	return nil, refuse("workbook", "This workbook has no visible sheet.")
}

func readCells(ctx context.Context, f *excelize.File, sheet string) (t *Table, err error) {
	unreadable := func() error {
		return refuse("workbook", "The sheet %q cannot be read. Save the table again as XLSX or CSV.", shown(sheet))
	}
	rows, err := f.Rows(sheet)
	if err != nil {
		return nil, unreadable()
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	lines := &shaper{sparse: true}
	for line := 1; rows.Next(); line++ {
		cells, err := rows.Columns()
		if err != nil || line > lastLine {
			return nil, unreadable()
		}
		if err := lines.add(ctx, Row{Line: line, Cells: cells}); err != nil {
			return nil, err
		}
	}
	return lines.table()
}

// onlyCells returns a workbook without the parts that a table does not need: styles, themes,
// pictures and so on are never unpacked.
func onlyCells(content []byte) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, notWorkbook()
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	parts := 0
	for _, f := range z.File {
		limit := limitOf(f.Name)
		if limit == 0 {
			continue
		}
		if parts++; parts > maxParts {
			return nil, errs.New(errs.TooLarge, "too_large", "This workbook has more than %d sheets and parts. Save the table alone as XLSX or CSV.", maxParts)
		}
		if f.UncompressedSize64 > limit { // no reader returns more than is declared here
			return nil, errs.New(
				errs.TooLarge,
				"too_large",
				"This workbook holds more than a table that people fill in: %q unpacks to more than %d MiB. Save the table alone as XLSX or CSV.",
				shown(path.Base(f.Name)),
				limit>>20,
			)
		}
		if err := w.Copy(f); err != nil {
			return nil, notWorkbook()
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// limitOf returns how large a part of a workbook may be, 0 for one that is not needed.
func limitOf(name string) uint64 {
	name = strings.ToLower(strings.ReplaceAll(name, "\\", "/"))
	switch {
	case strings.HasSuffix(name, ".rels"), strings.HasPrefix(name, "xl/workbook"), name == "[content_types].xml":
		return maxPart
	case strings.HasPrefix(name, "xl/sharedstrings"), strings.HasPrefix(name, "xl/worksheets/"):
		return MaxBytes
	}
	return 0
}

func notWorkbook() error {
	return refuse("workbook", "This file is not an XLSX workbook that can be read. Save the table again as XLSX or CSV, without a password.")
}
