package bioindex

import (
	"encoding/csv"
	"strings"
	"testing"

	"cohortium/internal/dev/hostile"
	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/spreadsheet"
)

// TestHostileNamesInAnAnswer writes rows with hostile names in columns of hostile names: no cell is a formula, and each
// comes back, apart from blanks around it and kinds of line ends. A missing value is an empty cell, and NA is a text.
func TestHostileNamesInAnAnswer(t *testing.T) {
	lines := strings.NewReplacer("\r\n", "\n", "\r", "\n")
	for _, name := range append(hostile.Names(), "NA") {
		a := &Answer{Page: 1, Build: &Build{Made: &Made{Columns: []tableindex.Column{{Name: "first"}, {Name: name}}}}, Cells: [][]*string{{&name, nil}}}
		text, err := a.CSV()
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%q: %q, %v", name, rows, err)
		}
		for _, cell := range []string{rows[0][1], rows[1][0]} {
			_, number := map[string]bool{"+1": true, "-1": true, "NaN": true, "1e9": true, "0x1": true}[cell]
			if got := spreadsheet.Plain(cell); got != strings.TrimSpace(lines.Replace(name)) || !number && strings.IndexAny(cell, "=+-@＝﹣\t") == 0 {
				t.Errorf("%q is the cell %q and comes back as %q", name, cell, got)
			}
		}
		if rows[1][1] != "" {
			t.Errorf("a missing value is %q", rows[1][1])
		}
	}
}

func TestNamesThatCannotBeShown(t *testing.T) {
	for _, name := range hostile.Names() {
		name = strings.TrimSpace(name)
		if _, err := nameOK(name); (err == nil) != (name != "" && len([]rune(name)) <= maxName && oneline.Fault(name) == "") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
