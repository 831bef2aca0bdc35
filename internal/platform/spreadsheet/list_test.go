package spreadsheet

import (
	"slices"
	"strings"
	"testing"

	"cohortium/internal/dev/hostile"
)

func TestList(t *testing.T) {
	for _, c := range []struct {
		items []string
		cell  string
	}{
		{nil, ""}, {[]string{"a"}, "a"}, {[]string{"a", "b c"}, "a; b c"}, {[]string{"a; b", "c"}, `a\; b; c`}, {[]string{`a\`, "b"}, `a\\; b`},
		{[]string{";"}, `\;`}, {[]string{`\;`, `;\`}, `\\\;; \;\\`},
	} {
		if got := List(c.items); got != c.cell {
			t.Errorf("%q is the cell %q, want %q", c.items, got, c.cell)
		}
		if got := Items(c.cell); !slices.Equal(got, c.items) {
			t.Errorf("%q holds %q, want %q", c.cell, got, c.items)
		}
	}
	if got := Items(`C:\temp ;; b;`); !slices.Equal(got, []string{`C:\temp`, "b"}) { // as people type it
		t.Errorf("%q", got)
	}
}

// Every list of two hostile names comes back, and no two lists are one cell.
func TestHostileNamesInAList(t *testing.T) {
	names := slices.DeleteFunc(hostile.Names(), func(name string) bool { return strings.TrimSpace(name) != name || len(name) > 300 })
	seen := map[string]bool{}
	for i, name := range names {
		items := []string{name, names[(i*7+3)%len(names)]}
		cell := List(items)
		if got := Items(Plain(Text(cell))); !slices.Equal(got, items) && !strings.Contains(cell, "\r") {
			t.Errorf("%q is the cell %q and comes back as %q", items, cell, got)
		}
		if seen[cell] {
			t.Errorf("%q is the cell of another list", cell)
		}
		seen[cell] = true
	}
}
