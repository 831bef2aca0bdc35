package textfile

import "fmt"

// Stated holds a user's statements about a layout; the zero value states nothing.
type Stated struct {
	Delimiter Delimiter // of cells and header; "" to detect it
	Header    *bool     // the first line that is not a comment names the columns; nil to detect it
	// Any accepts any table: one column is enough, and columns without a unique name get one, see
	// Layout.Renamed.
	Any bool
}

// Renaming is a column whose name in the file is blank or that of another one.
type Renaming struct {
	Column int    // from 0
	From   string // "" when blank
	To     string
}

func (t Stated) noHeader() bool { return t.Header != nil && !*t.Header }

// fewest returns how many columns make a table.
func (t Stated) fewest() int {
	if t.Any {
		return 1
	}
	return 2
}

// detectDelimiter finds the delimiters of header and body. Lines that none splits are one column
// each, where that is enough.
func (t Stated) detectDelimiter(header []byte, body [][]byte) (head, rows shape) {
	among := delimiters
	if t.Delimiter != "" {
		among = []Delimiter{t.Delimiter}
	}
	head, rows = detectDelimiter(header, body, among)
	if rows.columns == 0 && t.Any {
		one := shape{delimiter: among[0], columns: 1}
		return one, one
	}
	return head, rows
}

// rename makes the names of columns unique: a number is added to a name that an earlier column has.
func (l *detector) rename() {
	names, next := map[string]bool{}, map[string]int{}
	for _, name := range l.Header {
		names[name] = true
	}
	seen := map[string]bool{}
	for i, name := range l.Header {
		if !seen[name] {
			seen[name] = true
			continue
		}
		n := max(next[name], 2)
		for names[fmt.Sprintf("%s_%d", name, n)] {
			n++
		}
		own := fmt.Sprintf("%s_%d", name, n)
		names[own], next[name] = true, n+1
		l.Renamed = append(l.Renamed, Renaming{Column: i, From: name, To: own})
		l.Header[i] = own
	}
}
