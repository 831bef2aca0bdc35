package spreadsheet

import "strings"

// List returns texts as the content of one cell, with "; " between them. A semicolon or backslash
// of a text has a backslash before it, so that Items returns the same texts.
func List(items []string) string {
	written := make([]string, len(items))
	for i, item := range items {
		written[i] = strings.NewReplacer(`\`, `\\`, `;`, `\;`).Replace(item)
	}
	return strings.Join(written, "; ")
}

// Items returns the texts of a list without blanks around them, and without empty ones. A backslash
// before another character than a semicolon or backslash is part of the text.
func Items(cell string) []string {
	var items []string
	var item strings.Builder
	end := func() {
		if text := strings.TrimSpace(item.String()); text != "" {
			items = append(items, text)
		}
		item.Reset()
	}
	for i := 0; i < len(cell); i++ {
		switch c := cell[i]; {
		case c == ';':
			end()
		case c == '\\' && i+1 < len(cell) && (cell[i+1] == ';' || cell[i+1] == '\\'):
			i++
			item.WriteByte(cell[i])
		default:
			item.WriteByte(c)
		}
	}
	end()
	return items
}
