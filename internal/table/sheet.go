package table

import (
	"bytes"
	"errors"

	"github.com/xuri/excelize/v2"
)

// Limits of what an XLSX file may unpack to.
const (
	maxUnzipped    = 64 << 20
	maxUnzippedXML = 16 << 20
)

// readSheet reads the first sheet that people see. Of a formula it takes the
// value that the spreadsheet last showed.
func readSheet(content []byte) (rows []Row, err error) {
	f, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: maxUnzippedXML,
	})
	if err != nil {
		return nil, refuse("workbook", "This file is not an XLSX workbook that can be read. Save the table again as XLSX or CSV, without a password.")
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for _, sheet := range f.GetSheetList() {
		visible, err := f.GetSheetVisible(sheet)
		if err != nil || !visible {
			continue
		}
		cells, err := f.GetRows(sheet)
		if err != nil {
			return nil, refuse("workbook", "The sheet %q cannot be read. Save the table again as XLSX or CSV.", shown(sheet))
		}
		for i, row := range cells {
			rows = append(rows, Row{Line: i + 1, Cells: row})
		}
		return even(rows), nil
	}
	return nil, refuse("workbook", "This workbook has no visible sheet.")
}

// even gives rows the same length: a sheet leaves out empty cells at the end.
func even(rows []Row) []Row {
	width := 0
	for _, row := range rows {
		width = max(width, len(row.Cells))
	}
	for i, row := range rows {
		rows[i].Cells = append(row.Cells, make([]string, width-len(row.Cells))...)
	}
	return rows
}
