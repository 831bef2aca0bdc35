package pagedata_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"cohortium/internal/gwas/pagedata"
)

// strongestOf are the strongest rows that a file names, with their cells as texts.
type strongestOf struct {
	By         string              `json:"by"`
	Descending bool                `json:"descending"`
	Columns    []string            `json:"columns"`
	Rows       []int               `json:"rows"`
	Cells      [][]json.RawMessage `json:"cells"`
}

func strongestIn(t *testing.T, m *made) (strongestOf, int) {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(m.data.Bytes()), int64(m.data.Len()))
	if err != nil {
		t.Fatal(err)
	}
	text, ok := f.Lookup("cohortium.strongest")
	if !ok {
		t.Fatal("the file names no strongest rows")
	}
	var s strongestOf
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	return s, len(text)
}

// strongTable has rows of P = 10^−x with x up to `to`, many of them equal and some
// missing, and the order that they should have.
func strongTable(rows, to, note int) (string, []int) {
	chance := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	text.WriteString("chromosome\tposition\tp_value\tnote\n")
	type keyed struct{ strength, row int }
	var order []keyed
	for row := range rows {
		p, x := "NA", chance.IntN(to)+1
		if row%11 != 0 {
			p = fmt.Sprintf("1e-%d", x)
			order = append(order, keyed{x, row})
		}
		fmt.Fprintf(&text, "1\t%d\t%s\t%s%d\n", row+1, p, strings.Repeat("n", note), row)
	}
	slices.SortStableFunc(order, func(a, b keyed) int { return b.strength - a.strength })
	var expected []int
	for _, k := range order {
		expected = append(expected, k.row)
	}
	return text.String(), expected
}

func TestStrongestRowsComeFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, to, note, least, most int }{
		"fewer than there is room for":  {40, 9, 1, 36, 36},
		"of many, with equal ones":      {3000, 300, 1, 500, 500},
		"too small for a number":        {3000, 900, 1, 500, 500},
		"long texts leave room for few": {2000, 200, 4000, 25, 32},
		"one text is more than may be":  {5, 9, 40_000, 3, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, order := strongTable(c.rows, c.to, c.note)
			m := converted(t, source("t.tsv", text), pagedata.Layout{})
			s, size := strongestIn(t, m)
			if len(s.Rows) < c.least || len(s.Rows) > c.most || size > 160<<10 {
				t.Fatalf("%d rows in %d bytes, not %d to %d", len(s.Rows), size, c.least, c.most)
			}
			if !slices.Equal(s.Rows, order[:len(s.Rows)]) {
				t.Errorf("the rows are %v, not %v", s.Rows, order[:len(s.Rows)])
			}
			if s.By != "p_value" || s.Descending {
				t.Errorf("they are by %s, descending %v", s.By, s.Descending)
			}
			for i, row := range s.Rows {
				note := slices.Index(s.Columns, "note")
				if want := fmt.Sprintf(`"%s%d"`, strings.Repeat("n", c.note), row); string(s.Cells[i][note]) != want {
					t.Fatalf("row %d has another row's cells", row)
				}
			}
		})
	}
}

func TestStrongestByLogarithm(t *testing.T) {
	t.Parallel()
	m := converted(t, source("t.tsv", "chromosome\tposition\tneg_log_10_p_value\n1\t1\t2\n1\t2\t9.5\n1\t3\tNA\n1\t4\t2\n"), pagedata.Layout{})
	s, _ := strongestIn(t, m)
	if !s.Descending || !slices.Equal(s.Rows, []int{1, 0, 3}) {
		t.Errorf("%+v", s)
	}
}
