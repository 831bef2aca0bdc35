package audit

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"cohortium/internal/dev/hostile"
	"cohortium/internal/platform/spreadsheet"
)

// TestHostileNamesInTheTrail exports events with hostile names: each comes back from the CSV, apart from blanks around it and kinds of
// line ends, and unchanged from the JSON lines.
func TestHostileNamesInTheTrail(t *testing.T) {
	lines := strings.NewReplacer("\r\n", "\n", "\r", "\n")
	for _, name := range append(hostile.Names(), "NA") {
		name = strings.ToValidUTF8(name, "?") // as the store has it
		e := &Event{Actor: name, Detail: name, ActorName: name, ObjectName: name, Before: map[string]string{name: name}}
		var text, object bytes.Buffer
		table, list := newCSVTable(&text), newLines(&object)
		for _, out := range []interface {
			write(*Event) error
			flush() error
		}{table, list} {
			if err := out.write(e); err != nil {
				t.Fatal(err)
			}
			if err := out.flush(); err != nil {
				t.Fatal(err)
			}
		}
		rows, err := csv.NewReader(&text).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%q: %q, %v", name, rows, err)
		}
		for _, at := range []int{2, 10, 15, 16} {
			cell := rows[1][at]
			if got := spreadsheet.Plain(cell); got != strings.TrimSpace(lines.Replace(name)) || strings.IndexAny(cell, "=+-@＝﹣\t") == 0 {
				t.Errorf("column %s: %q is the cell %q and comes back as %q", rows[0][at], name, cell, got)
			}
		}
		var before map[string]string
		if err := json.Unmarshal([]byte(rows[1][11]), &before); err != nil || before[name] != name {
			t.Errorf("%q: values %q, %v", name, rows[1][11], err)
		}
		var back map[string]any
		if err := json.Unmarshal(object.Bytes(), &back); err != nil || !strings.Contains(string(mustJSON(t, back)), string(mustJSON(t, name))) {
			t.Errorf("%q: %s, %v", name, object.Bytes(), err)
		}
	}
}

func mustJSON(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
