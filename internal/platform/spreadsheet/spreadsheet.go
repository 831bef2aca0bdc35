// Package spreadsheet holds the one rule for texts in tables that people open
// in a spreadsheet program. It imports the standard library only and writes no
// files.
package spreadsheet

import (
	"strings"
	"unicode"
)

// Text returns a text as a cell that no spreadsheet program takes for a formula: one that begins
// like a formula, behind invisible characters, gets an apostrophe before it, and so does one that
// already has such an apostrophe: Plain returns each text as it was. Ends of lines become line feeds,
// because writers of CSV drop or change others. Numbers are written as numbers and bypass this
// function, so that −0.5 stays one.
func Text(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if formula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

func formula(text string) bool {
	if strings.IndexAny(text, "\t\n\x00") == 0 {
		return true
	}
	for _, r := range text {
		switch {
		case strings.ContainsRune("=+-@＝＋－＠﹦﹢﹣﹫", r): // forms that programs read as =, +, - and @ among them
			return true
		case !unicode.IsSpace(r) && !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r):
			return false
		}
	}
	return false
}

// Plain returns the content of a cell of such a table: without blanks around it, and without the
// apostrophe of Text.
func Plain(cell string) string {
	cell = strings.TrimLeftFunc(cell, unicode.IsSpace)
	if plain, marked := strings.CutPrefix(cell, "'"); marked && Text(plain) == cell {
		cell = plain
	}
	return strings.TrimSpace(cell)
}
