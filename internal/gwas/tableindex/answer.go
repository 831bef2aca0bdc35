package tableindex

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"cohortium/internal/gwas/sumstats"
)

// Cells returns the values of the row in the order of the columns, nil where one is missing: an
// empty cell, and in a column of numbers any of the signs for a missing value. A value of JSON that
// is a list or an object is its text.
func (r Row) Cells() []*string {
	cells := make([]*string, len(r.index.layout.Names))
	r.each(func(i int, cell []byte) {
		if len(cell) > 0 {
			text := string(cell)
			cells[i] = &text
		}
	})
	return cells
}

// AppendJSON appends the row as an object with its columns in order; a row of JSON lines as
// written. In columns of numbers a value that is written as JSON writes numbers is one, digit by
// digit, and a missing one is null; all others are texts.
func (r Row) AppendJSON(dst []byte) []byte {
	x := r.index
	if x.layout.Format == JSONLines {
		return append(dst, bytes.TrimSpace(r.Line)...)
	}
	dst = append(dst, '{')
	r.each(func(i int, cell []byte) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, x.quoted[i]...)
		dst = append(dst, ':')
		dst = appendCell(dst, cell, x.about.Columns[i].Type)
	})
	return append(dst, '}')
}

// each calls f with the cells of all columns in order.
func (r Row) each(f func(i int, cell []byte)) {
	x := r.index
	c, ok := x.cutters.Get().(*cutter)
	if !ok {
		var err error
		if c, err = newCutter(x.layout, x.layout.Names); err != nil {
			panic(err) // they are its own names
		}
		c.lists = true
	}
	defer x.cutters.Put(c)
	if err := c.known(r.Line); err != nil {
		clear(c.cells) // the line was read before, by the same rules
	}
	for i, cell := range c.cells {
		if x.about.Columns[i].Type != Text && sumstats.IsMissing(cell) {
			cell = nil
		}
		f(i, cell)
	}
}

func appendCell(dst, cell []byte, t Type) []byte {
	switch {
	case len(cell) == 0:
		return append(dst, "null"...)
	case t != Text && isJSONNumber(cell):
		return append(dst, cell...)
	}
	return appendText(dst, cell)
}

// isJSONNumber reports whether a cell is a number as JSON writes them (RFC 8259, 6).
func isJSONNumber(cell []byte) bool {
	rest := bytes.TrimPrefix(cell, []byte{'-'})
	whole := leadingDigits(rest)
	if whole == 0 || whole > 1 && rest[0] == '0' {
		return false
	}
	rest = rest[whole:]
	if len(rest) > 0 && rest[0] == '.' {
		part := leadingDigits(rest[1:])
		if part == 0 {
			return false
		}
		rest = rest[1+part:]
	}
	if len(rest) > 0 && (rest[0] == 'e' || rest[0] == 'E') {
		rest = rest[1:]
		if len(rest) > 0 && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[1:]
		}
		part := leadingDigits(rest)
		if part == 0 {
			return false
		}
		rest = rest[part:]
	}
	return len(rest) == 0
}

// leadingDigits returns how many of them a text begins with.
func leadingDigits(text []byte) int {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}

// appendText appends a text of JSON.
func appendText(dst, text []byte) []byte {
	plain := utf8.Valid(text)
	for _, c := range text {
		plain = plain && c >= ' ' && c != '"' && c != '\\'
	}
	if plain {
		return append(append(append(dst, '"'), text...), '"')
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(string(text)); err != nil {
		panic(err) // a text always can
	}
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte{'\n'})...)
}
