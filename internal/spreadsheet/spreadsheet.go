// Package spreadsheet holds the one rule for texts in tables that people open
// in a spreadsheet program. It imports the standard library only and writes no
// files.
package spreadsheet

import "strings"

// Text gives a text as a cell that no spreadsheet program takes for a formula:
// one that begins like a formula gets an apostrophe before it. Numbers are
// written as numbers and do not come here, so that −0.5 stays one.
func Text(text string) string {
	if text != "" && strings.IndexByte("=+-@\t\r\x00", text[0]) >= 0 {
		return "'" + text
	}
	return text
}

// Plain is what a cell of such a table says: without blanks around it, and
// without the apostrophe of Text.
func Plain(cell string) string {
	cell = strings.TrimSpace(cell)
	if plain, marked := strings.CutPrefix(cell, "'"); marked && Text(plain) == cell {
		return strings.TrimSpace(plain)
	}
	return cell
}
