package bioindex

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"

	"cohortium/internal/platform/spreadsheet"
)

// Columns returns the rows as an object with a list for each column, in the order of the table.
func (a *Answer) Columns() ([]byte, error) {
	columns := a.Build.Made.Columns
	lists := make(map[string][]json.RawMessage, len(columns))
	for _, c := range columns {
		lists[c.Name] = make([]json.RawMessage, 0, len(a.JSON))
	}
	for _, row := range a.JSON {
		var cells map[string]json.RawMessage
		if err := json.Unmarshal(row, &cells); err != nil {
			return nil, err
		}
		for _, c := range columns {
			lists[c.Name] = append(lists[c.Name], cells[c.Name])
		}
	}
	var out bytes.Buffer
	for i, c := range columns {
		out.WriteByte(map[bool]byte{true: '{', false: ','}[i == 0])
		for j, part := range []any{c.Name, lists[c.Name]} {
			text, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			if j == 1 {
				out.WriteByte(':')
			}
			out.Write(text)
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// CSV returns the rows as a table. The first page has the header, so that concatenated pages are
// one table.
func (a *Answer) CSV() ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	columns := a.Build.Made.Columns
	line := make([]string, len(columns))
	if a.Page == 1 {
		for i, c := range columns {
			line[i] = spreadsheet.Text(c.Name)
		}
		if err := w.Write(line); err != nil {
			return nil, err
		}
	}
	for _, cells := range a.Cells {
		for i, cell := range cells {
			line[i] = ""
			if cell != nil {
				line[i] = cellText(*cell)
			}
		}
		if err := w.Write(line); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// cellText returns a value as a cell; numbers stay numbers.
func cellText(value string) string {
	if _, err := strconv.ParseFloat(value, 64); err == nil {
		return value
	}
	return spreadsheet.Text(value)
}
