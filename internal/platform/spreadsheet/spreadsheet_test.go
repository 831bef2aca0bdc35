package spreadsheet

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"cohortium/internal/dev/hostile"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                     "",
		"plain":                "plain",
		"a=1":                  "a=1",
		"'quoted":              "'quoted",
		"=1+1":                 "'=1+1",
		"'=1+1":                "''=1+1",
		"-cmd":                 "'-cmd",
		"+44 20 7946 0000":     "'+44 20 7946 0000",
		"@SUM(A1)":             "'@SUM(A1)",
		"\t=1":                 "'\t=1",
		"\r=1":                 "'\n=1",
		"\r\nname":             "'\nname",
		"two\r\nlines":         "two\nlines",
		"\x00=1":               "'\x00=1",
		"Zoë":                  "Zoë",
		"＝1+1":                 "'＝1+1",
		"＠SUM(A1)":             "'＠SUM(A1)",
		"﹣1":                   "'﹣1",
		"\ufeff=1":             "'\ufeff=1",
		"\u200b=1":             "'\u200b=1",
		"\u202e\u00a0 +1":      "'\u202e\u00a0 +1",
		"\x1f=1":               "'\x1f=1",
		"\ufeffname":           "\ufeffname",
		" text":                " text",
		"−0.5 (minus, U+2212)": "−0.5 (minus, U+2212)",
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " a ": "a", "'=1+1": "=1+1", "''=1+1": "'=1+1", "'plain": "'plain", "'-9 -99": "-9 -99", "''": "''", " '@x ": "@x",
	} {
		if got := Plain(in); got != want {
			t.Errorf("Plain(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestHostileNamesComeBack writes names into tables with commas and with tabs: no cell is a formula, no two
// cells are alike, and each is the name again for who reads it.
func TestHostileNamesComeBack(t *testing.T) {
	for i, separator := range ",\t,\t" {
		crlf := i >= 2
		var table bytes.Buffer
		w := csv.NewWriter(&table)
		w.Comma, w.UseCRLF = separator, crlf
		names := hostile.Names()
		for _, name := range names {
			if err := w.Write([]string{"1", Text(name)}); err != nil {
				t.Fatal(err)
			}
		}
		w.Flush()
		r := csv.NewReader(&table)
		r.Comma = separator
		rows, err := r.ReadAll()
		if err != nil || len(rows) != len(names) {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		for i, name := range names {
			cell := rows[i][1]
			if strings.IndexAny(cell, "=+-@＝﹣\t\n\r\x00") == 0 {
				t.Errorf("%q is a formula", cell)
			}
			lines := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(name) // one kind of ends, which no name has
			if plain := Plain(cell); plain != strings.TrimSpace(lines) {
				t.Errorf("%q is %q in the table, and read as %q", name, cell, plain)
			}
		}
	}
}
